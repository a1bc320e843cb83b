// SPDX-License-Identifier: GPL-2.0
/* csv: writes a line per function, outcome and CPU, or per path, for spreadsheets */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/fleet.h"
#include "model/stats.h"
#include "output/csv.h"

#define PERCENTILE_NAME(_name, _permyriad, _key, ...)	#_key "_ns,"

static const char head[] =
	"group,module,function,outcome,cpu,calls,missed,"
	"total_ns,self_ns,raw_total_ns,min_ns,"
#define PTIME_PERCENTILE	PERCENTILE_NAME
#include <pathtime/percentiles.def>
	"max_ns,timed,packets,overflowed,clock_backwards";

static const char paths_head[] =
	"path,reason,position,step,cpu,packets,packets_on_all_cpus,bytes,"
	"total_ns,min_ns,"
#define PTIME_PERCENTILE	PERCENTILE_NAME
#include <pathtime/percentiles.def>
	"max_ns,overflowed,clock_backwards";

/* the subject of a line */
struct row {
	const struct ptool_model *model;
	const struct ptool_probe *probe;
	const char *outcome;
	const struct ptool_series *series;
	const struct ptool_series *self;
	bool is_of_cpu;
	bool has_machine;
};

/* a spreadsheet takes text that begins with one of these for a formula */
static bool is_formula(const char *text)
{
	return *text && strchr("=+-@", *text);
}

static void print_text(FILE *to, const char *text)
{
	if (is_formula(text))
		fputc('\'', to);
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, to);
		return;
	}
	fputc('"', to);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', to);
		fputc(*text, to);
	}
	fputc('"', to);
}

static void print_next_text(FILE *to, const char *text)
{
	fputc(',', to);
	print_text(to, text);
}

/* an unknown number is empty, not 0 */
static void print_number(FILE *to, bool is_known, u64 number)
{
	fputc(',', to);
	if (is_known)
		fprintf(to, "%llu", number);
}

/* the time of day at the end of an interval; 0 if unknown */
static u64 realtime_ns(const struct ptool_model *model)
{
	return model->recordings ? ptool_fleet_of(model).end_ns :
				   model->realtime_ns;
}

/* the first columns of all lines of a model */
static void print_origin(FILE *to, const struct ptool_model *model,
			 bool has_machine)
{
	if (has_machine) {
		print_text(to, model->recorded->machine);
		fputc(',', to);
	}
	if (model->is_interval) {
		fprintf(to, "%llu,%llu,%d", model->time_ns, model->interval_ns,
			model->restarted);
		print_number(to, realtime_ns(model), realtime_ns(model));
		fputc(',', to);
	}
	if (!model->source)
		return;
	print_text(to, model->source);
	print_next_text(to, model->segment ? model->segment : "");
	fputc(',', to);
}

static void print_names(FILE *to, const struct row *row)
{
	print_text(to, row->probe->group);
	print_next_text(to, row->probe->module);
	print_next_text(to, row->probe->function);
	print_next_text(to, row->outcome);
	print_number(to, row->is_of_cpu, row->series->cpu);
}

