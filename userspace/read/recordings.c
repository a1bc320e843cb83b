// SPDX-License-Identifier: GPL-2.0
/* recordings: what was counted between snapshots of recordings */
#include <string.h>

#include "base/error.h"
#include "model/fleet.h"
#include "read/sources.h"
#include "read/stretches.h"

static int report_changed(const struct ptool_recording *recording,
			  struct ptool_reason *why)
{
	return ptool_fail(why, "%s: changed while it was read: try again",
			  recording->name);
}

/* @place is a snapshot before the end of the range */
static int next_of_range(struct ptool_recording *recording,
			 struct ptool_place *place, struct ptool_reason *why)
{
	int found = ptool_recording_next(recording, place, why);

	if (found < 0)
		return -found;
	return found ? report_changed(recording, why) : 0;
}

static int pass_range(struct ptool_stretches *stretches,
		      struct ptool_recording *recording,
		      const struct ptool_range *range, struct ptool_reason *why)
{
	struct ptool_place place = range->first;
	int status = 0;

	while (!status && place.mark.number < range->last.mark.number) {
		status = next_of_range(recording, &place, why);
		if (!status)
			status = ptool_stretches_pass(stretches, &place, why);
	}
	return status;
}

static int check_groups(const struct ptool_stretches *stretches,
			struct ptool_reason *why)
{
	return stretches->has_groups ? 0 :
	       ptool_fail(why, "%s", stretches->no_group.text);
}

int ptool_reader_range(const struct ptool_selection *keep,
		       struct ptool_recording *recording,
		       const struct ptool_range *range,
		       struct ptool_model **model, struct ptool_reason *why)
{
	struct ptool_stretches stretches;
	int status = ptool_stretches_begin(&stretches, keep, recording,
					   &range->first, why);

	stretches.warner = recording->warner;
	if (!status)
		status = ptool_recording_return(recording, &range->first, why);
	if (!status)
		status = pass_range(&stretches, recording, range, why);
	if (!status)
		status = ptool_stretches_end(&stretches, &range->recorded,
					     model, why);
	if (!status) {
		status = check_groups(&stretches, why);
		if (status)
			ptool_model_free(*model);
	}
	ptool_stretches_free(&stretches);
	return status;
}

struct merged;

/* process the range of a recording that the source names */
typedef int take_recording(struct merged *merged,
			   struct ptool_recording *recording,
			   const struct ptool_range *range,
			   struct ptool_reason *why);

/**
 * struct merged - state of reading the recordings of a file
 * @source: what to read
 * @take: called with each recording
 * @show: shows each machine or each step separately; NULL to add them up
 * @see: called with each range; may be NULL
 * @argument: passed to @show or @see
 * @sum: sum of the recordings read and not yet shown; NULL if there is none
 * @is_first: nothing has been shown yet
 * @found: at least one recording is of a machine that the source names
 * @why: why the last recording has nothing in the range, if so
 */
struct merged {
	const struct ptool_source *source;
	take_recording *take;
	ptool_reader_show *show;
	ptool_reader_see *see;
	void *argument;
	struct ptool_model *sum;
	bool is_first;
	bool found;
	struct ptool_reason why;
};

static int show_machine(struct merged *merged)
{
	struct ptool_model *model = merged->sum;
	int status;

	merged->sum = NULL;
	if (!model)
		return 0;
	merged->is_first = false;
	status = merged->show(model, merged->argument);
	ptool_model_free(model);
	return status;
}

/* free the model if @see fails */
static int see_range(const struct merged *merged,
		     struct ptool_recording *recording,
		     const struct ptool_range *range,
		     struct ptool_model *model)
{
	int status = merged->see(recording, range, merged->argument);

	if (status)
		ptool_model_free(model);
	return status;
}

/* recordings of one machine are adjacent in the file */
static int add_range(struct merged *merged,
		     struct ptool_recording *recording,
		     const struct ptool_range *range, struct ptool_reason *why)
{
	struct ptool_model *model;
	struct ptool_reason cause;
	int status = 0;

	if (merged->show && merged->sum &&
	    strcmp(merged->sum->recorded->machine, recording->head.machine))
		status = show_machine(merged);
	if (!status)
		status = ptool_reader_range(&merged->source->keep, recording,
					    range, &model, why);
	if (!status && merged->see)
		status = see_range(merged, recording, range, model);
	if (status || ptool_fleet_add(&merged->sum, model, &cause))
		return status;
	return ptool_fail(why,
			  "%s: %s; use --machine or --per-machine",
			  recording->name, cause.text);
}

static int show_step(const struct merged *merged,
		     struct ptool_stretches *stretches,
		     struct ptool_range *step, struct ptool_reason *why)
{
	struct ptool_model *model;
	int status;

	step->recorded.begin_ns = step->first.mark.wall_ns;
	step->recorded.end_ns = step->last.mark.wall_ns;
	step->recorded.snapshots = 2;
	status = ptool_stretches_end(stretches, &step->recorded, &model, why);
	if (status)
		return status;
	status = merged->show(model, merged->argument);
	ptool_model_free(model);
	return status;
}

/* the snapshots between the first and the last one of a step are only passed */
static int pass_step(struct ptool_recording *recording,
		     struct ptool_stretches *stretches,
		     struct ptool_range *step, u64 intervals,
		     struct ptool_reason *why)
{
	int status = 0;

