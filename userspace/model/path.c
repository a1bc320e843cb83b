// SPDX-License-Identifier: GPL-2.0
/* path: paths that packets took, with their times */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/namespaces.h"
#include "model/path.h"

static const struct {
	const char *key;
	const char *text;
} losses[] = {
	[PTIME_PATH_TABLE_FULL]	= { "table_full",
		"packets in no path: found no free in-flight record" },
	[PTIME_PATH_TIMED_OUT]	= { "timed_out",
		"packets in no path: did not end within ten seconds" },
	[PTIME_PATH_REUSED]	= { "reused",
		"packets in no path: their end was not seen" },
	[PTIME_PATH_REUSED_TX]	= { "reused_tx",
		"packets in no path: their sk_buff was reused and sent before their end was seen" },
	[PTIME_PATH_PATH_TABLE_FULL]	= { "path_table_full",
		"packets in no path: found the path table full" },
	[PTIME_PATH_GRO_MERGED]	= { "gro_merged",
		"packets merged into other packets by GRO, which is no loss" },
	[PTIME_PATH_REASSEMBLED] = { "reassembled",
		"fragments reassembled into datagrams, which is no loss" },
	[PTIME_PATH_SENT_RECEIVED] = { "sent_received",
		"packets in no path: received and sent without a record" },
	[PTIME_PATH_SENT_OWN]	= { "sent_own",
		"packets in no path: sent by this machine without a record" },
	[PTIME_PATH_DROPPED]	= { "dropped",
		"packets in no path: dropped without a record" },
	[PTIME_PATH_NO_MEMORY]	= { "no_memory",
		"packets in no path: found no memory ready for it" },
	[PTIME_PATH_NOT_FOLLOWED] = { "not_followed",
		"packets not followed behind their paths, which is no loss" },
	[PTIME_PATH_STEPS_LEFT_OUT] = { "steps_left_out",
		"steps of users not taken by packets with too many, which is no loss" },
};

const char *ptool_path_loss_key(enum ptime_path_loss loss)
{
	return losses[loss].key;
}

const char *ptool_path_wait_name(enum ptime_timed_wait wait)
{
	static const char *const names[PTIME_TIMED_WAITS] = {
#define PTIME_TIMED_WAIT(_wait, _name)	[PTIME_TIMED_##_wait] = (_name),
#include <pathtime/timed_waits.def>
	};

	return names[wait];
}

const char *ptool_path_loss_text(enum ptime_path_loss loss)
{
	return losses[loss].text;
}

void ptool_paths_free(struct ptool_paths *paths)
{
	u32 i;

	if (!paths)
		return;
	for (i = 0; i < paths->paths; i++) {
		ptool_counts_release(&paths->path[i].counts);
		free(paths->path[i].octave);
		ptool_stage_times_free(paths->path[i].stage);
		free(paths->path[i].slow);
	}
	free(paths->path);
	ptool_interfaces_free(&paths->interfaces);
	ptool_waits_free(&paths->waits);
	free(paths);
}

void ptool_paths_fold(struct ptool_paths *paths)
{
	u32 i;

	for (i = 0; i < paths->paths; i++) {
		ptool_series_release(&paths->path[i].counts.sum);
		ptool_counts_fold(&paths->path[i].counts);
	}
	ptool_waits_fold(&paths->waits);
}

/*
 * "eth1@4026532281 queue 0", or "udp port 53@4026532281". The name of a device may
 * have an @, too.
 */
static void name_namespace(struct ptool_path *path)
{
	const char *at = strrchr(path->reason_name, '@'), *name;
	int digits, length;
	u32 netns;

	if (!at || sscanf(at + 1, "%u%n", &netns, &digits) != 1 ||
	    (at[1 + digits] && at[1 + digits] != ' '))
		return;
	name = ptool_namespaces_name(netns);
	if (!name)
		return;
	length = snprintf(path->reason_shown, PTIME_DROP_LEN, "%.*s@%s%s",
			  (int)(at - path->reason_name), path->reason_name, name,
			  at + 1 + digits);
	/* two queues would have the same name */
	if (length >= PTIME_DROP_LEN)
		path->reason_shown[0] = '\0';
}

