// SPDX-License-Identifier: GPL-2.0
/* counts: durations counted in buckets, per CPU and on all CPUs */
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "model/counts.h"

void ptool_series_release(struct ptool_series *series)
{
	free(series->bucket);
	memset(series, 0, sizeof(*series));
}

void ptool_counts_release(struct ptool_counts *counts)
{
	u32 i;

	ptool_series_release(&counts->sum);
	for (i = 0; i < counts->cpus; i++)
		ptool_series_release(&counts->cpu[i]);
	free(counts->cpu);
	memset(counts, 0, sizeof(*counts));
}

/*
 * Add the buckets that @sum has too, up to the first one that it lacks. Returns
 * the number of buckets added.
 */
static u32 add_present(struct ptool_series *sum,
		       const struct ptool_series *add)
{
	u32 a = 0, b;

	for (b = 0; b < add->buckets; b++) {
		while (a < sum->buckets &&
		       sum->bucket[a].bucket < add->bucket[b].bucket)
			a++;
		if (a == sum->buckets ||
		    sum->bucket[a].bucket != add->bucket[b].bucket)
			return b;
		sum->bucket[a++].calls += add->bucket[b].calls;
	}
	return b;
}

/* both lists are in ascending order, and so is the merged one */
static void merge_buckets(struct ptool_series *sum,
			  const struct ptool_series *add)
{
	u32 a = 0, b = add_present(sum, add), n = 0;
	const struct ptool_bucket *left = sum->bucket;
	const struct ptool_bucket *right = add->bucket;
	struct ptool_bucket *merged;

	if (b == add->buckets)
		return;
	merged = ptool_alloc((size_t)sum->buckets + add->buckets - b,
			     sizeof(*merged));
	while (a < sum->buckets && b < add->buckets) {
		if (left[a].bucket < right[b].bucket) {
			merged[n++] = left[a++];
		} else if (right[b].bucket < left[a].bucket) {
			merged[n++] = right[b++];
		} else {
			merged[n] = left[a++];
			merged[n++].calls += right[b++].calls;
		}
	}
	while (a < sum->buckets)
		merged[n++] = left[a++];
	while (b < add->buckets)
		merged[n++] = right[b++];
	free(sum->bucket);
	sum->bucket = merged;
	sum->buckets = n;
}

void ptool_series_add(struct ptool_series *sum,
		      const struct ptool_series *add)
{
	if (add->calls) {
		if (!sum->calls || add->min_ns < sum->min_ns)
			sum->min_ns = add->min_ns;
		if (!sum->calls || add->max_ns > sum->max_ns)
			sum->max_ns = add->max_ns;
	}
	merge_buckets(sum, add);
	sum->calls += add->calls;
	sum->total_ns += add->total_ns;
	sum->raw_ns += add->raw_ns;
	sum->packets += add->packets;
	sum->clock_backwards += add->clock_backwards;
	sum->below_overhead += add->below_overhead;
}

/*
 * Find the series of @cpu, or insert one. The array is in ascending order and
 * has room for one more.
 */
static struct ptool_series *place_of_cpu(struct ptool_counts *counts, u32 cpu)
{
	struct ptool_series *at = counts->cpu;
	struct ptool_series *end = counts->cpu + counts->cpus;

	/* callers mostly add CPUs in ascending order */
	if (at < end && end[-1].cpu < cpu)
		at = end;
	while (at < end && at->cpu < cpu)
		at++;
	if (at < end && at->cpu == cpu)
		return at;
	memmove(at + 1, at, (end - at) * sizeof(*at));
	memset(at, 0, sizeof(*at));
	at->cpu = cpu;
	counts->cpus++;
	return at;
}

void ptool_counts_fold(struct ptool_counts *counts)
{
	u32 i;

	for (i = 0; i < counts->cpus; i++)
		ptool_series_add(&counts->sum, &counts->cpu[i]);
}

void ptool_counts_add(struct ptool_counts *sum, const struct ptool_counts *add)
{
	u32 i;

	sum->cpu = ptool_realloc(sum->cpu, (size_t)sum->cpus + add->cpus + 1,
				 sizeof(*sum->cpu));
	for (i = 0; i < add->cpus; i++)
		ptool_series_add(place_of_cpu(sum, add->cpu[i].cpu),
				 &add->cpu[i]);
}

const struct ptool_series *
ptool_counts_of_cpu(const struct ptool_counts *counts, u32 cpu)
{
	static const struct ptool_series none;
	u32 i;

	for (i = 0; counts && i < counts->cpus; i++)
		if (counts->cpu[i].cpu == cpu)
			return &counts->cpu[i];
	return &none;
}