	while (!status && intervals--) {
		status = next_of_range(recording, &step->last, why);
		if (!status)
			status = ptool_stretches_pass(stretches, &step->last,
						      why);
	}
	return status;
}

static int take_step(const struct merged *merged,
		     struct ptool_recording *recording,
		     struct ptool_stretches *stretches,
		     struct ptool_range *step, u64 intervals,
		     struct ptool_reason *why)
{
	int status = pass_step(recording, stretches, step, intervals, why);

	if (!status)
		status = show_step(merged, stretches, step, why);
	step->first = step->last;
	return status;
}

static u64 intervals_of_step(const struct ptool_source *source,
			     const struct ptool_range *range)
{
	if (!source->steps_most)
		return 1;
	return (range->recorded.snapshots - 2) / source->steps_most + 1;
}

static u64 smaller(u64 a, u64 b)
{
	return a < b ? a : b;
}

/* groups are checked at the end only: one added during the range is not in its first steps */
static int check_last(const struct merged *merged,
		      const struct ptool_recording *recording,
		      const struct ptool_range *range, struct ptool_reason *why)
{
	struct ptool_model *model;
	int status = ptool_recording_model(recording, &range->last, &model,
					   why);

	if (status)
		return status;
	status = ptool_selection_check(model, &merged->source->keep, why);
	ptool_model_free(model);
	return status;
}

/* a step with a restart has the counts since then: nothing is known between its snapshots */
static int show_steps(struct merged *merged, struct ptool_recording *recording,
		      const struct ptool_range *range, struct ptool_reason *why)
{
	u64 intervals = intervals_of_step(merged->source, range);
	u64 last = range->last.mark.number;
	struct ptool_range step = *range;
	struct ptool_stretches stretches;
	int status = ptool_stretches_begin(&stretches, &merged->source->keep,
					   recording, &range->first, why);

	stretches.warner = recording->warner;
	if (!status)
		status = check_last(merged, recording, range, why);
	if (!status)
		status = ptool_recording_return(recording, &range->first, why);
	merged->is_first = false;
	while (!status && step.first.mark.number < last)
		status = take_step(merged, recording, &stretches, &step,
				   smaller(intervals,
					   last - step.first.mark.number), why);
	ptool_stretches_free(&stretches);
	return status;
}

/* skip a machine that has no snapshots in the range: others in the file may have some */
static int add_recording(struct merged *merged,
			 struct ptool_recording *recording,
			 struct ptool_reason *why)
{
	const struct ptool_source *source = merged->source;
	struct ptool_range range;
	int status;

	if (source->machine &&
	    strcmp(source->machine, recording->head.machine))
		return 0;
	merged->found = true;
	status = ptool_range_find(&range, recording, &source->from,
				  &source->to, why);
	if (status)
		return status;
	if (!range.is_empty)
		return merged->take(merged, recording, &range, why);
	if (recording->recordings > 1)
		ptool_warn(source->warner, "%s: left out: %s", recording->name,
			   range.why.text);
	merged->why = range.why;
	return 0;
}

static int add_recordings(struct merged *merged,
			  struct ptool_recording *recording,
			  struct ptool_reason *why)
{
	int status, step;

	do {
		status = add_recording(merged, recording, why);
		step = status ? -status : ptool_recording_turn(recording, why);
	} while (step == PTOOL_RECORDING_PLACE);
	return step < 0 ? -step : 0;
}

static int report_nothing(const struct merged *merged, const char *name,
			  struct ptool_reason *why)
{
	if (!merged->found)
		return ptool_fail(why, "%s: no machine '%s' in it", name,
				  merged->source->machine);
	return ptool_fail(why, "%s: %s", name, merged->why.text);
}

static int read_recordings(struct merged *merged,
			   struct ptool_recording *recording,
			   struct ptool_reason *why)
{
	int status = add_recordings(merged, recording, why);

	if (!status && !merged->sum && merged->is_first)
		status = report_nothing(merged, recording->file, why);
	if (!status)
		return 0;
	ptool_model_free(merged->sum);
	return status;
}

int ptool_recordings_show(const struct ptool_source *source,
			  ptool_reader_show *show, void *argument,
			  struct ptool_recording *recording,
			  struct ptool_reason *why)
{
	struct merged merged = {
		.source = source,
		.take = add_range,
		.show = source->per_machine ? show : NULL,
		.argument = argument,
		.is_first = true,
	};
	int status = read_recordings(&merged, recording, why);

	if (status)
		return status;
	merged.show = show;
	return show_machine(&merged);
}

int ptool_recordings_show_steps(const struct ptool_source *source,
				ptool_reader_show *show, void *argument,
				struct ptool_recording *recording,
				struct ptool_reason *why)
{
	struct merged merged = {
		.source = source,
		.take = show_steps,
		.show = show,
		.argument = argument,
		.is_first = true,
	};

	if (recording->recordings > 1 && !source->machine)
		return ptool_fail(why,
				  "%s: %u recordings, whose times overlap: choose a machine with --machine",
				  recording->file, recording->recordings);
	return read_recordings(&merged, recording, why);
}

int ptool_recordings_sum(const struct ptool_source *source,
			 struct ptool_recording *recording,
			 ptool_reader_see *see, void *argument,
			 struct ptool_model **model, struct ptool_reason *why)
{
	struct merged merged = {
		.source = source,
		.take = add_range,
		.see = see,
		.argument = argument,
		.is_first = true,
	};
	int status = read_recordings(&merged, recording, why);

	*model = merged.sum;
	return status;
}
