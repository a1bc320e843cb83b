/* SPDX-License-Identifier: GPL-2.0 */
/*
 * cursor: a position in the bytes of a snapshot, none of which are trusted
 *
 * If ptool_cursor_can_follow() or a function that takes something returns
 * false, it has stored the reason in .why.
 */
#ifndef _PATHTIME_CURSOR_H
#define _PATHTIME_CURSOR_H

#include <pathtime/abi.h>

#include "base/error.h"
#include "model/counts.h"

/**
 * struct ptool_revision - size of a snapshot's structs that have grown since version 1
 * @head_bytes: minimum size of the head. Of several revisions of a version, the
 *	one with the largest head that is not larger than the snapshot's
 *	applies.
 * @probe_bytes: size of a probe
 * @cpu_bytes: size of a CPU without PTIME_SNAPSHOT_BELOW
 * @node_bytes: size of a node
 * @version: version of the snapshot
 * @has_nesting: it may have self times and nodes
 * @has_raw: it has raw times and probe overhead
 * @has_paths: it reports whether there are paths
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
 * struct ptool_cursor - a position in the bytes, and what holds for all of them
 * @at: next byte
 * @left: number of bytes from there to the end
 * @kept: first byte whose memory was not given back; NULL to keep all of it
 * @hist_bits: exponent of the buckets per power of two
 * @bucket_bytes: size of a bucket
 * @revision: size of each struct
 * @cpu_bytes: size of a CPU
 * @sample: one call in @sample was timed
 * @has_nesting: there are self times and nodes
 * @sum: sum of all series; if it does not overflow, no partial sum does. The
 *	same holds for the other sums.
 * @self: sum of all self times
 * @node_calls: calls of all nodes
 * @node_ns: all times of all nodes, including raw times
 * @missed: missed calls of all probes
 * @overhead_ns: overhead of all probes
 * @packets: sum of all series of paths
 * @stages: sum of all times of stages
 * @packet_bytes: bytes of all paths
 * @step_ns: times of all steps of paths
 * @why: set to the reason of an error
 */
struct ptool_cursor {
	const unsigned char *at;
	size_t left;
	unsigned char *kept;
	u32 hist_bits;
	u32 bucket_bytes;
	const struct ptool_revision *revision;
	size_t cpu_bytes;
	u32 sample;
	bool has_nesting;
	struct ptool_series sum;
	struct ptool_series self;
	u64 node_calls;
	u64 node_ns;
	u64 missed;
	u64 overhead_ns;
	struct ptool_series packets;
	struct ptool_series stages;
	u64 packet_bytes;
	u64 step_ns;
	struct ptool_reason *why;
};

/**
 * ptool_cursor_take() - Take a struct that begins with its size
 * @cursor: the cursor
 * @to: set to the known part of the struct
 * @known: size of that part; the rest of the struct is skipped
 * @what: name of the struct, for the reason
 *
 * Return: true if the struct is there.
 */
bool ptool_cursor_take(struct ptool_cursor *cursor, void *to, size_t known,
		       const char *what);

/**
 * ptool_cursor_take_grown() - Take a struct that an earlier revision had less of
 * @cursor: the cursor
 * @to: set to the known part of the struct; what an earlier revision does not
 *	have is 0
 * @least: size of the struct in the earlier revision
 * @known: size of the known part
 * @what: name of the struct, for the reason
 *
 * Return: true if the struct is there.
 */
bool ptool_cursor_take_grown(struct ptool_cursor *cursor, void *to,
			     size_t least, size_t known, const char *what);

/**
 * ptool_cursor_can_follow() - Check that there are enough bytes for an announced number of items
 * @cursor: the cursor
 * @count: number of items
 * @least: minimum size of an item in bytes
 * @what: name of the items, for the reason
 *
 * Return: true if there are.
 */
bool ptool_cursor_can_follow(const struct ptool_cursor *cursor, u32 count,
			     size_t least, const char *what);

/**
 * ptool_cursor_take_buckets() - Take the buckets of a series
 * @cursor: the cursor
 * @series: set to the buckets; it has none so far
 * @hist_bits: exponent of the buckets per power of two
 * @buckets: number of buckets
 * @sum: their calls are added to it; an overflow is an error
 *
 * Return: true if they are valid.
 */
bool ptool_cursor_take_buckets(struct ptool_cursor *cursor,
			       struct ptool_series *series, u32 hist_bits,
			       u32 buckets, struct ptool_series *sum);

/**
 * ptool_cursor_take_cpu() - Take the counts of a CPU, without self times
 * @cursor: the cursor
 * @counts: the counts are added to it; it has room for one more CPU
 * @sum: the counts are added to it; an overflow is an error
 * @raw: set to the struct, with 0 in members that the snapshot does not have
 *
 * Return: true if they are valid.
 */
bool ptool_cursor_take_cpu(struct ptool_cursor *cursor,
			   struct ptool_counts *counts,
			   struct ptool_series *sum,
			   struct ptime_snapshot_cpu *raw);

/**
 * ptool_cursor_settle_bounds() - Reconcile the shortest and longest duration with the buckets
 * @series: the series
 * @hist_bits: exponent of the buckets per power of two
 *
 * A CPU goes on counting while it is read. A call may be in its bucket but not
 * yet in the shortest and longest duration, or the other way round. The
 * shortest is moved into the first bucket and the longest into the last one, so
 * that a percentile always lies between them.
 */
void ptool_cursor_settle_bounds(struct ptool_series *series, u32 hist_bits);

/**
 * ptool_cursor_is_text() - Check that a field has printable text that ends in a NUL
 * @text: the field
 * @size: its size in bytes
 *
 * Return: true if it has.
 */
bool ptool_cursor_is_text(const char *text, size_t size);

/**
 * ptool_cursor_add() - Add to a sum unless it overflows
 * @sum: the sum
 * @value: the value to add
 *
 * Return: true if the sum did not overflow.
 */
bool ptool_cursor_add(u64 *sum, u64 value);

#endif /* _PATHTIME_CURSOR_H */
