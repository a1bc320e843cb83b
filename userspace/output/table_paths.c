// SPDX-License-Identifier: GPL-2.0
/* table_paths: prints a line for each path that packets took */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "model/netnames.h"
#include "output/cells.h"
#include "output/rows.h"
#include "output/table.h"
#include "output/table_anatomy.h"

#define SHARE_WIDTH	6
#define TIME_WIDTH	7

/* the rest of a line of PTOOL_OUT_WIDTH, behind the table's own numbers */
#define NAME_WIDTH	30

#define DETAIL_INDENT	4
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

/* the free part of a text buffer */
struct text {
	char *at;
	size_t room;
};

__printf(2, 3)
static void add(struct text *text, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(text->at, text->room, format, arguments);
	va_end(arguments);
	if ((size_t)length >= text->room)
		length = text->room - 1;
	text->at += length;
	text->room -= length;
}

static const char *of_all_cpus(const struct ptool_model *model)
{
	return model->missed_of_all ? " (on all CPUs)" : "";
}

static void share_text(char *text, u64 part, u64 whole)
{
	if (whole)
		ptool_percent_text(text, 100.0 * (double)part / (double)whole,
				   SHARE_WIDTH);
	else
		snprintf(text, PTOOL_NUMBER_LEN, "-");
}

static void print_share(const struct ptool_out *out, u64 part, u64 whole)
{
	char text[PTOOL_NUMBER_LEN];

	share_text(text, part, whole);
	fprintf(out->file, " %*s", SHARE_WIDTH, text);
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

	share_text(share, sum->calls, listing->packets);
	row.share = share;
	ptool_cells_print(out, &listing->cells, &row, 0,
			  listing->cells.columns);
	fputc('\n', out->file);
}

static void print_sums(const struct ptool_out *out,
		       const struct listing *listing,
		       const struct ptool_path *path)
{
	const struct ptool_model *model = listing->model;
	const char *per_s = model->per_second ? "/s" : "";
	char bytes[PTOOL_NUMBER_LEN], each[PTOOL_NUMBER_LEN] = "-";
	char p90[PTOOL_NUMBER_LEN], mean[PTOOL_NUMBER_LEN];
	struct ptool_stats stats = ptool_stats_of(&path->counts.sum,
						  model->hist_bits);

	ptool_table_count_text(bytes, model, path->packet_bytes,
			       PTOOL_NUMBER_LEN);
	if (path->packets)
		ptool_count_text(each, ptool_stats_per(path->packet_bytes,
						       path->packets),
				 PTOOL_NUMBER_LEN);
	ptool_time_text(p90, stats.p90_ns, listing->unit, PTOOL_NUMBER_LEN);
	ptool_time_text(mean, stats.mean_ns, listing->unit, PTOOL_NUMBER_LEN);
	ptool_print_wrapped(out, DETAIL_INDENT,
			    "mean %s, P90 %s; %s bytes%s, %s each%s", mean, p90,
			    bytes, per_s, each, of_all_cpus(model));
}

/* the first step is left out: the time begins there */
static void print_steps(const struct ptool_out *out,
			const struct listing *listing,
			const struct ptool_path *path)
{
	u64 whole_ns = ptool_path_ns(path);
	u32 i;

	fprintf(out->file, "%*s%-*s %*s %*s%s\n", DETAIL_INDENT, "",
		PTIME_STEP_LEN, "STEP", TIME_WIDTH, "MEAN", SHARE_WIDTH, "%",
		of_all_cpus(listing->model));
	for (i = 1; i < path->steps; i++) {
		const struct ptool_path_step *step = &path->step[i];

		fprintf(out->file, "%*s%-*s", DETAIL_INDENT, "", PTIME_STEP_LEN,
			step->name);
		ptool_table_time(out, path->packets, path->packets ?
				 ptool_stats_per(step->total_ns,
						 path->packets) : 0,
				 listing->unit, TIME_WIDTH);
		print_share(out, step->total_ns, whole_ns);
		fputc('\n', out->file);
	}
}

/* Readings of several machines have no common time, so there is no age. */
static void add_age(struct text *text, const struct ptool_model *model,
		    const struct ptool_slow *slow)
{
	char age[PTOOL_NUMBER_LEN];

	if (!model->time_ns)
		return;
	ptool_span_text(age, ptool_grown(model->time_ns, slow->end_ns));
	add(text, ", %s ago", age);
}

static void add_interfaces(struct text *text, const struct ptool_view *view,
			   const struct ptool_slow *slow)
{
	char name[PTOOL_NETNAME_LEN];

	if (slow->in) {
		ptool_net_interface(name, slow->in, slow->netns, view->netns);
		add(text, ", in %s", name);
	}
	if (slow->out) {
		ptool_net_interface(name, slow->out, slow->netns, view->netns);
		add(text, ", out %s", name);
	}
}

