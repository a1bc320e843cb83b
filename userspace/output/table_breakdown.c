// SPDX-License-Identifier: GPL-2.0
/* table_breakdown: prints the parts of a function's time, which add up to it */
#include <stdio.h>
#include <string.h>

#include "output/table.h"

#define CALLS_WIDTH	9
#define TIME_WIDTH	8
#define SHARE_WIDTH	6
#define SUM_WIDTH	15

/* on a narrow terminal; a sum is never cut */
#define CALLS_LEAST	6
#define SUM_LEAST	6
#define ROW_INDENT	2

#define ITSELF		"(itself, in no callee)"

/* without --all, functions with less than 1/LEAST_PART of the total share a row */
#define LEAST_PART	1000

/* properties of all rows */
struct breakdown_layout {
	const struct ptool_model *model;
	const struct ptool_breakdown *breakdown;
	enum ptool_unit unit;
	int name_width;
	int calls_width;
	int sum_width;
	bool all;
};

static void print_per(const struct ptool_out *out, const struct breakdown_layout *layout,
		      u64 ns, u64 count)
{
	ptool_table_time(out, count, count ? ptool_stats_per(ns, count) : 0,
			 layout->unit, TIME_WIDTH);
}

static void print_part(const struct ptool_out *out, const struct breakdown_layout *layout,
		       int indent, const char *full_name, u64 calls, u64 ns)
{
	const struct ptool_breakdown *breakdown = layout->breakdown;
	char name[PTOOL_NAME_LEN + ROW_INDENT], sum[PTOOL_NUMBER_LEN];

	snprintf(name, sizeof(name), "%s", full_name);
	ptool_table_shorten(out, name, layout->name_width - indent);
	fprintf(out->file, "%*s%-*s", indent, "", layout->name_width - indent,
		name);
	if (calls)
		ptool_table_count(out, layout->model, calls,
				  layout->calls_width);
	else
		fprintf(out->file, " %*s", layout->calls_width, "");
	print_per(out, layout, ns, breakdown->calls);
	if (breakdown->packets)
		print_per(out, layout, ns, breakdown->packets);
	ptool_exact_text(sum, ns, layout->unit);
	fprintf(out->file, " %*.2f %*s\n", SHARE_WIDTH,
		breakdown->total_ns ? 100.0 * ns / breakdown->total_ns : 0.0,
		layout->sum_width, sum);
}

static void function_name(char *name, const struct ptool_tree *tree,
			  const struct ptool_breakdown_row *row)
{
	const struct ptool_tree_function *function =
		&tree->function[row->function];

	ptool_name_text(name, PTOOL_NAME_LEN, function->module, function->name);
}

static bool is_small(const struct breakdown_layout *layout,
		     const struct ptool_breakdown_row *row)
{
	return !layout->all &&
	       row->self_ns < layout->breakdown->total_ns / LEAST_PART;
}

static void print_function(const struct ptool_out *out,
			   const struct breakdown_layout *layout,
			   const struct ptool_tree *tree,
			   const struct ptool_breakdown_row *row)
{
	char name[PTOOL_NAME_LEN];

	function_name(name, tree, row);
	print_part(out, layout, ROW_INDENT, name, row->calls, row->self_ns);
}

/* one row for all small functions */
static void print_rest(const struct ptool_out *out, const struct breakdown_layout *layout,
		       u32 first, u32 end)
{
	const struct ptool_breakdown_row *row = layout->breakdown->row;
	u64 calls = 0, self_ns = 0;
	char name[64];
	u32 i;

	for (i = first; i < end; i++) {
		calls += row[i].calls;
		self_ns += row[i].self_ns;
	}
	if (first == end)
		return;
	snprintf(name, sizeof(name), "%u more: see --all", end - first);
	print_part(out, layout, ROW_INDENT, name, calls, self_ns);
}

static void print_group(const struct ptool_out *out,
			const struct breakdown_layout *layout,
			const struct ptool_tree *tree,
			const struct ptool_breakdown_group *group)
{
	const struct ptool_breakdown *breakdown = layout->breakdown;
	u32 i, end = group->first + group->rows;
	char name[PTIME_GROUP_LEN + 1];

	snprintf(name, sizeof(name), "%s:", group->group);
	fputs(ptool_color(out, PTOOL_CYAN), out->file);
	print_part(out, layout, 0, name, group->calls, group->self_ns);
	fputs(ptool_color(out, PTOOL_PLAIN), out->file);
	for (i = group->first; i < end; i++) {
		if (is_small(layout, &breakdown->row[i]))
			break;
		print_function(out, layout, tree, &breakdown->row[i]);
	}
	print_rest(out, layout, i, end);
}

