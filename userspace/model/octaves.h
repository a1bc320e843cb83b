/* SPDX-License-Identifier: GPL-2.0 */
/*
 * octaves: the packets of a path, by the power of two that their time is in
 *
 * The octaves of hist.h. They show where slow packets spend more time than
 * others. All octaves' sums of a step are the path's.
 */
#ifndef _PATHTIME_OCTAVES_H
#define _PATHTIME_OCTAVES_H

#include <pathtime/abi.h>

#include "base/types.h"
#include <pathtime/hist.h>

/**
 * struct ptool_octave - packets of a path in the same octave
 * @packets: number of packets, on all CPUs
 * @step_ns: sums of the times since the previous step; 0 for the first one
 */
struct ptool_octave {
	u64 packets;
	u64 step_ns[PTIME_STEPS_MAX];
};

/**
 * ptool_octaves_difference() - Compute what was counted between two readings
 * @now: PTIME_OCTAVES octaves of the later reading; NULL if they are not known
 * @before: those of the earlier reading; NULL if the path had no packets
 *
 * Return: new octaves, for free(); NULL if @now is.
 */
struct ptool_octave *ptool_octaves_difference(const struct ptool_octave *now,
					      const struct ptool_octave *before);

/**
 * ptool_octaves_add() - Add the octaves of the same path of another reading
 * @to: the octaves to add to; freed if @from is NULL
 * @from: the octaves to add; NULL if they are not known
 *
 * Both are of paths that have packets.
 *
 * Return: @to, or NULL if those of the sum are not known.
 */
struct ptool_octave *ptool_octaves_add(struct ptool_octave *to,
				       const struct ptool_octave *from);

#endif /* _PATHTIME_OCTAVES_H */
