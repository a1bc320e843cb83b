// SPDX-License-Identifier: GPL-2.0
/* csv: a line of numbers per function, outcome and CPU, for spreadsheets */
#include <stdio.h>
#include <string.h>

#include "csv.h"
#include "stats.h"

#define HEAD								\
	"group,module,function,outcome,cpu,calls,missed,"		\
	"total_ns,self_ns,raw_total_ns,"				\
	"min_ns,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,"			\
	"timed,packets,overflowed,clock_backwards"

/* what a line is of */
struct row {
	const struct ptime_model *model;
	const struct ptime_probe *probe;
	const char *outcome;
	const struct ptime_series *series;
	const struct ptime_series *self;
	bool is_of_cpu;
	bool has_machine;
};

static void print_text(const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, stdout);
		return;
	}
	putchar('"');
	for (; *text; text++) {
		if (*text == '"')
			putchar('"');
		putchar(*text);
	}
	putchar('"');
}

static void print_next_text(const char *text)
{
	putchar(',');
	print_text(text);
}

/* what is not known is not zero, it is empty */
static void print_number(bool is_known, u64 number)
{
	putchar(',');
	if (is_known)
		printf("%llu", number);
}

/* what all lines of a model begin with */
static void print_origin(const struct row *row)
{
	const struct ptime_model *model = row->model;

	if (row->has_machine) {
		print_text(model->recorded->machine);
		putchar(',');
	}
	if (model->is_interval)
		printf("%llu,%llu,%d,", model->time_ns, model->interval_ns,
		       model->restarted);
	if (!model->source)
		return;
	print_text(model->source);
	print_next_text(model->part ? model->part : "");
	putchar(',');
}

static void print_names(const struct row *row)
{
	print_text(row->probe->group);
	print_next_text(row->probe->module);
	print_next_text(row->probe->function);
	print_next_text(row->outcome);
	print_number(row->is_of_cpu, row->series->cpu);
}

static void print_times(const struct ptime_stats *stats)
{
	print_number(stats->calls, stats->min_ns);
	print_number(stats->calls, stats->p50_ns);
	print_number(stats->calls, stats->p90_ns);
	print_number(stats->calls, stats->p99_ns);
	print_number(stats->calls, stats->p999_ns);
	print_number(stats->calls, stats->max_ns);
}

static void print_row(const struct row *row)
{
	const struct ptime_model *model = row->model;
	struct ptime_stats stats = ptime_stats_of(row->series,
						  model->hist_bits);

	print_origin(row);
	print_names(row);
	print_number(true, stats.calls);
	/* a missed call has no outcome, and no CPU */
	print_number(!row->is_of_cpu && !*row->outcome, row->probe->missed);
	print_number(true, stats.total_ns);
	print_number(model->tree, row->self->total_ns);
	print_number(model->has_raw, row->series->raw_ns);
	print_times(&stats);
	print_number(true, stats.calls / model->sample);
	print_number(true, stats.packets);
	print_number(true, stats.overflowed);
	print_number(true, stats.clock_backwards);
	putchar('\n');
}

static void print_counts(struct row row, const struct ptime_counts *counts,
			 const struct ptime_counts *self, bool per_cpu)
{
	u32 i;

	row.series = &counts->sum;
	row.self = &self->sum;
	print_row(&row);
	row.is_of_cpu = true;
	for (i = 0; per_cpu && i < counts->cpus; i++) {
		row.series = &counts->cpu[i];
		row.self = ptime_counts_of_cpu(self, row.series->cpu);
		print_row(&row);
	}
}

static void print_probe(const struct ptime_model *model,
			const struct ptime_probe *probe,
			const struct ptime_view *view)
{
	struct row row = {
		.model = model,
		.probe = probe,
		.outcome = "",
		.has_machine = view->per_machine,
	};
	u32 i;

	print_counts(row, &probe->counts, &probe->self, view->per_cpu);
	for (i = 0; i < probe->outcomes; i++) {
		const struct ptime_outcome *outcome = &probe->outcome[i];

		row.outcome = outcome->name;
		print_counts(row, &outcome->counts, &outcome->self,
			     view->per_cpu);
	}
}

static void print_head(const struct ptime_model *model, bool has_machine)
{
	printf("%s%s%s%s\n", has_machine ? "machine," : "",
	       model->is_interval ? "time_ns,interval_ns,restarted," : "",
	       model->source ? "source,part," : "", HEAD);
}

void ptime_csv_print(const struct ptime_model *model,
		     const struct ptime_view *view, bool with_head)
{
	u32 i;

	if (with_head)
		print_head(model, view->per_machine);
	for (i = 0; i < model->probes; i++)
		print_probe(model, &model->probe[i], view);
}
