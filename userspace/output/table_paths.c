// SPDX-License-Identifier: GPL-2.0
/* table of the roads that packets took: a line for each */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/page.h"
#include "model/order.h"
#include "model/packet.h"
#include "output/table.h"

#define PACKETS_WIDTH	9
#define SHARE_WIDTH	6
#define TIME_WIDTH	7
#define NUMBERS_WIDTH	(PACKETS_WIDTH + SHARE_WIDTH + 4 * TIME_WIDTH + 6)

#define DETAIL_INDENT	4
#define LINE_LEN	1024

/**
 * struct listing - what is the same for all lines
 * @model: the model
 * @view: what to show
 * @unit: unit of times
 * @packets: packets of all paths
 * @name_width: what a name may take
 */
struct listing {
	const struct ptime_model *model;
	const struct ptime_view *view;
	enum ptime_unit unit;
	u64 packets;
	int name_width;
};

/* a text in the making */
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

static const char *of_all_cpus(const struct ptime_model *model)
{
	return model->missed_of_all ? " (on all CPUs)" : "";
}

static void print_share(u64 part, u64 whole)
{
	char text[PTIME_NUMBER_LEN] = "-";

	if (whole)
		ptime_percent_text(text, 100.0 * (double)part / (double)whole,
				   SHARE_WIDTH);
	printf(" %*s", SHARE_WIDTH, text);
}

/* what does not fit its column has a line, or several, of its own */
static void print_name(const struct listing *listing,
		       const struct ptime_path *path)
{
	char name[PTIME_PATH_FULL_LEN];

	ptime_path_full_name(name, path);
	if ((int)strlen(name) > listing->name_width) {
		ptime_print_wrapped(0, "%s", name);
		name[0] = '\0';
	}
	printf("%-*s", listing->name_width, name);
}

static void print_numbers(const struct listing *listing,
			  const struct ptime_path *path)
{
	struct ptime_stats stats = ptime_stats_of(&path->counts.sum,
						  listing->model->hist_bits);
	const u64 times[] = {
		stats.p50_ns, stats.p99_ns, stats.p999_ns, stats.max_ns,
	};
	size_t i;

	ptime_table_count(listing->model, stats.calls, PACKETS_WIDTH);
	print_share(stats.calls, listing->packets);
	for (i = 0; i < ARRAY_SIZE(times); i++)
		ptime_table_time(stats.calls, times[i], listing->unit,
				 TIME_WIDTH);
	putchar('\n');
}

static void print_sums(const struct listing *listing,
		       const struct ptime_path *path)
{
	const struct ptime_model *model = listing->model;
	const char *per_s = model->per_second ? "/s" : "";
	char bytes[PTIME_NUMBER_LEN], each[PTIME_NUMBER_LEN] = "-";
	char p90[PTIME_NUMBER_LEN], mean[PTIME_NUMBER_LEN];
	struct ptime_stats stats = ptime_stats_of(&path->counts.sum,
						  model->hist_bits);

	ptime_table_count_text(bytes, model, path->packet_bytes,
			       PTIME_NUMBER_LEN);
	if (path->packets)
		ptime_count_text(each, ptime_stats_per(path->packet_bytes,
						       path->packets),
				 PTIME_NUMBER_LEN);
	ptime_time_text(p90, stats.p90_ns, listing->unit, PTIME_NUMBER_LEN);
	ptime_time_text(mean, stats.mean_ns, listing->unit, PTIME_NUMBER_LEN);
	ptime_print_wrapped(DETAIL_INDENT, "mean %s, P90 %s; %s bytes%s, %s each%s",
			    mean, p90, bytes, per_s, each, of_all_cpus(model));
}

/* the first one is where the time begins */
static void print_steps(const struct listing *listing,
			const struct ptime_path *path)
{
	u64 whole_ns = ptime_path_ns(path);
	u32 i;

	printf("%*s%-*s %*s %*s%s\n", DETAIL_INDENT, "", PTIME_STEP_LEN, "STEP",
	       TIME_WIDTH, "MEAN", SHARE_WIDTH, "%",
	       of_all_cpus(listing->model));
	for (i = 1; i < path->steps; i++) {
		const struct ptime_path_step *step = &path->step[i];

		printf("%*s%-*s", DETAIL_INDENT, "", PTIME_STEP_LEN,
		       step->name);
		ptime_table_time(path->packets, path->packets ?
				 ptime_stats_per(step->total_ns,
						 path->packets) : 0,
				 listing->unit, TIME_WIDTH);
		print_share(step->total_ns, whole_ns);
		putchar('\n');
	}
}

