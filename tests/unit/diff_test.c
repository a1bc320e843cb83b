// SPDX-License-Identifier: GPL-2.0
/* test of diff: intervals of means and percentiles, and of their changes */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/diff.h"
#include "tap.h"

/* of 16 buckets per power of two, numbers below 32 are their own buckets */
#define HIST_BITS	4

static void is_near(double got, double wanted, const char *name)
{
	if (!tap_ok(got == wanted || fabs(got - wanted) < 0.001, "%s", name))
		tap_diag("got %f, wanted %f", got, wanted);
}

static void is_interval(const struct ptool_interval *got, double low,
			double high, const char *name)
{
	is_near(got->low, low, name);
	is_near(got->high, high, name);
}

/* the figures of a side, each with its interval of 95 % */
struct expected_side {
	struct ptool_series sum;
	struct ptool_measured measured;
	struct ptool_estimate estimate[PTOOL_FIGURES];
	struct ptool_interval figure[PTOOL_FIGURES];
};

static struct ptool_quantile usual = { .chance = 0.05 };

static void estimate(struct expected_side *side)
{
	enum ptool_figure figure;

	ptool_estimate_of(side->estimate, &side->measured);
	for (figure = 0; figure < PTOOL_FIGURES; figure++)
		ptool_estimate_bound(&side->figure[figure], &side->measured,
				     &side->estimate[figure], &usual);
}

static void fill_side(struct expected_side *side, struct ptool_bucket *bucket,
		      u32 buckets, u32 sample, u64 total_ns)
{
	u32 i;

	*side = (struct expected_side){
		.sum = {
			.buckets = buckets, .bucket = bucket,
			.total_ns = total_ns, .max_ns = ~0ULL >> 1,
		},
		.measured = { .hist_bits = HIST_BITS, .sample = sample },
	};
	for (i = 0; i < buckets; i++)
		side->sum.calls += bucket[i].calls;
	side->measured.sum = &side->sum;
	estimate(side);
}

/* so many calls each of 1 to 25 ns: the sample of a rank is the rank */
static void fill_ranks(struct ptool_bucket *bucket, u64 calls)
{
	u32 i;

	for (i = 0; i < 25; i++)
		bucket[i] = (struct ptool_bucket){ i + 1, calls };
}

static void test_quantiles(void)
{
	struct ptool_bucket bucket[25];
	struct expected_side side;

	/* 12.5 -+ 1.96 * 2.5 = 7.6 to 17.4; 22.5 -+ 1.96 * 1.5 = 19.56 to 25.44 */
	fill_ranks(bucket, 1);
	fill_side(&side, bucket, 25, 1, 325);
	is_interval(&side.figure[PTOOL_FIGURE_P50], 8, 18, "p50 of 25 calls");
	is_interval(&side.figure[PTOOL_FIGURE_P90], 20, INFINITY,
		    "p90 of 25 calls");

	/* of 2,500: 1250 -+ 49 = 1201 to 1299, and 100 calls a nanosecond */
	fill_ranks(bucket, 100);
	fill_side(&side, bucket, 25, 1, 32500);
	is_interval(&side.figure[PTOOL_FIGURE_P50], 13, 13, "p50 of 2,500 calls");
	is_near(side.figure[PTOOL_FIGURE_P50].value, 13, "its value");

	/* 25 of them were timed */
	fill_side(&side, bucket, 25, 100, 32500);
	is_interval(&side.figure[PTOOL_FIGURE_P50], 8, 18, "p50 of a sample");
}

/* the upper rank of p99 is among the samples from 381 on: 99 % and 1.96 errors */
static void test_few(void)
{
	struct ptool_bucket bucket[] = { { 20, 380 } };
	struct expected_side side;

	fill_side(&side, bucket, 1, 1, 380 * 20);
	is_interval(&side.figure[PTOOL_FIGURE_P99], 20, INFINITY,
		    "p99 of 380 calls");
	bucket->calls = 381;
	fill_side(&side, bucket, 1, 1, 381 * 20);
	is_interval(&side.figure[PTOOL_FIGURE_P99], 20, 20, "p99 of 381 calls");
	bucket->calls = 3;
	fill_side(&side, bucket, 1, 1, 3 * 20);
	is_interval(&side.figure[PTOOL_FIGURE_P50], 0, INFINITY,
		    "p50 of 3 calls");
}

