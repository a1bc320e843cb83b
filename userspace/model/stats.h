/* SPDX-License-Identifier: GPL-2.0 */
/* stats: figures of a series: mean, percentiles, losses */
#ifndef _PATHTIME_STATS_H
#define _PATHTIME_STATS_H

#include "model/model.h"
#include <pathtime/hist.h>

/**
 * struct ptool_stats - figures of a series
 * @calls: number of calls; if 0, the times below are meaningless
 * @overflowed: calls in the overflow bucket
 * @min_ns: shortest duration
 * @mean_ns: mean duration, to the nearest nanosecond
 * @max_ns: longest duration
 * @total_ns: sum of the durations
 * @packets: packets handled; 0 if unknown
 * @clock_backwards: calls whose clock ran backwards
 *
 * There is also a member for each percentile of <pathtime/percentiles.def>, such as .p50_ns.
 * Percentiles are by nearest rank.
 */
struct ptool_stats {
	u64 calls;
	u64 overflowed;
	u64 min_ns;
	u64 mean_ns;
#define PTIME_PERCENTILE(_name, _permyriad, _key, ...)	u64 _key##_ns;
#include <pathtime/percentiles.def>
	u64 max_ns;
	u64 total_ns;
	u64 packets;
	u64 clock_backwards;
};

/* calls of all probes that were not measured, or not exactly */
struct ptool_losses {
	u64 missed;
	u64 overflowed;
	u64 clock_backwards;
};

/**
 * ptool_stats_of() - Compute the figures of a series
 * @series: the series
 * @hist_bits: exponent of its buckets per power of two
 *
 * Return: the figures.
 */
struct ptool_stats ptool_stats_of(const struct ptool_series *series,
				  u32 hist_bits);

/**
 * ptool_losses_of() - Add up the losses of all probes
 * @model: the model
 *
 * Return: the losses.
 */
struct ptool_losses ptool_losses_of(const struct ptool_model *model);

/**
 * ptool_stats_per() - Divide a time, rounding to the nearest nanosecond
 * @total_ns: the time
 * @count: the divisor, not 0
 *
 * Return: the quotient.
 */
u64 ptool_stats_per(u64 total_ns, u64 count);

#endif /* _PATHTIME_STATS_H */
