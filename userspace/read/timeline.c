// SPDX-License-Identifier: GPL-2.0
/* timeline: the times of each function over the course of a recording, in columns */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "read/stretches.h"
#include "read/timeline.h"

/**
 * struct timeline_walk - state of the walk from snapshot to snapshot
 * @timeline: receives the columns
 * @recording: the recording
 * @range: the range of the recording
 * @step: number of snapshots per column
 * @stretches: what was counted since the beginning of the column
 * @first: number of the snapshot at which the column begins
 * @begin_ns: time from the beginning of the range to that snapshot
 * @elapsed_ns: time from the beginning of the range to the last snapshot so far
 * @names: index of the functions of @timeline
 * @room: number of functions for which @timeline has memory
 */
struct timeline_walk {
	struct ptool_timeline *timeline;
	struct ptool_recording *recording;
	const struct ptool_range *range;
	u64 step;
	struct ptool_stretches stretches;
	u64 first;
	u64 begin_ns;
	u64 elapsed_ns;
	struct ptool_names names;
	u32 room;
};

static void function_key(const void *table, u32 index, const char **module,
			 const char **function)
{
	const struct ptool_timeline *timeline = table;

	*module = timeline->function[index].module;
	*function = timeline->function[index].function;
}

/* match by name, because a reloaded module gives its probes other numbers */
static struct ptool_timeline_function *
function_of(struct timeline_walk *walk, const struct ptool_probe *probe)
{
	struct ptool_timeline *timeline = walk->timeline;
	struct ptool_timeline_function *function;
	u32 i = ptool_names_find(&walk->names, probe->module, probe->function);

	if (i != PTOOL_NO_NAME)
		return &timeline->function[i];
	i = timeline->functions++;
	if (i == walk->room) {
		walk->room = 2 * walk->room + 1;
		timeline->function = ptool_realloc(timeline->function,
						   walk->room,
						   sizeof(*function));
	}
	function = &timeline->function[i];
	memcpy(function->module, probe->module, sizeof(function->module));
	memcpy(function->function, probe->function, sizeof(function->function));
	function->series = ptool_alloc(timeline->most,
				       sizeof(*function->series));
	ptool_names_add(&walk->names, i);
	return function;
}

static void add_probes(struct timeline_walk *walk, const struct ptool_model *model)
{
	struct ptool_series *series;
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const struct ptool_probe *probe = &model->probe[i];

		if (!probe->counts.sum.calls)
			continue;
		series = function_of(walk, probe)->series;
		ptool_series_coarsen(&series[walk->timeline->columns],
				     &probe->counts.sum, model->hist_bits,
				     PTOOL_TIMELINE_BITS);
	}
}

static void add_column(struct timeline_walk *walk, const struct ptool_model *model)
{
	struct ptool_timeline *timeline = walk->timeline;
	struct ptool_timeline_column *column =
		&timeline->column[timeline->columns];

	column->from_ns = walk->begin_ns;
	column->to_ns = walk->elapsed_ns;
	column->restarted = model->restarted;
	/* one step has nothing from before its restart, which may precede the range */
	if (model->restarted && model->recorded->snapshots == 2)
		column->from_ns = ptool_grown(column->to_ns, model->interval_ns);
	add_probes(walk, model);
	timeline->columns++;
}

/* end the column at the last snapshot, and begin the next one there */
static int turn(struct timeline_walk *walk, u64 number, struct ptool_reason *why)
{
	struct ptool_recorded recorded = {
		.snapshots = number - walk->first + 1,
	};
	struct ptool_model *model;
	int status = ptool_stretches_end(&walk->stretches, &recorded, &model,
					 why);

	if (status)
		return status;
	add_column(walk, model);
	ptool_model_free(model);
	walk->first = number;
	walk->begin_ns = walk->elapsed_ns;
	return 0;
}

static int pass(struct timeline_walk *walk, const struct ptool_place *place,
		struct ptool_reason *why)
{
	u64 number = place->mark.number;
	int status;

	walk->elapsed_ns += ptool_range_elapsed(place, &walk->stretches.last);
	status = ptool_stretches_pass(&walk->stretches, place, why);
	if (status || (number - walk->first < walk->step &&
		       number < walk->range->last.mark.number))
		return status;
	return turn(walk, number, why);
}

static int walk_range(struct timeline_walk *walk, struct ptool_reason *why)
{
	u64 last = walk->range->last.mark.number;
	struct ptool_place place = walk->range->first;
	int found, status = ptool_recording_return(walk->recording, &place, why);

	while (!status && place.mark.number < last) {
		found = ptool_recording_next(walk->recording, &place, why);
		if (found)
			return found < 0 ? -found :
			       ptool_fail(why, "%s: changed while it was read: try again",
					  walk->recording->name);
		status = pass(walk, &place, why);
	}
	return status;
}

static void begin(struct ptool_timeline *timeline,
		  const struct ptool_range *range, u32 most)
{
	memset(timeline, 0, sizeof(*timeline));
	memcpy(timeline->machine, range->recorded.machine,
	       sizeof(timeline->machine));
	timeline->begin_ns = range->recorded.begin_ns;
	timeline->most = most;
	timeline->column = ptool_alloc(most, sizeof(*timeline->column));
}

int ptool_timeline_read(struct ptool_timeline *timeline,
			const struct ptool_selection *keep,
			struct ptool_recording *recording,
			const struct ptool_range *range, u32 most,
			struct ptool_reason *why)
{
	u64 steps = range->recorded.snapshots - 1;
	struct timeline_walk walk = {
		.timeline = timeline,
		.recording = recording,
		.range = range,
		.step = (steps - 1) / most + 1,
		.first = range->first.mark.number,
	};
	int status;

	begin(timeline, range, (u32)((steps - 1) / walk.step + 1));
	status = ptool_stretches_begin(&walk.stretches, keep, recording,
				       &range->first, why);
	ptool_names_begin(&walk.names, function_key, timeline);
	if (!status)
		status = walk_range(&walk, why);
	ptool_names_free(&walk.names);
	ptool_stretches_free(&walk.stretches);
	return status;
}

static void release_function(const struct ptool_timeline *timeline,
			     struct ptool_timeline_function *function)
{
	u32 i;

	for (i = 0; i < timeline->most; i++)
		ptool_series_release(&function->series[i]);
	free(function->series);
}

void ptool_timeline_free(struct ptool_timeline *timeline)
{
	u32 i;

	for (i = 0; i < timeline->functions; i++)
		release_function(timeline, &timeline->function[i]);
	free(timeline->function);
	free(timeline->column);
}
