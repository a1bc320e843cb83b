// SPDX-License-Identifier: GPL-2.0
/* test of hist.h: every bucket of every histogram, percentiles by sorting */
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "tap.h"

#define SAMPLES		5000
#define BUCKETS_MAX	4096
#define END		(1ULL << PTIME_HIST_VALUE_BITS)

static u64 seed = 20240229;

static u64 next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* each test returns the first bucket at fault, or the number of buckets */
static u32 round_trip(u32 bits)
{
	u32 i;

	for (i = 0; i < ptime_hist_overflow(bits); i++)
		if (ptime_hist_bucket(bits, ptime_hist_low(bits, i)) != i ||
		    ptime_hist_bucket(bits, ptime_hist_high(bits, i)) != i ||
		    ptime_hist_bucket(bits, ptime_hist_mid(bits, i)) != i)
			break;
	return i;
}

static u32 contiguous(u32 bits)
{
	u32 i;

	for (i = 0; i < ptime_hist_overflow(bits); i++)
		if (ptime_hist_low(bits, i + 1) != ptime_hist_high(bits, i) + 1)
			break;
	return i;
}

/* no value is further from the midpoint than 2^-(bits+1) of itself */
static u32 within_bound(u32 bits)
{
	u32 i;

	for (i = 0; i < ptime_hist_overflow(bits); i++) {
		u64 low = ptime_hist_low(bits, i);
		u64 high = ptime_hist_high(bits, i);
		u64 mid = ptime_hist_mid(bits, i);

		if (mid < low || mid > high || (mid - low) << (bits + 1) > low ||
		    (high - mid) << (bits + 1) > high)
			break;
	}
	return i;
}

static u32 exact_below(u32 bits)
{
	u32 i;

	for (i = 0; i < 2U << bits; i++)
		if (ptime_hist_low(bits, i) != i ||
		    ptime_hist_high(bits, i) != i)
			break;
	return i;
}

static void test_edges(u32 bits)
{
	u32 last = ptime_hist_overflow(bits);

	tap_is(round_trip(bits), last, "each bound is in its bucket");
	tap_is(contiguous(bits), last, "no gap between buckets");
	tap_is(within_bound(bits), last, "the midpoint keeps the error bound");
	tap_is(exact_below(bits), 2U << bits, "small values are exact");
	tap_is(ptime_hist_low(bits, 0), 0, "the first begins at zero");
	tap_is(ptime_hist_bucket(bits, END - 1), last - 1, "2^36-1 is the last");
	tap_is(ptime_hist_bucket(bits, END), last, "2^36 overflows");
	tap_is(ptime_hist_bucket(bits, ~0ULL), last, "2^64-1 overflows");
	tap_is(ptime_hist_low(bits, last), END, "the overflow begins at 2^36");
	tap_is(ptime_hist_high(bits, last), ~0ULL, "the overflow has no end");
	tap_is(ptime_hist_mid(bits, last), END, "the overflow has no middle");
	tap_is(ptime_hist_buckets(bits), last + 1, "number of buckets");
}

/* random values, of all magnitudes alike */
static bool random_values_fit(u32 bits)
{
	u32 i;

	for (i = 0; i < 200000; i++) {
		u64 value = next_random() >> (next_random() % 64);
		u32 bucket = ptime_hist_bucket(bits, value);

		if (bucket >= ptime_hist_buckets(bits) ||
		    value < ptime_hist_low(bits, bucket) ||
		    value > ptime_hist_high(bits, bucket))
			return false;
	}
	return true;
}

static int compare(const void *a, const void *b)
{
	u64 left = *(const u64 *)a, right = *(const u64 *)b;

	return (left > right) - (left < right);
}

static u64 flat(void)
{
	return next_random() % 100000;
}

static u64 steep(void)
{
	return 300 + (next_random() >> (28 + next_random() % 36));
}

static u64 two_humps(void)
{
	return (next_random() & 7 ? 800 : 25000) + next_random() % 100;
}

static u64 same(void)
{
	return 12345;
}

static u64 overflowing(void)
{
	return END - 1000 + next_random() % 100000;
}

static const struct {
	const char *name;
	u64 (*draw)(void);
} shapes[] = {
	{ "flat", flat },
	{ "steep", steep },
	{ "two humps", two_humps },
	{ "all the same", same },
	{ "overflowing", overflowing },
};

