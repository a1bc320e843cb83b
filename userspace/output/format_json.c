// SPDX-License-Identifier: GPL-2.0
/* JSON writer: one document per model, times in whole nanoseconds */
#include <math.h>
#include <stdio.h>

#include <json-c/json.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "model/cost.h"
#include "model/fleet.h"
#include "model/stats.h"
#include "output/format.h"
#include "output/member.h"

/* what the functions below need to know of the whole */
struct writer {
	u32 hist_bits;
	u32 sample;
	bool has_self;
	bool has_raw;
	bool per_cpu;
	bool buckets;
	bool probes;
	bool tree;
	bool has_breakdown;
	const struct ptime_breakdown *breakdown;
	const struct ptime_view *paths;
};

/* nor is a time of no calls */
static void add_time(struct json_object *to, const char *key, u64 calls,
		     u64 ns)
{
	ptime_member_known(to, key, calls, ns);
}

/* each of the timed ones stands for as many of all */
static void add_calls(struct json_object *to, u64 calls,
		      const struct writer *writer)
{
	ptime_member_number(to, "calls", calls);
	ptime_member_number(to, "timed", calls / writer->sample);
}

static void add_self(struct json_object *to, const struct ptime_series *self,
		     const struct writer *writer)
{
	struct ptime_stats stats = ptime_stats_of(self, writer->hist_bits);

	ptime_member_known(to, "self_calls", writer->has_self, stats.calls);
	ptime_member_known(to, "self_ns", writer->has_self, stats.total_ns);
	add_time(to, "self_mean_ns", stats.calls, stats.mean_ns);
	add_time(to, "self_p50_ns", stats.calls, stats.p50_ns);
	add_time(to, "self_p90_ns", stats.calls, stats.p90_ns);
	add_time(to, "self_p99_ns", stats.calls, stats.p99_ns);
	add_time(to, "self_p999_ns", stats.calls, stats.p999_ns);
}

static void add_raw(struct json_object *to, const struct ptime_series *series,
		    const struct writer *writer)
{
	bool has_mean = writer->has_raw && series->calls;

	ptime_member_known(to, "raw_total_ns", writer->has_raw, series->raw_ns);
	ptime_member_known(to, "raw_mean_ns", has_mean, has_mean ?
			   ptime_stats_per(series->raw_ns, series->calls) : 0);
}

static void add_stats(struct json_object *to, const struct ptime_series *series,
		      const struct ptime_series *self,
		      const struct writer *writer)
{
	struct ptime_stats stats = ptime_stats_of(series, writer->hist_bits);

	add_calls(to, stats.calls, writer);
	ptime_member_number(to, "overflowed", stats.overflowed);
	ptime_member_number(to, "clock_backwards", stats.clock_backwards);
	ptime_member_number(to, "packets", stats.packets);
	add_time(to, "min_ns", stats.calls, stats.min_ns);
	add_time(to, "p50_ns", stats.calls, stats.p50_ns);
	add_time(to, "p90_ns", stats.calls, stats.p90_ns);
	add_time(to, "p99_ns", stats.calls, stats.p99_ns);
	add_time(to, "p999_ns", stats.calls, stats.p999_ns);
	add_time(to, "max_ns", stats.calls, stats.max_ns);
	add_time(to, "mean_ns", stats.calls, stats.mean_ns);
	ptime_member_number(to, "total_ns", stats.total_ns);
	add_raw(to, series, writer);
	add_self(to, self, writer);
}

static struct json_object *bucket_object(const struct ptime_bucket *bucket,
					 u32 hist_bits)
{
	struct json_object *object = json_object_new_array();
	u64 low = ptime_hist_low(hist_bits, bucket->bucket);
	u64 high = ptime_hist_high(hist_bits, bucket->bucket);
	bool ends = bucket->bucket != ptime_hist_overflow(hist_bits);

	json_object_array_add(object, json_object_new_uint64(low));
	json_object_array_add(object,
			      ends ? json_object_new_uint64(high) : NULL);
	json_object_array_add(object, json_object_new_uint64(bucket->calls));
	return object;
}

struct json_object *ptime_json_of_buckets(const struct ptime_series *series,
					  u32 hist_bits)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < series->buckets; i++)
		json_object_array_add(array, bucket_object(&series->bucket[i],
							   hist_bits));
	return array;
}

