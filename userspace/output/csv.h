/* SPDX-License-Identifier: GPL-2.0 */
/* csv: a line of numbers per function, outcome and CPU, or per path, for spreadsheets */
#ifndef _PATHTIME_CSV_H
#define _PATHTIME_CSV_H

#include "model/model.h"
#include "options/options.h"

/**
 * ptool_csv_print() - print a model as comma-separated values
 * @model: the model
 * @view: whether CPUs have lines of their own
 * @with_head: begin with a line of the columns' names
 *
 * A function has a line for all its calls, whose outcome is empty, and one for
 * each outcome; the CPU of those of all CPUs is empty. Times are in nanoseconds.
 * What is not known is empty. Text is quoted as in RFC 4180, lines end in a
 * newline only. An interval begins with its time, a capture's part with its
 * source, in columns of their own.
 */
void ptool_csv_print(const struct ptool_model *model,
		     const struct ptool_view *view, bool with_head);

/**
 * ptool_csv_print_paths() - print the roads of packets as comma-separated values
 * @model: the model, which has paths
 * @view: whether CPUs have lines of their own
 * @with_head: begin with a line of the columns' names
 *
 * A path has a line for its packets, one for each step but the first, where no time has
 * passed, and perhaps some for CPUs. Packets in no path have a line for each reason.
 */
void ptool_csv_print_paths(const struct ptool_model *model,
			   const struct ptool_view *view, bool with_head);

#endif /* _PATHTIME_CSV_H */
