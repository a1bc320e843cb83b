/* SPDX-License-Identifier: GPL-2.0 */
/* range: finds the range of a recording that the user asks for */
#ifndef _PATHTIME_RANGE_H
#define _PATHTIME_RANGE_H

#include "base/error.h"
#include "base/time.h"
#include "model/model.h"
#include "recording/recording.h"

/**
 * struct ptool_range - the range of a recording between two of its snapshots
 * @first: the snapshot at which the range begins
 * @last: the snapshot at which it ends
 * @restarts: how often the counts restarted in between
 * @recorded: description of the range
 * @is_empty: the range does not contain two snapshots; of the other members,
 *	only @why is valid
 * @why: why the range is empty
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
 * ptool_range_find() - find the snapshots nearest to two points in time
 * @range: receives the range
 * @recording: the recording, which has just been opened
 * @from: start of the range; without text, the start of the recording
 * @to: end of the range; without text, the end of the recording
 * @why: set to the reason of an error
 *
 * Only the marks are read; no snapshot is unpacked. If the last snapshot is
 * incomplete, the recording's warner receives a warning.
 *
 * Return: 0, also if the range is empty; or an exit status on error.
 */
int ptool_range_find(struct ptool_range *range,
		     struct ptool_recording *recording,
		     const struct ptool_timestamp *from,
		     const struct ptool_timestamp *to, struct ptool_reason *why);

/**
 * ptool_range_elapsed() - get the time from one snapshot of a recording to another
 * @now: the later one
 * @before: the earlier one
 *
 * Return: nanoseconds by CLOCK_BOOTTIME; across a reboot, by CLOCK_REALTIME, or
 * 0 if that was set back.
 */
u64 ptool_range_elapsed(const struct ptool_place *now,
			const struct ptool_place *before);

/**
 * ptool_range_check() - check that the ends of a range can be subtracted
 * @range: the range
 * @recording: the recording
 * @now: model of the last snapshot
 * @before: model of the first snapshot
 * @why: set to the reason of an error
 *
 * If the counts restarted in the range, or if functions disappeared, the
 * recording's warner receives a warning.
 *
 * Return: 0, or an exit status on error: counts have fallen
 * although they did not restart.
 */
int ptool_range_check(const struct ptool_range *range,
		      const struct ptool_recording *recording,
		      const struct ptool_model *now,
		      const struct ptool_model *before,
		      struct ptool_reason *why);

/**
 * ptool_range_check_counts() - check that the counts of one snapshot continue another's
 * @recording: the recording
 * @first: position of the earlier snapshot
 * @last: position of the later snapshot
 * @before: model of the earlier snapshot
 * @now: model of the later snapshot
 * @why: set to the reason of an error
 *
 * Return: 0, also if the counts restarted in between; or an exit status after
 * an error was reported: counts have fallen although they did not restart.
 */
int ptool_range_check_counts(const struct ptool_recording *recording,
			     const struct ptool_place *first,
			     const struct ptool_place *last,
			     const struct ptool_model *before,
			     const struct ptool_model *now,
			     struct ptool_reason *why);

#endif /* _PATHTIME_RANGE_H */
