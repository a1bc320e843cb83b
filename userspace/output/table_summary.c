// SPDX-License-Identifier: GPL-2.0
/* table_summary: prints a line per function, with lines for outcomes and CPUs */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/lines.h"
#include "output/cells.h"
#include "output/rows.h"
#include "output/table.h"

#define NAME_WIDTH	25

/* properties of all lines of a table; @repeated has a flag for each probe of @model */
struct summary_layout {
	const struct ptool_model *model;
	struct ptool_cells cells;
	bool *repeated;
	bool per_cpu;
	int name_width;
};

static const enum ptool_column own_columns[] = {
	PTOOL_COLUMN_CALLS, PTOOL_COLUMN_MISSED, PTOOL_COLUMN_MEAN,
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	\
	(_uses) & PTIME_IN_SUMMARY ? PTOOL_COLUMN_##_name : PTOOL_COLUMN_NONE,
#include <pathtime/percentiles.def>
	PTOOL_COLUMN_MAX, PTOOL_COLUMN_TOTAL,
};

static const int widths[PTOOL_KINDS] = {
	[PTOOL_KIND_COUNT]  = 10,
	[PTOOL_KIND_MISSED] = 6,
	[PTOOL_KIND_MEAN]   = 6,
	[PTOOL_KIND_TIME]   = 6,
	[PTOOL_KIND_SUM]    = 7,
};

static bool is_shown(const struct ptool_probe *probe,
		     const struct ptool_view *view)
{
	return !ptool_rows_is_empty(probe, view) &&
	       ptool_table_is_wanted(view, probe->module, probe->function);
}

static int name_width(const struct ptool_out *out,
		      const struct ptool_model *model, const bool *repeated,
		      const struct ptool_view *view, int others)
{
	int widest = NAME_WIDTH;
	char name[PTOOL_NAME_LEN];
	u32 i;

	/* ignore the filter, so that columns do not move while it is typed */
	for (i = 0; i < model->probes; i++) {
		if (ptool_rows_is_empty(&model->probe[i], view))
			continue;
		ptool_table_short_name(name, &model->probe[i], repeated[i]);
		if ((int)strlen(name) > widest)
			widest = strlen(name);
	}
	return ptool_table_name_width(out, widest, others);
}

static enum ptool_unit total_unit(const struct ptool_model *model)
{
	u64 most = 0;
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (model->probe[i].counts.sum.total_ns > most)
			most = model->probe[i].counts.sum.total_ns;
	most = ptool_table_rate(model, most);
	return most < 100ULL * 1000 * 1000 ? PTOOL_UNIT_US :
	       most < 100ULL * 1000 * 1000 * 1000 ? PTOOL_UNIT_MS :
						    PTOOL_UNIT_S;
}

static void print_columns(const struct ptool_out *out,
			  const struct summary_layout *layout)
{
	const struct ptool_cells *cells = &layout->cells;

	fprintf(out->file, "\n%s%-*s", ptool_color(out, PTOOL_BOLD),
		layout->name_width, "FUNCTION");
	ptool_cells_print_heads(out, cells, 0, cells->columns);
	fprintf(out->file, "%s\n", ptool_color(out, PTOOL_PLAIN));
}

static void print_head(const struct ptool_out *out, const struct summary_layout *layout)
{
	const struct ptool_model *model = layout->model;

	ptool_print_wrapped(out, 0,
			    "times in %s, TOTAL in %s; percentiles within %.1f %%%s",
			    ptool_unit_name(layout->cells.unit),
			    ptool_unit_name(layout->cells.sum_unit),
			    100.0 / (2 << model->hist_bits),
			    ptool_model_is_difference(model) ? ", MAX rounded to a bucket" : "");
	if (model->only_raw)
		ptool_print_wrapped(out, 0,
				    "~ is an estimate: corrected by the average overhead of a call");
	print_columns(out, layout);
}

static void print_row(const struct ptool_out *out, const struct summary_layout *layout,
		      int indent, const char *text,
		      const struct ptool_series *series, u64 missed)
{
	struct ptool_cell_row row = ptool_cell_row_of(series, missed);
	int width = layout->name_width - indent;
	char name[PTOOL_NAME_LEN];

	snprintf(name, sizeof(name), "%s", text);
	ptool_table_shorten(out, name, width);
	fprintf(out->file, "%*s%-*s", indent, "", width, name);
	ptool_cells_print(out, &layout->cells, &row, 0,
			  layout->cells.columns);
	fputc('\n', out->file);
}

