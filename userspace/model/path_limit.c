// SPDX-License-Identifier: GPL-2.0
/* path_limit: keeps a bounded number of paths, and adds up the others */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "model/path_limit.h"

static bool is_kept(const struct ptool_path_limit *limit,
		    const struct ptool_path *path)
{
	u64 id = ptool_path_id(path);
	u32 i = 0;

	while (i < limit->kept && limit->id[i] != id)
		i++;
	return i < limit->kept;
}

static void keep(struct ptool_path_limit *limit, const struct ptool_path *path)
{
	limit->id = ptool_realloc(limit->id, limit->kept + 1,
				  sizeof(*limit->id));
	limit->id[limit->kept++] = ptool_path_id(path);
}

/*
 * The most packets first, and those behind other paths last. The order of the
 * paths decides between equals.
 */
static int compare_packets(const void *left, const void *right)
{
	const struct ptool_path *one = *(const struct ptool_path *const *)left;
	const struct ptool_path *other =
		*(const struct ptool_path *const *)right;

	if (ptool_path_is_behind(one) != ptool_path_is_behind(other))
		return ptool_path_is_behind(one) ? 1 : -1;
	if (one->packets != other->packets)
		return one->packets > other->packets ? -1 : 1;
	return ptool_path_compare(one, other);
}

static void choose(struct ptool_path_limit *limit,
		   const struct ptool_paths *paths)
{
	const struct ptool_path **place = ptool_paths_sorted(paths);
	u32 i;

	qsort(place, paths->paths, sizeof(*place), compare_packets);
	for (i = 0; i < paths->paths && limit->kept < limit->max; i++)
		if (!is_kept(limit, place[i]))
			keep(limit, place[i]);
	free(place);
}

/* those behind other paths stay apart: their packets are on other paths, too */
static void rename_behind(struct ptool_path *path)
{
	path->steps = 2;
	snprintf(path->step[1].name, PTIME_STEP_LEN, PTOOL_PATH_OTHER);
	path->step[1].total_ns = 0;
	path->reason = 0;
	path->reason_name[0] = '\0';
	path->reason_shown[0] = '\0';
}

/* make a path the sum of those with its reason, so far of itself */
static void rename_other(struct ptool_path *path)
{
	if (ptool_path_is_behind(path)) {
		rename_behind(path);
	} else {
		path->steps = 1;
		snprintf(path->step[0].name, PTIME_STEP_LEN, PTOOL_PATH_OTHER);
		path->step[0].total_ns = 0;
	}
	free(path->octave);
	path->octave = NULL;
	ptool_stage_times_free(path->stage);
	path->stage = NULL;
	free(path->slow);
	path->slow = NULL;
	path->slowest = 0;
}

static void add_path(struct ptool_path *sum, struct ptool_path *add)
{
	sum->packets += add->packets;
	sum->packet_bytes += add->packet_bytes;
	ptool_counts_add(&sum->counts, &add->counts);
	ptool_counts_release(&add->counts);
}

/* add a path to the sum of its reason among the first @paths, or append it as a new one */
static u32 add_other(struct ptool_path *first, u32 paths,
		     struct ptool_path *path)
{
	u32 i = 0;

	rename_other(path);
	while (i < paths && ptool_path_compare(&first[i], path))
		i++;
	if (i < paths)
		add_path(&first[i], path);
	else
		first[paths++] = *path;
	return paths;
}

/* in place, as each path is read before the entry that it leaves is written */
u32 ptool_path_limit_apply(struct ptool_path_limit *limit,
			   struct ptool_paths *paths)
{
	u32 i, left = 0, others = 0;

	choose(limit, paths);
	for (i = 0; i < paths->paths; i++) {
		struct ptool_path path = paths->path[i];

		if (is_kept(limit, &path)) {
			paths->path[left++] = path;
			continue;
		}
		left = add_other(paths->path, left, &path);
		others++;
	}
	paths->paths = left;
	ptool_paths_fold(paths);
	return others;
}

void ptool_path_limit_free(struct ptool_path_limit *limit)
{
	free(limit->id);
	limit->id = NULL;
	limit->kept = 0;
}
