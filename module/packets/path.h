/* SPDX-License-Identifier: GPL-2.0 */
/* path: the roads that packets took, with their times */
#ifndef _PATHTIME_PATH_H
#define _PATHTIME_PATH_H

#include <linux/types.h>

#include "packets/inflight.h"
#include "record/percpu_hist.h"

/**
 * struct ptime_slow - a packet that took long
 * @total_ns: from its first step to the last; 0 where there is none
 * @stage_ns: of that, from one step to the next; the first is none
 * @flow: what it was part of
 * @in: number of the device that received it, or 0
 * @out: number of the device that it was sent by, or 0
 * @bytes: its length
 * @end_ns: when it came to its end, CLOCK_BOOTTIME
 */
struct ptime_slow {
	u64 total_ns;
	u64 stage_ns[PTIME_STEPS_MAX];
	struct ptime_flow_key flow;
	u32 in;
	u32 out;
	u32 bytes;
	u64 end_ns;
};

/**
 * struct ptime_path_counts - one path on one CPU
 * @bytes: sum of the packets' lengths at their end, without the link layer's header
 * @stage_ticks: sums of the times from one step to the next; the first is none
 * @kept_ns: a packet that took longer is kept
 * @sequence: odd while @slow changes
 * @slow: the slowest packets
 */
struct ptime_path_counts {
	u64 bytes;
	u64 stage_ticks[PTIME_STEPS_MAX];
	u64 kept_ns;
	u32 sequence;
	struct ptime_slow slow[];
};

/**
 * struct ptime_path - one road
 * @taken: a CPU makes it, or has
 * @reason: why its packets were dropped, as the kernel has it; 0 where they were not, or
 *	it does not say
 * @passed: the steps; the first word is written last, and 0 before
 * @hist: times from the first step to the last
 * @counts: all else
 */
struct ptime_path {
	u32 taken;
	u32 reason;
	union ptime_passed passed;
	struct ptime_percpu_hist __percpu *hist;
	struct ptime_path_counts __percpu *counts;
};

extern u32 ptime_paths_max;
extern u32 ptime_paths_slowest;

int ptime_paths_init(u32 paths, u32 slowest);
void ptime_paths_exit(void);
int ptime_paths_alloc_spare(void);
void ptime_paths_swap_spare(void);
void ptime_paths_free_spare(void);

void ptime_path_end(struct ptime_inflight *record, const struct sk_buff *skb, u8 step, u32 out,
		    u32 reason);

/**
 * struct ptime_path_sum - a path, as readers see it
 * @passed: its steps
 * @steps: number of these
 * @reason: why they were dropped, as the kernel has it, or 0
 * @bytes: sum of their lengths
 * @stage_ns: sums of the times from one step to the next; the first is none
 */
struct ptime_path_sum {
	union ptime_passed passed;
	u32 steps;
	u32 reason;
	u64 bytes;
	u64 stage_ns[PTIME_STEPS_MAX];
};

bool ptime_path_exists(u32 number);
void ptime_path_report(u32 number, struct ptime_path_sum *sum);
void ptime_path_add_cpu(u32 number, int cpu, struct ptime_hist *hist, struct ptime_path_sum *sum);
unsigned int ptime_path_slowest(u32 number, struct ptime_slow *slowest);
void ptime_path_read(u32 number, struct ptime_hist *hist, struct ptime_path_sum *sum);
u64 ptime_path_losses(enum ptime_path_loss loss);
const char *ptime_step_name(u8 step);
const char *ptime_drop_reason_name(u32 reason);

#endif /* _PATHTIME_PATH_H */
