/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stretches: adds up what a recording counted before and after restarts
 *
 * A stretch is a part of a recording in which the counts did not restart. Of the
 * first one, the counts of the snapshot at which it begins are subtracted. The
 * counts of each other one began at 0.
 */
#ifndef _PATHTIME_STRETCHES_H
#define _PATHTIME_STRETCHES_H

#include "model/model.h"
#include "read/selection.h"
#include "recording/range.h"
#include "recording/recording.h"

/**
 * struct ptool_stretches - the counts from one snapshot of a recording on
 * @keep: what to keep
 * @recording: the recording
 * @warner: receives a warning about each stretch from which functions vanished;
 *	NULL to drop it
 * @first: the snapshot at which the stretch begins
 * @last: the last snapshot so far
 * @before: the counts at @first; NULL if the stretch began with a restart
 * @sum: the counts of the stretches so far; NULL for none
 * @has_groups: one of the stretches had the groups to keep
 * @no_group: otherwise, which one the last stretch did not have
 * @events: number of events so far
 * @event: the events
 */
struct ptool_stretches {
	const struct ptool_selection *keep;
	const struct ptool_recording *recording;
	ptool_warner *warner;
	struct ptool_place first;
	struct ptool_place last;
	struct ptool_model *before;
	struct ptool_model *sum;
	bool has_groups;
	struct ptool_reason no_group;
	u32 events;
	struct ptool_event *event;
};

/**
 * ptool_stretches_begin() - begin to count at a snapshot
 * @stretches: receives the state, for ptool_stretches_free(), also after an error
 * @keep: what to keep
 * @recording: the recording
 * @first: position of the snapshot
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_stretches_begin(struct ptool_stretches *stretches,
			  const struct ptool_selection *keep,
			  const struct ptool_recording *recording,
			  const struct ptool_place *first,
			  struct ptool_reason *why);

/**
 * ptool_stretches_pass() - go on to the next snapshot
 * @stretches: the state
 * @place: position of the snapshot
 * @why: set to the reason of an error
 *
 * Only the last snapshot before a restart is unpacked.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_stretches_pass(struct ptool_stretches *stretches,
			 const struct ptool_place *place,
			 struct ptool_reason *why);

/**
 * ptool_stretches_end() - get what was counted up to the last snapshot
 * @stretches: the state, after at least one ptool_stretches_pass(); counting
 *	begins again at the last snapshot
 * @recorded: the range, copied to the counts with the events since the beginning
 * @model: receives the counts; a group that is not in them is no error
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_stretches_end(struct ptool_stretches *stretches,
			const struct ptool_recorded *recorded,
			struct ptool_model **model, struct ptool_reason *why);

void ptool_stretches_free(struct ptool_stretches *stretches);

#endif /* _PATHTIME_STRETCHES_H */