static void test_wide_buckets(void)
{
	/* 1024 to 1087, and the overflow, which is from 2^36 on */
	struct ptool_bucket bucket[] = { { 112, 1000 }, { 528, 1000 } };
	double away = 63 * 1.959964 * sqrt(0.25 / 1000);
	struct expected_side side;

	fill_side(&side, bucket, 1, 1, 1000 * 1056);
	is_near(side.figure[PTOOL_FIGURE_P50].value, 1055.5,
		"half of a bucket");
	is_interval(&side.figure[PTOOL_FIGURE_P50], 1055.5 - away, 1055.5 + away,
		    "the parts of a bucket");
	fill_side(&side, bucket, 2, 1, 1);
	is_interval(&side.figure[PTOOL_FIGURE_P90], 68719476736.0, INFINITY,
		    "the overflow has no end");
	tap_ok(side.figure[PTOOL_FIGURE_MEAN].high > 1e17,
	       "nor is a mean with it known");
}

static void test_mean(void)
{
	struct ptool_bucket bucket[] = { { 10, 50 }, { 20, 50 } };
	struct ptool_bucket wide = { 112, 101 };
	struct expected_side side;

	/* each is 5 off: 1.96 * 5 / sqrt(99) */
	fill_side(&side, bucket, 2, 1, 1500);
	is_near(side.figure[PTOOL_FIGURE_MEAN].value, 15, "mean");
	is_interval(&side.figure[PTOOL_FIGURE_MEAN], 14.0151, 15.9849,
		    "mean of two buckets");
	/* 63 wide: 1.96 * 63 / sqrt(12) / sqrt(100), and 1055.5 in the middle */
	fill_side(&side, &wide, 1, 1, 101 * 1055 + 50);
	is_interval(&side.figure[PTOOL_FIGURE_MEAN], 1055.49505 - 3.56456,
		    1055.49505 + 3.56456, "mean of one bucket");
	bucket[0].calls = 14;
	bucket[1].calls = 15;
	fill_side(&side, bucket, 2, 1, 440);
	is_interval(&side.figure[PTOOL_FIGURE_MEAN], 0, INFINITY,
		    "mean of 29 calls");
	bucket[0].calls = 15;
	fill_side(&side, bucket, 2, 1, 450);
	tap_ok(isfinite(side.figure[PTOOL_FIGURE_MEAN].high),
	       "mean of 30 calls");
}

static struct ptool_change change_of(const struct expected_side *a, const struct expected_side *b,
				     enum ptool_figure figure)
{
	struct ptool_change change = { 0 };

	ptool_change_of(&change, &a->measured, &a->estimate[figure],
			&b->measured, &b->estimate[figure], &usual);
	return change;
}

/* the distances of the bounds, as logarithms, add up as squares */
static void test_changes(void)
{
	struct ptool_bucket fast[] = { { 10, 50 }, { 20, 50 } };
	struct ptool_bucket slow[] = { { 20, 50 }, { 30, 50 } };
	struct expected_side a, b;
	struct ptool_change change;

	fill_side(&a, fast, 2, 1, 1500);
	fill_side(&b, slow, 2, 1, 2500);
	change = change_of(&a, &b, PTOOL_FIGURE_MEAN);
	is_near(change.percent.value, 66.6667, "the mean has grown");
	is_interval(&change.percent, 54.5880, 80.2122, "and by so much at least");
	tap_ok(change.is_likely && !change.is_certain,
	       "without batches, that is not certain");
	change = change_of(&a, &b, PTOOL_FIGURE_P99);
	tap_ok(isinf(change.percent.high) && !change.is_likely,
	       "a percentile without an upper bound");
	change = change_of(&b, &a, PTOOL_FIGURE_MEAN);
	tap_ok(change.percent.high < 0, "the other way round");
	change = change_of(&a, &a, PTOOL_FIGURE_MEAN);
	is_near(change.percent.value, 0, "from itself");
	tap_ok(!change.is_likely, "which may be chance");
	fill_side(&a, fast, 1, 1, 0);
	change = change_of(&a, &b, PTOOL_FIGURE_MEAN);
	tap_ok(!change.is_known && !change.is_certain, "from nothing");
}

/* all calls in one bucket: its interpolated percentiles differ, but do they? */
static void test_one_bucket(void)
{
	struct ptool_bucket low[] = { { 112, 90000 }, { 200, 10000 } };
	struct ptool_bucket high[] = { { 112, 60000 }, { 200, 40000 } };
	struct expected_side a, b;
	struct ptool_change change;

	fill_side(&a, low, 2, 1, 1000000);
	fill_side(&b, high, 2, 1, 1000000);
	change = change_of(&a, &b, PTOOL_FIGURE_P50);
	tap_ok(change.percent.low > 0, "other parts of one bucket");
	tap_ok(!change.is_likely, "prove no change");
}

/* @residual of each of 40 intervals of 250 calls is added to a mean of 20 ns */
static void fill_batches(struct expected_side *side, struct ptool_series *batch,
			 struct ptool_bucket *bucket, const double *residual)
{
	u32 i;