static bool percentile_fits(u32 bits, const u64 *sorted, const u64 *counts,
			    u32 count, u32 permyriad)
{
	u64 got = ptime_hist_percentile(bits, counts, count, permyriad,
					sorted[0], sorted[count - 1]);
	u32 rank = ((u64)count * permyriad + 9999) / 10000;
	u64 wanted = sorted[rank ? rank - 1 : 0];
	u64 error = got > wanted ? got - wanted : wanted - got;

	/* of these two samples, the values are known and not only the buckets */
	if (rank <= 1 || rank == count)
		error *= 1ULL << 32;
	if (wanted >= END && rank > 1)
		return got == sorted[count - 1];
	if (error << (bits + 1) <= wanted)
		return true;
	tap_diag("bits %u, %u samples, %u: got %llu, wanted %llu", bits, count,
		 permyriad, got, wanted);
	return false;
}

static bool percentiles_fit(u32 bits, u64 (*draw)(void), u32 count)
{
	static const u32 permyriads[] = {
		0, 1, 100, 2500, 5000, 9000, 9900, 9990, 9999, 10000
	};
	static u64 sorted[SAMPLES], counts[BUCKETS_MAX];
	bool fit = true;
	size_t i;

	memset(counts, 0, sizeof(counts));
	for (i = 0; i < count; i++) {
		sorted[i] = draw();
		counts[ptime_hist_bucket(bits, sorted[i])]++;
	}
	qsort(sorted, count, sizeof(*sorted), compare);
	for (i = 0; i < ARRAY_SIZE(permyriads); i++)
		fit &= percentile_fits(bits, sorted, counts, count,
				       permyriads[i]);
	return fit;
}

static void test_percentiles(u32 bits)
{
	static const u32 sizes[] = { 1, 2, 3, 10, 99, 100, 101, SAMPLES };
	bool fit;
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(shapes); i++) {
		fit = true;
		for (j = 0; j < ARRAY_SIZE(sizes); j++)
			fit &= percentiles_fit(bits, shapes[i].draw, sizes[j]);
		tap_ok(fit, "bits %u, %s: percentiles as by sorting", bits,
		       shapes[i].name);
	}
}

static void test_extremes(void)
{
	static u64 counts[BUCKETS_MAX];
	u32 last = ptime_hist_overflow(4);
	u64 half = 1ULL << 62;

	tap_is(ptime_hist_percentile(4, counts, 0, 5000, ~0ULL, 0), 0,
	       "no samples");
	counts[10] = half;
	counts[20] = half;
	tap_is(ptime_hist_percentile(4, counts, 2 * half, 5000, 10, 20), 10,
	       "2^63 samples, the median is the lower half's last");
	tap_is(ptime_hist_percentile(4, counts, 2 * half, 5001, 10, 20), 20,
	       "2^63 samples, a little above the median");
	tap_is(ptime_hist_percentile(4, counts, 2 * half, 0, 10, 20), 10,
	       "2^63 samples, p0");
	tap_is(ptime_hist_percentile(4, counts, 2 * half, 10000, 10, 20), 20,
	       "2^63 samples, p100");
	memset(counts, 0, sizeof(counts));
	counts[last] = 1;
	tap_is(ptime_hist_percentile(4, counts, 1, 5000, END + 5, END + 5),
	       END + 5, "a single overflow is reported as the longest");
	/* 241 calls in the bucket from 786,432 to 819,199: rank 241 is the last */
	memset(counts, 0, sizeof(counts));
	counts[ptime_hist_bucket(4, 812000)] = 241;
	tap_is(ptime_hist_percentile(4, counts, 241, 9990, 787000, 812000),
	       812000, "p99.9 of 241 samples is the longest");
	tap_is(ptime_hist_percentile(4, counts, 241, 40, 787000, 812000),
	       787000, "p0.4 of 241 samples is the shortest");
	tap_is(ptime_hist_percentile(4, counts, 241, 9900, 787000, 812000),
	       802815, "p99 of 241 samples is the midpoint");
}

int main(void)
{
	u32 bits;

	for (bits = PTIME_HIST_BITS_MIN; bits <= PTIME_HIST_BITS_MAX; bits++) {
		tap_diag("%u bits", bits);
		test_edges(bits);
		tap_ok(random_values_fit(bits), "random values are in bounds");
		test_percentiles(bits);
	}
	test_extremes();
	return tap_done();
}