static void print_cpus(const struct ptool_out *out, const struct summary_layout *layout,
		       int indent, const struct ptool_counts *counts)
{
	char name[32];
	u32 i;

	for (i = 0; layout->per_cpu && i < counts->cpus; i++) {
		snprintf(name, sizeof(name), "cpu %u", counts->cpu[i].cpu);
		print_row(out, layout, indent, name, &counts->cpu[i],
			  PTOOL_NOT_COUNTED);
	}
}

/* Outcomes are not shown if all calls have the first one, which is the normal one. */
static bool is_split(const struct ptool_probe *probe)
{
	return probe->outcome[0].counts.sum.calls != probe->counts.sum.calls;
}

static void print_outcomes(const struct ptool_out *out,
			   const struct summary_layout *layout,
			   const struct ptool_probe *probe)
{
	u32 i;

	if (!is_split(probe)) {
		print_cpus(out, layout, 2, &probe->counts);
		return;
	}
	for (i = 0; i < probe->outcomes; i++) {
		const struct ptool_outcome *outcome = &probe->outcome[i];

		if (!outcome->counts.sum.calls)
			continue;
		print_row(out, layout, 2, outcome->name, &outcome->counts.sum,
			  PTOOL_NOT_COUNTED);
		print_cpus(out, layout, 4, &outcome->counts);
	}
}

static void print_packets(const struct ptool_out *out,
			  const struct summary_layout *layout,
			  const struct ptool_series *sum)
{
	char packets[PTOOL_NUMBER_LEN], each[PTOOL_NUMBER_LEN];

	if (!sum->packets)
		return;
	ptool_table_count_text(packets, layout->model, sum->packets,
			       PTOOL_NUMBER_LEN);
	ptool_time_text(each, ptool_stats_per(sum->total_ns, sum->packets),
			layout->cells.unit, widths[PTOOL_KIND_TIME]);
	fprintf(out->file, "  %s packets%s, %s %s each\n", packets,
		layout->model->per_second ? "/s" : "", each,
		ptool_unit_name(layout->cells.unit));
}

/* Armed probes need no line. Stopped ones are reported once, in the header. */
static void print_state(const struct ptool_out *out,
			const struct ptool_probe *probe)
{
	if (probe->state != PTIME_STATE_PENDING &&
	    probe->state != PTIME_STATE_FAILED)
		return;
	fputs(ptool_color(out, PTOOL_YELLOW), out->file);
	ptool_print_wrapped(out, 2, "%s%s%s",
			    probe->state == PTIME_STATE_PENDING ?
			    "pending" : "failed",
			    probe->reason ? ": " : "",
			    ptool_probe_reason(probe));
	fputs(ptool_color(out, PTOOL_PLAIN), out->file);
}

static void print_probe(const struct ptool_out *out,
			const struct summary_layout *layout,
			const struct ptool_probe *probe)
{
	char name[PTOOL_NAME_LEN];

	ptool_mark(out, probe->id);
	ptool_table_short_name(name, probe,
			       layout->repeated[probe - layout->model->probe]);
	print_row(out, layout, 0, name, &probe->counts.sum, probe->missed);
	print_outcomes(out, layout, probe);
	print_packets(out, layout, &probe->counts.sum);
	print_state(out, probe);
}

/**
 * struct grouped - a function to be printed with those of its group
 * @probe: its probe
 * @first: the first probe of its group
 */
struct grouped {
	const struct ptool_probe *probe;
	const struct ptool_probe *first;
};

static int compare_places(const struct ptool_probe *a,
			  const struct ptool_probe *b)
{
	return (a > b) - (a < b);
}

static int compare_groups(const void *one, const void *other)
{
	const struct grouped *a = one, *b = other;
	int order = strcmp(a->probe->group, b->probe->group);

	return order ? order : compare_places(a->probe, b->probe);
}

static int compare_firsts(const void *one, const void *other)
{
	const struct grouped *a = one, *b = other;
	int order = compare_places(a->first, b->first);

	return order ? order : compare_places(a->probe, b->probe);
}

/* groups in the order of their first functions, and functions in that of the model */
static struct grouped *by_group(const struct ptool_model *model)
{
	struct grouped *row = ptool_alloc(model->probes, sizeof(*row));
	u32 i;