	fill_side(side, bucket, 1, 1, 40 * 250 * 20);
	for (i = 0; i < 40; i++) {
		batch[i].calls = 250;
		batch[i].total_ns = (u64)(250 * 20 + residual[i]);
	}
	side->measured.batch = batch;
	side->measured.batches = 40;
	estimate(side);
}

static double error_of(const double *residual)
{
	struct ptool_bucket bucket = { 20, 40 * 250 };
	struct ptool_series batch[40] = { 0 };
	struct expected_side side;

	fill_batches(&side, batch, &bucket, residual);
	return side.estimate[PTOOL_FIGURE_MEAN].spread.error;
}

/* the same deviations in two orders: one after the other, and mixed */
static void test_spread(void)
{
	double mixed[40], slow[40], white = 250 * sqrt(40) / (40 * 250);
	u32 i;

	for (i = 0; i < 40; i++) {
		slow[i] = i < 20 ? 250 : -250;
		mixed[i] = i * 7 % 40 < 20 ? 250 : -250;
	}
	tap_ok(error_of(mixed) < 1.5 * white, "independent intervals");
	tap_ok(error_of(slow) > 3 * white, "intervals that depend on each other");
}

static void test_runs(void)
{
	static const double residual[] = { 1, -1, 3, -3 };
	struct ptool_spread spread = ptool_spread_of_runs(residual, 4);

	/* variance 20 / 3, four times */
	is_near(spread.error, sqrt(80 / 3.0), "error of four recordings");
	tap_is(spread.freedom, 3, "and its degrees of freedom");
}

/* tables of Student's t */
static const struct {
	double chance, freedom, errors;
} quantiles[] = {
	{ 0.05, 1, 12.7062 }, { 0.05, 2, 4.30265 }, { 0.05, 10, 2.22814 },
	{ 0.01, 5, 4.03214 }, { 0.001, 30, 3.64596 }, { 0.01, 120, 2.61742 },
	{ 0.05, INFINITY, 1.95996 }, { 0.001, INFINITY, 3.29053 },
	{ 0.05, 10.9, 2.22814 },
};

static void test_student(void)
{
	struct ptool_quantile quantile;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(quantiles); i++) {
		quantile = (struct ptool_quantile){
			.chance = quantiles[i].chance,
		};
		is_near(ptool_spread_errors(&quantile, quantiles[i].freedom),
			quantiles[i].errors, "quantile of Student's t");
	}
	tap_ok(isinf(ptool_spread_errors(&quantile, 0.5)),
	       "none below one degree of freedom");
}

static void test_grown(void)
{
	struct ptool_diff_row row = { 0 };
	enum ptool_figure figure;

	for (figure = 0; figure < PTOOL_FIGURES; figure++) {
		tap_ok(!ptool_diff_has_grown(&row, figure, 0), "%s: not known",
		       ptool_figure_name(figure));
		row.change[figure] = (struct ptool_change){
			.is_known = true, .is_likely = true,
			.percent = { 50, 20, 100 },
		};
		tap_is(ptool_diff_has_grown(&row, figure, 19.9),
		       ptool_figure_is_in(figure, PTIME_IN_LIMIT),
		       "20 % are more than 19.9 %");
		tap_ok(!ptool_diff_has_grown(&row, figure, 20.1),
		       "and not more than 20.1 %%");
	}
	tap_ok(!ptool_figure_is_in(PTOOL_FIGURE_P999, PTIME_IN_LIMIT),
	       "P99.9 is no reason to fail");
}

/* packets of 20 ns each on a path of two steps */
static void make_path(struct ptool_path *path, const char *last, u64 packets)
{
	static struct ptool_bucket buckets[8];
	static u32 used;
	struct ptool_bucket *bucket = &buckets[used++];

	*bucket = (struct ptool_bucket){ 20, packets };
	*path = (struct ptool_path){
		.steps = 2, .step = { { "rx", 0 } }, .packets = packets,
		.counts.sum = {
			.buckets = 1, .bucket = bucket, .calls = packets,
			.total_ns = 20 * packets, .min_ns = 20, .max_ns = 20,
		},
	};
	snprintf(path->step[1].name, sizeof(path->step[1].name), "%s", last);
}

static struct ptool_model model_of(struct ptool_paths *paths)
{
	return (struct ptool_model){
		.hist_bits = HIST_BITS, .sample = 1, .is_interval = true,
		.interval_ns = 1000 * 1000 * 1000ULL, .paths = paths,
	};
}

