// SPDX-License-Identifier: GPL-2.0
/* stats: figures of a series: mean, percentiles, losses */
#include <stdio.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "model/stats.h"

u64 ptool_stats_per(u64 total_ns, u64 count)
{
	u64 rest = total_ns % count;

	return total_ns / count + (rest >= count - rest);
}

static u64 moved(const struct ptool_series *series, u64 ns)
{
	return ns + series->moved_ns < ns ? ~0ULL : ns + series->moved_ns;
}

u64 ptool_stats_overflowed(const struct ptool_series *series, u32 hist_bits)
{
	const struct ptool_bucket *last;

	if (!series->buckets)
		return 0;
	last = &series->bucket[series->buckets - 1];
	return last->bucket == ptime_hist_overflow(hist_bits) ? last->calls : 0;
}

/* as ptime_hist_percentile(), but over the few buckets that have calls */
u64 ptool_percentile_of(const struct ptool_series *series, u32 hist_bits,
			u32 permyriad)
{
	u64 rank = ptime_hist_rank(series->calls, permyriad), below = 0, ns;
	u32 i = 0;

	if (!series->calls)
		return 0;
	if (rank <= 1)
		return moved(series, series->min_ns);
	if (rank == series->calls)
		return moved(series, series->max_ns);
	while (i < series->buckets && (below += series->bucket[i].calls) < rank)
		i++;
	/* only the largest value in the overflow bucket is known */
	ns = series->max_ns;
	if (i < series->buckets &&
	    series->bucket[i].bucket < ptime_hist_overflow(hist_bits))
		ns = ptime_hist_mid(hist_bits, series->bucket[i].bucket);
	if (ns < series->min_ns)
		ns = series->min_ns;
	return moved(series, ns > series->max_ns ? series->max_ns : ns);
}

struct ptool_stats ptool_stats_of(const struct ptool_series *series,
				  u32 hist_bits)
{
	struct ptool_stats stats = {
		.calls = series->calls,
		.overflowed = ptool_stats_overflowed(series, hist_bits),
		.min_ns = moved(series, series->min_ns),
		.max_ns = moved(series, series->max_ns),
		.total_ns = series->total_ns,
		.packets = series->packets,
		.clock_backwards = series->clock_backwards,
		.below_overhead = series->below_overhead,
	};

	if (!stats.calls)
		return stats;
	stats.mean_ns = ptool_stats_per(stats.total_ns, stats.calls);
#define PTIME_PERCENTILE(_name, _permyriad, _key, ...)			\
	stats._key##_ns = ptool_percentile_of(series, hist_bits, _permyriad);
#include <pathtime/percentiles.def>
	return stats;
}

static u64 get_calls(const struct ptool_series *series)
{
	return series->calls;
}

static u64 get_min(const struct ptool_series *series)
{
	return moved(series, series->min_ns);
}

static u64 get_mean(const struct ptool_series *series)
{
	return ptool_stats_per(series->total_ns, series->calls);
}

static u64 get_max(const struct ptool_series *series)
{
	return moved(series, series->max_ns);
}

static u64 get_total(const struct ptool_series *series)
{
	return series->total_ns;
}

/* all figures but the percentiles */
static const struct ptool_statistic statistics[] = {
	{ PTOOL_COLUMN_NONE, PTOOL_KIND_NAME, "group", "group", "", NULL },
	{ PTOOL_COLUMN_FUNCTION, PTOOL_KIND_NAME,
	  "FUNCTION", "FUNCTION", "function", NULL },
	{ PTOOL_COLUMN_PATH, PTOOL_KIND_NAME, "PATH", "PATH", "path", NULL },
	{ PTOOL_COLUMN_CALLS, PTOOL_KIND_COUNT,
	  "CALLS", "CALLS/s", "calls", get_calls },
	{ PTOOL_COLUMN_PACKETS, PTOOL_KIND_COUNT,
	  "PACKETS", "PACKETS/s", "packets", get_calls },
	/* a share sorts as what it is a share of */
	{ PTOOL_COLUMN_SHARE, PTOOL_KIND_SHARE, "%", "%", "share", get_calls },
	{ PTOOL_COLUMN_MISSED, PTOOL_KIND_MISSED,
	  "MISSED", "MISS/s", "missed", NULL },
	{ PTOOL_COLUMN_MIN, PTOOL_KIND_TIME, "MIN", "MIN", "min_ns", get_min },
	{ PTOOL_COLUMN_MEAN, PTOOL_KIND_MEAN,
	  "MEAN", "MEAN", "mean_ns", get_mean },
	{ PTOOL_COLUMN_MAX, PTOOL_KIND_TIME, "MAX", "MAX", "max_ns", get_max },
	{ PTOOL_COLUMN_TOTAL, PTOOL_KIND_SUM,
	  "TOTAL", "TOTAL/s", "total_ns", get_total },
	{ PTOOL_COLUMN_SELF, PTOOL_KIND_SUM,
	  "SELF", "SELF/s", "self_ns", NULL },
};

/*
 * P50 is p50_ns, and P99.9 is p999_ns. With decimals, two digits precede them, so
 * that P1.05 (p0105_ns) and P10.5 (p105_ns) differ.
 */
static struct ptool_statistic percentile(u32 permyriad)
{
	struct ptool_statistic statistic = {
		.column = PTOOL_COLUMN_PERCENTILE + permyriad,
		.kind = PTOOL_KIND_TIME,
	};
	u32 whole = permyriad / 100, rest = permyriad % 100;
	/* without a 0 at the end */
	int digits = !rest ? 0 : rest % 10 ? 2 : 1;
	u32 decimals = digits == 1 ? rest / 10 : rest;

