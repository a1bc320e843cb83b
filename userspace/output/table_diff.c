// SPDX-License-Identifier: GPL-2.0
/* table_diff: prints a line per function and path, or with --verbose one per figure */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/require.h"
#include "output/table.h"

#define NAME_WIDTH	25
#define RATE_WIDTH	7
#define TIME_WIDTH	6
#define CHANGE_WIDTH	7

/* width of all numbers of a path, with a fourth change; the name gets the rest */
#define PATH_NUMBERS	(2 * RATE_WIDTH + 2 * TIME_WIDTH + 4 * CHANGE_WIDTH + 8)

/* columns of the lines below a name, with --verbose */
#define FIGURE_WIDTH	9
#define BOUND_WIDTH	7
#define PERCENT_WIDTH	6

/*
 * Larger numbers are not printed: INFINITY is a missing bound, and no clock
 * counts that far.
 */
#define NS_MOST		9e18

/* headers of the tables of functions and of paths */
struct kind {
	const char *name;
	const char *count;
	const char *count_per_s;
	const char *line;
	const char *rows;
};

static const struct kind functions = {
	"FUNCTION", "CALLS", "CALLS PER S", "calls", "functions",
};

static const struct kind paths = {
	"PATH", "PACKETS", "PACKETS PER S", "packets", "paths",
};

/* properties of all lines of a table; of functions, @repeated has a flag for each row */
struct diff_layout {
	const struct ptool_diff *diff;
	const struct kind *kind;
	const struct ptool_diff_row *row;
	u32 rows;
	bool *repeated;
	enum ptool_unit unit;
	int name_width;
};

static void row_key(const void *table, u32 index, const char **module,
		    const char **function)
{
	const struct ptool_diff_row *row = table;

	*module = row[index].probe->module;
	*function = row[index].probe->function;
}

static void function_name(char *name, const struct diff_layout *layout,
			  const struct ptool_diff_row *row)
{
	ptool_table_short_name(name, row->probe,
			       layout->repeated[row - layout->row]);
}

static int name_width(const struct ptool_out *out, const struct diff_layout *layout)
{
	int widest = NAME_WIDTH;
	char name[PTOOL_NAME_LEN];
	u32 i;

	for (i = 0; i < layout->rows; i++) {
		function_name(name, layout, &layout->row[i]);
		if ((int)strlen(name) > widest)
			widest = (int)strlen(name);
	}
	return ptool_table_name_width(out, widest, PTOOL_OUT_WIDTH - NAME_WIDTH);
}

static enum ptool_unit unit_of(const struct ptool_diff *diff,
			       const struct ptool_view *view)
{
	enum ptool_unit a = ptool_table_unit(diff->a, view);
	enum ptool_unit b = ptool_table_unit(diff->b, view);

	return a < b ? a : b;
}

static void print_number(const struct ptool_out *out, const char *text,
			 int width)
{
	fprintf(out->file, " %*s", width, text);
}

static void print_time(const struct ptool_out *out, double ns,
		       enum ptool_unit unit, int width)
{
	char text[PTOOL_NUMBER_LEN] = "-";

	if (ns < NS_MOST)
		ptool_time_text(text, (u64)llround(ns), unit, width);
	print_number(out, text, width);
}

/* three digits, as per cent have, with the mark of an estimate as counts have */
static void print_rate(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_diff_side *side, int width)
{
	char text[PTOOL_NUMBER_LEN] = "~";
	int mark = model->sample > 1;

	if (side->calls_per_s > 0)
		ptool_percent_text(text + mark, side->calls_per_s,
				   width - mark);
	print_number(out, side->calls_per_s > 0 ? text : "-", width);
}

/* The duration of a capture is unknown, so it shows calls instead of a rate. */
static void print_calls_column(const struct ptool_out *out,
			       const struct diff_layout *layout,
			       const struct ptool_model *model,
			       const struct ptool_diff_side *side)
{
	if (layout->diff->has_rates)
		print_rate(out, model, side, RATE_WIDTH);
	else if (side->calls)
		ptool_table_count(out, model, side->calls, RATE_WIDTH);
	else
		print_number(out, "-", RATE_WIDTH);
}

static void print_mean(const struct ptool_out *out,
		       const struct ptool_diff_side *side, enum ptool_unit unit)
{
	print_time(out, side->calls ? side->figure[PTOOL_FIGURE_MEAN].value :
		   INFINITY, unit, TIME_WIDTH);
}

/* at most six columns wide, including the sign */
static void percent_text(char *text, double percent)
{
	if (!isfinite(percent))
		snprintf(text, PTOOL_NUMBER_LEN, "-");
	else if (percent < 99.95)
		snprintf(text, PTOOL_NUMBER_LEN, "%+.*f", percent > -99.95,
			 percent);
	else if (percent < 99999.5)
		snprintf(text, PTOOL_NUMBER_LEN, "%+.0f", percent);
	else
		snprintf(text, PTOOL_NUMBER_LEN, ">99999");
}

