/* SPDX-License-Identifier: GPL-2.0 */
/* stage_times: how long the packets of a path took from a step to the next */
#ifndef _PATHTIME_STAGE_TIMES_H
#define _PATHTIME_STAGE_TIMES_H

#include <linux/jump_label.h>
#include <linux/types.h>

#include <asm/local64.h>

#include <pathtime/abi.h>

#include "packets/inflight.h"

/**
 * struct ptime_stage_times - the times of one stage of a path on one CPU
 * @min_ns: the shortest one; U64_MAX if there is none
 * @max_ns: the longest one
 * @buckets: number of times in each bucket (hist.h)
 */
struct ptime_stage_times {
	local64_t min_ns;
	local64_t max_ns;
	local64_t buckets[PTIME_STAGE_BUCKETS];
};

/**
 * struct ptime_stage_sum - the times of one stage of a path over CPUs, for readers
 * @min_ns: the shortest one; U64_MAX if there is none
 * @max_ns: the longest one
 * @buckets: number of times in each bucket
 */
struct ptime_stage_sum {
	u64 min_ns;
	u64 max_ns;
	u64 buckets[PTIME_STAGE_BUCKETS];
};

DECLARE_STATIC_KEY_FALSE(ptime_stage_times_kept);

void ptime_stage_times_init(bool kept);
size_t ptime_stage_times_bytes(void);
void ptime_stage_times_begin(struct ptime_stage_times *times);
void ptime_stage_times_count(struct ptime_stage_times *times, const struct ptime_inflight *record);
void ptime_stage_times_clear(struct ptime_stage_sum *sum);
void ptime_stage_times_add(struct ptime_stage_sum *sum, const struct ptime_stage_times *times,
			   u32 steps);

#endif /* _PATHTIME_STAGE_TIMES_H */
