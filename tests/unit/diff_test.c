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

static struct ptool_diff_side side_of(struct ptool_bucket *bucket, u32 buckets,
				      u32 sample, u64 total_ns)
{
	struct ptool_model model = {
		.hist_bits = HIST_BITS, .sample = sample,
		.is_interval = true, .interval_ns = 10 * 1000 * 1000 * 1000ULL,
	};
	struct ptool_series series = {
		.buckets = buckets, .bucket = bucket, .total_ns = total_ns,
		.max_ns = ~0ULL >> 1,
	};
	u32 i;

	for (i = 0; i < buckets; i++)
		series.calls += bucket[i].calls;
	return ptool_diff_side_of(&series, &model);
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
	struct ptool_diff_side side;

	/* 12.5 -+ 1.96 * 2.5 = 7.6 to 17.4; 22.5 -+ 1.96 * 1.5 = 19.56 to 25.44 */
	fill_ranks(bucket, 1);
	side = side_of(bucket, 25, 1, 325);
	is_interval(&side.figure[PTOOL_FIGURE_P50], 7, 18, "p50 of 25 calls");
	is_interval(&side.figure[PTOOL_FIGURE_P90], 19, INFINITY,
		    "p90 of 25 calls");

	/* of 2,500: 1250 -+ 49 = 1201 to 1299, and 100 calls a nanosecond */
	fill_ranks(bucket, 100);
	side = side_of(bucket, 25, 1, 32500);
	is_interval(&side.figure[PTOOL_FIGURE_P50], 13, 13, "p50 of 2,500 calls");
	is_near(side.figure[PTOOL_FIGURE_P50].value, 13, "its value");

	/* 25 of them were timed */
	side = side_of(bucket, 25, 100, 32500);
	tap_is(side.timed, 25, "timed ones");
	is_interval(&side.figure[PTOOL_FIGURE_P50], 7, 18, "p50 of a sample");
}

/* the upper rank of p99 is among the samples from 381 on: 99 % and 1.96 errors */
static void test_few(void)
{
	struct ptool_bucket bucket[] = { { 20, 380 } };
	struct ptool_diff_side side = side_of(bucket, 1, 1, 380 * 20);

	is_interval(&side.figure[PTOOL_FIGURE_P99], 20, INFINITY,
		    "p99 of 380 calls");
	bucket->calls = 381;
	side = side_of(bucket, 1, 1, 381 * 20);
	is_interval(&side.figure[PTOOL_FIGURE_P99], 20, 20, "p99 of 381 calls");
	bucket->calls = 3;
	side = side_of(bucket, 1, 1, 3 * 20);
	is_interval(&side.figure[PTOOL_FIGURE_P50], 0, INFINITY,
		    "p50 of 3 calls");
}

static void test_wide_buckets(void)
{
	/* 1024 to 1087, and the overflow, which is from 2^36 on */
	struct ptool_bucket bucket[] = { { 112, 1000 }, { 528, 1000 } };
	struct ptool_diff_side side = side_of(bucket, 1, 1, 1000 * 1056);

	is_interval(&side.figure[PTOOL_FIGURE_P50], 1024, 1087,
		    "bounds of a bucket");
	side = side_of(bucket, 2, 1, 1);
	is_interval(&side.figure[PTOOL_FIGURE_P90], 68719476736.0, INFINITY,
		    "the overflow has no end");
	tap_ok(side.figure[PTOOL_FIGURE_MEAN].high > 1e17,
	       "nor is a mean with it known");
}

static void test_mean(void)
{
	struct ptool_bucket bucket[] = { { 10, 50 }, { 20, 50 } };
	struct ptool_bucket wide = { 112, 101 };
	struct ptool_diff_side side = side_of(bucket, 2, 1, 1500);

	/* each is 5 off: 1.96 * 5 / sqrt(99) */
	is_near(side.figure[PTOOL_FIGURE_MEAN].value, 15, "mean");
	is_interval(&side.figure[PTOOL_FIGURE_MEAN], 14.0151, 15.9849,
		    "mean of two buckets");
	/* 63 wide: 1.96 * 63 / sqrt(12) / sqrt(100), and 1055.5 in the middle */
	side = side_of(&wide, 1, 1, 101 * 1055 + 50);
	is_interval(&side.figure[PTOOL_FIGURE_MEAN], 1055.49505 - 3.56456,
		    1055.49505 + 3.56456, "mean of one bucket");
	bucket[0].calls = 14;
	bucket[1].calls = 15;
	side = side_of(bucket, 2, 1, 440);
	is_interval(&side.figure[PTOOL_FIGURE_MEAN], 0, INFINITY,
		    "mean of 29 calls");
	bucket[0].calls = 15;
	side = side_of(bucket, 2, 1, 450);
	tap_ok(isfinite(side.figure[PTOOL_FIGURE_MEAN].high),
	       "mean of 30 calls");
}

static void test_rates(void)
{
	struct ptool_bucket bucket = { 20, 50 };
	struct ptool_diff_side side = side_of(&bucket, 1, 1, 1000);

	is_near(side.calls_per_s, 5, "calls per second");
	is_near(side.ns_per_s, 100, "time per second");
	side = side_of(&bucket, 0, 1, 0);
	tap_is(side.calls, 0, "no calls");
	is_near(side.calls_per_s, 0, "none per second");
}

static const struct {
	struct ptool_interval from, to;
	double low, high;
	bool is_certain;
	const char *name;
} changes[] = {
	{ { 100, 90, 110 }, { 150, 132, 180 }, 20, 100, true, "grown" },
	{ { 100, 90, 110 }, { 105, 99, 108 }, -10, 20, false, "not certain" },
	{ { 100, 80, 100 }, { 50, 40, 60 }, -60, -25, true, "shrunk" },
	{ { 100, 100, 100 }, { 100, 100, 100 }, 0, 0, false, "the same" },
	{ { 100, 50, INFINITY }, { 200, 150, 250 }, -100, 400, false,
	  "from what has no upper bound" },
	{ { 100, 50, 200 }, { 500, 400, INFINITY }, 100, INFINITY, true,
	  "to what has none" },
	{ { 100, 0, 200 }, { 500, 400, 600 }, 100, INFINITY, true,
	  "from what has no lower bound" },
	{ { 100, 50, 200 }, { 0, 0, 0 }, -100, -100, true, "to nothing" },
};

static void test_changes(void)
{
	static const struct ptool_interval nothing, something = { 1, 1, 1 };
	struct ptool_change change;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(changes); i++) {
		change = ptool_diff_change(&changes[i].from, &changes[i].to);
		is_interval(&change.percent, changes[i].low, changes[i].high,
			    changes[i].name);
		tap_is(change.is_certain, changes[i].is_certain,
		       changes[i].name);
	}
	change = ptool_diff_change(&nothing, &something);
	tap_ok(!change.is_known && !change.is_certain, "from nothing");
}

static void test_grown(void)
{
	struct ptool_diff_row row = { 0 };
	enum ptool_figure figure;

	for (figure = 0; figure < PTOOL_FIGURES; figure++) {
		tap_ok(!ptool_diff_has_grown(&row, figure, 0), "%s: not known",
		       ptool_figure_name(figure));
		row.change[figure] = ptool_diff_change(&changes[0].from,
						       &changes[0].to);
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
	test_rates();
	test_changes();
	test_grown();
	test_paths();
	test_no_paths();
	return tap_done();
}