static void print_percent(const struct ptool_out *out, double percent,
			  int width)
{
	char text[PTOOL_NUMBER_LEN];

	percent_text(text, percent);
	print_number(out, text, width);
}

static void print_change(const struct ptool_out *out,
			 const struct ptool_change *change, int width)
{
	char text[PTOOL_NUMBER_LEN] = "~";
	bool grown = change->is_certain && change->percent.low > 0;

	if (change->is_likely)
		percent_text(text, change->percent.value);
	if (change->is_likely && !change->is_certain)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "?");
	fprintf(out->file, " %s%*s%s", grown ? ptool_color(out, PTOOL_RED) : "",
		width, text, grown ? ptool_color(out, PTOOL_PLAIN) : "");
}

static bool is_in_both(const struct ptool_diff_row *row)
{
	return row->a.calls && row->b.calls;
}

static void print_function_name(const struct ptool_out *out,
				const struct diff_layout *layout,
				const struct ptool_diff_row *row, int width)
{
	char name[PTOOL_NAME_LEN];

	function_name(name, layout, row);
	ptool_table_shorten(out, name, width);
	fprintf(out->file, "%-*s", width, name);
}

static void print_path_name(const struct ptool_out *out,
			    const struct ptool_diff_row *row, int width)
{
	char name[PTOOL_PATH_FULL_LEN];

	ptool_path_full_name(name, row->path);
	ptool_table_path_name(out, name, width);
}

static void print_row(const struct ptool_out *out, const struct diff_layout *layout,
		      const struct ptool_diff_row *row)
{
	enum ptool_figure figure;

	if (row->path)
		print_path_name(out, row, layout->name_width);
	else
		print_function_name(out, layout, row, layout->name_width);
	print_calls_column(out, layout, layout->diff->a, &row->a);
	print_calls_column(out, layout, layout->diff->b, &row->b);
	print_mean(out, &row->a, layout->unit);
	print_mean(out, &row->b, layout->unit);
	if (row->path)
		print_percent(out, ptool_diff_rate_percent(row), CHANGE_WIDTH);
	for (figure = 0; figure < PTOOL_FIGURES; figure++) {
		if (!ptool_figure_is_in(figure, PTIME_IN_SUMMARY))
			continue;
		if (is_in_both(row))
			print_change(out, &row->change[figure], CHANGE_WIDTH);
		else
			print_number(out, "-", CHANGE_WIDTH);
	}
	fputc('\n', out->file);
}

static void print_columns(const struct ptool_out *out,
			  const struct diff_layout *layout)
{
	const struct kind *kind = layout->kind;
	int more = kind == &paths ? CHANGE_WIDTH + 1 : 0;

	fprintf(out->file, "%s%-*s %*s %*s %*s\n", ptool_color(out, PTOOL_BOLD),
		layout->name_width, "", 2 * RATE_WIDTH + 1,
	       layout->diff->has_rates ? kind->count_per_s : kind->count,
	       2 * TIME_WIDTH + 1, "MEAN", 3 * CHANGE_WIDTH + 2 + more,
	       "CHANGE IN %");
	fprintf(out->file, "%-*s %*s %*s %*s %*s%*s %*s", layout->name_width,
		kind->name, RATE_WIDTH, "A", RATE_WIDTH, "B", TIME_WIDTH, "A",
	       TIME_WIDTH, "B", more, more ? kind->count : "", CHANGE_WIDTH,
	       "MEAN");
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	\
	if ((_uses) & PTIME_IN_SUMMARY)					\
		fprintf(out->file, " %*s", CHANGE_WIDTH, _title);
#include <pathtime/percentiles.def>
	fprintf(out->file, "%s\n", ptool_color(out, PTOOL_PLAIN));
}

static void print_rows(const struct ptool_out *out, const struct diff_layout *layout)
{
	u32 i;

	print_columns(out, layout);
	for (i = 0; i < layout->rows; i++)
		print_row(out, layout, &layout->row[i]);
}

static void print_interval(const struct ptool_out *out,
			   const struct diff_layout *layout,
			   const struct ptool_diff_side *side,
			   enum ptool_figure figure)
{
	const struct ptool_interval *time = &side->figure[figure];

	print_time(out, side->calls ? time->value : INFINITY, layout->unit,
		   BOUND_WIDTH);
	print_time(out, side->calls ? time->low : INFINITY, layout->unit,
		   BOUND_WIDTH);
	print_time(out, side->calls ? time->high : INFINITY, layout->unit,
		   BOUND_WIDTH);
}

static void print_figure(const struct ptool_out *out,
			 const struct diff_layout *layout,
			 const struct ptool_diff_row *row,
			 enum ptool_figure figure)
{
	const struct ptool_change *change = &row->change[figure];

