// SPDX-License-Identifier: GPL-2.0
/* percpu_hist: allocates, folds and frees the storage of a series */
#include <linux/cache.h>
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/string.h>

#include "percpu_hist.h"

u32 ptime_hist_bits __ro_after_init = PTIME_HIST_BITS_DEFAULT;

static size_t hist_bytes(void)
{
	struct ptime_hist *hist;

	return struct_size(hist, buckets, ptime_hist_buckets(ptime_hist_bits));
}

/**
 * ptime_percpu_hist_alloc() - an empty series
 *
 * Some 4 KiB for each possible CPU at the default of 16 buckets per power of
 * two, 31 KiB at 128; the kernel's limit is 32 KiB (PCPU_MIN_UNIT_SIZE).
 *
 * Context: process, may sleep. Return: the series, or NULL.
 */
struct ptime_hist __percpu *ptime_percpu_hist_alloc(void)
{
	struct ptime_hist __percpu *hist;
	int cpu;

	hist = __alloc_percpu(hist_bytes(), SMP_CACHE_BYTES);
	if (!hist)
		return NULL;
	for_each_possible_cpu(cpu)
		per_cpu_ptr(hist, cpu)->min_ns = U64_MAX;
	return hist;
}

/**
 * ptime_percpu_hist_free() - free a series
 * @hist: the series, or NULL; no probe may still write to it
 *
 * Context: process.
 */
void ptime_percpu_hist_free(struct ptime_hist __percpu *hist)
{
	free_percpu(hist);
}

/**
 * ptime_percpu_hist_extend() - count a call that took longer or shorter than all
 * @hist: the series
 * @ns: duration in ns
 *
 * An interrupt may record between the test and the write, in another probe's
 * handler; without the exchange its more extreme value would be lost.
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 */
notrace void ptime_percpu_hist_extend(struct ptime_hist __percpu *hist, u64 ns)
{
	u64 seen;

	do {
		seen = this_cpu_read(hist->min_ns);
	} while (ns < seen && this_cpu_cmpxchg(hist->min_ns, seen, ns) != seen);
	do {
		seen = this_cpu_read(hist->max_ns);
	} while (ns > seen && this_cpu_cmpxchg(hist->max_ns, seen, ns) != seen);
	ptime_percpu_hist_count(hist, ns);
}
NOKPROBE_SYMBOL(ptime_percpu_hist_extend);

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
 * ptime_hist_add_cpu() - add what one CPU counted
 * @to: folded series
 * @from: per-CPU series, which may be counting meanwhile
 * @cpu: number of a possible CPU
 *
 * Context: process.
 */
void ptime_hist_add_cpu(struct ptime_hist *to,
			struct ptime_hist __percpu *from, int cpu)
{
	const struct ptime_hist *hist = per_cpu_ptr(from, cpu);
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);

	for (bucket = 0; bucket < buckets; bucket++)
		to->buckets[bucket] += READ_ONCE(hist->buckets[bucket]);
	smp_rmb();	/* a call in a bucket has written all else before */
	to->total_ns += READ_ONCE(hist->total_ns);
	to->min_ns = min(to->min_ns, READ_ONCE(hist->min_ns));
	to->max_ns = max(to->max_ns, READ_ONCE(hist->max_ns));
	to->packets += READ_ONCE(hist->packets);
	to->clock_backwards += READ_ONCE(hist->clock_backwards);
}

/**
 * ptime_hist_add_all() - add what all CPUs counted
 * @to: folded series
 * @from: per-CPU series, or NULL, which counts as empty
 *
 * Context: process.
 */
void ptime_hist_add_all(struct ptime_hist *to, struct ptime_hist __percpu *from)
{
	int cpu;

	if (!from)
		return;
	for_each_possible_cpu(cpu)
		ptime_hist_add_cpu(to, from, cpu);
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
