// SPDX-License-Identifier: GPL-2.0
/* test of fleet: what is reported if machines do not agree */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/fleet.h"
#include "tap.h"

/* of one function, which has no calls */
static struct ptool_model *make_model(const char *machine,
				      enum ptime_state state,
				      const char *backend, const char *reason)
{
	struct ptool_model *model = ptool_alloc(1, sizeof(*model));
	struct ptool_probe *probe = ptool_alloc(1, sizeof(*probe));

	model->sample = 1;
	model->hist_bits = 4;
	model->is_interval = true;
	model->recordings = 1;
	model->recorded = ptool_alloc(1, sizeof(*model->recorded));
	snprintf(model->recorded->machine, sizeof(model->recorded->machine),
		 "%s", machine);
	snprintf(model->kernel, sizeof(model->kernel), "6.1");
	model->probes = 1;
	model->probe = probe;
	probe->state = state;
	snprintf(probe->function, sizeof(probe->function), "f");
	snprintf(probe->backend, sizeof(probe->backend), "%s", backend);
	ptool_probe_set_reason(probe, reason);
	return model;
}

static void add(struct ptool_model **sum, struct ptool_model *model)
{
	struct ptool_reason why = { "" };

	tap_ok(ptool_fleet_add(sum, model, &why), "added");
}

static void is_probe(const struct ptool_model *sum, enum ptime_state state,
		     const char *backend, const char *reason, const char *what)
{
	const struct ptool_probe *probe = sum->probe;

	tap_ok(sum->probes == 1 && probe->state == state &&
	       !strcmp(probe->backend, backend) &&
	       !strcmp(ptool_probe_reason(probe), reason), "%s: %s, %s, '%s'",
	       what, ptool_state_name(probe->state), probe->backend,
	       ptool_probe_reason(probe));
}

static void test_states(void)
{
	struct ptool_model *sum = NULL;

	add(&sum, make_model("a", PTIME_STATE_PENDING, "", "no module"));
	add(&sum, make_model("b", PTIME_STATE_PENDING, "", "no module"));
	is_probe(sum, PTIME_STATE_PENDING, "", "no module", "they agree");
	add(&sum, make_model("c", PTIME_STATE_ARMED, "direct", ""));
	is_probe(sum, PTIME_STATE_ARMED, "direct",
		 "pending on another machine: no module", "one is better");
	add(&sum, make_model("d", PTIME_STATE_STOPPED, "direct", ""));
	is_probe(sum, PTIME_STATE_ARMED, "direct", "stopped on d",
		 "one is worse");
	add(&sum, make_model("e", PTIME_STATE_ARMED, "kretprobe", "why"));
	is_probe(sum, PTIME_STATE_ARMED, "(several)", "stopped on d",
		 "another backend");
	tap_ok(!sum->probe->steps_only, "timed");
	tap_ok(!strcmp(sum->kernel, "6.1"), "one kernel");
	tap_ok(sum->recordings == 5 && ptool_fleet_of(sum).machines == 5,
	       "five machines");
	ptool_model_free(sum);
}

/* a function that is timed on one machine is */
static void test_untimed(void)
{
	struct ptool_model *sum = NULL, *model = make_model("a", PTIME_STATE_ARMED, "direct", "");

	model->probe->steps_only = true;
	add(&sum, model);
	model = make_model("b", PTIME_STATE_ARMED, "direct", "");
	model->probe->steps_only = true;
	add(&sum, model);
	tap_ok(sum->probe->steps_only, "not timed anywhere");
	add(&sum, make_model("c", PTIME_STATE_ARMED, "direct", ""));
	tap_ok(!sum->probe->steps_only, "timed somewhere");
	ptool_model_free(sum);
}

static void test_overflow(void)
{
	struct ptool_model *sum = NULL, *model;
	struct ptool_reason why = { "" };

	model = make_model("a", PTIME_STATE_ARMED, "direct", "");
	model->probe->missed = ~0ULL;
	add(&sum, model);
	add(&sum, make_model("b", PTIME_STATE_ARMED, "direct", ""));
	model = make_model("c", PTIME_STATE_ARMED, "direct", "");
	model->probe->missed = 1;
	tap_ok(!ptool_fleet_add(&sum, model, &why) &&
	       strstr(why.text, "would exceed 64 bits"),
	       "what overflows is refused: %s", why.text);
	ptool_model_free(sum);
}

static void test_other_kernel(void)
{
	struct ptool_model *sum = NULL, *model;

	add(&sum, make_model("a", PTIME_STATE_ARMED, "direct", ""));
	model = make_model("a", PTIME_STATE_ARMED, "direct", "");
	snprintf(model->kernel, sizeof(model->kernel), "6.12");
	add(&sum, model);
	tap_ok(!strcmp(sum->kernel, "(several)"), "kernels: %s", sum->kernel);
	tap_ok(ptool_fleet_of(sum).machines == 1, "one machine");
	ptool_model_free(sum);
}

