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
struct ptime_calls_counts {
	u64 unended;		/* calls whose end was not seen */
	u64 untimed;		/* calls that ended, without a duration */
	u64 unopened;		/* ends of calls whose beginning was not seen */
	u64 named;		/* of these, timed and named by a comment */
	u64 short_ones;		/* calls shorter than what is in them */
	u64 arrows;		/* of interrupts, without their other end */
	u64 unkept;		/* calls for which the tables had no room */
};

struct ptime_calls;

/**
 * ptime_calls_new() - no call open yet
 * @cpus: CPUs whose calls count; NULL for all
 *
 * Return: the calls, for ptime_calls_free().
 */
struct ptime_calls *ptime_calls_new(const struct ptime_cpu_list *cpus);

/**
 * ptime_calls_free() - give the memory back
 * @calls: the calls
 */
void ptime_calls_free(struct ptime_calls *calls);

/**
 * ptime_calls_begin() - count from here on
 * @calls: the calls; none may be open
 * @tally: gets the calls that end
 */
void ptime_calls_begin(struct ptime_calls *calls, struct ptime_tally *tally);

/**
 * ptime_calls_record() - go on with a record
 * @calls: the calls
 * @record: the record
 */
void ptime_calls_record(struct ptime_calls *calls,
			const struct ptime_fgraph_record *record);

/**
 * ptime_calls_is_inside() - whether a record is within an open call
 * @calls: the calls
 * @record: the record, before ptime_calls_record()
 */
bool ptime_calls_is_inside(struct ptime_calls *calls,
			   const struct ptime_fgraph_record *record);

/**
 * ptime_calls_end() - end all open calls, as nothing follows
 * @calls: the calls
 *
 * Return: what was guessed since ptime_calls_begin().
 */
struct ptime_calls_counts ptime_calls_end(struct ptime_calls *calls);

#endif /* _PATHTIME_CALLS_H */
