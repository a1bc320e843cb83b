/* SPDX-License-Identifier: GPL-2.0 */
/*
 * model: counts, from whatever source they were read
 *
 *	ptool_model
 *	  ptool_probe			a function
 *	    ptool_counts		  durations of its calls, whatever their outcome
 *	    ptool_counts self		  their self times
 *	    ptool_outcome		  one way in which a call ends
 *	      ptool_counts		    durations of the calls that ended so
 *	      ptool_counts self		    their self times
 *		ptool_series sum	      on all CPUs
 *		ptool_series cpu[]	      on one CPU, in ascending order
 *		  ptool_bucket		        not empty, in ascending order
 *	  ptool_tree			callers and callees, if known (tree.h)
 *	  ptool_paths			paths of packets, if known (path.h)
 *	  ptool_warning			warnings about the source
 *
 * Readers fill in the CPUs of the outcomes; ptool_model_fold() adds them up.
 */
#ifndef _PATHTIME_MODEL_H
#define _PATHTIME_MODEL_H

#include <pathtime/abi.h>

#include "base/types.h"
#include "model/counts.h"
#include "model/ids.h"
#include "model/names.h"
#include "model/path.h"
#include "model/tree.h"

/**
 * struct ptool_outcome - the calls of a function that ended in one way
 * @name: name of the way in which they ended
 * @counts: durations of the calls
 * @self: self times, without callees; only of calls that are in the tree
 */
struct ptool_outcome {
	char name[PTIME_OUTCOME_LEN];
	struct ptool_counts counts;
	struct ptool_counts self;
};

/**
 * struct ptool_probe - a function
 * @state: state of its probe
 * @steps_only: the probe is only a step hook; the function is not timed
 * @id: the module's number for it
 * @missed: calls that were not measured, on all CPUs
 * @overhead_ns: overhead of the probe, on all CPUs
 * @in_window_ps: in-window overhead per call, which is part of the measured time
 *	and was subtracted
 * @out_of_window_ps: out-of-window overhead per call; both are 0 if unknown
 * @group: name of its group
 * @module: kernel module that holds it; empty for the kernel itself
 * @function: its name
 * @backend: the backend that times it
 * @reason: why it is not timed, or what was used in place of what; NULL for
 *	none, see ptool_probe_reason()
 * @counts: durations of its calls, whatever their outcome
 * @self: self times of its calls
 * @is_shared: @counts and @self are those of the only outcome, and are released
 *	with it
 * @outcomes: number of outcomes, at least one
 * @outcome: the outcomes
 */
struct ptool_probe {
	enum ptime_state state;
	bool steps_only;
	u64 id;
	u64 missed;
	u64 overhead_ns;
	u32 in_window_ps;
	u32 out_of_window_ps;
	char group[PTIME_GROUP_LEN];
	char module[PTIME_MODULE_LEN];
	char function[PTIME_FUNCTION_LEN];
	char backend[PTIME_BACKEND_LEN];
	char *reason;
	struct ptool_counts counts;
	struct ptool_counts self;
	bool is_shared;
	u32 outcomes;
	struct ptool_outcome *outcome;
};

/* the reason, or an empty text */
const char *ptool_probe_reason(const struct ptool_probe *probe);

void ptool_probe_set_reason(struct ptool_probe *probe, const char *reason);

/**
 * struct ptool_warning - a warning: what a source left out or had to guess
 * @key: its name for programs
 * @text: its text, to follow the number: "calls whose end is not there"
 * @count: how often it happened
 */
struct ptool_warning {
	const char *key;
	const char *text;
	u64 count;
};

/* size of the name of a machine or of its kernel's release, including the NUL */
#define PTOOL_MACHINE_LEN	72

/* an event within the range of a recording; all but the last restart the counts */
enum ptool_event_kind {
	PTOOL_EVENT_RESET,
	PTOOL_EVENT_RELOAD,
	PTOOL_EVENT_REBOOT,
	PTOOL_EVENT_CLOCK,
};

/**
 * struct ptool_event - an event within the range of a recording
 * @kind: what happened; a reload followed by a reset looks like a reset
 * @at_ns: when, CLOCK_REALTIME: when the counts began again, or of a clock that
 *	was set back, the time of day of the first snapshot afterwards
 * @span_ns: time from the last snapshot before to the restart, whose calls are
 *	not in the recording; of a clock, by how much it was set back
 */
