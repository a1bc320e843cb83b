/* SPDX-License-Identifier: GPL-2.0 */
/*
 * estimate: the mean and the percentiles of calls, how far they may be off, and
 * how they have changed
 *
 * The counted calls are a sample of all calls. The figures of all calls are
 * estimated, with intervals.
 *
 * - How far an estimate may be off comes from the spread of batches: the intervals
 *   of a recording, or several recordings (spread.h). A batch's deviation is its
 *   total minus the mean times its calls, or its calls below the percentile minus
 *   the percentile's share of its calls. Pieces may have different numbers of
 *   calls. The error is at least that of independent calls.
 * - Without batches, calls are assumed to be independent. No change is certain then.
 * - A percentile is interpolated within its bucket. Its interval is that of its
 *   share of calls, as times (Woodruff 1952). If no timed call has a rank, the
 *   interval has no bound on that side. With fewer than PTOOL_ESTIMATE_MEAN_LEAST
 *   timed calls, a mean has no interval.
 * - Both sides are brought to the same buckets, so that interpolation has the same
 *   effect on both. Between two percentiles in one bucket, no change is certain.
 */
#ifndef _PATHTIME_ESTIMATE_H
#define _PATHTIME_ESTIMATE_H

#include "base/types.h"
#include <pathtime/hist.h>

#include "model/counts.h"
#include "model/spread.h"

/* a mean has an interval from this number of samples on */
#define PTOOL_ESTIMATE_MEAN_LEAST	30

/* a spread is known from this number of intervals or of recordings on */
#define PTOOL_ESTIMATE_INTERVALS_LEAST	20
#define PTOOL_ESTIMATE_RUNS_LEAST		3

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
 * struct ptool_measured - the calls of a function or a path on one side
 * @sum: all calls
 * @batch: the same calls in batches, which may have no calls
 * @batches: number of batches; 0 if there are none
 * @are_runs: batches are recordings, not intervals of one recording
 * @hist_bits: exponent of the buckets per power of two, of all series
 * @sample: one call in @sample was timed
 */
struct ptool_measured {
	const struct ptool_series *sum;
	const struct ptool_series *batch;
	u32 batches;
	bool are_runs;
	u32 hist_bits;
	u32 sample;
};

/**
 * struct ptool_estimate - a figure of all calls, and how far it may be off
 * @value: the figure, in ns
 * @part: share of the calls below a percentile; 0 for a mean
 * @bucket: bucket of a percentile
 * @spread: error of the mean in ns, or of @part
 * @has_spread: the error comes from batches, not from independent calls
 */
struct ptool_estimate {
	double value;
	double part;
	u32 bucket;
	struct ptool_spread spread;
	bool has_spread;
};

/**
 * struct ptool_change - how a number has changed, in per cent
 * @is_known: the change is known; there is no percentage for a change from 0
 * @is_likely: the interval is on one side of 0, and a percentile is in another
 *	bucket
 * @is_certain: it is likely, and the spread of both sides is known
 * @percent: the change
 */
struct ptool_change {
	bool is_known;
	bool is_likely;
	bool is_certain;
	struct ptool_interval percent;
};

/* in tables: "mean", "P50" */
const char *ptool_figure_name(enum ptool_figure figure);

bool ptool_figure_is_in(enum ptool_figure figure,
			enum ptime_percentile_use table);

/* in JSON: "mean_ns", "p50_ns" */
const char *ptool_figure_key(enum ptool_figure figure);

/**
 * ptool_estimate_batches_least() - Get the number of batches that give a spread
 * @are_runs: batches are recordings
 *
 * Return: the least number.
 */
u32 ptool_estimate_batches_least(bool are_runs);

/**
 * ptool_estimate_of() - Estimate the figures of all calls
 * @estimate: receives the mean and the percentiles
 * @measured: the calls, at least one
 */
void ptool_estimate_of(struct ptool_estimate estimate[PTOOL_FIGURES],
		       const struct ptool_measured *measured);

/**
 * ptool_estimate_bound() - Compute the interval of a figure
 * @interval: receives the interval
 * @measured: the calls
 * @estimate: the figure
 * @quantile: chance that the figure is outside
 */
void ptool_estimate_bound(struct ptool_interval *interval,
			  const struct ptool_measured *measured,
			  const struct ptool_estimate *estimate,
			  struct ptool_quantile *quantile);

/**
 * ptool_change_of() - Compute the change of a figure
 * @change: receives the change, all zero before
 * @a_measured: the calls of the first side
 * @a: the figure there
 * @b_measured: the calls of the second side, in the same buckets
 * @b: the figure there
 * @quantile: chance that the change is outside its interval
 */
void ptool_change_of(struct ptool_change *change,
		     const struct ptool_measured *a_measured,
		     const struct ptool_estimate *a,
		     const struct ptool_measured *b_measured,
		     const struct ptool_estimate *b,
		     struct ptool_quantile *quantile);

#endif /* _PATHTIME_ESTIMATE_H */
