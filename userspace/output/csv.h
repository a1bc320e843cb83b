/* SPDX-License-Identifier: GPL-2.0 */
/* csv: writes a line per function, outcome and CPU, or per path, for spreadsheets */
#ifndef _PATHTIME_CSV_H
#define _PATHTIME_CSV_H

#include "base/out.h"
#include "model/model.h"
#include "output/view.h"

/**
 * ptool_csv_print() - print the functions of a model as comma-separated values
 * @out: where to print
 * @model: the model
 * @view: whether to print lines for each CPU
 * @with_head: begin with a header line
 *
 * A function has one line for all its calls, with an empty outcome, and one for
 * each outcome. The CPU is empty if a line is of all CPUs. Times are in
 * nanoseconds. Unknown values are empty. Text is quoted as in RFC 4180, but
 * lines end with a newline only. An interval begins with columns for its time,
 * a segment of a capture with columns for its source.
 */
void ptool_csv_print(const struct ptool_out *out,
		     const struct ptool_model *model,
		     const struct ptool_view *view, bool with_head);

/**
 * ptool_csv_print_paths() - print paths of packets as comma-separated values
 * @out: where to print
 * @model: the model, which must have paths
 * @view: whether to print lines for each CPU
 * @with_head: begin with a header line
 *
 * A path has one line for its packets, one for each step, and one for each CPU
 * if requested. The first step has no line, as its time is 0. Packets that are
 * in no path have one line for each reason.
 */
void ptool_csv_print_paths(const struct ptool_out *out,
			   const struct ptool_model *model,
			   const struct ptool_view *view, bool with_head);

#endif /* _PATHTIME_CSV_H */
