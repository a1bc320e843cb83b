// SPDX-License-Identifier: GPL-2.0
/* table_paths: prints a line for each path that packets took */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "model/netnames.h"
#include "output/cells.h"
#include "output/rows.h"
#include "output/table.h"
#include "output/table_anatomy.h"
#include "output/table_slowest.h"
#include "output/table_stage_times.h"
#include "output/table_stages.h"
#include "output/line.h"

#define SHARE_WIDTH	6
#define TIME_WIDTH	7

/* the rest of a line of PTOOL_OUT_WIDTH, behind the table's own numbers */
#define NAME_WIDTH	30

#define LINE_LEN	1024

static const enum ptool_column own_columns[] = {
	PTOOL_COLUMN_PACKETS, PTOOL_COLUMN_SHARE,
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	\
	(_uses) & PTIME_IN_PATHS ? PTOOL_COLUMN_##_name : PTOOL_COLUMN_NONE,
#include <pathtime/percentiles.def>
	PTOOL_COLUMN_MAX,
};

static const int widths[PTOOL_KINDS] = {
	[PTOOL_KIND_COUNT] = 9,
	[PTOOL_KIND_SHARE] = SHARE_WIDTH,
	[PTOOL_KIND_MEAN]  = TIME_WIDTH,
	[PTOOL_KIND_TIME]  = TIME_WIDTH,
	[PTOOL_KIND_SUM]   = TIME_WIDTH,
};

/**
 * struct listing - properties of all lines
 * @model: the model
 * @view: what to show
 * @cells: columns of numbers
 * @unit: unit of times
 * @packets: number of packets of all paths
 * @name_width: width of the name
 */
struct listing {
	const struct ptool_model *model;
	const struct ptool_view *view;
	struct ptool_cells cells;
	enum ptool_unit unit;
	u64 packets;
	int name_width;
};

static const char *of_all_cpus(const struct ptool_model *model)
{
	return model->missed_of_all ? " (on all CPUs)" : "";
}

static void print_name(const struct ptool_out *out,
		       const struct listing *listing,
		       const struct ptool_path *path)
{
	char name[PTOOL_PATH_FULL_LEN];

	ptool_path_full_name(name, path);
	ptool_table_path_name(out, name, listing->name_width);
}

static void print_numbers(const struct ptool_out *out,
			  const struct listing *listing,
			  const struct ptool_path *path)
{
	const struct ptool_series *sum = &path->counts.sum;
	struct ptool_cell_row row = ptool_cell_row_of(sum, PTOOL_NOT_COUNTED);
	char share[PTOOL_NUMBER_LEN];

	ptool_table_share_text(share, sum->calls, ptool_path_is_behind(path) ?
			       0 : listing->packets, SHARE_WIDTH);
	row.share = share;
	ptool_cells_print(out, &listing->cells, &row, 0,
			  listing->cells.columns);
	fputc('\n', out->file);
}

static void print_path(const struct ptool_out *out,
		       const struct listing *listing,
		       const struct ptool_path *path)
{
	const struct ptool_view *view = listing->view;

	ptool_mark(out, ptool_path_id(path));
	print_name(out, listing, path);
	print_numbers(out, listing, path);
	if (view->verbose)
		ptool_table_stages(out, listing->name_width +
				   ptool_cells_width(&listing->cells), path,
				   listing->unit);
	if (view->stages)
		ptool_table_stage_times(out, &listing->cells,
					listing->name_width, path);
	if (view->anatomy)
		ptool_table_anatomy(out, listing->model, view, path,
				    listing->unit);
	if (view->slowest)
		ptool_table_slowest(out, listing->model, view, path,
				    listing->unit);
}

