// SPDX-License-Identifier: GPL-2.0
/* estimate: the figures of calls, how far they may be off, and how they have changed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/estimate.h"
#include "model/require.h"

static const struct {
	const char *name;
	const char *key;
	double part;
	unsigned int uses;
} figures[] = {
	[PTOOL_FIGURE_MEAN] = { "mean", "mean_ns", 0, ~0U },
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	\
	[PTOOL_FIGURE_##_name] = { _title, #_key "_ns",			\
				   (_permyriad) / 10000.0, _uses },
#include <pathtime/percentiles.def>
};

const char *ptool_figure_name(enum ptool_figure figure)
{
	return figures[figure].name;
}

const char *ptool_figure_key(enum ptool_figure figure)
{
	return figures[figure].key;
}

bool ptool_figure_is_in(enum ptool_figure figure,
			enum ptime_percentile_use table)
{
	return figures[figure].uses & table;
}

/**
 * struct position - a position among the sorted calls of a series
 * @bucket: the bucket
 * @part: part of the bucket's calls that are before it
 * @ns: the time there, if the calls are spread evenly over their bucket
 */
struct position {
	u32 bucket;
	double part;
	double ns;
};

static double part_of(double calls_before, double calls)
{
	return fmin(fmax(calls_before / calls, 0), 1);
}

/* the overflow bucket has no end, so the longest call represents it */
static double time_in_bucket(const struct ptool_series *series, u32 hist_bits,
			     u32 bucket, double part)
{
	double low = (double)ptime_hist_low(hist_bits, bucket), ns;

	if (bucket == ptime_hist_overflow(hist_bits))
		return (double)series->max_ns;
	ns = low + part * ((double)ptime_hist_high(hist_bits, bucket) - low);
	return fmin(fmax(ns, (double)series->min_ns), (double)series->max_ns);
}

/* @calls_before: how many calls are shorter */
static struct position position_of(const struct ptool_series *series,
				   u32 hist_bits, double calls_before)
{
	struct position position;
	double before = 0, calls = 0;
	u32 i;

	for (i = 0; i < series->buckets; i++) {
		calls = (double)series->bucket[i].calls;
		if (before + calls >= calls_before || i + 1 == series->buckets)
			break;
		before += calls;
	}
	position.bucket = series->bucket[i].bucket;
	position.part = part_of(calls_before - before, calls);
	position.ns = time_in_bucket(series, hist_bits, position.bucket,
				     position.part);
	return position;
}

static double calls_before(const struct ptool_series *series,
			   const struct position *position)
{
	double before = 0;
	u32 i;

	for (i = 0; i < series->buckets; i++) {
		if (series->bucket[i].bucket >= position->bucket)
			break;
		before += (double)series->bucket[i].calls;
	}
	if (i < series->buckets && series->bucket[i].bucket == position->bucket)
		before += position->part * (double)series->bucket[i].calls;
	return before;
}

/* number of timed calls; each counts as .sample calls */
static double timed_of(const struct ptool_measured *measured)
{
	u64 timed = measured->sum->calls / measured->sample;

	return (double)timed;
}

/* sum of the squared distances from the mean, over all calls in a bucket */
static double squares_of(const struct ptool_series *series, u32 hist_bits,
			 const struct ptool_bucket *bucket, double mean)
{
	double low = (double)ptime_hist_low(hist_bits, bucket->bucket);
	double width = (double)ptime_hist_high(hist_bits, bucket->bucket) - low;
	double away = low + width / 2 - mean;

	/*
	 * The overflow bucket has no middle. The longest call overestimates,
	 * which is safe.
	 */
	if (bucket->bucket == ptime_hist_overflow(hist_bits)) {
		away = (double)series->max_ns - mean;
		width = 0;
	}
	return (double)bucket->calls * (away * away + width * width / 12);
}

/* standard error of a mean of independent calls */
static double error_of_mean(const struct ptool_measured *measured, double mean)
{
	const struct ptool_series *sum = measured->sum;
	double timed = timed_of(measured), squares = 0;
	u32 i;

	for (i = 0; i < sum->buckets; i++)
		squares += squares_of(sum, measured->hist_bits, &sum->bucket[i],
				      mean);
	return sqrt(squares / (double)sum->calls / fmax(timed - 1, 1));
}

