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

#define PTIME_HDR_FIGURES	3
#define PTIME_HDR_BITS		10

/**
 * struct ptime_hdr - durations in buckets of HdrHistogram
 * @calls: sum of the counts
 * @total_ns: sum of the durations, which was measured
 * @max_ns: longest duration, likewise; 0 where there are no calls
 * @counts: number of buckets that are not empty
 * @count: these, in ascending order
 */
struct ptime_hdr {
	u64 calls;
	u64 total_ns;
	u64 max_ns;
	u32 counts;
	struct ptime_bucket *count;
};

/**
 * ptime_hdr_fill() - put durations down
 * @hdr: gets them; for ptime_hdr_free()
 * @series: the durations
 * @model: the model that they are of
 */
void ptime_hdr_fill(struct ptime_hdr *hdr, const struct ptime_series *series,
		    const struct ptime_model *model);

/**
 * ptime_hdr_free() - give the memory back
 * @hdr: what ptime_hdr_fill() filled
 */
void ptime_hdr_free(struct ptime_hdr *hdr);

/**
 * ptime_hdr_highest() - the longest duration that there is to be room for, in ns
 * @hdr: the durations
 *
 * Return: an hour, so that histograms are alike and can be added; or, where one is
 * longer, that one.
 */
u64 ptime_hdr_highest(const struct ptime_hdr *hdr);

/**
 * ptime_hdr_print() - print the percentile distribution, on standard output
 * @hdr: the durations
 */
void ptime_hdr_print(const struct ptime_hdr *hdr);

/**
 * ptime_hdr_print_encoded() - print all of it, for programs (hdr_encoding.c)
 * @hdr: the durations, of which there is at least one
 *
 * That is HdrHistogram's compressed encoding, version 2, in base64, without a newline.
 */
void ptime_hdr_print_encoded(const struct ptime_hdr *hdr);

#endif /* _PATHTIME_HDR_H */
