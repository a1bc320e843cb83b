/* SPDX-License-Identifier: GPL-2.0 */
/*
 * hdr: converts durations to an HdrHistogram, to be written in its formats
 *
 * With three significant figures, HdrHistogram divides each power of two into
 * 2^10 buckets, as hist.h does with @bits = 10. These buckets are narrower than
 * those of the module. The value at which a call is recorded therefore decides
 * which percentiles are read.
 *
 * The shortest and the longest call are recorded at their own durations. All
 * other calls are recorded at the midpoint of their bucket, as in the summary.
 * Calls in the overflow bucket are recorded at the longest duration. A
 * percentile read from the result is thus in the same bucket as in the summary,
 * and both ends are within 0.1 %.
 */
#ifndef _PATHTIME_HDR_H
#define _PATHTIME_HDR_H

#include "base/out.h"
#include "model/model.h"

#define PTOOL_HDR_FIGURES	3
#define PTOOL_HDR_BITS		10

/**
 * struct ptool_hdr - durations in buckets of HdrHistogram
 * @calls: sum of the counts
 * @total_ns: sum of the durations as measured
 * @max_ns: longest duration as measured; 0 if there are no calls
 * @counts: number of buckets that are not empty
 * @count: these buckets, in ascending order
 */
struct ptool_hdr {
	u64 calls;
	u64 total_ns;
	u64 max_ns;
	u32 counts;
	struct ptool_bucket *count;
};

/**
 * ptool_hdr_fill() - convert durations
 * @hdr: receives the buckets, to be freed by ptool_hdr_free()
 * @series: the durations
 * @model: the model of the series
 */
void ptool_hdr_fill(struct ptool_hdr *hdr, const struct ptool_series *series,
		    const struct ptool_model *model);

void ptool_hdr_free(struct ptool_hdr *hdr);

/**
 * ptool_hdr_highest() - get the highest trackable value, in ns
 * @hdr: the durations
 *
 * Return: one hour, so that histograms have the same range and can be added; or
 * the longest duration if it is longer.
 */
u64 ptool_hdr_highest(const struct ptool_hdr *hdr);

/**
 * ptool_hdr_print() - print the percentile distribution to standard output
 * @out: where to print
 * @hdr: the durations
 */
void ptool_hdr_print(const struct ptool_out *out, const struct ptool_hdr *hdr);

/**
 * ptool_hdr_print_encoded() - print the encoded histogram to standard output
 * @to: where to print
 * @hdr: the durations, at least one
 *
 * The format is HdrHistogram's compressed encoding, version 2, in base64,
 * without a newline. The function is in hdr_encoding.c.
 */
void ptool_hdr_print_encoded(FILE *to, const struct ptool_hdr *hdr);

#endif /* _PATHTIME_HDR_H */
