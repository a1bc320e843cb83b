// SPDX-License-Identifier: GPL-2.0
/* fleet: the counts of several machines, added up */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/fleet.h"

#define SEVERAL	"(several)"

/* of two states, the one with the higher rank is shown */
static const int ranks[] = {
	[PTIME_STATE_FAILED]	= 0,
	[PTIME_STATE_PENDING]	= 1,
	[PTIME_STATE_STOPPED]	= 2,
	[PTIME_STATE_STOPPING]	= 3,
	[PTIME_STATE_INACTIVE]	= 4,
	[PTIME_STATE_ARMED]	= 5,
};

/* Sums that must not overflow. If these totals fit, each partial sum fits. */
struct totals {
	u64 calls;
	u64 total_ns;
	u64 raw_ns;
	u64 packets;
	u64 missed;
	u64 overhead_ns;
	u64 path_packets;
	u64 path_bytes;
	u64 path_ns;
	u64 step_ns;
	u64 lost_packets;
	u64 interface_packets;
	u64 waits;
	u64 wait_ns;
	struct ptool_polls polls;
};

/*
 * These sums cannot overflow: the decoder of the snapshot and check_sums() have
 * checked them.
 */
static void add_path_losses(struct totals *totals,
			    const struct ptool_paths *paths)
{
	u32 i;

	for (i = 0; i < paths->paths; i++) {
		const struct ptool_path *path = &paths->path[i];

		totals->path_packets += path->packets;
		totals->path_bytes += path->packet_bytes;
		totals->path_ns += path->counts.sum.total_ns;
		totals->step_ns += ptool_path_ns(path);
	}
	for (i = 0; i < PTIME_PATH_LOSSES; i++)
		totals->lost_packets += paths->losses[i];
	for (i = 0; i < PTIME_WAITS; i++) {
		totals->waits += paths->waits.wait[i].sum.calls;
		totals->wait_ns += paths->waits.wait[i].sum.total_ns;
	}
	totals->polls = ptool_waits_polls(&paths->waits);
	totals->interface_packets = ptool_interfaces_total(&paths->interfaces);
}

static struct totals totals_of(const struct ptool_model *model)
{
	struct totals totals = { 0 };
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const struct ptool_probe *probe = &model->probe[i];

		totals.calls += probe->counts.sum.calls;
		totals.total_ns += probe->counts.sum.total_ns;
		totals.raw_ns += probe->counts.sum.raw_ns;
		totals.packets += probe->counts.sum.packets;
		totals.missed += probe->missed;
		totals.overhead_ns += probe->overhead_ns;
	}
	if (model->paths)
		add_path_losses(&totals, model->paths);
	return totals;
}

static bool fits(u64 a, u64 b)
{
	u64 sum;

	return !__builtin_add_overflow(a, b, &sum);
}

static bool check_sums(const struct ptool_model *sum,
		       const struct ptool_model *model,
		       struct ptool_reason *why)
{
	struct totals a = totals_of(sum), b = totals_of(model);

	if (fits(a.calls, b.calls) && fits(a.total_ns, b.total_ns) &&
	    fits(a.raw_ns, b.raw_ns) && fits(a.packets, b.packets) &&
	    fits(a.missed, b.missed) && fits(a.overhead_ns, b.overhead_ns) &&
	    fits(a.path_packets, b.path_packets) &&
	    fits(a.path_bytes, b.path_bytes) && fits(a.path_ns, b.path_ns) &&
	    fits(a.step_ns, b.step_ns) &&
	    fits(a.lost_packets, b.lost_packets) &&
	    fits(a.interface_packets, b.interface_packets) &&
	    fits(a.waits, b.waits) && fits(a.wait_ns, b.wait_ns) &&
	    fits(a.polls.full, b.polls.full) &&
	    fits(a.polls.outside, b.polls.outside) &&
	    fits(a.polls.squeezed, b.polls.squeezed) &&
	    fits(sum->interval_ns, model->interval_ns))
		return true;
	return ptool_reason_set(why, "the sum of its counts and those of the recordings before would exceed 64 bits");
}

static bool check(const struct ptool_model *sum, const struct ptool_model *model,
		  struct ptool_reason *why)
{
	if (sum->sample == model->sample)
		return check_sums(sum, model, why);
	if (!model->recordings)
		return ptool_reason_set(why,
					"1 call in %u was timed before a restart, and 1 in %u after it: such counts cannot be added: choose a part with --from and --to",
					sum->sample, model->sample);
	return ptool_reason_set(why, "1 call in %u was timed, and 1 in %u on %s: such counts cannot be added",
				model->sample, sum->sample,
				sum->recorded->machine);
}

