// SPDX-License-Identifier: GPL-2.0
/* percpu_hist: allocates, folds and frees the storage of a series */
#include <linux/cache.h>
#include <linux/cpumask.h>
#include <linux/hashtable.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>

#include "record/counting_cpus.h"
#include "record/percpu_hist.h"
#include "record/sample.h"
#include "record/shadow_stack.h"

u32 ptime_hist_bits __ro_after_init = PTIME_HIST_BITS_DEFAULT;

DEFINE_PER_CPU(struct ptime_percpu_hist, ptime_percpu_hist_none) = { .min_ticks = U64_MAX };

struct ptime_hist_extra ptime_hist_self_times __ro_after_init;

/* histograms: their memory is of one kind, as is what a kind of series has beyond it */
static struct ptime_hist_extra histograms __ro_after_init;

/**
 * struct hist_series - a series, for those who allocate and free it
 * @memory: to be notified of CPUs
 * @node: in the table of all series
 * @hist: the series
 * @extra: its kind, or NULL
 */
struct hist_series {
	struct ptime_cpu_memory memory;
	struct hlist_node node;
	struct ptime_percpu_hist __percpu *hist;
	const struct ptime_hist_extra *extra;
};

/* by their .hist */
static DEFINE_HASHTABLE(all_series, 8);
static DEFINE_MUTEX(series_mutex);

static size_t hist_bytes(void)
{
	struct ptime_hist *hist;

	return struct_size(hist, buckets,
			   ptime_hist_buckets(ptime_hist_bits) * (1 + ptime_nesting));
}

/*
 * More than this is not allocated in a cache: that would need eight contiguous pages, which a
 * machine that has run for long may not have.
 */
#define CACHED_BYTES_MAX	8192U

static void *extra_alloc(const struct ptime_hist_extra *extra, int cpu, gfp_t gfp)
{
	int node = ptime_node_of(cpu);
	void *one = extra->cache ? kmem_cache_alloc_node(extra->cache, gfp | __GFP_ZERO, node) :
				   kvmalloc_node(extra->bytes, gfp | __GFP_ZERO, node);

	if (one && extra->init)
		extra->init(one);
	return one;
}

static void extra_free(const struct ptime_hist_extra *extra, void *one)
{
	if (extra->cache)
		kmem_cache_free(extra->cache, one);
	else
		kvfree(one);
}

/**
 * ptime_hist_extra_init() - Set up what a kind of series has on each CPU that counts
 * @extra: the kind
 * @name: name in /proc/slabinfo, unless it is large
 * @bytes: size on each CPU
 * @init: initialise it, or NULL if it begins as zeros
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_hist_extra_init(struct ptime_hist_extra *extra, const char *name, size_t bytes,
				 void (*init)(void *extra))
{
	extra->bytes = bytes;
	if (bytes <= CACHED_BYTES_MAX) {
		extra->cache = kmem_cache_create(name, bytes, 0, SLAB_HWCACHE_ALIGN, NULL);
		if (!extra->cache)
			return -ENOMEM;
	}
	extra->init = init;
	extra->unread = extra_alloc(extra, raw_smp_processor_id(), GFP_KERNEL);
	if (extra->unread)
		return 0;
	kmem_cache_destroy(extra->cache);
	return -ENOMEM;
}

/* when no series of the kind is left */
void ptime_hist_extra_exit(struct ptime_hist_extra *extra)
{
	extra_free(extra, extra->unread);
	kmem_cache_destroy(extra->cache);
}

/**
 * ptime_percpu_hist_init() - Set up the memory that series are allocated from
 * @bits: exponent of the buckets per power of two
 * @nesting: series have self times
 *
 * Context: process, may sleep, at load, after ptime_counting_cpus_init().
 * Return: 0 or -ENOMEM.
 */
int __init ptime_percpu_hist_init(u32 bits, bool nesting)
{
	u32 buckets = ptime_hist_buckets(bits);
	struct ptime_hist_memory *memory;
	int cpu, err;

	ptime_hist_bits = bits;
	err = ptime_hist_extra_init(&histograms, "pathtime_times",
				    struct_size(memory, buckets, buckets), NULL);
	if (err)
		return err;
	if (nesting)
		err = ptime_hist_extra_init(&ptime_hist_self_times, "pathtime_self_times",
					    buckets * sizeof(local64_t), NULL);
	if (err)
		goto err_exit_histograms;
	for_each_possible_cpu(cpu)
		per_cpu(ptime_percpu_hist_none, cpu).memory = histograms.unread;
	return 0;

err_exit_histograms:
	ptime_hist_extra_exit(&histograms);
	return err;
}

