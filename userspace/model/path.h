/* SPDX-License-Identifier: GPL-2.0 */
/*
 * path: the roads that packets took, with their times
 *
 *	ptool_paths
 *	  ptool_path			packets that took the same steps
 *	    ptool_path_step		  a step, with the time since the one before
 *	    ptool_counts		  how long they took from the first to the last
 *	    ptool_slow			  one that took long
 *
 * What tells a path from all others are the names of its steps, and why its packets
 * were dropped: a name, too, as its number is another one in other kernels; the number
 * where there is none. CPUs are those on which the packets came to their end.
 */
#ifndef _PATHTIME_PATH_H
#define _PATHTIME_PATH_H

#include <pathtime/abi.h>

#include "base/types.h"
#include "model/counts.h"

#define PTOOL_NO_PATH	(~0U)

/* room for the steps of a path as text, the NUL included */
#define PTOOL_PATH_LEN	(PTIME_STEPS_MAX * (PTIME_STEP_LEN + 2))

/* likewise with why its packets were dropped */
#define PTOOL_PATH_FULL_LEN	(PTOOL_PATH_LEN + PTIME_DROP_LEN + 1)

/* a step; the first one's time is 0 */
struct ptool_path_step {
	char name[PTIME_STEP_LEN];
	u64 total_ns;
};

/**
 * struct ptool_slow - a packet that took long
 * @in: number of the interface it was received by; 0 where it was sent there
 * @out: number of the interface it was sent by, or 0
 * @netns: number of the name space where it began
 * @length: its length, without the link layer's header
 * @protocol: of the network layer, as in an Ethernet header; 0 where it was not kept
 * @transport: protocol of the transport layer; 0 where that is not known
 * @source: its port, or 0
 * @destination: likewise
 * @end_ns: when it came to its end, CLOCK_BOOTTIME
 * @total_ns: how long it took
 * @step_ns: of that, the times since the step before
 */
struct ptool_slow {
	u32 in;
	u32 out;
	u32 netns;
	u32 length;
	u32 protocol;
	u32 transport;
	u32 source;
	u32 destination;
	u64 end_ns;
	u64 total_ns;
	u64 step_ns[PTIME_STEPS_MAX];
};

/**
 * struct ptool_path - the packets that took the same road
 * @steps: number of steps, at least two
 * @step: these
 * @reason: why the packets were dropped, the kernel's number; 0 for none
 * @reason_name: its name; may be empty
 * @packets: their number on all CPUs, also where CPUs were left out
 * @packet_bytes: sum of their lengths, likewise; so are the times of the steps
 * @counts: how long they took
 * @slowest: number of those that took longest
 * @slow: these, the slowest first
 */
struct ptool_path {
	u32 steps;
	struct ptool_path_step step[PTIME_STEPS_MAX];
	u32 reason;
	char reason_name[PTIME_DROP_LEN];
	u64 packets;
	u64 packet_bytes;
	struct ptool_counts counts;
	u32 slowest;
	struct ptool_slow *slow;
};

/**
 * struct ptool_path_filter - which packets are looked at since it was set; 0 is any
 * @in: number of the interface that receives them
 * @out: of the one that sends them
 * @netns: number of the name space where they begin
 * @transport: protocol of the transport layer
 */
struct ptool_path_filter {
	u32 in;
	u32 out;
	u32 netns;
	u32 transport;
};

/**
 * struct ptool_paths - the roads that packets took
 * @max: how many there may be; 0 where packets were not looked at
 * @filter: which packets are looked at
 * @filters_differ: on several machines these are not the same, and @filter is none of them
 * @losses: packets that are in no path, by reason
 * @paths: number of paths
 * @path: these
 */
struct ptool_paths {
	u32 max;
	struct ptool_path_filter filter;
	bool filters_differ;
	u64 losses[PTIME_PATH_LOSSES];
	u32 paths;
	struct ptool_path *path;
};

/**
 * ptool_paths_free() - give the memory of paths back
 * @paths: the paths; may be NULL, or half built with the rest zeroed
 */
void ptool_paths_free(struct ptool_paths *paths);

/**
 * ptool_paths_fold() - add the CPUs up, in place of what was added up before
 * @paths: the paths
 */
void ptool_paths_fold(struct ptool_paths *paths);

/**
 * ptool_paths_twin() - two paths of the same steps and reason
 * @paths: the paths
 *
 * Return: one of them, PTOOL_NO_PATH where each is once.
 */
