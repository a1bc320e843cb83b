/* SPDX-License-Identifier: GPL-2.0 */
/* reader: reads a source into models, once or at intervals */
#ifndef _PATHTIME_READER_H
#define _PATHTIME_READER_H

#include "base/time.h"
#include "model/model.h"
#include "read/selection.h"
#include "recording/range.h"

/**
 * struct ptool_source - a source of counts
 * @command: name of the command, for errors
 * @files: number of files to read; 0 for the module. Several are captures, or
 *	the files of one recording in the order of their times.
 * @file: names of these files: snapshots, recordings or captures; "-" is
 *	standard input
 * @kinds: kinds of files that the command takes; 0 for all
 * @machine: name of the only machine to read from it; NULL for all
 * @per_machine: do not add up the machines of a recording
 * @from: start of the range of a recording; without text, its start
 * @to: end of the range of a recording; without text, its end
 * @interval: seconds between two readings of the module; 0 for one reading
 * @count: number of intervals; 0 for no limit
 * @steps_most: maximum number of steps of a recording, each of several
 *	intervals if there are more; 0 for no limit
 * @keep: what to keep of each model
 * @warner: receives warnings; NULL to drop them
 */
struct ptool_source {
	const char *command;
	u32 files;
	char **file;
	unsigned int kinds;
	const char *machine;
	bool per_machine;
	struct ptool_timestamp from;
	struct ptool_timestamp to;
	double interval;
	u64 count;
	u64 steps_most;
	struct ptool_selection keep;
	ptool_warner *warner;
};

/* show a model; return 0, or an exit status on error; has its own place for the reason */
typedef int ptool_reader_show(struct ptool_model *model, void *argument);

bool ptool_reader_is_live(const struct ptool_source *source);

/**
 * ptool_reader_run() - read a source, and show it
 * @source: what to read
 * @show: called with each model: the counts so far, or those of an interval
 * @argument: passed to @show
 * @why: set to the reason of an error
 *
 * Each segment of a capture is a model of its own, whether the capture was
 * recorded or not. A recording of the module yields one model: the counts
 * between two of its snapshots, added up across restarts. If a file holds several
 * recordings, the model is their sum, or there is one model per machine. With an
 * interval, the function returns after the requested number of intervals, or when
 * the user interrupts it.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_reader_run(const struct ptool_source *source, ptool_reader_show *show,
		     void *argument, struct ptool_reason *why);

/**
 * ptool_reader_steps() - read and show a recording from each snapshot to the next
 * @source: what to read
 * @show: called with each model, in chronological order
 * @argument: passed to @show
 * @why: set to the reason of an error
 *
 * A recording of the module is shown as it would have been while it was made,
 * at its interval or a multiple of it, see @source->steps_most. If the file holds
 * several machines, @source must name one. Any other source is shown as by
 * ptool_reader_run().
 *
 * Return: 0, or an exit status on error.
 */
int ptool_reader_steps(const struct ptool_source *source,
		       ptool_reader_show *show, void *argument,
		       struct ptool_reason *why);

/**
 * ptool_reader_model() - read the counts so far, once
 * @source: what to read
 * @model: receives the counts
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_reader_model(const struct ptool_source *source,
		       struct ptool_model **model, struct ptool_reason *why);

/**
 * ptool_reader_file() - read a file, whatever its kind
 * @source: what to keep, and the range of a recording
 * @name: name of the file; "-" is standard input
 * @model: receives the counts of a snapshot, or what was counted in a
 *	recording, or the only segment of a capture
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_reader_file(const struct ptool_source *source, const char *name,
		      struct ptool_model **model, struct ptool_reason *why);

/* inspect a range while it is read; return 0, or an exit status on error */
typedef int ptool_reader_see(struct ptool_recording *recording,
			     const struct ptool_range *range, void *argument);

/**
 * ptool_reader_recording() - read what was counted in a recording
 * @source: the files of the recording; the range of it, and what to keep
 * @see: called with each range in the sum, one per recording; not called for
 *	captures; may be NULL
 * @argument: passed to @see
 * @model: receives the sum, or the only segment of a recorded capture
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_reader_recording(const struct ptool_source *source,
			   ptool_reader_see *see, void *argument,
			   struct ptool_model **model,
			   struct ptool_reason *why);

/**
 * ptool_reader_range() - read what was counted in a range of a recording
 * @keep: what to keep
 * @recording: the recording
 * @range: the range, which is not empty
 * @model: receives the counts, added up if they restarted in the range
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_reader_range(const struct ptool_selection *keep,
		       struct ptool_recording *recording,
		       const struct ptool_range *range,
		       struct ptool_model **model, struct ptool_reason *why);

#endif /* _PATHTIME_READER_H */
