/* SPDX-License-Identifier: GPL-2.0 */
/*
 * model: what was counted, wherever it was read
 *
 *	ptool_model
 *	  ptool_probe			a function
 *	    ptool_counts		  its calls, whatever their outcome
 *	    ptool_counts self		  likewise, what they took themselves
 *	    ptool_outcome		  one way to end
 *	      ptool_counts		    the calls that ended so
 *	      ptool_counts self		    what they took themselves
 *		ptool_series sum	      on all CPUs
 *		ptool_series cpu[]	      on one CPU, numbers ascend
 *		  ptool_bucket		        none is empty, numbers ascend
 *	  ptool_tree			callers and callees, where known (tree.h)
 *	  ptool_paths			the roads of packets, where known (path.h)
 *	  ptool_remark			what to know of the source
 *
 * Readers fill in the CPUs of the outcomes; ptool_model_fold() adds them up.
 */
#ifndef _PATHTIME_MODEL_H
#define _PATHTIME_MODEL_H

#include <pathtime/abi.h>

#include "base/types.h"
#include "model/counts.h"
#include "model/path.h"
#include "model/tree.h"

/**
 * struct ptool_outcome - the calls of a function that ended in one way
 * @name: the way
 * @counts: how long they took
 * @self: how long without what they called; only calls that are in the tree
 */
struct ptool_outcome {
	char name[PTIME_OUTCOME_LEN];
	struct ptool_counts counts;
	struct ptool_counts self;
};

/**
 * struct ptool_probe - a function
 * @state: what its probe does
 * @steps_only: that is to tell where packets pass; the function is not timed
 * @id: the module's number for it
 * @missed: calls that passed unmeasured, on all CPUs
 * @cost_ns: what the probe cost, on all CPUs
 * @inside_ps: what it adds to a call within the time taken, which was taken off
 * @outside_ps: what it adds outside of that; both are 0 where it is not known
 * @group: group's name
 * @module: kernel module that holds it; empty for the kernel itself
 * @function: its name
 * @backend: what times it
 * @reason: why it is not timed, or what stands in for what; may be empty
 * @counts: its calls, whatever their outcome
 * @self: how long they took without what they called
 * @is_shared: both are those of the only outcome, and released with it
 * @outcomes: number of outcomes, at least one
 * @outcome: these
 */
struct ptool_probe {
	enum ptime_state state;
	bool steps_only;
	u64 id;
	u64 missed;
	u64 cost_ns;
	u32 inside_ps;
	u32 outside_ps;
	char group[PTIME_GROUP_LEN];
	char module[PTIME_MODULE_LEN];
	char function[PTIME_FUNCTION_LEN];
	char backend[PTIME_BACKEND_LEN];
	char reason[PTIME_REASON_LEN];
	struct ptool_counts counts;
	struct ptool_counts self;
	bool is_shared;
	u32 outcomes;
	struct ptool_outcome *outcome;
};

/**
 * struct ptool_remark - what a source had to leave out or to guess
 * @key: its name for programs
 * @text: what was, after its number: "calls whose end is not there"
 * @count: how often
 */
struct ptool_remark {
	const char *key;
	const char *text;
	u64 count;
};

/* room for the name of a machine or of its kernel's release, with the NUL */
#define PTOOL_MACHINE_LEN	72

/**
 * struct ptool_recorded - the range of a recording that a model is of
 * @machine: machine on which it was made
 * @kernel: release of its kernel
 * @tool: version of the pathtime that recorded
 * @begin_ns: when the range begins, CLOCK_REALTIME
 * @end_ns: when it ends, likewise
 * @snapshots: number of snapshots in it, both ends included
 * @snapshots_of_all: likewise in the recording
 */
struct ptool_recorded {
	char machine[PTOOL_MACHINE_LEN];
	char kernel[PTOOL_MACHINE_LEN];
	char tool[PTIME_VERSION_LEN];
	u64 begin_ns;
	u64 end_ns;
	u64 snapshots;
	u64 snapshots_of_all;
};

/**
 * struct ptool_model - what was counted, and where and when
 * @time_ns: when it was read, CLOCK_BOOTTIME; 0 where it is of several recordings
 * @since_ns: when the counts began, likewise
 * @interval_ns: time between the two readings of an interval; of several recordings
 *	the sum
 * @resets: resets since the module was loaded
 * @hist_bits: buckets per power of two, as an exponent
 * @sample: one call in so many was timed: counts and sums are its multiples, and
 *	estimates where it is more than 1
 * @budget: per cent of one CPU that probes may cost; 0 is no budget
 * @over_budget: number of probes that are stopped because of it
 * @running: the probes are not stopped
 * @is_interval: it is the difference of two readings
 * @restarted: the counts began anew within the interval
 * @some_cpus: CPUs were left out
 * @missed_of_all: missed calls, the tree, and of paths the bytes, the times of steps
 *	and the slowest packets are those of all CPUs nevertheless
 * @only_self: all times are self times
 * @only_raw: all times are raw times
 * @has_raw: there are raw times, and costs of probes
 * @has_self_bounds: the shortest and longest self times are known, not only their buckets
 * @per_second: of an interval: counts and sums are told as rates
 * @source: what was read, where it is no module; else NULL
 * @part: the part of it, if it has parts; else NULL
 * @caveat: what holds for all its times; else NULL
 * @recordings: number of recordings it is of; 0 for none
 * @recorded: the range of each
 * @clock: name of the clock
 * @version: the module's version
 * @kernel: the kernel's release
 * @probes: number of probes
 * @probe: these
 * @tree: callers and callees; NULL where these are not known, and no self times
 * @paths: the roads of packets; NULL where the source cannot tell of any
 * @remarks: number of remarks
 * @remark: these, none of which has a count of 0
 */
