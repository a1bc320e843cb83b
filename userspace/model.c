// SPDX-License-Identifier: GPL-2.0
/* model: what was counted, wherever it was read */
#include <stdlib.h>
#include <string.h>

#include "types.h"
#include <pathtime/hist.h>

#include "error.h"
#include "model.h"

static const char *const states[] = {
	[PTIME_STATE_PENDING]	= "pending",
	[PTIME_STATE_ARMED]	= "armed",
	[PTIME_STATE_STOPPED]	= "stopped",
	[PTIME_STATE_FAILED]	= "failed",
	[PTIME_STATE_SILENT]	= "silent",
};

const char *ptime_state_name(enum ptime_state state)
{
	return states[state];
}

void ptime_series_release(struct ptime_series *series)
{
	free(series->bucket);
	memset(series, 0, sizeof(*series));
}

static void release_sums(struct ptime_counts *counts)
{
	ptime_series_release(&counts->sum);
}

static void release_counts(struct ptime_counts *counts)
{
	u32 i;

	release_sums(counts);
	for (i = 0; i < counts->cpus; i++)
		ptime_series_release(&counts->cpu[i]);
	free(counts->cpu);
	memset(counts, 0, sizeof(*counts));
}

static void release_probe(struct ptime_probe *probe)
{
	u32 i;

	for (i = 0; i < probe->outcomes; i++) {
		release_counts(&probe->outcome[i].counts);
		release_counts(&probe->outcome[i].self);
	}
	release_counts(&probe->counts);
	release_counts(&probe->self);
	free(probe->outcome);
}

void ptime_model_free(struct ptime_model *model)
{
	u32 i;

	if (!model)
		return;
	for (i = 0; i < model->probes; i++)
		release_probe(&model->probe[i]);
	free(model->probe);
	ptime_tree_free(model->tree);
	free(model->remark);
	free(model->recorded);
	free(model->source);
	free(model->part);
	free(model);
}

/* adds what has a bucket there already, up to the first that has none; how many */
static u32 add_present(struct ptime_series *sum,
		       const struct ptime_series *add)
{
	u32 a = 0, b;

	for (b = 0; b < add->buckets; b++) {
		while (a < sum->buckets &&
		       sum->bucket[a].bucket < add->bucket[b].bucket)
			a++;
		if (a == sum->buckets ||
		    sum->bucket[a].bucket != add->bucket[b].bucket)
			return b;
		sum->bucket[a++].calls += add->bucket[b].calls;
	}
	return b;
}

static u32 append(struct ptime_bucket *to, u32 n,
		  const struct ptime_bucket *from, u32 count)
{
	if (count)
		memcpy(to + n, from, count * sizeof(*to));
	return n + count;
}

/* both lists ascend, and so does the union */
static void merge_buckets(struct ptime_series *sum,
			  const struct ptime_series *add)
{
	u32 a = 0, b = add_present(sum, add), n = 0;
	const struct ptime_bucket *left = sum->bucket;
	const struct ptime_bucket *right = add->bucket;
	struct ptime_bucket *merged;

	if (b == add->buckets)
		return;
	merged = ptime_alloc((size_t)sum->buckets + add->buckets - b,
			     sizeof(*merged));
	while (a < sum->buckets && b < add->buckets) {
		if (left[a].bucket < right[b].bucket) {
			merged[n++] = left[a++];
		} else if (right[b].bucket < left[a].bucket) {
			merged[n++] = right[b++];
		} else {
			merged[n] = left[a++];
			merged[n++].calls += right[b++].calls;
		}
	}
	n = append(merged, n, left + a, sum->buckets - a);
	n = append(merged, n, right + b, add->buckets - b);
	free(sum->bucket);
	sum->bucket = merged;
	sum->buckets = n;
}

static void add_series(struct ptime_series *sum,
		       const struct ptime_series *add)
{
	if (add->calls) {
		if (!sum->calls || add->min_ns < sum->min_ns)
			sum->min_ns = add->min_ns;
		if (!sum->calls || add->max_ns > sum->max_ns)
			sum->max_ns = add->max_ns;
	}
	merge_buckets(sum, add);
	sum->calls += add->calls;
	sum->total_ns += add->total_ns;
	sum->raw_ns += add->raw_ns;
	sum->packets += add->packets;
	sum->clock_backwards += add->clock_backwards;
}

/* the place of @cpu among the CPUs, which ascend; made where there is none */
static struct ptime_series *place_of_cpu(struct ptime_counts *counts, u32 cpu)
{
	struct ptime_series *at = counts->cpu;
	struct ptime_series *end = counts->cpu + counts->cpus;

