// SPDX-License-Identifier: GPL-2.0
/* cursor: a position in the bytes of a snapshot, none of which are trusted */
#include <ctype.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "snapshot/cursor.h"

bool ptool_cursor_add(u64 *sum, u64 value)
{
	return !__builtin_add_overflow(*sum, value, sum);
}

bool ptool_cursor_take(struct ptool_cursor *cursor, void *to, size_t known,
		       const char *what)
{
	return ptool_cursor_take_grown(cursor, to, known, known, what);
}

bool ptool_cursor_take_grown(struct ptool_cursor *cursor, void *to,
			     size_t least, size_t known, const char *what)
{
	u32 bytes;

	if (cursor->left < sizeof(bytes))
		return ptool_reason_set(cursor->why,
			"corrupted: ends where a %s is expected", what);
	memcpy(&bytes, cursor->at, sizeof(bytes));
	if ((bytes < known && bytes != least) || bytes > cursor->left)
		return ptool_reason_set(cursor->why,
			"corrupted: a %s of %u bytes", what, bytes);
	memset(to, 0, known);
	memcpy(to, cursor->at, bytes < known ? bytes : known);
	cursor->at += bytes;
	cursor->left -= bytes;
	return true;
}

bool ptool_cursor_can_follow(const struct ptool_cursor *cursor, u32 count,
			     size_t least, const char *what)
{
	if (count <= cursor->left / least)
		return true;
	return ptool_reason_set(cursor->why,
		"corrupted: %u %s announced in %zu bytes", count, what,
		cursor->left);
}

bool ptool_cursor_is_text(const char *text, size_t size)
{
	const char *end = memchr(text, '\0', size);

	if (!end)
		return false;
	for (; text < end; text++)
		if (!isascii(*text) || !isprint(*text))
			return false;
	return true;
}

/* returns false if the bucket is invalid; @series has the previous buckets */
static bool take_bucket(const struct ptool_cursor *cursor, const void *at,
			struct ptool_series *series, u32 last)
{
	struct ptool_bucket *to = &series->bucket[series->buckets];
	struct ptime_snapshot_bucket raw;

	memcpy(&raw, at, sizeof(raw));
	if (raw.bucket > last || !raw.calls ||
	    (series->buckets && raw.bucket <= to[-1].bucket))
		return ptool_reason_set(cursor->why,
			"corrupted: bucket %u out of order", raw.bucket);
	if (cursor->sample > 1 && raw.calls % cursor->sample)
		return ptool_reason_set(cursor->why,
			"corrupted: %llu calls where 1 in %u was timed",
			(unsigned long long)raw.calls, cursor->sample);
	if (!ptool_cursor_add(&series->calls, raw.calls))
		return ptool_reason_set(cursor->why,
			"corrupted: more calls than can be counted");
	to->bucket = raw.bucket;
	to->calls = raw.calls;
	series->buckets++;
	return true;
}

bool ptool_cursor_take_buckets(struct ptool_cursor *cursor,
			       struct ptool_series *series, u32 hist_bits,
			       u32 buckets, struct ptool_series *sum)
{
	u32 i, last = ptime_hist_overflow(hist_bits);

	if (!ptool_cursor_can_follow(cursor, buckets, cursor->bucket_bytes,
				     "buckets"))
		return false;
	series->bucket = ptool_alloc(buckets, sizeof(*series->bucket));
	for (i = 0; i < buckets; i++) {
		if (!take_bucket(cursor, cursor->at, series, last))
			return false;
		cursor->at += cursor->bucket_bytes;
	}
	cursor->left -= (size_t)buckets * cursor->bucket_bytes;
	if (!ptool_cursor_add(&sum->calls, series->calls))
		return ptool_reason_set(cursor->why,
			"corrupted: more calls than can be counted");
	return true;
}

static u64 draw_to(u64 value, u64 low, u64 high)
{
	if (value < low)
		return low;
	return value > high ? high : value;
}

void ptool_cursor_settle_bounds(struct ptool_series *series, u32 hist_bits)
{
	u32 first, last;

	if (!series->buckets)
		return;
	first = series->bucket[0].bucket;
	last = series->bucket[series->buckets - 1].bucket;
	series->min_ns = draw_to(series->min_ns,
				 ptime_hist_low(hist_bits, first),
				 ptime_hist_high(hist_bits, first));
	series->max_ns = draw_to(series->max_ns,
				 ptime_hist_low(hist_bits, last),
				 ptime_hist_high(hist_bits, last));
	if (series->max_ns < series->min_ns)
		series->max_ns = series->min_ns;
}

bool ptool_cursor_take_cpu(struct ptool_cursor *cursor,
			   struct ptool_counts *counts,
			   struct ptool_series *sum,
			   struct ptime_snapshot_cpu *raw)
{
	struct ptool_series *series = &counts->cpu[counts->cpus];

	memset(raw, 0, sizeof(*raw));
	if (!ptool_cursor_take(cursor, raw, cursor->cpu_bytes, "CPU"))
		return false;
	if (counts->cpus && raw->cpu <= series[-1].cpu)
		return ptool_reason_set(cursor->why,
			"corrupted: CPU %u out of order", raw->cpu);
	series->cpu = raw->cpu;
	series->total_ns = raw->total_ns;
	series->raw_ns = raw->raw_ns;
	series->min_ns = raw->min_ns;
	series->max_ns = raw->max_ns;
	series->packets = raw->packets;
	series->clock_backwards = raw->clock_backwards;
	series->below_overhead = raw->below_overhead;
	counts->cpus++;
	if (!ptool_cursor_take_buckets(cursor, series, cursor->hist_bits,
				       raw->buckets, sum))
		return false;
	if (!ptool_cursor_add(&sum->total_ns, raw->total_ns) ||
	    !ptool_cursor_add(&sum->raw_ns, raw->raw_ns) ||
	    !ptool_cursor_add(&sum->packets, raw->packets) ||
	    !ptool_cursor_add(&sum->clock_backwards, raw->clock_backwards) ||
	    !ptool_cursor_add(&sum->below_overhead, raw->below_overhead))
		return ptool_reason_set(cursor->why,
			"corrupted: sums of CPU %u overflow", raw->cpu);
	ptool_cursor_settle_bounds(series, cursor->hist_bits);
	return true;
}