	fprintf(out->file, "  %-*s", FIGURE_WIDTH - 2,
		ptool_figure_name(figure));
	print_interval(out, layout, &row->a, figure);
	print_interval(out, layout, &row->b, figure);
	if (change->is_known) {
		print_change(out, change, CHANGE_WIDTH);
		print_percent(out, change->percent.low, PERCENT_WIDTH);
		print_percent(out, change->percent.high, PERCENT_WIDTH);
	}
	fputc('\n', out->file);
}

/* Counts have no bounds: they are aligned with the numbers that have. */
static void print_calls(const struct ptool_out *out,
			const struct diff_layout *layout,
			const struct ptool_diff_row *row)
{
	int gap = 2 * (BOUND_WIDTH + 1);

	fprintf(out->file, "  %-*s", FIGURE_WIDTH - 2, layout->kind->line);
	ptool_table_count(out, layout->diff->a, row->a.calls, BOUND_WIDTH);
	fprintf(out->file, "%*s", gap, "");
	ptool_table_count(out, layout->diff->b, row->b.calls, BOUND_WIDTH);
	fprintf(out->file, "\n  %-*s", FIGURE_WIDTH - 2, "per s");
	print_rate(out, layout->diff->a, &row->a, BOUND_WIDTH);
	fprintf(out->file, "%*s", gap, "");
	print_rate(out, layout->diff->b, &row->b, BOUND_WIDTH);
	if (isfinite(ptool_diff_rate_percent(row))) {
		fprintf(out->file, "%*s", gap, "");
		print_percent(out, ptool_diff_rate_percent(row), CHANGE_WIDTH);
	}
	fputc('\n', out->file);
}

static void print_block(const struct ptool_out *out,
			const struct diff_layout *layout,
			const struct ptool_diff_row *row)
{
	enum ptool_figure figure;
	char name[PTOOL_PATH_FULL_LEN];

	fputs(ptool_color(out, PTOOL_CYAN), out->file);
	if (row->path) {
		ptool_path_full_name(name, row->path);
	} else {
		function_name(name, layout, row);
		ptool_table_shorten(out, name, out->width);
	}
	ptool_print_wrapped(out, 0, "%s", name);
	fputs(ptool_color(out, PTOOL_PLAIN), out->file);
	print_calls(out, layout, row);
	for (figure = 0; figure < PTOOL_FIGURES; figure++)
		if (ptool_figure_is_in(figure, PTIME_IN_DETAIL))
			print_figure(out, layout, row, figure);
}

static void print_blocks(const struct ptool_out *out,
			 const struct diff_layout *layout)
{
	u32 i;

	fprintf(out->file, "%s%-*s %*s %*s %*s %*s %*s %*s %*s %*s %*s%s\n",
		ptool_color(out, PTOOL_BOLD), FIGURE_WIDTH, layout->kind->name,
		BOUND_WIDTH, "A", BOUND_WIDTH, "FROM", BOUND_WIDTH, "TO",
		BOUND_WIDTH, "B", BOUND_WIDTH, "FROM", BOUND_WIDTH, "TO",
		CHANGE_WIDTH, "CHANGE", PERCENT_WIDTH, "FROM", PERCENT_WIDTH,
		"TO", ptool_color(out, PTOOL_PLAIN));
	for (i = 0; i < layout->rows; i++)
		print_block(out, layout, &layout->row[i]);
}

static void print_side(const struct ptool_out *out, const char *side,
		       const char *name, const struct ptool_model *model,
		       bool has_paths)
{
	ptool_print_wrapped(out, 0, "%s: %s", side, name);
	ptool_table_head(out, model);
	ptool_table_losses(out, model);
	if (has_paths)
		ptool_table_path_losses(out, model);
	fputc('\n', out->file);
}

/* Overhead that only one side includes in its times is part of every change. */
static void print_costs(const struct ptool_out *out,
			const struct ptool_diff *diff)
{
	if (!diff->a->source != !diff->b->source)
		ptool_print_wrapped(out, 0,
				    "WARNING: compare captures with captures only: the times of %c include the overhead of the tracer, and those of %c do not",
				    diff->a->source ? 'A' : 'B',
				    diff->a->source ? 'B' : 'A');
	else if (diff->a->has_raw != diff->b->has_raw)
		ptool_print_wrapped(out, 0,
				    "WARNING: do not rely on changes of times: those of %c include the overhead of the probes, as an older module did not subtract it",
				    diff->a->has_raw ? 'B' : 'A');
}

static bool has_doubts(const struct ptool_diff_row *row, u32 rows)
{
	enum ptool_figure figure;
	u32 i;

	for (i = 0; i < rows; i++)
		for (figure = 0; figure < PTOOL_FIGURES; figure++)
			if (row[i].change[figure].is_likely &&
			    !row[i].change[figure].is_certain)
				return true;
	return false;
}

