// SPDX-License-Identifier: GPL-2.0
/* model: counts, from whatever source they were read */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/model.h"

static const char *const states[] = {
	[PTIME_STATE_PENDING]	= "pending",
	[PTIME_STATE_ARMED]	= "armed",
	[PTIME_STATE_STOPPED]	= "stopped",
	[PTIME_STATE_FAILED]	= "failed",
	[PTIME_STATE_INACTIVE]	= "inactive",
	[PTIME_STATE_STOPPING]	= "stopping",
};

const char *ptool_state_name(enum ptime_state state)
{
	return states[state];
}

bool ptool_model_is_difference(const struct ptool_model *model)
{
	return model->is_interval && (!model->restarted || model->recordings);
}

static const char *const events[] = {
	[PTOOL_EVENT_RESET]	= "reset",
	[PTOOL_EVENT_RELOAD]	= "reload",
	[PTOOL_EVENT_REBOOT]	= "reboot",
	[PTOOL_EVENT_CLOCK]	= "clock",
};

const char *ptool_event_name(enum ptool_event_kind kind)
{
	return events[kind];
}

u32 ptool_model_restarts(const struct ptool_model *model)
{
	u32 i, j, restarts = 0;

	for (i = 0; i < model->recordings; i++)
		for (j = 0; j < model->recorded[i].events; j++)
			restarts += model->recorded[i].event[j].kind !=
				    PTOOL_EVENT_CLOCK;
	return restarts;
}

/* with one outcome, separate sums would be copies of the outcome's, CPU by CPU */
static void share_only_outcome(struct ptool_probe *probe)
{
	probe->counts = probe->outcome[0].counts;
	probe->self = probe->outcome[0].self;
	probe->is_shared = true;
}

/* clears the sums without releasing them: something else may own them */
static void forget_sums(struct ptool_probe *probe)
{
	memset(&probe->counts, 0, sizeof(probe->counts));
	memset(&probe->self, 0, sizeof(probe->self));
	probe->is_shared = false;
}

static void release_sums(struct ptool_probe *probe)
{
	if (!probe->is_shared) {
		ptool_counts_release(&probe->counts);
		ptool_counts_release(&probe->self);
	}
	forget_sums(probe);
}

const char *ptool_probe_reason(const struct ptool_probe *probe)
{
	return probe->reason ? probe->reason : "";
}

/* few probes have a reason, and an array for it would be a fifth of a probe */
void ptool_probe_set_reason(struct ptool_probe *probe, const char *reason)
{
	char *copy = *reason ? strdup(reason) : NULL;

	if (*reason && !copy)
		ptool_end_without_memory();
	free(probe->reason);
	probe->reason = copy;
}

static void release_probe(struct ptool_probe *probe)
{
	u32 i;

	release_sums(probe);
	for (i = 0; i < probe->outcomes; i++) {
		ptool_counts_release(&probe->outcome[i].counts);
		ptool_counts_release(&probe->outcome[i].self);
	}
	free(probe->outcome);
	free(probe->reason);
}

void ptool_model_free(struct ptool_model *model)
{
	u32 i;

	if (!model)
		return;
	for (i = 0; i < model->probes; i++)
		release_probe(&model->probe[i]);
	free(model->probe);
	ptool_tree_free(model->tree);
	ptool_paths_free(model->paths);
	free(model->warning);
	for (i = 0; i < model->recordings; i++)
		free(model->recorded[i].event);
	free(model->recorded);
	free(model->source);
	free(model->segment);
	free(model);
}

static void add_counts(struct ptool_counts *sum, const struct ptool_counts *add)
{
	ptool_series_add(&sum->sum, &add->sum);
	ptool_counts_add(sum, add);
}

static void add_outcome(struct ptool_probe *probe, const struct ptool_outcome *outcome)
{
	add_counts(&probe->counts, &outcome->counts);
	add_counts(&probe->self, &outcome->self);
}

static void fold_probe(struct ptool_probe *probe)
{
	struct ptool_outcome *outcome;
	u32 i;

	for (i = 0; i < probe->outcomes; i++) {
		outcome = &probe->outcome[i];
		ptool_counts_fold(&outcome->counts);
		ptool_counts_fold(&outcome->self);
		if (probe->outcomes == 1)
			share_only_outcome(probe);
		else
			add_outcome(probe, outcome);
	}
}

void ptool_model_fold(struct ptool_model *model)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		fold_probe(&model->probe[i]);
	if (model->paths)
		ptool_paths_fold(model->paths);
}

struct ptool_tree *ptool_model_tree(const struct ptool_model *model)
{
	struct ptool_tree *tree = ptool_alloc(1, sizeof(*tree));
	u32 i;

	tree->functions = model->probes;
	tree->function = ptool_alloc(model->probes, sizeof(*tree->function));
	for (i = 0; i < model->probes; i++) {
		const struct ptool_probe *probe = &model->probe[i];

		ptool_tree_set_function(&tree->function[i], probe->id,
					probe->group, probe->module,
					probe->function);
	}
	return tree;
}

