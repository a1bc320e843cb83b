/* SPDX-License-Identifier: GPL-2.0 */
/* encode: snapshots for tests, built from durations */
#ifndef _PATHTIME_ENCODE_H
#define _PATHTIME_ENCODE_H

#include <pathtime/abi.h>

#include "base/types.h"

/**
 * struct encode - a snapshot in the making
 * @data: bytes so far, for free()
 * @size: their number
 * @room: size of @data in bytes
 * @hist_bits: buckets per power of two, as an exponent
 * @tail: unknown bytes put behind each struct, a multiple of 8
 * @version: version of the snapshot; 0 is the newest
 * @without_raw: all structs end before raw times and costs, as they did at first
 * @without_below: CPUs end before the calls below the overhead
 * @without_paths: the head ends before paths, as it did then
 * @without_filter: the head ends before the filter of paths
 * @without_stack: it ends before the calls on another stack than the task's
 * @without_more_losses: it ends before the reasons that came later
 * @without_interfaces: it ends before the number of interfaces
 * @without_waits: it ends before the number of waits
 * @without_last_losses: it ends before the last reasons for packets in no path
 * @without_stages: paths end before the number of stages
 * @without_step_cpus: slow packets end before the CPUs of their steps
 * @in_window_ns: what each probe adds to a call within the time taken; half as much
 *	again is outside of it
 * @cpu: place of the CPU that was appended last
 * @path_at: place of the path that was appended last
 */
struct encode {
	unsigned char *data;
	size_t size;
	size_t room;
	u32 hist_bits;
	u32 tail;
	u32 version;
	bool without_raw;
	bool without_below;
	bool without_paths;
	bool without_filter;
	bool without_stack;
	bool without_more_losses;
	bool without_interfaces;
	bool without_waits;
	bool without_last_losses;
	bool without_stages;
	bool without_step_cpus;
	u64 in_window_ns;
	size_t cpu;
	size_t path_at;
};

/**
 * encode_has_raw() - whether raw times and costs can be set
 * @encode: the snapshot
 */
bool encode_has_raw(const struct encode *encode);

/**
 * encode_has_below() - whether CPUs have the calls below the overhead
 * @encode: the snapshot
 */
bool encode_has_below(const struct encode *encode);

/**
 * encode_has_paths() - whether paths can follow
 * @encode: the snapshot
 */
bool encode_has_paths(const struct encode *encode);

/**
 * encode_has_interfaces() - whether interfaces can follow
 * @encode: the snapshot
 */
bool encode_has_interfaces(const struct encode *encode);

/**
 * encode_begin() - begin a snapshot
 * @encode: gets the head; all but .data, .size, .room and .cpu are set
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
 * Its raw time has what a call's own probe adds.
 *
 * Return: the CPU, to change; until the next thing is encoded.
 */
struct ptime_snapshot_cpu *encode_cpu(struct encode *encode, u32 cpu,
				      const u64 *values, u32 count, u64 times);

/**
 * encode_self() - append the self times of the CPU appended last
 * @encode: the snapshot, whose head has PTIME_SNAPSHOT_NESTING
 * @values: self times, in any order
 * @count: their number
 * @times: how often each of them was seen
 */
void encode_self(struct encode *encode, const u64 *values, u32 count,
		 u64 times);

/**
 * encode_node() - append a node, behind all probes
 * @encode: the snapshot, whose head has PTIME_SNAPSHOT_NESTING
 * @id: the probe's number
 * @parent: number of its caller's node, PTIME_NO_PARENT for a root
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @self_ns: of that, what was spent in the function itself
 *
 * Its raw time is its total.
 *
 * Return: the node, in a softirq, to change; until the next thing is encoded.
 */
struct ptime_snapshot_node *encode_node(struct encode *encode, u64 id,
					u32 parent, u64 calls, u64 total_ns,
					u64 self_ns);

/**
 * encode_path() - append a path and its steps, behind all nodes
 * @encode: the snapshot, whose head gets room for it
 * @steps: names of the steps, with a blank between two
 * @step_ns: sums of their times
 * @cpus: number of CPUs that will follow, by encode_cpu()
 * @slowest: number of slow packets that will follow these
 *
 * Return: the path, to change; until the next thing is encoded.
 */
struct ptime_snapshot_path *encode_path(struct encode *encode,
					const char *steps, const u64 *step_ns,
					u32 cpus, u32 slowest);

/**
 * encode_octave() - Append an octave of the last path, behind its CPUs
 * @encode: the snapshot
 * @number: number of the octave
 * @packets: number of packets
 * @step_ns: sums of the times of their steps
 * @steps: number of steps
 *
 * Return: the octave, to change; until the next thing is encoded.
 */
struct ptime_snapshot_octave *encode_octave(struct encode *encode, u32 number,
					    u64 packets, const u64 *step_ns,
					    u32 steps);

/**
 * encode_stage() - append a stage of the last path, behind its octaves
 * @encode: the snapshot
 * @values: times
 * @count: number of these
 * @times: how often each was counted
 */
void encode_stage(struct encode *encode, const u64 *values, u32 count, u64 times);

/**
 * encode_slow() - append a slow packet
 * @encode: the snapshot
 * @step_ns: times of its steps, of which it took all
 * @steps: number of steps
 *
 * Return: the packet, to change; until the next thing is encoded.
 */
struct ptime_snapshot_slow *encode_slow(struct encode *encode,
					const u64 *step_ns, u32 steps);

/**
 * encode_wait() - Append a wait, behind all interfaces
 * @encode: the snapshot
 * @wait: the wait
 * @cpus: number of CPUs that will follow, by encode_cpu()
 *
 * Return: the wait, to change; until the next thing is encoded.
 */
struct ptime_snapshot_wait *encode_wait(struct encode *encode,
					enum ptime_wait wait, u32 cpus);

/**
 * encode_polls() - Append the polls of a CPU, behind all waits
 * @encode: the snapshot
 * @cpu: number of the CPU
 *
 * Return: the polls, to change; until the next thing is encoded.
 */
struct ptime_snapshot_polls *encode_polls(struct encode *encode, u32 cpu);

/**
 * encode_interface() - append an interface, behind all paths
 * @encode: the snapshot, whose head has room for paths
 * @netns: number of its namespace
 * @ifindex: its number
 *
 * Return: the interface, without packets, to change; until the next thing is
 * encoded.
 */
struct ptime_snapshot_interface *encode_interface(struct encode *encode,
						  u32 netns, u32 ifindex);

/**
 * encode_end() - set the size in the head
 * @encode: the snapshot
 */
void encode_end(struct encode *encode);

#endif /* _PATHTIME_ENCODE_H */
