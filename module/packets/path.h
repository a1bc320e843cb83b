/* SPDX-License-Identifier: GPL-2.0 */
/* path: the paths that packets took, with their times and slowest packets */
#ifndef _PATHTIME_PATH_H
#define _PATHTIME_PATH_H

#include <linux/types.h>

#include <asm/local64.h>

#include "packets/inflight.h"
#include "packets/stage_times.h"
#include "record/percpu_hist.h"

/**
 * struct ptime_slow - one of the slowest packets of a path
 * @total_ns: time from the first step to the last; 0 if the entry is unused
 * @stage_ns: time from the step before to each step; entry 0 is unused
 * @cpu: number of the CPU on which each step was taken
 * @irq_ns: time that the CPUs were in interrupts meanwhile, see @irq
 * @irq: enum ptime_slow_irq
 * @flow: flow key of the packet
 * @in: ifindex of the device that received the packet, or 0
 * @out: ifindex of the device that sent the packet, or 0
 * @bytes: length of the packet
 * @end_ns: time of the last step, CLOCK_BOOTTIME
 */
struct ptime_slow {
	u64 total_ns;
	u64 stage_ns[PTIME_STEPS_MAX];
	u16 cpu[PTIME_STEPS_MAX];
	u64 irq_ns;
	u32 irq;
	struct ptime_flow_key flow;
	u32 in;
	u32 out;
	u32 bytes;
	u64 end_ns;
};

/**
 * struct ptime_path_octave - counts of the packets whose times are in the same octave
 * @packets: number of packets
 * @stage_ticks: sum of the times from a step to the next; entry 0 is that of the first two steps
 */
struct ptime_path_octave {
	local64_t packets;
	local64_t stage_ticks[PTIME_STEPS_MAX - 1];
};

/**
 * struct ptime_path_counts - counts of one path on one CPU
 * @bytes: sum of the packets' lengths at their end, without the link layer header
 * @octave: counts by ptime_octave() of the packets' times
 * @kept_ns: a packet that takes longer is kept in @slow
 * @sequence: odd while @slow changes
 * @slow: the slowest packets, unsorted; behind them, with stages=1, the stages' times
 */
struct ptime_path_counts {
	local64_t bytes;
	struct ptime_path_octave octave[PTIME_OCTAVES];
	u64 kept_ns;
	u32 sequence;
	struct ptime_slow slow[];
};

/**
 * struct ptime_path - a path: all packets with the same steps and the same cause of a drop
 * @taken: a CPU is filling in this entry, or has done so
 * @cause: why the packets were dropped (drop.h); 0 if they were not
 * @passed: the steps; the first word is written last, and is 0 before
 * @hist: histogram of the times from the first step to the last; its .extra on each CPU is a struct
 *	ptime_path_counts
 */
struct ptime_path {
	u32 taken;
	u32 cause;
	union ptime_passed passed;
	struct ptime_percpu_hist __percpu *hist;
};

extern u32 ptime_paths_max;
extern u32 ptime_paths_slowest;

/* entries of the table of paths, of which ptime_paths_max are used at most: a power of two */
static __always_inline u32 ptime_paths_entries(void)
{
	return 2 * ptime_paths_max;
}

/* the slowest packets are kept, and their flow keys */
static __always_inline bool ptime_paths_keep_flows(void)
{
	return ptime_paths_slowest && !ptime_flow_anonymous;
}

int ptime_paths_init(u32 paths, u32 slowest);
void ptime_paths_exit(void);
int ptime_paths_alloc_spare(void);
void ptime_paths_swap_spare(void);
void ptime_paths_free_spare(void);

void ptime_path_end(struct ptime_inflight *record, const struct sk_buff *skb, u8 step, u32 out,
		    u32 cause);
void ptime_path_end_before(struct ptime_inflight *record, const struct sk_buff *skb, u8 step,
			   u32 out);

/**
 * struct ptime_path_sum - a path and its sums over CPUs, for readers
 * @passed: the steps
 * @steps: number of steps
 * @cause: why the packets were dropped (drop.h), or 0
 * @bytes: sum of the packets' lengths
 * @stage_ns: sum of the times from the step before to each step; entry 0 is unused
 */
struct ptime_path_sum {
	union ptime_passed passed;
	u32 steps;
	u32 cause;
	u64 bytes;
	u64 stage_ns[PTIME_STEPS_MAX];
};

/**
 * struct ptime_octave_sum - packets of a path in the same octave, for readers
 * @packets: number of packets
 * @stage_ns: sum of the times from the step before to each step; entry 0 is unused
 */
struct ptime_octave_sum {
	u64 packets;
	u64 stage_ns[PTIME_STEPS_MAX];
};

/**
 * struct ptime_path_parts - counts of a path by octave and by stage, for readers
 * @octave: counts by octave of the packets' times
 * @stage: with stages=1, the times of each stage; entry 0 is that of the first two steps
 */
struct ptime_path_parts {
	struct ptime_octave_sum octave[PTIME_OCTAVES];
	struct ptime_stage_sum stage[PTIME_STEPS_MAX - 1];
};

void ptime_paths_begin(void);
bool ptime_path_exists(u32 number);
void ptime_path_report(u32 number, struct ptime_path_sum *sum);
void ptime_path_add_cpu(u32 number, int cpu, struct ptime_hist *hist, struct ptime_path_sum *sum,
			struct ptime_path_parts *parts);
unsigned int ptime_path_slowest(u32 number, struct ptime_slow *slowest);
void ptime_path_read(u32 number, struct ptime_hist *hist, struct ptime_path_sum *sum);
u64 ptime_path_losses(enum ptime_path_loss loss);

#endif /* _PATHTIME_PATH_H */
