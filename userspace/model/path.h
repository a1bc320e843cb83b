/* SPDX-License-Identifier: GPL-2.0 */
/*
 * path: paths that packets took, with their times
 *
 *	ptool_paths
 *	  ptool_path			packets that took the same steps
 *	    ptool_path_step		  a step, with the time since the previous one
 *	    ptool_counts		  times from the first step to the last
 *	    ptool_octave		  packets whose time is in the same power of two
 *	    ptool_series		  times from a step to the next
 *	    ptool_slow			  one of the slowest packets
 *	  ptool_interface		packets of an interface, in paths or not
 *	  ptool_waits			waits before packets are received
 *
 * A path is identified by the names of its steps and by the reason why its
 * packets were dropped. The reason is compared by name, as its number differs
 * between kernels, and by number only if it has no name. The CPUs of a path are
 * those on which its packets ended.
 */
#ifndef _PATHTIME_PATH_H
#define _PATHTIME_PATH_H

#include <pathtime/abi.h>

#include "base/types.h"
#include "model/counts.h"
#include "model/interface.h"
#include "model/octaves.h"
#include "model/stage_times.h"
#include "model/waits.h"

#define PTOOL_NO_PATH	(~0U)

/* size of the steps of a path as text, including the NUL */
#define PTOOL_PATH_LEN	(PTIME_STEPS_MAX * (PTIME_STEP_LEN + 2))

/* size of the same text with the reason why the packets were dropped */
#define PTOOL_PATH_FULL_LEN	(PTOOL_PATH_LEN + PTIME_DROP_LEN + 1)

/* a step; the time of the first one is 0 */
struct ptool_path_step {
	char name[PTIME_STEP_LEN];
	u64 total_ns;
};

/**
 * struct ptool_slow - one of the slowest packets of a path
 * @in: number of the interface that received it; 0 if this machine sent it
 * @out: number of the interface that sent it, or 0
 * @netns: number of the network namespace where it began
 * @length: its length, without the link layer's header
 * @protocol: network layer protocol, as in an Ethernet header; 0 if not
 *	recorded
 * @transport: transport layer protocol; 0 if unknown
 * @source: source port, or 0
 * @destination: destination port, or 0
 * @end_ns: when it ended, CLOCK_BOOTTIME
 * @total_ns: how long it took
 * @step_ns: for each step, the time since the previous step
 * @has_cpus: @step_cpu is known
 * @step_cpu: number of the CPU on which it took each step
 * @irq: whether @irq_ns is known, enum ptime_slow_irq
 * @irq_ns: how long CPUs were in interrupts meanwhile, with @irq
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
	bool has_cpus;
	u32 step_cpu[PTIME_STEPS_MAX];
	u32 irq;
	u64 irq_ns;
};

/**
 * struct ptool_path - the packets that took the same path
 * @steps: number of steps, at least two
 * @step: the steps
 * @reason: the kernel's number of the reason why the packets were dropped; 0
 *	for none
 * @reason_name: name of the reason; may be empty
 * @reason_shown: @reason_name with the name of the network namespace in it; empty
 *	if that is not known, or too long
 * @packets: number of packets on all CPUs, even if CPUs were left out
 * @packet_bytes: sum of their lengths on all CPUs, even if CPUs were left out;
 *	the times of the steps are of all CPUs, too
 * @counts: how long the packets took
 * @octave: PTIME_OCTAVES octaves, of all CPUs; NULL without packets, or if they
 *	are not known
 * @stage: for each step, the times since the previous one, of all CPUs; NULL
 *	without packets, or if they are not known
 * @slowest: number of the slowest packets
 * @slow: the slowest packets, in descending order of their time
 */
struct ptool_path {
	u32 steps;
	struct ptool_path_step step[PTIME_STEPS_MAX];
	u32 reason;
	char reason_name[PTIME_DROP_LEN];
	char reason_shown[PTIME_DROP_LEN];
	u64 packets;
	u64 packet_bytes;
	struct ptool_counts counts;
	struct ptool_octave *octave;
	struct ptool_series *stage;
	u32 slowest;
	struct ptool_slow *slow;
};

