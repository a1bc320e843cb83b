/* SPDX-License-Identifier: GPL-2.0 */
/* hlog: prints models as lines of an HdrHistogram log */
#ifndef _PATHTIME_HLOG_H
#define _PATHTIME_HLOG_H

#include "base/out.h"
#include "model/model.h"

/**
 * ptool_hlog_print_head() - print the header of a log
 * @out: where to print
 * @model: the first model of the log
 * @boot_ns: when the machine was started, CLOCK_REALTIME; 0 if unknown, and
 *	then the times in the log are relative to that start
 */
void ptool_hlog_print_head(const struct ptool_out *out,
			   const struct ptool_model *model, u64 boot_ns);

/**
 * ptool_hlog_print() - print a line for each outcome that has calls
 * @out: where to print
 * @model: the model, which may be an interval
 * @boot_ns: as for ptool_hlog_print_head()
 */
void ptool_hlog_print(const struct ptool_out *out,
		      const struct ptool_model *model, u64 boot_ns);

/**
 * ptool_hlog_print_paths() - print a line for each path that packets took
 * @out: where to print
 * @model: the model, which must have paths and may be an interval
 * @boot_ns: as for ptool_hlog_print_head()
 */
void ptool_hlog_print_paths(const struct ptool_out *out,
			    const struct ptool_model *model, u64 boot_ns);

#endif /* _PATHTIME_HLOG_H */
