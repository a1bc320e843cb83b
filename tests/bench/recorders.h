/* SPDX-License-Identifier: GPL-2.0 */
/* recorders: the compared histograms, behind one interface */
#ifndef _PATHTIME_RECORDERS_H
#define _PATHTIME_RECORDERS_H

#include "base/types.h"

#define RECORDER_BUCKETS_MAX	8192

/* a figure that a histogram does not keep or cannot report */
#define RECORDER_NOT_KEPT	(~0ULL)

/* durations from @low to @high, both included */
struct recorder_bucket {
	u64 low;
	u64 high;
	u64 calls;
};

/**
 * struct recorder_contents - the durations in a histogram, as it reports them
 * @calls: number of durations
 * @total_ns: their sum, or RECORDER_NOT_KEPT
 * @min_ns: shortest, or RECORDER_NOT_KEPT
 * @max_ns: longest, or RECORDER_NOT_KEPT
 * @buckets: number of buckets
 * @bucket: the buckets; some may be empty
 */
struct recorder_contents {
	u64 calls;
	u64 total_ns;
	u64 min_ns;
	u64 max_ns;
	u32 buckets;
	struct recorder_bucket bucket[RECORDER_BUCKETS_MAX];
};

/**
 * struct recorder - a histogram of durations
 * @name: its name
 * @keeps: what it keeps besides the buckets
 * @bits: buckets per power of two, as an exponent
 * @bytes: get the size of one that takes 1 ns to 2^36 - 1 ns
 * @create: make an empty one; end the process if there is no memory
 * @record: count a duration
 * @read: read the contents; NULL if it keeps nothing
 */
struct recorder {
	const char *name;
	const char *keeps;
	u32 bits;
	size_t (*bytes)(const struct recorder *recorder);
	void *(*create)(const struct recorder *recorder);
	void (*record)(void *histogram, u64 ns);
	void (*read)(const struct recorder *recorder, void *histogram,
		     struct recorder_contents *contents);
};

/* The first one records nothing: its time is that of the loop and the call. */
extern const struct recorder recorders[];
extern const u32 recorders_count;

/**
 * recorder_select() - prepare the data that the recorders of a kind share
 * @recorder: the one to use next
 *
 * The module's histograms all have as many buckets as its parameter says.
 */
void recorder_select(const struct recorder *recorder);

#endif /* _PATHTIME_RECORDERS_H */
