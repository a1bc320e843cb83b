// SPDX-License-Identifier: GPL-2.0
/* reader: reads a source into models, once or at intervals */
#include "base/error.h"
#include "read/reader.h"
#include "read/sources.h"
#include "recording/pack.h"

bool ptool_reader_is_live(const struct ptool_source *source)
{
	return !source->snapshot && !source->recording && !source->imports;
}

const char *ptool_source_range(const struct ptool_source *source)
{
	if (source->from.text)
		return "from";
	if (source->to.text)
		return "to";
	if (source->machine)
		return "machine";
	return source->per_machine ? "per-machine" : NULL;
}

/* @show_module shows recordings of the module */
static int show_recorded(const struct ptool_source *source,
			 ptool_reader_show *show, void *argument,
			 int (*show_module)(const struct ptool_source *source,
					    ptool_reader_show *show,
					    void *argument,
					    struct ptool_recording *recording,
					    struct ptool_reason *why),
			 struct ptool_reason *why)
{
	struct ptool_recording recording;
	int status = ptool_recording_open(&recording, source->recording,
					  source->warner, why);

	if (status)
		return status;
	if (recording.head.kind == PTOOL_RECORDING_CAPTURES)
		status = ptool_captures_show_recorded(source, show, argument,
						      &recording, why);
	else
		status = show_module(source, show, argument, &recording, why);
	ptool_recording_close(&recording);
	return status;
}

static int read_recorded(const struct ptool_source *source, const char *name,
			 ptool_reader_see *see, void *argument,
			 struct ptool_model **model, struct ptool_reason *why)
{
	struct ptool_recording recording;
	int status = ptool_pack_check(source->command, why);

	if (!status)
		status = ptool_recording_open(&recording, name, source->warner,
					      why);
	if (status)
		return status;
	if (recording.head.kind == PTOOL_RECORDING_CAPTURES)
		status = ptool_captures_read_only(source, &recording, model,
						  why);
	else
		status = ptool_recordings_sum(source, &recording, see, argument,
					      model, why);
	ptool_recording_close(&recording);
	return status;
}

int ptool_reader_recording(const struct ptool_source *source,
			   ptool_reader_see *see, void *argument,
			   struct ptool_model **model, struct ptool_reason *why)
{
	return read_recorded(source, source->recording, see, argument, model,
			     why);
}

int ptool_reader_file(const struct ptool_source *source, const char *name,
		      struct ptool_model **model, struct ptool_reason *why)
{
	const char *refused = ptool_source_range(source);

	if (ptool_recording_is(name))
		return read_recorded(source, name, NULL, NULL, model, why);
	if (refused)
		return ptool_fail(why,
				  "%s: --%s needs a recording, and this is not one",
				  name, refused);
	return ptool_live_read(source, name, model, why);
}

int ptool_reader_run(const struct ptool_source *source, ptool_reader_show *show,
		     void *argument, struct ptool_reason *why)
{
	if (source->imports)
		return ptool_captures_show(source, show, argument, why);
	if (source->recording)
		return show_recorded(source, show, argument,
				     ptool_recordings_show, why);
	if (source->interval > 0)
		return ptool_live_show_intervals(source, show, argument, why);
	return ptool_live_show(source, show, argument, why);
}

int ptool_reader_steps(const struct ptool_source *source,
		       ptool_reader_show *show, void *argument,
		       struct ptool_reason *why)
{
	if (source->recording)
		return show_recorded(source, show, argument,
				     ptool_recordings_show_steps, why);
	return ptool_reader_run(source, show, argument, why);
}