/* number of batches that would have as much information if all had equally many calls */
static double equal_batches(const struct ptool_measured *measured)
{
	double calls = 0, squares = 0;
	u32 i;

	for (i = 0; i < measured->batches; i++) {
		double own = (double)measured->batch[i].calls;

		calls += own;
		squares += own * own;
	}
	return squares > 0 ? calls * calls / squares : 0;
}

u32 ptool_estimate_batches_least(bool are_runs)
{
	return are_runs ? PTOOL_ESTIMATE_RUNS_LEAST :
			  PTOOL_ESTIMATE_INTERVALS_LEAST;
}

static bool has_spread(const struct ptool_measured *measured)
{
	u32 least = ptool_estimate_batches_least(measured->are_runs);

	return measured->batches >= least &&
	       equal_batches(measured) >= least / 2.0;
}

/*
 * @independent: the error if calls were independent. Dependent calls have a
 * larger one, so a smaller one comes from chance.
 */
static struct ptool_spread spread_of(const struct ptool_measured *measured,
				     const double *residual, double independent)
{
	struct ptool_spread spread;

	if (!has_spread(measured))
		return (struct ptool_spread){ independent, INFINITY };
	spread = measured->are_runs ?
		 ptool_spread_of_runs(residual, measured->batches) :
		 ptool_spread_of_intervals(residual, measured->batches);
	spread.error = fmax(spread.error / (double)measured->sum->calls,
			    independent);
	spread.freedom = fmin(spread.freedom, equal_batches(measured) - 1);
	return spread;
}

static double *residuals_of_mean(const struct ptool_measured *measured,
				 double mean)
{
	double *residual = ptool_alloc(measured->batches, sizeof(*residual));
	u32 i;

	for (i = 0; i < measured->batches; i++)
		residual[i] = (double)measured->batch[i].total_ns -
			      mean * (double)measured->batch[i].calls;
	return residual;
}

static double *residuals_of_part(const struct ptool_measured *measured,
				 const struct position *position, double part)
{
	double *residual = ptool_alloc(measured->batches, sizeof(*residual));
	u32 i;

	for (i = 0; i < measured->batches; i++)
		residual[i] = calls_before(&measured->batch[i], position) -
			      part * (double)measured->batch[i].calls;
	return residual;
}

static void bound_mean(struct ptool_interval *interval,
		       const struct ptool_measured *measured,
		       const struct ptool_estimate *estimate, double errors)
{
	double away = errors * estimate->spread.error;

	interval->low = 0;
	interval->high = INFINITY;
	if (timed_of(measured) < PTOOL_ESTIMATE_MEAN_LEAST)
		return;
	interval->low = fmax(estimate->value - away, 0);
	interval->high = estimate->value + away;
}

static double low_of(const struct ptool_series *series, u32 hist_bits,
		     double calls_before)
{
	struct position position = position_of(series, hist_bits, calls_before);

	return position.bucket < ptime_hist_overflow(hist_bits) ? position.ns :
	       (double)ptime_hist_low(hist_bits, position.bucket);
}

/* of a rank that no timed call has, there is no bound */
static void bound_percentile(struct ptool_interval *interval,
			     const struct ptool_measured *measured,
			     const struct ptool_estimate *estimate,
			     double errors)
{
	const struct ptool_series *sum = measured->sum;
	double calls = (double)sum->calls, timed = timed_of(measured);
	double away = errors * estimate->spread.error;
	double first = estimate->part - away, last = estimate->part + away;
	struct position end;

	interval->low = 0;
	interval->high = INFINITY;
	if (first * timed >= 1)
		interval->low = low_of(sum, measured->hist_bits, first * calls);
	if (!(last * timed <= timed))
		return;
	end = position_of(sum, measured->hist_bits, last * calls);
	if (end.bucket < ptime_hist_overflow(measured->hist_bits))
		interval->high = end.ns;
}

static void bound(struct ptool_interval *interval,
		  const struct ptool_measured *measured,
		  const struct ptool_estimate *estimate, double errors)
{
	interval->value = estimate->value;
	if (estimate->part > 0)
		bound_percentile(interval, measured, estimate, errors);
	else
		bound_mean(interval, measured, estimate, errors);
}