static void set_path(struct ptool_path *path, const char *second, u32 reason,
		     u64 packets, u32 slowest)
{
	struct ptool_series *series = ptool_alloc(1, sizeof(*series));
	u32 i;

	path->steps = 2;
	snprintf(path->step[0].name, PTIME_STEP_LEN, "rx");
	snprintf(path->step[1].name, PTIME_STEP_LEN, "%s", second);
	path->step[1].total_ns = 10 * packets;
	path->reason = reason;
	if (reason)
		snprintf(path->reason_name, PTIME_DROP_LEN, "NO_SOCKET");
	path->packets = packets;
	path->packet_bytes = 100 * packets;
	path->counts.cpus = 1;
	path->counts.cpu = series;
	series->calls = packets;
	series->total_ns = 10 * packets;
	series->buckets = 1;
	series->bucket = ptool_alloc(1, sizeof(*series->bucket));
	series->bucket->bucket = 10;
	series->bucket->calls = packets;
	path->slowest = slowest;
	path->slow = ptool_alloc(slowest, sizeof(*path->slow));
	for (i = 0; i < slowest; i++)
		path->slow[i].total_ns = 10 * packets - i;
}

/* dropped packets have the reason of this number */
static struct ptool_model *make_paths(const char *machine, u32 max, u64 packets,
				      u32 reason)
{
	struct ptool_model *model = make_model(machine, PTIME_STATE_ARMED,
					       "direct", "");
	struct ptool_paths *paths = ptool_alloc(1, sizeof(*paths));

	model->paths = paths;
	paths->max = max;
	paths->losses[PTIME_PATH_REUSED_TX] = packets;
	if (!max)
		return model;
	paths->paths = 2;
	paths->path = ptool_alloc(2, sizeof(*paths->path));
	set_path(&paths->path[0], machine, 0, packets, 1);
	set_path(&paths->path[1], "drop", reason, packets, packets);
	ptool_paths_fold(paths);
	return model;
}

static void test_paths(void)
{
	struct ptool_model *sum = NULL;
	const struct ptool_path *path;

	add(&sum, make_paths("a", 8, 3, 2));
	add(&sum, make_paths("b", 16, 2, 5));
	tap_ok(sum->paths->paths == 3 && sum->paths->max == 16,
	       "paths of both machines");
	tap_is(sum->paths->losses[PTIME_PATH_REUSED_TX], 5, "their losses");
	path = &sum->paths->path[1];
	tap_ok(path->packets == 5 && path->packet_bytes == 500 &&
	       path->step[1].total_ns == 50 && path->counts.sum.calls == 5 &&
	       path->counts.sum.total_ns == 50,
	       "the same path, by the name of the reason");
	tap_ok(path->slowest == 3 && path->slow[0].total_ns == 30 &&
	       path->slow[2].total_ns == 28, "the slowest of both");
	tap_ok(sum->paths->path[2].packets == 2 &&
	       sum->paths->path[2].counts.sum.calls == 2,
	       "a path of one machine");
	ptool_model_free(sum);
	sum = NULL;
	add(&sum, make_paths("a", 8, 3, 2));
	add(&sum, make_paths("b", 0, 0, 0));
	tap_ok(!sum->paths, "no paths where a machine has none");
	ptool_model_free(sum);
}

static void test_paths_overflow(void)
{
	struct ptool_model *sum = NULL, *model;
	struct ptool_reason why = { "" };

	model = make_paths("a", 8, 3, 2);
	model->paths->path[1].packet_bytes = ~0ULL - 300;
	add(&sum, model);
	tap_ok(!ptool_fleet_add(&sum, make_paths("b", 8, 3, 2), &why) &&
	       strstr(why.text, "would exceed 64 bits"),
	       "bytes that overflow are refused: %s", why.text);
	ptool_model_free(sum);
}

/* a failed probe before an armed one of the same name, as the module lists them */
static struct ptool_model *make_twins(const char *machine)
{
	struct ptool_model *model = make_model(machine, PTIME_STATE_FAILED, "",
					       "no such function");
	struct ptool_model *armed = make_model(machine, PTIME_STATE_ARMED,
					       "direct", "");

	model->probe = ptool_realloc(model->probe, 2, sizeof(*model->probe));
	model->probe[1] = armed->probe[0];
	model->probe[1].missed = 7;
	model->probes = 2;
	armed->probes = 0;
	ptool_model_free(armed);
	return model;
}

static void test_twins(void)
{
	struct ptool_model *sum = NULL, *part = make_twins("a");
	bool *shadowed = ptool_model_shadowed(part);
	struct ptool_names names;

	ptool_model_names(&names, part, part->probes);
	tap_ok(ptool_names_find(&names, "", "f") == 1,
	       "of a failed and an armed probe of one name, the armed one is found");
	tap_ok(shadowed[0] && !shadowed[1], "and the failed one is not");
	ptool_names_free(&names);
	free(shadowed);
	add(&sum, part);
	add(&sum, make_twins("b"));
	tap_ok(sum->probes == 2 && sum->probe[0].state == PTIME_STATE_FAILED &&
	       !sum->probe[0].missed, "the sum has the failed one");
	tap_ok(sum->probe[1].state == PTIME_STATE_ARMED &&
	       !*ptool_probe_reason(&sum->probe[1]) &&
	       sum->probe[1].missed == 14, "and the armed one, with both counts");
	ptool_model_free(sum);
}

int main(void)
{
	test_twins();
	test_states();
	test_untimed();
	test_overflow();
	test_other_kernel();
	test_paths();
	test_paths_overflow();
	return tap_done();
}
