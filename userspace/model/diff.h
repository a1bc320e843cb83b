/* SPDX-License-Identifier: GPL-2.0 */
/*
 * diff: compare two models, with confidence intervals
 *
 * The counted calls are a sample of all calls. The mean and the percentiles of
 * all calls are reported as intervals, in which they lie with 95 % confidence.
 *
 * - The p-quantile of n samples lies between the samples of rank n p -+ 1.96
 *   sqrt(n p (1 - p)) (order statistics, for any distribution). Of these two
 *   samples, only the bounds of their buckets are known. If there is no sample
 *   of that rank, the interval has no bound on that side.
 * - The mean of the samples is exact. The mean of all calls is within 1.96
 *   standard errors of it. The variance is that of the middles of the buckets,
 *   plus that of an even distribution within each bucket. With fewer than
 *   PTOOL_DIFF_MEAN_LEAST samples, a mean has no interval.
 *
 * A change has two bounds. The lower one is the lower bound of the second model
 * over the upper bound of the first. The upper one is the upper bound of the
 * second over the lower bound of the first. It is certain if this interval does not contain 0 %.
 */
#ifndef _PATHTIME_DIFF_H
#define _PATHTIME_DIFF_H

#include "model/model.h"
#include <pathtime/hist.h>

/* a mean has an interval from this number of samples on */
#define PTOOL_DIFF_MEAN_LEAST	30

/* the figures that are compared */
enum ptool_figure {
	PTOOL_FIGURE_MEAN,
#define PTIME_PERCENTILE(_name, ...)	PTOOL_FIGURE_##_name,
#include <pathtime/percentiles.def>
	PTOOL_FIGURES
};

/**
 * struct ptool_interval - a number with its confidence interval
 * @value: the number as it was counted
 * @low: lower bound
 * @high: upper bound; INFINITY if there is none
 */
struct ptool_interval {
	double value;
	double low;
	double high;
};

/**
 * struct ptool_diff_side - figures of a function or a path in one of two models
 * @calls: its calls or packets; if 0, the members below are meaningless
 * @timed: number of those that were timed
 * @total_ns: sum of their durations
 * @calls_per_s: calls per second; 0 if the length of time is unknown
 * @ns_per_s: durations per second; 0 if the length of time is unknown
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
 * @is_known: the change is known; there is no percentage for a change from 0
 * @is_certain: the interval is on one side of 0
 * @percent: the change
 */
struct ptool_change {
	bool is_known;
	bool is_certain;
	struct ptool_interval percent;
};

/**
 * struct ptool_diff_row - a function or a path with calls in one of two models, or in both
 * @probe: the function, from one of the models; NULL if the row is of a path
 * @path: the path, from one of the models; NULL if the row is of a function
 * @a: its figures in the first model
 * @b: its figures in the second model
 * @ns_per_s: change of its time per second; 0 if a length of time is unknown
 * @change: changes of the figures; unknown if a side has no calls
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
 * struct ptool_diff - the changes between two models
 * @a: the first model
 * @b: the second model
 * @a_name: name of the first model's file
 * @b_name: name of the second model's file
 * @only_functions: do not compare paths
 * @has_rates: the length of time is known for both, and so are rates
 * @has_paths: paths are compared: they are wanted, and both models have them
 * @rows: number of functions
 * @row: the functions, the largest change of time per second first; without
 *	rates, the largest change of time
 * @path_rows: number of paths
 * @path_row: the paths, in the same order
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

const char *ptool_figure_name(enum ptool_figure figure);

/**
 * ptool_figure_is_in() - Check whether a table has a figure
 * @figure: the figure
 * @table: PTIME_IN_SUMMARY for the columns, PTIME_IN_DETAIL for --verbose
 *
 * Return: true if it has.
 */
bool ptool_figure_is_in(enum ptool_figure figure,
			enum ptime_percentile_use table);

/**
 * ptool_figure_key() - Get a figure's key in JSON: "mean_ns", "p50_ns"
 * @figure: the figure
 *
 * Return: the key.
 */
const char *ptool_figure_key(enum ptool_figure figure);

/**
 * ptool_diff_span_ns() - Compute how long a model counted
 * @model: the model
 *
 * Return: nanoseconds; 0 if unknown, as for a capture.
 */
u64 ptool_diff_span_ns(const struct ptool_model *model);

/**
 * ptool_diff_rate_percent() - Compute how the rate of calls or packets has changed
 * @row: the function or the path
 *
 * The change has no interval: the rate depends on the load and is not a sample.
 *
 * Return: the change in per cent; INFINITY if a rate is unknown.
 */
double ptool_diff_rate_percent(const struct ptool_diff_row *row);

/**
 * ptool_diff_side_of() - Compute the figures of a series
 * @series: the series
 * @model: the model that has the series
 *
 * Return: the figures.
 */
struct ptool_diff_side ptool_diff_side_of(const struct ptool_series *series,
					  const struct ptool_model *model);

/**
 * ptool_diff_change() - Compute the change from one interval to another
 * @from: the first interval
 * @to: the second interval
 *
 * Return: the change.
 */
struct ptool_change ptool_diff_change(const struct ptool_interval *from,
				      const struct ptool_interval *to);

/**
 * ptool_diff_of() - Compare two models
 * @diff: .a, .b, their names and .only_functions are set; the rest is filled in
 */
void ptool_diff_of(struct ptool_diff *diff);

/**
 * ptool_diff_free() - Release the rows of a comparison
 * @diff: the comparison
 */
void ptool_diff_free(struct ptool_diff *diff);

/**
 * ptool_diff_has_grown() - Check whether a figure has certainly grown by more
 * @row: the function or the path
 * @figure: the figure
 * @percent: the limit of the growth in per cent
 *
 * Return: true if it has. Never true of a percentile without PTIME_IN_LIMIT.
 */
bool ptool_diff_has_grown(const struct ptool_diff_row *row,
			  enum ptool_figure figure, double percent);

#endif /* _PATHTIME_DIFF_H */
