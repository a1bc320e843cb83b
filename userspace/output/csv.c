// SPDX-License-Identifier: GPL-2.0
/* csv: writes a line per function, outcome and CPU, or per path, for spreadsheets */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "model/fleet.h"
#include "model/stats.h"
#include "output/csv.h"

/* more than a line has, with its percentiles */
#define CELLS_MAX	64
/* room for "packets_on_all_cpus" */
#define NAME_LEN	24

/**
 * struct csv_lines - the lines of a model
 * @out: where to print
 * @model: the model
 * @view: what to show
 * @times: the times of calls
 * @line: stream that collects the cells of a line, each with a NUL
 * @text: these cells
 * @size: their size
 * @cells: number of cells
 * @cell: name of each, and where it begins
 * @picks: number of cells to print
 * @pick: the cells to print
 */
struct csv_lines {
	const struct ptool_out *out;
	const struct ptool_model *model;
	const struct ptool_view *view;
	struct ptool_times times;
	FILE *line;
	char *text;
	size_t size;
	u32 cells;
	struct {
		const char *name;
		long at;
	} cell[CELLS_MAX];
	u32 picks;
	u32 pick[CELLS_MAX];
};

/* the subject of a line */
struct row {
	const struct ptool_probe *probe;
	const char *outcome;
	const struct ptool_series *series;
	const struct ptool_series *self;
	bool is_of_cpu;
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

/* Each cell of a line has a name, so that the header and the choice follow from it. */
static FILE *begin_cell(struct csv_lines *sheet, const char *name)
{
	if (sheet->cells)
		fputc('\0', sheet->line);
	sheet->cell[sheet->cells].name = name;
	sheet->cell[sheet->cells++].at = ftell(sheet->line);
	return sheet->line;
}

static void put_text(struct csv_lines *sheet, const char *name, const char *text)
{
	print_text(begin_cell(sheet, name), text);
}

/* an unknown number is empty, not 0 */
static void put_number(struct csv_lines *sheet, const char *name, bool is_known,
		       u64 number)
{
	FILE *to = begin_cell(sheet, name);

	if (is_known)
		fprintf(to, "%llu", number);
}

static void begin_line(struct csv_lines *sheet)
{
	if (fseek(sheet->line, 0, SEEK_SET))
		ptool_end_without_memory();
	sheet->cells = 0;
}

static void end_line(struct csv_lines *sheet)
{
	u32 i;

	fputc('\0', sheet->line);
	fflush(sheet->line);
	for (i = 0; i < sheet->picks; i++)
		fprintf(sheet->out->file, "%s%s", i ? "," : "",
			sheet->text + sheet->cell[sheet->pick[i]].at);
	fputc('\n', sheet->out->file);
}

/* the names of the last line */
static void print_head(const struct csv_lines *sheet)
{
	u32 i;

	for (i = 0; i < sheet->picks; i++)
		fprintf(sheet->out->file, "%s%s", i ? "," : "",
			sheet->cell[sheet->pick[i]].name);
	fputc('\n', sheet->out->file);
}

static int refuse_name(const struct csv_lines *sheet, const char *name,
		       struct ptool_reason *why)
{
	char names[CELLS_MAX * (NAME_LEN + 1)] = "";
	enum ptool_column column;
	size_t length = 0;
	u32 i;

	/* choose_times() gave a column to each percentile, until there were too many */
	if (ptool_column_parse(name, &column) && column > PTOOL_COLUMN_PERCENTILE)
		return ptool_fail_usage(why, "export: --columns: more than %d percentiles",
					PTOOL_PERCENTILES_LEN);
	for (i = 0; i < sheet->cells; i++)
		length += snprintf(names + length, sizeof(names) - length,
				   "%s%s", i ? ", " : "", sheet->cell[i].name);
	return ptool_fail_usage(why,
				"export: --columns: no column '%s', only %s",
				name, names);
}

/* A name of the tables is one of CSV, too: "p99.9" is p999_ns, and "MIN" is min_ns. */
static void find_key(char *key, const char *name)
{
	enum ptool_column column;

	if (ptool_column_parse(name, &column))
		snprintf(key, NAME_LEN, "%s", ptool_statistic_of(column).key);
	else
		snprintf(key, NAME_LEN, "%s", name);
}

/* the part of a list up to the next comma; returns the rest, or NULL */
static const char *next_name(const char *list, char *name)
{
	size_t length = strcspn(list, ",");

	snprintf(name, NAME_LEN, "%.*s", (int)length, list);
	return list[length] ? list + length + 1 : NULL;
}

static int pick_one(struct csv_lines *sheet, const char *name,
		    struct ptool_reason *why)
{
	char key[NAME_LEN];
	u32 i = 0;