static void coarsen(struct ptool_model *model, u32 bits)
{
	u32 i, j;

	if (model->hist_bits == bits)
		return;
	for (i = 0; i < model->probes; i++) {
		struct ptool_probe *probe = &model->probe[i];

		for (j = 0; j < probe->outcomes; j++) {
			ptool_counts_coarsen(&probe->outcome[j].counts,
					     model->hist_bits, bits);
			ptool_counts_coarsen(&probe->outcome[j].self,
					     model->hist_bits, bits);
		}
	}
	if (model->paths)
		ptool_paths_coarsen(model->paths, model->hist_bits, bits);
	model->hist_bits = bits;
}

static void add_text(char *to, const char *from, size_t size)
{
	if (strcmp(to, from))
		snprintf(to, size, "%s", SEVERAL);
}

static void add_backend(struct ptool_probe *to, const struct ptool_probe *from)
{
	if (!*to->backend)
		memcpy(to->backend, from->backend, sizeof(to->backend));
	else if (*from->backend)
		add_text(to->backend, from->backend, sizeof(to->backend));
}

/*
 * @machine is the machine of @from. Which machine's state is in @to is no
 * longer known, so the text can only say "on another machine".
 */
static void add_state(struct ptool_probe *to, const struct ptool_probe *from,
		      const char *machine)
{
	bool is_better = ranks[from->state] > ranks[to->state];
	const struct ptool_probe *other = is_better ? to : from;
	char reason[2 * PTIME_REASON_LEN];

	add_backend(to, from);
	if (from->state == to->state)
		return;
	snprintf(reason, sizeof(reason), "%s %s%s%s%s",
		 ptool_state_name(other->state), is_better ? "on another machine" : "on ",
		 is_better ? "" : machine, other->reason ? ": " : "",
		 ptool_probe_reason(other));
	reason[PTIME_REASON_LEN - 1] = '\0';
	ptool_probe_set_reason(to, reason);
	if (is_better)
		to->state = from->state;
}

/* after a restart, the state is that of the later part */
static void continue_state(struct ptool_probe *to,
			   const struct ptool_probe *from)
{
	add_backend(to, from);
	to->state = from->state;
	ptool_probe_set_reason(to, ptool_probe_reason(from));
}

/* a scan: a function has few outcomes, in the module at most PTIME_OUTCOMES_MAX */
static struct ptool_outcome *outcome_of(struct ptool_probe *probe,
					const char *name)
{
	struct ptool_outcome *outcome = probe->outcome;
	u32 i;

	for (i = 0; i < probe->outcomes; i++, outcome++)
		if (!strcmp(outcome->name, name))
			return outcome;
	probe->outcome = ptool_realloc(probe->outcome, probe->outcomes + 1,
				       sizeof(*outcome));
	outcome = &probe->outcome[probe->outcomes++];
	memset(outcome, 0, sizeof(*outcome));
	memcpy(outcome->name, name, sizeof(outcome->name));
	return outcome;
}

static void add_outcomes(struct ptool_probe *to, const struct ptool_probe *from)
{
	u32 i;

	for (i = 0; i < from->outcomes; i++) {
		struct ptool_outcome *outcome =
			outcome_of(to, from->outcome[i].name);

		ptool_counts_add(&outcome->counts, &from->outcome[i].counts);
		ptool_counts_add(&outcome->self, &from->outcome[i].self);
	}
}

static u32 larger(u32 a, u32 b)
{
	return a > b ? a : b;
}

static void add_probe(struct ptool_probe *to, const struct ptool_probe *from)
{
	to->steps_only = to->steps_only && from->steps_only;
	to->missed += from->missed;
	to->overhead_ns += from->overhead_ns;
	to->in_window_ps = larger(to->in_window_ps, from->in_window_ps);
	to->out_of_window_ps = larger(to->out_of_window_ps, from->out_of_window_ps);
	add_outcomes(to, from);
}

/* moves ownership: @from is empty afterwards */
static void move_probe(struct ptool_model *sum, struct ptool_probe *from)
{
	sum->probe[sum->probes++] = *from;
	memset(from, 0, sizeof(*from));
}

static void merge_state(struct ptool_probe *to, const struct ptool_probe *from,
			const struct ptool_model *model)
{
	if (model->recordings)
		add_state(to, from, model->recorded->machine);
	else
		continue_state(to, from);
}

/* the state of a function is not that of a failed probe with the same name */
static void add_probes(struct ptool_model *sum, struct ptool_model *model)
{
	bool *shadowed = ptool_model_shadowed(model);
	struct ptool_names names;
	u32 i, at;

	ptool_model_names(&names, sum, sum->probes);
	sum->probe = ptool_realloc(sum->probe,
				   (size_t)sum->probes + model->probes + 1,
				   sizeof(*sum->probe));
	for (i = 0; i < model->probes; i++) {
		struct ptool_probe *from = &model->probe[i];

		at = ptool_names_find(&names, from->module, from->function);
		if (at == PTOOL_NO_NAME) {
			move_probe(sum, from);
			continue;
		}
		if (!shadowed[i])
			merge_state(&sum->probe[at], from, model);
		add_probe(&sum->probe[at], from);
	}
	ptool_names_free(&names);
	free(shadowed);
}

