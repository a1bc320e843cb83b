// SPDX-License-Identifier: GPL-2.0
/* stretches: adds up what a recording counted before and after restarts */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/fleet.h"
#include "model/require.h"
#include "read/stretches.h"

int ptool_stretches_begin(struct ptool_stretches *stretches,
			  const struct ptool_selection *keep,
			  const struct ptool_recording *recording,
			  const struct ptool_place *first,
			  struct ptool_reason *why)
{
	struct ptool_model *before;
	int status;

	memset(stretches, 0, sizeof(*stretches));
	stretches->keep = keep;
	stretches->recording = recording;
	stretches->first = *first;
	stretches->last = *first;
	/* without a snapshot there is nothing to be freed */
	status = ptool_recording_model(recording, first, &before, why);
	if (status)
		return status;
	ptool_selection_keep(before, keep);
	stretches->before = before;
	return 0;
}

static void warn_gone(const struct ptool_stretches *stretches,
		      const struct ptool_model *now)
{
	const struct ptool_model *before = stretches->before;
	struct ptool_ids ids;
	u32 i, gone = 0;

	ptool_model_ids(&ids, now);
	for (i = 0; i < before->probes; i++)
		gone += ptool_ids_find(&ids, before->probe[i].id) == PTOOL_NO_ID;
	ptool_ids_free(&ids);
	if (gone)
		ptool_warn(stretches->warner,
			   "%s: %u function%s of the first snapshot %s no longer timed at the last one; their counts are not shown",
			   stretches->recording->name, gone,
			   gone > 1 ? "s" : "", gone > 1 ? "are" : "is");
}

static int check_counts(const struct ptool_stretches *stretches,
			const struct ptool_model *now, struct ptool_reason *why)
{
	int status;

	if (!stretches->before)
		return 0;
	status = ptool_range_check_counts(stretches->recording,
					  &stretches->first, &stretches->last,
					  stretches->before, now, why);
	if (!status)
		warn_gone(stretches, now);
	return status;
}

static void warn_left_out(const struct ptool_stretches *stretches,
			  const char *what)
{
	ptool_warn(stretches->warner,
		   "%s: %s are left out, because the module reported none in a part of the range: choose another part with --from and --to",
		   stretches->recording->name, what);
}

/* The sum has only what all stretches have. */
static void warn_different(const struct ptool_stretches *stretches,
			   const struct ptool_model *model)
{
	const struct ptool_model *sum = stretches->sum;

	if (!sum)
		return;
	if (!sum->tree != !model->tree)
		warn_left_out(stretches, "callers, callees and self times");
	if (ptool_has_paths(sum) != ptool_has_paths(model))
		warn_left_out(stretches, "paths");
	if (sum->has_raw != model->has_raw)
		warn_left_out(stretches, "raw times");
	if (sum->has_below != model->has_below)
		warn_left_out(stretches, "calls that took less than the overhead");
}

static int add(struct ptool_stretches *stretches,
	       const struct ptool_model *now, struct ptool_reason *why)
{
	struct ptool_model *model = ptool_model_difference(now,
							   stretches->before);
	struct ptool_reason cause;

	warn_different(stretches, model);
	if (ptool_fleet_continue(&stretches->sum, model, &cause))
		return 0;
	return ptool_fail(why, "%s: %s", stretches->recording->name,
			  cause.text);
}

/* a group can be in one stretch and not in another */
static void keep_selected(struct ptool_stretches *stretches,
			  struct ptool_model *now)
{
	stretches->has_groups |= !ptool_selection_check(now, stretches->keep,
							&stretches->no_group);
	ptool_selection_keep(now, stretches->keep);
}

/* add the stretch that ends at the last snapshot, whose counts become those before */
static int close_stretch(struct ptool_stretches *stretches,
			 struct ptool_reason *why)
{
	struct ptool_model *now;
	int status = ptool_recording_model(stretches->recording,
					   &stretches->last, &now, why);

	if (status)
		return status;
	keep_selected(stretches, now);
	status = check_counts(stretches, now, why);
	if (!status)
		status = add(stretches, now, why);
	ptool_model_free(stretches->before);
	stretches->before = now;
	return status;
}

static bool is_empty(const struct ptool_stretches *stretches)
{
	return stretches->before &&
	       stretches->first.mark.number == stretches->last.mark.number;
}

static int begin_stretch(struct ptool_stretches *stretches,
			 const struct ptool_place *place,
			 struct ptool_reason *why)
{
	int status = is_empty(stretches) ? 0 : close_stretch(stretches, why);

	ptool_model_free(stretches->before);
	stretches->before = NULL;
	stretches->first = *place;
	return status;
}

static void add_events(struct ptool_stretches *stretches,
		       const struct ptool_place *place)
{
	struct ptool_event event[PTOOL_RANGE_EVENTS];
	u32 events = ptool_range_events(place, &stretches->last, event);

	if (!events)
		return;
	stretches->event = ptool_realloc(stretches->event,
					 stretches->events + events,
					 sizeof(*event));
	memcpy(stretches->event + stretches->events, event,
	       events * sizeof(*event));
	stretches->events += events;
}

int ptool_stretches_pass(struct ptool_stretches *stretches,
			 const struct ptool_place *place,
			 struct ptool_reason *why)
{
	int status = 0;

	add_events(stretches, place);
	if (ptool_range_restarted(place, &stretches->last))
		status = begin_stretch(stretches, place, why);
	stretches->last = *place;
	return status;
}

/* moves the events to @model */
static void describe(struct ptool_stretches *stretches,
		     const struct ptool_recorded *recorded,
		     struct ptool_model *model)
{
	model->recordings = 1;
	model->recorded = ptool_alloc(1, sizeof(*recorded));
	*model->recorded = *recorded;
	model->recorded->events = stretches->events;
	model->recorded->event = stretches->event;
	stretches->events = 0;
	stretches->event = NULL;
}

int ptool_stretches_end(struct ptool_stretches *stretches,
			const struct ptool_recorded *recorded,
			struct ptool_model **model, struct ptool_reason *why)
{
	int status = close_stretch(stretches, why);

	if (status)
		return status;
	*model = stretches->sum;
	stretches->sum = NULL;
	describe(stretches, recorded, *model);
	stretches->first = stretches->last;
	return 0;
}

void ptool_stretches_free(struct ptool_stretches *stretches)
{
	ptool_model_free(stretches->before);
	ptool_model_free(stretches->sum);
	free(stretches->event);
}
