/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fleet: what several machines counted, as one
 *
 * Counts, sums, misses and costs are added: exactly, as buckets of the fewest hist_bits
 * are unions of all others. CPUs of the same number are one CPU. The length of the
 * interval is the sum of all, so that a rate is that of a machine in the mean.
 */
#ifndef _PATHTIME_FLEET_H
#define _PATHTIME_FLEET_H

#include "base/error.h"
#include "model/model.h"

/**
 * ptool_fleet_add() - add what one more recording has counted
 * @sum: gets it; NULL before the first one
 * @model: an interval, of one recording; it is taken, also where it cannot be added
 * @why: gets the reason of that
 *
 * Functions are the same by module and name. Where machines do not agree on a kernel,
 * a clock, a version or a backend, it is "(several)"; on a state, it is that of most
 * use, and the reason names a machine that has another. There are callers and callees,
 * raw times, and paths if all have them.
 *
 * Return: whether it could be added. If not, @sum is only good to be freed.
 */
bool ptool_fleet_add(struct ptool_model **sum, struct ptool_model *model,
		     struct ptool_reason *why);

/**
 * struct ptool_fleet - the recordings of a model together
 * @machines: number of machines, by their names
 * @begin_ns: when the first range begins, CLOCK_REALTIME
 * @end_ns: when the last one ends, likewise
 * @snapshots: number of snapshots in all ranges
 * @snapshots_of_all: likewise in all recordings
 */
struct ptool_fleet {
	u32 machines;
	u64 begin_ns;
	u64 end_ns;
	u64 snapshots;
	u64 snapshots_of_all;
};

/**
 * ptool_fleet_of() - what is to be told of a model's recordings together
 * @model: the model, of at least one recording; those of one machine are side by side
 */
struct ptool_fleet ptool_fleet_of(const struct ptool_model *model);

#endif /* _PATHTIME_FLEET_H */