static void print_times(FILE *to, const struct ptool_stats *stats)
{
	print_number(to, stats->calls, stats->min_ns);
#define PTIME_PERCENTILE(_name, _permyriad, _key, ...)			\
	print_number(to, stats->calls, stats->_key##_ns);
#include <pathtime/percentiles.def>
	print_number(to, stats->calls, stats->max_ns);
}

static void print_row(FILE *to, const struct row *row)
{
	const struct ptool_model *model = row->model;
	struct ptool_stats stats = ptool_stats_of(row->series,
						  model->hist_bits);

	print_origin(to, model, row->has_machine);
	print_names(to, row);
	print_number(to, true, stats.calls);
	/* Missed calls are not counted per outcome or per CPU. */
	print_number(to, !row->is_of_cpu && !*row->outcome, row->probe->missed);
	print_number(to, true, stats.total_ns);
	print_number(to, model->tree, row->self->total_ns);
	print_number(to, model->has_raw, row->series->raw_ns);
	print_times(to, &stats);
	print_number(to, true, stats.calls / model->sample);
	print_number(to, true, stats.packets);
	print_number(to, true, stats.overflowed);
	print_number(to, true, stats.clock_backwards);
	fputc('\n', to);
}

static void print_counts(FILE *to, struct row row,
			 const struct ptool_counts *counts,
			 const struct ptool_counts *self, bool per_cpu)
{
	u32 i;

	row.series = &counts->sum;
	row.self = &self->sum;
	print_row(to, &row);
	row.is_of_cpu = true;
	for (i = 0; per_cpu && i < counts->cpus; i++) {
		row.series = &counts->cpu[i];
		row.self = ptool_counts_of_cpu(self, row.series->cpu);
		print_row(to, &row);
	}
}

static void print_probe(FILE *to, const struct ptool_model *model,
			const struct ptool_probe *probe,
			const struct ptool_view *view)
{
	struct row row = {
		.model = model,
		.probe = probe,
		.outcome = "",
		.has_machine = view->per_machine,
	};
	u32 i;

	print_counts(to, row, &probe->counts, &probe->self, view->per_cpu);
	for (i = 0; i < probe->outcomes; i++) {
		const struct ptool_outcome *outcome = &probe->outcome[i];

		row.outcome = outcome->name;
		print_counts(to, row, &outcome->counts, &outcome->self,
			     view->per_cpu);
	}
}

static void print_head(FILE *to, const struct ptool_model *model,
		       bool has_machine, const char *columns)
{
	fprintf(to, "%s%s%s%s\n", has_machine ? "machine," : "",
		model->is_interval ? "time_ns,interval_ns,restarted,realtime_ns," : "",
		model->source ? "source,segment," : "", columns);
}

void ptool_csv_print(const struct ptool_out *out,
		     const struct ptool_model *model,
		     const struct ptool_view *view, bool with_head)
{
	u32 i;

	if (with_head)
		print_head(out->file, model, view->per_machine, head);
	for (i = 0; i < model->probes; i++)
		print_probe(out->file, model, &model->probe[i], view);
}

/**
 * struct path_row - the subject of a line of a path
 * @model: the model
 * @has_machine: the first column is the machine
 * @path: the path; NULL for packets that are in no path
 * @reason: why the packets were dropped or are in no path; may be empty
 * @step: index of the step; 0 for the whole path
 * @series: counts of the CPU or of all kept CPUs; NULL for a step or a loss
 * @cpu: counts of the CPU if the line is of one CPU; otherwise NULL
 * @packets: number of packets on all CPUs
 * @total_ns: sum of the times of the step on all CPUs; unused without a step
 */
struct path_row {
	const struct ptool_model *model;
	bool has_machine;
	const struct ptool_path *path;
	const char *reason;
	u32 step;
	const struct ptool_series *series;
	const struct ptool_series *cpu;
	u64 packets;
	u64 total_ns;
};

static void print_path_names(FILE *to, const struct path_row *row)
{
	char name[PTOOL_PATH_LEN] = "";

	if (row->path)
		ptool_path_name(name, row->path);
	print_text(to, name);
	print_next_text(to, row->reason);
	print_number(to, row->step, row->step + 1);
	print_next_text(to, row->step ? row->path->step[row->step].name : "");
	print_number(to, row->cpu, row->cpu ? row->cpu->cpu : 0);
}

/*
 * Bytes and step times are not known per CPU. Of a step, only the sum of the
 * times is known.
 */
static void print_path_row(FILE *to, const struct path_row *row)
{
	static const struct ptool_series none;
	const struct ptool_series *series = row->series ? row->series : &none;
	struct ptool_stats stats = ptool_stats_of(series,
						  row->model->hist_bits);
	bool is_whole = row->path && !row->step && !row->cpu;

	print_origin(to, row->model, row->has_machine);
	print_path_names(to, row);
	print_number(to, row->series, stats.calls);
	print_number(to, !row->cpu, row->packets);
	print_number(to, is_whole, is_whole ? row->path->packet_bytes : 0);
	print_number(to, row->path, row->step ? row->total_ns : stats.total_ns);
	print_times(to, &stats);
	print_number(to, row->series, stats.overflowed);
	print_number(to, row->series, stats.clock_backwards);
	fputc('\n', to);
}

static void print_path_cpus(FILE *to, struct path_row row)
{
	const struct ptool_counts *counts = &row.path->counts;
	u32 i;

	for (i = 0; i < counts->cpus; i++) {
		row.cpu = &counts->cpu[i];
		row.series = row.cpu;
		print_path_row(to, &row);
	}
}

static void print_steps(FILE *to, struct path_row row)
{
	row.series = NULL;
	for (row.step = 1; row.step < row.path->steps; row.step++) {
		row.total_ns = row.path->step[row.step].total_ns;
		print_path_row(to, &row);
	}
}

static void print_path(FILE *to, const struct ptool_model *model,
		       const struct ptool_path *path,
		       const struct ptool_view *view)
{
	char reason[PTIME_DROP_LEN];
	bool is_drop = ptool_path_reason(reason, path);
	struct path_row row = {
		.model = model,
		.has_machine = view->per_machine,
		.path = path,
		.reason = is_drop ? reason : "",
		.series = &path->counts.sum,
		.packets = path->packets,
	};

	print_path_row(to, &row);
	if (view->per_cpu)
		print_path_cpus(to, row);
	print_steps(to, row);
}

static void print_path_losses(FILE *to, const struct ptool_model *model,
			      const struct ptool_view *view)
{
	struct path_row row = {
		.model = model,
		.has_machine = view->per_machine,
	};
	u32 i;

	for (i = 0; i < PTIME_PATH_LOSSES; i++) {
		row.reason = ptool_path_loss_key(i);
		row.packets = model->paths->losses[i];
		print_path_row(to, &row);
	}
}

void ptool_csv_print_paths(const struct ptool_out *out,
			   const struct ptool_model *model,
			   const struct ptool_view *view, bool with_head)
{
	const struct ptool_path **path = ptool_order_paths(model,
							   PTOOL_ORDER_OWN);
	u32 i;

	if (with_head)
		print_head(out->file, model, view->per_machine, paths_head);
	for (i = 0; i < model->paths->paths; i++)
		print_path(out->file, model, path[i], view);
	print_path_losses(out->file, model, view);
	free(path);
}