struct ptool_model {
	u64 time_ns;
	u64 since_ns;
	u64 interval_ns;
	u32 resets;
	u32 hist_bits;
	u32 sample;
	u32 budget;
	u32 over_budget;
	bool running;
	bool is_interval;
	bool restarted;
	bool some_cpus;
	bool missed_of_all;
	bool only_self;
	bool only_raw;
	bool has_raw;
	bool has_self_bounds;
	bool per_second;
	char *source;
	char *part;
	const char *caveat;
	u32 recordings;
	struct ptool_recorded *recorded;
	char clock[PTIME_CLOCK_LEN];
	char version[PTIME_VERSION_LEN];
	char kernel[PTIME_KERNEL_LEN];
	u32 probes;
	struct ptool_probe *probe;
	struct ptool_tree *tree;
	struct ptool_paths *paths;
	u32 remarks;
	struct ptool_remark *remark;
};

/**
 * ptool_model_free() - give a model's memory back
 * @model: the model; may be NULL, or half built with the rest zeroed
 */
void ptool_model_free(struct ptool_model *model);

/**
 * ptool_state_name() - name of a probe's state
 * @state: the state
 */
const char *ptool_state_name(enum ptime_state state);

/**
 * ptool_model_probe() - a probe by its number
 * @model: the model
 * @id: the number, which a probe keeps as long as it is there
 *
 * Return: the probe, or NULL.
 */
const struct ptool_probe *ptool_model_probe(const struct ptool_model *model,
					    u64 id);

/**
 * ptool_model_fold() - add the CPUs up: per outcome, and per probe
 * @model: a model whose outcomes have their CPUs, but no sums yet
 */
void ptool_model_fold(struct ptool_model *model);

/**
 * ptool_model_remark() - how often was what a remark says
 * @model: the model
 * @key: the remark's name
 *
 * Return: its count; 0 where there is no such remark.
 */
u64 ptool_model_remark(const struct ptool_model *model, const char *key);

/**
 * ptool_model_tree() - a tree of a model's functions, without nodes
 * @model: the model
 *
 * Return: the tree, for ptool_tree_free(): its functions are the probes, in their
 * order.
 */
struct ptool_tree *ptool_model_tree(const struct ptool_model *model);

/**
 * ptool_model_fold_anew() - add the CPUs up again
 * @model: a model whose outcomes have other CPUs, or more on them, than was added up
 */
void ptool_model_fold_anew(struct ptool_model *model);

/**
 * ptool_model_keep_cpus() - leave out what other CPUs counted
 * @model: the model
 * @list: CPUs to keep
 *
 * Missed calls are not counted per CPU and stay, and so do tree and remarks, and of
 * paths what ptool_paths_keep_cpus() says.
 */
void ptool_model_keep_cpus(struct ptool_model *model,
			   const struct ptool_cpu_list *list);

/**
 * ptool_model_keep_probes() - leave out probes
 * @model: the model
 * @keep: tells whether a probe stays
 * @argument: passed to @keep
 */
void ptool_model_keep_probes(struct ptool_model *model,
			     bool (*keep)(const struct ptool_probe *probe,
					  const void *argument),
			     const void *argument);

/**
 * ptool_model_keep_self() - have self times in place of all others
 * @model: the model, which has a tree
 *
 * What was lost stays what it was.
 */
void ptool_model_keep_self(struct ptool_model *model);

/**
 * ptool_model_keep_raw() - have raw times in place of corrected ones
 * @model: the model, which has them
 *
 * Sums are exact. How much was taken off each call is not known: the shortest, the
 * longest and percentiles are moved by its mean. Those of paths are raw as they are.
 */
void ptool_model_keep_raw(struct ptool_model *model);

/**
 * ptool_model_difference() - what was counted between two readings
 * @now: the later reading
 * @before: the earlier one
 *
 * Buckets, sums, misses, costs and remarks are exact. The shortest and longest duration of an
 * interval are not in the readings: they are told as bounds of buckets, drawn
 * to the shortest and longest of all. Where the counts began anew in between,
 * it is @now, with .restarted set.
 *
 * Return: a model of its own.
 */
struct ptool_model *ptool_model_difference(const struct ptool_model *now,
					   const struct ptool_model *before);

#endif /* _PATHTIME_MODEL_H */
