// SPDX-License-Identifier: GPL-2.0
/* table_hist: prints the buckets of each series, with bars */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "output/cells.h"
#include "output/rows.h"
#include "output/table.h"

/* a series must fit on a screen, with the lines above it */
#define ROWS		24

#define CALLS_WIDTH	11
#define SHARE_WIDTH	6
#define BAR_WIDTH	40

static const enum ptool_column own_columns[] = {
	PTOOL_COLUMN_CALLS, PTOOL_COLUMN_MISSED, PTOOL_COLUMN_MIN,
	PTOOL_COLUMN_MEAN,
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	\
	(_uses) & PTIME_IN_DETAIL ? PTOOL_COLUMN_##_name : PTOOL_COLUMN_NONE,
#include <pathtime/percentiles.def>
	PTOOL_COLUMN_MAX,
};

static const int widths[PTOOL_KINDS] = {
	[PTOOL_KIND_COUNT]  = CALLS_WIDTH,
	[PTOOL_KIND_MISSED] = 7,
	[PTOOL_KIND_MEAN]   = 7,
	[PTOOL_KIND_TIME]   = 7,
	[PTOOL_KIND_SUM]    = 7,
};

/* the name of a series, and how to print its buckets */
struct plot {
	const struct ptool_model *model;
	const struct ptool_probe *probe;
	const char *outcome;
	bool of_cpu;
	u32 bits;
	u32 coarse_bits;
	enum ptool_unit unit;
	int edge_width;
};

static void print_title(const struct ptool_out *out, const struct plot *plot,
			const struct ptool_series *series)
{
	char name[PTOOL_NAME_LEN], cpu[32] = "";

	ptool_table_full_name(name, plot->probe);
	ptool_table_shorten(out, name, out->width - PTIME_GROUP_LEN - 2);
	if (plot->of_cpu)
		snprintf(cpu, sizeof(cpu), ", cpu %u", series->cpu);
	fputs(ptool_color(out, PTOOL_BOLD), out->file);
	ptool_print_wrapped(out, 0, "%s: %s%s%s%s", plot->probe->group, name,
			    plot->probe->outcomes > 1 ? ", " : "",
			    plot->probe->outcomes > 1 ? plot->outcome : "",
			    cpu);
	fputs(ptool_color(out, PTOOL_PLAIN), out->file);
}

/* as many lines as the columns need; the unit follows the first headers */
static void print_stats(const struct ptool_out *out, const struct plot *plot,
			const struct ptool_view *view,
			const struct ptool_series *series)
{
	struct ptool_cell_row row = ptool_cell_row_of(series,
						      plot->probe->missed);
	struct ptool_cells cells = {
		.model = plot->model,
		.unit = plot->unit,
		.sum_unit = plot->unit,
	};
	int room = out->is_wide ? INT_MAX : out->width - (int)strlen(" us");
	u32 first, count;

	memcpy(cells.width, widths, sizeof(widths));
	ptool_cells_choose(&cells, view, own_columns, ARRAY_SIZE(own_columns));
	for (first = 0; first < cells.columns; first += count) {
		count = ptool_cells_fitting(&cells, first, room);
		ptool_cells_print_heads(out, &cells, first, count);
		if (!first)
			fprintf(out->file, " %s", ptool_unit_name(plot->unit));
		fputc('\n', out->file);
		ptool_cells_print(out, &cells, &row, first, count);
		fputc('\n', out->file);
	}
}

/* the number of lines of the buckets, with one for each gap */
static u32 count_rows(const struct ptool_series *series)
{
	u32 i, rows = series->buckets;

	for (i = 1; i < series->buckets; i++)
		rows += series->bucket[i].bucket !=
			series->bucket[i - 1].bucket + 1;
	return rows;
}

/* the largest number of buckets per power of two for which the series fits */
static u32 fitting_bits(const struct ptool_series *series, u32 bits)
{
	struct ptool_series coarse;
	u32 rows, to = bits;

	for (;;) {
		ptool_series_coarsen(&coarse, series, bits, to);
		rows = count_rows(&coarse);
		ptool_series_release(&coarse);
		if (rows <= ROWS || !to)
			return to;
		to--;
	}
}

static void edge_text(char *text, const struct plot *plot, u32 bucket)
{
	if (bucket > ptime_hist_overflow(plot->coarse_bits))
		snprintf(text, PTOOL_NUMBER_LEN, "no end");
	else
		ptool_exact_text(text, ptime_hist_low(plot->coarse_bits,
						      bucket), plot->unit);
}

static int edge_width(const struct plot *plot,
		      const struct ptool_series *coarse)
{
	char text[PTOOL_NUMBER_LEN];
	u32 last = coarse->bucket[coarse->buckets - 1].bucket;
	int width = strlen("FROM ns"), i;

	for (i = 0; i < 2; i++) {
		edge_text(text, plot, last + i);
		if ((int)strlen(text) > width)
			width = strlen(text);
	}
	return width;
}

static void print_bar(const struct ptool_out *out, u64 calls, u64 most,
		      int width)
{
	int length = (int)((double)calls / most * width + 0.5);

	/* a bucket with calls has a bar */
	if (length < 1)
		length = 1;
	fputc(' ', out->file);
	fputs(ptool_color(out, PTOOL_CYAN), out->file);
	while (length--)
		fputc('#', out->file);
	fputs(ptool_color(out, PTOOL_PLAIN), out->file);
}

