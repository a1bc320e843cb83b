/* SPDX-License-Identifier: GPL-2.0 */
/* percpu_hist: storage of a series on each CPU around the bucket arithmetic */
#ifndef _PATHTIME_PERCPU_HIST_H
#define _PATHTIME_PERCPU_HIST_H

#include <asm/barrier.h>

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <pathtime/hist.h>

extern u32 ptime_hist_bits;

/**
 * struct ptime_hist - one series: per CPU, or folded
 * @total_ns: sum of the durations
 * @min_ns: shortest duration, U64_MAX where there is none
 * @max_ns: longest duration
 * @packets: sum of the return values, where they count packets
 * @clock_backwards: calls whose clock ran backwards, counted as 0 ns
 * @buckets: ptime_hist_buckets() counts; their sum is the number of calls
 */
struct ptime_hist {
	u64 total_ns;
	u64 min_ns;
	u64 max_ns;
	u64 packets;
	u64 clock_backwards;
	u64 buckets[];
};

struct ptime_hist __percpu *ptime_percpu_hist_alloc(void);
void ptime_percpu_hist_free(struct ptime_hist __percpu *hist);

struct ptime_hist *ptime_hist_alloc(void);
void ptime_hist_free(struct ptime_hist *hist);
void ptime_hist_clear(struct ptime_hist *hist);
void ptime_hist_add_cpu(struct ptime_hist *to,
			struct ptime_hist __percpu *from, int cpu);
void ptime_hist_add_all(struct ptime_hist *to, struct ptime_hist __percpu *from);
u64 ptime_hist_calls(const struct ptime_hist *hist);

void ptime_percpu_hist_extend(struct ptime_hist __percpu *hist, u64 ns);

/* the bucket comes last and is read first: who sees a call sees its extremes */
static __always_inline void
ptime_percpu_hist_count(struct ptime_hist __percpu *hist, u64 ns)
{
	this_cpu_add(hist->total_ns, ns);
	smp_wmb();	/* pairs with ptime_hist_add_cpu() */
	this_cpu_inc(hist->buckets[ptime_hist_bucket(ptime_hist_bits, ns)]);
}

/**
 * ptime_percpu_hist_record() - count one call on this CPU
 * @hist: the series
 * @ns: duration in ns
 *
 * A new extreme goes another way from here on, so that the usual way needs no
 * stack: it is a tail call.
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void
ptime_percpu_hist_record(struct ptime_hist __percpu *hist, u64 ns)
{
	if (unlikely(ns < this_cpu_read(hist->min_ns) ||
		     ns > this_cpu_read(hist->max_ns)))
		ptime_percpu_hist_extend(hist, ns);
	else
		ptime_percpu_hist_count(hist, ns);
}

#endif /* _PATHTIME_PERCPU_HIST_H */