/* when all series are freed */
void ptime_percpu_hist_exit(void)
{
	if (ptime_hist_self_times.unread)
		ptime_hist_extra_exit(&ptime_hist_self_times);
	ptime_hist_extra_exit(&histograms);
}

/* If there is no memory, nobody reads what the CPU counts. */
static int series_add_cpu(struct ptime_cpu_memory *memory, int cpu, gfp_t gfp)
{
	struct hist_series *series = container_of(memory, struct hist_series, memory);
	struct ptime_percpu_hist *one = per_cpu_ptr(series->hist, cpu);
	void *histogram, *extra = NULL;

	if (one->memory != histograms.unread)
		return 0;
	histogram = extra_alloc(&histograms, cpu, gfp);
	if (!histogram)
		return -ENOMEM;
	if (series->extra) {
		extra = extra_alloc(series->extra, cpu, gfp);
		if (!extra) {
			extra_free(&histograms, histogram);
			return -ENOMEM;
		}
		WRITE_ONCE(one->extra, extra);
	}
	/* a reader that finds it finds the other one, too */
	smp_store_release(&one->memory, histogram);
	return 0;
}

static void series_free_cpus(struct hist_series *series)
{
	struct ptime_percpu_hist *one;
	int cpu;

	for_each_possible_cpu(cpu) {
		one = per_cpu_ptr(series->hist, cpu);
		if (one->memory != histograms.unread)
			extra_free(&histograms, one->memory);
		if (series->extra && one->extra != series->extra->unread)
			extra_free(series->extra, one->extra);
	}
}

static void series_begin_unread(struct hist_series *series)
{
	struct ptime_percpu_hist *one;
	int cpu;

	for_each_possible_cpu(cpu) {
		one = per_cpu_ptr(series->hist, cpu);
		one->min_ticks = U64_MAX;
		one->memory = histograms.unread;
		if (series->extra)
			one->extra = series->extra->unread;
	}
}

static struct hist_series *series_alloc(const struct ptime_hist_extra *extra, gfp_t gfp)
{
	struct hist_series *series = kmalloc(sizeof(*series), gfp);

	if (!series)
		return NULL;
	series->hist = alloc_percpu_gfp(struct ptime_percpu_hist, gfp);
	if (!series->hist) {
		kfree(series);
		return NULL;
	}
	series->extra = extra;
	series->memory.add_cpu = series_add_cpu;
	series_begin_unread(series);
	return series;
}

static void series_free(struct hist_series *series)
{
	series_free_cpus(series);
	free_percpu(series->hist);
	kfree(series);
}

/**
 * ptime_percpu_hist_alloc() - Allocate an empty series
 * @extra: kind of the series, or NULL if it has a histogram only
 * @gfp: GFP_KERNEL, or PTIME_GFP_SPARE if no command is to be carried out
 *
 * Takes 4.2 KiB on each CPU that counts at the default of 16 buckets per power of two, and 30.1 KiB
 * at 128, and what @extra has. All possible CPUs take 64 bytes.
 *
 * Context: process, may sleep.
 * Return: the series, or NULL.
 */
struct ptime_percpu_hist __percpu *ptime_percpu_hist_alloc(const struct ptime_hist_extra *extra,
							   gfp_t gfp)
{
	struct hist_series *series = series_alloc(extra, gfp);

	if (!series)
		return NULL;
	if (ptime_cpu_memory_add(&series->memory, gfp)) {
		series_free(series);
		return NULL;
	}
	mutex_lock(&series_mutex);
	hash_add(all_series, &series->node, (unsigned long)series->hist);
	mutex_unlock(&series_mutex);
	return series->hist;
}

static struct hist_series *series_take_out(struct ptime_percpu_hist __percpu *hist)
{
	struct hist_series *series;

	mutex_lock(&series_mutex);
	hash_for_each_possible(all_series, series, node, (unsigned long)hist)
		if (series->hist == hist) {
			hash_del(&series->node);
			break;
		}
	mutex_unlock(&series_mutex);
	return series;
}

/**
 * ptime_percpu_hist_free() - Free a series
 * @hist: the series, to which no probe writes any more, or NULL
 *
 * Context: process, may sleep.
 */
void ptime_percpu_hist_free(struct ptime_percpu_hist __percpu *hist)
{
	struct hist_series *series;

	if (!hist)
		return;
	series = series_take_out(hist);
	ptime_cpu_memory_remove(&series->memory);
	series_free(series);
}

