// SPDX-License-Identifier: GPL-2.0
/* timeline: the times of each function over the course of a recording, in columns */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "read/reader.h"
#include "read/timeline.h"

/**
 * struct walk - state of the walk from snapshot to snapshot
 * @timeline: receives the columns
 * @keep: what to keep
 * @recording: the recording
 * @range: the range of the recording
 * @step: number of snapshots per column
 * @place: position of the snapshot at which the column begins
 * @before: the counts in that snapshot
 * @elapsed_ns: time from the beginning of the range to that snapshot
 * @names: index of the functions of @timeline
 */
struct walk {
	struct ptool_timeline *timeline;
	const struct ptool_selection *keep;
	struct ptool_recording *recording;
	const struct ptool_range *range;
	u64 step;
	struct ptool_place place;
	struct ptool_model *before;
	u64 elapsed_ns;
	struct ptool_names names;
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
function_of(struct walk *walk, const struct ptool_probe *probe)
{
	struct ptool_timeline *timeline = walk->timeline;
	struct ptool_timeline_function *function;
	u32 i = ptool_names_find(&walk->names, probe->module, probe->function);

	if (i != PTOOL_NO_NAME)
		return &timeline->function[i];
	i = timeline->functions++;
	timeline->function = ptool_realloc(timeline->function, i + 1,
					   sizeof(*function));
	function = &timeline->function[i];
	memcpy(function->module, probe->module, sizeof(function->module));
	memcpy(function->function, probe->function, sizeof(function->function));
	function->series = ptool_alloc(timeline->most,
				       sizeof(*function->series));
	ptool_names_add(&walk->names, i);
	return function;
}

static void add_probes(struct walk *walk, const struct ptool_model *model)
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

static void add_column(struct walk *walk, const struct ptool_model *model)
{
	struct ptool_timeline *timeline = walk->timeline;
	struct ptool_timeline_column *column =
		&timeline->column[timeline->columns];

	column->to_ns = walk->elapsed_ns;
	/* if the counts restarted, they may have done so before the range */
	column->from_ns = column->to_ns - (model->interval_ns < column->to_ns ?
					   model->interval_ns : column->to_ns);
	column->restarted = model->restarted;
	add_probes(walk, model);
	timeline->columns++;
}

/* end the column at @place, and begin the next one there */
static int turn(struct walk *walk, const struct ptool_place *place,
		struct ptool_reason *why)
{
	struct ptool_model *now, *difference;
	int status = ptool_reader_place(walk->keep, walk->recording, place,
					&now, why);

	if (status)
		return status;
	status = ptool_range_check_counts(walk->recording, &walk->place, place,
					  walk->before, now, why);
	if (!status) {
		difference = ptool_model_difference(now, walk->before);
		walk->elapsed_ns += ptool_range_elapsed(place, &walk->place);
		add_column(walk, difference);
		ptool_model_free(difference);
	}
	ptool_model_free(walk->before);
	walk->before = now;
	walk->place = *place;
	return status;
}

static int walk_range(struct walk *walk, struct ptool_reason *why)
{
	u64 last = walk->range->last.mark.number;
	struct ptool_place place;
	int found, status = ptool_recording_return(walk->recording,
						   &walk->range->first, why);

	while (!status && walk->place.mark.number < last) {
		found = ptool_recording_next(walk->recording, &place, why);
		if (found)
			return found < 0 ? -found :
			       ptool_fail(why, "%s: changed while it was read: try again",
					  walk->recording->name);
		if (place.mark.number - walk->place.mark.number == walk->step ||
		    place.mark.number == last)
			status = turn(walk, &place, why);
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
	struct walk walk = {
		.timeline = timeline,
		.keep = keep,
		.recording = recording,
		.range = range,
		.step = (range->recorded.snapshots - 2) / most + 1,
		.place = range->first,
	};
	int status;

	begin(timeline, range, most);
	status = ptool_reader_place(keep, recording, &range->first,
				    &walk.before, why);
	if (status)
		return status;
	ptool_names_begin(&walk.names, function_key, timeline);
	status = walk_range(&walk, why);
	ptool_names_free(&walk.names);
	ptool_model_free(walk.before);
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
