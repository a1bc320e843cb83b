// SPDX-License-Identifier: GPL-2.0
/* exposition: the buckets of classic histograms, which several formats write */
#include "output/exposition.h"
#include <pathtime/hist.h>

/*
 * The lowest bound of the histograms; the highest is 2^PTIME_HIST_VALUE_BITS, 68.7 s.
 * With one bucket per power of two it is 256 ns, as a probe adds about as much. Finer
 * buckets are for percentiles, and functions of 100 ns have these, too.
 */
#define BOUND_MIN	256
#define FINE_BOUND_MIN	32

struct ptool_bounds
ptool_bounds_begin(const struct ptool_histogram *histogram)
{
	u32 bits = histogram->bucket_bits;

	return (struct ptool_bounds){
		.histogram = histogram,
		.bucket = ptime_hist_bucket(bits, bits ? FINE_BOUND_MIN :
							 BOUND_MIN),
	};
}

/* the bounds of printed buckets are the lower bounds of a histogram with fewer bits */
static u64 bound_of(u32 bits, u32 bucket)
{
	return bucket > ptime_hist_overflow(bits) ? PTOOL_NO_BOUND :
						    ptime_hist_low(bits, bucket);
}

/*
 * Times are whole nanoseconds, rounded down: a call of less than 256 ns is
 * counted as 255 ns or less. The buckets up to 255 ns therefore hold exactly
 * the calls below the bound of 256 ns.
 */
bool ptool_bounds_next(struct ptool_bounds *at)
{
	const struct ptool_histogram *histogram = at->histogram;
	const struct ptool_series *sum = histogram->series;

	if (at->bound_ns == PTOOL_NO_BOUND)
		return false;
	at->low_ns = at->bound_ns;
	at->bound_ns = bound_of(histogram->bucket_bits, at->bucket++);
	while (at->next < sum->buckets &&
	       ptime_hist_low(histogram->hist_bits,
			      sum->bucket[at->next].bucket) < at->bound_ns)
		at->below += sum->bucket[at->next++].calls;
	return true;
}

const struct ptool_exemplar *
ptool_bounds_exemplar(const struct ptool_bounds *at)
{
	const struct ptool_exemplar *exemplar = at->histogram->exemplar;

	if (!exemplar || exemplar->value_ns > at->bound_ns ||
	    (at->low_ns && exemplar->value_ns <= at->low_ns))
		return NULL;
	return exemplar;
}