static void print_certainty(const struct ptool_out *out,
			    const struct ptool_diff *diff)
{
	char why[PTOOL_DIFF_WHY_LEN];

	if (diff->has_spread) {
		ptool_print_wrapped(out, 0,
				    "~ marks a change that is not certain; the chance that any other change of this report is false is %g %% at most",
				    100 * PTOOL_DIFF_CHANCE);
		if (has_doubts(diff->row, diff->rows) ||
		    has_doubts(diff->path_row, diff->path_rows))
			ptool_print_wrapped(out, 0,
					    "? marks a change assuming independent calls, which is not certain either: too few intervals have such calls");
		return;
	}
	ptool_diff_why(why, diff);
	ptool_print_wrapped(out, 0,
			    "no change is certain, as %s; ? marks a change assuming independent calls, ~ one that may be chance even so",
			    why);
}

static void print_head(const struct ptool_out *out, const struct diff_layout *layout)
{
	const struct ptool_diff *diff = layout->diff;

	print_side(out, "A", diff->a_name, diff->a, diff->has_paths);
	print_side(out, "B", diff->b_name, diff->b, diff->has_paths);
	print_costs(out, diff);
	ptool_print_wrapped(out, 0, "times in %s",
			    ptool_unit_name(layout->unit));
	print_certainty(out, diff);
	fputc('\n', out->file);
}

static void print_only(const struct ptool_out *out, const struct diff_layout *layout)
{
	u32 i, a = 0, b = 0;

	for (i = 0; i < layout->rows; i++) {
		a += !layout->row[i].b.calls;
		b += !layout->row[i].a.calls;
	}
	if (!a && !b)
		return;
	fputc('\n', out->file);
	ptool_print_wrapped(out, 0, "%s with %s in A only: %u, in B only: %u",
			    layout->kind->rows, layout->kind->line, a, b);
}

static void print_table(const struct ptool_out *out,
			const struct diff_layout *layout, bool verbose)
{
	if (!layout->rows) {
		fprintf(out->file, "no %s in either\n", layout->kind->line);
		return;
	}
	if (verbose)
		print_blocks(out, layout);
	else
		print_rows(out, layout);
	print_only(out, layout);
}

static int path_width(const struct ptool_out *out,
		      const struct ptool_diff *diff)
{
	char name[PTOOL_PATH_FULL_LEN];
	int widest = PTOOL_OUT_WIDTH - PATH_NUMBERS;
	u32 i;

	for (i = 0; i < diff->path_rows; i++) {
		ptool_path_full_name(name, diff->path_row[i].path);
		if ((int)strlen(name) > widest)
			widest = (int)strlen(name);
	}
	return ptool_table_name_width(out, widest, PATH_NUMBERS);
}

/* Paths have their own unit, because they take longer than the functions on them. */
static void print_paths(const struct ptool_out *out,
			const struct ptool_diff *diff,
			const struct ptool_view *view)
{
	struct diff_layout layout = {
		.diff = diff,
		.kind = &paths,
		.row = diff->path_row,
		.rows = diff->path_rows,
		.unit = view->unit == PTOOL_UNIT_AUTO ? PTOOL_UNIT_US :
							view->unit,
		.name_width = path_width(out, diff),
	};

	fputc('\n', out->file);
	ptool_print_wrapped(out, 0,
			    "paths of packets, times from the first step to the last in %s",
			    ptool_unit_name(layout.unit));
	fputc('\n', out->file);
	print_table(out, &layout, view->verbose);
}

/*
 * If only one side knows paths, these are neither new nor gone, so none are
 * compared.
 */
static void print_unknown(const struct ptool_out *out,
			  const struct ptool_diff *diff)
{
	bool a = ptool_has_paths(diff->a);

	if (diff->only_functions || a == ptool_has_paths(diff->b))
		return;
	fputc('\n', out->file);
	ptool_print_wrapped(out, 0,
			    "paths of packets are not compared: %c has none, for example because of paths=0",
			    a ? 'B' : 'A');
}

void ptool_table_diff(const struct ptool_out *out,
		      const struct ptool_diff *diff,
		      const struct ptool_view *view)
{
	struct diff_layout layout = {
		.diff = diff,
		.kind = &functions,
		.row = diff->row,
		.rows = diff->rows,
		.repeated = ptool_names_repeated(row_key, diff->row,
						 diff->rows),
		.unit = unit_of(diff, view),
	};

	layout.name_width = name_width(out, &layout);
	print_head(out, &layout);
	print_table(out, &layout, view->verbose);
	free(layout.repeated);
	if (diff->has_paths)
		print_paths(out, diff, view);
	else
		print_unknown(out, diff);
}
