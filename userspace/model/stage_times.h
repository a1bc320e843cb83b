/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stage_times: how long the packets of a path took from a step to the next
 *
 * With stages=1, the module keeps a histogram of each stage, of all CPUs. Its
 * buckets are wider than those of paths: PTIME_STAGE_BITS.
 */
#ifndef _PATHTIME_STAGE_TIMES_H
#define _PATHTIME_STAGE_TIMES_H

#include <pathtime/abi.h>

#include "model/counts.h"

/**
 * ptool_stage_times_free() - Release the times of all stages of a path
 * @times: PTIME_STEPS_MAX series, by the step at which a stage ends, or NULL
 */
void ptool_stage_times_free(struct ptool_series *times);

/**
 * ptool_stage_times_difference() - Compute what was counted between two readings
 * @now: times of the later reading; NULL if they are not known
 * @before: those of the earlier reading; NULL if the path had no packets
 *
 * Return: new times, for ptool_stage_times_free(); NULL if @now is.
 */
struct ptool_series *
ptool_stage_times_difference(const struct ptool_series *now,
			     const struct ptool_series *before);

/**
 * ptool_stage_times_add() - Add the times of the same path of another reading
 * @to: the times to add to; freed if @from is NULL
 * @from: the times to add; NULL if they are not known
 *
 * Both are of paths that have packets.
 *
 * Return: @to, or NULL if those of the sum are not known.
 */
struct ptool_series *ptool_stage_times_add(struct ptool_series *to,
					   const struct ptool_series *from);

#endif /* _PATHTIME_STAGE_TIMES_H */
