// SPDX-License-Identifier: GPL-2.0
/* table_probes: prints which functions are timed, how, or why not */
#include <stdio.h>
#include <string.h>

#include "model/cost.h"
#include "output/table.h"

#define STATE_WIDTH	8
#define CALLS_WIDTH	10
#define MISSED_WIDTH	6
#define CALL_WIDTH	7
#define RATE_WIDTH	10
#define SHARE_WIDTH	6

/* columns after the state and the backend */
#define COUNTS_WIDTH	(CALLS_WIDTH + MISSED_WIDTH + 2)
#define COSTS_WIDTH	(2 * CALL_WIDTH + RATE_WIDTH + SHARE_WIDTH + 4)

static const enum ptool_color colors[] = {
	[PTIME_STATE_PENDING]	= PTOOL_YELLOW,
	[PTIME_STATE_ARMED]	= PTOOL_PLAIN,
	[PTIME_STATE_STOPPED]	= PTOOL_YELLOW,
	[PTIME_STATE_FAILED]	= PTOOL_RED,
	[PTIME_STATE_INACTIVE]	= PTOOL_RED,
	[PTIME_STATE_STOPPING]	= PTOOL_YELLOW,
};

/*
 * backend_width is 0 if all probes have the same backend, so that no column is
 * needed. group_width is 0 if the columns of the overhead need the space.
 */
struct probes_layout {
	bool costs;
	int group_width;
	int name_width;
	int backend_width;
};

static int wider(int width, const char *text)
{
	return (int)strlen(text) > width ? (int)strlen(text) : width;
}

/* the backend of all probes that have any; NULL if there are several */
static const char *only_backend(const struct ptool_model *model)
{
	const char *only = "";
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const char *backend = model->probe[i].backend;

		if (*backend && *only && strcmp(backend, only))
			return NULL;
		if (*backend)
			only = backend;
	}
	return only;
}

/*
 * Columns are as wide as their contents. The name is limited to the rest of the
 * line.
 */
static struct probes_layout lay_out(const struct ptool_out *out,
				    const struct ptool_model *model, bool costs)
{
	bool backends = !only_backend(model);
	struct probes_layout layout = {
		.costs = costs,
		.group_width = costs ? 0 : strlen("GROUP"),
		.name_width = strlen("FUNCTION"),
		.backend_width = backends ? strlen("BACKEND") : 0,
	};
	char name[PTOOL_NAME_LEN];
	int others;
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const struct ptool_probe *probe = &model->probe[i];

		ptool_table_full_name(name, probe);
		if (!costs)
			layout.group_width = wider(layout.group_width,
						   probe->group);
		layout.name_width = wider(layout.name_width, name);
		if (backends)
			layout.backend_width = wider(layout.backend_width,
						     probe->backend);
	}
	others = layout.group_width + !costs + layout.backend_width + backends +
		 STATE_WIDTH + 1 + (costs ? COSTS_WIDTH : COUNTS_WIDTH);
	layout.name_width = ptool_table_name_width(out, layout.name_width,
						   others);
	return layout;
}

static void print_head(const struct ptool_out *out, const struct probes_layout *layout)
{
	fprintf(out->file, "\n%s", ptool_color(out, PTOOL_BOLD));
	if (layout->group_width)
		fprintf(out->file, "%-*s ", layout->group_width, "GROUP");
	fprintf(out->file, "%-*s %-*s", layout->name_width, "FUNCTION",
		STATE_WIDTH, "STATE");
	if (layout->backend_width)
		fprintf(out->file, " %-*s", layout->backend_width, "BACKEND");
	if (layout->costs)
		fprintf(out->file, " %*s %*s %*s %*s", CALL_WIDTH, "IN-WIN",
			CALL_WIDTH, "OUT-WIN", RATE_WIDTH, "NS/S", SHARE_WIDTH,
			"% CPU");
	else
		fprintf(out->file, " %*s %*s", CALLS_WIDTH, "CALLS",
			MISSED_WIDTH, "MISSED");
	fprintf(out->file, "%s\n", ptool_color(out, PTOOL_PLAIN));
}

static void print_counts(const struct ptool_out *out,
			 const struct ptool_model *model,
			 const struct ptool_probe *probe)
{
	if (probe->steps_only)
		fprintf(out->file, " %*s", CALLS_WIDTH, "-");
	else
		ptool_table_count(out, model, probe->counts.sum.calls,
				  CALLS_WIDTH);
	ptool_table_missed(out, model, probe->missed, MISSED_WIDTH);
}

