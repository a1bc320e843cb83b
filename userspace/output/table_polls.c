// SPDX-License-Identifier: GPL-2.0
/* table_polls: prints waits of the receive softirq, and NAPI's polls */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "model/stats.h"
#include "output/format.h"
#include "output/table.h"
#include "output/table_polls.h"

#define NAME_WIDTH	20
#define COUNT_WIDTH	10
#define TIME_WIDTH	7
/* above all numbers of CPUs */
#define NO_CPU		(UINT32_MAX + 1ULL)

#define COLUMNS_MAX	(PTOOL_PERCENTILES_LEN + 1)

static const char *const names[] = {
	[PTIME_WAIT_SOFTIRQ]	= "raised, until it ran",
	[PTIME_WAIT_KSOFTIRQD]	= "... in ksoftirqd",
	[PTIME_WAIT_RUN]	= "run of the softirq",
	[PTIME_WAIT_POLL]	= "poll",
	[PTIME_WAIT_BETWEEN]	= "poll to poll",
	[PTIME_WAIT_PACKETS]	= "packets of a poll",
};

static const enum ptool_column usual[] = {
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	\
	(_uses) & PTIME_IN_PATHS ? PTOOL_COLUMN_##_name : PTOOL_COLUMN_NONE,
#include <pathtime/percentiles.def>
};

/**
 * struct polls_table - properties of all lines
 * @out: where to print
 * @model: the model
 * @unit: unit of times
 * @columns: number of columns of times
 * @column: these columns
 */
struct polls_table {
	const struct ptool_out *out;
	const struct ptool_model *model;
	enum ptool_unit unit;
	u32 columns;
	struct ptool_statistic column[COLUMNS_MAX];
};

static void add_column(struct polls_table *table, enum ptool_column column)
{
	table->column[table->columns++] = ptool_statistic_of(column);
}

static void choose_columns(struct polls_table *table,
			   const struct ptool_columns *chosen)
{
	size_t i;

	for (i = 0; i < chosen->count; i++)
		add_column(table, chosen->column[i]);
	for (i = 0; i < ARRAY_SIZE(usual) && !chosen->count; i++)
		if (usual[i] != PTOOL_COLUMN_NONE)
			add_column(table, usual[i]);
	add_column(table, PTOOL_COLUMN_MAX);
}

/* Percentiles that do not fit are left out from the right; the maximum stays. */
static void squeeze(struct polls_table *table)
{
	int room = table->out->width - NAME_WIDTH - COUNT_WIDTH - 1;
	u32 fitting = room / (TIME_WIDTH + 1);

	if (table->out->is_wide || table->columns <= fitting)
		return;
	if (!fitting)
		fitting = 1;
	table->column[fitting - 1] = table->column[table->columns - 1];
	table->columns = fitting;
}

static void print_head(const struct polls_table *table)
{
	const struct ptool_out *out = table->out;
	u32 i;

	fprintf(out->file, "%s%-*s %*s", ptool_color(out, PTOOL_BOLD),
		NAME_WIDTH, "NET_RX", COUNT_WIDTH,
		table->model->per_second ? "COUNT/s" : "COUNT");
	for (i = 0; i < table->columns; i++)
		fprintf(out->file, " %*s", TIME_WIDTH, table->column[i].title);
	fprintf(out->file, "%s\n", ptool_color(out, PTOOL_PLAIN));
}

static void print_value(const struct polls_table *table, enum ptime_wait wait,
			const struct ptool_series *series, u32 column)
{
	u64 value = ptool_statistic_value(&table->column[column], series,
					  table->model->hist_bits);
	char text[PTOOL_NUMBER_LEN];

	if (!ptool_wait_is_number(wait) || !series->calls) {
		ptool_table_time(table->out, series->calls, value, table->unit,
				 TIME_WIDTH);
		return;
	}
	ptool_count_text(text, ptool_wait_number(value, table->model->hist_bits),
			 TIME_WIDTH);
	fprintf(table->out->file, " %*s", TIME_WIDTH, text);
}