	for (i = 0; i < model->probes; i++)
		row[i].probe = &model->probe[i];
	qsort(row, model->probes, sizeof(*row), compare_groups);
	for (i = 0; i < model->probes; i++)
		row[i].first = i && !strcmp(row[i].probe->group,
					    row[i - 1].probe->group) ?
			       row[i - 1].first : row[i].probe;
	qsort(row, model->probes, sizeof(*row), compare_firsts);
	return row;
}

static void print_groups(const struct ptool_out *out,
			 const struct summary_layout *layout,
			 const struct ptool_view *view)
{
	struct grouped *row = by_group(layout->model);
	const struct ptool_probe *headed = NULL;
	u32 i;

	for (i = 0; i < layout->model->probes; i++) {
		if (!is_shown(row[i].probe, view))
			continue;
		if (headed != row[i].first)
			fprintf(out->file, "\n%s%s:%s\n",
				ptool_color(out, PTOOL_CYAN),
				row[i].probe->group,
				ptool_color(out, PTOOL_PLAIN));
		headed = row[i].first;
		print_probe(out, layout, row[i].probe);
	}
	free(row);
}

static void print_sorted(const struct ptool_out *out,
			 const struct summary_layout *layout,
			 const struct ptool_view *view)
{
	struct ptool_rows rows = ptool_rows_of(layout->model, view, is_shown);
	u32 i;

	for (i = 0; i < rows.rows; i++)
		print_probe(out, layout, rows.probe[i]);
	if (rows.left_out)
		fprintf(out->file, "\n%u more: see --limit\n", rows.left_out);
	free(rows.probe);
}

static u32 count_state(const struct ptool_model *model, enum ptime_state state)
{
	u32 i, count = 0;

	for (i = 0; i < model->probes; i++)
		count += model->probe[i].state == state;
	return count;
}

static void print_hidden(const struct ptool_out *out,
			 const struct ptool_model *model,
			 const struct ptool_view *view)
{
	u32 pending = count_state(model, PTIME_STATE_PENDING);
	u32 failed = count_state(model, PTIME_STATE_FAILED);
	u32 i, hidden = 0;

	for (i = 0; i < model->probes; i++)
		hidden += ptool_rows_is_empty(&model->probe[i], view);
	if (hidden)
		fprintf(out->file, "%u without calls: see 'pathtime --all'\n",
			hidden);
	if (pending || failed)
		fprintf(out->file,
			"%u pending, %u failed: see 'pathtime probes'\n",
			pending, failed);
}

static struct summary_layout lay_out(const struct ptool_out *out,
				     const struct ptool_model *model,
				     const struct ptool_view *view)
{
	struct summary_layout layout = {
		.model = model,
		.cells = {
			.model = model,
			.unit = ptool_table_unit(model, view),
			.sum_unit = total_unit(model),
		},
		.repeated = ptool_model_repeated(model),
		.per_cpu = view->per_cpu,
	};

	memcpy(layout.cells.width, widths, sizeof(widths));
	ptool_cells_choose(&layout.cells, view, own_columns,
			   ARRAY_SIZE(own_columns));
	ptool_cells_squeeze(&layout.cells, out, PTOOL_NAME_LEAST);
	layout.name_width = name_width(out, model, layout.repeated, view,
				       ptool_cells_width(&layout.cells));
	return layout;
}

static void print_head_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct summary_layout layout = lay_out(out, model, view);

	ptool_table_head(out, model);
	print_head(out, &layout);
	free(layout.repeated);
}

static void print_rows_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct summary_layout layout = lay_out(out, model, view);

	if (view->order.column == PTOOL_COLUMN_NONE && !view->limit)
		print_groups(out, &layout, view);
	else
		print_sorted(out, &layout, view);
	free(layout.repeated);
}

static void print_foot_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	print_hidden(out, model, view);
	if (!model->source && model->probes)
		ptool_table_cost(out, model);
	ptool_table_losses(out, model);
}

void ptool_table_summary(const struct ptool_out *out,
			 const struct ptool_model *model,
			 const struct ptool_view *view)
{
	print_head_part(out, model, view);
	print_rows_part(out, model, view);
	fputc('\n', out->file);
	print_foot_part(out, model, view);
}

const struct ptool_parts ptool_parts_summary = {
	.head = print_head_part,
	.rows = print_rows_part,
	.foot = print_foot_part,
};