static void drop_sums(struct ptool_probe *probe)
{
	u32 i;

	release_sums(probe);
	for (i = 0; i < probe->outcomes; i++) {
		ptool_series_release(&probe->outcome[i].counts.sum);
		ptool_series_release(&probe->outcome[i].self.sum);
	}
}

void ptool_model_refold(struct ptool_model *model)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		drop_sums(&model->probe[i]);
	ptool_model_fold(model);
}

void ptool_model_keep_cpus(struct ptool_model *model,
			   const struct ptool_cpu_list *list)
{
	struct ptool_probe *probe;
	u32 i;

	for (probe = model->probe; probe < model->probe + model->probes;
	     probe++) {
		for (i = 0; i < probe->outcomes; i++) {
			ptool_counts_keep_cpus(&probe->outcome[i].counts, list);
			ptool_counts_keep_cpus(&probe->outcome[i].self, list);
		}
	}
	if (model->paths)
		ptool_paths_keep_cpus(model->paths, list);
	model->some_cpus = true;
	model->missed_of_all = true;
	ptool_model_refold(model);
}

void ptool_model_keep_probes(struct ptool_model *model,
			     bool (*keep)(const struct ptool_probe *probe,
					  const void *argument),
			     const void *argument)
{
	u32 i, kept = 0;

	for (i = 0; i < model->probes; i++) {
		if (keep(&model->probe[i], argument))
			model->probe[kept++] = model->probe[i];
		else
			release_probe(&model->probe[i]);
	}
	model->probes = kept;
}

static void replace_by_self(struct ptool_counts *counts,
			    struct ptool_counts *self)
{
	/* errors of clock and overhead are reported whichever times are shown */
	self->sum.clock_backwards = counts->sum.clock_backwards;
	self->sum.below_overhead = counts->sum.below_overhead;
	ptool_counts_release(counts);
	*counts = *self;
	memset(self, 0, sizeof(*self));
}

void ptool_model_keep_self(struct ptool_model *model)
{
	struct ptool_probe *probe;
	u32 i;

	for (probe = model->probe; probe < model->probe + model->probes;
	     probe++) {
		for (i = 0; i < probe->outcomes; i++)
			replace_by_self(&probe->outcome[i].counts,
					&probe->outcome[i].self);
		if (probe->is_shared)
			share_only_outcome(probe);
		else
			replace_by_self(&probe->counts, &probe->self);
	}
	model->only_self = true;
}

static void replace_by_raw(struct ptool_series *series)
{
	if (series->calls)
		series->moved_ns = ptool_grown(series->raw_ns,
					       series->total_ns) /
				   series->calls;
	series->total_ns = series->raw_ns;
}

static void replace_counts_by_raw(struct ptool_counts *counts)
{
	u32 i;

	replace_by_raw(&counts->sum);
	for (i = 0; i < counts->cpus; i++)
		replace_by_raw(&counts->cpu[i]);
}

void ptool_model_keep_raw(struct ptool_model *model)
{
	struct ptool_probe *probe;
	u32 i;

	for (probe = model->probe; probe < model->probe + model->probes;
	     probe++) {
		for (i = 0; i < probe->outcomes; i++)
			replace_counts_by_raw(&probe->outcome[i].counts);
		if (probe->is_shared)
			share_only_outcome(probe);
		else
			replace_counts_by_raw(&probe->counts);
	}
	if (model->tree)
		ptool_tree_keep_raw(model->tree);
	model->only_raw = true;
}

/* a scan: it is called once for a key that is pressed */
const struct ptool_probe *ptool_model_probe(const struct ptool_model *model,
					    u64 id)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (model->probe[i].id == id)
			return &model->probe[i];
	return NULL;
}

void ptool_model_ids(struct ptool_ids *ids, const struct ptool_model *model)
{
	u32 i;

	ptool_ids_begin(ids, model->probes);
	for (i = 0; i < model->probes; i++)
		ptool_ids_add(ids, model->probe[i].id, i);
}

static void probe_key(const void *table, u32 index, const char **module,
		      const char **function)
{
	const struct ptool_model *model = table;

	*module = model->probe[index].module;
	*function = model->probe[index].function;
}

static bool is_failed(const struct ptool_probe *probe)
{
	return probe->state == PTIME_STATE_FAILED;
}

static void add_names(struct ptool_names *names,
		      const struct ptool_model *model, u32 probes, bool failed)
{
	u32 i;

	for (i = 0; i < probes; i++)
		if (failed == is_failed(&model->probe[i]))
			ptool_names_add(names, i);
}

/* of two probes with one name, the first one that is added is found */
void ptool_model_names(struct ptool_names *names,
		       const struct ptool_model *model, u32 probes)
{
	ptool_names_begin(names, probe_key, model);
	add_names(names, model, probes, false);
	add_names(names, model, probes, true);
}

