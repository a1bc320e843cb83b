// SPDX-License-Identifier: GPL-2.0
/* stats: figures of a series: mean, percentiles, losses */
#include "base/types.h"
#include <pathtime/hist.h>

#include "model/stats.h"

/* number of buckets of the finest histogram */
#define BUCKETS_MAX							\
	(((PTIME_HIST_VALUE_BITS + 1 - PTIME_HIST_BITS_MAX) <<		\
	  PTIME_HIST_BITS_MAX) + 1)

u64 ptool_stats_per(u64 total_ns, u64 count)
{
	u64 rest = total_ns % count;

	return total_ns / count + (rest >= count - rest);
}

static u64 moved(const struct ptool_series *series, u64 ns)
{
	return ns + series->moved_ns < ns ? ~0ULL : ns + series->moved_ns;
}

static u64 overflowed(const struct ptool_series *series, u32 hist_bits)
{
	const struct ptool_bucket *last;

	if (!series->buckets)
		return 0;
	last = &series->bucket[series->buckets - 1];
	return last->bucket == ptime_hist_overflow(hist_bits) ? last->calls : 0;
}

static void fill_percentiles(struct ptool_stats *stats,
			     const struct ptool_series *series, u32 hist_bits)
{
	const struct {
		u64 *to;
		u32 permyriad;
	} wanted[] = {
#define PTIME_PERCENTILE(_name, _permyriad, _key, ...)			\
		{ &stats->_key##_ns, _permyriad },
#include <pathtime/percentiles.def>
	};
	u64 counts[BUCKETS_MAX] = { 0 };
	size_t i;

	for (i = 0; i < series->buckets; i++)
		counts[series->bucket[i].bucket] = series->bucket[i].calls;
	for (i = 0; i < ARRAY_SIZE(wanted); i++)
		*wanted[i].to = moved(series,
				      ptime_hist_percentile(hist_bits, counts,
							    series->calls,
							    wanted[i].permyriad,
							    series->min_ns,
							    series->max_ns));
}

struct ptool_stats ptool_stats_of(const struct ptool_series *series,
				  u32 hist_bits)
{
	struct ptool_stats stats = {
		.calls = series->calls,
		.overflowed = overflowed(series, hist_bits),
		.min_ns = moved(series, series->min_ns),
		.max_ns = moved(series, series->max_ns),
		.total_ns = series->total_ns,
		.packets = series->packets,
		.clock_backwards = series->clock_backwards,
	};

	if (!stats.calls)
		return stats;
	stats.mean_ns = ptool_stats_per(stats.total_ns, stats.calls);
	fill_percentiles(&stats, series, hist_bits);
	return stats;
}

struct ptool_losses ptool_losses_of(const struct ptool_model *model)
{
	struct ptool_losses losses = { 0 };
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const struct ptool_series *sum = &model->probe[i].counts.sum;

		losses.missed += model->probe[i].missed;
		losses.overflowed += overflowed(sum, model->hist_bits);
		losses.clock_backwards += sum->clock_backwards;
	}
	return losses;
}