/* readings of several machines were at several times */
static void add_age(struct text *text, const struct ptime_model *model,
		    const struct ptime_slow *slow)
{
	char age[PTIME_NUMBER_LEN];

	if (!model->time_ns)
		return;
	ptime_span_text(age, ptime_grown(model->time_ns, slow->end_ns));
	add(text, ", %s ago", age);
}

static void add_interfaces(struct text *text, const struct ptime_view *view,
			   const struct ptime_slow *slow)
{
	char name[PTIME_PACKET_LEN];

	if (slow->in) {
		ptime_packet_interface(name, slow->in, slow->netns,
				       view->netns);
		add(text, ", in %s", name);
	}
	if (slow->out) {
		ptime_packet_interface(name, slow->out, slow->netns,
				       view->netns);
		add(text, ", out %s", name);
	}
}

/* with anonymize=1 nothing is known of these */
static void add_flow(struct text *text, const struct ptime_slow *slow)
{
	char name[PTIME_PACKET_LEN], length[PTIME_NUMBER_LEN];

	if (slow->protocol) {
		ptime_packet_protocol(name, slow->protocol);
		add(text, ", %s", name);
	}
	if (slow->transport) {
		ptime_packet_transport(name, slow->transport);
		add(text, " %s", name);
	}
	if (slow->source || slow->destination)
		add(text, " %u > %u", slow->source, slow->destination);
	ptime_count_text(length, slow->length, PTIME_NUMBER_LEN);
	add(text, ", %s bytes", length);
}

static void add_steps(struct text *text, const struct listing *listing,
		      const struct ptime_path *path,
		      const struct ptime_slow *slow)
{
	char time[PTIME_NUMBER_LEN];
	u32 i;

	for (i = 1; i < path->steps; i++) {
		ptime_time_text(time, slow->step_ns[i], listing->unit,
				PTIME_NUMBER_LEN);
		add(text, "%s %s %s", i > 1 ? "," : ":", path->step[i].name,
		    time);
	}
}

static void print_slow(const struct listing *listing,
		       const struct ptime_path *path,
		       const struct ptime_slow *slow)
{
	char line[LINE_LEN], total[PTIME_NUMBER_LEN];
	struct text text = { .at = line, .room = sizeof(line) };

	ptime_time_text(total, slow->total_ns, listing->unit, PTIME_NUMBER_LEN);
	add(&text, "%s", total);
	add_age(&text, listing->model, slow);
	add_interfaces(&text, listing->view, slow);
	add_flow(&text, slow);
	add_steps(&text, listing, path, slow);
	ptime_print_wrapped(2 * DETAIL_INDENT, "%s", line);
}

static void print_slowest(const struct listing *listing,
			  const struct ptime_path *path)
{
	u32 i;

	if (path->slowest)
		printf("%*sthe slowest%s:\n", DETAIL_INDENT, "",
		       of_all_cpus(listing->model));
	for (i = 0; i < path->slowest; i++)
		print_slow(listing, path, &path->slow[i]);
}

static void print_details(const struct listing *listing,
			  const struct ptime_path *path)
{
	print_sums(listing, path);
	print_steps(listing, path);
	print_slowest(listing, path);
}

/* those that no packet took are not told of */
static bool is_shown(const struct listing *listing,
		     const struct ptime_path *path)
{
	char name[PTIME_PATH_FULL_LEN];

	if (!path->counts.sum.calls)
		return false;
	ptime_path_full_name(name, path);
	return !listing->view->filter ||
	       strcasestr(name, listing->view->filter);
}

static void print_path(const struct listing *listing,
		       const struct ptime_path *path)
{
	ptime_page_mark(ptime_path_id(path));
	print_name(listing, path);
	print_numbers(listing, path);
	if (listing->view->verbose)
		print_details(listing, path);
}