static void print_bucket(const struct ptool_out *out, const struct plot *plot,
			 const struct ptool_bucket *bucket, u64 below,
			 u64 calls, u64 most)
{
	char from[PTOOL_NUMBER_LEN], to[PTOOL_NUMBER_LEN];
	int width = out->width < PTOOL_OUT_WIDTH ? out->width : PTOOL_OUT_WIDTH;
	int left = width - 2 * plot->edge_width - CALLS_WIDTH -
		   2 * SHARE_WIDTH - 6;

	edge_text(from, plot, bucket->bucket);
	edge_text(to, plot, bucket->bucket + 1);
	fprintf(out->file, " %*s %*s", plot->edge_width, from, plot->edge_width,
		to);
	ptool_table_count(out, plot->model, bucket->calls, CALLS_WIDTH);
	fprintf(out->file, " %*.2f %*.2f", SHARE_WIDTH,
		100.0 * bucket->calls / calls, SHARE_WIDTH,
		100.0 * (below + bucket->calls) / calls);
	print_bar(out, bucket->calls, most,
		  left < BAR_WIDTH ? left : BAR_WIDTH);
	fputc('\n', out->file);
}

static u64 most_calls(const struct ptool_series *series)
{
	u64 most = 0;
	u32 i;

	for (i = 0; i < series->buckets; i++)
		if (series->bucket[i].calls > most)
			most = series->bucket[i].calls;
	return most;
}

static void print_buckets(const struct ptool_out *out, const struct plot *plot,
			  const struct ptool_series *coarse)
{
	u64 below = 0, most = most_calls(coarse);
	u32 i;

	fprintf(out->file, " %*s %s %*s %s", plot->edge_width - 3, "FROM",
		ptool_unit_name(plot->unit), plot->edge_width - 3, "BELOW",
		ptool_unit_name(plot->unit));
	fprintf(out->file, " %*s", CALLS_WIDTH,
		plot->model->per_second ? "CALLS/s" : "CALLS");
	fprintf(out->file, " %*s %*s\n", SHARE_WIDTH, "%", SHARE_WIDTH,
		"SUM %");
	for (i = 0; i < coarse->buckets; i++) {
		const struct ptool_bucket *bucket = &coarse->bucket[i];

		if (i && bucket->bucket != bucket[-1].bucket + 1)
			fprintf(out->file, " %*s\n", plot->edge_width, "...");
		print_bucket(out, plot, bucket, below, coarse->calls, most);
		below += bucket->calls;
	}
}

static void print_series(const struct ptool_out *out, struct plot *plot,
			 const struct ptool_view *view,
			 const struct ptool_series *series)
{
	struct ptool_series coarse;

	if (!series->calls)
		return;
	fputc('\n', out->file);
	plot->unit = view->unit;
	if (plot->unit == PTOOL_UNIT_AUTO) {
		u64 p50 = ptool_percentile_of(series, plot->bits, 5000);

		plot->unit = ptool_unit_fitting(p50, p50);
	}
	plot->coarse_bits = view->full ? plot->bits :
					 fitting_bits(series, plot->bits);
	ptool_series_coarsen(&coarse, series, plot->bits, plot->coarse_bits);
	plot->edge_width = edge_width(plot, &coarse);
	print_title(out, plot, series);
	print_stats(out, plot, view, series);
	if (plot->coarse_bits < plot->bits)
		ptool_print_wrapped(out, 0,
				    "buckets merged, %u per power of two instead of %u: --full shows all",
				    1U << plot->coarse_bits, 1U << plot->bits);
	print_buckets(out, plot, &coarse);
	ptool_series_release(&coarse);
}

static void print_counts(const struct ptool_out *out, struct plot *plot,
			 const struct ptool_view *view,
			 const struct ptool_counts *counts)
{
	u32 i;

	plot->of_cpu = view->per_cpu;
	if (!view->per_cpu)
		print_series(out, plot, view, &counts->sum);
	for (i = 0; view->per_cpu && i < counts->cpus; i++)
		print_series(out, plot, view, &counts->cpu[i]);
}

static bool is_shown(const struct ptool_probe *probe,
		     const struct ptool_view *view)
{
	return !view->only || probe->id == view->only;
}

static bool has_rows(const struct ptool_probe *probe,
		     const struct ptool_view *view)
{
	return is_shown(probe, view) && probe->counts.sum.calls;
}

static void print_head(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view)
{
	(void)view;
	ptool_table_head(out, model);
}

static void print_rows(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view)
{
	struct ptool_rows rows = ptool_rows_of(model, view, has_rows);
	u32 i, j;

	for (i = 0; i < rows.rows; i++) {
		struct plot plot = {
			.model = model,
			.probe = rows.probe[i],
			.bits = model->hist_bits,
		};

		for (j = 0; j < plot.probe->outcomes; j++) {
			plot.outcome = plot.probe->outcome[j].name;
			print_counts(out, &plot, view,
				     &plot.probe->outcome[j].counts);
		}
	}
	if (rows.left_out)
		fprintf(out->file, "\n%u more: see --limit\n", rows.left_out);
	free(rows.probe);
}

static void print_foot(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view)
{
	u32 i, silent = 0;

	for (i = 0; i < model->probes; i++)
		silent += is_shown(&model->probe[i], view) &&
			  !model->probe[i].counts.sum.calls;
	if (silent)
		fprintf(out->file, "%u without calls: see 'pathtime probes'\n",
			silent);
	ptool_table_losses(out, model);
}

void ptool_table_hist(const struct ptool_out *out,
		      const struct ptool_model *model,
		      const struct ptool_view *view)
{
	print_head(out, model, view);
	print_rows(out, model, view);
	fputc('\n', out->file);
	print_foot(out, model, view);
}

const struct ptool_parts ptool_parts_hist = {
	.head = print_head,
	.rows = print_rows,
	.foot = print_foot,
};
