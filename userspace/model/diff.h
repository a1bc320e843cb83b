/* SPDX-License-Identifier: GPL-2.0 */
/*
 * diff: compare two models, with confidence intervals
 *
 * The intervals of all changes of a report hold together, but for a chance of
 * PTOOL_DIFF_CHANCE: of n changes, each gets the n-th part (Bonferroni).
 * estimate.h has the intervals themselves.
 */
#ifndef _PATHTIME_DIFF_H
#define _PATHTIME_DIFF_H

#include "model/batches.h"
#include "model/estimate.h"
#include "model/model.h"

/*
 * Stated chance that any change of a report is outside its interval. Intervals are
 * computed for less: errors are estimates, and calls are not normally distributed.
 * tests/unit/certain_test.c simulates how well that holds.
 */
#define PTOOL_DIFF_CHANCE		0.01
#define PTOOL_DIFF_CHANCE_USED		(PTOOL_DIFF_CHANCE * 11 / 20)

/* chance that one figure of one side is outside its interval */
#define PTOOL_DIFF_SIDE_CHANCE		0.05

/**
 * struct ptool_diff_side - figures of a function or a path in one of two models
 * @calls: its calls or packets; if 0, the members below are meaningless
 * @timed: number of those that were timed
 * @total_ns: sum of their durations
 * @calls_per_s: calls per second; 0 if the length of time is unknown
 * @ns_per_s: durations per second; 0 if the length of time is unknown
 * @has_spread: the intervals come from batches, not from independent calls
 * @figure: mean and percentiles, in ns
 */
struct ptool_diff_side {
	u64 calls;
	u64 timed;
	u64 total_ns;
	double calls_per_s;
	double ns_per_s;
	bool has_spread;
	struct ptool_interval figure[PTOOL_FIGURES];
};

/**
 * struct ptool_diff_row - a function or a path with calls in one of two models, or in both
 * @probe: the function, from one of the models; NULL if the row is of a path
 * @path: the path, from one of the models; NULL if the row is of a function
 * @a: its figures in the first model
 * @b: its figures in the second model
 * @ns_per_s: change of its time per second; 0 if a length of time is unknown
 * @change: changes of the figures; unknown if a side has no calls
 * @a_measured: its calls in the first model, until ptool_diff_of() returns
 * @b_measured: its calls in the second model, until ptool_diff_of() returns
 */
struct ptool_diff_row {
	const struct ptool_probe *probe;
	const struct ptool_path *path;
	struct ptool_diff_side a;
	struct ptool_diff_side b;
	double ns_per_s;
	struct ptool_change change[PTOOL_FIGURES];
	struct ptool_measured a_measured;
	struct ptool_measured b_measured;
};

/**
 * struct ptool_diff - the changes between two models
 * @a: the first model
 * @b: the second model
 * @a_name: name of the first model's file
 * @b_name: name of the second model's file
 * @a_batches: the batches of the first model; NULL if there are none
 * @b_batches: the batches of the second model; NULL if there are none
 * @only_functions: do not compare paths
 * @hist_bits: exponent of the buckets per power of two in which both are compared
 * @figures: number of figures with a change
 * @has_spread: the spread of at least one function or path is known on both sides
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
	const struct ptool_batches *a_batches;
	const struct ptool_batches *b_batches;
	bool only_functions;
	u32 hist_bits;
	u32 figures;
	bool has_spread;
	bool has_rates;
	bool has_paths;
	u32 rows;
	struct ptool_diff_row *row;
	u32 path_rows;
	struct ptool_diff_row *path_row;
};

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
 * ptool_diff_of() - Compare two models
 * @diff: .a, .b, their names, .a_batches, .b_batches and .only_functions are set;
 *	the rest is filled in
 */
void ptool_diff_of(struct ptool_diff *diff);

void ptool_diff_free(struct ptool_diff *diff);

/* size of a reason for which no change is certain, with the NUL */
#define PTOOL_DIFF_WHY_LEN	128

/**
 * ptool_diff_why() - Describe why no change is certain
 * @why: receives the text
 * @diff: a comparison without .has_spread
 */
void ptool_diff_why(char why[PTOOL_DIFF_WHY_LEN], const struct ptool_diff *diff);

/**
 * ptool_diff_has_grown() - Check whether a figure has grown by more
 * @row: the function or the path
 * @figure: the figure
 * @percent: the limit of the growth in per cent
 *
 * Whether that is certain is in the row's change.
 *
 * Return: true if it has. Never true of a percentile without PTIME_IN_LIMIT.
 */
bool ptool_diff_has_grown(const struct ptool_diff_row *row,
			  enum ptool_figure figure, double percent);

#endif /* _PATHTIME_DIFF_H */
