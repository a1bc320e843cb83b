/* SPDX-License-Identifier: GPL-2.0 */
/* reader: from the options to models, once or again and again */
#ifndef _PATHTIME_READER_H
#define _PATHTIME_READER_H

#include "model/model.h"
#include "options/options.h"
#include "recording/range.h"

/* shows a model; 0, or an exit status after an error was told */
typedef int ptool_reader_show(struct ptool_model *model,
			      const struct ptool_options *options);

/**
 * ptool_reader_is_live() - whether what is read is what the module counts now
 * @options: what to read
 */
bool ptool_reader_is_live(const struct ptool_options *options);

/**
 * ptool_reader_run() - read what the options ask for, and show it
 * @options: the options
 * @show: called with each model: the counts so far, or those of an interval
 *
 * Of captures, recorded or not, each part is a model of its own; of a recording of the
 * module there is one, of what was counted between two of its snapshots; of several in
 * one file their sum, or one for each machine. With an interval it ends after the number
 * of intervals asked for, or when the user interrupts.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_reader_run(const struct ptool_options *options,
		     ptool_reader_show *show);

/**
 * ptool_reader_steps() - likewise, a recording from each snapshot to the next
 * @options: the options
 * @show: called with each model, in the order of time
 *
 * So a recording of the module is read as it would have been while it was made, with
 * its interval. In a file with several machines one has to be chosen.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_reader_steps(const struct ptool_options *options,
		       ptool_reader_show *show);

/**
 * ptool_reader_model() - read the counts so far, once
 * @options: what to read, groups and CPUs to keep
 * @model: gets them
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_reader_model(const struct ptool_options *options,
		       struct ptool_model **model);

/**
 * ptool_reader_file() - read a file, whatever of the two it is
 * @options: groups and CPUs to keep, and the part of a recording that is wanted
 * @name: a recording, or a saved snapshot; "-" is a snapshot from standard input
 * @model: gets the counts of the snapshot, or what was counted in the recording, or
 *	the only part of a recorded capture
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_reader_file(const struct ptool_options *options, const char *name,
		      struct ptool_model **model);

/* sees a range of a recording that is being read; 0, or an exit status after an error was told */
typedef int ptool_reader_see(struct ptool_recording *recording,
			     const struct ptool_range *range, void *argument);

/**
 * ptool_reader_recording() - read what was counted in a recording
 * @options: the recording, the part of it that is wanted, groups and CPUs to keep
 * @see: called with each range that is in the sum: one for each machine's recording;
 *	of captures there is none
 * @argument: passed to @see
 * @model: gets the sum, or the only part of a recorded capture
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_reader_recording(const struct ptool_options *options,
			   ptool_reader_see *see, void *argument,
			   struct ptool_model **model);

/**
 * ptool_reader_place() - read a snapshot of a recording
 * @options: groups and CPUs to keep
 * @recording: the recording
 * @place: where the snapshot is
 * @model: gets it; groups that are not in it are no error
 *
 * Return: 0, or an exit status after an error was told.
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
 * @model: gets it
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_reader_range(const struct ptool_options *options,
		       const struct ptool_recording *recording,
		       const struct ptool_range *range,
		       struct ptool_model **model);

#endif /* _PATHTIME_READER_H */
