/* SPDX-License-Identifier: GPL-2.0 */
/* counts: durations counted in buckets, on each CPU and on all */
#ifndef _PATHTIME_COUNTS_H
#define _PATHTIME_COUNTS_H

#include "base/types.h"

/* calls with durations of one histogram bucket (hist.h) */
struct ptime_bucket {
	u32 bucket;
	u64 calls;
};

/**
 * struct ptime_series - durations counted
 * @cpu: the CPU the calls returned on, where it is of one CPU
 * @buckets: number of buckets that are not empty
 * @bucket: these, in ascending order
 * @calls: sum of the buckets' calls
 * @total_ns: sum of the durations
 * @raw_ns: sum of the durations with what probes added, where the model has that
 * @min_ns: shortest duration, where there are calls
 * @max_ns: longest duration, where there are calls; of self times both may be bounds
 *	of buckets
 * @moved_ns: what is to be added to @min_ns, @max_ns and the bounds of all buckets,
 *	for an estimate of raw ones; 0 but for raw times
 * @packets: packets the calls handled, where that is known; else 0
 * @clock_backwards: calls whose clock ran backwards
 */
struct ptime_series {
	u32 cpu;
	u32 buckets;
	struct ptime_bucket *bucket;
	u64 calls;
	u64 total_ns;
	u64 raw_ns;
	u64 min_ns;
	u64 max_ns;
	u64 moved_ns;
	u64 packets;
	u64 clock_backwards;
};

/* durations on each CPU that counted any, and their sum */
struct ptime_counts {
	struct ptime_series sum;
	u32 cpus;
	struct ptime_series *cpu;
};

/* numbers of the CPUs to keep, as ranges */
struct ptime_cpu_range {
	u32 first;
	u32 last;
};

struct ptime_cpu_list {
	u32 ranges;
	struct ptime_cpu_range *range;
};

/**
 * ptime_series_release() - give a series' buckets back
 * @series: the series
 */
void ptime_series_release(struct ptime_series *series);

/**
 * ptime_series_add() - add what another series counted
 * @sum: the series that gets it
 * @add: what is added
 */
void ptime_series_add(struct ptime_series *sum, const struct ptime_series *add);

/**
 * ptime_series_coarsen() - the same durations in fewer, wider buckets
 * @to: gets buckets of its own, for ptime_series_release()
 * @from: the series
 * @from_bits: its buckets per power of two, as an exponent
 * @to_bits: those wanted, 0 to @from_bits
 *
 * A wider bucket is the union of narrower ones, so no count is guessed.
 */
void ptime_series_coarsen(struct ptime_series *to,
			  const struct ptime_series *from,
			  u32 from_bits, u32 to_bits);

/**
 * ptime_counts_release() - give back the memory of all series
 * @counts: the counts, which are empty afterwards
 */
void ptime_counts_release(struct ptime_counts *counts);

/**
 * ptime_counts_fold() - add the CPUs up
 * @counts: CPUs, and a sum to which they are added
 */
void ptime_counts_fold(struct ptime_counts *counts);

/**
 * ptime_counts_add() - add what each CPU counted to what it has counted before
 * @sum: the CPUs that get it, or are added; its sum stays what it was
 * @add: what is added
 */
void ptime_counts_add(struct ptime_counts *sum, const struct ptime_counts *add);

/**
 * ptime_counts_of_cpu() - what one CPU counted
 * @counts: what all of them counted; may be NULL
 * @cpu: its number
 *
 * Return: its series; one without calls where it counted nothing.
 */
const struct ptime_series *
ptime_counts_of_cpu(const struct ptime_counts *counts, u32 cpu);

/**
 * ptime_cpu_list_has() - whether a CPU is in a list
 * @list: the list
 * @cpu: its number
 */
bool ptime_cpu_list_has(const struct ptime_cpu_list *list, u32 cpu);

/**
 * ptime_counts_keep_cpus() - leave out what other CPUs counted
 * @counts: the counts, whose sum stays what it was
 * @list: CPUs to keep
 */
void ptime_counts_keep_cpus(struct ptime_counts *counts,
			    const struct ptime_cpu_list *list);

/**
 * ptime_counts_subtract() - what each CPU counted between two readings
 * @to: gets the CPUs that counted anything, but no sum
 * @hist_bits: buckets per power of two, as an exponent
 * @now: the later reading
 * @before: the earlier one; NULL for none
 */
void ptime_counts_subtract(struct ptime_counts *to, u32 hist_bits,
			   const struct ptime_counts *now,
			   const struct ptime_counts *before);

/**
 * ptime_counts_coarsen() - have fewer, wider buckets on each CPU
 * @counts: the counts, whose sum stays what it was
 * @from_bits: buckets per power of two, as an exponent
 * @to_bits: those wanted, 0 to @from_bits
 */
void ptime_counts_coarsen(struct ptime_counts *counts, u32 from_bits,
			  u32 to_bits);

/**
 * ptime_grown() - by how much a counter has grown
 * @now: what it is
 * @before: what it was
 *
 * Counters only grow, but one CPU's are read while it counts: those that did not are
 * taken for the same.
 */
u64 ptime_grown(u64 now, u64 before);

#endif /* _PATHTIME_COUNTS_H */