static void add_buckets(struct json_object *to,
			const struct ptime_series *series,
			const struct ptime_series *self,
			const struct writer *writer)
{
	u32 bits = writer->hist_bits;

	json_object_object_add(to, "buckets",
			       ptime_json_of_buckets(series, bits));
	json_object_object_add(to, "self_buckets", writer->has_self ?
			       ptime_json_of_buckets(self, bits) : NULL);
}

static struct json_object *cpu_object(const struct ptime_series *series,
				      const struct ptime_series *self,
				      const struct writer *writer)
{
	struct json_object *object = json_object_new_object();

	ptime_member_number(object, "cpu", series->cpu);
	if (writer->per_cpu) {
		add_stats(object, series, self, writer);
		if (writer->buckets)
			add_buckets(object, series, self, writer);
	} else {
		add_calls(object, series->calls, writer);
		ptime_member_number(object, "total_ns", series->total_ns);
	}
	return object;
}

static void add_cpus(struct json_object *to, const struct ptime_counts *counts,
		     const struct ptime_counts *self,
		     const struct writer *writer)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < counts->cpus; i++) {
		const struct ptime_series *series = &counts->cpu[i];
		const struct ptime_series *own =
			ptime_counts_of_cpu(self, series->cpu);

		json_object_array_add(array, cpu_object(series, own, writer));
	}
	json_object_object_add(to, "cpus", array);
}

static struct json_object *outcome_object(const struct ptime_outcome *outcome,
					  const struct writer *writer)
{
	struct json_object *object = json_object_new_object();

	add_stats(object, &outcome->counts.sum, &outcome->self.sum, writer);
	if (writer->buckets)
		add_buckets(object, &outcome->counts.sum, &outcome->self.sum,
			    writer);
	if (writer->per_cpu)
		add_cpus(object, &outcome->counts, &outcome->self, writer);
	return object;
}

static void add_outcomes(struct json_object *to,
			 const struct ptime_probe *probe,
			 const struct writer *writer)
{
	struct json_object *outcomes = json_object_new_object();
	u32 i;

	for (i = 0; i < probe->outcomes; i++)
		json_object_object_add(outcomes, probe->outcome[i].name,
				       outcome_object(&probe->outcome[i],
						      writer));
	json_object_object_add(to, "outcomes", outcomes);
}

static double if_known(const struct ptime_cost *cost, double number)
{
	return cost->is_known ? number : NAN;
}

static void add_cost(struct json_object *to, const struct ptime_cost *cost)
{
	ptime_member_known(to, "cost_ns", cost->is_known, cost->cost_ns);
	ptime_member_fraction(to, "cost_percent",
			      if_known(cost, cost->percent), 4);
}

static void add_cost_of_probe(struct json_object *to,
			      const struct ptime_model *model,
			      const struct ptime_probe *probe)
{
	struct ptime_cost cost = ptime_cost_of_probe(model, probe);
	double inside_ns = probe->inside_ps / 1000.0;
	double outside_ns = probe->outside_ps / 1000.0;

	add_cost(to, &cost);
	ptime_member_fraction(to, "cost_per_call_ns",
			      if_known(&cost, inside_ns + outside_ns), 4);
	ptime_member_fraction(to, "inside_ns", if_known(&cost, inside_ns), 4);
	ptime_member_fraction(to, "outside_ns", if_known(&cost, outside_ns), 4);
}

static void add_cost_of_whole(struct json_object *to,
			      const struct ptime_model *model)
{
	struct ptime_cost cost = ptime_cost_of(model);

	add_cost(to, &cost);
	ptime_member_known(to, "budget_percent", model->budget, model->budget);
	ptime_member_number(to, "over_budget", model->over_budget);
}

static struct json_object *probe_object(const struct ptime_model *model,
					const struct ptime_probe *probe,
					const struct writer *writer)
{
	struct json_object *object = json_object_new_object();

	ptime_member_text(object, "group", probe->group);
	ptime_member_text(object, "module", probe->module);
	ptime_member_text(object, "function", probe->function);
	ptime_member_text(object, "state", ptime_state_name(probe->state));
	ptime_member_text(object, "reason", probe->reason);
	ptime_member_text(object, "backend", probe->backend);
	json_object_object_add(object, "steps_only",
			       json_object_new_boolean(probe->steps_only));
	ptime_member_number(object, "missed", probe->missed);
	add_cost_of_probe(object, model, probe);
	add_stats(object, &probe->counts.sum, &probe->self.sum, writer);
	add_outcomes(object, probe, writer);
	add_cpus(object, &probe->counts, &probe->self, writer);
	return object;
}