bool *ptool_model_shadowed(const struct ptool_model *model)
{
	bool *shadowed = ptool_alloc(model->probes, sizeof(*shadowed));
	struct ptool_names names;
	u32 i;

	ptool_model_names(&names, model, model->probes);
	for (i = 0; i < model->probes; i++)
		shadowed[i] = ptool_names_find(&names, model->probe[i].module,
					       model->probe[i].function) != i;
	ptool_names_free(&names);
	return shadowed;
}

bool *ptool_model_repeated(const struct ptool_model *model)
{
	return ptool_names_repeated(probe_key, model, model->probes);
}

static const struct ptool_outcome *find_outcome(const struct ptool_probe *probe,
						const char *name)
{
	u32 i;

	for (i = 0; probe && i < probe->outcomes; i++)
		if (!strcmp(probe->outcome[i].name, name))
			return &probe->outcome[i];
	return NULL;
}

static void subtract_outcome(struct ptool_outcome *to, u32 hist_bits,
			     const struct ptool_outcome *now,
			     const struct ptool_outcome *before)
{
	memcpy(to->name, now->name, PTIME_OUTCOME_LEN);
	ptool_counts_subtract(&to->counts, hist_bits, &now->counts,
			      before ? &before->counts : NULL);
	ptool_counts_subtract(&to->self, hist_bits, &now->self,
			      before ? &before->self : NULL);
}

static void subtract_probe(struct ptool_probe *to, u32 hist_bits,
			   const struct ptool_probe *now,
			   const struct ptool_probe *before)
{
	u32 i;

	*to = *now;
	to->reason = NULL;
	ptool_probe_set_reason(to, ptool_probe_reason(now));
	forget_sums(to);
	if (before) {
		to->missed = ptool_grown(now->missed, before->missed);
		to->overhead_ns = ptool_grown(now->overhead_ns, before->overhead_ns);
	}
	to->outcome = ptool_alloc(now->outcomes, sizeof(*to->outcome));
	for (i = 0; i < now->outcomes; i++) {
		const struct ptool_outcome *outcome = &now->outcome[i];

		subtract_outcome(&to->outcome[i], hist_bits, outcome,
				 find_outcome(before, outcome->name));
	}
}

u64 ptool_model_warning(const struct ptool_model *model, const char *key)
{
	u32 i;

	for (i = 0; i < model->warnings; i++)
		if (!strcmp(model->warning[i].key, key))
			return model->warning[i].count;
	return 0;
}

static void subtract_warnings(struct ptool_model *to,
			      const struct ptool_model *now,
			     const struct ptool_model *before)
{
	u32 i;

	to->warnings = 0;
	to->warning = ptool_alloc(now->warnings, sizeof(*to->warning));
	for (i = 0; i < now->warnings; i++) {
		struct ptool_warning warning = now->warning[i];

		if (before)
			warning.count =
				ptool_grown(warning.count,
					    ptool_model_warning(before,
								warning.key));
		if (warning.count)
			to->warning[to->warnings++] = warning;
	}
}

/*
 * A reloaded module may have the same number of resets, but its counts begin
 * later.
 */
static bool counts_go_on(const struct ptool_model *now,
			 const struct ptool_model *before)
{
	return now->since_ns == before->since_ns &&
	       now->resets == before->resets &&
	       now->hist_bits == before->hist_bits;
}

static void subtract_probes(struct ptool_model *to,
			    const struct ptool_model *now,
			    const struct ptool_model *before)
{
	static const struct ptool_model none;
	struct ptool_ids ids;
	u32 i, at;

	if (!before)
		before = &none;
	ptool_model_ids(&ids, before);
	to->probe = ptool_alloc(now->probes, sizeof(*to->probe));
	for (i = 0; i < now->probes; i++) {
		at = ptool_ids_find(&ids, now->probe[i].id);
		subtract_probe(&to->probe[i], now->hist_bits, &now->probe[i],
			       at == PTOOL_NO_ID ? NULL : &before->probe[at]);
	}
	ptool_ids_free(&ids);
}

struct ptool_model *ptool_model_difference(const struct ptool_model *now,
					   const struct ptool_model *before)
{
	struct ptool_model *to = ptool_alloc(1, sizeof(*to));

	*to = *now;
	/*
	 * Do not share these with @now. A difference has no source or part, as
	 * captures are read only once; the reader of a recording sets .recorded
	 * afterwards.
	 */
	to->source = NULL;
	to->segment = NULL;
	to->recordings = 0;
	to->recorded = NULL;
	to->is_interval = true;
	to->restarted = !before || !counts_go_on(now, before);
	to->interval_ns = ptool_grown(now->time_ns, to->restarted ?
				      now->since_ns : before->time_ns);
	if (to->restarted)
		before = NULL;
	subtract_probes(to, now, before);
	if (now->tree)
		to->tree = ptool_tree_difference(now->tree, before ?
						 before->tree : NULL);
	if (now->paths)
		to->paths = ptool_paths_difference(now->paths, before ?
						   before->paths : NULL,
						   now->hist_bits, before ?
						   before->time_ns : 0);
	subtract_warnings(to, now, before);
	ptool_model_fold(to);
	return to;
}
