// SPDX-License-Identifier: GPL-2.0
/* test of the texts of counts and times, of means and percentiles */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/units.h"
#include "model/stats.h"
#include "tap.h"

static void is_text(const char *got, const char *wanted)
{
	if (!tap_ok(!strcmp(got, wanted), "'%s'", wanted))
		tap_diag("got '%s'", got);
}

static const struct {
	u64 count;
	int width;
	const char *text;
} counts[] = {
	{ 0, 6, "0" },
	{ 999, 6, "999" },
	{ 1000, 6, "1,000" },
	{ 99999, 6, "99,999" },
	{ 999999, 6, "999999" },
	{ 1000000, 6, "1.00M" },
	{ 9994999, 6, "9.99M" },
	{ 9995000, 6, "10.0M" },
	{ 99950000, 6, "100M" },
	{ 999499999, 6, "999M" },
	{ 999500000, 6, "1.00G" },
	{ 1234567, 10, "1,234,567" },
	{ ~0ULL, 6, "18.4E" },
	{ ~0ULL, 26, "18,446,744,073,709,551,615" },
};

static const struct {
	u64 ns;
	enum ptool_unit unit;
	const char *text;
} times[] = {
	{ 0, PTOOL_UNIT_US, "0.000" },
	{ 1, PTOOL_UNIT_US, "0.001" },
	{ 999, PTOOL_UNIT_US, "0.999" },
	{ 1000, PTOOL_UNIT_US, "1.00" },
	{ 9994, PTOOL_UNIT_US, "9.99" },
	{ 9996, PTOOL_UNIT_US, "10.0" },
	{ 99949, PTOOL_UNIT_US, "99.9" },
	{ 99951, PTOOL_UNIT_US, "100" },
	{ 12345499, PTOOL_UNIT_US, "12,345" },
	{ 12345500, PTOOL_UNIT_US, "12,346" },
	{ 999999, PTOOL_UNIT_MS, "1.00" },
	{ 83, PTOOL_UNIT_MS, "8e-05" },
	{ 83, PTOOL_UNIT_NS, "83" },
	{ 83000, PTOOL_UNIT_NS, "83,000" },
	{ 68719476736ULL, PTOOL_UNIT_S, "68.7" },
	{ 68719476736ULL, PTOOL_UNIT_US, "68.7M" },
};

static const struct {
	u64 ns;
	enum ptool_unit unit;
	const char *text;
} exacts[] = {
	{ 68719476736ULL, PTOOL_UNIT_NS, "68,719,476,736" },
	{ 68719476736ULL, PTOOL_UNIT_US, "68719476.736" },
	{ 5, PTOOL_UNIT_MS, "0.000005" },
	{ 5, PTOOL_UNIT_S, "0.000000005" },
};

static const struct {
	u64 ns;
	const char *text;
} spans[] = {
	{ 0, "0 s" },
	{ 250000000, "0.25 s" },
	{ 99900000000ULL, "99.9 s" },
	{ 125000000000ULL, "2 min 5 s" },
	{ 3720000000000ULL, "1 h 2 min" },
	{ 187200000000000ULL, "2 d 4 h" },
};

static void test_texts(void)
{
	char text[PTOOL_NUMBER_LEN];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		ptool_count_text(text, counts[i].count, counts[i].width);
		is_text(text, counts[i].text);
	}
	for (i = 0; i < ARRAY_SIZE(times); i++) {
		ptool_time_text(text, times[i].ns, times[i].unit, 6);
		is_text(text, times[i].text);
	}
	for (i = 0; i < ARRAY_SIZE(exacts); i++) {
		ptool_exact_text(text, exacts[i].ns, exacts[i].unit);
		is_text(text, exacts[i].text);
	}
	for (i = 0; i < ARRAY_SIZE(spans); i++) {
		ptool_span_text(text, spans[i].ns);
		is_text(text, spans[i].text);
	}
}