static void print_series(const struct polls_table *table, enum ptime_wait wait,
			 const struct ptool_series *series)
{
	u32 i;

	fprintf(table->out->file, "%-*s", NAME_WIDTH, names[wait]);
	ptool_table_count(table->out, table->model, series->calls, COUNT_WIDTH);
	for (i = 0; i < table->columns; i++)
		print_value(table, wait, series, i);
	fputc('\n', table->out->file);
}

static void print_counted(const struct polls_table *table, u64 count,
			  const char *what)
{
	if (count)
		ptool_table_counted(table->out, count, what, "");
}

static void print_counts(const struct polls_table *table,
			 const struct ptool_polls *polls)
{
	print_counted(table, polls->full, "polls that took all of their budget");
	print_counted(table, polls->squeezed,
		      "times that the kernel stopped the softirq with work left (squeezed)");
	print_counted(table, polls->outside,
		      "polls outside of the softirq: in a thread of NAPI's, or in a task that waits");
}

static void print_all(const struct polls_table *table,
		      const struct ptool_waits *waits)
{
	struct ptool_polls polls = ptool_waits_polls(waits);
	u32 i;

	for (i = 0; i < PTIME_WAITS; i++)
		print_series(table, i, &waits->wait[i].sum);
	print_counts(table, &polls);
}

static void print_cpu(const struct polls_table *table,
		      const struct ptool_waits *waits, u32 cpu)
{
	struct ptool_polls polls = ptool_waits_polls_of(waits, cpu);
	u32 i;

	fprintf(table->out->file, "\nCPU %u\n", cpu);
	print_head(table);
	for (i = 0; i < PTIME_WAITS; i++)
		print_series(table, i, ptool_counts_of_cpu(&waits->wait[i], cpu));
	print_counts(table, &polls);
}

/* the lowest CPU that has counts, from @from on, or NO_CPU */
static u64 next_cpu(const struct ptool_waits *waits, u64 from)
{
	u64 next = NO_CPU;
	u32 i, j;

	for (i = 0; i < PTIME_WAITS; i++)
		for (j = 0; j < waits->wait[i].cpus; j++) {
			u32 cpu = waits->wait[i].cpu[j].cpu;

			if (cpu >= from && cpu < next)
				next = cpu;
		}
	for (i = 0; i < waits->cpus; i++)
		if (waits->cpu[i].cpu >= from && waits->cpu[i].cpu < next)
			next = waits->cpu[i].cpu;
	return next;
}

static void print_cpus(const struct polls_table *table,
		       const struct ptool_waits *waits)
{
	u64 cpu = next_cpu(waits, 0);

	for (; cpu != NO_CPU; cpu = next_cpu(waits, cpu + 1))
		print_cpu(table, waits, cpu);
}

static struct polls_table lay_out(const struct ptool_out *out,
				  const struct ptool_model *model,
				  const struct ptool_view *view)
{
	struct polls_table table = {
		.out = out,
		.model = model,
		.unit = view->unit == PTOOL_UNIT_AUTO ? PTOOL_UNIT_US : view->unit,
	};

	choose_columns(&table, &view->percentiles);
	squeeze(&table);
	return table;
}

static void print_head_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct polls_table table = lay_out(out, model, view);

	ptool_table_head(out, model);
	ptool_print_wrapped(out, 0,
			    "the receive softirq and NAPI's polls, times in %s",
			    ptool_unit_name(table.unit));
	fputc('\n', out->file);
	print_head(&table);
}

static void print_rows_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	const struct ptool_waits *waits = &model->paths->waits;
	struct polls_table table = lay_out(out, model, view);

	print_all(&table, waits);
	if (view->per_cpu || view->all)
		print_cpus(&table, waits);
}

void ptool_table_polls(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view)
{
	print_head_part(out, model, view);
	print_rows_part(out, model, view);
}

const struct ptool_parts ptool_parts_polls = {
	.head = print_head_part,
	.rows = print_rows_part,
};
