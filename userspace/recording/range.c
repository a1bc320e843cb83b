// SPDX-License-Identifier: GPL-2.0
/* range: finds the range of a recording that the user asks for */
#include <string.h>

#include "base/error.h"
#include "base/units.h"
#include "recording/range.h"

#define DAY_NS	(24 * 3600 * PTOOL_NS_PER_S)

/**
 * struct bound - search for one end of a range
 * @when: the requested time
 * @is_end: of several snapshots at the same distance, take the last one
 * @away_ns: distance of the nearest snapshot so far from @when
 * @place: position of that snapshot
 */
struct bound {
	const struct ptool_timestamp *when;
	bool is_end;
	u64 away_ns;
	struct ptool_place *place;
};

/**
 * struct range_walk - state of the walk over a recording
 * @recording: the recording
 * @end: the last snapshot so far
 * @elapsed_ns: time from the first snapshot to @end
 * @snapshots: number of snapshots so far
 * @earliest_ns: the earliest time of day of a snapshot so far
 * @latest_ns: the latest one; not that of @end if the clock was set back
 * @from: search for the start of the range
 * @to: search for the end of the range
 */
struct range_walk {
	struct ptool_recording *recording;
	struct ptool_place end;
	u64 elapsed_ns;
	u64 snapshots;
	u64 earliest_ns;
	u64 latest_ns;
	struct bound from;
	struct bound to;
};

/* get the time of a snapshot on the clock to which @when refers */
static u64 time_of(const struct ptool_place *place, u64 elapsed_ns,
		   const struct ptool_timestamp *when)
{
	return when->is_absolute ? place->mark.wall_ns : elapsed_ns;
}

/* across a reboot only the time of day is known, and it may have been set back */
u64 ptool_range_elapsed(const struct ptool_place *now,
			const struct ptool_place *before)
{
	if (now->boots == before->boots)
		return now->mark.time_ns - before->mark.time_ns;
	return now->mark.wall_ns > before->mark.wall_ns ?
	       now->mark.wall_ns - before->mark.wall_ns : 0;
}

static bool is_nearer(const struct bound *bound, u64 away_ns)
{
	return away_ns < bound->away_ns ||
	       (bound->is_end && away_ns == bound->away_ns);
}

static void come_nearer(const struct range_walk *walk, struct bound *bound,
			const struct ptool_place *place)
{
	u64 ns = time_of(place, walk->elapsed_ns, bound->when);
	u64 away_ns = ns < bound->when->ns ? bound->when->ns - ns :
					     ns - bound->when->ns;

	if (place->mark.number && !is_nearer(bound, away_ns))
		return;
	bound->away_ns = away_ns;
	*bound->place = *place;
}

static int check_order(const struct range_walk *walk, const struct ptool_place *place,
		       struct ptool_reason *why)
{
	if (place->mark.number == walk->snapshots &&
	    (!walk->snapshots || place->boots != walk->end.boots ||
	     place->mark.time_ns >= walk->end.mark.time_ns))
		return 0;
	return ptool_fail(why,
			  "%s: corrupted at byte %llu: snapshot %llu is out of order, by its number or its time",
			  walk->recording->name, place->offset,
			  (u64)place->mark.number - place->passed);
}

static int step(struct range_walk *walk, const struct ptool_place *place,
		struct ptool_reason *why)
{
	int status = check_order(walk, place, why);

	if (status)
		return status;
	if (walk->snapshots++)
		walk->elapsed_ns += ptool_range_elapsed(place, &walk->end);
	walk->end = *place;
	if (place->mark.wall_ns < walk->earliest_ns)
		walk->earliest_ns = place->mark.wall_ns;
	if (place->mark.wall_ns > walk->latest_ns)
		walk->latest_ns = place->mark.wall_ns;
	come_nearer(walk, &walk->from, place);
	come_nearer(walk, &walk->to, place);
	return 0;
}

static int walk_all(struct range_walk *walk, struct ptool_reason *why)
{
	struct ptool_place place;
	int found, status = 0;

	while (!status) {
		found = ptool_recording_next(walk->recording, &place, why);
		if (found < 0)
			return -found;
		if (found == PTOOL_RECORDING_CUT)
			ptool_recording_warn_cut(walk->recording);
		if (found != PTOOL_RECORDING_PLACE)
			return 0;
		status = step(walk, &place, why);
	}
	return status;
}

