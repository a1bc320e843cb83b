/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fleet: the counts of several machines, added up
 *
 * Counts, sums, missed calls and overheads are added. The result is exact: all
 * models are coarsened to the fewest hist_bits, whose buckets are unions of the
 * others. CPUs of the same number are one CPU. The length of the interval is
 * the sum of all lengths, so that a rate is the mean rate of a machine.
 */
#ifndef _PATHTIME_FLEET_H
#define _PATHTIME_FLEET_H

#include "base/error.h"
#include "model/model.h"

/**
 * ptool_fleet_add() - Add a recording to a sum
 * @sum: the sum; NULL before the first recording
 * @model: an interval of one recording; always consumed, even on failure
 * @why: set to the reason of a failure
 *
 * Functions are the same if their module and name are. If machines differ in
 * kernel, clock, version or backend, the text is "(several)". If they differ in
 * the state of a probe, the most useful state is shown, and the reason names a
 * machine with another state. The sum has callers and callees, raw times or
 * paths only if all recordings have them.
 *
 * Return: true if the recording was added. On failure, @sum can only be freed.
 */
bool ptool_fleet_add(struct ptool_model **sum, struct ptool_model *model,
		     struct ptool_reason *why);

/**
 * ptool_fleet_continue() - Add what one recording counted after a restart
 * @sum: the sum of what it counted before; NULL if that is nothing
 * @model: what it counted from then on; always consumed, even on failure
 * @why: set to the reason of a failure
 *
 * The result has the times and the states of @model, and no .recorded: the
 * caller knows the range.
 *
 * Return: true if the counts were added. On failure, @sum can only be freed.
 */
bool ptool_fleet_continue(struct ptool_model **sum, struct ptool_model *model,
			  struct ptool_reason *why);

/**
 * struct ptool_fleet - summary of a model's recordings
 * @machines: number of machines, by their names
 * @begin_ns: when the first range begins, CLOCK_REALTIME
 * @end_ns: when the last range ends, CLOCK_REALTIME
 * @snapshots: number of snapshots in all ranges
 * @snapshots_of_all: number of snapshots in all recordings
 */
struct ptool_fleet {
	u32 machines;
	u64 begin_ns;
	u64 end_ns;
	u64 snapshots;
	u64 snapshots_of_all;
};

/**
 * ptool_fleet_of() - Summarize a model's recordings
 * @model: the model, of at least one recording; recordings of the same machine
 *	are adjacent
 *
 * Return: the summary.
 */
struct ptool_fleet ptool_fleet_of(const struct ptool_model *model);

#endif /* _PATHTIME_FLEET_H */
