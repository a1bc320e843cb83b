// SPDX-License-Identifier: GPL-2.0
/* recordings: what was counted between snapshots of recordings */
#include <string.h>

#include "base/error.h"
#include "model/fleet.h"
#include "read/sources.h"

/* check groups at the end only: a group added during the range is not in the first snapshot */
static int subtract(const struct ptool_selection *keep,
		    struct ptool_model *now, struct ptool_model *before,
		    struct ptool_model **difference, struct ptool_reason *why)
{
	int status = ptool_selection_check(now, keep, why);

	if (status)
		return status;
	ptool_selection_keep(now, keep);
	ptool_selection_keep(before, keep);
	*difference = ptool_model_difference(now, before);
	return 0;
}

/* compute what was counted between two snapshots of a recording; narrows both */
static int take_range(const struct ptool_selection *keep,
		      const struct ptool_recording *recording,
		      const struct ptool_range *range, struct ptool_model *now,
		      struct ptool_model *before, struct ptool_model **model,
		      struct ptool_reason *why)
{
	int status = ptool_range_check(range, recording, now, before, why);

	if (!status)
		status = subtract(keep, now, before, model, why);
	if (status)
		return status;
	(*model)->recordings = 1;
	(*model)->recorded = ptool_alloc(1, sizeof(*(*model)->recorded));
	*(*model)->recorded = range->recorded;
	return 0;
}

int ptool_reader_range(const struct ptool_selection *keep,
		       const struct ptool_recording *recording,
		       const struct ptool_range *range,
		       struct ptool_model **model, struct ptool_reason *why)
{
	struct ptool_model *now, *before;
	int status = ptool_recording_model(recording, &range->first, &before,
					   why);

	if (status)
		return status;
	status = ptool_recording_model(recording, &range->last, &now, why);
	if (!status) {
		status = take_range(keep, recording, range, now, before,
				    model, why);
		ptool_model_free(now);
	}
	ptool_model_free(before);
	return status;
}

int ptool_reader_place(const struct ptool_selection *keep,
		       const struct ptool_recording *recording,
		       const struct ptool_place *place,
		       struct ptool_model **model, struct ptool_reason *why)
{
	int status = ptool_recording_model(recording, place, model, why);

	if (!status)
		ptool_selection_keep(*model, keep);
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
		     const struct ptool_recording *recording,
		     struct ptool_range *step, struct ptool_model *now,
		     struct ptool_model *before, struct ptool_reason *why)
{
	struct ptool_model *model;
	int status;

	step->recorded.begin_ns = step->first.mark.wall_ns;
	step->recorded.end_ns = step->last.mark.wall_ns;
	step->recorded.snapshots = 2;
	status = take_range(&merged->source->keep, recording, step, now, before,
			    &model, why);
	if (status)
		return status;
	status = merged->show(model, merged->argument);
	ptool_model_free(model);
	return status;
}

/* the snapshots between the first and the last one of a step are not unpacked */
static int find_step(struct ptool_recording *recording, struct ptool_range *step,
		     u64 intervals, struct ptool_reason *why)
{
	int status = 0;

	while (!status && intervals--)
		status = -ptool_recording_next(recording, &step->last, why);
	return status;
}

/* replaces @before with the snapshot at which the next step begins */
static int take_step(const struct merged *merged,
		     struct ptool_recording *recording,
		     struct ptool_range *step, u64 intervals,
		     struct ptool_model **before, struct ptool_reason *why)
{
	struct ptool_model *now;
	int status = find_step(recording, step, intervals, why);

	if (status < 0)
		return ptool_fail(why, "%s: changed while it was read: try again",
				  recording->name);
	if (!status)
		status = ptool_recording_model(recording, &step->last, &now,
					       why);
	if (status)
		return status;
	status = show_step(merged, recording, step, now, *before, why);
	ptool_model_free(*before);
	*before = now;
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

/* a step during which the counts restarted is shown from the restart on, without a warning */
static int show_steps(struct merged *merged, struct ptool_recording *recording,
		      const struct ptool_range *range, struct ptool_reason *why)
{
	u64 intervals = intervals_of_step(merged->source, range);
	u64 last = range->last.mark.number;
	struct ptool_range step = *range;
	struct ptool_model *before;
	int status = ptool_recording_return(recording, &range->first, why);

	if (!status)
		status = ptool_recording_model(recording, &range->first,
					       &before, why);
	if (status)
		return status;
	merged->is_first = false;
	step.restarts = 0;
	while (!status && step.first.mark.number < last)
		status = take_step(merged, recording, &step,
				   smaller(intervals,
					   last - step.first.mark.number),
				   &before, why);
	ptool_model_free(before);
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