/* report the length of the recording, and its two ends by the time of day */
static bool report_outside(const struct range_walk *walk, const struct ptool_timestamp *when,
			   const char *option, struct ptool_reason *why)
{
	char begin[PTOOL_TIMESTAMP_LEN], end[PTOOL_TIMESTAMP_LEN], span[PTOOL_NUMBER_LEN];

	ptool_timestamp_text(begin, walk->earliest_ns);
	ptool_timestamp_text(end, walk->latest_ns);
	ptool_span_text(span, walk->elapsed_ns);
	return ptool_reason_set(why, "--%s %s is not in the recording, which covers %s: %s to %s",
				option, when->text, span, begin, end);
}

/* a time of day has no fractions of a second, so it stands for all of its second */
static bool is_before(const struct range_walk *walk,
		      const struct ptool_timestamp *when)
{
	return when->is_absolute &&
	       when->ns + PTOOL_NS_PER_S <= walk->earliest_ns;
}

/* the range ends where the recording does: say so, because the user expects more */
static void warn_beyond(const struct range_walk *walk)
{
	const struct ptool_timestamp *from = walk->from.when, *to = walk->to.when;
	ptool_warner *warner = walk->recording->warner;
	struct ptool_reason why;

	if (from->text && is_before(walk, from)) {
		report_outside(walk, from, "from", &why);
		ptool_warn(warner, "%s: %s", walk->recording->name, why.text);
	}
	if (to->text && to->ns > (to->is_absolute ? walk->latest_ns :
						    walk->elapsed_ns)) {
		report_outside(walk, to, "to", &why);
		ptool_warn(warner, "%s: %s", walk->recording->name, why.text);
	}
}

/* check that the range contains two snapshots */
static bool check_bounds(const struct range_walk *walk, struct ptool_reason *why)
{
	const struct ptool_timestamp *from = walk->from.when, *to = walk->to.when;

	if (walk->snapshots < 2)
		return ptool_reason_set(why, "%s, and two are needed: counts are their difference",
					walk->snapshots ? "one snapshot only" :
					"no snapshot");
	if (from->text && from->ns > (from->is_absolute ? walk->latest_ns :
					       walk->elapsed_ns))
		return report_outside(walk, from, "from", why);
	if (to->text && is_before(walk, to))
		return report_outside(walk, to, "to", why);
	return walk->from.place->mark.number < walk->to.place->mark.number ||
	       ptool_reason_set(why, "fewer than two of the %llu snapshots are between --from and --to: choose a wider range",
				walk->snapshots);
}

/* the time of day at which the counts of a snapshot began */
static u64 restart_ns(const struct ptool_recording_mark *mark)
{
	return ptool_grown(mark->wall_ns, mark->time_ns - mark->since_ns);
}

static enum ptool_event_kind kind_of(const struct ptool_place *now,
				     const struct ptool_place *before)
{
	if (now->boots != before->boots)
		return PTOOL_EVENT_REBOOT;
	return now->mark.resets > before->mark.resets ? PTOOL_EVENT_RESET :
							PTOOL_EVENT_RELOAD;
}

bool ptool_range_restarted(const struct ptool_place *now,
			   const struct ptool_place *before)
{
	return now->boots != before->boots ||
	       now->mark.since_ns != before->mark.since_ns ||
	       now->mark.resets != before->mark.resets;
}

static void fill_restart(struct ptool_event *event,
			 const struct ptool_place *now,
			 const struct ptool_place *before)
{
	event->kind = kind_of(now, before);
	event->at_ns = restart_ns(&now->mark);
	event->span_ns = event->kind == PTOOL_EVENT_REBOOT ?
			 ptool_grown(event->at_ns, before->mark.wall_ns) :
			 ptool_grown(now->mark.since_ns, before->mark.time_ns);
}

u32 ptool_range_events(const struct ptool_place *now,
		       const struct ptool_place *before,
		       struct ptool_event *event)
{
	u32 events = 0;

	if (ptool_range_restarted(now, before))
		fill_restart(&event[events++], now, before);
	if (now->mark.wall_ns >= before->mark.wall_ns)
		return events;
	event[events].kind = PTOOL_EVENT_CLOCK;
	event[events].at_ns = now->mark.wall_ns;
	event[events++].span_ns = before->mark.wall_ns - now->mark.wall_ns;
	return events;
}

static void fill_recorded(struct ptool_range *range, const struct range_walk *walk)
{
	const struct ptool_recording_head *head = &walk->recording->head;
	struct ptool_recorded *recorded = &range->recorded;

	memset(recorded, 0, sizeof(*recorded));
	memcpy(recorded->machine, head->machine, sizeof(recorded->machine));
	memcpy(recorded->kernel, head->kernel, sizeof(recorded->kernel));
	memcpy(recorded->tool, head->tool, sizeof(recorded->tool));
	recorded->begin_ns = range->first.mark.wall_ns;
	recorded->end_ns = range->last.mark.wall_ns;
	recorded->snapshots = range->last.mark.number -
			      range->first.mark.number + 1;
	recorded->snapshots_of_all = walk->snapshots;
}

