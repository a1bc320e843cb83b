// SPDX-License-Identifier: GPL-2.0
/* stage_times: how long the packets of a path took from a step to the next */
#include <linux/build_bug.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include <pathtime/hist.h>

#include "packets/stage_times.h"
#include "record/clock.h"

#define STAGES_MAX	(PTIME_STEPS_MAX - 1)

DEFINE_STATIC_KEY_FALSE(ptime_stage_times_kept);

/**
 * ptime_stage_times_init() - Choose whether the times of stages are kept
 * @kept: they are
 *
 * Context: Process, at load, before ptime_paths_init().
 */
void __init ptime_stage_times_init(bool kept)
{
	BUILD_BUG_ON(ptime_hist_buckets(PTIME_STAGE_BITS) != PTIME_STAGE_BUCKETS);
	if (kept)
		static_branch_enable(&ptime_stage_times_kept);
}

/* Returns the size of all stages' times of a path on one CPU; 0 if they are not kept. */
size_t ptime_stage_times_bytes(void)
{
	if (!static_key_enabled(&ptime_stage_times_kept))
		return 0;
	return STAGES_MAX * sizeof(struct ptime_stage_times);
}

/**
 * ptime_stage_times_begin() - Initialise the times of a path on one CPU
 * @times: ptime_stage_times_bytes() bytes, all of them 0
 *
 * Context: Any.
 */
void ptime_stage_times_begin(struct ptime_stage_times *times)
{
	u32 i;

	if (!static_key_enabled(&ptime_stage_times_kept))
		return;
	for (i = 0; i < STAGES_MAX; i++)
		local64_set(&times[i].min_ns, U64_MAX);
}

/* An interrupt may have counted a packet meanwhile, whose time is a new extreme, too. */
static noinline notrace void keep_extremes(struct ptime_stage_times *times, u64 ns)
{
	u64 seen;

	do {
		seen = local64_read(&times->min_ns);
	} while (ns < seen && local64_cmpxchg(&times->min_ns, seen, ns) != seen);
	do {
		seen = local64_read(&times->max_ns);
	} while (ns > seen && local64_cmpxchg(&times->max_ns, seen, ns) != seen);
}
NOKPROBE_SYMBOL(keep_extremes);

/**
 * ptime_stage_times_count() - Count the times of a packet
 * @times: this CPU's times of its path, by stage
 * @record: record of the packet, with all of its steps
 *
 * If the CPU of a step has a clock behind that of the step before, the stage counts as 0 ns.
 *
 * Context: Any, with preemption off. Writes this CPU's memory only.
 */
notrace void ptime_stage_times_count(struct ptime_stage_times *times,
				     const struct ptime_inflight *record)
{
	u32 i = 1, steps = record->steps;
	s64 ticks;
	u64 ns;

	/* a record that ends has at least two steps: the first and the end */
	do {
		ticks = record->at[i] - record->at[i - 1];
		ns = ticks < 0 ? 0 : ptime_clock_ns(ticks);
		local64_inc(&times->buckets[ptime_hist_bucket(PTIME_STAGE_BITS, ns)]);
		if (unlikely(ns < local64_read(&times->min_ns) ||
			     ns > local64_read(&times->max_ns)))
			keep_extremes(times, ns);
		times++;
	} while (++i < steps);
}
NOKPROBE_SYMBOL(ptime_stage_times_count);

/**
 * ptime_stage_times_clear() - Make the sums of a path those of no packets
 * @sum: sums of all stages that a path may have
 *
 * Context: Process.
 */
void ptime_stage_times_clear(struct ptime_stage_sum *sum)
{
	u32 i;

	memset(sum, 0, STAGES_MAX * sizeof(*sum));
	for (i = 0; i < STAGES_MAX; i++)
		sum[i].min_ns = U64_MAX;
}

/**
 * ptime_stage_times_add() - Add one CPU's times of a path
 * @sum: sums of the stages, by stage
 * @times: the CPU's times, by stage
 * @steps: number of steps of the path
 *
 * Context: Process.
 */
void ptime_stage_times_add(struct ptime_stage_sum *sum, const struct ptime_stage_times *times,
			   u32 steps)
{
	u64 min_ns, max_ns;
	u32 i, bucket;

	for (i = 0; i + 1 < steps; i++) {
		for (bucket = 0; bucket < PTIME_STAGE_BUCKETS; bucket++)
			sum[i].buckets[bucket] += local64_read(&times[i].buckets[bucket]);
		min_ns = local64_read(&times[i].min_ns);
		max_ns = local64_read(&times[i].max_ns);
		sum[i].min_ns = min(sum[i].min_ns, min_ns);
		sum[i].max_ns = max(sum[i].max_ns, max_ns);
	}
}
