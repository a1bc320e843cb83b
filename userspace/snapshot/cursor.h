/* SPDX-License-Identifier: GPL-2.0 */
/*
 * cursor: the way through the bytes of a snapshot, on which nothing is trusted
 *
 * What takes something says in the reason of an error what is wrong, and returns
 * whether nothing is.
 */
#ifndef _PATHTIME_CURSOR_H
#define _PATHTIME_CURSOR_H

#include <pathtime/abi.h>

#include "base/error.h"
#include "model/counts.h"

/**
 * struct ptool_revision - how much a snapshot has of the structs that have grown since
 * @head_bytes: what it has of the head, at least; of two revisions of a version
 *	it is that whose head fits in
 * @probe_bytes: of a probe
 * @cpu_bytes: of a CPU
 * @node_bytes: of a node
 * @version: its version
 * @has_nesting: it may have self times and nodes
 * @has_raw: it has raw times and costs
 * @has_paths: it tells whether there are paths
 */
struct ptool_revision {
	size_t head_bytes;
	size_t probe_bytes;
	size_t cpu_bytes;
	size_t node_bytes;
	u32 version;
	bool has_nesting;
	bool has_raw;
	bool has_paths;
};

/**
 * struct ptool_cursor - place in the bytes, and what holds for all of them
 * @at: next byte
 * @left: bytes from there to the end
 * @hist_bits: buckets per power of two, as an exponent
 * @bucket_bytes: size of a bucket
 * @revision: how much there is of each struct
 * @sample: one call in so many was timed
 * @has_nesting: there are self times and nodes
 * @sum: of all series: if these fit, so do all sums of some
 * @self: of all self times, likewise
 * @node_calls: of all nodes, likewise
 * @node_ns: of all times of all nodes, raw ones too, likewise
 * @missed: of all probes, likewise
 * @cost_ns: of all probes, likewise
 * @packets: of all series of paths, likewise
 * @packet_bytes: of all paths, likewise
 * @step_ns: of all times of all steps of paths, likewise
 * @why: gets the reason of an error
 */
struct ptool_cursor {
	const unsigned char *at;
	size_t left;
	u32 hist_bits;
	u32 bucket_bytes;
	const struct ptool_revision *revision;
	u32 sample;
	bool has_nesting;
	struct ptool_series sum;
	struct ptool_series self;
	u64 node_calls;
	u64 node_ns;
	u64 missed;
	u64 cost_ns;
	struct ptool_series packets;
	u64 packet_bytes;
	u64 step_ns;
	struct ptool_reason *why;
};

/**
 * ptool_cursor_take() - take a struct, which begins with its size
 * @cursor: the cursor
 * @to: gets what is known of it
 * @known: bytes of that; a tail that is not known is skipped
 * @what: its name, for the reason
 */
bool ptool_cursor_take(struct ptool_cursor *cursor, void *to, size_t known,
		       const char *what);

/**
 * ptool_cursor_can_follow() - whether there are bytes for what was announced
 * @cursor: the cursor
 * @count: number of things
 * @least: bytes of one, at least
 * @what: their name, for the reason
 */
bool ptool_cursor_can_follow(const struct ptool_cursor *cursor, u32 count,
			     size_t least, const char *what);

/**
 * ptool_cursor_take_buckets() - take the buckets of a series
 * @cursor: the cursor
 * @series: gets them; it has none so far
 * @buckets: their number
 * @sum: gets their calls added, which must fit
 */
bool ptool_cursor_take_buckets(struct ptool_cursor *cursor,
			       struct ptool_series *series, u32 buckets,
			       struct ptool_series *sum);

/**
 * ptool_cursor_take_cpu() - take what a CPU counted, but for self times
 * @cursor: the cursor
 * @counts: gets it; there is room for one more
 * @sum: gets it added, which must fit
 * @raw: gets the struct, with 0 where the revision ends
 */
bool ptool_cursor_take_cpu(struct ptool_cursor *cursor,
			   struct ptool_counts *counts,
			   struct ptool_series *sum,
			   struct ptime_snapshot_cpu *raw);

/**
 * ptool_cursor_settle_bounds() - draw the shortest and the longest to their buckets
 * @series: the series
 * @hist_bits: buckets per power of two, as an exponent
 *
 * A CPU counts while it is read: a call may be in its bucket and not yet in
 * the bounds, or the other way round. The buckets decide, so that a percentile
 * always lies between the two.
 */
void ptool_cursor_settle_bounds(struct ptool_series *series, u32 hist_bits);

/**
 * ptool_cursor_is_text() - whether a field holds printable text and a NUL
 * @text: the field
 * @size: its bytes
 */
bool ptool_cursor_is_text(const char *text, size_t size);

/**
 * ptool_cursor_add() - add to a sum, if it fits
 * @sum: the sum
 * @value: what is added
 *
 * Return: whether it fits.
 */
bool ptool_cursor_add(u64 *sum, u64 value);

#endif /* _PATHTIME_CURSOR_H */