void ptool_paths_name_namespaces(struct ptool_paths *paths)
{
	u32 i;

	for (i = 0; i < paths->paths; i++)
		if (ptool_path_is_behind(&paths->path[i]))
			name_namespace(&paths->path[i]);
}

static int compare_reasons(const struct ptool_path *one,
			   const struct ptool_path *other)
{
	int result = strcmp(one->reason_name, other->reason_name);

	if (result || *one->reason_name)
		return result;
	return one->reason < other->reason ? -1 : one->reason > other->reason;
}

int ptool_path_compare(const struct ptool_path *one,
		       const struct ptool_path *other)
{
	int result;
	u32 i;

	if (one->steps != other->steps)
		return one->steps < other->steps ? -1 : 1;
	for (i = 0; i < one->steps; i++) {
		result = strcmp(one->step[i].name, other->step[i].name);
		if (result)
			return result;
	}
	return compare_reasons(one, other);
}

static int compare_places(const void *left, const void *right)
{
	const struct ptool_path *one = *(const struct ptool_path *const *)left;
	const struct ptool_path *other =
		*(const struct ptool_path *const *)right;

	return ptool_path_compare(one, other);
}

const struct ptool_path **ptool_paths_sorted(const struct ptool_paths *paths)
{
	const struct ptool_path **place = ptool_alloc(paths->paths,
						      sizeof(*place));
	u32 i;

	for (i = 0; i < paths->paths; i++)
		place[i] = &paths->path[i];
	qsort(place, paths->paths, sizeof(*place), compare_places);
	return place;
}

u32 ptool_paths_twin(const struct ptool_paths *paths)
{
	const struct ptool_path **place = ptool_paths_sorted(paths);
	u32 i, twin = PTOOL_NO_PATH;

	for (i = 1; i < paths->paths && twin == PTOOL_NO_PATH; i++)
		if (!ptool_path_compare(place[i - 1], place[i]))
			twin = place[i] - paths->path;
	free(place);
	return twin;
}

void ptool_paths_keep_cpus(struct ptool_paths *paths,
			   const struct ptool_cpu_list *list)
{
	u32 i;

	for (i = 0; i < paths->paths; i++)
		ptool_counts_keep_cpus(&paths->path[i].counts, list);
	ptool_waits_keep_cpus(&paths->waits, list);
}

void ptool_paths_coarsen(struct ptool_paths *paths, u32 from_bits, u32 to_bits)
{
	u32 i;

	for (i = 0; i < paths->paths; i++)
		ptool_counts_coarsen(&paths->path[i].counts, from_bits,
				     to_bits);
	ptool_waits_coarsen(&paths->waits, from_bits, to_bits);
}

static const struct ptool_path *find(const struct ptool_path *wanted,
				     const struct ptool_path **place, u32 places)
{
	const struct ptool_path **found;

	found = bsearch(&wanted, place, places, sizeof(*place), compare_places);
	return found ? *found : NULL;
}

static void keep_late(struct ptool_path *to, const struct ptool_path *now,
		      u64 before_ns)
{
	u32 i;

	to->slowest = 0;
	to->slow = ptool_alloc(now->slowest, sizeof(*to->slow));
	for (i = 0; i < now->slowest; i++)
		if (now->slow[i].end_ns > before_ns)
			to->slow[to->slowest++] = now->slow[i];
}

/* @before is NULL if no packet had taken the path yet */
static void subtract_path(struct ptool_path *to, const struct ptool_path *now,
			  const struct ptool_path *before, u32 hist_bits)
{
	u32 i;

	*to = *now;
	memset(&to->counts, 0, sizeof(to->counts));
	ptool_counts_subtract(&to->counts, hist_bits, &now->counts,
			      before ? &before->counts : NULL);
	to->octave = ptool_octaves_difference(now->octave,
					      before ? before->octave : NULL);
	to->stage = ptool_stage_times_difference(now->stage,
						 before ? before->stage : NULL);
	if (!before)
		return;
	to->packets = ptool_grown(now->packets, before->packets);
	to->packet_bytes = ptool_grown(now->packet_bytes,
				       before->packet_bytes);
	for (i = 0; i < now->steps; i++)
		to->step[i].total_ns = ptool_grown(now->step[i].total_ns,
						   before->step[i].total_ns);
}

