/* SPDX-License-Identifier: GPL-2.0 */
/* percpu_hist: storage of a series on each CPU that counts */
#ifndef _PATHTIME_PERCPU_HIST_H
#define _PATHTIME_PERCPU_HIST_H

#include <asm/barrier.h>

#include <linux/compiler.h>
#include <linux/gfp.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <asm/local64.h>

#include <pathtime/hist.h>

#include "record/clock.h"
#include "record/cost.h"

extern u32 ptime_hist_bits;

struct kmem_cache;

/**
 * struct ptime_hist_memory - the larger part of a series on one CPU
 * @packets: sum of the return values, if they are numbers of packets
 * @clock_backwards: calls whose clock ran backwards, counted as 0 ns
 * @below_overhead: other calls that took less than the overhead to be subtracted, with nesting
 *	without their callees' times; this time is counted as 0 ns
 * @buckets: ptime_hist_buckets() counts; their sum is the number of calls
 */
struct ptime_hist_memory {
	local64_t packets;
	local64_t clock_backwards;
	local64_t below_overhead;
	local64_t buckets[];
};

/**
 * struct ptime_percpu_hist - one series on one CPU
 * @total_ns: sum of the durations
 * @min_ticks: shortest duration; U64_MAX if there is none
 * @fast_ticks: the smaller one of @max_ticks and ptime_clock_fast_max
 * @max_ticks: longest duration
 * @added_ticks: overhead that other calls' probes added to the durations and that was
 *	subtracted, less what was subtracted in excess; modulo 2^64. Most calls add nothing
 *	here.
 * @not_self_ns: part of @total_ns that was not spent in the function itself, including all of
 *	the calls that are not linked
 * @memory: histogram and seldom counts
 * @extra: memory of the series' kind, see struct ptime_hist_extra
 *
 * All possible CPUs have this part, and only those that count have @memory and @extra. A call needs
 * no test for that: without them, they point to memory that nobody reads.
 *
 * Durations have the overhead subtracted. The extremes are in ticks and unsigned. A call that
 * took less than its overhead, and a call that is too long for ptime_clock_ns_fast(), are
 * therefore larger than @fast_ticks and need no tests of their own.
 */
struct ptime_percpu_hist {
	u64 total_ns;
	u64 min_ticks;
	u64 fast_ticks;
	u64 max_ticks;
	u64 added_ticks;
	u64 not_self_ns;
	struct ptime_hist_memory *memory;
	void *extra;
} __aligned(64);

/**
 * struct ptime_hist_extra - memory that a kind of series has on each CPU, beyond the histogram
 * @bytes: its size
 * @cache: where it is allocated; NULL if it is large
 * @init: initialise it, or NULL if it begins as zeros
 * @unread: in place of it on CPUs that have none
 */
struct ptime_hist_extra {
	size_t bytes;
	struct kmem_cache *cache;
	void (*init)(void *extra);
	void *unread;
};

/* self times: differences of their buckets to those of the whole times, modulo 2^64 */
extern struct ptime_hist_extra ptime_hist_self_times;

/*
 * The sentinel in place of a series. Every duration is an extreme in it, so each call takes
 * the slow path, which recognises the sentinel.
 */
DECLARE_PER_CPU(struct ptime_percpu_hist, ptime_percpu_hist_none);

/**
 * struct ptime_hist - one series folded over CPUs; with sampling, an estimate of all calls
 * @total_ns: sum of the durations
 * @min_ns: shortest duration; U64_MAX if there is none
 * @max_ns: longest duration
 * @raw_ns: sum of the durations including probe overhead
 * @packets: sum of the return values, if they are numbers of packets
 * @clock_backwards: calls whose clock ran backwards, counted as 0 ns
 * @below_overhead: other calls that took less than the overhead to be subtracted
 * @self_ns: sum of the self times of calls that are linked
 * @buckets: ptime_hist_buckets() counts, whose sum is the number of calls; with nesting, as
 *	many counts of self times follow
 */
struct ptime_hist {
	u64 total_ns;
	u64 min_ns;
	u64 max_ns;
	u64 raw_ns;
	u64 packets;
	u64 clock_backwards;
	u64 below_overhead;
	u64 self_ns;
	u64 buckets[];
};

int ptime_percpu_hist_init(u32 bits, bool nesting);
void ptime_percpu_hist_exit(void);
int ptime_hist_extra_init(struct ptime_hist_extra *extra, const char *name, size_t bytes,
			  void (*init)(void *extra));
void ptime_hist_extra_exit(struct ptime_hist_extra *extra);

struct ptime_percpu_hist __percpu *ptime_percpu_hist_alloc(const struct ptime_hist_extra *extra,
							   gfp_t gfp);
void ptime_percpu_hist_free(struct ptime_percpu_hist __percpu *hist);
u64 ptime_percpu_hist_calls_unread(void);

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

/*
 * The bucket is written last and read first: a reader that sees a call in its bucket also sees
 * its total and extremes.
 */
static __always_inline void
ptime_percpu_hist_count(struct ptime_percpu_hist __percpu *hist, u64 ns, u64 bucket)
{
	this_cpu_add(hist->total_ns, ns);
	smp_wmb();	/* pairs with ptime_hist_add_cpu() */
	local64_inc(&this_cpu_read(hist->memory)->buckets[bucket]);
}

static __always_inline void ptime_percpu_hist_add_packets(struct ptime_percpu_hist __percpu *hist,
							  s64 packets)
{
	local64_add(packets, &this_cpu_read(hist->memory)->packets);
}

/* converts a duration to ns and keeps it if it is an extreme */
static __always_inline u64
ptime_percpu_hist_ns(struct ptime_percpu_hist __percpu *hist, u64 ticks)
{
	if (ptime_percpu_hist_is_slow(hist, ticks))
		return ptime_percpu_hist_extreme(hist, ticks);
	return ptime_clock_ns_fast(ticks);
}

/**
 * ptime_percpu_hist_record() - Record one call on this CPU
 * @hist: the series
 * @raw: duration by the clock in ticks, negative if the clock ran backwards
 * @ticks: duration in ticks with overhead subtracted, negative if the overhead was larger
 *
 * Slow paths are a separate function, so the fast path needs no stack frame: a new extreme, a
 * long call, a short call, a clock that ran backwards.
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
 * ptime_percpu_hist_record_self() - Record the self time of a call that has children
 * @hist: the series
 * @bucket: bucket that the call was counted in
 * @self_bucket: bucket of its self time
 * @children_ns: part of its duration that was not spent in the function itself
 * @added_ticks: overhead that other calls' probes added to the call
 *
 * Context: any, with preemption off and with nesting. Writes this CPU's memory only.
 */
static __always_inline void
ptime_percpu_hist_record_self(struct ptime_percpu_hist __percpu *hist, u64 bucket,
			      u64 self_bucket, u64 children_ns, u64 added_ticks)
{
	local64_t *self = this_cpu_read(hist->extra);

	smp_wmb();	/* pairs with hist_add_self() */
	this_cpu_add(hist->not_self_ns, children_ns);
	this_cpu_add(hist->added_ticks, added_ticks);
	local64_dec(&self[bucket]);
	local64_inc(&self[self_bucket]);
}

#endif /* _PATHTIME_PERCPU_HIST_H */