/* a time of day is on the first day of the recording that has it */
static u64 of_day(const struct range_walk *walk, u64 of_day_ns)
{
	u64 begin_ns = walk->earliest_ns, end_ns = walk->latest_ns;
	u64 ns = ptool_time_of_day(begin_ns, of_day_ns);
	u64 next_ns = ptool_time_of_day(begin_ns + DAY_NS, of_day_ns);

	return ns < begin_ns && next_ns <= end_ns ? next_ns : ns;
}

static bool is_resolved(const struct ptool_timestamp *when)
{
	return !when->is_before_end && !when->is_of_day;
}

/* make a time before the end, or a time of day, one that the walk can compare */
static void resolve(const struct range_walk *walk, struct ptool_timestamp *when)
{
	if (when->is_before_end)
		when->ns = walk->elapsed_ns > when->ns ?
			   walk->elapsed_ns - when->ns : 0;
	else if (when->is_of_day)
		when->ns = of_day(walk, when->ns);
	when->is_absolute |= when->is_of_day;
	when->is_before_end = false;
	when->is_of_day = false;
}

/* both need the ends of the recording, so the marks are read once more */
static int resolve_both(struct ptool_recording *recording,
			struct ptool_timestamp *from, struct ptool_timestamp *to,
			struct ptool_reason *why)
{
	struct ptool_timestamp beginning = { .ns = 0 };
	struct ptool_place unused;
	ptool_warner *warner = recording->warner;
	struct range_walk walk = {
		.recording = recording,
		.earliest_ns = ~0ULL,
		.from = { .when = &beginning, .place = &unused },
		.to = { .when = &beginning, .place = &unused },
	};
	int status;

	if (is_resolved(from) && is_resolved(to))
		return 0;
	/* the walk that follows warns */
	recording->warner = NULL;
	status = walk_all(&walk, why);
	recording->warner = warner;
	if (status)
		return status;
	resolve(&walk, from);
	resolve(&walk, to);
	return ptool_recording_again(recording, why);
}

int ptool_range_find(struct ptool_range *range,
		     struct ptool_recording *recording,
		     const struct ptool_timestamp *from, const struct ptool_timestamp *to,
		     struct ptool_reason *why)
{
	struct ptool_timestamp begin_at = *from, end_at = *to;
	struct range_walk walk = {
		.recording = recording,
		.earliest_ns = ~0ULL,
		.from.when = &begin_at,
		.from.place = &range->first,
		.to.when = &end_at,
		.to.is_end = true,
		.to.place = &range->last,
	};
	int status = resolve_both(recording, &begin_at, &end_at, why);

	if (!to->text)
		end_at.ns = ~0ULL;
	if (!status)
		status = walk_all(&walk, why);
	if (status)
		return status;
	range->is_empty = !check_bounds(&walk, &range->why);
	if (range->is_empty)
		return 0;
	warn_beyond(&walk);
	/* report kernel and tool as of the end of the range */
	status = ptool_recording_return(recording, &range->last, why);
	if (status)
		return status;
	fill_recorded(range, &walk);
	return 0;
}

static int check_probe(const struct ptool_recording *recording,
		       const struct ptool_place *first,
		       const struct ptool_place *last,
		       const struct ptool_probe *was,
		       const struct ptool_probe *is, struct ptool_reason *why)
{
	if (!is || is->counts.sum.calls >= was->counts.sum.calls)
		return 0;
	return ptool_fail(why,
			  "%s: %s had %llu calls in the snapshot at byte %llu, and %llu in the one at byte %llu%s%s, without a reset: the snapshots are of two machines, or corrupted",
			  ptool_recording_file_of(recording, first),
			  was->function, was->counts.sum.calls, first->offset,
			  is->counts.sum.calls, last->offset,
			  first->volume == last->volume ? "" : " of ",
			  first->volume == last->volume ? "" :
			  ptool_recording_file_of(recording, last));
}

int ptool_range_check_counts(const struct ptool_recording *recording,
			     const struct ptool_place *first,
			     const struct ptool_place *last,
			     const struct ptool_model *before,
			     const struct ptool_model *now,
			     struct ptool_reason *why)
{
	struct ptool_ids ids;
	int status = 0;
	u32 i, at;

	ptool_model_ids(&ids, now);
	for (i = 0; i < before->probes && !status; i++) {
		at = ptool_ids_find(&ids, before->probe[i].id);
		status = check_probe(recording, first, last, &before->probe[i],
				     at == PTOOL_NO_ID ? NULL : &now->probe[at],
				     why);
	}
	ptool_ids_free(&ids);
	return status;
}
