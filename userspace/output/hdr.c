// SPDX-License-Identifier: GPL-2.0
/* hdr: converts durations to an HdrHistogram, and prints its percentile distribution */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "output/hdr.h"
#include <pathtime/hist.h>

#define HOUR_NS		(3600 * 1000000000ULL)

/* values of HdrHistogram are signed 64-bit numbers */
#define VALUE_MAX	(~0ULL / 2)

/* rows of the distribution each time the distance to 100 % halves */
#define TICKS_PER_HALF	5

/* add calls; values must not descend from one call to the next */
static void put(struct ptool_hdr *hdr, u64 ns, u64 calls)
{
	u32 bucket = ptime_hist_bucket_fast(PTOOL_HDR_BITS,
					     ns < VALUE_MAX ? ns : VALUE_MAX);
	struct ptool_bucket *next = &hdr->count[hdr->counts];

	if (!calls)
		return;
	hdr->calls += calls;
	if (hdr->counts && next[-1].bucket == bucket) {
		next[-1].calls += calls;
		return;
	}
	next->bucket = bucket;
	next->calls = calls;
	hdr->counts++;
}

static u64 usual_value(const struct ptool_series *series, u32 hist_bits,
		       u32 bucket)
{
	u64 ns = ptime_hist_mid(hist_bits, bucket);

	if (ns > series->max_ns || bucket == ptime_hist_overflow(hist_bits))
		return series->max_ns;
	return ns < series->min_ns ? series->min_ns : ns;
}

void ptool_hdr_fill(struct ptool_hdr *hdr, const struct ptool_series *series,
		    const struct ptool_model *model)
{
	/* With sample=N, the shortest and the longest call each stand for N calls. */
	u64 shortest = series->calls ? model->sample : 0;
	u64 longest = series->calls > shortest ? model->sample : 0;
	u32 i, last = series->buckets - 1;

	*hdr = (struct ptool_hdr){
		.total_ns = series->total_ns,
		.max_ns = series->calls ? series->max_ns : 0,
		.count = ptool_alloc(series->buckets + 2, sizeof(*hdr->count)),
	};
	put(hdr, series->min_ns, shortest);
	for (i = 0; i < series->buckets; i++)
		put(hdr, usual_value(series, model->hist_bits,
				     series->bucket[i].bucket),
		    series->bucket[i].calls - (i == 0 ? shortest : 0) -
		    (i == last ? longest : 0));
	put(hdr, series->max_ns, longest);
}

void ptool_hdr_free(struct ptool_hdr *hdr)
{
	free(hdr->count);
}

u64 ptool_hdr_highest(const struct ptool_hdr *hdr)
{
	if (hdr->max_ns <= HOUR_NS)
		return HOUR_NS;
	return hdr->max_ns < VALUE_MAX ? hdr->max_ns : VALUE_MAX;
}

/* HdrHistogram reports the largest value of a bucket. */
static double value_of(const struct ptool_bucket *count)
{
	return (double)(ptime_hist_low(PTOOL_HDR_BITS, count->bucket + 1) - 1);
}

/*
 * The next level, in per cent. Close to 100 the steps become smaller than a double
 * can hold; the level is 100 then, which ends the rows.
 */
static double level_after(double level)
{
	double halves = floor(log2(100 / (100 - level)));
	double next = level + 100 / (TICKS_PER_HALF * exp2(halves + 1));

	return next > level ? next : 100;
}

static void print_row(FILE *to, double value, double level, u64 below)
{
	fprintf(to, "%12.3f %2.12f %10llu", value, level / 100, below);
	if (level < 100)
		fprintf(to, " %14.2f", 1 / (1 - level / 100));
	fputc('\n', to);
}

/* print a row for each level, with the first duration that reaches it */
static void print_rows(FILE *to, const struct ptool_hdr *hdr)
{
	const struct ptool_bucket *count = hdr->count;
	double level = 0, reached;
	u64 below = 0;

	for (; below < hdr->calls; count++) {
		below += count->calls;
		reached = 100 * (double)below / (double)hdr->calls;
		while (level < 100 && level <= reached) {
			print_row(to, value_of(count), level, below);
			level = level_after(level);
			if (below == hdr->calls)
				break;
		}
	}
	if (below)
		print_row(to, value_of(count - 1), 100, below);
}

static double deviation(const struct ptool_hdr *hdr, double mean)
{
	double squares = 0, away;
	u32 i;

	for (i = 0; i < hdr->counts; i++) {
		away = (double)ptime_hist_low(PTOOL_HDR_BITS,
					      hdr->count[i].bucket) - mean;
		squares += away * away * (double)hdr->count[i].calls;
	}
	return sqrt(squares / (double)hdr->calls);
}

/* the buckets of HdrHistogram are powers of two, each with sub-buckets */
static u32 powers(const struct ptool_hdr *hdr)
{
	return (ptime_hist_bucket_fast(PTOOL_HDR_BITS,
				       ptool_hdr_highest(hdr)) >>
		PTOOL_HDR_BITS);
}

void ptool_hdr_print(const struct ptool_out *out, const struct ptool_hdr *hdr)
{
	double mean = hdr->calls ?
		      (double)hdr->total_ns / (double)hdr->calls : 0;

	fprintf(out->file, "%12s %14s %10s %14s\n\n", "Value", "Percentile",
		"TotalCount", "1/(1-Percentile)");
	print_rows(out->file, hdr);
	fprintf(out->file, "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n",
		mean, hdr->calls ? deviation(hdr, mean) : 0);
	fprintf(out->file, "#[Max     = %12.3f, Total count    = %12llu]\n",
		(double)hdr->max_ns, hdr->calls);
	fprintf(out->file, "#[Buckets = %12u, SubBuckets     = %12u]\n",
		powers(hdr), 2U << PTOOL_HDR_BITS);
}
