/* SPDX-License-Identifier: GPL-2.0 */
/* sources: the kinds of sources, each with its own file, for reader.c only */
#ifndef _PATHTIME_SOURCES_H
#define _PATHTIME_SOURCES_H

#include "read/file.h"
#include "read/reader.h"

/*
 * All functions return 0, or an exit status on error, with the reason in @why.
 * Those named "show" call @show with each model.
 */

/**
 * ptool_source_range() - Name an option that applies to recordings of the module
 * @source: the source
 *
 * Return: the name of an option that was given; NULL if there is none.
 */
const char *ptool_source_range(const struct ptool_source *source);

/* live.c: the module's snapshot, and saved ones */
int ptool_live_read_saved(const struct ptool_source *source,
			  struct ptool_input *input, struct ptool_model **model,
			  struct ptool_reason *why);
int ptool_live_show_saved(const struct ptool_source *source,
			  struct ptool_input *input, ptool_reader_show *show,
			  void *argument, struct ptool_reason *why);
int ptool_live_show(const struct ptool_source *source, ptool_reader_show *show,
		    void *argument, struct ptool_reason *why);
int ptool_live_show_intervals(const struct ptool_source *source,
			      ptool_reader_show *show, void *argument,
			      struct ptool_reason *why);

/* captures.c: captures as text, and segments in a recording */
int ptool_captures_show(const struct ptool_source *source,
			struct ptool_input *input, ptool_reader_show *show,
			void *argument, struct ptool_reason *why);
int ptool_captures_read(const struct ptool_source *source,
			struct ptool_input *input, struct ptool_model **model,
			struct ptool_reason *why);
int ptool_captures_show_recorded(const struct ptool_source *source,
				 ptool_reader_show *show, void *argument,
				 struct ptool_recording *recording,
				 struct ptool_reason *why);
int ptool_captures_read_only(const struct ptool_source *source,
			     struct ptool_recording *recording,
			     struct ptool_model **model,
			     struct ptool_reason *why);

/* recordings.c: recordings of the module */
int ptool_recordings_show(const struct ptool_source *source,
			  ptool_reader_show *show, void *argument,
			  struct ptool_recording *recording,
			  struct ptool_reason *why);
int ptool_recordings_show_steps(const struct ptool_source *source,
				ptool_reader_show *show, void *argument,
				struct ptool_recording *recording,
				struct ptool_reason *why);
int ptool_recordings_sum(const struct ptool_source *source,
			 struct ptool_recording *recording,
			 ptool_reader_see *see, void *argument,
			 struct ptool_model **model, struct ptool_reason *why);

#endif /* _PATHTIME_SOURCES_H */
