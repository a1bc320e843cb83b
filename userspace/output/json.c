// SPDX-License-Identifier: GPL-2.0
/* json: writes a model as one JSON document, times in whole nanoseconds */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "model/cost.h"
#include "model/fleet.h"
#include "model/stats.h"
#include "output/format.h"
#include "output/json_util.h"
#include "output/rows.h"

/* the model, and the parts of it to write */
struct writer {
	const struct ptool_model *model;
	const struct ptool_view *view;
	struct ptool_rows rows;
	struct ptool_times times;
	struct ptool_times self_times;
	u32 hist_bits;
	u32 sample;
	bool has_self;
	bool has_raw;
	bool has_below;
	bool per_cpu;
	bool buckets;
	bool probes;
	bool tree;
	bool has_breakdown;
	const struct ptool_breakdown *breakdown;
	const struct ptool_view *paths;
	bool polls;
};

/* With sample=N, each timed call stands for N calls. */
static void add_calls(struct json_object *to, u64 calls,
		      const struct writer *writer)
{
	ptool_json_add_number(to, "calls", calls);
	ptool_json_add_number(to, "timed", calls / writer->sample);
}

static void add_self(struct json_object *to, const struct ptool_series *self,
		     const struct writer *writer)
{
	ptool_json_add_known(to, "self_calls", writer->has_self, self->calls);
	ptool_json_add_known(to, "self_ns", writer->has_self, self->total_ns);
	ptool_json_add_times(to, self, writer->hist_bits, &writer->self_times);
}

static void add_raw(struct json_object *to, const struct ptool_series *series,
		    const struct writer *writer)
{
	bool has_mean = writer->has_raw && series->calls;

	ptool_json_add_known(to, "raw_total_ns", writer->has_raw,
			     series->raw_ns);
	ptool_json_add_known(to, "raw_mean_ns", has_mean,
			     has_mean ? ptool_stats_per(series->raw_ns, series->calls) : 0);
}

static void add_stats(struct json_object *to, const struct ptool_series *series,
		      const struct ptool_series *self,
		      const struct writer *writer)
{
	struct ptool_stats stats = ptool_stats_of(series, writer->hist_bits);

	add_calls(to, stats.calls, writer);
	ptool_json_add_number(to, "overflowed", stats.overflowed);
	ptool_json_add_number(to, "clock_backwards", stats.clock_backwards);
	ptool_json_add_known(to, "below_overhead", writer->has_below,
			     stats.below_overhead);
	ptool_json_add_number(to, "packets", stats.packets);
	ptool_json_add_times(to, series, writer->hist_bits, &writer->times);
	ptool_json_add_number(to, "total_ns", stats.total_ns);
	add_raw(to, series, writer);
	add_self(to, self, writer);
}

static struct json_object *bucket_object(const struct ptool_bucket *bucket,
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

struct json_object *ptool_json_of_buckets(const struct ptool_series *series,
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
			const struct ptool_series *series,
			const struct ptool_series *self,
			const struct writer *writer)
{
	u32 bits = writer->hist_bits;

	json_object_object_add(to, "buckets",
			       ptool_json_of_buckets(series, bits));
	json_object_object_add(to, "self_buckets", writer->has_self ?
			       ptool_json_of_buckets(self, bits) : NULL);
}

static struct json_object *cpu_object(const struct ptool_series *series,
				      const struct ptool_series *self,
				      const struct writer *writer)
{
	struct json_object *object = json_object_new_object();

	ptool_json_add_number(object, "cpu", series->cpu);
	if (writer->per_cpu) {
		add_stats(object, series, self, writer);
		if (writer->buckets)
			add_buckets(object, series, self, writer);
	} else {
		add_calls(object, series->calls, writer);
		ptool_json_add_number(object, "total_ns", series->total_ns);
	}
	return object;
}

static void add_cpus(struct json_object *to, const struct ptool_counts *counts,
		     const struct ptool_counts *self,
		     const struct writer *writer)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < counts->cpus; i++) {
		const struct ptool_series *series = &counts->cpu[i];
		const struct ptool_series *own =
			ptool_counts_of_cpu(self, series->cpu);

		json_object_array_add(array, cpu_object(series, own, writer));
	}
	json_object_object_add(to, "cpus", array);
}

