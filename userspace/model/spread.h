/* SPDX-License-Identifier: GPL-2.0 */
/*
 * spread: how far a sum may be off, from the batches that it was counted in
 *
 * Calls depend on each other: they come in bursts, and share caches, a clock
 * frequency and a load. So the standard error comes from the spread of batches,
 * not from the number of calls.
 *
 * The batches of one recording are its intervals, in chronological order. These
 * may depend on each other as well. The spread is taken from their slowest
 * cosine waves only, whose number is about n^(2/3) of n intervals. If the slower
 * half of these waves is clearly larger than the faster half, the faster half is
 * left out, and so on. The waves of independent intervals have equal sizes. A
 * dependence over several intervals makes the slow ones larger. (Lazarus, Lewis,
 * Stock and Watson: HAR inference: recommendations for practice, 2018.)
 *
 * Several recordings are independent of each other, so all of their spread
 * counts.
 */
#ifndef _PATHTIME_SPREAD_H
#define _PATHTIME_SPREAD_H

#include "base/types.h"

/**
 * struct ptool_spread - the standard error of a sum
 * @error: standard error of the sum
 * @freedom: degrees of freedom of @error
 */
struct ptool_spread {
	double error;
	double freedom;
};

/**
 * ptool_spread_of_intervals() - Compute the error of a sum over intervals
 * @residual: deviation of each interval from its expected share, in order
 * @intervals: number of intervals, at least 2
 *
 * Return: the error.
 */
struct ptool_spread ptool_spread_of_intervals(const double *residual,
					      u32 intervals);

/**
 * ptool_spread_of_runs() - Compute the error of a sum over independent recordings
 * @residual: deviation of each recording from its expected share
 * @runs: number of recordings, at least 2
 *
 * Return: the error.
 */
struct ptool_spread ptool_spread_of_runs(const double *residual, u32 runs);

/**
 * ptool_spread_together() - Compute the degrees of freedom of a difference
 * @a: one side
 * @b: the other side
 *
 * Return: the degrees of freedom by Welch and Satterthwaite.
 */
double ptool_spread_together(const struct ptool_spread *a,
			     const struct ptool_spread *b);

/**
 * struct ptool_quantile - how many standard errors an interval has on each side
 * @chance: chance of a value outside the interval, on both sides together
 * @freedom: degrees of freedom for which @errors is known; 0 for none yet
 * @errors: standard errors on each side
 */
struct ptool_quantile {
	double chance;
	double freedom;
	double errors;
};

/**
 * ptool_spread_errors() - Compute how many standard errors an interval has on each side
 * @quantile: .chance is set; the rest remembers the result for the next call
 * @freedom: degrees of freedom; INFINITY if the error is known
 *
 * Return: the quantile of Student's t; INFINITY below one degree of freedom.
 */
double ptool_spread_errors(struct ptool_quantile *quantile, double freedom);

#endif /* _PATHTIME_SPREAD_H */