	/* who has several mostly adds them in their order */
	if (at < end && end[-1].cpu < cpu)
		at = end;
	while (at < end && at->cpu < cpu)
		at++;
	if (at < end && at->cpu == cpu)
		return at;
	memmove(at + 1, at, (end - at) * sizeof(*at));
	memset(at, 0, sizeof(*at));
	at->cpu = cpu;
	counts->cpus++;
	return at;
}

static void fold_counts(struct ptime_counts *counts)
{
	u32 i;

	for (i = 0; i < counts->cpus; i++)
		add_series(&counts->sum, &counts->cpu[i]);
}

void ptime_counts_add(struct ptime_counts *sum, const struct ptime_counts *add)
{
	u32 i;

	sum->cpu = ptime_realloc(sum->cpu, (size_t)sum->cpus + add->cpus + 1,
				 sizeof(*sum->cpu));
	for (i = 0; i < add->cpus; i++)
		add_series(place_of_cpu(sum, add->cpu[i].cpu), &add->cpu[i]);
}

static void add_counts(struct ptime_counts *sum, struct ptime_counts *add)
{
	fold_counts(add);
	add_series(&sum->sum, &add->sum);
	ptime_counts_add(sum, add);
}

static void fold_probe(struct ptime_probe *probe)
{
	u32 i;

	for (i = 0; i < probe->outcomes; i++) {
		add_counts(&probe->counts, &probe->outcome[i].counts);
		add_counts(&probe->self, &probe->outcome[i].self);
	}
}

void ptime_model_fold(struct ptime_model *model)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		fold_probe(&model->probe[i]);
}

struct ptime_tree *ptime_model_tree(const struct ptime_model *model)
{
	struct ptime_tree *tree = ptime_alloc(1, sizeof(*tree));
	u32 i;

	tree->functions = model->probes;
	tree->function = ptime_alloc(model->probes, sizeof(*tree->function));
	for (i = 0; i < model->probes; i++) {
		const struct ptime_probe *probe = &model->probe[i];

		ptime_tree_set_function(&tree->function[i], probe->id,
					probe->group, probe->module,
					probe->function);
	}
	return tree;
}

static void drop_sums(struct ptime_probe *probe)
{
	u32 i;

	for (i = 0; i < probe->outcomes; i++) {
		release_sums(&probe->outcome[i].counts);
		release_sums(&probe->outcome[i].self);
	}
	release_counts(&probe->counts);
	release_counts(&probe->self);
}

void ptime_model_fold_anew(struct ptime_model *model)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		drop_sums(&model->probe[i]);
	ptime_model_fold(model);
}

const struct ptime_series *
ptime_counts_of_cpu(const struct ptime_counts *counts, u32 cpu)
{
	static const struct ptime_series none;
	u32 i;

	for (i = 0; counts && i < counts->cpus; i++)
		if (counts->cpu[i].cpu == cpu)
			return &counts->cpu[i];
	return &none;
}

bool ptime_cpu_list_has(const struct ptime_cpu_list *list, u32 cpu)
{
	u32 i;

	for (i = 0; i < list->ranges; i++)
		if (cpu >= list->range[i].first && cpu <= list->range[i].last)
			return true;
	return false;
}

static void keep_cpus(struct ptime_counts *counts,
		      const struct ptime_cpu_list *list)
{
	u32 i, kept = 0;

	for (i = 0; i < counts->cpus; i++) {
		if (ptime_cpu_list_has(list, counts->cpu[i].cpu))
			counts->cpu[kept++] = counts->cpu[i];
		else
			ptime_series_release(&counts->cpu[i]);
	}
	counts->cpus = kept;
}

void ptime_model_keep_cpus(struct ptime_model *model,
			   const struct ptime_cpu_list *list)
{
	struct ptime_probe *probe;
	u32 i;

	for (probe = model->probe; probe < model->probe + model->probes;
	     probe++) {
		for (i = 0; i < probe->outcomes; i++) {
			keep_cpus(&probe->outcome[i].counts, list);
			keep_cpus(&probe->outcome[i].self, list);
		}
	}
	model->some_cpus = true;
	model->missed_of_all = true;
	ptime_model_fold_anew(model);
}

