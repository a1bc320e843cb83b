// SPDX-License-Identifier: GPL-2.0
/* percpu_hist: allocates, folds and frees the storage of a series */
#include <linux/cache.h>
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/string.h>

#include "record/percpu_hist.h"
#include "record/sample.h"
#include "record/shadow_stack.h"

u32 ptime_hist_bits __ro_after_init = PTIME_HIST_BITS_DEFAULT;

DEFINE_PER_CPU(struct ptime_percpu_hist, ptime_percpu_hist_none) = { .min_ticks = U64_MAX };

static size_t hist_bytes(void)
{
	struct ptime_hist *hist;

	return struct_size(hist, buckets,
			   ptime_hist_buckets(ptime_hist_bits) * (1 + ptime_nesting));
}

/* all CPUs have the same address of it */
static u64 __percpu *self_of(struct ptime_percpu_hist __percpu *hist)
{
	return per_cpu_ptr(hist, cpumask_first(cpu_possible_mask))->self;
}

/**
 * ptime_percpu_hist_alloc() - an empty series
 * @self: also of the times spent in a function itself
 *
 * Some 4 KiB for each possible CPU at the default of 16 buckets per power of
 * two, 31 KiB at 128; the kernel's limit is 32 KiB (PCPU_MIN_UNIT_SIZE). As much
 * again with @self.
 *
 * Context: process, may sleep. Return: the series, or NULL.
 */
struct ptime_percpu_hist __percpu *ptime_percpu_hist_alloc(bool self)
{
	u32 buckets = ptime_hist_buckets(ptime_hist_bits);
	struct ptime_percpu_hist __percpu *hist;
	struct ptime_percpu_hist *one;
	u64 __percpu *self_buckets = NULL;
	int cpu;

	hist = __alloc_percpu(struct_size(one, buckets, buckets), SMP_CACHE_BYTES);
	if (!hist)
		return NULL;
	if (self) {
		self_buckets = __alloc_percpu(buckets * sizeof(*self_buckets), SMP_CACHE_BYTES);
		if (!self_buckets)
			goto err_free;
	}
	for_each_possible_cpu(cpu) {
		one = per_cpu_ptr(hist, cpu);
		one->min_ticks = U64_MAX;
		one->self = self_buckets;
	}
	return hist;

err_free:
	free_percpu(hist);
	return NULL;
}

/**
 * ptime_percpu_hist_free() - free a series
 * @hist: the series, or NULL; no probe may still write to it
 *
 * Context: process.
 */
void ptime_percpu_hist_free(struct ptime_percpu_hist __percpu *hist)
{
	if (hist)
		free_percpu(self_of(hist));
	free_percpu(hist);
}

/**
 * ptime_percpu_hist_calls() - number of calls counted by all CPUs
 * @hist: the series, or NULL
 *
 * Context: process.
 */
u64 ptime_percpu_hist_calls(struct ptime_percpu_hist __percpu *hist)
{
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);
	u64 calls = 0;
	int cpu;

	if (!hist)
		return 0;
	for_each_possible_cpu(cpu)
		for (bucket = 0; bucket < buckets; bucket++)
			calls += READ_ONCE(per_cpu_ptr(hist, cpu)->buckets[bucket]);
	return calls;
}

/**
 * ptime_percpu_hist_short() - a call took less than what is to be taken off
 * @hist: the series
 * @raw: its duration by the clock, negative where that ran backwards, which is counted
 * @ticks: likewise, with all taken off
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 * Return: what was taken off too much, in ticks.
 */
notrace u64 ptime_percpu_hist_short(struct ptime_percpu_hist __percpu *hist, u64 raw, u64 ticks)
{
	u64 excess = -ticks;

	if ((s64)raw < 0) {
		this_cpu_inc(hist->clock_backwards);
		excess += raw;
	}
	this_cpu_sub(hist->added_ticks, excess);
	return excess;
}
NOKPROBE_SYMBOL(ptime_percpu_hist_short);

/**
 * ptime_percpu_hist_extreme() - a call is not as the others were
 * @hist: the series
 * @ticks: duration by the clock, not negative
 *
 * An interrupt may record between the test and the write, in another probe's
 * handler; without the exchange its more extreme value would be lost.
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 * Return: the duration in ns.
 */
notrace u64 ptime_percpu_hist_extreme(struct ptime_percpu_hist __percpu *hist, u64 ticks)
{
	u64 seen, fast;

	do {
		seen = this_cpu_read(hist->min_ticks);
	} while (ticks < seen &&
		 this_cpu_cmpxchg(hist->min_ticks, seen, ticks) != seen);
	do {
		seen = this_cpu_read(hist->max_ticks);
	} while (ticks > seen &&
		 this_cpu_cmpxchg(hist->max_ticks, seen, ticks) != seen);
	fast = min(ticks, ptime_clock_fast_max);
	do {
		seen = this_cpu_read(hist->fast_ticks);
	} while (fast > seen &&
		 this_cpu_cmpxchg(hist->fast_ticks, seen, fast) != seen);
	return ptime_clock_ns(ticks);
}
NOKPROBE_SYMBOL(ptime_percpu_hist_extreme);

/**
 * ptime_percpu_hist_record_slow() - count one call that is not as the others were
 * @hist: the series
 * @raw: duration by the clock, negative where it ran backwards
 * @ticks: likewise, with what probes added taken off, negative where that was more
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 * Return: the duration as counted, in ns.
 */
