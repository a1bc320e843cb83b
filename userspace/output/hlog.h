/* SPDX-License-Identifier: GPL-2.0 */
/* hlog: models as lines of a log of HdrHistogram */
#ifndef _PATHTIME_HLOG_H
#define _PATHTIME_HLOG_H

#include "model/model.h"

/**
 * ptool_hlog_print_head() - print what a log begins with
 * @model: the first model of it
 * @boot_ns: when its machine was started, CLOCK_REALTIME; 0 where that is not known:
 *	times of the log are then since that
 */
void ptool_hlog_print_head(const struct ptool_model *model, u64 boot_ns);

/**
 * ptool_hlog_print() - print a line for each outcome that had calls
 * @model: all that was counted, or an interval
 * @boot_ns: as for the head
 */
void ptool_hlog_print(const struct ptool_model *model, u64 boot_ns);

/**
 * ptool_hlog_print_paths() - print a line for each road that packets took
 * @model: likewise; it has paths
 * @boot_ns: as for the head
 */
void ptool_hlog_print_paths(const struct ptool_model *model, u64 boot_ns);

#endif /* _PATHTIME_HLOG_H */
