/* SPDX-License-Identifier: GPL-2.0 */
/* counts: durations counted in buckets, per CPU and on all CPUs */
#ifndef _PATHTIME_COUNTS_H
#define _PATHTIME_COUNTS_H

#include "base/types.h"

/* calls whose durations are in one bucket of the histogram (hist.h) */
struct ptool_bucket {
	u32 bucket;
	u64 calls;
};

/**
 * struct ptool_series - counted durations
 * @cpu: the CPU on which the calls returned, if the series is of one CPU
 * @buckets: number of buckets that are not empty
 * @bucket: these buckets, in ascending order
 * @calls: sum of the buckets' calls
 * @total_ns: sum of the durations
 * @raw_ns: sum of the durations including probe overhead, if the model has it
 * @min_ns: shortest duration, if there are calls
 * @max_ns: longest duration, if there are calls. For self times and differences
 *	of two readings, both may be bounds of buckets.
 * @moved_ns: offset to add to @min_ns, @max_ns and the bounds of all buckets to
 *	estimate raw times; 0 except for raw times
 * @packets: packets that the calls handled; 0 if unknown
 * @clock_backwards: calls whose clock ran backwards
 * @below_overhead: calls that took less than the overhead to be subtracted, if
 *	the model knows
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
	u64 below_overhead;
};

/* durations on each CPU that has any, and their sum */
struct ptool_counts {
	struct ptool_series sum;
	u32 cpus;
	struct ptool_series *cpu;
};

/* a range of CPU numbers, both included */
struct ptool_cpu_range {
	u32 first;
	u32 last;
};

struct ptool_cpu_list {
	u32 ranges;
	struct ptool_cpu_range *range;
};

/**
 * ptool_series_release() - Release a series' buckets and clear it
 * @series: the series
 */
void ptool_series_release(struct ptool_series *series);

/**
 * ptool_series_add() - Add a series to another one
 * @sum: the series to add to
 * @add: the series to add
 */
void ptool_series_add(struct ptool_series *sum, const struct ptool_series *add);

/**
 * ptool_series_subtract() - Compute what a series counted between two readings
 * @to: set to the growth; it is all zeros
 * @hist_bits: exponent of the buckets per power of two
 * @now: the later reading
 * @before: the earlier reading
 */
void ptool_series_subtract(struct ptool_series *to, u32 hist_bits,
			   const struct ptool_series *now,
			   const struct ptool_series *before);

/**
 * ptool_series_coarsen() - Count the same durations in fewer, wider buckets
 * @to: set to the series, with its own buckets, for ptool_series_release()
 * @from: the series
 * @from_bits: exponent of its buckets per power of two
 * @to_bits: the wanted exponent, 0 to @from_bits
 *
 * A wider bucket is the union of narrower ones, so no count is estimated.
 */
void ptool_series_coarsen(struct ptool_series *to,
			  const struct ptool_series *from,
			  u32 from_bits, u32 to_bits);

/**
 * ptool_counts_release() - Release all series
 * @counts: the counts, which are empty afterwards
 */
void ptool_counts_release(struct ptool_counts *counts);

/**
 * ptool_counts_fold() - Add the series of all CPUs to the sum
 * @counts: the counts
 */
void ptool_counts_fold(struct ptool_counts *counts);

/**
 * ptool_counts_add() - Add the series of each CPU to those of the same CPU
 * @sum: the counts to add to, which may get more CPUs; its sum is not updated
 * @add: the counts to add
 */
void ptool_counts_add(struct ptool_counts *sum, const struct ptool_counts *add);

/**
 * ptool_counts_of_cpu() - Get the series of a CPU
 * @counts: the counts, or NULL
 * @cpu: number of the CPU
 *
 * Return: the series; an empty one if the CPU has none.
 */
const struct ptool_series *
ptool_counts_of_cpu(const struct ptool_counts *counts, u32 cpu);

/**
 * ptool_cpu_list_has() - Check whether a CPU is in a list
 * @list: the list
 * @cpu: number of the CPU
 *
 * Return: true if it is.
 */
bool ptool_cpu_list_has(const struct ptool_cpu_list *list, u32 cpu);

/**
 * ptool_counts_keep_cpus() - Drop the series of other CPUs
 * @counts: the counts, whose sum is not updated
 * @list: CPUs to keep
 */
void ptool_counts_keep_cpus(struct ptool_counts *counts,
			    const struct ptool_cpu_list *list);

/**
 * ptool_counts_subtract() - Compute what each CPU counted between two readings
 * @to: set to the CPUs that counted anything, without a sum
 * @hist_bits: exponent of the buckets per power of two
 * @now: the later reading
 * @before: the earlier reading, or NULL
 */
void ptool_counts_subtract(struct ptool_counts *to, u32 hist_bits,
			   const struct ptool_counts *now,
			   const struct ptool_counts *before);

/**
 * ptool_counts_coarsen() - Use fewer, wider buckets on each CPU
 * @counts: the counts, whose sum is not updated
 * @from_bits: exponent of the present buckets per power of two
 * @to_bits: the wanted exponent, 0 to @from_bits
 */
void ptool_counts_coarsen(struct ptool_counts *counts, u32 from_bits,
			  u32 to_bits);

/**
 * ptool_grown() - Compute by how much a counter has grown
 * @now: its present value
 * @before: its earlier value
 *
 * A CPU goes on counting while its counters are read. A counter that appears to
 * have shrunk is taken as unchanged.
 *
 * Return: the growth.
 */
u64 ptool_grown(u64 now, u64 before);

#endif /* _PATHTIME_COUNTS_H */
