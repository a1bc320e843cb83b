/* SPDX-License-Identifier: GPL-2.0 */
/* percpu_hist: storage of a series on each CPU around the bucket arithmetic */
#ifndef _PATHTIME_PERCPU_HIST_H
#define _PATHTIME_PERCPU_HIST_H

#include <asm/barrier.h>

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <pathtime/hist.h>

#include "record/clock.h"
#include "record/cost.h"

extern u32 ptime_hist_bits;

/**
 * struct ptime_percpu_hist - one series on one CPU
 * @total_ns: sum of the durations
 * @min_ticks: shortest duration, U64_MAX where there is none
 * @fast_ticks: @max_ticks, or ptime_clock_fast_max where that is less
 * @max_ticks: longest duration
 * @added_ticks: what callees' probes added to the durations, before it was taken off,
 *	less what was taken off too much; modulo 2^64. Most calls add nothing here.
 * @packets: sum of the return values, where they count packets
 * @clock_backwards: calls whose clock ran backwards, counted as 0 ns
 * @not_self_ns: of @total_ns, what was not spent in the function itself, and all of
 *	the calls that are not linked
 * @self: what to add to @buckets for those of the times in the function itself, modulo
 *	2^64; NULL without nesting. Most calls have nothing within, and are not here.
 * @buckets: ptime_hist_buckets() counts; their sum is the number of calls
 *
 * Durations have what probes add taken off, unless it is said. The extremes are in the
 * clock's ticks, unsigned: so neither a call of less than is taken off nor one too long
 * for ptime_clock_ns_fast() needs a test of its own, they look like calls longer than
 * all before.
 */
struct ptime_percpu_hist {
	u64 total_ns;
	u64 min_ticks;
	u64 fast_ticks;
	u64 max_ticks;
	u64 added_ticks;
	u64 packets;
	u64 clock_backwards;
	u64 not_self_ns;
	u64 __percpu *self;
	u64 buckets[];
};

/* in place of a series: each call is as none was before, so that who would count it looks closer */
DECLARE_PER_CPU(struct ptime_percpu_hist, ptime_percpu_hist_none);

/**
 * struct ptime_hist - one series, folded: of all calls, as estimated from those timed
 * @total_ns: sum of the durations
 * @min_ns: shortest duration, U64_MAX where there is none
 * @max_ns: longest duration
 * @raw_ns: sum of the durations with what probes added
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
	u64 raw_ns;
	u64 packets;
	u64 clock_backwards;
	u64 self_ns;
	u64 buckets[];
};

struct ptime_percpu_hist __percpu *ptime_percpu_hist_alloc(bool self);
void ptime_percpu_hist_free(struct ptime_percpu_hist __percpu *hist);

struct ptime_hist *ptime_hist_alloc(void);
void ptime_hist_free(struct ptime_hist *hist);
void ptime_hist_clear(struct ptime_hist *hist);
void ptime_hist_add_cpu(struct ptime_hist *to, struct ptime_percpu_hist __percpu *from,
			int cpu, enum ptime_cost_kind kind);
void ptime_hist_add_all(struct ptime_hist *to, struct ptime_percpu_hist __percpu *from,
			enum ptime_cost_kind kind);
u64 ptime_hist_calls(const struct ptime_hist *hist);

const u64 *ptime_hist_self(const struct ptime_hist *hist);

u64 ptime_percpu_hist_calls(struct ptime_percpu_hist __percpu *hist);

u64 ptime_percpu_hist_short(struct ptime_percpu_hist __percpu *hist, u64 raw, u64 ticks);
u64 ptime_percpu_hist_extreme(struct ptime_percpu_hist __percpu *hist, u64 ticks);
u64 ptime_percpu_hist_record_slow(struct ptime_percpu_hist __percpu *hist, u64 raw, u64 ticks);
void ptime_percpu_hist_record_no_self(struct ptime_percpu_hist __percpu *hist, u64 ns);

static __always_inline bool
ptime_percpu_hist_is_slow(struct ptime_percpu_hist __percpu *hist, u64 ticks)
{
	return unlikely(ticks < this_cpu_read(hist->min_ticks) ||
			ticks > this_cpu_read(hist->fast_ticks));
}

/* the bucket comes last and is read first: who sees a call sees its extremes */
static __always_inline void
ptime_percpu_hist_count(struct ptime_percpu_hist __percpu *hist, u64 ns, u64 bucket)
{
	this_cpu_add(hist->total_ns, ns);
	smp_wmb();	/* pairs with ptime_hist_add_cpu() */
	this_cpu_inc(hist->buckets[bucket]);
}

/* a duration in ns; what is longest and shortest is kept */
static __always_inline u64
ptime_percpu_hist_ns(struct ptime_percpu_hist __percpu *hist, u64 ticks)
{
	if (ptime_percpu_hist_is_slow(hist, ticks))
		return ptime_percpu_hist_extreme(hist, ticks);
	return ptime_clock_ns_fast(ticks);
}

/**
 * ptime_percpu_hist_record() - count one call on this CPU
 * @hist: the series
 * @raw: duration by the clock, negative where it ran backwards
 * @ticks: likewise, with what its probe added taken off, negative where that was more
 *
 * What is rare goes another way from here on, so that the usual way needs no
 * stack: a new extreme, a long call, a short one, a clock that ran backwards.
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 * Return: the duration as counted, in ns.
 */
static __always_inline u64
ptime_percpu_hist_record(struct ptime_percpu_hist __percpu *hist, u64 raw, u64 ticks)
{
	u64 ns;

	if (ptime_percpu_hist_is_slow(hist, ticks))
		return ptime_percpu_hist_record_slow(hist, raw, ticks);
	ns = ptime_clock_ns_fast(ticks);
	ptime_percpu_hist_count(hist, ns, ptime_hist_bucket_fast(ptime_hist_bits, ns));
	return ns;
}

/**
 * ptime_percpu_hist_record_self() - count what of a call was spent in the function itself
 * @hist: the series
 * @bucket: the bucket that the call was counted in
 * @self_bucket: that of the time in the function itself
 * @nested_ns: of the call's time, what was not spent in the function itself
 * @added_ticks: what others' probes had added to it
 *
 * Context: any, with preemption off and with nesting. Writes this CPU's memory only.
 */
static __always_inline void
ptime_percpu_hist_record_self(struct ptime_percpu_hist __percpu *hist, u64 bucket,
			      u64 self_bucket, u64 nested_ns, u64 added_ticks)
{
	u64 __percpu *self = this_cpu_read(hist->self);

	smp_wmb();	/* pairs with ptime_hist_add_cpu() */
	this_cpu_add(hist->not_self_ns, nested_ns);
	this_cpu_add(hist->added_ticks, added_ticks);
	this_cpu_dec(self[bucket]);
	this_cpu_inc(self[self_bucket]);
}

#endif /* _PATHTIME_PERCPU_HIST_H */
