/* SPDX-License-Identifier: GPL-2.0 */
/*
 * native: the buckets of Prometheus's native histograms
 *
 * A native histogram with the schema s divides each power of two into 2^s
 * buckets whose bounds grow by the same factor, g = 2^(2^-s). The bucket i takes
 * what is more than g^(i-1) and not more than g^i.
 *
 * The rule: all times of one of the module's buckets are counted in the bucket
 * that its middle is in. The middle is ptime_hist_mid(), which is also what the
 * tool's percentiles report. A middle of 0 is in the zero bucket. Times of the
 * overflow count as 2^36 ns, its lower bound.
 *
 * 1. A quantile of the native histogram is in the bucket of the middle that the
 *    tool reports, as both take the bucket in which the rank is. So it differs
 *    from that by less than the factor g.
 * 2. If s > hist_bits, no two of the module's buckets share one. Let b be
 *    hist_bits and m the higher of two middles that follow each other. Below
 *    2^(b+1) ns, both are whole numbers that differ by 1. Above, they differ by
 *    at least the lower bucket's width. Both is 2^-(b+1) of m or more (at a power
 *    of two 1.5 widths, and m is one width above it). The logarithm to base 2 of
 *    their ratio is then at least 2^-(b+1) / ln 2, which is more than 2^-s, the
 *    width of a bucket. So nothing is lost, and the module's counts can be
 *    computed from the native histogram.
 *
 * The schema is hist_bits + 2, limited to 8, the highest one. With the default
 * of 4 it is 6, and g is 1.0109. A quantile then differs from the tool's by 1.1 %
 * at most. It differs from the true value by 4.3 % at most, as the middle is
 * within 3.1 %. Schema 5 would be enough for 2, but 5.4 % from the true value.
 */
#ifndef _PATHTIME_NATIVE_H
#define _PATHTIME_NATIVE_H

#include <math.h>

#include "base/types.h"
#include "model/counts.h"

/* the upper bound of the zero bucket in seconds; Prometheus's clients have the same */
#define PTOOL_NATIVE_ZERO	ldexp(1, -128)

/* a bucket that is not empty, and not the zero bucket */
struct ptool_native_bucket {
	s32 index;
	u64 calls;
};

/**
 * struct ptool_native - a native histogram
 * @schema: logarithm to base 2 of the buckets per power of two
 * @zeros: the count of the zero bucket
 * @buckets: number of buckets
 * @bucket: the buckets, in ascending order
 */
struct ptool_native {
	u32 schema;
	u64 zeros;
	u32 buckets;
	struct ptool_native_bucket *bucket;
};

u32 ptool_native_schema(u32 hist_bits);

/**
 * ptool_native_index() - Find the bucket of a time
 * @schema: the schema
 * @ns: the time in nanoseconds, not 0
 *
 * Return: the number of the bucket, of times in seconds.
 */
s32 ptool_native_index(u32 schema, u64 ns);

/**
 * ptool_native_of() - Convert a series to a native histogram
 * @to: set to the histogram, for ptool_native_release()
 * @series: the series
 * @hist_bits: exponent of its buckets per power of two
 */
void ptool_native_of(struct ptool_native *to, const struct ptool_series *series,
		     u32 hist_bits);

/**
 * ptool_native_release() - Release the buckets of a native histogram
 * @native: the histogram
 */
void ptool_native_release(struct ptool_native *native);

#endif /* _PATHTIME_NATIVE_H */