static void is_row(const struct ptool_diff_row *row, const char *last, u64 a,
		   u64 b)
{
	tap_ok(!strcmp(row->path->step[1].name, last), "rx > %s", last);
	tap_is(row->a.calls, a, "its packets in A");
	tap_is(row->b.calls, b, "its packets in B");
	tap_is(isfinite(ptool_diff_rate_percent(row)), a && b,
	       "a change, where there is one");
	tap_is(row->change[PTOOL_FIGURE_MEAN].is_known, a && b,
	       "the change of the mean is known where both sides are");
}

/* in A tx and drop, in B local-in, drop and one that nobody took */
static void test_paths(void)
{
	struct ptool_path a_path[2], b_path[3];
	struct ptool_paths a_paths = { .max = 64, .paths = 2, .path = a_path };
	struct ptool_paths b_paths = { .max = 64, .paths = 3, .path = b_path };
	struct ptool_model a = model_of(&a_paths), b = model_of(&b_paths);
	struct ptool_diff diff = { .a = &a, .b = &b };

	make_path(&a_path[0], "tx", 400);
	make_path(&a_path[1], "drop", 100);
	make_path(&b_path[0], "forward", 0);
	make_path(&b_path[1], "local-in", 200);
	make_path(&b_path[2], "drop", 150);
	ptool_diff_of(&diff);
	tap_ok(diff.has_paths, "paths are compared");
	if (tap_ok(diff.path_rows == 3, "those that a packet took")) {
		is_row(&diff.path_row[0], "tx", 400, 0);
		is_row(&diff.path_row[1], "local-in", 0, 200);
		is_row(&diff.path_row[2], "drop", 100, 150);
	}
	is_near(ptool_diff_rate_percent(&diff.path_row[2]), 50, "half more");
	ptool_diff_free(&diff);
}

/* a failed probe is listed before an armed one of the same name */
static void test_twins(void)
{
	struct ptool_probe a_probe[2] = { 0 }, b_probe[2] = { 0 };
	struct ptool_paths off = { 0 };
	struct ptool_model a = model_of(&off), b = model_of(&off);
	struct ptool_diff diff = { .a = &a, .b = &b };
	struct ptool_bucket a_bucket = { 10, 100 }, b_bucket = { 10, 200 };
	int i;

	for (i = 0; i < 2; i++) {
		a_probe[i].function[0] = 'f';
		b_probe[i].function[0] = 'f';
		a_probe[i].state = i ? PTIME_STATE_ARMED : PTIME_STATE_FAILED;
		b_probe[i].state = a_probe[i].state;
	}
	a_probe[1].counts.sum = (struct ptool_series){
		.buckets = 1, .bucket = &a_bucket, .calls = 100,
		.min_ns = 10, .max_ns = 10, .total_ns = 1000,
	};
	b_probe[1].counts.sum = (struct ptool_series){
		.buckets = 1, .bucket = &b_bucket, .calls = 200,
		.min_ns = 10, .max_ns = 10, .total_ns = 2000,
	};
	a.probe = a_probe;
	b.probe = b_probe;
	a.probes = 2;
	b.probes = 2;
	ptool_diff_of(&diff);
	tap_is(diff.rows, 1, "one row of a function with a failed probe");
	tap_is(diff.row[0].a.calls, 100, "its calls in A");
	tap_is(diff.row[0].b.calls, 200, "its calls in B");
	ptool_diff_free(&diff);
}

/* paths that were not traced are not gone */
static void test_no_paths(void)
{
	struct ptool_paths off = { 0 }, on = { .max = 64 };
	struct ptool_model a = model_of(&off), b = model_of(&on);
	struct ptool_diff diff = { .a = &a, .b = &b };

	ptool_diff_of(&diff);
	tap_ok(!diff.has_paths, "paths=0 in A");
	ptool_diff_free(&diff);
	diff = (struct ptool_diff){ .a = &b, .b = &b };
	ptool_diff_of(&diff);
	tap_ok(diff.has_paths, "in neither: both have none yet");
	tap_is(diff.path_rows, 0, "and so there are no rows");
	ptool_diff_free(&diff);
	a = model_of(NULL);
	diff = (struct ptool_diff){ .a = &b, .b = &a };
	ptool_diff_of(&diff);
	tap_ok(!diff.has_paths, "B is of an older module");
	ptool_diff_free(&diff);
	diff = (struct ptool_diff){ .a = &b, .b = &b, .only_functions = true };
	ptool_diff_of(&diff);
	tap_ok(!diff.has_paths, "not asked for");
	ptool_diff_free(&diff);
}

int main(void)
{
	test_quantiles();
	test_few();
	test_wide_buckets();
	test_mean();
	test_changes();
	test_one_bucket();
	test_spread();
	test_runs();
	test_student();
	test_grown();
	test_paths();
	test_no_paths();
	test_twins();
	return tap_done();
}