void ptime_model_keep_probes(struct ptime_model *model,
			     bool (*keep)(const struct ptime_probe *probe,
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

/* counters only grow, but one CPU's are read while it counts */
static u64 grown(u64 now, u64 before)
{
	return now > before ? now - before : 0;
}

static void replace_by_self(struct ptime_counts *counts,
			    struct ptime_counts *self)
{
	/* a loss of the clock is one whatever is shown */
	self->sum.clock_backwards = counts->sum.clock_backwards;
	release_counts(counts);
	*counts = *self;
	memset(self, 0, sizeof(*self));
}

void ptime_model_keep_self(struct ptime_model *model)
{
	struct ptime_probe *probe;
	u32 i;

	for (probe = model->probe; probe < model->probe + model->probes;
	     probe++) {
		for (i = 0; i < probe->outcomes; i++)
			replace_by_self(&probe->outcome[i].counts,
					&probe->outcome[i].self);
		replace_by_self(&probe->counts, &probe->self);
	}
	model->only_self = true;
}

static void replace_by_raw(struct ptime_series *series)
{
	if (series->calls)
		series->moved_ns = grown(series->raw_ns, series->total_ns) /
				   series->calls;
	series->total_ns = series->raw_ns;
}

static void replace_counts_by_raw(struct ptime_counts *counts)
{
	u32 i;

	replace_by_raw(&counts->sum);
	for (i = 0; i < counts->cpus; i++)
		replace_by_raw(&counts->cpu[i]);
}

void ptime_model_keep_raw(struct ptime_model *model)
{
	struct ptime_probe *probe;
	u32 i;

	for (probe = model->probe; probe < model->probe + model->probes;
	     probe++) {
		replace_counts_by_raw(&probe->counts);
		for (i = 0; i < probe->outcomes; i++)
			replace_counts_by_raw(&probe->outcome[i].counts);
	}
	if (model->tree)
		ptime_tree_keep_raw(model->tree);
	model->only_raw = true;
}

static void subtract_buckets(struct ptime_series *to,
			     const struct ptime_series *now,
			     const struct ptime_series *before)
{
	u32 i, b = 0;

	to->bucket = ptime_alloc(now->buckets, sizeof(*to->bucket));
	for (i = 0; i < now->buckets; i++) {
		struct ptime_bucket bucket = now->bucket[i];

		while (b < before->buckets &&
		       before->bucket[b].bucket < bucket.bucket)
			b++;
		if (b < before->buckets &&
		    before->bucket[b].bucket == bucket.bucket)
			bucket.calls = grown(bucket.calls,
					     before->bucket[b].calls);
		if (!bucket.calls)
			continue;
		to->calls += bucket.calls;
		to->bucket[to->buckets++] = bucket;
	}
}

static void bound_by_buckets(struct ptime_series *to, u32 hist_bits,
			     const struct ptime_series *whole)
{
	u64 low, high;

	if (!to->buckets)
		return;
	low = ptime_hist_low(hist_bits, to->bucket[0].bucket);
	high = ptime_hist_high(hist_bits, to->bucket[to->buckets - 1].bucket);
	to->min_ns = low > whole->min_ns ? low : whole->min_ns;
	to->max_ns = high < whole->max_ns ? high : whole->max_ns;
}

static void subtract_series(struct ptime_series *to, u32 hist_bits,
			    const struct ptime_series *now,
			    const struct ptime_series *before)
{
	to->cpu = now->cpu;
	subtract_buckets(to, now, before);
	bound_by_buckets(to, hist_bits, now);
	to->total_ns = grown(now->total_ns, before->total_ns);
	to->raw_ns = grown(now->raw_ns, before->raw_ns);
	to->packets = grown(now->packets, before->packets);
	to->clock_backwards = grown(now->clock_backwards,
				    before->clock_backwards);
}

static void subtract_counts(struct ptime_counts *to, u32 hist_bits,
			    const struct ptime_counts *now,
			    const struct ptime_counts *before)
{
	u32 i;

	to->cpu = ptime_alloc(now->cpus, sizeof(*to->cpu));
	for (i = 0; i < now->cpus; i++) {
		struct ptime_series *series = &to->cpu[to->cpus];

		subtract_series(series, hist_bits, &now->cpu[i],
				ptime_counts_of_cpu(before, now->cpu[i].cpu));
		if (series->calls)
			to->cpus++;
		else
			ptime_series_release(series);
	}
}

const struct ptime_probe *ptime_model_probe(const struct ptime_model *model,
					    u64 id)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (model->probe[i].id == id)
			return &model->probe[i];
	return NULL;
}

static const struct ptime_outcome *find_outcome(const struct ptime_probe *probe,
						const char *name)
{
	u32 i;

	for (i = 0; probe && i < probe->outcomes; i++)
		if (!strcmp(probe->outcome[i].name, name))
			return &probe->outcome[i];
	return NULL;
}

static void subtract_outcome(struct ptime_outcome *to, u32 hist_bits,
			     const struct ptime_outcome *now,
			     const struct ptime_outcome *before)
{
	memcpy(to->name, now->name, PTIME_OUTCOME_LEN);
	subtract_counts(&to->counts, hist_bits, &now->counts,
			before ? &before->counts : NULL);
	subtract_counts(&to->self, hist_bits, &now->self,
			before ? &before->self : NULL);
}

static void subtract_probe(struct ptime_probe *to, u32 hist_bits,
			   const struct ptime_probe *now,
			   const struct ptime_probe *before)
{
	u32 i;

	*to = *now;
	memset(&to->counts, 0, sizeof(to->counts));
	memset(&to->self, 0, sizeof(to->self));
	if (before) {
		to->missed = grown(now->missed, before->missed);
		to->cost_ns = grown(now->cost_ns, before->cost_ns);
	}
	to->outcome = ptime_alloc(now->outcomes, sizeof(*to->outcome));
	for (i = 0; i < now->outcomes; i++) {
		const struct ptime_outcome *outcome = &now->outcome[i];

		subtract_outcome(&to->outcome[i], hist_bits, outcome,
				 find_outcome(before, outcome->name));
	}
}

u64 ptime_model_remark(const struct ptime_model *model, const char *key)
{
	u32 i;

	for (i = 0; i < model->remarks; i++)
		if (!strcmp(model->remark[i].key, key))
			return model->remark[i].count;
	return 0;
}

static void subtract_remarks(struct ptime_model *to,
			     const struct ptime_model *now,
			     const struct ptime_model *before)
{
	u32 i;

	to->remarks = 0;
	to->remark = ptime_alloc(now->remarks, sizeof(*to->remark));
	for (i = 0; i < now->remarks; i++) {
		struct ptime_remark remark = now->remark[i];

		if (before)
			remark.count = grown(remark.count,
					     ptime_model_remark(before,
								remark.key));
		if (remark.count)
			to->remark[to->remarks++] = remark;
	}
}

/* a module loaded anew has the same number of resets, but begins later */
static bool counts_go_on(const struct ptime_model *now,
			 const struct ptime_model *before)
{
	return now->since_ns == before->since_ns &&
	       now->resets == before->resets &&
	       now->hist_bits == before->hist_bits;
}

struct ptime_model *ptime_model_difference(const struct ptime_model *now,
					   const struct ptime_model *before)
{
	struct ptime_model *to = ptime_alloc(1, sizeof(*to));
	u32 i;

	*to = *now;
	/* nobody reads captures twice, and recordings are of differences */
	to->source = NULL;
	to->part = NULL;
	to->recordings = 0;
	to->recorded = NULL;
	to->is_interval = true;
	to->restarted = !counts_go_on(now, before);
	to->interval_ns = grown(now->time_ns, to->restarted ?
				now->since_ns : before->time_ns);
	if (to->restarted)
		before = NULL;
	to->probe = ptime_alloc(now->probes, sizeof(*to->probe));
	for (i = 0; i < now->probes; i++) {
		const struct ptime_probe *probe = &now->probe[i];

		subtract_probe(&to->probe[i], now->hist_bits, probe,
			       before ? ptime_model_probe(before, probe->id) :
				NULL);
	}
	if (now->tree)
		to->tree = ptime_tree_difference(now->tree, before ?
						 before->tree : NULL);
	subtract_remarks(to, now, before);
	ptime_model_fold(to);
	return to;
}

void ptime_series_coarsen(struct ptime_series *to,
			  const struct ptime_series *from,
			  u32 from_bits, u32 to_bits)
{
	u32 i;

	*to = *from;
	to->buckets = 0;
	to->bucket = ptime_alloc(from->buckets, sizeof(*to->bucket));
	for (i = 0; i < from->buckets; i++) {
		u64 low = ptime_hist_low(from_bits, from->bucket[i].bucket);
		u32 bucket = ptime_hist_bucket(to_bits, low);

		if (!to->buckets ||
		    to->bucket[to->buckets - 1].bucket != bucket)
			to->bucket[to->buckets++].bucket = bucket;
		to->bucket[to->buckets - 1].calls += from->bucket[i].calls;
	}
}