/* With anonymize=1, the module keeps no protocols and no ports. */
static void add_flow(struct text *text, const struct ptool_slow *slow)
{
	char name[PTOOL_NETNAME_LEN], length[PTOOL_NUMBER_LEN];

	if (slow->protocol) {
		ptool_net_protocol(name, slow->protocol);
		add(text, ", %s", name);
	}
	if (slow->transport) {
		ptool_net_transport(name, slow->transport);
		add(text, " %s", name);
	}
	if (slow->source || slow->destination)
		add(text, " %u > %u", slow->source, slow->destination);
	ptool_count_text(length, slow->length, PTOOL_NUMBER_LEN);
	add(text, ", %s bytes", length);
}

static void add_steps(struct text *text, const struct listing *listing,
		      const struct ptool_path *path,
		      const struct ptool_slow *slow)
{
	char time[PTOOL_NUMBER_LEN];
	u32 i;

	for (i = 1; i < path->steps; i++) {
		ptool_time_text(time, slow->step_ns[i], listing->unit,
				PTOOL_NUMBER_LEN);
		add(text, "%s %s %s", i > 1 ? "," : ":", path->step[i].name,
		    time);
	}
}

static void print_slow(const struct ptool_out *out,
		       const struct listing *listing,
		       const struct ptool_path *path,
		       const struct ptool_slow *slow)
{
	char line[LINE_LEN], total[PTOOL_NUMBER_LEN];
	struct text text = { .at = line, .room = sizeof(line) };

	ptool_time_text(total, slow->total_ns, listing->unit, PTOOL_NUMBER_LEN);
	add(&text, "%s", total);
	add_age(&text, listing->model, slow);
	add_interfaces(&text, listing->view, slow);
	add_flow(&text, slow);
	add_steps(&text, listing, path, slow);
	ptool_print_wrapped(out, 2 * DETAIL_INDENT, "%s", line);
}

static void print_slowest(const struct ptool_out *out,
			  const struct listing *listing,
			  const struct ptool_path *path)
{
	u32 i;

	if (path->slowest)
		fprintf(out->file, "%*sthe slowest%s:\n", DETAIL_INDENT, "",
			of_all_cpus(listing->model));
	for (i = 0; i < path->slowest; i++)
		print_slow(out, listing, path, &path->slow[i]);
}

static void print_details(const struct ptool_out *out,
			  const struct listing *listing,
			  const struct ptool_path *path)
{
	print_sums(out, listing, path);
	print_steps(out, listing, path);
	print_slowest(out, listing, path);
}

static void print_path(const struct ptool_out *out,
		       const struct listing *listing,
		       const struct ptool_path *path)
{
	ptool_mark(out, ptool_path_id(path));
	print_name(out, listing, path);
	print_numbers(out, listing, path);
	if (listing->view->verbose)
		print_details(out, listing, path);
	if (listing->view->anatomy)
		ptool_table_anatomy(out, listing->model, listing->view, path,
				    listing->unit);
}

static void print_rows(const struct ptool_out *out,
		       const struct listing *listing)
{
	struct ptool_path_rows rows =
		ptool_rows_of_paths(listing->model, listing->view, false);
	u32 i;

	for (i = 0; i < rows.rows; i++) {
		if (i && (listing->view->verbose || listing->view->anatomy))
			fputc('\n', out->file);
		print_path(out, listing, rows.path[i]);
	}
	free(rows.path);
	if (rows.left_out)
		fprintf(out->file, "\n%u more: see --limit\n", rows.left_out);
	if (!listing->packets)
		fputs("no packet has completed its path\n", out->file);
}

static void add_interface(struct text *text, const struct listing *listing,
			  const char *option, u32 number)
{
	char name[PTOOL_NETNAME_LEN];

	if (!number)
		return;
	ptool_net_interface(name, number, listing->model->paths->filter.netns,
			    listing->view->netns);
	add(text, " %s=%s", option, name);
}

/* the filter, as the control command takes it */
static void print_filter(const struct ptool_out *out,
			 const struct listing *listing)
{
	const struct ptool_path_filter *filter = &listing->model->paths->filter;
	char line[LINE_LEN] = "", name[PTOOL_NETNAME_LEN];
	struct text text = { .at = line, .room = sizeof(line) };

	add_interface(&text, listing, "in", filter->in);
	add_interface(&text, listing, "out", filter->out);
	ptool_net_transport(name, filter->transport);
	if (filter->transport)
		add(&text, " proto=%s", name);
	if (filter->netns)
		add(&text, " netns=%u", filter->netns);
	if (*line)
		ptool_print_wrapped(out, 0,
				    "filter%s: since it was set, only these packets are traced",
				    line);
	if (listing->model->paths->filters_differ)
		fputs("the machines have different filters: not all packets were traced\n",
		      out->file);
}

static void print_head(const struct ptool_out *out,
		       const struct listing *listing)
{
	ptool_table_head(out, listing->model);
	print_filter(out, listing);
	ptool_print_wrapped(out, 0,
			    "paths of packets, times from the first step to the last in %s; %% of all packets",
			    ptool_unit_name(listing->unit));
	if (listing->view->anatomy)
		ptool_print_wrapped(out, 0,
				    "below: mean times of the stages; of all packets, and of those whose time is in the same power of two as a percentile%s",
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
