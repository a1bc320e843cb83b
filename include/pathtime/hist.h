/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hist: bucket arithmetic of a log-linear histogram
 *
 * SUMMARY
 * @bits (2..7) determines everything: each power of two is cut into 2^bits
 * buckets of equal width. A bucket is never wider than 2^-bits of its lower
 * bound. So its midpoint is within 2^-(bits+1) of every value in it: 3.1 % at
 * the default of 4, 0.4 % at 7. Values below 2^(bits+1) have a bucket each and
 * are exact. Values are nanoseconds. Values of 2^36 ns (68.7 s) and more share
 * one last bucket, the overflow.
 *
 * DETAILS
 * Let h be the number of the highest set bit of value v, and w = h - bits (0
 * if v < 2^bits).
 *
 *      bit h                  w  w-1 ... 0
 *      | 1 | the next @bits    | dropped  |
 *      `--- v >> w, 2^bits .. 2^(bits+1)-1
 *
 * The bucket's number is (w << bits) + (v >> w). The leading one of v >> w
 * carries into w's part, so the numbers are contiguous. A bucket holds 2^w
 * values, and its lower bound is at least 2^(bits + w).
 *
 *      bits = 2:  0 1 2 3  4 5 6 7  8-9 10-11 12-13 14-15  16-19 20-23 ...
 *
 *      bits     2     3     4     5     6     7
 *      error  12.5   6.3   3.1   1.6   0.8   0.4   per cent
 *      number  141   273   529  1025  1985  3841   buckets, overflow included
 *
 * A bucket lies completely within one bucket of a histogram with fewer bits.
 * Counts can therefore be made coarser without an error, down to bits = 0.
 *
 * No function here allocates, sleeps or calls functions of other files: the
 * same code runs in a probe, in the reader of a debugfs file and in the tool.
 * The including file provides u32 and u64.
 */
#ifndef _PATHTIME_HIST_H
#define _PATHTIME_HIST_H

#define PTIME_HIST_BITS_MIN		2
#define PTIME_HIST_BITS_MAX		7
#define PTIME_HIST_BITS_DEFAULT		4

/**
 * enum ptime_percentile_use - the users of a percentile, see <pathtime/percentiles.def>
 * @PTIME_IN_SUMMARY: the table summary, and columns of the table diff
 * @PTIME_IN_PATHS: the table paths
 * @PTIME_IN_DETAIL: above the buckets of hist, and in diff --verbose
 * @PTIME_IN_PAGE: the HTML page
 * @PTIME_IN_LIMIT: diff --fail-above. Not if a percentile needs too many calls to be reliable.
 */
enum ptime_percentile_use {
	PTIME_IN_SUMMARY	= 0x1,
	PTIME_IN_PATHS		= 0x2,
	PTIME_IN_DETAIL		= 0x4,
	PTIME_IN_PAGE		= 0x8,
	PTIME_IN_LIMIT		= 0x10,
};

/* values of this many bits have buckets of their own: 2^36 ns > 60 s */
#define PTIME_HIST_VALUE_BITS		36

/* number of the last bucket, which takes 2^36 ns and more */
static inline u32 ptime_hist_overflow(u32 bits)
{
	return (PTIME_HIST_VALUE_BITS + 1 - bits) << bits;
}

/* including the overflow */
static inline u32 ptime_hist_buckets(u32 bits)
{
	return ptime_hist_overflow(bits) + 1;
}

/**
 * ptime_hist_bucket_fast() - Find the bucket of a value that does not overflow
 * @bits: exponent of the buckets per power of two
 * @value: nanoseconds, below 2^PTIME_HIST_VALUE_BITS
 *
 * Return: the bucket's number, as wide as an index, because compilers would
 * otherwise extend it once more.
 */
static inline u64 ptime_hist_bucket_fast(u32 bits, u64 value)
{
	/* the bit that is or-ed in gives values below 2^bits a width of 0 */
	u32 high = 63 ^ __builtin_clzll(value | (1ULL << bits));
	u32 width = high - bits;

	return ((u64)width << bits) + (value >> width);
}

static inline u32 ptime_hist_bucket(u32 bits, u64 value)
{
	return value >> PTIME_HIST_VALUE_BITS ? ptime_hist_overflow(bits) :
						ptime_hist_bucket_fast(bits, value);
}

/* log2 of the number of values in a bucket that is not the overflow */
static inline u32 ptime_hist_width(u32 bits, u32 bucket)
{
	return bucket >> bits ? (bucket >> bits) - 1 : 0;
}

/* in nanoseconds */
static inline u64 ptime_hist_low(u32 bits, u32 bucket)
{
	u32 width = ptime_hist_width(bits, bucket);

	return (u64)(bucket - (width << bits)) << width;
}

/* in nanoseconds; all ones for the overflow, which has no end */
static inline u64 ptime_hist_high(u32 bits, u32 bucket)
{
	if (bucket >= ptime_hist_overflow(bits))
		return ~0ULL;
	return ptime_hist_low(bits, bucket + 1) - 1;
}

/*
 * Octaves: ranges of a power of two each. The first one takes all values below 2^(FIRST + 1), the
 * last one all from 2^LAST on, which are those of the overflow.
 */
#define PTIME_OCTAVE_FIRST		8
#define PTIME_OCTAVE_LAST		PTIME_HIST_VALUE_BITS
#define PTIME_OCTAVES			(PTIME_OCTAVE_LAST - PTIME_OCTAVE_FIRST + 1)

/**
 * ptime_octave() - Find the octave of a value
 * @value: nanoseconds
 *
 * Return: 0 to PTIME_OCTAVES - 1.
 */
static inline u32 ptime_octave(u64 value)
{
	u32 high = 63 ^ __builtin_clzll(value | (1ULL << PTIME_OCTAVE_FIRST));

	return (high < PTIME_OCTAVE_LAST ? high : PTIME_OCTAVE_LAST) - PTIME_OCTAVE_FIRST;
}

/* in nanoseconds; @octave below PTIME_OCTAVES */
static inline u64 ptime_octave_low(u32 octave)
{
	return octave ? 1ULL << (octave + PTIME_OCTAVE_FIRST) : 0;
}

/**
 * ptime_hist_mid() - Get the value that represents a bucket
 * @bits: exponent of the buckets per power of two
 * @bucket: a bucket's number, up to the overflow
 *
 * Return: the midpoint in nanoseconds, within 2^-(bits+1) of each value of the
 * bucket; the lower bound for the overflow.
 */
static inline u64 ptime_hist_mid(u32 bits, u32 bucket)
{
	u64 low = ptime_hist_low(bits, bucket);

	if (bucket >= ptime_hist_overflow(bits))
		return low;
	return low + (ptime_hist_high(bits, bucket) - low) / 2;
}

/**
 * ptime_hist_rank() - Compute the rank of a percentile, by nearest rank
 * @total: number of values
 * @permyriad: the percentile in hundredths of a per cent: p99.9 is 9990
 *
 * Return: @total * @permyriad / 10,000, rounded up.
 */
static inline u64 ptime_hist_rank(u64 total, u32 permyriad)
{
	/* split, so that a total near 2^64 does not overflow */
	return total / 10000 * permyriad +
	       (total % 10000 * permyriad + 9999) / 10000;
}

/**
 * ptime_hist_percentile() - Compute a percentile of counted values
 * @bits: exponent of the buckets per power of two
 * @counts: ptime_hist_buckets(@bits) counts
 * @total: sum of the counts
 * @permyriad: the percentile in hundredths of a per cent: p99.9 is 9990
 * @min: smallest value counted, in ns
 * @max: largest value counted, in ns
 *
 * The percentile is the value of the sample of that rank. It is a measured value, never one
 * between two. The first and the last sample are @min and @max. Any other one
 * is reported as the midpoint of its bucket, limited to @min and @max.
 *
 * Return: nanoseconds; 0 if nothing was counted.
 */
static inline u64 ptime_hist_percentile(u32 bits, const u64 *counts, u64 total,
					u32 permyriad, u64 min, u64 max)
{
	u64 rank = ptime_hist_rank(total, permyriad);
	u64 below = 0, value;
	u32 bucket, last = ptime_hist_overflow(bits);

	if (!total)
		return 0;
	if (rank <= 1)
		return min;
	if (rank == total)
		return max;
	for (bucket = 0; bucket < last; bucket++) {
		below += counts[bucket];
		if (below >= rank)
			break;
	}
	/* only the largest value in the overflow bucket is known */
	value = bucket < last ? ptime_hist_mid(bits, bucket) : max;
	if (value < min)
		return min;
	return value > max ? max : value;
}

#endif /* _PATHTIME_HIST_H */
