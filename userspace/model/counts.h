/* SPDX-License-Identifier: GPL-2.0 */
/* counts: durations counted in buckets, on each CPU and on all */
#ifndef _PATHTIME_COUNTS_H
#define _PATHTIME_COUNTS_H

#include "base/types.h"

/* calls with durations of one histogram bucket (hist.h) */
struct ptool_bucket {
	u32 bucket;
	u64 calls;
};

/**
 * struct ptool_series - durations counted
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
struct ptool_series {
	u32 cpu;
	u32 buckets;
	struct ptool_bucket *bucket;
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
struct ptool_counts {
	struct ptool_series sum;
	u32 cpus;
	struct ptool_series *cpu;
};

/* numbers of the CPUs to keep, as ranges */
struct ptool_cpu_range {
	u32 first;
	u32 last;
};

struct ptool_cpu_list {
	u32 ranges;
	struct ptool_cpu_range *range;
};

/**
 * ptool_series_release() - give a series' buckets back
 * @series: the series
 */
void ptool_series_release(struct ptool_series *series);

/**
 * ptool_series_add() - add what another series counted
 * @sum: the series that gets it
 * @add: what is added
 */
void ptool_series_add(struct ptool_series *sum, const struct ptool_series *add);

/**
 * ptool_series_coarsen() - the same durations in fewer, wider buckets
 * @to: gets buckets of its own, for ptool_series_release()
 * @from: the series
 * @from_bits: its buckets per power of two, as an exponent
 * @to_bits: those wanted, 0 to @from_bits
 *
 * A wider bucket is the union of narrower ones, so no count is guessed.
 */
void ptool_series_coarsen(struct ptool_series *to,
			  const struct ptool_series *from,
			  u32 from_bits, u32 to_bits);

/**
 * ptool_counts_release() - give back the memory of all series
 * @counts: the counts, which are empty afterwards
 */
void ptool_counts_release(struct ptool_counts *counts);

/**
 * ptool_counts_fold() - add the CPUs up
 * @counts: CPUs, and a sum to which they are added
 */
void ptool_counts_fold(struct ptool_counts *counts);

/**
 * ptool_counts_add() - add what each CPU counted to what it has counted before
 * @sum: the CPUs that get it, or are added; its sum stays what it was
 * @add: what is added
 */
void ptool_counts_add(struct ptool_counts *sum, const struct ptool_counts *add);

/**
 * ptool_counts_of_cpu() - what one CPU counted
 * @counts: what all of them counted; may be NULL
 * @cpu: its number
 *
 * Return: its series; one without calls where it counted nothing.
 */
const struct ptool_series *
ptool_counts_of_cpu(const struct ptool_counts *counts, u32 cpu);

/**
 * ptool_cpu_list_has() - whether a CPU is in a list
 * @list: the list
 * @cpu: its number
 */
bool ptool_cpu_list_has(const struct ptool_cpu_list *list, u32 cpu);

/**
 * ptool_counts_keep_cpus() - leave out what other CPUs counted
 * @counts: the counts, whose sum stays what it was
 * @list: CPUs to keep
 */
void ptool_counts_keep_cpus(struct ptool_counts *counts,
			    const struct ptool_cpu_list *list);

/**
 * ptool_counts_subtract() - what each CPU counted between two readings
 * @to: gets the CPUs that counted anything, but no sum
 * @hist_bits: buckets per power of two, as an exponent
 * @now: the later reading
 * @before: the earlier one; NULL for none
 */
void ptool_counts_subtract(struct ptool_counts *to, u32 hist_bits,
			   const struct ptool_counts *now,
			   const struct ptool_counts *before);

/**
 * ptool_counts_coarsen() - have fewer, wider buckets on each CPU
 * @counts: the counts, whose sum stays what it was
 * @from_bits: buckets per power of two, as an exponent
 * @to_bits: those wanted, 0 to @from_bits
 */
void ptool_counts_coarsen(struct ptool_counts *counts, u32 from_bits,
			  u32 to_bits);

/**
 * ptool_grown() - by how much a counter has grown
 * @now: what it is
 * @before: what it was
 *
 * Counters only grow, but one CPU's are read while it counts: those that did not are
 * taken for the same.
 */
u64 ptool_grown(u64 now, u64 before);

#endif /* _PATHTIME_COUNTS_H */