static void estimate_mean(struct ptool_estimate *estimate,
			  const struct ptool_measured *measured)
{
	double mean = (double)measured->sum->total_ns /
		      (double)measured->sum->calls;
	double *residual = residuals_of_mean(measured, mean);

	estimate->value = mean;
	estimate->spread = spread_of(measured, residual,
				     error_of_mean(measured, mean));
	free(residual);
}

static void estimate_percentile(struct ptool_estimate *estimate,
				const struct ptool_measured *measured,
				double part)
{
	struct position position =
		position_of(measured->sum, measured->hist_bits,
			    part * (double)measured->sum->calls);
	double *residual = residuals_of_part(measured, &position, part);

	estimate->part = part;
	estimate->value = position.ns;
	estimate->bucket = position.bucket;
	estimate->spread = spread_of(measured, residual,
				     sqrt(part * (1 - part) /
					  timed_of(measured)));
	free(residual);
}

void ptool_estimate_of(struct ptool_estimate estimate[PTOOL_FIGURES],
		       const struct ptool_measured *measured)
{
	enum ptool_figure figure;

	memset(estimate, 0, PTOOL_FIGURES * sizeof(*estimate));
	estimate_mean(&estimate[PTOOL_FIGURE_MEAN], measured);
	for (figure = PTOOL_FIGURE_MEAN + 1; figure < PTOOL_FIGURES; figure++)
		estimate_percentile(&estimate[figure], measured,
				    figures[figure].part);
	for (figure = 0; figure < PTOOL_FIGURES; figure++)
		estimate[figure].has_spread = has_spread(measured);
}

void ptool_estimate_bound(struct ptool_interval *interval,
			  const struct ptool_measured *measured,
			  const struct ptool_estimate *estimate,
			  struct ptool_quantile *quantile)
{
	bound(interval, measured, estimate,
	      ptool_spread_errors(quantile, estimate->spread.freedom));
}

/* the error of the logarithm, as the two sides may have means of any size */
static struct ptool_spread relative_spread(const struct ptool_measured *measured,
					   const struct ptool_estimate *estimate)
{
	struct ptool_interval one;

	bound(&one, measured, estimate, 1);
	return (struct ptool_spread){
		.error = (log(one.high) - log(one.low)) / 2,
		.freedom = estimate->spread.freedom,
	};
}

static double percent_of_log(double ratio)
{
	return 100 * expm1(ratio);
}

/*
 * The distances of both bounds from their figures are independent, so their
 * squares add up (Zou and Donner, Construction of confidence limits about effect
 * measures, 2008). This holds for bounds that are not symmetric.
 */
static void bound_change(struct ptool_interval *percent,
			 const struct ptool_interval *a,
			 const struct ptool_interval *b)
{
	double ratio = log(b->value) - log(a->value);
	double down = hypot(log(b->value) - log(b->low),
			    log(a->high) - log(a->value));
	double up = hypot(log(b->high) - log(b->value),
			  log(a->value) - log(a->low));

	percent->value = percent_of_log(ratio);
	percent->low = percent_of_log(ratio - down);
	percent->high = percent_of_log(ratio + up);
}

static bool has_moved(const struct ptool_estimate *a,
		      const struct ptool_estimate *b)
{
	return !(a->part > 0) || a->bucket != b->bucket;
}

void ptool_change_of(struct ptool_change *change,
		     const struct ptool_measured *a_measured,
		     const struct ptool_estimate *a,
		     const struct ptool_measured *b_measured,
		     const struct ptool_estimate *b,
		     struct ptool_quantile *quantile)
{
	struct ptool_spread a_spread, b_spread;
	struct ptool_interval from, to;
	double errors;

	change->is_known = a->value > 0 && b->value > 0;
	if (!change->is_known)
		return;
	a_spread = relative_spread(a_measured, a);
	b_spread = relative_spread(b_measured, b);
	errors = ptool_spread_errors(quantile,
				     ptool_spread_together(&a_spread, &b_spread));
	bound(&from, a_measured, a, errors);
	bound(&to, b_measured, b, errors);
	bound_change(&change->percent, &from, &to);
	change->is_likely = has_moved(a, b) && (change->percent.low > 0 ||
						change->percent.high < 0);
	change->is_certain = change->is_likely && a->has_spread &&
			     b->has_spread;
}
