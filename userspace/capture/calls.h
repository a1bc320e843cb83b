/* SPDX-License-Identifier: GPL-2.0 */
/*
 * calls: from the records of a capture to calls
 *
 * Each task has a stack of open calls, so has each CPU until a task's name is
 * told. A closing brace belongs to the call at the top, unless the text says
 * otherwise: by indentation, where callees are indented, by the comment after
 * the brace, or by a time that is less than what is in the call. Then braces
 * or openings were lost, which is counted, and so is what could be no more
 * than a guess.
 */
#ifndef _PATHTIME_CALLS_H
#define _PATHTIME_CALLS_H

#include "capture/fgraph.h"
#include "capture/tally.h"

/* what was guessed, or could not be used */
struct ptool_calls_counts {
	u64 unended;		/* calls whose end was not seen */
	u64 untimed;		/* calls that ended, without a duration */
	u64 unopened;		/* ends of calls whose beginning was not seen */
	u64 named;		/* of these, timed and named by a comment */
	u64 short_ones;		/* calls shorter than what is in them */
	u64 arrows;		/* of interrupts, without their other end */
	u64 unkept;		/* calls for which the tables had no room */
};

struct ptool_calls;

/**
 * ptool_calls_new() - no call open yet
 * @cpus: CPUs whose calls count; NULL for all
 *
 * Return: the calls, for ptool_calls_free().
 */
struct ptool_calls *ptool_calls_new(const struct ptool_cpu_list *cpus);

/**
 * ptool_calls_free() - give the memory back
 * @calls: the calls
 */
void ptool_calls_free(struct ptool_calls *calls);

/**
 * ptool_calls_begin() - count from here on
 * @calls: the calls; none may be open
 * @tally: gets the calls that end
 */
void ptool_calls_begin(struct ptool_calls *calls, struct ptool_tally *tally);

/**
 * ptool_calls_record() - go on with a record
 * @calls: the calls
 * @record: the record
 */
void ptool_calls_record(struct ptool_calls *calls,
			const struct ptool_fgraph_record *record);

/**
 * ptool_calls_is_inside() - whether a record is within an open call
 * @calls: the calls
 * @record: the record, before ptool_calls_record()
 */
bool ptool_calls_is_inside(struct ptool_calls *calls,
			   const struct ptool_fgraph_record *record);

/**
 * ptool_calls_end() - end all open calls, as nothing follows
 * @calls: the calls
 *
 * Return: what was guessed since ptool_calls_begin().
 */
struct ptool_calls_counts ptool_calls_end(struct ptool_calls *calls);

#endif /* _PATHTIME_CALLS_H */
