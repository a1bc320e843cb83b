/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fgraph: the text of ftrace's function_graph tracer, record by record
 *
 *	[time |] [CPU)] [task-pid |] [latency |] [flag] [duration us] | call
 *
 *	 0)               |  ip_rcv() {
 *	 0)   0.154 us    |    ip_rcv_core.isra.0();
 *	 0)               |    nf_flow_offload_ip_hook [nf_flow_table]() {
 *	 0)   ==========> |
 *	 0)   <========== |
 *	 0) + 11.022 us   |    } / * nf_flow_offload_ip_hook [nf_flow_table] * /
 *	 0)  bash-1234  =>  cat-1235
 *
 * (without the blanks in the comment). Any column may be missing, but the one
 * bar before the call. A record is known by its form, wherever it stands: a
 * newline is a blank like others, so a capture that was pasted onto one line
 * reads as one that was not. What is no record is other text, which is counted.
 */
#ifndef _PATHTIME_FGRAPH_H
#define _PATHTIME_FGRAPH_H

#include "base/types.h"

/* one more than the largest CPU number believed */
#define PTOOL_FGRAPH_CPUS	8192

/* no record and no mark is longer; a longer one is other text */
#define PTOOL_FGRAPH_RECORD_MAX	1024

enum ptool_fgraph_kind {
	PTOOL_FGRAPH_OPEN,	/* fn() { */
	PTOOL_FGRAPH_LEAF,	/* fn(); */
	PTOOL_FGRAPH_CLOSE,	/* } */
	PTOOL_FGRAPH_IRQ_ENTER,	/* ==========> */
	PTOOL_FGRAPH_IRQ_LEAVE,	/* <========== */
	PTOOL_FGRAPH_SWITCH,	/* a-1 => b-2 */
	PTOOL_FGRAPH_EVENT,	/* another tracer's words, in a comment */
};

/* what the latency column says of the context */
enum ptool_fgraph_context {
	PTOOL_FGRAPH_UNKNOWN,
	PTOOL_FGRAPH_TASK,
	PTOOL_FGRAPH_SOFTIRQ,
	PTOOL_FGRAPH_HARDIRQ,
};

/* a word in the text; not there where the length is 0 */
struct ptool_fgraph_word {
	const char *text;
	u32 length;
};

/**
 * struct ptool_fgraph_record - a record
 * @kind: what it says
 * @context: context it was in, where a column says so
 * @has_cpu: it has a CPU column
 * @has_task: it has a task column, or is a switch
 * @timed: it has a duration
 * @cpu: number of the CPU, else 0
 * @task: the task's number; of a switch, the one that was running
 * @next_task: of a switch, the one that runs now
 * @indent: columns between the bar and the call
 * @ns: the duration
 * @function: the function's name; of a close, what its comment says
 * @module: the function's module
 */
struct ptool_fgraph_record {
	enum ptool_fgraph_kind kind;
	enum ptool_fgraph_context context;
	bool has_cpu;
	bool has_task;
	bool timed;
	u32 cpu;
	u32 task;
	u32 next_task;
	u32 indent;
	u64 ns;
	struct ptool_fgraph_word function;
	struct ptool_fgraph_word module;
};

/* what was found besides records */
struct ptool_fgraph_counts {
	u64 records;
	u64 passages;		/* of other text */
	u64 elisions;		/* "...", "[snip]" */
	u64 lost_events;	/* said by the kernel to be lost */
};

/**
 * struct ptool_fgraph - a place in a text that comes in pieces
 * @at: next byte to read
 * @end: end of what is at hand
 * @safe: no record is begun from here on, as its end may not be at hand
 * @ended: there is no more text
 * @in_header: in a line of the tracer's own comments
 * @in_passage: in other text, which has letters
 * @lost: the last words were "[LOST", and what is lost comes next
 * @counts: what was found
 */
struct ptool_fgraph {
	const char *at;
	const char *end;
	const char *safe;
	bool ended;
	bool in_header;
	bool in_passage;
	bool lost;
	struct ptool_fgraph_counts counts;
};

enum ptool_fgraph_found {
	PTOOL_FGRAPH_RECORD,
	PTOOL_FGRAPH_MARK,
	PTOOL_FGRAPH_MORE,
};

/**
 * ptool_fgraph_feed() - go on with more text
 * @fgraph: the place; zeroed at first
 * @text: what was not read before, and what follows it
 * @size: bytes of it
 * @ended: nothing follows it
 */
void ptool_fgraph_feed(struct ptool_fgraph *fgraph, const char *text,
		       size_t size, bool ended);

/**
 * ptool_fgraph_next() - the next record or mark
 * @fgraph: the place
 * @record: gets a record; its words are in the text
 * @mark: gets the words of a mark: "### Packet 3"
 *
 * What is found does not depend on the pieces the text came in.
 *
 * Return: which was found, or that more text is needed, or that there is none;
 * then the text from .at on is to be fed again.
 */
enum ptool_fgraph_found ptool_fgraph_next(struct ptool_fgraph *fgraph,
					  struct ptool_fgraph_record *record,
					  struct ptool_fgraph_word *mark);

#endif /* _PATHTIME_FGRAPH_H */
