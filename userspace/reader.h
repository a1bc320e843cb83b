/* SPDX-License-Identifier: GPL-2.0 */
/* reader: from the options to models, once or again and again */
#ifndef _PATHTIME_READER_H
#define _PATHTIME_READER_H

#include "model.h"
#include "options.h"

/* shows a model; 0, or an exit status after an error was told */
typedef int ptime_reader_show(struct ptime_model *model,
			      const struct ptime_options *options);

/**
 * ptime_reader_run() - read what the options ask for, and show it
 * @options: the options
 * @show: called with each model: the counts so far, or those of an interval
 *
 * Of captures each part is a model of its own; of a recording there is one, of what was
 * counted between two of its snapshots. With an interval it ends after the number of
 * intervals asked for, or when the user interrupts.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_reader_run(const struct ptime_options *options,
		     ptime_reader_show *show);

/**
 * ptime_reader_file() - read a file, whatever of the two it is
 * @options: groups and CPUs to keep, and the part of a recording that is wanted
 * @name: a recording, or a saved snapshot; "-" is a snapshot from standard input
 * @recorded: for the model to refer to, where it is of a recording
 * @model: gets the counts of the snapshot, or what was counted in the recording
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_reader_file(const struct ptime_options *options, const char *name,
		      struct ptime_recorded *recorded,
		      struct ptime_model **model);

#endif /* _PATHTIME_READER_H */
