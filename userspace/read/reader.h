/* SPDX-License-Identifier: GPL-2.0 */
/* reader: reads the source that the options name into models, once or at intervals */
#ifndef _PATHTIME_READER_H
#define _PATHTIME_READER_H

#include "model/model.h"
#include "options/options.h"
#include "recording/range.h"

/* show a model; return 0, or an exit status after an error was reported */
typedef int ptool_reader_show(struct ptool_model *model, void *argument);

bool ptool_reader_is_live(const struct ptool_options *options);

/**
 * ptool_reader_run() - read what the options ask for, and show it
 * @options: the options
 * @show: called with each model: the counts so far, or those of an interval
 * @argument: passed to @show
 *
 * Each segment of a capture is a model of its own, whether the capture was
 * recorded or not. A recording of the module yields one model: the counts
 * between two of its snapshots. If a file holds several recordings, the model
 * is their sum, or there is one model per machine. With an interval, the
 * function returns after the requested number of intervals, or when the user
 * interrupts it.
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_reader_run(const struct ptool_options *options,
		     ptool_reader_show *show, void *argument);

/**
 * ptool_reader_steps() - read and show a recording from each snapshot to the next
 * @options: the options
 * @show: called with each model, in chronological order
 * @argument: passed to @show
 *
 * A recording of the module is shown as it would have been while it was made,
 * at its interval. If the file holds several machines, the options must name
 * one. Any other source is shown as by ptool_reader_run().
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_reader_steps(const struct ptool_options *options,
		       ptool_reader_show *show, void *argument);

/**
 * ptool_reader_model() - read the counts so far, once
 * @options: what to read, groups and CPUs to keep
 * @model: receives the counts
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_reader_model(const struct ptool_options *options,
		       struct ptool_model **model);

/**
 * ptool_reader_file() - read a recording or a saved snapshot
 * @options: groups and CPUs to keep, and the range of a recording
 * @name: a recording, or a saved snapshot; "-" is a snapshot on standard input
 * @model: receives the counts of the snapshot, or what was counted in the
 *	recording, or the only segment of a recorded capture
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_reader_file(const struct ptool_options *options, const char *name,
		      struct ptool_model **model);

/* inspect a range while it is read; return 0, or an exit status after an error was reported */
typedef int ptool_reader_see(struct ptool_recording *recording,
			     const struct ptool_range *range, void *argument);

/**
 * ptool_reader_recording() - read what was counted in a recording
 * @options: the recording, the range of it, groups and CPUs to keep
 * @see: called with each range in the sum, one per recording; not called for
 *	captures; may be NULL
 * @argument: passed to @see
 * @model: receives the sum, or the only segment of a recorded capture
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_reader_recording(const struct ptool_options *options,
			   ptool_reader_see *see, void *argument,
			   struct ptool_model **model);

/**
 * ptool_reader_place() - read a snapshot of a recording
 * @options: groups and CPUs to keep
 * @recording: the recording
 * @place: position of the snapshot
 * @model: receives the snapshot; a group that is not in it is no error
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_reader_place(const struct ptool_options *options,
		       const struct ptool_recording *recording,
		       const struct ptool_place *place,
		       struct ptool_model **model);

/**
 * ptool_reader_range() - read what was counted in a range of a recording
 * @options: groups and CPUs to keep
 * @recording: the recording
 * @range: the range, which is not empty
 * @model: receives the counts
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_reader_range(const struct ptool_options *options,
		       const struct ptool_recording *recording,
		       const struct ptool_range *range,
		       struct ptool_model **model);

#endif /* _PATHTIME_READER_H */