static struct json_object *outcome_object(const struct ptool_outcome *outcome,
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
			 const struct ptool_probe *probe,
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

static double if_known(const struct ptool_cost *cost, double number)
{
	return cost->is_known ? number : NAN;
}

static void add_cost(struct json_object *to, const struct ptool_cost *cost)
{
	ptool_json_add_known(to, "overhead_ns", cost->is_known,
			     cost->overhead_ns);
	ptool_json_add_fraction(to, "overhead_percent",
				if_known(cost, cost->percent), 4);
}

static void add_cost_of_probe(struct json_object *to,
			      const struct ptool_model *model,
			      const struct ptool_probe *probe)
{
	struct ptool_cost cost = ptool_cost_of_probe(model, probe);
	double in_window_ns = probe->in_window_ps / 1000.0;
	double out_of_window_ns = probe->out_of_window_ps / 1000.0;

	add_cost(to, &cost);
	ptool_json_add_fraction(to, "overhead_per_call_ns",
				if_known(&cost, in_window_ns + out_of_window_ns),
				4);
	ptool_json_add_fraction(to, "in_window_ns",
				if_known(&cost, in_window_ns), 4);
	ptool_json_add_fraction(to, "out_of_window_ns",
				if_known(&cost, out_of_window_ns), 4);
}

static void add_cost_of_whole(struct json_object *to,
			      const struct ptool_model *model)
{
	struct ptool_cost cost = ptool_cost_of(model);

	add_cost(to, &cost);
	ptool_json_add_known(to, "budget_percent", model->budget,
			     model->budget);
	ptool_json_add_number(to, "over_budget", model->over_budget);
}

static struct json_object *probe_object(const void *argument, u32 index)
{
	const struct writer *writer = argument;
	const struct ptool_model *model = writer->model;
	const struct ptool_probe *probe = writer->rows.probe[index];
	struct json_object *object = json_object_new_object();

	ptool_json_add_text(object, "group", probe->group);
	ptool_json_add_text(object, "module", probe->module);
	ptool_json_add_text(object, "function", probe->function);
	ptool_json_add_text(object, "state", ptool_state_name(probe->state));
	ptool_json_add_text(object, "reason", ptool_probe_reason(probe));
	ptool_json_add_text(object, "backend", probe->backend);
	json_object_object_add(object, "steps_only",
			       json_object_new_boolean(probe->steps_only));
	ptool_json_add_number(object, "missed", probe->missed);
	add_cost_of_probe(object, model, probe);
	add_stats(object, &probe->counts.sum, &probe->self.sum, writer);
	add_outcomes(object, probe, writer);
	add_cpus(object, &probe->counts, &probe->self, writer);
	return object;
}

static void add_losses(struct json_object *to, const struct ptool_model *model)
{
	struct ptool_losses losses = ptool_losses_of(model);
	struct json_object *object = json_object_new_object();

	ptool_json_add_number(object, "missed", losses.missed);
	ptool_json_add_number(object, "overflowed", losses.overflowed);
	ptool_json_add_number(object, "clock_backwards",
			      losses.clock_backwards);
	ptool_json_add_known(object, "below_overhead", model->has_below,
			     losses.below_overhead);
	json_object_object_add(to, "losses", object);
}

static void add_interval(struct json_object *to,
			 const struct ptool_model *model)
{
	ptool_json_add_number(to, "interval_ns", model->interval_ns);
	if (model->realtime_ns)
		ptool_json_add_number(to, "realtime_ns", model->realtime_ns);
	json_object_object_add(to, "restarted",
			       json_object_new_boolean(model->restarted));
	json_object_object_add(to, "min_max_rounded",
			       json_object_new_boolean(ptool_model_is_difference(model)));
}

void ptool_json_add_source(struct json_object *to,
			   const struct ptool_model *model)
{
	ptool_json_add_text(to, "source", model->source);
	json_object_object_add(to, "segment", model->segment ?
			       json_object_new_string(model->segment) : NULL);
}

static void add_range(struct json_object *to, u64 begin_ns, u64 end_ns,
		      u64 snapshots, u64 snapshots_of_all)
{
	ptool_json_add_number(to, "begin_ns", begin_ns);
	ptool_json_add_number(to, "end_ns", end_ns);
	ptool_json_add_number(to, "snapshots", snapshots);
	ptool_json_add_number(to, "snapshots_of_all", snapshots_of_all);
}

static struct json_object *events_array(const struct ptool_recorded *recorded)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < recorded->events; i++) {
		const struct ptool_event *event = &recorded->event[i];
		struct json_object *object = json_object_new_object();

		ptool_json_add_text(object, "kind",
				    ptool_event_name(event->kind));
		ptool_json_add_number(object, "at_ns", event->at_ns);
		ptool_json_add_number(object, "span_ns", event->span_ns);
		json_object_array_add(array, object);
	}
	return array;
}

static struct json_object *
recorded_object(const struct ptool_recorded *recorded)
{
	struct json_object *object = json_object_new_object();

	ptool_json_add_text(object, "machine", recorded->machine);
	ptool_json_add_text(object, "kernel", recorded->kernel);
	ptool_json_add_text(object, "tool", recorded->tool);
	add_range(object, recorded->begin_ns, recorded->end_ns,
		  recorded->snapshots, recorded->snapshots_of_all);
	json_object_object_add(object, "events", events_array(recorded));
	return object;
}