static void print_per_call(const struct ptool_out *out, bool is_known, u32 ps)
{
	char text[PTOOL_NUMBER_LEN] = "-";

	if (is_known && ps < 1000 * 1000)
		snprintf(text, sizeof(text), "%.1f", ps / 1000.0);
	else if (is_known)
		ptool_count_text(text, ps / 1000, CALL_WIDTH);
	fprintf(out->file, " %*s", CALL_WIDTH, text);
}

static void print_rates(const struct ptool_out *out,
			const struct ptool_cost *cost)
{
	char rate[PTOOL_NUMBER_LEN] = "-", percent[PTOOL_NUMBER_LEN] = "-";

	if (cost->is_known) {
		ptool_count_text(rate, cost->ns_per_s, RATE_WIDTH);
		ptool_percent_text(percent, cost->percent, SHARE_WIDTH);
	}
	fprintf(out->file, " %*s %*s", RATE_WIDTH, rate, SHARE_WIDTH, percent);
}

static void print_cost(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_probe *probe)
{
	struct ptool_cost cost = ptool_cost_of_probe(model, probe);

	print_per_call(out, cost.is_known, probe->in_window_ps);
	print_per_call(out, cost.is_known, probe->out_of_window_ps);
	print_rates(out, &cost);
}

/* the columns before the rates are empty */
static void print_whole(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct probes_layout *layout)
{
	struct ptool_cost cost = ptool_cost_of(model);
	int empty = STATE_WIDTH + 1 + 2 * (CALL_WIDTH + 1);

	if (layout->backend_width)
		empty += layout->backend_width + 1;
	fprintf(out->file, "%-*s%*s", layout->name_width, "all", empty, "");
	print_rates(out, &cost);
	fputc('\n', out->file);
}

static void print_what_costs_are(const struct ptool_out *out,
				 const struct ptool_model *model)
{
	ptool_print_wrapped(out, 0,
			    "overhead of a call in ns: IN-WIN is part of its measured time, OUT-WIN is not; NS/S and %% of one CPU %s",
			    ptool_model_is_difference(model) ?
			    "at the call rate of this interval" :
			    "on average since the counts began");
	if (!ptool_cost_of(model).is_known)
		ptool_table_cost(out, model);
}

static void print_probe(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct probes_layout *layout,
			const struct ptool_probe *probe)
{
	enum ptool_color color = colors[probe->state];
	char name[PTOOL_NAME_LEN];

	ptool_table_full_name(name, probe);
	ptool_table_shorten(out, name, layout->name_width);
	if (layout->group_width)
		fprintf(out->file, "%-*s ", layout->group_width, probe->group);
	fprintf(out->file, "%-*s %s%-*s%s", layout->name_width, name,
		color ? ptool_color(out, color) : "", STATE_WIDTH,
		ptool_state_name(probe->state),
		color ? ptool_color(out, PTOOL_PLAIN) : "");
	if (layout->backend_width)
		fprintf(out->file, " %-*s", layout->backend_width,
			probe->backend[0] ? probe->backend : "-");
	if (layout->costs)
		print_cost(out, model, probe);
	else
		print_counts(out, model, probe);
	fputc('\n', out->file);
	if (probe->reason)
		ptool_print_wrapped(out, layout->group_width + 1, "%s",
				    ptool_probe_reason(probe));
}

static bool has_untimed(const struct ptool_model *model)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (model->probe[i].steps_only)
			return true;
	return false;
}

void ptool_table_probes(const struct ptool_out *out,
			const struct ptool_model *model,
			const struct ptool_view *view)
{
	const char *backend = only_backend(model);
	struct probes_layout layout = lay_out(out, model, view->verbose);
	u32 i;

	ptool_table_head(out, model);
	if (layout.costs)
		print_what_costs_are(out, model);
	if (backend && *backend)
		fprintf(out->file, "timed by %s\n", backend);
	print_head(out, &layout);
	for (i = 0; i < model->probes; i++)
		print_probe(out, model, &layout, &model->probe[i]);
	if (layout.costs)
		print_whole(out, model, &layout);
	else if (has_untimed(model))
		fputs("\n-: not timed, reports steps of packets: see 'pathtime paths'\n",
		      out->file);
}
