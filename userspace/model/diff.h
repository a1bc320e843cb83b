/* SPDX-License-Identifier: GPL-2.0 */
/*
 * diff: what has changed between two models, and how sure that is
 *
 * A mean and a percentile are told as an interval: where the mean, or the percentile,
 * of all calls lies with 95 % confidence, the calls counted being a sample of them.
 *
 * - The p-quantile of n samples lies between those of the ranks n p -+ 1.96 sqrt(n p
 *   (1 - p)) (order statistics, whatever the distribution). Of these two the bounds of
 *   their buckets are known. Where a rank is not among the samples, there is no bound.
 * - A mean is exact; that of all calls is within 1.96 standard errors of it. Of the
 *   variance it is known what the middles of the buckets have, and what a bucket of even
 *   durations has besides. Of less than PTOOL_DIFF_MEAN_LEAST samples nothing is said.
 *
 * A change lies between the lower bound of the one over the upper bound of the other, and
 * the other way round: it is certain where that does not hold 0.
 */
#ifndef _PATHTIME_DIFF_H
#define _PATHTIME_DIFF_H

#include "model/model.h"

/* fewest samples of which a mean has an interval */
#define PTOOL_DIFF_MEAN_LEAST	30

/* what is compared */
enum ptool_figure {
	PTOOL_FIGURE_MEAN,
	PTOOL_FIGURE_P50,
	PTOOL_FIGURE_P90,
	PTOOL_FIGURE_P99,
	PTOOL_FIGURE_P999,
	PTOOL_FIGURES
};

/**
 * struct ptool_interval - a number that is known between two bounds
 * @value: the number, as it was counted
 * @low: lower bound
 * @high: upper bound; INFINITY where there is none
 */
struct ptool_interval {
	double value;
	double low;
	double high;
};

/**
 * struct ptool_diff_side - what one of two models has of a function, or of a path
 * @calls: its calls, or packets; where there are none, nothing below means anything
 * @timed: those of them that were timed
 * @total_ns: sum of their durations
 * @calls_per_s: calls per second; 0 where the length of time is not known
 * @ns_per_s: likewise of the durations
 * @figure: mean and percentiles, in ns
 */
struct ptool_diff_side {
	u64 calls;
	u64 timed;
	u64 total_ns;
	double calls_per_s;
	double ns_per_s;
	struct ptool_interval figure[PTOOL_FIGURES];
};

/**
 * struct ptool_change - how a number has changed, in per cent
 * @is_known: there is one; nothing changes from 0 by per cent
 * @is_certain: the interval is on one side of 0
 * @percent: the change
 */
struct ptool_change {
	bool is_known;
	bool is_certain;
	struct ptool_interval percent;
};

/**
 * struct ptool_diff_row - what one of two models has calls of, or both
 * @probe: the function, as one of them has it; NULL of a path
 * @path: the path, likewise; NULL of a function
 * @a: what the first one has
 * @b: what the second one has
 * @ns_per_s: change of the time in it, in each second, where that is known of both
 * @change: changes of the figures; none is known where a side has no calls
 */
struct ptool_diff_row {
	const struct ptool_probe *probe;
	const struct ptool_path *path;
	struct ptool_diff_side a;
	struct ptool_diff_side b;
	double ns_per_s;
	struct ptool_change change[PTOOL_FIGURES];
};

/**
 * struct ptool_diff - what has changed between two models
 * @a: the first one
 * @b: the second one
 * @a_name: name of its file
 * @b_name: likewise
 * @only_functions: paths are not asked for
 * @has_rates: it is known how long both counted, so what was counted per second
 * @has_paths: paths are compared: they are asked for, and both have some to tell of
 * @rows: number of functions
 * @row: these, what changed most in time per second first, else in time
 * @path_rows: number of paths
 * @path_row: these, in the same order
 */
struct ptool_diff {
	const struct ptool_model *a;
	const struct ptool_model *b;
	const char *a_name;
	const char *b_name;
	bool only_functions;
	bool has_rates;
	bool has_paths;
	u32 rows;
	struct ptool_diff_row *row;
	u32 path_rows;
	struct ptool_diff_row *path_row;
};

/**
 * ptool_figure_name() - name of a figure: "mean", "P50"
 * @figure: the figure
 */
const char *ptool_figure_name(enum ptool_figure figure);

/**
 * ptool_figure_key() - its key in JSON: "mean_ns", "p50_ns"
 * @figure: the figure
 */
const char *ptool_figure_key(enum ptool_figure figure);

/**
 * ptool_diff_span_ns() - how long a model counted
 * @model: the model
 *
 * Return: nanoseconds; 0 where it is not known, as of a capture.
 */
u64 ptool_diff_span_ns(const struct ptool_model *model);

/**
 * ptool_diff_rate_percent() - by how much calls, or packets, per second have changed
 * @row: the function, or the path
 *
 * It has no bounds: how many came is the load's doing, and no sample of anything.
 *
 * Return: the change in per cent; INFINITY where a rate is not known.
 */
double ptool_diff_rate_percent(const struct ptool_diff_row *row);

/**
 * ptool_diff_side_of() - reckon the figures of a series
 * @series: the series
 * @model: the model it is of
 */
struct ptool_diff_side ptool_diff_side_of(const struct ptool_series *series,
					  const struct ptool_model *model);

/**
 * ptool_diff_change() - from one interval to another
 * @from: the one
 * @to: the other
 */
struct ptool_change ptool_diff_change(const struct ptool_interval *from,
				      const struct ptool_interval *to);

/**
 * ptool_diff_of() - compare two models
 * @diff: gets what has changed; .a, .b, their names and .only_functions are set
 */
void ptool_diff_of(struct ptool_diff *diff);

/**
 * ptool_diff_free() - give back the rows
 * @diff: what has changed
 */
void ptool_diff_free(struct ptool_diff *diff);

/**
 * ptool_diff_has_grown() - has a figure certainly grown by more?
 * @row: the function, or the path
 * @figure: the figure
 * @percent: by more than this
 *
 * Return: whether it has; never of P99.9, which takes too many calls to be relied on.
 */
bool ptool_diff_has_grown(const struct ptool_diff_row *row,
			  enum ptool_figure figure, double percent);

#endif /* _PATHTIME_DIFF_H */
