/* SPDX-License-Identifier: GPL-2.0 */
/* csv: writes a line per function, outcome and CPU, or per path, for spreadsheets */
#ifndef _PATHTIME_CSV_H
#define _PATHTIME_CSV_H

#include "base/error.h"
#include "base/out.h"
#include "model/model.h"
#include "output/view.h"

/**
 * ptool_csv_print() - print the functions of a model as comma-separated values
 * @out: where to print
 * @model: the model
 * @view: whether to print lines for each CPU, and the percentiles
 * @columns: names of the columns to print, separated by commas; NULL for all. A
 *	percentile may also be named as in a table: p99.99.
 * @with_head: begin with a header line
 * @why: set if a name is unknown
 *
 * A function has one line for all its calls, with an empty outcome, and one for
 * each outcome. The CPU is empty if a line is of all CPUs. Times are in
 * nanoseconds. Unknown values are empty. Text is quoted as in RFC 4180, but
 * lines end with a newline only. An interval begins with columns for its time,
 * a segment of a capture with columns for its source.
 *
 * Return: 0, or PTOOL_EXIT_USAGE if a name is unknown.
 */
int ptool_csv_print(const struct ptool_out *out,
		    const struct ptool_model *model,
		    const struct ptool_view *view, const char *columns,
		    bool with_head, struct ptool_reason *why);

/**
 * ptool_csv_print_paths() - print paths of packets as comma-separated values
 * @out: where to print
 * @model: the model, which must have paths
 * @view: whether to print lines for each CPU, and the percentiles
 * @columns: names of the columns to print, separated by commas; NULL for all. A
 *	percentile may also be named as in a table: p99.99.
 * @with_head: begin with a header line
 * @why: set if a name is unknown
 *
 * A path has one line for its packets, one for each step, and one for each CPU
 * if requested. The first step has no line, as its time is 0. Packets that are
 * in no path have one line for each reason.
 *
 * Return: 0, or PTOOL_EXIT_USAGE if a name is unknown.
 */
int ptool_csv_print_paths(const struct ptool_out *out,
			  const struct ptool_model *model,
			  const struct ptool_view *view, const char *columns,
			  bool with_head, struct ptool_reason *why);

#endif /* _PATHTIME_CSV_H */