static u64 memory_calls(const struct ptime_hist_memory *memory)
{
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);
	u64 calls = 0;

	for (bucket = 0; bucket < buckets; bucket++)
		calls += local64_read(&memory->buckets[bucket]);
	return calls;
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
	const struct ptime_hist_memory *memory;
	u64 calls = 0;
	int cpu;

	if (!hist)
		return 0;
	for_each_counting_cpu(cpu) {
		memory = READ_ONCE(per_cpu_ptr(hist, cpu)->memory);
		if (memory != histograms.unread)
			calls += memory_calls(memory);
	}
	return calls;
}

/**
 * ptime_percpu_hist_calls_unread() - Count the calls that were lost for want of memory
 *
 * Context: process.
 * Return: calls since load on CPUs that came up when there was no memory. If there are several
 * such CPUs, some calls may be missing.
 */
u64 ptime_percpu_hist_calls_unread(void)
{
	return memory_calls(histograms.unread);
}

/**
 * ptime_percpu_hist_short() - Count a call that took less than the overhead to be subtracted
 * @hist: the series
 * @raw: duration by the clock in ticks; if it is negative, the clock ran backwards, which is
 *	counted apart
 * @ticks: duration in ticks with all overhead subtracted, negative
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 * Return: ticks that were subtracted in excess.
 */
notrace u64 ptime_percpu_hist_short(struct ptime_percpu_hist __percpu *hist, u64 raw, u64 ticks)
{
	u64 excess = -ticks;

	if ((s64)raw < 0) {
		local64_inc(&this_cpu_read(hist->memory)->clock_backwards);
		excess += raw;
	} else {
		local64_inc(&this_cpu_read(hist->memory)->below_overhead);
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
	local64_t *self = this_cpu_read(hist->extra);

	smp_wmb();	/* pairs with hist_add_self() */
	this_cpu_add(hist->not_self_ns, ns);
	local64_dec(&self[ptime_hist_bucket(ptime_hist_bits, ns)]);
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
static void hist_add_self(struct ptime_hist *to, const struct ptime_percpu_hist *hist)
{
	u32 bucket, buckets = ptime_hist_buckets(ptime_hist_bits);
	const local64_t *self = hist->extra;

	for (bucket = 0; bucket < buckets; bucket++)
		to->buckets[buckets + bucket] += local64_read(&self[bucket]);
	to->self_ns -= READ_ONCE(hist->not_self_ns);
	smp_rmb();	/* a call that was read here is in a bucket */
}

/**
 * ptime_hist_add_cpu() - Add what one CPU counted
 * @to: folded series
 * @from: per-CPU series; the CPU may be counting at the same time
 * @cpu: number of a possible CPU
 * @kind: kind of the probe, for the raw times. If the probe has changed its kind, the present
 *	one applies to all calls. PTIME_COST_NONE for times that are not those of calls, which have
 *	no self times.
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
	/* pairs with series_add_cpu() */
	const struct ptime_hist_memory *memory = smp_load_acquire(&hist->memory);
	bool self = kind != PTIME_COST_NONE && ptime_nesting;

	if (memory == histograms.unread)
		return;
	if (self)
		hist_add_self(to, hist);
	for (bucket = 0; bucket < buckets; bucket++) {
		calls = local64_read(&memory->buckets[bucket]);
		to->buckets[bucket] += calls * ptime_sample;
		added += calls * ptime_cost_in_window[kind];
		if (self)
			to->buckets[buckets + bucket] += calls;
	}
	smp_rmb();	/* a call that is in a bucket has written everything else before */
	total_ns = READ_ONCE(hist->total_ns);
	to->total_ns += total_ns * ptime_sample;
	if (self)
		to->self_ns += total_ns;
	min_ticks = READ_ONCE(hist->min_ticks);
	if (min_ticks != U64_MAX)
		to->min_ns = min(to->min_ns, ptime_clock_ns(min_ticks));
	to->max_ns = max(to->max_ns, ptime_clock_ns(READ_ONCE(hist->max_ticks)));
	to->raw_ns += ptime_cost_raw_ns(total_ns, added) * ptime_sample;
	to->packets += local64_read(&memory->packets) * ptime_sample;
	to->clock_backwards += local64_read(&memory->clock_backwards) * ptime_sample;
	to->below_overhead += local64_read(&memory->below_overhead) * ptime_sample;
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
	for_each_counting_cpu(cpu)
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
