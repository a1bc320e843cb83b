/* SPDX-License-Identifier: GPL-2.0 */
/*
 * calls: turns the records of a capture into calls
 *
 * Each task has a stack of active calls. Each CPU has one until the name of its
 * task is known. A closing brace ends the call on top, unless the text says
 * otherwise. It may do so by its indentation, if callees are indented, or by the
 * comment after the brace. Or the duration is shorter than the callees and
 * interrupts of that call. Then braces or openings were lost. The losses are
 * counted, and so are the calls that could only be guessed.
 */
#ifndef _PATHTIME_CALLS_H
#define _PATHTIME_CALLS_H

#include "capture/fgraph.h"
#include "capture/tally.h"

/* counts of guesses, and of text that could not be used */
struct ptool_calls_counts {
	u64 unfinished;		/* calls whose end was not seen */
	u64 untimed;		/* calls that ended without a duration */
	u64 unmatched_ends;	/* ends of calls whose beginning was not seen */
	u64 named;		/* of these, ends with a function's name and a duration */
	u64 short_ones;		/* calls shorter than their callees and interrupts */
	u64 arrows;		/* arrows of interrupts without their counterpart */
	u64 not_kept;		/* calls that were too deep, or beyond the tables */
};

struct ptool_calls;

/**
 * ptool_calls_new() - allocate a set of active calls, empty at first
 * @cpus: CPUs whose calls count; NULL for all
 *
 * Return: the calls, for ptool_calls_free().
 */
struct ptool_calls *ptool_calls_new(const struct ptool_cpu_list *cpus);

/**
 * ptool_calls_free() - free the memory of the calls
 * @calls: the calls
 */
void ptool_calls_free(struct ptool_calls *calls);

/**
 * ptool_calls_begin() - begin a segment
 * @calls: the calls, none of which may be active
 * @tally: receives the calls that end
 */
void ptool_calls_begin(struct ptool_calls *calls, struct ptool_tally *tally);

/**
 * ptool_calls_record() - process the next record
 * @calls: the calls
 * @record: the record
 */
void ptool_calls_record(struct ptool_calls *calls,
			const struct ptool_fgraph_record *record);

/**
 * ptool_calls_is_inside() - check whether a record is within an active call
 * @calls: the calls
 * @record: the record, before ptool_calls_record()
 *
 * Return: true if it is.
 */
bool ptool_calls_is_inside(struct ptool_calls *calls,
			   const struct ptool_fgraph_record *record);

/**
 * ptool_calls_end() - end a segment, and with it all active calls
 * @calls: the calls
 *
 * Return: what was guessed or could not be used since ptool_calls_begin().
 */
struct ptool_calls_counts ptool_calls_end(struct ptool_calls *calls);

#endif /* _PATHTIME_CALLS_H */