/* several recordings: the range from the first start to the last end, and each one */
static struct json_object *fleet_object(const struct ptool_model *model)
{
	struct json_object *object = json_object_new_object();
	struct json_object *array = json_object_new_array();
	struct ptool_fleet fleet = ptool_fleet_of(model);
	u32 i;

	add_range(object, fleet.begin_ns, fleet.end_ns, fleet.snapshots,
		  fleet.snapshots_of_all);
	for (i = 0; i < model->recordings; i++)
		json_object_array_add(array,
				      recorded_object(&model->recorded[i]));
	json_object_object_add(object, "recordings", array);
	return object;
}

void ptool_json_add_recorded(struct json_object *to,
			     const struct ptool_model *model)
{
	if (model->recordings)
		json_object_object_add(to, "recording",
				       model->recordings > 1 ?
				       fleet_object(model) :
				       recorded_object(model->recorded));
}

static void add_warnings(struct json_object *to,
			 const struct ptool_model *model)
{
	struct json_object *warnings = json_object_new_object();
	u32 i;

	for (i = 0; i < model->warnings; i++)
		ptool_json_add_number(warnings, model->warning[i].key,
				      model->warning[i].count);
	json_object_object_add(to, "warnings", warnings);
}

static bool has_tree(const struct ptool_model *model)
{
	return model->tree && !model->missed_of_all;
}

static void print_tree_member(const struct ptool_out *out,
			      const struct ptool_model *model,
			      const struct ptool_view *view)
{
	if (has_tree(model))
		ptool_json_print_tree(out, model->tree, model->has_raw, view);
	else
		ptool_json_print(out, "tree", NULL);
}

static void print_breakdown_member(const struct ptool_out *out,
				   const struct writer *writer)
{
	ptool_json_print(out, "breakdown", writer->breakdown ?
			 ptool_json_of_breakdown(writer->breakdown,
						 writer->model->tree) : NULL);
}

static void print_path_members(const struct ptool_out *out,
			       const struct ptool_model *model,
			       const struct ptool_view *view)
{
	bool is_known = model->paths && model->paths->max;
	u32 left_out = 0;

	ptool_json_print(out, "paths", is_known ?
			 ptool_json_of_paths(model, view, &left_out) : NULL);
	ptool_json_print_left_out(out, view, left_out);
	ptool_json_print(out, "path_filter", is_known ?
			 ptool_json_of_path_filter(model->paths, view) : NULL);
	ptool_json_print(out, "timed_waits", is_known ?
			 ptool_json_of_timed_waits(model->paths) : NULL);
	ptool_json_print(out, "path_losses", is_known ?
			 ptool_json_of_path_losses(model->paths) : NULL);
	ptool_json_print(out, "interfaces", is_known ?
			 ptool_json_of_interfaces(model->paths, view) : NULL);
}

static void print_poll_members(const struct ptool_out *out,
			       const struct ptool_model *model)
{
	bool is_known = model->paths && model->paths->max;

	ptool_json_print(out, "waits", is_known ?
			 ptool_json_of_waits(model) : NULL);
	ptool_json_print(out, "polls", is_known ?
			 ptool_json_of_polls(model) : NULL);
}

/* the members that all documents have */
static struct json_object *head_object(const struct ptool_model *model)
{
	struct json_object *object = json_object_new_object();

	ptool_json_add_number(object, "format", PTOOL_JSON_FORMAT);
	ptool_json_add_text(object, "version", model->version);
	ptool_json_add_text(object, "kernel", model->kernel);
	ptool_json_add_text(object, "clock", model->clock);
	ptool_json_add_number(object, "hist_bits", model->hist_bits);
	ptool_json_add_number(object, "sample", model->sample);
	ptool_json_add_number(object, "time_ns", model->time_ns);
	ptool_json_add_number(object, "since_ns", model->since_ns);
	json_object_object_add(object, "running",
			       json_object_new_boolean(model->running));
	json_object_object_add(object, "nesting",
			       json_object_new_boolean(!!model->tree));
	if (model->is_interval)
		add_interval(object, model);
	if (model->source)
		ptool_json_add_source(object, model);
	ptool_json_add_recorded(object, model);
	add_cost_of_whole(object, model);
	add_warnings(object, model);
	add_losses(object, model);
	return object;
}

/* With a limit, JSON has the rows of the table. Without one, it has all functions. */
static bool is_in_summary(const struct ptool_probe *probe,
			  const struct ptool_view *view)
{
	return !view->limit || !ptool_rows_is_empty(probe, view);
}

static bool is_in_hist(const struct ptool_probe *probe,
		       const struct ptool_view *view)
{
	return !view->limit || probe->counts.sum.calls;
}

