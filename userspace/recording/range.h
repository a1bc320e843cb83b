/* SPDX-License-Identifier: GPL-2.0 */
/* range: the part of a recording that is wanted */
#ifndef _PATHTIME_RANGE_H
#define _PATHTIME_RANGE_H

#include "base/error.h"
#include "base/when.h"
#include "model/model.h"
#include "recording/recording.h"

/**
 * struct ptool_range - the part of a recording between two of its snapshots
 * @first: the snapshot with which it begins
 * @last: that with which it ends
 * @restarts: how often the counts began anew in between
 * @recorded: what is to be told of it
 * @is_empty: it has no two snapshots: all else but @why means nothing
 * @why: the reason of that
 */
struct ptool_range {
	struct ptool_place first;
	struct ptool_place last;
	u64 restarts;
	struct ptool_recorded recorded;
	bool is_empty;
	struct ptool_reason why;
};

/**
 * ptool_range_find() - find the snapshots that are nearest to two points in time
 * @range: gets what was found
 * @recording: the recording, which has just been opened
 * @from: when it is to begin; no text for the beginning
 * @to: when it is to end; no text for the end
 *
 * Only what is before each snapshot is read, none is unpacked. A cut in the last one
 * is told on standard error.
 *
 * Return: 0, also where the range is empty; or an exit status after an error was told.
 */
int ptool_range_find(struct ptool_range *range,
		     struct ptool_recording *recording,
		     const struct ptool_when *from,
		     const struct ptool_when *to);

/**
 * ptool_range_elapsed() - time from one snapshot of a recording to another
 * @now: the later one
 * @before: the earlier one
 *
 * Return: nanoseconds, by the clock that no one sets; where the machine was started anew
 * in between, by the time of day.
 */
u64 ptool_range_elapsed(const struct ptool_place *now,
			const struct ptool_place *before);

/**
 * ptool_range_check() - can the ends of a range be subtracted?
 * @range: the range
 * @recording: the recording
 * @now: its last snapshot
 * @before: its first one
 *
 * Counts that began anew, and functions that are gone, are told on standard error.
 *
 * Return: 0, or an exit status after an error was told: counts have fallen though they
 * did not begin anew.
 */
int ptool_range_check(const struct ptool_range *range,
		      const struct ptool_recording *recording,
		      const struct ptool_model *now,
		      const struct ptool_model *before);

/**
 * ptool_range_check_counts() - do the counts of two snapshots go on?
 * @recording: the recording
 * @first: where the earlier one is
 * @last: where the later one is
 * @before: what is in the earlier one
 * @now: what is in the later one
 *
 * Return: 0, also where they began anew in between; or an exit status after an error was
 * told: counts have fallen without that.
 */
int ptool_range_check_counts(const struct ptool_recording *recording,
			     const struct ptool_place *first,
			     const struct ptool_place *last,
			     const struct ptool_model *before,
			     const struct ptool_model *now);

#endif /* _PATHTIME_RANGE_H */
