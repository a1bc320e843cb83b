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
 * @below_overhead: calls that took less than the overhead to be subtracted
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
	u64 below_overhead;
};

/* how a table shows a figure */
enum ptool_kind {
	PTOOL_KIND_NAME,
	PTOOL_KIND_COUNT,	/* becomes a rate in a table of rates */
	PTOOL_KIND_MISSED,
	PTOOL_KIND_SHARE,
	PTOOL_KIND_MEAN,
	PTOOL_KIND_TIME,	/* of a single call: as a raw time an estimate */
	PTOOL_KIND_SUM,
	PTOOL_KINDS
};

/* room for "P99.99" and "PACKETS/s", and for "self_p9999_ns" */
#define PTOOL_TITLE_LEN	16
#define PTOOL_KEY_LEN	16

/**
 * struct ptool_statistic - a figure, and its names in all formats
 * @column: its column in tables
 * @kind: how a table shows it
 * @title: header of the column, and its name in options
 * @rate: header of the column in a table of rates
 * @key: name in JSON and CSV
 * @get: computes it from a series with calls; NULL for a percentile, and for what
 *	a series does not have
 */
struct ptool_statistic {
	enum ptool_column column;
	enum ptool_kind kind;
	char title[PTOOL_TITLE_LEN];
	char rate[PTOOL_TITLE_LEN];
	char key[PTOOL_KEY_LEN];
	u64 (*get)(const struct ptool_series *series);
};

/**
 * ptool_statistic_of() - Find the figure of a column
 * @column: the column, which may be any percentile
 *
 * Return: the figure.
 */
struct ptool_statistic ptool_statistic_of(enum ptool_column column);

/**
 * ptool_statistic_value() - Compute a figure of a series
 * @statistic: the figure
 * @series: the series
 * @hist_bits: exponent of its buckets per power of two
 *
 * Return: the figure; 0 if the series has no calls, or does not have this figure.
 */
u64 ptool_statistic_value(const struct ptool_statistic *statistic,
			  const struct ptool_series *series, u32 hist_bits);

/**
 * struct ptool_times - the times that formats for programs have
 * @count: number of times
 * @time: minimum, percentiles in ascending order, maximum and mean
 */
struct ptool_times {
	u32 count;
	struct ptool_statistic time[PTOOL_COLUMNS_LEN];
};

/**
 * ptool_times_choose() - List the times that formats for programs have
 * @times: set to these
 * @percentiles: percentiles besides those of <pathtime/percentiles.def>
 */
void ptool_times_choose(struct ptool_times *times,
			const struct ptool_columns *percentiles);

/**
 * ptool_column_parse() - Find a column by its title
 * @name: the title, in any case; that of a percentile has up to two decimals
 * @column: set to the column
 *
 * Return: true if there is such a column.
 */
bool ptool_column_parse(const char *name, enum ptool_column *column);

/**
 * ptool_percentile_parse() - Parse a percentile such as 50 or 99.9
 * @text: a number above 0 and up to 100, with up to two decimals
 * @column: set to its column
 *
 * Return: true if @text is a percentile.
 */
bool ptool_percentile_parse(const char *text, enum ptool_column *column);

/**
 * ptool_percentiles_add() - Add a percentile to an ascending list
 * @percentiles: the list, of up to PTOOL_PERCENTILES_LEN; a full one is unchanged
 * @column: the percentile; nothing is done if it is in the list
 */
void ptool_percentiles_add(struct ptool_columns *percentiles,
			   enum ptool_column column);

/**
 * ptool_percentile_of() - Compute a percentile of a series
 * @series: the series
 * @hist_bits: exponent of its buckets per power of two
 * @permyriad: the percentile in hundredths of a per cent
 *
 * Return: the percentile, see ptime_hist_percentile(); 0 without calls.
 */
u64 ptool_percentile_of(const struct ptool_series *series, u32 hist_bits,
			u32 permyriad);

/* calls of all probes that were not measured, or not exactly */
struct ptool_losses {
	u64 missed;
	u64 overflowed;
	u64 clock_backwards;
	u64 below_overhead;
};

/*
 * A function is suspect if more than this percentage of its calls took less than
 * the overhead to be subtracted. The overhead is that of the quietest of several
 * rounds, and in the field a probe mostly adds more. So such calls are few unless
 * the function is nearly empty, or too much is subtracted. Of fewer calls, a
 * share says little.
 */
#define PTOOL_BELOW_PERCENT	1
#define PTOOL_BELOW_CALLS	100

/**
 * struct ptool_below - functions of which too much may be subtracted
 * @functions: number of suspect functions
 * @worst: the one with the largest share of such calls; NULL if there is none
 * @percent: this share, in percent
 */
struct ptool_below {
	u32 functions;
	const struct ptool_probe *worst;
	double percent;
};

/**
 * ptool_below_of() - Find the functions of which too much may be subtracted
 * @model: the model
 *
 * Return: these functions; none for raw times, from which nothing is subtracted.
 */
struct ptool_below ptool_below_of(const struct ptool_model *model);

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
 * ptool_stats_overflowed() - Count the calls that were longer than any bucket
 * @series: the series
 * @hist_bits: exponent of its buckets per power of two
 *
 * Return: number of calls in the overflow bucket.
 */
u64 ptool_stats_overflowed(const struct ptool_series *series, u32 hist_bits);

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
