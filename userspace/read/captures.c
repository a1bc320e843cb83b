// SPDX-License-Identifier: GPL-2.0
/* captures: the segments of captures, from their text or from a recording */
#include "base/error.h"
#include "capture/import.h"
#include "read/sources.h"

/* how to show the segments of a capture */
struct capture {
	const struct ptool_source *source;
	ptool_reader_show *show;
	void *argument;
	struct ptool_reason *why;
};

static int show_segment(struct ptool_model *model, void *argument)
{
	struct capture *capture = argument;
	const struct ptool_source *source = capture->source;
	int status = ptool_selection_check(model, &source->keep,
					   capture->why);

	if (!status)
		ptool_selection_keep_groups(model, &source->keep);
	if (!status)
		status = capture->show(model, capture->argument);
	ptool_model_free(model);
	return status;
}

static const struct ptool_cpu_list *cpus_of(const struct ptool_source *source)
{
	return source->keep.cpus.ranges ? &source->keep.cpus : NULL;
}

int ptool_captures_show(const struct ptool_source *source,
			struct ptool_input *input, ptool_reader_show *show,
			void *argument, struct ptool_reason *why)
{
	struct capture capture = {
		.source = source,
		.show = show,
		.argument = argument,
		.why = why,
	};

	return ptool_import_input(input, cpus_of(source), show_segment,
				  &capture, why);
}

/* the segments of a capture of which one is wanted */
struct only {
	struct ptool_model *model;
	u32 segments;
};

static int count_segment(struct ptool_model *model, void *argument)
{
	struct only *only = argument;

	only->segments++;
	ptool_model_free(only->model);
	only->model = model;
	return 0;
}

int ptool_captures_read(const struct ptool_source *source,
			struct ptool_input *input, struct ptool_model **model,
			struct ptool_reason *why)
{
	struct only only = { 0 };
	int status = ptool_import_input(input, cpus_of(source), count_segment,
					&only, why);

	if (!status && only.segments != 1)
		status = ptool_fail(why, "%s: the capture has %u segments, and one is needed: cut it to that segment",
				    input->name, only.segments);
	if (!status)
		status = ptool_selection_check(only.model, &source->keep, why);
	if (status) {
		ptool_model_free(only.model);
		return status;
	}
	ptool_selection_keep_groups(only.model, &source->keep);
	*model = only.model;
	return 0;
}

/* segments have no time of day, and none continues the one before */
static int check_captures(const struct ptool_source *source, const char *name,
			  struct ptool_reason *why)
{
	const char *refused = ptool_source_range(source);

	if (!refused)
		return 0;
	return ptool_fail(why,
			  "%s: --%s needs a recording of the module; this one is of captures, which have no time of day and no machine",
			  name, refused);
}

static int show_recorded_segment(const struct ptool_recording *recording,
				 const struct ptool_place *place,
				 struct capture *capture,
				 struct ptool_reason *why)
{
	struct ptool_model *model;
	int status = ptool_recording_model(recording, place, &model, why);

	if (status)
		return status;
	if (capture->source->keep.cpus.ranges)
		ptool_model_keep_cpus(model, &capture->source->keep.cpus);
	return show_segment(model, capture);
}

int ptool_captures_show_recorded(const struct ptool_source *source,
				 ptool_reader_show *show, void *argument,
				 struct ptool_recording *recording,
				 struct ptool_reason *why)
{
	struct capture capture = {
		.source = source,
		.show = show,
		.argument = argument,
		.why = why,
	};
	int found, status = check_captures(source, recording->name, why);
	struct ptool_place place;

	while (!status) {
		found = ptool_recording_next(recording, &place, why);
		if (found < 0)
			return -found;
		if (found == PTOOL_RECORDING_CUT)
			ptool_recording_warn_cut(recording);
		if (found != PTOOL_RECORDING_PLACE)
			break;
		status = show_recorded_segment(recording, &place, &capture,
					       why);
	}
	return status;
}

/* segments are not added up, because nothing says what they have in common */
int ptool_captures_read_only(const struct ptool_source *source,
			     struct ptool_recording *recording,
			     struct ptool_model **model,
			     struct ptool_reason *why)
{
	int found, status = check_captures(source, recording->name, why);
	struct ptool_place place;

	if (status)
		return status;
	found = ptool_recording_next(recording, &place, why);
	if (found < 0)
		return -found;
	if (found != PTOOL_RECORDING_PLACE ||
	    recording->offset != recording->end)
		return ptool_fail(why,
				  "%s: the recording has %s of captures, and one is needed: import a file with that segment only",
				  recording->name,
				  found == PTOOL_RECORDING_PLACE ? "several segments" : "no segment");
	status = ptool_recording_model(recording, &place, model, why);
	if (status)
		return status;
	return ptool_selection_apply(*model, &source->keep, why);
}
