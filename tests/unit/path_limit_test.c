// SPDX-License-Identifier: GPL-2.0
/* a bounded number of paths, in several readings */
#include <string.h>

#include "made.h"
#include "model/path_limit.h"
#include "tap.h"

static u64 packets_of_others(const struct ptool_paths *paths)
{
	u64 packets = 0;
	u32 i;

	for (i = 0; i < paths->paths; i++)
		if (paths->path[i].steps == 1)
			packets += paths->path[i].counts.sum.calls;
	return packets;
}

static bool has(const struct ptool_paths *paths, const char *wanted)
{
	char name[PTOOL_PATH_FULL_LEN];
	u32 i;

	for (i = 0; i < paths->paths; i++) {
		ptool_path_full_name(name, &paths->path[i]);
		if (!strcmp(name, wanted))
			return true;
	}
	return false;
}

static void test_sum(u32 max)
{
	struct ptool_model *model = made_with_paths(1, 1);
	struct ptool_path_limit limit = { .max = max };
	u64 packets = ptool_paths_packets(model->paths);
	u32 paths = model->paths->paths;
	u32 others = ptool_path_limit_apply(&limit, model->paths);

	tap_ok(others == (paths > max ? paths - max : 0),
	       "limit %u: %u of %u paths are added up", max, others, paths);
	tap_ok(ptool_paths_packets(model->paths) == packets,
	       "limit %u: no packet is lost", max);
	ptool_path_limit_free(&limit);
	ptool_model_free(model);
}

/* a path that becomes more frequent than a kept one stays in the sum */
static void test_readings(void)
{
	struct ptool_model *first = made_with_paths(1, 1);
	struct ptool_model *second = made_with_paths(2, 2);
	struct ptool_path_limit limit = { .max = 1 };
	char name[PTOOL_PATH_FULL_LEN];
	u64 before;
	u32 i;

	ptool_path_limit_apply(&limit, first->paths);
	before = packets_of_others(first->paths);
	ptool_path_full_name(name, first->paths->path[0].steps == 1 ?
			     &first->paths->path[1] : &first->paths->path[0]);
	for (i = 0; i < second->paths->paths; i++)
		second->paths->path[i].packets = 1000 - second->paths->path[i].packets;
	ptool_path_limit_apply(&limit, second->paths);
	tap_ok(limit.kept == 1 && has(second->paths, name),
	       "the path that was kept is kept: %s", name);
	tap_ok(packets_of_others(second->paths) >= before,
	       "the sum does not decrease");
	ptool_path_limit_free(&limit);
	ptool_model_free(first);
	ptool_model_free(second);
}

int main(void)
{
	u32 max;

	for (max = 0; max < 6; max++)
		test_sum(max);
	test_readings();
	return tap_done();
}
