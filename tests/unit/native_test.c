// SPDX-License-Identifier: GPL-2.0
/* native histograms: every bucket of every hist_bits has one of its own, which its middle is in */
#include <math.h>

#include "output/native.h"
#include "tap.h"
#include <pathtime/hist.h>

/* of doubles, and some more */
#define ROUNDING	0.000000000001

/* each test returns the first bucket at fault, or the number of buckets */
static u32 of_its_own(u32 bits)
{
	u32 schema = ptool_native_schema(bits), i;
	s32 before = ptool_native_index(schema, 1) - 1;

	/* the middle of the bucket 0 is 0 */
	for (i = 1; i < ptime_hist_buckets(bits); i++) {
		s32 index = ptool_native_index(schema, ptime_hist_mid(bits, i));

		if (index <= before)
			break;
		before = index;
	}
	return i;
}

/* as far as doubles can say */
static u32 around_middle(u32 bits)
{
	u32 schema = ptool_native_schema(bits), i;

	for (i = 1; i < ptime_hist_buckets(bits); i++) {
		u64 ns = ptime_hist_mid(bits, i);
		s32 index = ptool_native_index(schema, ns);
		double seconds = ns / 1e9;

		if (exp2(ldexp(index - 1, -(int)schema)) >= seconds * (1 + ROUNDING) ||
		    exp2(ldexp(index, -(int)schema)) < seconds * (1 - ROUNDING))
			break;
	}
	return i;
}

static void test_buckets(void)
{
	u32 bits;

	for (bits = PTIME_HIST_BITS_MIN; bits <= PTIME_HIST_BITS_MAX; bits++) {
		tap_ok(of_its_own(bits) == ptime_hist_buckets(bits),
		       "%u bits: buckets of their own, in the same order", bits);
		tap_ok(around_middle(bits) == ptime_hist_buckets(bits),
		       "%u bits: around the middle", bits);
	}
}

static void test_schema(void)
{
	tap_ok(ptool_native_schema(2) == 4 && ptool_native_schema(4) == 6 &&
	       ptool_native_schema(6) == 8 && ptool_native_schema(7) == 8,
	       "schemas");
	/* 2^k s are the upper bounds of buckets */
	tap_ok(ptool_native_index(3, 1000000000) == 0 &&
	       ptool_native_index(3, 1000000001) == 1 &&
	       ptool_native_index(3, 2000000000) == 8 &&
	       ptool_native_index(3, 500000000) == -8 &&
	       ptool_native_index(0, 500000001) == 0,
	       "upper bounds are included");
}

static void test_series(void)
{
	struct ptool_bucket bucket[] = { { 0, 5 }, { 1, 7 }, { 529 - 1, 9 } };
	const struct ptool_series series = { .buckets = 3, .bucket = bucket };
	const struct ptool_series empty = { 0 };
	struct ptool_native native;

	ptool_native_of(&native, &series, 4);
	tap_ok(native.schema == 6 && native.zeros == 5 && native.buckets == 2,
	       "0 ns is in the zero bucket");
	tap_ok(native.bucket[0].index == ptool_native_index(6, 1) &&
	       native.bucket[0].calls == 7, "1 ns");
	tap_ok(native.bucket[1].index == ptool_native_index(6, 1ULL << 36) &&
	       native.bucket[1].calls == 9, "the overflow counts as 2^36 ns");
	ptool_native_release(&native);
	ptool_native_of(&native, &empty, 4);
	tap_ok(!native.buckets && !native.zeros, "no calls");
	ptool_native_release(&native);
}

int main(void)
{
	test_buckets();
	test_schema();
	test_series();
	return tap_done();
}
