// SPDX-License-Identifier: GPL-2.0
/* counts: durations counted in buckets, on each CPU and on all */
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "model/counts.h"

void ptime_series_release(struct ptime_series *series)
{
	free(series->bucket);
	memset(series, 0, sizeof(*series));
}

void ptime_counts_release(struct ptime_counts *counts)
{
	u32 i;

	ptime_series_release(&counts->sum);
	for (i = 0; i < counts->cpus; i++)
		ptime_series_release(&counts->cpu[i]);
	free(counts->cpu);
	memset(counts, 0, sizeof(*counts));
}

/* adds what has a bucket there already, up to the first that has none; how many */
static u32 add_present(struct ptime_series *sum,
		       const struct ptime_series *add)
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

static u32 append(struct ptime_bucket *to, u32 n,
		  const struct ptime_bucket *from, u32 count)
{
	if (count)
		memcpy(to + n, from, count * sizeof(*to));
	return n + count;
}

/* both lists ascend, and so does the union */
static void merge_buckets(struct ptime_series *sum,
			  const struct ptime_series *add)
{
	u32 a = 0, b = add_present(sum, add), n = 0;
	const struct ptime_bucket *left = sum->bucket;
	const struct ptime_bucket *right = add->bucket;
	struct ptime_bucket *merged;

	if (b == add->buckets)
		return;
	merged = ptime_alloc((size_t)sum->buckets + add->buckets - b,
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
	n = append(merged, n, left + a, sum->buckets - a);
	n = append(merged, n, right + b, add->buckets - b);
	free(sum->bucket);
	sum->bucket = merged;
	sum->buckets = n;
}

void ptime_series_add(struct ptime_series *sum,
		      const struct ptime_series *add)
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
}

/* the place of @cpu among the CPUs, which ascend; made where there is none */
static struct ptime_series *place_of_cpu(struct ptime_counts *counts, u32 cpu)
{
	struct ptime_series *at = counts->cpu;
	struct ptime_series *end = counts->cpu + counts->cpus;

	/* who has several mostly adds them in their order */
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

void ptime_counts_fold(struct ptime_counts *counts)
{
	u32 i;

	for (i = 0; i < counts->cpus; i++)
		ptime_series_add(&counts->sum, &counts->cpu[i]);
}

void ptime_counts_add(struct ptime_counts *sum, const struct ptime_counts *add)
{
	u32 i;

	sum->cpu = ptime_realloc(sum->cpu, (size_t)sum->cpus + add->cpus + 1,
				 sizeof(*sum->cpu));
	for (i = 0; i < add->cpus; i++)
		ptime_series_add(place_of_cpu(sum, add->cpu[i].cpu),
				 &add->cpu[i]);
}

const struct ptime_series *
ptime_counts_of_cpu(const struct ptime_counts *counts, u32 cpu)
{
	static const struct ptime_series none;
	u32 i;

	for (i = 0; counts && i < counts->cpus; i++)
		if (counts->cpu[i].cpu == cpu)
			return &counts->cpu[i];
	return &none;
}

bool ptime_cpu_list_has(const struct ptime_cpu_list *list, u32 cpu)
{
	u32 i;

	for (i = 0; i < list->ranges; i++)
		if (cpu >= list->range[i].first && cpu <= list->range[i].last)
			return true;
	return false;
}

void ptime_counts_keep_cpus(struct ptime_counts *counts,
			    const struct ptime_cpu_list *list)
{
	u32 i, kept = 0;

	for (i = 0; i < counts->cpus; i++) {
		if (ptime_cpu_list_has(list, counts->cpu[i].cpu))
			counts->cpu[kept++] = counts->cpu[i];
		else
			ptime_series_release(&counts->cpu[i]);
	}
	counts->cpus = kept;
}

u64 ptime_grown(u64 now, u64 before)
{
	return now > before ? now - before : 0;
}

static void subtract_buckets(struct ptime_series *to,
			     const struct ptime_series *now,
			     const struct ptime_series *before)
{
	u32 i, b = 0;

	to->bucket = ptime_alloc(now->buckets, sizeof(*to->bucket));
	for (i = 0; i < now->buckets; i++) {
		struct ptime_bucket bucket = now->bucket[i];

		while (b < before->buckets &&
		       before->bucket[b].bucket < bucket.bucket)
			b++;
		if (b < before->buckets &&
		    before->bucket[b].bucket == bucket.bucket)
			bucket.calls = ptime_grown(bucket.calls,
						   before->bucket[b].calls);
		if (!bucket.calls)
			continue;
		to->calls += bucket.calls;
		to->bucket[to->buckets++] = bucket;
	}
}

static void bound_by_buckets(struct ptime_series *to, u32 hist_bits,
			     const struct ptime_series *whole)
{
	u64 low, high;

	if (!to->buckets)
		return;
	low = ptime_hist_low(hist_bits, to->bucket[0].bucket);
	high = ptime_hist_high(hist_bits, to->bucket[to->buckets - 1].bucket);
	to->min_ns = low > whole->min_ns ? low : whole->min_ns;
	to->max_ns = high < whole->max_ns ? high : whole->max_ns;
}

static void subtract_series(struct ptime_series *to, u32 hist_bits,
			    const struct ptime_series *now,
			    const struct ptime_series *before)
{
	to->cpu = now->cpu;
	subtract_buckets(to, now, before);
	bound_by_buckets(to, hist_bits, now);
	to->total_ns = ptime_grown(now->total_ns, before->total_ns);
	to->raw_ns = ptime_grown(now->raw_ns, before->raw_ns);
	to->packets = ptime_grown(now->packets, before->packets);
	to->clock_backwards = ptime_grown(now->clock_backwards,
					  before->clock_backwards);
}

void ptime_counts_subtract(struct ptime_counts *to, u32 hist_bits,
			   const struct ptime_counts *now,
			   const struct ptime_counts *before)
{
	u32 i;

	to->cpu = ptime_alloc(now->cpus, sizeof(*to->cpu));
	for (i = 0; i < now->cpus; i++) {
		struct ptime_series *series = &to->cpu[to->cpus];

		subtract_series(series, hist_bits, &now->cpu[i],
				ptime_counts_of_cpu(before, now->cpu[i].cpu));
		if (series->calls)
			to->cpus++;
		else
			ptime_series_release(series);
	}
}

void ptime_series_coarsen(struct ptime_series *to,
			  const struct ptime_series *from,
			  u32 from_bits, u32 to_bits)
{
	u32 i;

	*to = *from;
	to->buckets = 0;
	to->bucket = ptime_alloc(from->buckets, sizeof(*to->bucket));
	for (i = 0; i < from->buckets; i++) {
		u64 low = ptime_hist_low(from_bits, from->bucket[i].bucket);
		u32 bucket = ptime_hist_bucket(to_bits, low);

		if (!to->buckets ||
		    to->bucket[to->buckets - 1].bucket != bucket)
			to->bucket[to->buckets++].bucket = bucket;
		to->bucket[to->buckets - 1].calls += from->bucket[i].calls;
	}
}

void ptime_counts_coarsen(struct ptime_counts *counts, u32 from_bits,
			  u32 to_bits)
{
	u32 i;

	for (i = 0; i < counts->cpus; i++) {
		struct ptime_series fine = counts->cpu[i];

		ptime_series_coarsen(&counts->cpu[i], &fine, from_bits,
				     to_bits);
		ptime_series_release(&fine);
	}
}