bool ptool_cpu_list_has(const struct ptool_cpu_list *list, u32 cpu)
{
	u32 i;

	for (i = 0; i < list->ranges; i++)
		if (cpu >= list->range[i].first && cpu <= list->range[i].last)
			return true;
	return false;
}

void ptool_counts_keep_cpus(struct ptool_counts *counts,
			    const struct ptool_cpu_list *list)
{
	u32 i, kept = 0;

	for (i = 0; i < counts->cpus; i++) {
		if (ptool_cpu_list_has(list, counts->cpu[i].cpu))
			counts->cpu[kept++] = counts->cpu[i];
		else
			ptool_series_release(&counts->cpu[i]);
	}
	counts->cpus = kept;
}

u64 ptool_grown(u64 now, u64 before)
{
	return now > before ? now - before : 0;
}

static void subtract_buckets(struct ptool_series *to,
			     const struct ptool_series *now,
			     const struct ptool_series *before)
{
	u32 i, b = 0;

	to->bucket = ptool_alloc(now->buckets, sizeof(*to->bucket));
	for (i = 0; i < now->buckets; i++) {
		struct ptool_bucket bucket = now->bucket[i];

		while (b < before->buckets &&
		       before->bucket[b].bucket < bucket.bucket)
			b++;
		if (b < before->buckets &&
		    before->bucket[b].bucket == bucket.bucket)
			bucket.calls = ptool_grown(bucket.calls,
						   before->bucket[b].calls);
		if (!bucket.calls)
			continue;
		to->calls += bucket.calls;
		to->bucket[to->buckets++] = bucket;
	}
}

static void bound_by_buckets(struct ptool_series *to, u32 hist_bits,
			     const struct ptool_series *whole)
{
	u64 low, high;

	if (!to->buckets)
		return;
	low = ptime_hist_low(hist_bits, to->bucket[0].bucket);
	high = ptime_hist_high(hist_bits, to->bucket[to->buckets - 1].bucket);
	to->min_ns = low > whole->min_ns ? low : whole->min_ns;
	to->max_ns = high < whole->max_ns ? high : whole->max_ns;
}

void ptool_series_subtract(struct ptool_series *to, u32 hist_bits,
			   const struct ptool_series *now,
			   const struct ptool_series *before)
{
	to->cpu = now->cpu;
	subtract_buckets(to, now, before);
	bound_by_buckets(to, hist_bits, now);
	to->total_ns = ptool_grown(now->total_ns, before->total_ns);
	to->raw_ns = ptool_grown(now->raw_ns, before->raw_ns);
	to->packets = ptool_grown(now->packets, before->packets);
	to->clock_backwards = ptool_grown(now->clock_backwards,
					  before->clock_backwards);
	to->below_overhead = ptool_grown(now->below_overhead,
					 before->below_overhead);
}

void ptool_counts_subtract(struct ptool_counts *to, u32 hist_bits,
			   const struct ptool_counts *now,
			   const struct ptool_counts *before)
{
	u32 i;

	to->cpu = ptool_alloc(now->cpus, sizeof(*to->cpu));
	for (i = 0; i < now->cpus; i++) {
		struct ptool_series *series = &to->cpu[to->cpus];

		ptool_series_subtract(series, hist_bits, &now->cpu[i],
				      ptool_counts_of_cpu(before,
							  now->cpu[i].cpu));
		if (series->calls)
			to->cpus++;
		else
			ptool_series_release(series);
	}
}

void ptool_series_coarsen(struct ptool_series *to,
			  const struct ptool_series *from,
			  u32 from_bits, u32 to_bits)
{
	u32 i;

	*to = *from;
	to->buckets = 0;
	to->bucket = ptool_alloc(from->buckets, sizeof(*to->bucket));
	for (i = 0; i < from->buckets; i++) {
		u64 low = ptime_hist_low(from_bits, from->bucket[i].bucket);
		u32 bucket = ptime_hist_bucket(to_bits, low);

		if (!to->buckets ||
		    to->bucket[to->buckets - 1].bucket != bucket)
			to->bucket[to->buckets++].bucket = bucket;
		to->bucket[to->buckets - 1].calls += from->bucket[i].calls;
	}
}

void ptool_counts_coarsen(struct ptool_counts *counts, u32 from_bits,
			  u32 to_bits)
{
	u32 i;

	for (i = 0; i < counts->cpus; i++) {
		struct ptool_series fine = counts->cpu[i];

		ptool_series_coarsen(&counts->cpu[i], &fine, from_bits,
				     to_bits);
		ptool_series_release(&fine);
	}
}