static void print_head(const struct ptool_out *out, const struct breakdown_layout *layout,
		       const struct ptool_tree *tree)
{
	const struct ptool_breakdown *breakdown = layout->breakdown;
	char calls[PTOOL_NUMBER_LEN], packets[PTOOL_NUMBER_LEN];

	ptool_count_text(calls, breakdown->calls, PTOOL_NUMBER_LEN);
	ptool_count_text(packets, breakdown->packets, PTOOL_NUMBER_LEN);
	ptool_print_wrapped(out, 0,
			    "where the time of %s goes: %s calls, %s%stimes in %s",
			    tree->function[breakdown->root].name, calls,
			    breakdown->packets ? packets : "",
			    breakdown->packets ? " packets, " : "",
			    ptool_unit_name(layout->unit));
	ptool_print_wrapped(out, 0,
			    "self times of functions; groups and rows in brackets add up to the total%s",
			    breakdown->unfinished ?
			    "; some calls have no end and last as long as their callees" : "");
	fprintf(out->file, "\n%s%-*s %*s %*s", ptool_color(out, PTOOL_BOLD),
		layout->name_width, "FUNCTION", layout->calls_width, "CALLS",
		TIME_WIDTH, "PER CALL");
	if (breakdown->packets)
		fprintf(out->file, " %*s", TIME_WIDTH, "PER PKT");
	fprintf(out->file, " %*s %*s%s\n", SHARE_WIDTH, "%", layout->sum_width,
		"SUM", ptool_color(out, PTOOL_PLAIN));
}

static int wider(int width, int length)
{
	return length > width ? length : width;
}

static int widest_name(const struct breakdown_layout *layout,
		       const struct ptool_tree *tree)
{
	const struct ptool_breakdown *breakdown = layout->breakdown;
	int widest = strlen(ITSELF);
	char name[PTOOL_NAME_LEN];
	u32 i, j;

	for (i = 0; i < breakdown->groups; i++) {
		const struct ptool_breakdown_group *group = &breakdown->group[i];

		widest = wider(widest, strlen(group->group) + 1);
		for (j = group->first; j < group->first + group->rows; j++) {
			if (is_small(layout, &breakdown->row[j]))
				break;
			function_name(name, tree, &breakdown->row[j]);
			widest = wider(widest, strlen(name) + ROW_INDENT);
		}
	}
	return widest;
}

static int others_width(const struct breakdown_layout *layout)
{
	int per = layout->breakdown->packets ? 2 : 1;

	return layout->calls_width + per * (TIME_WIDTH + 1) + SHARE_WIDTH +
	       layout->sum_width + 3;
}

/* reduce a width as far as needed; it is not below @least */
static void squeeze(const struct ptool_out *out,
		    const struct breakdown_layout *layout, int *width, int least)
{
	int over = others_width(layout) + PTOOL_NAME_LEAST - out->width;

	if (!out->is_wide && over > 0 && *width > least)
		*width = wider(*width - over, least);
}

/* Sums are printed to the nanosecond, however large. */
static void set_widths(const struct ptool_out *out, struct breakdown_layout *layout,
		       const struct ptool_tree *tree)
{
	char sum[PTOOL_NUMBER_LEN];
	int length;

	ptool_exact_text(sum, layout->breakdown->total_ns, layout->unit);
	length = wider(strlen(sum), SUM_LEAST);
	layout->calls_width = CALLS_WIDTH;
	layout->sum_width = wider(length, SUM_WIDTH);
	squeeze(out, layout, &layout->sum_width, length);
	squeeze(out, layout, &layout->calls_width, CALLS_LEAST);
	layout->name_width = ptool_table_name_width(out,
						    widest_name(layout, tree),
						    others_width(layout));
}

void ptool_table_breakdown_body(const struct ptool_out *out,
				const struct ptool_model *model,
				const struct ptool_breakdown *breakdown,
				const struct ptool_view *view)
{
	struct breakdown_layout layout = {
		.model = model,
		.breakdown = breakdown,
		.unit = view->unit,
		.all = view->all,
	};
	u32 i;

	if (layout.unit == PTOOL_UNIT_AUTO)
		layout.unit = PTOOL_UNIT_US;
	set_widths(out, &layout, model->tree);
	print_head(out, &layout, model->tree);
	for (i = 0; i < breakdown->groups; i++)
		print_group(out, &layout, model->tree, &breakdown->group[i]);
	print_part(out, &layout, 0, ITSELF, 0,
		   breakdown->self_ns);
	if (breakdown->interrupt_ns)
		print_part(out, &layout, 0, "(interrupts within)", 0,
			   breakdown->interrupt_ns);
	print_part(out, &layout, 0, "total", breakdown->calls,
		   breakdown->total_ns);
	fputc('\n', out->file);
}

void ptool_table_breakdown(const struct ptool_out *out,
			   const struct ptool_model *model,
			   const struct ptool_breakdown *breakdown,
			   const struct ptool_view *view)
{
	ptool_table_head(out, model);
	if (breakdown)
		ptool_table_breakdown_body(out, model, breakdown, view);
	else
		fputs("no calls to break down\n\n", out->file);
	ptool_table_warnings(out, model);
}

void ptool_table_whole(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_breakdown *breakdown,
		       const struct ptool_view *view)
{
	ptool_table_summary(out, model, view);
	fputc('\n', out->file);
	ptool_table_tree_body(out, model, view);
	if (!breakdown)
		return;
	fputc('\n', out->file);
	ptool_table_breakdown_body(out, model, breakdown, view);
}