/* values about every rounding edge: none is wider than the column */
static void test_width(void)
{
	static const int near[] = { -51, -50, -6, -5, -1, 0, 1 };
	char text[PTOOL_NUMBER_LEN];
	enum ptool_unit unit;
	u64 power, value;
	u32 i, wide = 0;

	for (power = 1; power < 1ULL << 60; power *= 10)
		for (i = 0; i < ARRAY_SIZE(near) * 4; i++)
			for (unit = PTOOL_UNIT_NS; unit <= PTOOL_UNIT_S;
			     unit++) {
				value = power * (1 + i / 7) + near[i % 7];
				ptool_time_text(text, value, unit, 6);
				wide += strlen(text) > 6;
				ptool_count_text(text, value, 5);
				wide += strlen(text) > 5;
			}
	tap_is(wide, 0, "no number is wider than its column");
}

static void test_fitting(void)
{
	tap_is(ptool_unit_fitting(30, 900), PTOOL_UNIT_NS, "all below 1 us");
	tap_is(ptool_unit_fitting(30, 90000), PTOOL_UNIT_US, "mixed");
	tap_is(ptool_unit_fitting(2000000, 90000000), PTOOL_UNIT_MS,
	       "all above 1 ms");
	tap_is(ptool_unit_fitting(2000000000, 9000000000ULL), PTOOL_UNIT_S,
	       "all above 1 s");
}

static void test_stats(void)
{
	struct ptool_bucket bucket[] = { { 5, 90 }, { 20, 9 }, { 31, 1 } };
	struct ptool_series series = {
		.buckets = 3, .bucket = bucket, .calls = 100, .min_ns = 5,
		.max_ns = 31, .total_ns = 90 * 5 + 9 * 20 + 31,
	};
	struct ptool_stats stats = ptool_stats_of(&series, 4);

	tap_is(stats.p50_ns, 5, "p50");
	tap_is(stats.p90_ns, 5, "p90");
	tap_is(stats.p99_ns, 20, "p99");
	tap_is(stats.p999_ns, 31, "p99.9");
	tap_is(stats.mean_ns, 7, "mean, rounded to the nearest");
	tap_is(ptool_stats_per(~0ULL, ~0ULL), 1, "the largest mean of all");
	tap_is(ptool_stats_per(5, 2), 3, "halves are rounded up");
	tap_is(ptool_stats_per(4, 3), 1, "thirds are rounded down");
}

/* the sparse walk finds what ptime_hist_percentile() finds */
static void test_percentiles(void)
{
	struct ptool_bucket bucket[] = {
		{ 5, 90 }, { 20, 9 }, { 31, 1 }, { 77, 400 },
		{ ptime_hist_overflow(4), 3 },
	};
	struct ptool_series series = {
		.buckets = ARRAY_SIZE(bucket), .bucket = bucket, .calls = 503,
		.min_ns = 5, .max_ns = 1ULL << 40, .moved_ns = 2,
	};
	u64 *counts = ptool_alloc(ptime_hist_buckets(4), sizeof(*counts));
	u32 permyriad, wrong = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bucket); i++)
		counts[bucket[i].bucket] = bucket[i].calls;
	for (permyriad = 1; permyriad <= 10000; permyriad++)
		wrong += ptool_percentile_of(&series, 4, permyriad) !=
			 2 + ptime_hist_percentile(4, counts, series.calls,
						   permyriad, series.min_ns,
						   series.max_ns);
	tap_is(wrong, 0, "all percentiles are those of the module");
	free(counts);
	series.calls = 0;
	tap_is(ptool_percentile_of(&series, 4, 5000), 0, "0 without calls");
}

static const struct {
	const char *text;
	u32 permyriad;
	const char *title;
	const char *key;
} names[] = {
	{ "50", 5000, "P50", "p50_ns" },
	{ "5", 500, "P5", "p5_ns" },
	{ "5.0", 500, "P5", "p5_ns" },
	{ "99.90", 9990, "P99.9", "p999_ns" },
	{ "99.99", 9999, "P99.99", "p9999_ns" },
	{ "10.5", 1050, "P10.5", "p105_ns" },
	{ "1.05", 105, "P1.05", "p0105_ns" },
	{ "0.01", 1, "P0.01", "p0001_ns" },
	{ "100", 10000, "P100", "p100_ns" },
};