static void print_rows(const struct listing *listing)
{
	const struct ptime_path **path =
		ptime_order_paths(listing->model, listing->view->order);
	u32 i, shown = 0;

	for (i = 0; i < listing->model->paths->paths; i++) {
		if (!is_shown(listing, path[i]))
			continue;
		if (shown++ && listing->view->verbose)
			putchar('\n');
		print_path(listing, path[i]);
	}
	free(path);
	if (!listing->packets)
		puts("no packet has come to its end");
}

static void add_interface(struct text *text, const struct listing *listing,
			  const char *option, u32 number)
{
	char name[PTIME_PACKET_LEN];

	if (!number)
		return;
	ptime_packet_interface(name, number,
			       listing->model->paths->filter.netns,
			       listing->view->netns);
	add(text, " %s=%s", option, name);
}

/* as the verb would set it */
static void print_filter(const struct listing *listing)
{
	const struct ptime_path_filter *filter = &listing->model->paths->filter;
	char line[LINE_LEN] = "", name[PTIME_PACKET_LEN];
	struct text text = { .at = line, .room = sizeof(line) };

	add_interface(&text, listing, "in", filter->in);
	add_interface(&text, listing, "out", filter->out);
	ptime_packet_transport(name, filter->transport);
	if (filter->transport)
		add(&text, " proto=%s", name);
	if (filter->netns)
		add(&text, " netns=%u", filter->netns);
	if (*line)
		ptime_print_wrapped(0, "filter%s: since it was set no other packets are looked at",
				    line);
	if (listing->model->paths->filters_differ)
		puts("the machines have different filters: not all packets were looked at");
}

static void print_head(const struct listing *listing)
{
	ptime_table_head(listing->model);
	print_filter(listing);
	ptime_print_wrapped(0, "roads of packets, times from the first step to the last in %s; %% of all packets",
			    ptime_unit_name(listing->unit));
	printf("\n%s%-*s", ptime_color(PTIME_BOLD), listing->name_width,
	       "PATH");
	ptime_table_rate_head(listing->model, "PACKETS", "PACKETS/s",
			      PACKETS_WIDTH);
	printf(" %*s %*s %*s %*s %*s%s\n", SHARE_WIDTH, "%", TIME_WIDTH,
	       "P50", TIME_WIDTH, "P99", TIME_WIDTH, "P99.9", TIME_WIDTH,
	       "MAX", ptime_color(PTIME_PLAIN));
}

void ptime_table_path_losses(const struct ptime_model *model)
{
	const struct ptime_paths *paths = model->paths;
	char count[PTIME_NUMBER_LEN];
	u32 i;

	for (i = 0; i < PTIME_PATH_LOSSES; i++) {
		if (!paths->losses[i])
			continue;
		ptime_count_text(count, paths->losses[i], PTIME_NUMBER_LEN);
		ptime_print_wrapped(0, "%s %s%s", count,
				    ptime_path_loss_text(i),
				    of_all_cpus(model));
	}
}

static struct listing list(const struct ptime_model *model,
			   const struct ptime_view *view)
{
	return (struct listing){
		.model = model,
		.view = view,
		.unit = view->unit == PTIME_UNIT_AUTO ? PTIME_UNIT_US :
							view->unit,
		.packets = ptime_paths_packets(model->paths),
		.name_width = ptime_terminal_width() - NUMBERS_WIDTH,
	};
}

static void print_head_part(const struct ptime_model *model,
			    const struct ptime_view *view)
{
	struct listing listing = list(model, view);

	print_head(&listing);
}

static void print_rows_part(const struct ptime_model *model,
			    const struct ptime_view *view)
{
	struct listing listing = list(model, view);

	print_rows(&listing);
}

static void print_foot_part(const struct ptime_model *model,
			    const struct ptime_view *view)
{
	(void)view;
	ptime_table_path_losses(model);
}

void ptime_table_paths(const struct ptime_model *model,
		       const struct ptime_view *view)
{
	print_head_part(model, view);
	print_rows_part(model, view);
	putchar('\n');
	print_foot_part(model, view);
}

const struct ptime_parts ptime_parts_paths = {
	.head = print_head_part,
	.rows = print_rows_part,
	.foot = print_foot_part,
};
