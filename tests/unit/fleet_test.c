// SPDX-License-Identifier: GPL-2.0
/* test of fleet: what is told where machines do not agree */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "fleet.h"
#include "tap.h"

/* of one function, which has no calls */
static struct ptime_model *make_model(const char *machine,
				      enum ptime_state state,
				      const char *backend, const char *reason)
{
	struct ptime_model *model = ptime_alloc(1, sizeof(*model));
	struct ptime_probe *probe = ptime_alloc(1, sizeof(*probe));

	model->sample = 1;
	model->hist_bits = 4;
	model->is_interval = true;
	model->recordings = 1;
	model->recorded = ptime_alloc(1, sizeof(*model->recorded));
	snprintf(model->recorded->machine, sizeof(model->recorded->machine),
		 "%s", machine);
	snprintf(model->kernel, sizeof(model->kernel), "6.1");
	model->probes = 1;
	model->probe = probe;
	probe->state = state;
	snprintf(probe->function, sizeof(probe->function), "f");
	snprintf(probe->backend, sizeof(probe->backend), "%s", backend);
	snprintf(probe->reason, sizeof(probe->reason), "%s", reason);
	return model;
}

static void add(struct ptime_model **sum, struct ptime_model *model)
{
	struct ptime_reason why = { "" };

	tap_ok(ptime_fleet_add(sum, model, &why), "added");
}

static void is_probe(const struct ptime_model *sum, enum ptime_state state,
		     const char *backend, const char *reason, const char *what)
{
	const struct ptime_probe *probe = sum->probe;

	tap_ok(sum->probes == 1 && probe->state == state &&
	       !strcmp(probe->backend, backend) &&
	       !strcmp(probe->reason, reason), "%s: %s, %s, '%s'", what,
	       ptime_state_name(probe->state), probe->backend, probe->reason);
}

static void test_states(void)
{
	struct ptime_model *sum = NULL;

	add(&sum, make_model("a", PTIME_STATE_PENDING, "", "no module"));
	add(&sum, make_model("b", PTIME_STATE_PENDING, "", "no module"));
	is_probe(sum, PTIME_STATE_PENDING, "", "no module", "they agree");
	add(&sum, make_model("c", PTIME_STATE_ARMED, "direct", ""));
	is_probe(sum, PTIME_STATE_ARMED, "direct",
		 "pending elsewhere: no module", "one is better");
	add(&sum, make_model("d", PTIME_STATE_STOPPED, "direct", ""));
	is_probe(sum, PTIME_STATE_ARMED, "direct", "stopped on d",
		 "one is worse");
	add(&sum, make_model("e", PTIME_STATE_ARMED, "kretprobe", "why"));
	is_probe(sum, PTIME_STATE_ARMED, "(several)", "stopped on d",
		 "another backend");
	tap_ok(!strcmp(sum->kernel, "6.1"), "one kernel");
	tap_ok(sum->recordings == 5 && ptime_fleet_of(sum).machines == 5,
	       "five machines");
	ptime_model_free(sum);
}

static void test_overflow(void)
{
	struct ptime_model *sum = NULL, *model;
	struct ptime_reason why = { "" };

	model = make_model("a", PTIME_STATE_ARMED, "direct", "");
	model->probe->missed = ~0ULL;
	add(&sum, model);
	add(&sum, make_model("b", PTIME_STATE_ARMED, "direct", ""));
	model = make_model("c", PTIME_STATE_ARMED, "direct", "");
	model->probe->missed = 1;
	tap_ok(!ptime_fleet_add(&sum, model, &why) &&
	       strstr(why.text, "more than can be counted"),
	       "what overflows is refused: %s", why.text);
	ptime_model_free(sum);
}

static void test_other_kernel(void)
{
	struct ptime_model *sum = NULL, *model;

	add(&sum, make_model("a", PTIME_STATE_ARMED, "direct", ""));
	model = make_model("a", PTIME_STATE_ARMED, "direct", "");
	snprintf(model->kernel, sizeof(model->kernel), "6.12");
	add(&sum, model);
	tap_ok(!strcmp(sum->kernel, "(several)"), "kernels: %s", sum->kernel);
	tap_ok(ptime_fleet_of(sum).machines == 1, "one machine");
	ptime_model_free(sum);
}

int main(void)
{
	test_states();
	test_overflow();
	test_other_kernel();
	return tap_done();
}