struct ptool_event {
	enum ptool_event_kind kind;
	u64 at_ns;
	u64 span_ns;
};

/**
 * struct ptool_recorded - the range of a recording that a model covers
 * @machine: machine on which the recording was made
 * @kernel: release of its kernel
 * @tool: version of the pathtime that recorded
 * @begin_ns: when the range begins, CLOCK_REALTIME
 * @end_ns: when the range ends, CLOCK_REALTIME
 * @snapshots: number of snapshots in the range, both ends included
 * @snapshots_of_all: number of snapshots in the whole recording
 * @events: number of events in the range
 * @event: the events, in their order
 */
struct ptool_recorded {
	char machine[PTOOL_MACHINE_LEN];
	char kernel[PTOOL_MACHINE_LEN];
	char tool[PTIME_VERSION_LEN];
	u64 begin_ns;
	u64 end_ns;
	u64 snapshots;
	u64 snapshots_of_all;
	u32 events;
	struct ptool_event *event;
};

/**
 * struct ptool_model - counts, with their source and time
 * @time_ns: when it was read, CLOCK_BOOTTIME; 0 if it is of several recordings
 * @since_ns: when the counts began, CLOCK_BOOTTIME; 0 if it is of several
 *	recordings
 * @interval_ns: time between the two readings of an interval; the sum of these
 *	times if it is of several recordings
 * @realtime_ns: when the interval ended, CLOCK_REALTIME; 0 unless it is an interval
 *	of the running module
 * @resets: resets since the module was loaded
 * @hist_bits: exponent of the buckets per power of two
 * @sample: one call in @sample was timed. Counts and sums are multiples of it;
 *	if it is more than 1, they are estimates.
 * @budget: limit of the overhead in per cent of one CPU; 0 for no limit
 * @over_budget: number of probes that were stopped because of the limit
 * @running: the probes are not stopped
 * @is_interval: it is the difference of two readings
 * @restarted: the counts restarted within the interval. Those of a recording are
 *	added up across restarts; others are the counts since the restart.
 * @some_cpus: CPUs were left out
 * @missed_of_all: missed calls, the tree, interfaces, and the bytes, step times
 *	and slowest packets of paths are of all CPUs, even if CPUs were left out
 * @only_self: all times are self times
 * @only_raw: all times are raw times
 * @has_raw: it has raw times, and the overhead of probes
 * @has_below: it knows how many calls took less than the overhead
 * @has_self_bounds: the shortest and longest self times are known, not only
 *	their buckets
 * @per_second: show the counts and sums of an interval as rates
 * @source: name of the capture; NULL if it is not of a capture
 * @segment: name of the segment, if the source has segments; otherwise NULL
 * @caveat: a warning about all its times, or NULL
 * @recordings: number of recordings it is of; 0 for none
 * @recorded: the range of each recording
 * @clock: name of the clock
 * @version: version of the module
 * @kernel: release of the kernel
 * @probes: number of probes
 * @probe: the probes
 * @tree: callers and callees; NULL if unknown, and then there are no self times
 * @paths: paths of packets; NULL if the source cannot report any
 * @warnings: number of warnings
 * @warning: the warnings, none with a count of 0
 */
struct ptool_model {
	u64 time_ns;
	u64 since_ns;
	u64 interval_ns;
	u64 realtime_ns;
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
	bool has_below;
	bool has_self_bounds;
	bool per_second;
	char *source;
	char *segment;
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
	u32 warnings;
	struct ptool_warning *warning;
};

/**
 * ptool_model_free() - Release a model
 * @model: the model, or NULL; may be incomplete if the rest is zeroed
 */
void ptool_model_free(struct ptool_model *model);

const char *ptool_state_name(enum ptime_state state);

/**
 * ptool_model_is_difference() - Check whether counts were subtracted
 * @model: the model
 *
 * Return: true if it is an interval with more than the counts since a restart.
 */
bool ptool_model_is_difference(const struct ptool_model *model);

const char *ptool_event_name(enum ptool_event_kind kind);

/**
 * ptool_model_restarts() - Count how often the counts restarted
 * @model: the model
 *
 * Return: the number of restarts in the ranges of its recordings.
 */
u32 ptool_model_restarts(const struct ptool_model *model);