	find_key(key, name);
	while (i < sheet->cells && strcasecmp(sheet->cell[i].name, key))
		i++;
	if (i == sheet->cells)
		return refuse_name(sheet, name, why);
	if (sheet->picks == CELLS_MAX)
		return ptool_fail_usage(why, "export: --columns: more than %d",
					CELLS_MAX);
	sheet->pick[sheet->picks++] = i;
	return 0;
}

/* from the cells of the last line */
static int pick_cells(struct csv_lines *sheet, const char *names,
		      struct ptool_reason *why)
{
	char name[NAME_LEN];
	int status = 0;

	sheet->picks = 0;
	if (!names)
		for (; sheet->picks < sheet->cells; sheet->picks++)
			sheet->pick[sheet->picks] = sheet->picks;
	while (names && !status) {
		names = next_name(names, name);
		status = pick_one(sheet, name, why);
	}
	return status;
}

/* the percentiles of the view, and those among the names */
static void choose_times(struct csv_lines *sheet, const char *names)
{
	struct ptool_columns percentiles = sheet->view->percentiles;
	enum ptool_column column;
	char name[NAME_LEN];

	while (names) {
		names = next_name(names, name);
		if (ptool_column_parse(name, &column) &&
		    column > PTOOL_COLUMN_PERCENTILE)
			ptool_percentiles_add(&percentiles, column);
	}
	ptool_times_choose(&sheet->times, &percentiles);
}

static void put_recorded(struct csv_lines *sheet)
{
	const struct ptool_model *model = sheet->model;
	u64 realtime_ns = model->recordings ? ptool_fleet_of(model).end_ns :
					      model->realtime_ns;

	put_number(sheet, "time_ns", true, model->time_ns);
	put_number(sheet, "interval_ns", true, model->interval_ns);
	put_number(sheet, "restarted", true, model->restarted);
	/* the time of day at the end */
	put_number(sheet, "realtime_ns", realtime_ns, realtime_ns);
}

/* the first columns of all lines of a model */
static void put_origin(struct csv_lines *sheet)
{
	const struct ptool_model *model = sheet->model;

	if (sheet->view->per_machine)
		put_text(sheet, "machine", model->recorded->machine);
	if (model->is_interval)
		put_recorded(sheet);
	if (!model->source)
		return;
	put_text(sheet, "source", model->source);
	put_text(sheet, "segment", model->segment ? model->segment : "");
}

/* The mean is left out: it is a quotient of two columns. */
static void put_times(struct csv_lines *sheet, const struct ptool_series *series)
{
	u32 i;

	for (i = 0; i < sheet->times.count; i++) {
		const struct ptool_statistic *time = &sheet->times.time[i];

		if (time->column != PTOOL_COLUMN_MEAN)
			put_number(sheet, time->key, series->calls,
				   ptool_statistic_value(time, series,
							 sheet->model->hist_bits));
	}
}

static void put_row(struct csv_lines *sheet, const struct row *row)
{
	const struct ptool_model *model = sheet->model;
	const struct ptool_series *series = row->series;

	begin_line(sheet);
	put_origin(sheet);
	put_text(sheet, "group", row->probe->group);
	put_text(sheet, "module", row->probe->module);
	put_text(sheet, "function", row->probe->function);
	put_text(sheet, "outcome", row->outcome);
	put_number(sheet, "cpu", row->is_of_cpu, series->cpu);
	put_number(sheet, "calls", true, series->calls);
	/* Missed calls are not counted per outcome or per CPU. */
	put_number(sheet, "missed", !row->is_of_cpu && !*row->outcome,
		   row->probe->missed);
	put_number(sheet, "total_ns", true, series->total_ns);
	put_number(sheet, "self_ns", model->tree, row->self->total_ns);
	put_number(sheet, "raw_total_ns", model->has_raw, series->raw_ns);
	put_times(sheet, series);
	put_number(sheet, "timed", true, series->calls / model->sample);
	put_number(sheet, "packets", true, series->packets);
	put_number(sheet, "overflowed", true,
		   ptool_stats_overflowed(series, model->hist_bits));
	put_number(sheet, "clock_backwards", true, series->clock_backwards);
	put_number(sheet, "below_overhead", model->has_below,
		   series->below_overhead);
}

static void print_row(struct csv_lines *sheet, const struct row *row)
{
	put_row(sheet, row);
	end_line(sheet);
}

static void print_counts(struct csv_lines *sheet, struct row row,
			 const struct ptool_counts *counts,
			 const struct ptool_counts *self)
{
	u32 i;

	row.series = &counts->sum;
	row.self = &self->sum;
	print_row(sheet, &row);
	row.is_of_cpu = true;
	for (i = 0; sheet->view->per_cpu && i < counts->cpus; i++) {
		row.series = &counts->cpu[i];
		row.self = ptool_counts_of_cpu(self, row.series->cpu);
		print_row(sheet, &row);
	}
}

static void print_probe(struct csv_lines *sheet, const struct ptool_probe *probe)
{
	struct row row = { .probe = probe, .outcome = "" };
	u32 i;

	print_counts(sheet, row, &probe->counts, &probe->self);
	for (i = 0; i < probe->outcomes; i++) {
		const struct ptool_outcome *outcome = &probe->outcome[i];

		row.outcome = outcome->name;
		print_counts(sheet, row, &outcome->counts, &outcome->self);
	}
}

static void begin_sheet(struct csv_lines *sheet, const char *names)
{
	choose_times(sheet, names);
	sheet->line = open_memstream(&sheet->text, &sheet->size);
	if (!sheet->line)
		ptool_end_without_memory();
}

static void end_sheet(struct csv_lines *sheet)
{
	fclose(sheet->line);
	free(sheet->text);
}

int ptool_csv_print(const struct ptool_out *out,
		    const struct ptool_model *model,
		    const struct ptool_view *view, const char *columns,
		    bool with_head, struct ptool_reason *why)
{
	struct csv_lines sheet = { .out = out, .model = model, .view = view };
	/* a line that is not printed, for its names */
	static const struct ptool_probe none;
	struct row row = {
		.probe = &none,
		.outcome = "",
		.series = &none.counts.sum,
		.self = &none.counts.sum,
	};
	int status;
	u32 i;

	begin_sheet(&sheet, columns);
	put_row(&sheet, &row);
	status = pick_cells(&sheet, columns, why);
	if (!status && with_head)
		print_head(&sheet);
	for (i = 0; !status && i < model->probes; i++)
		print_probe(&sheet, &model->probe[i]);
	end_sheet(&sheet);
	return status;
}

/**
 * struct path_row - the subject of a line of a path
 * @path: the path; NULL for packets that are in no path
 * @reason: why the packets were dropped or are in no path; may be empty
 * @step: index of the step; 0 for the whole path
 * @series: counts of the CPU or of all kept CPUs; NULL for a step or a loss
 * @cpu: counts of the CPU if the line is of one CPU; otherwise NULL
 * @packets: number of packets on all CPUs
 * @total_ns: sum of the times of the step on all CPUs; unused without a step
 */
struct path_row {
	const struct ptool_path *path;
	const char *reason;
	u32 step;
	const struct ptool_series *series;
	const struct ptool_series *cpu;
	u64 packets;
	u64 total_ns;
};

static void put_path_names(struct csv_lines *sheet, const struct path_row *row)
{
	char name[PTOOL_PATH_LEN] = "";

	if (row->path)
		ptool_path_name(name, row->path);
	put_text(sheet, "path", name);
	put_text(sheet, "reason", row->reason);
	put_number(sheet, "position", row->step, row->step + 1);
	put_text(sheet, "step",
		 row->step ? row->path->step[row->step].name : "");
	put_number(sheet, "cpu", row->cpu, row->cpu ? row->cpu->cpu : 0);
}

/*
 * Bytes and step times are not known per CPU. Of a step, only the sum of the
 * times is known.
 */
static void put_path_row(struct csv_lines *sheet, const struct path_row *row)
{
	static const struct ptool_series none;
	const struct ptool_series *series = row->series ? row->series : &none;
	bool is_whole = row->path && !row->step && !row->cpu;

	begin_line(sheet);
	put_origin(sheet);
	put_path_names(sheet, row);
	put_number(sheet, "packets", row->series, series->calls);
	put_number(sheet, "packets_on_all_cpus", !row->cpu, row->packets);
	put_number(sheet, "bytes", is_whole,
		   is_whole ? row->path->packet_bytes : 0);
	put_number(sheet, "total_ns", row->path,
		   row->step ? row->total_ns : series->total_ns);
	put_times(sheet, series);
	put_number(sheet, "overflowed", row->series,
		   ptool_stats_overflowed(series, sheet->model->hist_bits));
	put_number(sheet, "clock_backwards", row->series,
		   series->clock_backwards);
}

static void print_path_row(struct csv_lines *sheet, const struct path_row *row)
{
	put_path_row(sheet, row);
	end_line(sheet);
}

static void print_path_cpus(struct csv_lines *sheet, struct path_row row)
{
	const struct ptool_counts *counts = &row.path->counts;
	u32 i;

	for (i = 0; i < counts->cpus; i++) {
		row.cpu = &counts->cpu[i];
		row.series = row.cpu;
		print_path_row(sheet, &row);
	}
}

static void print_steps(struct csv_lines *sheet, struct path_row row)
{
	row.series = NULL;
	for (row.step = 1; row.step < row.path->steps; row.step++) {
		row.total_ns = row.path->step[row.step].total_ns;
		print_path_row(sheet, &row);
	}
}

static void print_path(struct csv_lines *sheet, const struct ptool_path *path)
{
	char reason[PTIME_DROP_LEN];
	bool is_drop = ptool_path_reason(reason, path);
	struct path_row row = {
		.path = path,
		.reason = is_drop ? reason : "",
		.series = &path->counts.sum,
		.packets = path->packets,
	};

	print_path_row(sheet, &row);
	if (sheet->view->per_cpu)
		print_path_cpus(sheet, row);
	print_steps(sheet, row);
}

static void print_path_losses(struct csv_lines *sheet)
{
	struct path_row row = { .reason = "" };
	u32 i;

	for (i = 0; i < PTIME_PATH_LOSSES; i++) {
		row.reason = ptool_path_loss_key(i);
		row.packets = sheet->model->paths->losses[i];
		print_path_row(sheet, &row);
	}
}

static void print_paths(struct csv_lines *sheet)
{
	const struct ptool_model *model = sheet->model;
	const struct ptool_path **path = ptool_order_paths(model,
							   PTOOL_ORDER_OWN);
	u32 i;

	for (i = 0; i < model->paths->paths; i++)
		print_path(sheet, path[i]);
	print_path_losses(sheet);
	free(path);
}

int ptool_csv_print_paths(const struct ptool_out *out,
			  const struct ptool_model *model,
			  const struct ptool_view *view, const char *columns,
			  bool with_head, struct ptool_reason *why)
{
	struct csv_lines sheet = { .out = out, .model = model, .view = view };
	/* a line that is not printed, for its names */
	struct path_row row = { .reason = "" };
	int status;

	begin_sheet(&sheet, columns);
	put_path_row(&sheet, &row);
	status = pick_cells(&sheet, columns, why);
	if (!status && with_head)
		print_head(&sheet);
	if (!status)
		print_paths(&sheet);
	end_sheet(&sheet);
	return status;
}
