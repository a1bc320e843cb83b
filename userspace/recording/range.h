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
 * @recorded: description of the range
 * @is_empty: the range does not contain two snapshots; of the other members,
 *	only @why is valid
 * @why: why the range is empty
 */
struct ptool_range {
	struct ptool_place first;
	struct ptool_place last;
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

/* number of events between two successive snapshots, at most */
#define PTOOL_RANGE_EVENTS	2

/**
 * ptool_range_events() - find out what happened between two successive snapshots
 * @now: the later one
 * @before: the earlier one
 * @event: receives the events, at most PTOOL_RANGE_EVENTS; a restart of the
 *	counts is the first one
 *
 * Return: the number of events.
 */
u32 ptool_range_events(const struct ptool_place *now,
		       const struct ptool_place *before,
		       struct ptool_event *event);

/**
 * ptool_range_restarted() - check whether the counts restarted between two snapshots
 * @now: the later one
 * @before: the earlier one
 *
 * Return: true if the counts of @now do not continue those of @before.
 */
bool ptool_range_restarted(const struct ptool_place *now,
			   const struct ptool_place *before);

/**
 * ptool_range_check_counts() - check that the counts of one snapshot continue another's
 * @recording: the recording
 * @first: position of the earlier snapshot
 * @last: position of the later snapshot
 * @before: model of the earlier snapshot
 * @now: model of the later snapshot, without a restart in between
 * @why: set to the reason of an error
 *
 * Return: 0; or an exit status on error: counts have fallen although they did
 * not restart.
 */
int ptool_range_check_counts(const struct ptool_recording *recording,
			     const struct ptool_place *first,
			     const struct ptool_place *last,
			     const struct ptool_model *before,
			     const struct ptool_model *now,
			     struct ptool_reason *why);

#endif /* _PATHTIME_RANGE_H */