static void print_rows(const struct ptool_out *out,
		       const struct listing *listing)
{
	struct ptool_path_rows rows =
		ptool_rows_of_paths(listing->model, listing->view, false);
	u32 i;

	for (i = 0; i < rows.rows; i++) {
		if (i && (listing->view->anatomy || listing->view->stages ||
			  listing->view->slowest))
			fputc('\n', out->file);
		print_path(out, listing, rows.path[i]);
	}
	free(rows.path);
	if (rows.left_out)
		fprintf(out->file, "\n%u more: see --limit\n", rows.left_out);
	if (!listing->packets)
		fputs("no packet has completed its path\n", out->file);
}

static void add_interface(struct ptool_line *line, const struct listing *listing,
			  const char *option, u32 number)
{
	char name[PTOOL_NETNAME_LEN];

	if (!number)
		return;
	ptool_net_interface(name, number, listing->model->paths->filter.netns,
			    listing->view->netns);
	ptool_line_add(line, " %s=%s", option, name);
}

/* the filter, as the control command takes it */
static void print_filter(const struct ptool_out *out,
			 const struct listing *listing)
{
	const struct ptool_path_filter *filter = &listing->model->paths->filter;
	char text[LINE_LEN] = "", name[PTOOL_NETNAME_LEN];
	struct ptool_line line = { .at = text, .room = sizeof(text) };

	add_interface(&line, listing, "in", filter->in);
	add_interface(&line, listing, "out", filter->out);
	ptool_net_transport(name, filter->transport);
	if (filter->transport)
		ptool_line_add(&line, " proto=%s", name);
	if (filter->netns)
		ptool_line_add(&line, " netns=%u", filter->netns);
	if (*text)
		ptool_print_wrapped(out, 0,
				    "filter%s: since it was set, only these packets are traced",
				    text);
	if (listing->model->paths->filters_differ)
		fputs("the machines have different filters: not all packets were traced\n",
		      out->file);
}

static void print_about_stages(const struct ptool_out *out,
			       const struct listing *listing)
{
	if (ptool_table_has_stage_times(listing->model->paths))
		ptool_print_wrapped(out, 0,
				    "below each path: its stages, %% of its time%s",
				    of_all_cpus(listing->model));
	else if (listing->packets)
		ptool_print_wrapped(out, 0,
				    "the times of stages are not kept: load the module with stages=1");
}

/* @timed: those that are timed, or those that are not. Returns how many. */
static int add_waits(struct ptool_line *line, const struct ptool_paths *paths,
		     bool timed)
{
	int wait, count = 0;

	for (wait = 0; wait < PTIME_TIMED_WAITS; wait++)
		if (paths->timed[wait] == timed)
			ptool_line_add(line, "%s%s", count++ ? ", " : "",
				       ptool_path_wait_name(wait));
	return count;
}

/* other parameters about waits; several machines may have different ones */
static void add_switches(struct ptool_line *line, const struct listing *listing)
{
	const struct ptool_paths *paths = listing->model->paths;

	if (listing->model->recordings > 1)
		return;
	ptool_line_add(line, "; polls=%d", paths->waits.are_known);
	/* without packets, nothing says it */
	if (listing->packets)
		ptool_line_add(line, ", stages=%d",
			       ptool_table_has_stage_times(paths));
}

/* some waits have no step unless the module was loaded with them in waits= */
static void print_waits(const struct ptool_out *out,
			const struct listing *listing)
{
	const struct ptool_paths *paths = listing->model->paths;
	char text[LINE_LEN] = "", others[LINE_LEN] = "", switches[LINE_LEN] = "";
	struct ptool_line line = { .at = text, .room = sizeof(text) };
	struct ptool_line rest = { .at = others, .room = sizeof(others) };
	struct ptool_line last = { .at = switches, .room = sizeof(switches) };
	int timed, left;

	if (!paths->knows_waits)
		return;
	timed = add_waits(&line, paths, true);
	left = add_waits(&rest, paths, false);
	add_switches(&last, listing);
	ptool_print_wrapped(out, 0,
			    "waits that are timed (waits=): %s%s%s; always: queue, backlog, crypto and others%s",
			    timed ? text : "none of ",
			    timed && left ? "; not timed: " : "", others,
			    switches);
}

