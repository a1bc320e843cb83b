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

/* the pointer is the same on all CPUs */
static u64 __percpu *hist_self_buckets(struct ptime_percpu_hist __percpu *hist)
{
	return per_cpu_ptr(hist, cpumask_first(cpu_possible_mask))->self;
}

/**
 * ptime_percpu_hist_alloc() - Allocate an empty series
 * @self: include a histogram of self times
 *
 * Takes 4.2 KiB on each possible CPU at the default of 16 buckets per power of two, and 30.1
 * KiB at 128. The kernel's limit is 32 KiB (PCPU_MIN_UNIT_SIZE). With @self there is a second
 * allocation of about the same size.
 *
 * Context: process, may sleep.
 * Return: the series, or NULL.
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

/* no probe writes to it any more */
void ptime_percpu_hist_free(struct ptime_percpu_hist __percpu *hist)
{
	if (hist)
		free_percpu(hist_self_buckets(hist));
	free_percpu(hist);
}

/**
 * ptime_percpu_hist_calls() - Sum the calls that all CPUs counted
 * @hist: the series, or NULL
 *
 * Context: process.
 * Return: number of calls.
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
 * ptime_percpu_hist_short() - Count a call that took less than the overhead to be subtracted
 * @hist: the series
 * @raw: duration by the clock in ticks; if it is negative, the clock ran backwards, which is
 *	counted
 * @ticks: duration in ticks with all overhead subtracted, negative
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 * Return: ticks that were subtracted in excess.
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
 * ptime_percpu_hist_extreme() - Update the shortest and the longest duration
 * @hist: the series
 * @ticks: duration in ticks with overhead subtracted, not negative
 *
 * An interrupt may record a call between the test and the write, in another probe's handler.
 * Without the compare-and-exchange the more extreme value of the two could be lost.
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
 * ptime_percpu_hist_record_slow() - Record a call of which ptime_percpu_hist_is_slow() is true
 * @hist: the series
 * @raw: duration by the clock in ticks, negative if the clock ran backwards
 * @ticks: duration in ticks with overhead subtracted, negative if the overhead was larger
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
 * ptime_percpu_hist_record_no_self() - Exclude a call from the self times
 * @hist: the series
 * @ns: duration as counted
 *
 * The self time of a call that is not linked is unknown.
 *
 * Context: any, with preemption off and with nesting. Writes this CPU's memory only.
 */
notrace void ptime_percpu_hist_record_no_self(struct ptime_percpu_hist __percpu *hist, u64 ns)
{
	u64 __percpu *self = this_cpu_read(hist->self);

	smp_wmb();	/* pairs with hist_add_self() */
	this_cpu_add(hist->not_self_ns, ns);
	this_cpu_dec(self[ptime_hist_bucket(ptime_hist_bits, ns)]);
}
NOKPROBE_SYMBOL(ptime_percpu_hist_record_no_self);

/**
 * ptime_hist_alloc() - Allocate an empty folded series
 *
 * Context: process, may sleep.
 * Return: the series, or NULL.
 */
struct ptime_hist *ptime_hist_alloc(void)
{
	struct ptime_hist *hist = kvmalloc(hist_bytes(), GFP_KERNEL);

	if (hist)
		ptime_hist_clear(hist);
	return hist;
}

void ptime_hist_free(struct ptime_hist *hist)
{
	kvfree(hist);
}

void ptime_hist_clear(struct ptime_hist *hist)
{
	memset(hist, 0, hist_bytes());
	hist->min_ns = U64_MAX;
}

/* NULL without nesting */
const u64 *ptime_hist_self(const struct ptime_hist *hist)
{
	return ptime_nesting ? hist->buckets + ptime_hist_buckets(ptime_hist_bits) : NULL;
}

/* the self times are complete only when the buckets and the total are added, too */
static void hist_add_self(struct ptime_hist *to, const struct ptime_percpu_hist *hist, int cpu)
{
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);
	const u64 *self;

	if (!hist->self)
		return;
	self = per_cpu_ptr(hist->self, cpu);
	for (bucket = 0; bucket < buckets; bucket++)
		to->buckets[buckets + bucket] += READ_ONCE(self[bucket]);
	to->self_ns -= READ_ONCE(hist->not_self_ns);
	smp_rmb();	/* a call that was read here is in a bucket */
}

/**
 * ptime_hist_add_cpu() - Add what one CPU counted
 * @to: folded series
 * @from: per-CPU series; the CPU may be counting at the same time
 * @cpu: number of a possible CPU
 * @kind: kind of the probe, for the raw times. If the probe has changed its kind, the present
 *	one applies to all calls.
 *
 * With sampling, each timed call stands for ptime_sample calls. Only this function scales counts,
 * so all readers get estimates.
 *
 * Context: process.
 */
void ptime_hist_add_cpu(struct ptime_hist *to, struct ptime_percpu_hist __percpu *from,
			int cpu, enum ptime_cost_kind kind)
{
	const struct ptime_percpu_hist *hist = per_cpu_ptr(from, cpu);
	u64 calls, total_ns, min_ticks, added = READ_ONCE(hist->added_ticks);
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);

	hist_add_self(to, hist, cpu);
	for (bucket = 0; bucket < buckets; bucket++) {
		calls = READ_ONCE(hist->buckets[bucket]);
		to->buckets[bucket] += calls * ptime_sample;
		added += calls * ptime_cost_in_window[kind];
		if (hist->self)
			to->buckets[buckets + bucket] += calls;
	}
	smp_rmb();	/* a call that is in a bucket has written everything else before */
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
 * ptime_hist_add_all() - Add what all CPUs counted
 * @to: folded series
 * @from: per-CPU series, or NULL for an empty one
 * @kind: kind of the probe, see ptime_hist_add_cpu()
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
 * ptime_hist_calls() - Sum the calls of a folded series
 * @hist: the series
 *
 * Return: number of calls.
 */
u64 ptime_hist_calls(const struct ptime_hist *hist)
{
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);
	u64 calls = 0;

	for (bucket = 0; bucket < buckets; bucket++)
		calls += hist->buckets[bucket];
	return calls;
}
