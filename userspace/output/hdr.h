/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hdr: durations as HdrHistogram counts them, to be written in its formats
 *
 * With three significant figures, HdrHistogram cuts each power of two into 2^10
 * buckets, in which it is a histogram as hist.h has it, with 10 for @bits. These are
 * narrower than any of the module's: what a call is put down as tells how the
 * percentiles will be read.
 *
 * The shortest and the longest call are put down as what they took. All others are put
 * down as the midpoint of their bucket, which is what summary tells of them, or, in the
 * overflow, as the longest. So a percentile read from it is within the bucket that
 * summary has it in, and the ends are right to a thousandth.
 */
#ifndef _PATHTIME_HDR_H
#define _PATHTIME_HDR_H

#include "model/model.h"

#define PTOOL_HDR_FIGURES	3
#define PTOOL_HDR_BITS		10

/**
 * struct ptool_hdr - durations in buckets of HdrHistogram
 * @calls: sum of the counts
 * @total_ns: sum of the durations, which was measured
 * @max_ns: longest duration, likewise; 0 where there are no calls
 * @counts: number of buckets that are not empty
 * @count: these, in ascending order
 */
struct ptool_hdr {
	u64 calls;
	u64 total_ns;
	u64 max_ns;
	u32 counts;
	struct ptool_bucket *count;
};

/**
 * ptool_hdr_fill() - put durations down
 * @hdr: gets them; for ptool_hdr_free()
 * @series: the durations
 * @model: the model that they are of
 */
void ptool_hdr_fill(struct ptool_hdr *hdr, const struct ptool_series *series,
		    const struct ptool_model *model);

/**
 * ptool_hdr_free() - give the memory back
 * @hdr: what ptool_hdr_fill() filled
 */
void ptool_hdr_free(struct ptool_hdr *hdr);

/**
 * ptool_hdr_highest() - the longest duration that there is to be room for, in ns
 * @hdr: the durations
 *
 * Return: an hour, so that histograms are alike and can be added; or, where one is
 * longer, that one.
 */
u64 ptool_hdr_highest(const struct ptool_hdr *hdr);

/**
 * ptool_hdr_print() - print the percentile distribution, on standard output
 * @hdr: the durations
 */
void ptool_hdr_print(const struct ptool_hdr *hdr);

/**
 * ptool_hdr_print_encoded() - print all of it, for programs (hdr_encoding.c)
 * @hdr: the durations, of which there is at least one
 *
 * That is HdrHistogram's compressed encoding, version 2, in base64, without a newline.
 */
void ptool_hdr_print_encoded(const struct ptool_hdr *hdr);

#endif /* _PATHTIME_HDR_H */