notrace u64 ptime_percpu_hist_record_slow(struct ptime_percpu_hist __percpu *hist,
					  u64 raw, u64 ticks)
{
	u64 ns;

	if ((s64)ticks < 0) {
		ptime_percpu_hist_short(hist, raw, ticks);
		ticks = 0;
	}
	ns = ptime_percpu_hist_extreme(hist, ticks);
	ptime_percpu_hist_count(hist, ns, ptime_hist_bucket(ptime_hist_bits, ns));
	return ns;
}
NOKPROBE_SYMBOL(ptime_percpu_hist_record_slow);

/**
 * ptime_percpu_hist_record_no_self() - what of a call was spent in the function itself is not known
 * @hist: the series
 * @ns: duration, as the call was counted
 *
 * Context: any, with preemption off and with nesting. Writes this CPU's memory only.
 */
notrace void ptime_percpu_hist_record_no_self(struct ptime_percpu_hist __percpu *hist, u64 ns)
{
	u64 __percpu *self = this_cpu_read(hist->self);

	smp_wmb();	/* pairs with ptime_hist_add_cpu() */
	this_cpu_add(hist->not_self_ns, ns);
	this_cpu_dec(self[ptime_hist_bucket(ptime_hist_bits, ns)]);
}
NOKPROBE_SYMBOL(ptime_percpu_hist_record_no_self);

/**
 * ptime_hist_alloc() - room for a folded series, cleared
 *
 * Context: process, may sleep. Return: the room, or NULL.
 */
struct ptime_hist *ptime_hist_alloc(void)
{
	struct ptime_hist *hist = kvmalloc(hist_bytes(), GFP_KERNEL);

	if (hist)
		ptime_hist_clear(hist);
	return hist;
}

/**
 * ptime_hist_free() - free what ptime_hist_alloc() gave
 * @hist: the room, or NULL
 */
void ptime_hist_free(struct ptime_hist *hist)
{
	kvfree(hist);
}

/**
 * ptime_hist_clear() - make a folded series empty
 * @hist: the series
 */
void ptime_hist_clear(struct ptime_hist *hist)
{
	memset(hist, 0, hist_bytes());
	hist->min_ns = U64_MAX;
}

/**
 * ptime_hist_self() - buckets of the times spent in the function itself
 * @hist: folded series
 *
 * Return: ptime_hist_buckets() counts; NULL without nesting.
 */
const u64 *ptime_hist_self(const struct ptime_hist *hist)
{
	return ptime_nesting ? hist->buckets + ptime_hist_buckets(ptime_hist_bits) : NULL;
}

/* what comes of it is whole when the buckets and the total are added, too */
static void add_self(struct ptime_hist *to, const struct ptime_percpu_hist *hist, int cpu)
{
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);
	const u64 *self;

	if (!hist->self)
		return;
	self = per_cpu_ptr(hist->self, cpu);
	for (bucket = 0; bucket < buckets; bucket++)
		to->buckets[buckets + bucket] += READ_ONCE(self[bucket]);
	to->self_ns -= READ_ONCE(hist->not_self_ns);
	smp_rmb();	/* a call that is here is in a bucket */
}

/**
 * ptime_hist_add_cpu() - add what one CPU counted
 * @to: folded series
 * @from: per-CPU series, which may be counting meanwhile
 * @cpu: number of a possible CPU
 * @kind: of the probe, by which the raw times are told: those of now, if it had others
 *
 * Where one call in some is timed, each stands for as many here, and nowhere
 * else: all readers are given estimates.
 *
 * Context: process.
 */
void ptime_hist_add_cpu(struct ptime_hist *to, struct ptime_percpu_hist __percpu *from,
			int cpu, enum ptime_cost_kind kind)
{
	const struct ptime_percpu_hist *hist = per_cpu_ptr(from, cpu);
	u64 calls, total_ns, min_ticks, added = READ_ONCE(hist->added_ticks);
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);

	add_self(to, hist, cpu);
	for (bucket = 0; bucket < buckets; bucket++) {
		calls = READ_ONCE(hist->buckets[bucket]);
		to->buckets[bucket] += calls * ptime_sample;
		added += calls * ptime_cost_in_window[kind];
		if (hist->self)
			to->buckets[buckets + bucket] += calls;
	}
	smp_rmb();	/* a call in a bucket has written all else before */
	total_ns = READ_ONCE(hist->total_ns);
	to->total_ns += total_ns * ptime_sample;
	if (hist->self)
		to->self_ns += total_ns;
	min_ticks = READ_ONCE(hist->min_ticks);
	if (min_ticks != U64_MAX)
		to->min_ns = min(to->min_ns, ptime_clock_ns(min_ticks));
	to->max_ns = max(to->max_ns, ptime_clock_ns(READ_ONCE(hist->max_ticks)));
	to->raw_ns += ptime_cost_raw_ns(total_ns, added) * ptime_sample;
	to->packets += READ_ONCE(hist->packets) * ptime_sample;
	to->clock_backwards += READ_ONCE(hist->clock_backwards) * ptime_sample;
}

/**
 * ptime_hist_add_all() - add what all CPUs counted
 * @to: folded series
 * @from: per-CPU series, or NULL, which counts as empty
 * @kind: of the probe
 *
 * Context: process.
 */
void ptime_hist_add_all(struct ptime_hist *to, struct ptime_percpu_hist __percpu *from,
			enum ptime_cost_kind kind)
{
	int cpu;

	if (!from)
		return;
	for_each_possible_cpu(cpu)
		ptime_hist_add_cpu(to, from, cpu, kind);
}

/**
 * ptime_hist_calls() - number of calls of a folded series
 * @hist: the series
 */
u64 ptime_hist_calls(const struct ptime_hist *hist)
{
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);
	u64 calls = 0;

	for (bucket = 0; bucket < buckets; bucket++)
		calls += hist->buckets[bucket];
	return calls;
}