/**
 * struct ptool_path_filter - which packets are traced since it was set; 0 is any
 * @in: number of the interface that receives them
 * @out: number of the interface that sends them
 * @netns: number of the network namespace where they begin
 * @transport: transport layer protocol
 */
struct ptool_path_filter {
	u32 in;
	u32 out;
	u32 netns;
	u32 transport;
};

/**
 * struct ptool_paths - the paths that packets took
 * @max: maximum number of paths; 0 if packet tracing is off
 * @filter: which packets are traced
 * @filters_differ: several machines have different filters, and @filter is zero
 * @knows_waits: @timed is known, and the same on all machines
 * @timed: the waits of packets that are timed on request, by enum ptime_timed_wait
 * @losses: packets that are in no path, by reason
 * @paths: number of paths
 * @path: the paths
 * @interfaces: packets of each interface; none if the module is an older one, or
 *	of several machines
 * @waits: waits of the receive softirq, and NAPI's polls
 */
struct ptool_paths {
	u32 max;
	struct ptool_path_filter filter;
	bool filters_differ;
	bool knows_waits;
	bool timed[PTIME_TIMED_WAITS];
	u64 losses[PTIME_PATH_LOSSES];
	u32 paths;
	struct ptool_path *path;
	struct ptool_interfaces interfaces;
	struct ptool_waits waits;
};

/**
 * ptool_paths_free() - Release paths
 * @paths: the paths, or NULL; may be incomplete if the rest is zeroed
 */
void ptool_paths_free(struct ptool_paths *paths);

/**
 * ptool_paths_fold() - Add up the CPUs, replacing the old sums
 * @paths: the paths
 */
void ptool_paths_fold(struct ptool_paths *paths);

/**
 * ptool_paths_name_namespaces() - Show names of namespaces behind paths
 * @paths: the paths, just read from the module of this machine
 *
 * The module knows the number of a namespace only. Paths are still compared by
 * that, because a namespace may get another name before the next reading.
 */
void ptool_paths_name_namespaces(struct ptool_paths *paths);

/**
 * ptool_paths_twin() - Find two paths with the same steps and reason
 * @paths: the paths
 *
 * Return: index of one of them; PTOOL_NO_PATH if there are none.
 */
u32 ptool_paths_twin(const struct ptool_paths *paths);

/**
 * ptool_paths_keep_cpus() - Drop the packets that ended on other CPUs
 * @paths: the paths, to be folded afterwards
 * @list: CPUs to keep
 *
 * Bytes, times of steps and stages, octaves, the slowest packets, losses and
 * interfaces are not known per CPU and stay.
 */
void ptool_paths_keep_cpus(struct ptool_paths *paths,
			   const struct ptool_cpu_list *list);

/**
 * ptool_paths_coarsen() - Use fewer, wider buckets
 * @paths: the paths, to be folded afterwards
 * @from_bits: exponent of the present buckets per power of two
 * @to_bits: the wanted exponent, 0 to @from_bits
 */
void ptool_paths_coarsen(struct ptool_paths *paths, u32 from_bits, u32 to_bits);

/**
 * ptool_paths_difference() - Compute what was counted between two readings
 * @now: the later reading
 * @before: the earlier reading; NULL if the counts restarted since
 * @hist_bits: exponent of the buckets per power of two
 * @before_ns: when the earlier reading was taken, CLOCK_BOOTTIME; 0 for none
 *
 * Paths that no packet took are left out, and so are interfaces without packets.
 * The slowest packets are those of @now that ended after @before_ns. Other
 * packets of the interval may have been as slow, if slower packets before it
 * kept them out of the list.
 *
 * Return: new paths, not folded.
 */
