/* SPDX-License-Identifier: GPL-2.0 */
/* encode: snapshots for tests, built from durations */
#ifndef _PATHTIME_ENCODE_H
#define _PATHTIME_ENCODE_H

#include <pathtime/abi.h>

#include "types.h"

/**
 * struct encode - a snapshot in the making
 * @data: bytes so far, for free()
 * @size: their number
 * @hist_bits: buckets per power of two, as an exponent
 * @tail: unknown bytes put behind each struct, a multiple of 8
 */
struct encode {
	unsigned char *data;
	size_t size;
	u32 hist_bits;
	u32 tail;
};

/**
 * encode_begin() - begin a snapshot
 * @encode: gets the head; .hist_bits and .tail are set
 * @probes: number of probes that will follow
 *
 * Return: the head, to change; until the next thing is encoded.
 */
struct ptime_snapshot *encode_begin(struct encode *encode, u32 probes);

/**
 * encode_probe() - append a probe
 * @encode: the snapshot
 * @id: the probe's number
 * @group: its group
 * @name: MODULE:FUNCTION, or FUNCTION
 * @outcomes: number of outcomes that will follow
 *
 * Return: the probe, armed, to change; until the next thing is encoded.
 */
struct ptime_snapshot_probe *encode_probe(struct encode *encode, u64 id,
					  const char *group, const char *name,
					  u32 outcomes);

/**
 * encode_outcome() - append an outcome
 * @encode: the snapshot
 * @name: its name
 * @cpus: number of CPUs that will follow
 */
void encode_outcome(struct encode *encode, const char *name, u32 cpus);

/**
 * encode_cpu() - append the calls of a CPU
 * @encode: the snapshot
 * @cpu: its number
 * @values: durations, in any order
 * @count: their number
 * @times: how often each of them was seen
 *
 * Return: the CPU, to change; until the next thing is encoded.
 */
struct ptime_snapshot_cpu *encode_cpu(struct encode *encode, u32 cpu,
				      const u64 *values, u32 count, u64 times);

/**
 * encode_end() - set the size in the head
 * @encode: the snapshot
 */
void encode_end(struct encode *encode);

#endif /* _PATHTIME_ENCODE_H */