/* The module keeps no minimum and no maximum of self times. */
static void choose_self_times(struct writer *writer)
{
	struct ptool_times *times = &writer->self_times;
	u32 i;

	for (i = 0; i < writer->times.count; i++) {
		const struct ptool_statistic *from = &writer->times.time[i];
		struct ptool_statistic *to = &times->time[times->count];
		char key[PTOOL_KEY_LEN];

		if (from->column == PTOOL_COLUMN_MIN ||
		    from->column == PTOOL_COLUMN_MAX)
			continue;
		snprintf(key, sizeof(key), "self_%s", from->key);
		*to = *from;
		memcpy(to->key, key, sizeof(key));
		times->count++;
	}
}

/* a writer of the probes and their series; free .rows.probe */
static struct writer writer_of_probes(const struct ptool_model *model,
				      const struct ptool_view *view,
				      ptool_rows_shown *is_shown)
{
	struct writer writer = {
		.model = model,
		.hist_bits = model->hist_bits,
		.sample = model->sample,
		.has_self = model->tree,
		.has_raw = model->has_raw,
		.has_below = model->has_below,
		.probes = true,
		.view = view,
		.rows = ptool_rows_of(model, view, is_shown),
	};

	ptool_times_choose(&writer.times, &view->percentiles);
	choose_self_times(&writer);
	return writer;
}

void ptool_json_print_counts(const struct ptool_out *out,
			     const struct ptool_model *model)
{
	static const struct ptool_view all;
	struct writer writer = writer_of_probes(model, &all, is_in_summary);

	writer.buckets = true;
	ptool_json_open(out, head_object(model));
	ptool_json_print_array(out, "probes", probe_object, &writer,
			       writer.rows.rows);
	free(writer.rows.probe);
	print_tree_member(out, model, &all);
	fputc('}', out->file);
}

/* one line, so that a program can read the intervals line by line */
static void print_model(const struct ptool_out *out,
			struct writer *writer)
{
	const struct ptool_model *model = writer->model;

	ptool_json_open(out, head_object(model));
	if (writer->probes)
		ptool_json_print_array(out, "probes", probe_object, writer,
				       writer->rows.rows);
	if (writer->probes)
		ptool_json_print_left_out(out, writer->view,
					  writer->rows.left_out);
	free(writer->rows.probe);
	if (writer->tree)
		print_tree_member(out, model, writer->view);
	if (writer->has_breakdown)
		print_breakdown_member(out, writer);
	if (writer->paths)
		print_path_members(out, model, writer->paths);
	if (writer->polls)
		print_poll_members(out, model);
	ptool_json_close(out);
}

static void print_stats_with(const struct ptool_out *out,
			     const struct ptool_model *model,
			     const struct ptool_view *view,
			     const struct ptool_view *paths)
{
	struct writer writer = writer_of_probes(model, view, is_in_summary);

	writer.per_cpu = view->per_cpu;
	writer.paths = paths;
	writer.polls = paths;
	print_model(out, &writer);
}

static void print_stats(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct ptool_view *view)
{
	print_stats_with(out, model, view, NULL);
}

void ptool_json_export(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view)
{
	print_stats_with(out, model, view, view);
}

static void print_hist(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view)
{
	struct writer writer = writer_of_probes(model, view, is_in_hist);

	writer.per_cpu = view->per_cpu;
	writer.buckets = true;
	print_model(out, &writer);
}

static void print_tree(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view)
{
	struct writer writer = { .model = model, .tree = true, .view = view };

	print_model(out, &writer);
}

static void print_breakdown(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_breakdown *breakdown,
			    const struct ptool_view *view)
{
	struct writer writer = {
		.model = model,
		.has_breakdown = true,
		.breakdown = breakdown,
	};

	(void)view;
	print_model(out, &writer);
}

static void print_paths(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct ptool_view *view)
{
	struct writer writer = { .model = model, .paths = view };

	print_model(out, &writer);
}

static void print_polls(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct ptool_view *view)
{
	struct writer writer = { .model = model, .polls = true };

	(void)view;
	print_model(out, &writer);
}

static void print_whole(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct ptool_breakdown *breakdown,
			const struct ptool_view *view)
{
	struct writer writer = writer_of_probes(model, view, is_in_summary);

	writer.per_cpu = view->per_cpu;
	writer.tree = true;
	writer.has_breakdown = breakdown;
	writer.breakdown = breakdown;
	print_model(out, &writer);
}

const struct ptool_format ptool_format_json = {
	.summary = print_stats,
	.hist = print_hist,
	.probes = print_stats,
	.tree = print_tree,
	.breakdown = print_breakdown,
	.paths = print_paths,
	.polls = print_polls,
	.whole = print_whole,
	.diff = ptool_json_diff,
};
