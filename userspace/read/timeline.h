/* SPDX-License-Identifier: GPL-2.0 */
/* timeline: what each function took as a recording went on, in columns of time */
#ifndef _PATHTIME_TIMELINE_H
#define _PATHTIME_TIMELINE_H

#include "model/model.h"
#include "options/options.h"
#include "recording/range.h"
#include "recording/recording.h"

/* buckets per power of two, as an exponent: enough for a row of a heat map each */
#define PTOOL_TIMELINE_BITS	1

/**
 * struct ptool_timeline_column - from one snapshot to a later one
 * @from_ns: when it begins, since the beginning of the timeline, CLOCK_BOOTTIME; while
 *	the machine was off, the time of day
 * @to_ns: when it ends, likewise
 * @restarted: the counts began anew meanwhile: it begins with the last time they did
 */
struct ptool_timeline_column {
	u64 from_ns;
	u64 to_ns;
	bool restarted;
};

/**
 * struct ptool_timeline_function - a function, in all columns
 * @module: module that holds it; empty for the kernel itself
 * @function: its name
 * @series: a series for each column there may be, of PTOOL_TIMELINE_BITS
 */
struct ptool_timeline_function {
	char module[PTIME_MODULE_LEN];
	char function[PTIME_FUNCTION_LEN];
	struct ptool_series *series;
};

/**
 * struct ptool_timeline - the columns of a recording
 * @machine: machine on which it was made
 * @begin_ns: when it begins, CLOCK_REALTIME
 * @most: number of columns there may be
 * @columns: number of columns
 * @column: these; all are of as many snapshots, but the last one, which may be of fewer
 * @functions: number of functions that were called
 * @function: these
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
 * @timeline: gets them, for ptool_timeline_free()
 * @options: groups and CPUs to keep
 * @recording: the recording
 * @range: the range, which is not empty
 * @most: number of columns there may be
 *
 * Only the snapshots between two columns are unpacked, so neither time nor memory grow
 * with the recording, but for the walk over its marks.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_timeline_read(struct ptool_timeline *timeline,
			const struct ptool_options *options,
			struct ptool_recording *recording,
			const struct ptool_range *range, u32 most);

/**
 * ptool_timeline_free() - give a timeline's memory back
 * @timeline: the timeline, which may be half built
 */
void ptool_timeline_free(struct ptool_timeline *timeline);

#endif /* _PATHTIME_TIMELINE_H */
