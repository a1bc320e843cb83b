/* SPDX-License-Identifier: GPL-2.0 */
/* percpu_hist: storage of a series on each CPU around the bucket arithmetic */
#ifndef _PATHTIME_PERCPU_HIST_H
#define _PATHTIME_PERCPU_HIST_H

#include <asm/barrier.h>

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <pathtime/hist.h>

#include "clock.h"

extern u32 ptime_hist_bits;

/**
 * struct ptime_percpu_hist - one series on one CPU
 * @total_ns: sum of the durations
 * @min_ticks: shortest duration, U64_MAX where there is none
 * @usual_ticks: @max_ticks, or ptime_clock_usual_max where that is less
 * @max_ticks: longest duration
 * @packets: sum of the return values, where they count packets
 * @clock_backwards: calls whose clock ran backwards, counted as 0 ns
 * @self_ns: sum of the times spent in the function itself, of calls that are linked
 * @self: ptime_hist_buckets() counts of these times; NULL without nesting
 * @buckets: ptime_hist_buckets() counts; their sum is the number of calls
 *
 * The extremes are in the clock's ticks, unsigned: so neither a clock that ran
 * backwards nor a call too long for ptime_clock_ns_usual() needs a test of its
 * own, they look like calls longer than all before.
 */
struct ptime_percpu_hist {
	u64 total_ns;
	u64 min_ticks;
	u64 usual_ticks;
	u64 max_ticks;
	u64 packets;
	u64 clock_backwards;
	u64 self_ns;
	u64 __percpu *self;
	u64 buckets[];
};

/**
 * struct ptime_hist - one series, folded: of all calls, as estimated from those timed
 * @total_ns: sum of the durations
 * @min_ns: shortest duration, U64_MAX where there is none
 * @max_ns: longest duration
 * @packets: sum of the return values, where they count packets
 * @clock_backwards: calls whose clock ran backwards, counted as 0 ns
 * @self_ns: sum of the times spent in the function itself, of calls that are linked
 * @buckets: ptime_hist_buckets() counts; their sum is the number of calls; behind
 *	them with nesting as many of the times in the function itself
 */
struct ptime_hist {
	u64 total_ns;
	u64 min_ns;
	u64 max_ns;
	u64 packets;
	u64 clock_backwards;
	u64 self_ns;
	u64 buckets[];
};

struct ptime_percpu_hist __percpu *ptime_percpu_hist_alloc(void);
void ptime_percpu_hist_free(struct ptime_percpu_hist __percpu *hist);

struct ptime_hist *ptime_hist_alloc(void);
void ptime_hist_free(struct ptime_hist *hist);
void ptime_hist_clear(struct ptime_hist *hist);
void ptime_hist_add_cpu(struct ptime_hist *to,
			struct ptime_percpu_hist __percpu *from, int cpu);
void ptime_hist_add_all(struct ptime_hist *to,
			struct ptime_percpu_hist __percpu *from);
u64 ptime_hist_calls(const struct ptime_hist *hist);

const u64 *ptime_hist_self(const struct ptime_hist *hist);

u64 ptime_percpu_hist_record_rare(struct ptime_percpu_hist __percpu *hist,
				  u64 ticks);

/* the bucket comes last and is read first: who sees a call sees its extremes */
static __always_inline u64
ptime_percpu_hist_count(struct ptime_percpu_hist __percpu *hist, u64 ns)
{
	this_cpu_add(hist->total_ns, ns);
	smp_wmb();	/* pairs with ptime_hist_add_cpu() */
	this_cpu_inc(hist->buckets[ptime_hist_bucket(ptime_hist_bits, ns)]);
	return ns;
}

/**
 * ptime_percpu_hist_record() - count one call on this CPU
 * @hist: the series
 * @ticks: duration by the clock, negative where it ran backwards
 *
 * What is rare goes another way from here on, so that the usual way needs no
 * stack: a new extreme, a long call, a clock that ran backwards.
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 * Return: the duration as counted, in ns.
 */
static __always_inline u64
ptime_percpu_hist_record(struct ptime_percpu_hist __percpu *hist, u64 ticks)
{
	if (unlikely(ticks < this_cpu_read(hist->min_ticks) ||
		     ticks > this_cpu_read(hist->usual_ticks)))
		return ptime_percpu_hist_record_rare(hist, ticks);
	return ptime_percpu_hist_count(hist, ptime_clock_ns_usual(ticks));
}

/**
 * ptime_percpu_hist_record_self() - count what of a call was spent in the function itself
 * @hist: the series
 * @ns: that time
 *
 * Context: any, with preemption off and with nesting. Writes this CPU's memory only.
 */
static __always_inline void
ptime_percpu_hist_record_self(struct ptime_percpu_hist __percpu *hist, u64 ns)
{
	u64 __percpu *self = this_cpu_read(hist->self);

	this_cpu_add(hist->self_ns, ns);
	this_cpu_inc(self[ptime_hist_bucket(ptime_hist_bits, ns)]);
}

#endif /* _PATHTIME_PERCPU_HIST_H */