	if (!digits) {
		snprintf(statistic.title, PTOOL_TITLE_LEN, "P%u", whole);
		snprintf(statistic.key, PTOOL_KEY_LEN, "p%u_ns", whole);
	} else {
		snprintf(statistic.title, PTOOL_TITLE_LEN, "P%u.%0*u", whole,
			 digits, decimals);
		snprintf(statistic.key, PTOOL_KEY_LEN, "p%02u%0*u_ns", whole,
			 digits, decimals);
	}
	memcpy(statistic.rate, statistic.title, sizeof(statistic.rate));
	return statistic;
}

struct ptool_statistic ptool_statistic_of(enum ptool_column column)
{
	size_t i = 0;

	if (column > PTOOL_COLUMN_PERCENTILE)
		return percentile(column - PTOOL_COLUMN_PERCENTILE);
	while (statistics[i].column != column)
		i++;
	return statistics[i];
}

u64 ptool_statistic_value(const struct ptool_statistic *statistic,
			  const struct ptool_series *series, u32 hist_bits)
{
	if (!series->calls)
		return 0;
	if (statistic->column > PTOOL_COLUMN_PERCENTILE)
		return ptool_percentile_of(series, hist_bits,
					   statistic->column -
					   PTOOL_COLUMN_PERCENTILE);
	return statistic->get ? statistic->get(series) : 0;
}

static void append(struct ptool_times *times, enum ptool_column column)
{
	times->time[times->count++] = ptool_statistic_of(column);
}

static const enum ptool_column usual_percentiles[] = {
#define PTIME_PERCENTILE(_name, ...)	PTOOL_COLUMN_##_name,
#include <pathtime/percentiles.def>
};

/* Both lists ascend. */
void ptool_times_choose(struct ptool_times *times,
			const struct ptool_columns *percentiles)
{
	const enum ptool_column *usual = usual_percentiles;
	const enum ptool_column *end = usual + ARRAY_SIZE(usual_percentiles);
	u32 i;

	times->count = 0;
	append(times, PTOOL_COLUMN_MIN);
	for (i = 0; i < percentiles->count; i++) {
		while (usual < end && *usual < percentiles->column[i])
			append(times, *usual++);
		if (usual == end || *usual != percentiles->column[i])
			append(times, percentiles->column[i]);
	}
	while (usual < end)
		append(times, *usual++);
	append(times, PTOOL_COLUMN_MAX);
	append(times, PTOOL_COLUMN_MEAN);
}

/* up to @most digits; returns their number */
static int parse_digits(const char *text, int most, u32 *number)
{
	int digits = 0;

	*number = 0;
	while (digits < most && text[digits] >= '0' && text[digits] <= '9')
		*number = *number * 10 + (text[digits++] - '0');
	return digits;
}

bool ptool_percentile_parse(const char *text, enum ptool_column *column)
{
	u32 whole, decimals = 0, permyriad;
	int digits = parse_digits(text, 3, &whole);

	if (!digits)
		return false;
	text += digits;
	if (*text == '.') {
		digits = parse_digits(++text, 2, &decimals);
		if (!digits)
			return false;
		decimals *= digits == 1 ? 10 : 1;
		text += digits;
	}
	permyriad = whole * 100 + decimals;
	*column = PTOOL_COLUMN_PERCENTILE + permyriad;
	return !*text && permyriad && permyriad <= 10000;
}

void ptool_percentiles_add(struct ptool_columns *percentiles,
			   enum ptool_column column)
{
	u32 i = percentiles->count;

	while (i && percentiles->column[i - 1] > column)
		i--;
	if ((i && percentiles->column[i - 1] == column) ||
	    percentiles->count == PTOOL_PERCENTILES_LEN)
		return;
	memmove(&percentiles->column[i + 1], &percentiles->column[i],
		(percentiles->count - i) * sizeof(*percentiles->column));
	percentiles->column[i] = column;
	percentiles->count++;
}

bool ptool_column_parse(const char *name, enum ptool_column *column)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(statistics); i++) {
		*column = statistics[i].column;
		if (*column && !strcasecmp(name, statistics[i].title))
			return true;
	}
	return (*name == 'p' || *name == 'P') &&
	       ptool_percentile_parse(name + 1, column);
}

struct ptool_losses ptool_losses_of(const struct ptool_model *model)
{
	struct ptool_losses losses = { 0 };
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const struct ptool_series *sum = &model->probe[i].counts.sum;

		losses.missed += model->probe[i].missed;
		losses.overflowed += ptool_stats_overflowed(sum, model->hist_bits);
		losses.clock_backwards += sum->clock_backwards;
		losses.below_overhead += sum->below_overhead;
	}
	return losses;
}

/* a CPU goes on counting while it is read, so there may be a few more than calls */
static double below_percent(const struct ptool_series *sum)
{
	if (sum->calls < PTOOL_BELOW_CALLS)
		return 0;
	if (sum->below_overhead >= sum->calls)
		return 100;
	return 100.0 * (double)sum->below_overhead / (double)sum->calls;
}

struct ptool_below ptool_below_of(const struct ptool_model *model)
{
	struct ptool_below below = { 0 };
	double percent;
	u32 i;

	if (model->only_raw)
		return below;
	for (i = 0; i < model->probes; i++) {
		percent = below_percent(&model->probe[i].counts.sum);
		if (percent <= PTOOL_BELOW_PERCENT)
			continue;
		below.functions++;
		if (percent <= below.percent)
			continue;
		below.worst = &model->probe[i];
		below.percent = percent;
	}
	return below;
}
