/* SPDX-License-Identifier: GPL-2.0 */
/* stats: what is told of a series: mean, percentiles, losses */
#ifndef _PATHTIME_STATS_H
#define _PATHTIME_STATS_H

#include "model/model.h"

/**
 * struct ptool_stats - what is told of a series
 * @calls: calls counted; where there are none, no time below means anything
 * @overflowed: calls too long for any bucket but the overflow
 * @min_ns: shortest duration
 * @mean_ns: mean duration, to the nearest nanosecond
 * @p50_ns: median, by nearest rank as are the next
 * @p90_ns: 90th percentile
 * @p99_ns: 99th percentile
 * @p999_ns: 99.9th percentile
 * @max_ns: longest duration
 * @total_ns: sum of the durations
 * @packets: packets handled, where known
 * @clock_backwards: calls whose clock ran backwards
 */
struct ptool_stats {
	u64 calls;
	u64 overflowed;
	u64 min_ns;
	u64 mean_ns;
	u64 p50_ns;
	u64 p90_ns;
	u64 p99_ns;
	u64 p999_ns;
	u64 max_ns;
	u64 total_ns;
	u64 packets;
	u64 clock_backwards;
};

/* what was not measured, or not well, over all probes */
struct ptool_losses {
	u64 missed;
	u64 overflowed;
	u64 clock_backwards;
};

/**
 * ptool_stats_of() - reckon what is told of a series
 * @series: the series
 * @hist_bits: its buckets per power of two, as an exponent
 */
struct ptool_stats ptool_stats_of(const struct ptool_series *series,
				  u32 hist_bits);

/**
 * ptool_losses_of() - add up the losses of all probes
 * @model: the model
 */
struct ptool_losses ptool_losses_of(const struct ptool_model *model);

/**
 * ptool_stats_per() - a time per thing, to the nearest nanosecond
 * @total_ns: time of all
 * @count: number of things, not 0
 */
u64 ptool_stats_per(u64 total_ns, u64 count);

#endif /* _PATHTIME_STATS_H */