static void subtract_losses(struct ptool_paths *to,
			    const struct ptool_paths *before)
{
	u32 i;

	for (i = 0; i < PTIME_PATH_LOSSES; i++)
		to->losses[i] = ptool_grown(to->losses[i], before->losses[i]);
}

struct ptool_paths *ptool_paths_difference(const struct ptool_paths *now,
					   const struct ptool_paths *before,
					   u32 hist_bits, u64 before_ns)
{
	static const struct ptool_paths none;
	const struct ptool_paths *earlier = before ? before : &none;
	const struct ptool_path **place = ptool_paths_sorted(earlier);
	struct ptool_paths *to = ptool_alloc(1, sizeof(*to));
	u32 i;

	*to = *now;
	to->paths = 0;
	to->path = ptool_alloc(now->paths, sizeof(*to->path));
	subtract_losses(to, earlier);
	to->interfaces = ptool_interfaces_difference(&now->interfaces,
						     &earlier->interfaces);
	to->waits = ptool_waits_difference(&now->waits, &earlier->waits,
					   hist_bits);
	for (i = 0; i < now->paths; i++) {
		const struct ptool_path *path = &now->path[i];
		struct ptool_path *left = &to->path[to->paths];

		subtract_path(left, path, find(path, place, earlier->paths),
			      hist_bits);
		if (!left->packets) {
			ptool_counts_release(&left->counts);
			free(left->octave);
			ptool_stage_times_free(left->stage);
			continue;
		}
		keep_late(left, path, before_ns);
		to->paths++;
	}
	free(place);
	return to;
}

static int compare_slow(const void *left, const void *right)
{
	const struct ptool_slow *one = left, *other = right;

	if (one->total_ns != other->total_ns)
		return one->total_ns > other->total_ns ? -1 : 1;
	return one->end_ns < other->end_ns ? -1 : one->end_ns > other->end_ns;
}

/*
 * A packet that a full list dropped was faster than all packets in it. So the
 * slowest packets of two lists of the same maximum length are exact.
 */
static void add_slowest(struct ptool_path *to, const struct ptool_path *from)
{
	u32 kept = to->slowest > from->slowest ? to->slowest : from->slowest;
	u32 all = to->slowest + from->slowest;

	if (!from->slowest)
		return;
	to->slow = ptool_realloc(to->slow, all, sizeof(*to->slow));
	memcpy(to->slow + to->slowest, from->slow,
	       from->slowest * sizeof(*to->slow));
	qsort(to->slow, all, sizeof(*to->slow), compare_slow);
	to->slowest = kept;
}

/*
 * This comes before the packets are added up. A path without packets has neither
 * octaves nor times of stages, although the module knows them.
 */
static void add_parts(struct ptool_path *to, const struct ptool_path *from)
{
	if (!from->packets)
		return;
	if (to->packets) {
		to->octave = ptool_octaves_add(to->octave, from->octave);
		to->stage = ptool_stage_times_add(to->stage, from->stage);
		return;
	}
	free(to->octave);
	to->octave = ptool_octaves_difference(from->octave, NULL);
	ptool_stage_times_free(to->stage);
	to->stage = ptool_stage_times_difference(from->stage, NULL);
}

static void add_path(struct ptool_path *to, const struct ptool_path *from)
{
	u32 i;

	add_parts(to, from);
	to->packets += from->packets;
	to->packet_bytes += from->packet_bytes;
	for (i = 0; i < to->steps; i++)
		to->step[i].total_ns += from->step[i].total_ns;
	ptool_counts_add(&to->counts, &from->counts);
	add_slowest(to, from);
}

/* moves ownership: @from has neither counts nor parts nor slow packets afterwards */
static void move_path(struct ptool_paths *sum, struct ptool_path *from)
{
	sum->path[sum->paths++] = *from;
	memset(&from->counts, 0, sizeof(from->counts));
	from->octave = NULL;
	from->stage = NULL;
	from->slowest = 0;
	from->slow = NULL;
}