/**
 * ptool_model_names() - Begin an index of the probes of a model
 * @names: receives an index of the first @probes probes, for ptool_names_free()
 * @model: the model; probes may be added to it meanwhile
 * @probes: number of probes
 *
 * A failed probe can have the name of another one, which is found then.
 */
void ptool_model_names(struct ptool_names *names,
		       const struct ptool_model *model, u32 probes);

/**
 * ptool_model_shadowed() - Find out which probes ptool_model_names() does not find
 * @model: the model
 *
 * Return: a flag for each probe, for free().
 */
bool *ptool_model_shadowed(const struct ptool_model *model);

/**
 * ptool_model_repeated() - Find out which probes share their function's name with another
 * @model: the model
 *
 * Return: a flag for each probe, for free().
 */
bool *ptool_model_repeated(const struct ptool_model *model);

/**
 * ptool_model_ids() - Make an index of the probes of a model by their ids
 * @ids: receives the index, for ptool_ids_free()
 * @model: the model
 *
 * For one probe, ptool_model_probe() is enough.
 */
void ptool_model_ids(struct ptool_ids *ids, const struct ptool_model *model);

/**
 * ptool_model_probe() - Find a probe by its id
 * @model: the model
 * @id: the id, which a probe keeps while it exists
 *
 * Return: the probe, or NULL.
 */
const struct ptool_probe *ptool_model_probe(const struct ptool_model *model,
					    u64 id);

/**
 * ptool_model_fold() - Add up the CPUs per outcome and per probe
 * @model: a model whose outcomes have their CPUs, but no sums yet
 */
void ptool_model_fold(struct ptool_model *model);

/**
 * ptool_model_warning() - Get the count of a warning
 * @model: the model
 * @key: the warning's name
 *
 * Return: its count; 0 if there is no such warning.
 */
u64 ptool_model_warning(const struct ptool_model *model, const char *key);

/**
 * ptool_model_tree() - Create a tree of a model's functions, without nodes
 * @model: the model
 *
 * Return: the tree, for ptool_tree_free(). Its functions are the probes, in
 * their order.
 */
struct ptool_tree *ptool_model_tree(const struct ptool_model *model);

/**
 * ptool_model_refold() - Add up the CPUs again
 * @model: a model whose outcomes have changed since they were added up
 */
void ptool_model_refold(struct ptool_model *model);

/**
 * ptool_model_keep_cpus() - Drop the counts of other CPUs
 * @model: the model
 * @list: CPUs to keep
 *
 * Missed calls, the tree and the warnings are not known per CPU and stay. Of
 * paths, ptool_paths_keep_cpus() lists what stays.
 */
void ptool_model_keep_cpus(struct ptool_model *model,
			   const struct ptool_cpu_list *list);

/**
 * ptool_model_keep_probes() - Drop probes
 * @model: the model
 * @keep: returns whether a probe stays
 * @argument: passed to @keep
 */
void ptool_model_keep_probes(struct ptool_model *model,
			     bool (*keep)(const struct ptool_probe *probe,
					  const void *argument),
			     const void *argument);

/**
 * ptool_model_keep_self() - Replace all times by self times
 * @model: the model, which has a tree
 *
 * Losses are not changed.
 */
void ptool_model_keep_self(struct ptool_model *model);

/**
 * ptool_model_keep_raw() - Replace corrected times by raw times
 * @model: the model, which has raw times
 *
 * Sums are exact. How much was subtracted from each call is not known: the
 * shortest and longest times and the percentiles are moved by the mean. The
 * times of paths are always raw.
 */
void ptool_model_keep_raw(struct ptool_model *model);

/**
 * ptool_model_difference() - Compute what was counted between two readings
 * @now: the later reading
 * @before: the earlier reading; NULL if the counts restarted since
 *
 * Buckets, sums, missed calls, overheads and warnings are exact. The readings
 * do not have the shortest and longest duration of the interval. The bounds of
 * the outermost buckets are used instead, limited to the shortest and longest
 * duration of all. If the counts restarted in between, the result is @now with
 * .restarted set.
 *
 * Return: a model of its own.
 */
struct ptool_model *ptool_model_difference(const struct ptool_model *now,
					   const struct ptool_model *before);

#endif /* _PATHTIME_MODEL_H */
