// SPDX-License-Identifier: GPL-2.0
/* cost: what a probe of each kind adds to the call that it counts */
#include <linux/cache.h>

#include "record/clock.h"
#include "record/cost.h"
#include "record/sample.h"

/* for readers */
struct ptime_cost ptime_costs[PTIME_COSTS];

/* for the hits: inside of the time taken, in ticks */
u64 ptime_cost_in_window[PTIME_COSTS + 1] __ro_after_init;

/**
 * ptime_cost_raw_ns() - what durations were before anything was taken off
 * @total_ns: their sum
 * @taken_ticks: what was taken off, modulo 2^64: less than nothing where calls took less
 *	than was to be taken off them
 *
 * Context: any. Return: their sum, in nanoseconds.
 */
u64 ptime_cost_raw_ns(u64 total_ns, u64 taken_ticks)
{
	u64 less_ns;

	if ((s64)taken_ticks >= 0)
		return total_ns + ptime_clock_ns(taken_ticks);
	less_ns = ptime_clock_ns(-taken_ticks);
	/* what was too much is read before the call that it was too much for */
	return total_ns > less_ns ? total_ns - less_ns : 0;
}

/**
 * ptime_cost_known() - is it known what probes cost?
 *
 * Context: process. Return: whether any is.
 */
bool ptime_cost_known(void)
{
	enum ptime_cost_kind kind;

	for (kind = 0; kind < PTIME_COSTS; kind++)
		if (ptime_costs[kind].inside_ps && !ptime_sample_is_on())
			return true;
	return false;
}