static void print_head(const struct ptool_out *out,
		       const struct listing *listing)
{
	ptool_table_head(out, listing->model);
	print_filter(out, listing);
	print_waits(out, listing);
	ptool_print_wrapped(out, 0,
			    "paths of packets, times from the first step to the last in %s; %% of all packets",
			    ptool_unit_name(listing->unit));
	if (listing->view->verbose)
		ptool_print_wrapped(out, 0,
				    "below each path: its stages, as wide as their shares of its time; their mean times; the mean length of a packet%s",
				    of_all_cpus(listing->model));
	if (listing->view->stages)
		print_about_stages(out, listing);
	if (listing->view->slowest)
		ptool_print_wrapped(out, 0,
				    "below each path: the slowest packets%s",
				    of_all_cpus(listing->model));
	if (listing->view->anatomy)
		ptool_print_wrapped(out, 0,
				    "below each path: mean times of the stages; of all packets, and of those whose time is in the same power of two as a percentile%s",
				    of_all_cpus(listing->model));
	fprintf(out->file, "\n%s%-*s", ptool_color(out, PTOOL_BOLD),
		listing->name_width, "PATH");
	ptool_cells_print_heads(out, &listing->cells, 0,
				listing->cells.columns);
	fprintf(out->file, "%s\n", ptool_color(out, PTOOL_PLAIN));
}

void ptool_table_path_losses(const struct ptool_out *out,
			     const struct ptool_model *model)
{
	const struct ptool_paths *paths = model->paths;
	u32 i;

	for (i = 0; i < PTIME_PATH_LOSSES; i++)
		if (paths->losses[i])
			ptool_table_counted(out, paths->losses[i],
					    ptool_path_loss_text(i),
					    of_all_cpus(model));
}

static int widest_name(const struct ptool_model *model)
{
	const struct ptool_paths *paths = model->paths;
	char name[PTOOL_PATH_FULL_LEN];
	int widest = NAME_WIDTH;
	u32 i;

	/* ignore the filter, so that columns do not move while it is typed */
	for (i = 0; i < paths->paths; i++) {
		if (!paths->path[i].counts.sum.calls)
			continue;
		ptool_path_full_name(name, &paths->path[i]);
		if ((int)strlen(name) > widest)
			widest = (int)strlen(name);
	}
	return widest;
}

static struct listing list(const struct ptool_out *out,
			   const struct ptool_model *model,
			   const struct ptool_view *view)
{
	struct listing listing = {
		.model = model,
		.view = view,
		.unit = view->unit == PTOOL_UNIT_AUTO ? PTOOL_UNIT_US :
							view->unit,
		.packets = ptool_paths_packets(model->paths),
	};

	listing.cells.model = model;
	listing.cells.unit = listing.unit;
	listing.cells.sum_unit = listing.unit;
	memcpy(listing.cells.width, widths, sizeof(widths));
	ptool_cells_choose(&listing.cells, view, own_columns,
			   ARRAY_SIZE(own_columns));
	ptool_cells_squeeze(&listing.cells, out, PTOOL_NAME_LEAST);
	listing.name_width =
		ptool_table_name_width(out, widest_name(model),
				       ptool_cells_width(&listing.cells));
	return listing;
}

static void print_head_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct listing listing = list(out, model, view);

	print_head(out, &listing);
}

static void print_rows_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	struct listing listing = list(out, model, view);

	print_rows(out, &listing);
}

static void print_foot_part(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_view *view)
{
	(void)view;
	ptool_table_path_losses(out, model);
}

void ptool_table_paths(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view)
{
	print_head_part(out, model, view);
	print_rows_part(out, model, view);
	fputc('\n', out->file);
	ptool_table_interfaces(out, model, view);
	print_foot_part(out, model, view);
}

const struct ptool_parts ptool_parts_paths = {
	.head = print_head_part,
	.rows = print_rows_part,
	.foot = print_foot_part,
};
