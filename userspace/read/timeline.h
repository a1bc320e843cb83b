/* SPDX-License-Identifier: GPL-2.0 */
/* timeline: the times of each function over the course of a recording, in columns */
#ifndef _PATHTIME_TIMELINE_H
#define _PATHTIME_TIMELINE_H

#include "model/model.h"
#include "read/selection.h"
#include "recording/range.h"
#include "recording/recording.h"

/* buckets per power of two, as an exponent: each bucket is one row of a heat map */
#define PTOOL_TIMELINE_BITS	1

/**
 * struct ptool_timeline_column - the time from one snapshot to a later one
 * @from_ns: start of the column, since the beginning of the timeline,
 *	CLOCK_BOOTTIME; across a reboot the difference in CLOCK_REALTIME
 * @to_ns: end of the column, on the same clock
 * @restarted: the counts restarted in the column
 */
struct ptool_timeline_column {
	u64 from_ns;
	u64 to_ns;
	bool restarted;
};

/**
 * struct ptool_timeline_function - a function, in all columns
 * @module: module that holds the function; empty for the kernel itself
 * @function: name of the function
 * @series: ptool_timeline.most series, one per column, of PTOOL_TIMELINE_BITS
 */
struct ptool_timeline_function {
	char module[PTIME_MODULE_LEN];
	char function[PTIME_FUNCTION_LEN];
	struct ptool_series *series;
};

/**
 * struct ptool_timeline - the columns of a recording
 * @machine: machine on which the recording was made
 * @begin_ns: start of the timeline, CLOCK_REALTIME
 * @most: number of columns when all are read
 * @columns: number of columns
 * @column: the columns; all span the same number of snapshots, except that the
 *	last one may span fewer
 * @functions: number of functions that were called
 * @function: these functions
 */
struct ptool_timeline {
	char machine[PTOOL_MACHINE_LEN];
	u64 begin_ns;
	u32 most;
	u32 columns;
	struct ptool_timeline_column *column;
	u32 functions;
	struct ptool_timeline_function *function;
};

/**
 * ptool_timeline_read() - read the columns of a range of a recording
 * @timeline: receives the columns, for ptool_timeline_free(), also after an
 *	error
 * @keep: what to keep
 * @recording: the recording
 * @range: the range, which is not empty
 * @most: maximum number of columns
 * @why: set to the reason of an error
 *
 * Only the snapshots at the bounds of columns and before restarts are unpacked.
 * So time and memory grow with the number of restarts, but not with the length of
 * the recording, except for the walk over its marks.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_timeline_read(struct ptool_timeline *timeline,
			const struct ptool_selection *keep,
			struct ptool_recording *recording,
			const struct ptool_range *range, u32 most,
			struct ptool_reason *why);

/**
 * ptool_timeline_free() - free the memory of a timeline
 * @timeline: the timeline, which may be incomplete
 */
void ptool_timeline_free(struct ptool_timeline *timeline);

#endif /* _PATHTIME_TIMELINE_H */
