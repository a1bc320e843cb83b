/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fgraph: parses the text of ftrace's function_graph tracer, record by record
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
 * (without the blanks in the comment). Every column is optional, except the bar
 * before the call. A record is recognized by its format, wherever it occurs.
 * Between records, a newline is a blank like any other. So a capture that was
 * pasted onto one line reads like the original. All other text is skipped and
 * counted, except marks: text that begins with "##" and names what follows.
 */
#ifndef _PATHTIME_FGRAPH_H
#define _PATHTIME_FGRAPH_H

#include "base/types.h"

/* CPU numbers from here on are not accepted */
#define PTOOL_FGRAPH_CPUS	8192

/* maximum length of a record or a mark; anything longer is other text */
#define PTOOL_FGRAPH_RECORD_MAX	1024

enum ptool_fgraph_kind {
	PTOOL_FGRAPH_OPEN,	/* fn() { */
	PTOOL_FGRAPH_LEAF,	/* fn(); */
	PTOOL_FGRAPH_CLOSE,	/* } */
	PTOOL_FGRAPH_IRQ_ENTER,	/* ==========> */
	PTOOL_FGRAPH_IRQ_LEAVE,	/* <========== */
	PTOOL_FGRAPH_SWITCH,	/* a-1 => b-2 */
	PTOOL_FGRAPH_EVENT,	/* output of another tracer, in a comment */
};

/* context in the latency column */
enum ptool_fgraph_context {
	PTOOL_FGRAPH_UNKNOWN,
	PTOOL_FGRAPH_TASK,
	PTOOL_FGRAPH_SOFTIRQ,
	PTOOL_FGRAPH_HARDIRQ,
};

/* a word of the text; absent if the length is 0 */
struct ptool_fgraph_word {
	const char *text;
	u32 length;
};

/**
 * struct ptool_fgraph_record - a record
 * @kind: kind of the record
 * @context: context in the latency column, if there is one
 * @has_cpu: the record has a CPU column
 * @has_task: the record has a task column, or is a task switch
 * @timed: the record has a duration
 * @cpu: number of the CPU; 0 if unknown
 * @task: number of the task; in a task switch, of the one switched out
 * @next_task: in a task switch, number of the task switched in
 * @indent: number of columns between the bar and the call
 * @ns: the duration in nanoseconds
 * @function: name of the function; of a closing brace, from its comment
 * @module: module of the function
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

/* contents of the text, apart from marks */
struct ptool_fgraph_counts {
	u64 records;
	u64 other_text;		/* passages of other text */
	u64 elisions;		/* "...", "[snip]" */
	u64 lost_events;	/* lost events that the kernel reported */
};

/**
 * struct ptool_fgraph - position in a text that arrives in pieces
 * @at: next byte to read
 * @end: end of the text so far
 * @safe: no record or mark is parsed from here on, because its end may still
 *	be missing
 * @ended: no more text follows
 * @in_header: in a comment line of the tracer
 * @in_passage: in a passage of other text, which has letters
 * @lost: the last word was "[LOST"; the number of lost events follows
 * @counts: what the text contained
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
 * ptool_fgraph_feed() - provide more text
 * @fgraph: the position; zeroed at first
 * @text: the text not yet read, and what follows it
 * @size: size of @text in bytes
 * @ended: nothing follows @text
 */
void ptool_fgraph_feed(struct ptool_fgraph *fgraph, const char *text,
		       size_t size, bool ended);

/**
 * ptool_fgraph_next() - find the next record or mark
 * @fgraph: the position
 * @record: receives a record; its words point into the text
 * @mark: receives the words of a mark: "Packet 3" of "### Packet 3"
 *
 * The result does not depend on how the text was split into pieces.
 *
 * Return: PTOOL_FGRAPH_RECORD or PTOOL_FGRAPH_MARK; PTOOL_FGRAPH_MORE if more
 * text is needed, or if there is none. After PTOOL_FGRAPH_MORE, the text from
 * @fgraph->at on must be fed again.
 */
enum ptool_fgraph_found ptool_fgraph_next(struct ptool_fgraph *fgraph,
					  struct ptool_fgraph_record *record,
					  struct ptool_fgraph_word *mark);

#endif /* _PATHTIME_FGRAPH_H */