static void add_probes(struct json_object *to, const struct ptime_model *model,
		       const struct writer *writer)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < model->probes; i++)
		json_object_array_add(array,
				      probe_object(model, &model->probe[i],
						   writer));
	json_object_object_add(to, "probes", array);
}

static void add_losses(struct json_object *to, const struct ptime_model *model)
{
	struct ptime_losses losses = ptime_losses_of(model);
	struct json_object *object = json_object_new_object();

	ptime_member_number(object, "missed", losses.missed);
	ptime_member_number(object, "overflowed", losses.overflowed);
	ptime_member_number(object, "clock_backwards", losses.clock_backwards);
	json_object_object_add(to, "losses", object);
}

static void add_interval(struct json_object *to,
			 const struct ptime_model *model)
{
	ptime_member_number(to, "interval_ns", model->interval_ns);
	json_object_object_add(to, "restarted",
			       json_object_new_boolean(model->restarted));
}

void ptime_json_add_source(struct json_object *to,
			   const struct ptime_model *model)
{
	ptime_member_text(to, "source", model->source);
	json_object_object_add(to, "part", model->part ?
			       json_object_new_string(model->part) : NULL);
}

static void add_range(struct json_object *to, u64 begin_ns, u64 end_ns,
		      u64 snapshots, u64 snapshots_of_all)
{
	ptime_member_number(to, "begin_ns", begin_ns);
	ptime_member_number(to, "end_ns", end_ns);
	ptime_member_number(to, "snapshots", snapshots);
	ptime_member_number(to, "snapshots_of_all", snapshots_of_all);
}

static struct json_object *
recorded_object(const struct ptime_recorded *recorded)
{
	struct json_object *object = json_object_new_object();

	ptime_member_text(object, "machine", recorded->machine);
	ptime_member_text(object, "kernel", recorded->kernel);
	ptime_member_text(object, "tool", recorded->tool);
	add_range(object, recorded->begin_ns, recorded->end_ns,
		  recorded->snapshots, recorded->snapshots_of_all);
	return object;
}

/* of several: from the first beginning to the last end, and each by itself */
static struct json_object *fleet_object(const struct ptime_model *model)
{
	struct json_object *object = json_object_new_object();
	struct json_object *array = json_object_new_array();
	struct ptime_fleet fleet = ptime_fleet_of(model);
	u32 i;

	add_range(object, fleet.begin_ns, fleet.end_ns, fleet.snapshots,
		  fleet.snapshots_of_all);
	for (i = 0; i < model->recordings; i++)
		json_object_array_add(array,
				      recorded_object(&model->recorded[i]));
	json_object_object_add(object, "recordings", array);
	return object;
}

void ptime_json_add_recorded(struct json_object *to,
			     const struct ptime_model *model)
{
	if (model->recordings)
		json_object_object_add(to, "recording",
				       model->recordings > 1 ?
				       fleet_object(model) :
				       recorded_object(model->recorded));
}

static void add_remarks(struct json_object *to,
			const struct ptime_model *model)
{
	struct json_object *remarks = json_object_new_object();
	u32 i;

	for (i = 0; i < model->remarks; i++)
		ptime_member_number(remarks, model->remark[i].key,
				    model->remark[i].count);
	json_object_object_add(to, "remarks", remarks);
}

static void add_breakdown(struct json_object *to,
			  const struct ptime_model *model,
			  const struct writer *writer)
{
	struct json_object *object = NULL;

	if (writer->breakdown)
		object = ptime_json_of_breakdown(writer->breakdown,
						 model->tree);
	json_object_object_add(to, "breakdown", object);
}

static void add_tree(struct json_object *to, const struct ptime_model *model)
{
	bool is_known = model->tree && !model->missed_of_all;

	json_object_object_add(to, "tree", is_known ?
			       ptime_json_of_tree(model->tree,
						  model->has_raw) : NULL);
}

static void add_paths(struct json_object *to, const struct ptime_model *model,
		      const struct ptime_view *view)
{
	bool is_known = model->paths && model->paths->max;

	json_object_object_add(to, "paths", is_known ?
			       ptime_json_of_paths(model, view) : NULL);
	json_object_object_add(to, "path_filter", is_known ?
			       ptime_json_of_path_filter(model->paths, view) :
			       NULL);
	json_object_object_add(to, "path_losses", is_known ?
			       ptime_json_of_path_losses(model->paths) : NULL);
}