struct ptool_paths *ptool_paths_difference(const struct ptool_paths *now,
					   const struct ptool_paths *before,
					   u32 hist_bits, u64 before_ns);

/**
 * ptool_paths_add() - Add the paths of another machine
 * @sum: the paths to add to, to be folded afterwards
 * @add: the paths to add; paths that are new to @sum are moved out of it
 *
 * The number of slowest packets of a path is that of the longer list. The sum
 * has no interfaces, because their numbers are of one machine.
 */
void ptool_paths_add(struct ptool_paths *sum, struct ptool_paths *add);

/**
 * ptool_paths_continue() - Add the paths of a later part of a recording
 * @sum: the paths to add to, to be folded afterwards
 * @add: the paths to add; paths that are new to @sum are moved out of it
 *
 * This differs from ptool_paths_add() in the interfaces, which are added by
 * their numbers and namespaces. If the machine was restarted, it may have
 * numbered them in another order.
 */
void ptool_paths_continue(struct ptool_paths *sum, struct ptool_paths *add);

/**
 * ptool_paths_sorted() - Sort paths by their steps and reason
 * @paths: the paths
 *
 * Return: pointers to all of them, in the order of ptool_path_compare(), for
 * free().
 */
const struct ptool_path **ptool_paths_sorted(const struct ptool_paths *paths);

/**
 * ptool_path_compare() - Compare the steps and reasons of two paths
 * @one: a path
 * @other: another path, possibly from another reading
 *
 * Return: less than 0 if @one comes first, more than 0 if @other does, 0 if
 * steps and reasons are the same.
 */
int ptool_path_compare(const struct ptool_path *one,
		       const struct ptool_path *other);

/**
 * ptool_path_is_behind() - Check whether a path follows packets behind their paths
 * @path: the path
 *
 * Its packets are in other paths, too (the module's parameter waits=).
 *
 * Return: true if it begins at a step where paths end.
 */
bool ptool_path_is_behind(const struct ptool_path *path);

/**
 * ptool_paths_packets() - Add up the packets of all paths but those behind others
 * @paths: the paths, folded
 *
 * Return: the number of packets.
 */
u64 ptool_paths_packets(const struct ptool_paths *paths);

/**
 * ptool_path_ns() - Add up the times of all steps, on all CPUs
 * @path: the path
 *
 * Return: nanoseconds.
 */
u64 ptool_path_ns(const struct ptool_path *path);

/**
 * ptool_path_name() - Format the steps of a path: "rx > flowtable > tx"
 * @name: buffer of PTOOL_PATH_LEN bytes for the text
 * @path: the path
 */
void ptool_path_name(char *name, const struct ptool_path *path);

/**
 * ptool_path_reason() - Format why a path's packets were dropped
 * @text: buffer of PTIME_DROP_LEN bytes for the reason's name, or its number if
 *	it has no name
 * @path: the path
 *
 * Return: true if there is a reason.
 */
bool ptool_path_reason(char *text, const struct ptool_path *path);

/**
 * ptool_path_full_name() - Format the steps of a path, and why packets were dropped
 * @name: buffer of PTOOL_PATH_FULL_LEN bytes for the text: "rx > drop
 *	NO_SOCKET"
 * @path: the path
 */
void ptool_path_full_name(char *name, const struct ptool_path *path);

/**
 * ptool_path_id() - Compute an id of a path that is the same in the next reading
 * @path: the path
 *
 * The id is a hash of the full name. The chance that two paths have the same id
 * is one in 2^64.
 *
 * Return: the id.
 */
u64 ptool_path_id(const struct ptool_path *path);

/* as users write it in waits= */
const char *ptool_path_wait_name(enum ptime_timed_wait wait);

/* for programs */
const char *ptool_path_loss_key(enum ptime_path_loss loss);

/* for tables, behind the number of packets */
const char *ptool_path_loss_text(enum ptime_path_loss loss);

#endif /* _PATHTIME_PATH_H */
