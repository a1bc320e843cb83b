// SPDX-License-Identifier: GPL-2.0
/* native: the buckets of Prometheus's native histograms */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "output/native.h"
#include <pathtime/hist.h>

#define NS_PER_S	1e9
#define SCHEMA_MAX	8

u32 ptool_native_schema(u32 hist_bits)
{
	return hist_bits + 2 < SCHEMA_MAX ? hist_bits + 2 : SCHEMA_MAX;
}

/* rounding may choose the bucket next to it only for times within 1e-14 of a bound */
s32 ptool_native_index(u32 schema, u64 ns)
{
	return ceil(ldexp(log2(ns / NS_PER_S), (int)schema));
}

void ptool_native_of(struct ptool_native *to, const struct ptool_series *series,
		     u32 hist_bits)
{
	u32 i;

	*to = (struct ptool_native){
		.schema = ptool_native_schema(hist_bits),
		.bucket = ptool_alloc(series->buckets, sizeof(*to->bucket)),
	};
	for (i = 0; i < series->buckets; i++) {
		const struct ptool_bucket *from = &series->bucket[i];
		u64 ns = ptime_hist_mid(hist_bits, from->bucket);

		if (!ns)
			to->zeros += from->calls;
		else
			to->bucket[to->buckets++] = (struct ptool_native_bucket){
				.index = ptool_native_index(to->schema, ns),
				.calls = from->calls,
			};
	}
}

void ptool_native_release(struct ptool_native *native)
{
	free(native->bucket);
	native->bucket = NULL;
	native->buckets = 0;
}