static void add_filter(struct ptool_paths *sum, const struct ptool_paths *add)
{
	if (!add->filters_differ &&
	    !memcmp(&sum->filter, &add->filter, sizeof(sum->filter)))
		return;
	sum->filters_differ = true;
	memset(&sum->filter, 0, sizeof(sum->filter));
}

static void add_timed(struct ptool_paths *sum, const struct ptool_paths *add)
{
	sum->knows_waits &= add->knows_waits &&
			    !memcmp(sum->timed, add->timed, sizeof(sum->timed));
}

static void add_paths(struct ptool_paths *sum, struct ptool_paths *add)
{
	const struct ptool_path **place, *found;
	u32 i, before = sum->paths;

	sum->path = ptool_realloc(sum->path, (size_t)before + add->paths + 1,
				  sizeof(*sum->path));
	place = ptool_paths_sorted(sum);
	for (i = 0; i < add->paths; i++) {
		found = find(&add->path[i], place, before);
		if (found)
			add_path(&sum->path[found - sum->path], &add->path[i]);
		else
			move_path(sum, &add->path[i]);
	}
	free(place);
	if (add->max > sum->max)
		sum->max = add->max;
	add_filter(sum, add);
	add_timed(sum, add);
	for (i = 0; i < PTIME_PATH_LOSSES; i++)
		sum->losses[i] += add->losses[i];
	ptool_waits_add(&sum->waits, &add->waits);
}

void ptool_paths_add(struct ptool_paths *sum, struct ptool_paths *add)
{
	add_paths(sum, add);
	ptool_interfaces_free(&sum->interfaces);
}

void ptool_paths_continue(struct ptool_paths *sum, struct ptool_paths *add)
{
	add_paths(sum, add);
	ptool_interfaces_add(&sum->interfaces, &add->interfaces);
}

bool ptool_path_is_behind(const struct ptool_path *path)
{
	return path->steps && (!strcmp(path->step[0].name, "tx") ||
			       !strcmp(path->step[0].name, "local-in"));
}

u64 ptool_paths_packets(const struct ptool_paths *paths)
{
	u64 packets = 0;
	u32 i;

	for (i = 0; i < paths->paths; i++)
		if (!ptool_path_is_behind(&paths->path[i]))
			packets += paths->path[i].counts.sum.calls;
	return packets;
}

u64 ptool_path_ns(const struct ptool_path *path)
{
	u64 ns = 0;
	u32 i;

	for (i = 0; i < path->steps; i++)
		ns += path->step[i].total_ns;
	return ns;
}

void ptool_path_name(char *name, const struct ptool_path *path)
{
	size_t length = 0;
	u32 i;

	*name = '\0';
	for (i = 0; i < path->steps; i++)
		length += snprintf(name + length, PTOOL_PATH_LEN - length,
				   "%s%s", i ? " > " : "", path->step[i].name);
}

bool ptool_path_reason(char *text, const struct ptool_path *path)
{
	if (*path->reason_shown)
		snprintf(text, PTIME_DROP_LEN, "%s", path->reason_shown);
	else if (*path->reason_name)
		snprintf(text, PTIME_DROP_LEN, "%s", path->reason_name);
	else
		snprintf(text, PTIME_DROP_LEN, "%u", path->reason);
	return *path->reason_name || path->reason;
}

void ptool_path_full_name(char *name, const struct ptool_path *path)
{
	char reason[PTIME_DROP_LEN];
	size_t length;

	ptool_path_name(name, path);
	length = strlen(name);
	if (ptool_path_reason(reason, path))
		snprintf(name + length, PTOOL_PATH_FULL_LEN - length, " %s",
			 reason);
}

/* FNV-1a */
u64 ptool_path_id(const struct ptool_path *path)
{
	char name[PTOOL_PATH_FULL_LEN];
	u64 id = 0xcbf29ce484222325;
	size_t i;

	ptool_path_full_name(name, path);
	for (i = 0; name[i]; i++)
		id = (id ^ (unsigned char)name[i]) * 0x100000001b3;
	return id;
}