static struct json_object *model_object(const struct ptime_model *model,
					const struct writer *writer)
{
	struct json_object *object = json_object_new_object();

	ptime_member_text(object, "version", model->version);
	ptime_member_text(object, "kernel", model->kernel);
	ptime_member_text(object, "clock", model->clock);
	ptime_member_number(object, "hist_bits", model->hist_bits);
	ptime_member_number(object, "sample", model->sample);
	ptime_member_number(object, "time_ns", model->time_ns);
	ptime_member_number(object, "since_ns", model->since_ns);
	json_object_object_add(object, "running",
			       json_object_new_boolean(model->running));
	json_object_object_add(object, "nesting",
			       json_object_new_boolean(!!model->tree));
	if (model->is_interval)
		add_interval(object, model);
	if (model->source)
		ptime_json_add_source(object, model);
	ptime_json_add_recorded(object, model);
	add_cost_of_whole(object, model);
	add_remarks(object, model);
	add_losses(object, model);
	if (writer->probes)
		add_probes(object, model, writer);
	if (writer->tree)
		add_tree(object, model);
	if (writer->has_breakdown)
		add_breakdown(object, model, writer);
	if (writer->paths)
		add_paths(object, model, writer->paths);
	return object;
}

struct json_object *ptime_json_of_counts(const struct ptime_model *model)
{
	struct writer writer = {
		.hist_bits = model->hist_bits,
		.sample = model->sample,
		.has_self = model->tree,
		.has_raw = model->has_raw,
		.buckets = true,
		.probes = true,
		.tree = true,
	};

	return model_object(model, &writer);
}

/* one line, so that a program can read the intervals line by line */
static void print_model(const struct ptime_model *model,
			const struct writer *writer)
{
	struct json_object *object = model_object(model, writer);

	puts(json_object_to_json_string_ext(object,
					    JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(object);
}

static void print_stats_with(const struct ptime_model *model,
			     const struct ptime_view *view,
			     const struct ptime_view *paths)
{
	struct writer writer = {
		.hist_bits = model->hist_bits,
		.sample = model->sample,
		.has_self = model->tree,
		.has_raw = model->has_raw,
		.per_cpu = view->per_cpu,
		.probes = true,
		.paths = paths,
	};

	print_model(model, &writer);
}

static void print_stats(const struct ptime_model *model,
			const struct ptime_view *view)
{
	print_stats_with(model, view, NULL);
}

void ptime_json_export(const struct ptime_model *model,
		       const struct ptime_view *view)
{
	print_stats_with(model, view, view);
}

static void print_hist(const struct ptime_model *model,
		       const struct ptime_view *view)
{
	struct writer writer = {
		.hist_bits = model->hist_bits,
		.sample = model->sample,
		.has_self = model->tree,
		.has_raw = model->has_raw,
		.per_cpu = view->per_cpu,
		.buckets = true,
		.probes = true,
	};

	print_model(model, &writer);
}

static void print_tree(const struct ptime_model *model,
		       const struct ptime_view *view)
{
	struct writer writer = { .tree = true };

	(void)view;
	print_model(model, &writer);
}

static void print_breakdown(const struct ptime_model *model,
			    const struct ptime_breakdown *breakdown,
			    const struct ptime_view *view)
{
	struct writer writer = {
		.has_breakdown = true,
		.breakdown = breakdown,
	};

	(void)view;
	print_model(model, &writer);
}

static void print_paths(const struct ptime_model *model,
			const struct ptime_view *view)
{
	struct writer writer = { .paths = view };

	print_model(model, &writer);
}

static void print_whole(const struct ptime_model *model,
			const struct ptime_breakdown *breakdown,
			const struct ptime_view *view)
{
	struct writer writer = {
		.hist_bits = model->hist_bits,
		.sample = model->sample,
		.has_self = model->tree,
		.has_raw = model->has_raw,
		.per_cpu = view->per_cpu,
		.probes = true,
		.tree = true,
		.has_breakdown = breakdown,
		.breakdown = breakdown,
	};

	print_model(model, &writer);
}

const struct ptime_format ptime_format_json = {
	.summary = print_stats,
	.hist = print_hist,
	.probes = print_stats,
	.tree = print_tree,
	.breakdown = print_breakdown,
	.paths = print_paths,
	.whole = print_whole,
	.diff = ptime_json_diff,
};