/* the names that the list has, for diff and for the module */
static const struct {
	enum ptool_column column;
	const char *title;
	const char *key;
} listed[] = {
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, ...)		\
	{ PTOOL_COLUMN_##_name, _title, #_key "_ns" },
#include <pathtime/percentiles.def>
};

static const char *const wrongs[] = {
	"", "0", "0.00", "100.01", "101", "1000", ".5", "5.", "5.123", "5 ",
	" 5", "-5", "+5", "5e1", "p50", "0x5", "5,5",
};

static void test_names(void)
{
	enum ptool_column column;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		struct ptool_statistic statistic;

		tap_ok(ptool_percentile_parse(names[i].text, &column) &&
		       column == PTOOL_COLUMN_PERCENTILE + names[i].permyriad,
		       "%s is a percentile", names[i].text);
		statistic = ptool_statistic_of(column);
		is_text(statistic.title, names[i].title);
		is_text(statistic.key, names[i].key);
		tap_ok(ptool_column_parse(statistic.title, &column) &&
		       column == statistic.column, "its title is its name");
	}
	for (i = 0; i < ARRAY_SIZE(wrongs); i++)
		tap_ok(!ptool_percentile_parse(wrongs[i], &column),
		       "'%s' is none", wrongs[i]);
	for (i = 0; i < ARRAY_SIZE(listed); i++) {
		is_text(ptool_statistic_of(listed[i].column).title,
			listed[i].title);
		is_text(ptool_statistic_of(listed[i].column).key,
			listed[i].key);
	}
}

static void test_lists(void)
{
	struct ptool_columns chosen = { 0 };
	struct ptool_times times = { 0 };
	u32 i, unsorted = 0;

	for (i = 40; i; i--)
		ptool_percentiles_add(&chosen, PTOOL_COLUMN_P50 + i % 20);
	tap_is(chosen.count, PTOOL_PERCENTILES_LEN, "a list has an end");
	ptool_times_choose(&times, &chosen);
	for (i = 2; i < times.count - 2; i++)
		unsorted += times.time[i - 1].column >= times.time[i].column;
	tap_is(unsorted, 0, "percentiles ascend, each once");
	chosen = (struct ptool_columns){ 0 };
	ptool_percentiles_add(&chosen, PTOOL_COLUMN_P95);
	ptool_percentiles_add(&chosen, PTOOL_COLUMN_P95);
	tap_is(chosen.count, 1, "twice is once");
	ptool_times_choose(&times, &chosen);
	i = times.count;
	chosen.count = 0;
	ptool_times_choose(&times, &chosen);
	tap_is(times.count, i, "and what is there is not added");
}

static struct ptool_probe with_below(u64 calls, u64 below)
{
	return (struct ptool_probe){
		.counts.sum = { .calls = calls, .below_overhead = below },
	};
}

static void test_below(void)
{
	struct ptool_probe probes[] = {
		with_below(0, 0),
		with_below(PTOOL_BELOW_CALLS - 1, PTOOL_BELOW_CALLS - 1),
		with_below(1000, 10),
		with_below(1000, 11),
		with_below(1000, 250),
		with_below(1000, 249),
	};
	struct ptool_model model = { .probe = probes, .probes = 3 };
	struct ptool_below below = ptool_below_of(&model);

	tap_ok(!below.functions && !below.worst,
	       "few calls, or a few of many, say nothing");
	model.probes = ARRAY_SIZE(probes);
	below = ptool_below_of(&model);
	tap_is(below.functions, 3, "functions with a larger share");
	tap_ok(below.worst == &probes[4] && below.percent == 25,
	       "the largest share");
	probes[5].counts.sum.below_overhead = ~0ULL;
	tap_ok(ptool_below_of(&model).percent == 100, "no share is above the whole");
	model.only_raw = true;
	tap_ok(!ptool_below_of(&model).functions, "nothing is subtracted from raw times");
}

int main(void)
{
	test_texts();
	test_width();
	test_fitting();
	test_stats();
	test_percentiles();
	test_names();
	test_lists();
	test_below();
	return tap_done();
}