static void add_warnings(struct ptool_model *sum, const struct ptool_model *model)
{
	u32 i, j;

	sum->warning = ptool_realloc(sum->warning, (size_t)sum->warnings +
				    model->warnings + 1, sizeof(*sum->warning));
	for (i = 0; i < model->warnings; i++) {
		for (j = 0; j < sum->warnings; j++)
			if (!strcmp(sum->warning[j].key, model->warning[i].key))
				break;
		if (j < sum->warnings)
			sum->warning[j].count += model->warning[i].count;
		else
			sum->warning[sum->warnings++] = model->warning[i];
	}
}

static void add_tree(struct ptool_model *sum, struct ptool_model *model)
{
	if (sum->tree && model->tree) {
		ptool_tree_add(sum->tree, model->tree);
		return;
	}
	ptool_tree_free(sum->tree);
	sum->tree = NULL;
}

static bool has_paths(const struct ptool_model *model)
{
	return model->paths && model->paths->max;
}

/*
 * A machine without packet tracing has no paths, and the sum would lack its
 * packets. So the sum has paths only if all machines do. Without .recorded,
 * @model is of the same machine.
 */
static void add_paths(struct ptool_model *sum, struct ptool_model *model)
{
	if (has_paths(sum) && has_paths(model)) {
		if (model->recordings)
			ptool_paths_add(sum->paths, model->paths);
		else
			ptool_paths_continue(sum->paths, model->paths);
		return;
	}
	ptool_paths_free(sum->paths);
	sum->paths = NULL;
}

static void add_recorded(struct ptool_model *sum, struct ptool_model *model)
{
	sum->recorded = ptool_realloc(sum->recorded, sum->recordings + 1,
				      sizeof(*sum->recorded));
	sum->recorded[sum->recordings++] = *model->recorded;
	/* the sum owns the events now */
	model->recordings = 0;
}

static void add_head(struct ptool_model *sum, const struct ptool_model *model)
{
	sum->interval_ns += model->interval_ns;
	sum->restarted |= model->restarted;
	sum->has_raw &= model->has_raw;
	sum->has_below &= model->has_below;
	add_text(sum->clock, model->clock, sizeof(sum->clock));
	add_text(sum->version, model->version, sizeof(sum->version));
	add_text(sum->kernel, model->kernel, sizeof(sum->kernel));
}

static void add_machine(struct ptool_model *sum, const struct ptool_model *model)
{
	sum->time_ns = 0;
	sum->since_ns = 0;
	sum->budget = larger(sum->budget, model->budget);
	sum->over_budget += model->over_budget;
	sum->running |= model->running;
}

static void continue_machine(struct ptool_model *sum,
			     const struct ptool_model *model)
{
	sum->time_ns = model->time_ns;
	sum->since_ns = model->since_ns;
	sum->budget = model->budget;
	sum->over_budget = model->over_budget;
	sum->running = model->running;
}

/* without .recorded, @model is a later part of the recording of @sum */
static void add(struct ptool_model *sum, struct ptool_model *model)
{
	u32 bits = model->hist_bits < sum->hist_bits ? model->hist_bits :
						       sum->hist_bits;

	coarsen(sum, bits);
	coarsen(model, bits);
	add_head(sum, model);
	add_tree(sum, model);
	add_paths(sum, model);
	add_warnings(sum, model);
	add_probes(sum, model);
	if (model->recordings) {
		add_machine(sum, model);
		add_recorded(sum, model);
	} else {
		continue_machine(sum, model);
	}
	ptool_model_refold(sum);
}

bool ptool_fleet_add(struct ptool_model **sum, struct ptool_model *model,
		     struct ptool_reason *why)
{
	bool added = true;

	if (!*sum) {
		*sum = model;
		return true;
	}
	if (check(*sum, model, why))
		add(*sum, model);
	else
		added = false;
	ptool_model_free(model);
	return added;
}

bool ptool_fleet_continue(struct ptool_model **sum, struct ptool_model *model,
			  struct ptool_reason *why)
{
	return ptool_fleet_add(sum, model, why);
}

struct ptool_fleet ptool_fleet_of(const struct ptool_model *model)
{
	struct ptool_fleet fleet = { .begin_ns = ~0ULL };
	u32 i;

	for (i = 0; i < model->recordings; i++) {
		const struct ptool_recorded *recorded = &model->recorded[i];

		if (!i || strcmp(recorded[-1].machine, recorded->machine))
			fleet.machines++;
		if (recorded->begin_ns < fleet.begin_ns)
			fleet.begin_ns = recorded->begin_ns;
		if (recorded->end_ns > fleet.end_ns)
			fleet.end_ns = recorded->end_ns;
		fleet.snapshots += recorded->snapshots;
		fleet.snapshots_of_all += recorded->snapshots_of_all;
	}
	return fleet;
}