u32 ptool_paths_twin(const struct ptool_paths *paths);

/**
 * ptool_paths_keep_cpus() - leave out packets that ended on other CPUs
 * @paths: the paths, to be folded afterwards
 * @list: CPUs to keep
 *
 * Bytes, times of steps and the slowest packets are not known per CPU and stay, and so
 * do losses.
 */
void ptool_paths_keep_cpus(struct ptool_paths *paths,
			   const struct ptool_cpu_list *list);

/**
 * ptool_paths_coarsen() - have fewer, wider buckets
 * @paths: the paths, to be folded afterwards
 * @from_bits: buckets per power of two, as an exponent
 * @to_bits: those wanted, 0 to @from_bits
 */
void ptool_paths_coarsen(struct ptool_paths *paths, u32 from_bits, u32 to_bits);

/**
 * ptool_paths_difference() - what was counted between two readings
 * @now: the later reading
 * @before: the earlier one; NULL where the counts began anew since
 * @hist_bits: buckets per power of two, as an exponent
 * @before_ns: when the earlier reading was taken, CLOCK_BOOTTIME; 0 for none
 *
 * Paths that no packet took are left out. The slowest packets are those of @now that
 * ended after @before_ns: others of the interval may have been as slow, if there were
 * slower ones before it.
 *
 * Return: paths of their own, not folded.
 */
struct ptool_paths *ptool_paths_difference(const struct ptool_paths *now,
					   const struct ptool_paths *before,
					   u32 hist_bits, u64 before_ns);

/**
 * ptool_paths_add() - add what another machine counted
 * @sum: the paths that get it, to be folded afterwards
 * @add: what is added: what is new to @sum is moved, and gone from here
 *
 * Of the slowest packets there are as many as the one had that had more.
 */
void ptool_paths_add(struct ptool_paths *sum, struct ptool_paths *add);

/**
 * ptool_paths_sorted() - the paths by what tells them apart
 * @paths: the paths
 *
 * Return: pointers to all of them, as ptool_path_compare() has them, for free().
 */
const struct ptool_path **ptool_paths_sorted(const struct ptool_paths *paths);

/**
 * ptool_path_compare() - are two paths the same road, and else which comes first?
 * @one: a path
 * @other: another one, also of another reading
 *
 * Return: less than 0 where it is @one, more than 0 where it is @other, 0 where their
 * steps and reasons are the same.
 */
int ptool_path_compare(const struct ptool_path *one,
		       const struct ptool_path *other);

/**
 * ptool_paths_packets() - number of the packets of all paths
 * @paths: the paths, folded
 */
u64 ptool_paths_packets(const struct ptool_paths *paths);

/**
 * ptool_path_ns() - sum of the times of all steps, on all CPUs
 * @path: the path
 */
u64 ptool_path_ns(const struct ptool_path *path);

/**
 * ptool_path_name() - a path's steps as text: "rx > flowtable > tx"
 * @name: gets it, PTOOL_PATH_LEN bytes at most
 * @path: the path
 */
void ptool_path_name(char *name, const struct ptool_path *path);

/**
 * ptool_path_reason() - why a path's packets were dropped
 * @text: gets the reason's name, or else its number, PTIME_DROP_LEN bytes at most
 * @path: the path
 *
 * Return: whether there is a reason.
 */
bool ptool_path_reason(char *text, const struct ptool_path *path);

/**
 * ptool_path_full_name() - steps and, where packets were dropped, why
 * @name: gets it, PTOOL_PATH_FULL_LEN bytes at most: "rx > drop NO_SOCKET"
 * @path: the path
 */
void ptool_path_full_name(char *name, const struct ptool_path *path);

/**
 * ptool_path_id() - a number by which a path is known in the next reading, too
 * @path: the path
 *
 * It is of its full name: others have another one, but for a chance of one in 2^64.
 */
u64 ptool_path_id(const struct ptool_path *path);

/**
 * ptool_path_loss_key() - name of a loss, for programs
 * @loss: the loss
 */
const char *ptool_path_loss_key(enum ptime_path_loss loss);

/**
 * ptool_path_loss_text() - what it is, after a number of packets
 * @loss: the loss
 */
const char *ptool_path_loss_text(enum ptime_path_loss loss);

#endif /* _PATHTIME_PATH_H */
