// SPDX-License-Identifier: GPL-2.0
/* cost: what a probe of each kind adds to the call that it times */
#include <linux/cache.h>

#include "record/clock.h"
#include "record/cost.h"
#include "record/sample.h"

/* used by readers */
struct ptime_cost ptime_costs[PTIME_COSTS];

/* used when a call is recorded: in-window overhead, in ticks; a reset may replace it */
u64 ptime_cost_in_window[PTIME_COSTS + 1] __read_mostly;

/**
 * ptime_cost_raw_ns() - Compute the sum of durations before overhead was subtracted
 * @total_ns: sum of the durations as counted
 * @taken_ticks: ticks that were subtracted, modulo 2^64; negative if calls took less than was
 *	to be subtracted
 *
 * Context: any.
 * Return: the sum in nanoseconds.
 */
u64 ptime_cost_raw_ns(u64 total_ns, u64 taken_ticks)
{
	u64 less_ns;

	if ((s64)taken_ticks >= 0)
		return total_ns + ptime_clock_ns(taken_ticks);
	less_ns = ptime_clock_ns(-taken_ticks);
	/* the excess of a call may be read, and its duration not yet */
	return total_ns > less_ns ? total_ns - less_ns : 0;
}

/**
 * ptime_cost_known() - Check whether the overhead of any kind of probe is known
 *
 * Context: process.
 * Return: true if it is; false with sampling.
 */
bool ptime_cost_known(void)
{
	enum ptime_cost_kind kind;

	for (kind = 0; kind < PTIME_COSTS; kind++)
		if (ptime_costs[kind].in_window_ps && !ptime_sample_is_on())
			return true;
	return false;
}
