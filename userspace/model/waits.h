/* SPDX-License-Identifier: GPL-2.0 */
/* waits: waits of the receive softirq and NAPI's polls, on each CPU */
#ifndef _PATHTIME_WAITS_H
#define _PATHTIME_WAITS_H

#include <pathtime/abi.h>

#include "base/types.h"
#include "model/counts.h"

/* polls of one CPU; as in the snapshot */
struct ptool_polls {
	u32 cpu;
	u64 full;
	u64 outside;
	u64 squeezed;
};

/**
 * struct ptool_waits - waits and polls
 * @are_known: the module was loaded with polls=1, and is no older one
 * @wait: times, or numbers of packets, by enum ptime_wait
 * @cpus: number of CPUs that have other counts
 * @cpu: these counts, in ascending order of the CPUs
 */
struct ptool_waits {
	bool are_known;
	struct ptool_counts wait[PTIME_WAITS];
	u32 cpus;
	struct ptool_polls *cpu;
};

void ptool_waits_free(struct ptool_waits *waits);

/**
 * ptool_waits_fold() - Add up the CPUs, replacing the old sums
 * @waits: the waits
 */
void ptool_waits_fold(struct ptool_waits *waits);

/**
 * ptool_waits_keep_cpus() - Drop the counts of other CPUs
 * @waits: the waits, to be folded afterwards
 * @list: CPUs to keep
 */
void ptool_waits_keep_cpus(struct ptool_waits *waits,
			   const struct ptool_cpu_list *list);

/**
 * ptool_waits_coarsen() - Use fewer, wider buckets
 * @waits: the waits, to be folded afterwards
 * @from_bits: exponent of the present buckets per power of two
 * @to_bits: the wanted exponent, 0 to @from_bits
 */
void ptool_waits_coarsen(struct ptool_waits *waits, u32 from_bits, u32 to_bits);

/**
 * ptool_waits_difference() - Compute what was counted between two readings
 * @now: the later reading
 * @before: the earlier reading, all zeros if the counts restarted since
 * @hist_bits: exponent of the buckets per power of two
 *
 * Return: new waits, not folded.
 */
struct ptool_waits ptool_waits_difference(const struct ptool_waits *now,
					  const struct ptool_waits *before,
					  u32 hist_bits);

/**
 * ptool_waits_add() - Add the waits of another reading, CPU by CPU
 * @sum: the waits to add to, to be folded afterwards
 * @add: the waits to add
 */
void ptool_waits_add(struct ptool_waits *sum, const struct ptool_waits *add);

/**
 * ptool_waits_polls() - Add up the other counts of all CPUs
 * @waits: the waits
 *
 * Return: the sum, with CPU 0.
 */
struct ptool_polls ptool_waits_polls(const struct ptool_waits *waits);

/**
 * ptool_waits_polls_of() - Get the other counts of a CPU
 * @waits: the waits
 * @cpu: number of the CPU
 *
 * Return: the counts, 0 if it has none.
 */
struct ptool_polls ptool_waits_polls_of(const struct ptool_waits *waits, u32 cpu);

/* for programs and tables: "softirq" */
const char *ptool_wait_name(enum ptime_wait wait);

/**
 * ptool_wait_number() - Get the number of packets that a value of a bucket stands for
 * @value: the middle of the bucket
 * @hist_bits: exponent of the buckets per power of two
 *
 * Polls take a whole budget more often than one packet less, and a budget is a
 * multiple of a power of two.
 *
 * Return: the bucket's lower bound.
 */
u64 ptool_wait_number(u64 value, u32 hist_bits);

/* its values are numbers of packets, not times */
bool ptool_wait_is_number(enum ptime_wait wait);

#endif /* _PATHTIME_WAITS_H */
