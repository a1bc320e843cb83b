// SPDX-License-Identifier: GPL-2.0
/* table of probes: what is timed, by what, and why not */
#include <stdio.h>
#include <string.h>

#include "model/cost.h"
#include "output/table.h"

#define STATE_WIDTH	7
#define CALLS_WIDTH	10
#define MISSED_WIDTH	6
#define CALL_WIDTH	7
#define RATE_WIDTH	10
#define SHARE_WIDTH	6

/* all that is right of a probe's state and backend */
#define COUNTS_WIDTH	(CALLS_WIDTH + MISSED_WIDTH + 2)
#define COSTS_WIDTH	(2 * CALL_WIDTH + RATE_WIDTH + SHARE_WIDTH + 4)

static const enum ptime_color colors[] = {
	[PTIME_STATE_PENDING]	= PTIME_YELLOW,
	[PTIME_STATE_ARMED]	= PTIME_PLAIN,
	[PTIME_STATE_STOPPED]	= PTIME_YELLOW,
	[PTIME_STATE_FAILED]	= PTIME_RED,
	[PTIME_STATE_SILENT]	= PTIME_RED,
	[PTIME_STATE_STOPPING]	= PTIME_YELLOW,
};

/*
 * backend_width is 0 where one backend does for all, and no column is needed;
 * group_width where costs take the room
 */
struct layout {
	bool costs;
	int group_width;
	int name_width;
	int backend_width;
};

static int wider(int width, const char *text)
{
	return (int)strlen(text) > width ? (int)strlen(text) : width;
}

/* the one backend of all probes that have any; NULL where there are more */
static const char *only_backend(const struct ptime_model *model)
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

/* as wide as the contents; what is left of the line is the name's */
static struct layout lay_out(const struct ptime_model *model, bool costs)
{
	bool backends = !only_backend(model);
	struct layout layout = {
		.costs = costs,
		.group_width = costs ? 0 : strlen("GROUP"),
		.name_width = strlen("FUNCTION"),
		.backend_width = backends ? strlen("BACKEND") : 0,
	};
	char name[PTIME_NAME_LEN];
	int left;
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const struct ptime_probe *probe = &model->probe[i];

		ptime_table_full_name(name, probe);
		if (!costs)
			layout.group_width = wider(layout.group_width,
						   probe->group);
		layout.name_width = wider(layout.name_width, name);
		if (backends)
			layout.backend_width = wider(layout.backend_width,
						     probe->backend);
	}
	left = ptime_terminal_width() - layout.group_width - !costs -
	       layout.backend_width - backends - STATE_WIDTH - 1 -
	       (costs ? COSTS_WIDTH : COUNTS_WIDTH);
	if (layout.name_width > left)
		layout.name_width = left;
	return layout;
}

static void print_head(const struct layout *layout)
{
	printf("\n%s", ptime_color(PTIME_BOLD));
	if (layout->group_width)
		printf("%-*s ", layout->group_width, "GROUP");
	printf("%-*s %-*s", layout->name_width, "FUNCTION", STATE_WIDTH,
	       "STATE");
	if (layout->backend_width)
		printf(" %-*s", layout->backend_width, "BACKEND");
	if (layout->costs)
		printf(" %*s %*s %*s %*s", CALL_WIDTH, "INSIDE", CALL_WIDTH,
		       "OUTSIDE", RATE_WIDTH, "NS/S", SHARE_WIDTH, "% CPU");
	else
		printf(" %*s %*s", CALLS_WIDTH, "CALLS", MISSED_WIDTH,
		       "MISSED");
	printf("%s\n", ptime_color(PTIME_PLAIN));
}

static void print_counts(const struct ptime_model *model,
			 const struct ptime_probe *probe)
{
	if (probe->steps_only)
		printf(" %*s", CALLS_WIDTH, "-");
	else
		ptime_table_count(model, probe->counts.sum.calls, CALLS_WIDTH);
	ptime_table_missed(model, probe->missed, MISSED_WIDTH);
}

static void print_per_call(bool is_known, u32 ps)
{
	char text[PTIME_NUMBER_LEN] = "-";

	if (is_known && ps < 1000 * 1000)
		snprintf(text, sizeof(text), "%.1f", ps / 1000.0);
	else if (is_known)
		ptime_count_text(text, ps / 1000, CALL_WIDTH);
	printf(" %*s", CALL_WIDTH, text);
}

static void print_rates(const struct ptime_cost *cost)
{
	char rate[PTIME_NUMBER_LEN] = "-", percent[PTIME_NUMBER_LEN] = "-";

	if (cost->is_known) {
		ptime_count_text(rate, cost->ns_per_s, RATE_WIDTH);
		ptime_percent_text(percent, cost->percent, SHARE_WIDTH);
	}
	printf(" %*s %*s", RATE_WIDTH, rate, SHARE_WIDTH, percent);
}

static void print_cost(const struct ptime_model *model,
		       const struct ptime_probe *probe)
{
	struct ptime_cost cost = ptime_cost_of_probe(model, probe);

	print_per_call(cost.is_known, probe->inside_ps);
	print_per_call(cost.is_known, probe->outside_ps);
	print_rates(&cost);
}

/* all that is left of the rates is empty */
static void print_whole(const struct ptime_model *model,
			const struct layout *layout)
{
	struct ptime_cost cost = ptime_cost_of(model);
	int empty = STATE_WIDTH + 1 + 2 * (CALL_WIDTH + 1);

	if (layout->backend_width)
		empty += layout->backend_width + 1;
	printf("%-*s%*s", layout->name_width, "all", empty, "");
	print_rates(&cost);
	putchar('\n');
}

static void print_what_costs_are(const struct ptime_model *model)
{
	ptime_print_wrapped(0, "cost of a call in ns, INSIDE and OUTSIDE of its time; NS/S and %% of one CPU %s",
			    model->is_interval && !model->restarted ?
			    "at the call rate of this interval" :
			    "on average since the counts began");
	if (!ptime_cost_of(model).is_known)
		ptime_table_cost(model);
}

static void print_probe(const struct ptime_model *model,
			const struct layout *layout,
			const struct ptime_probe *probe)
{
	enum ptime_color color = colors[probe->state];
	char name[PTIME_NAME_LEN];

	ptime_table_full_name(name, probe);
	ptime_table_shorten(name, layout->name_width);
	if (layout->group_width)
		printf("%-*s ", layout->group_width, probe->group);
	printf("%-*s %s%-*s%s", layout->name_width, name,
	       color ? ptime_color(color) : "", STATE_WIDTH,
	       ptime_state_name(probe->state), color ? ptime_color(PTIME_PLAIN) : "");
	if (layout->backend_width)
		printf(" %-*s", layout->backend_width,
		       probe->backend[0] ? probe->backend : "-");
	if (layout->costs)
		print_cost(model, probe);
	else
		print_counts(model, probe);
	putchar('\n');
	if (probe->reason[0])
		ptime_print_wrapped(layout->group_width + 1, "%s",
				    probe->reason);
}

static bool has_untimed(const struct ptime_model *model)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (model->probe[i].steps_only)
			return true;
	return false;
}

void ptime_table_probes(const struct ptime_model *model,
			const struct ptime_view *view)
{
	const char *backend = only_backend(model);
	struct layout layout = lay_out(model, view->verbose);
	u32 i;

	ptime_table_head(model);
	if (layout.costs)
		print_what_costs_are(model);
	if (backend && *backend)
		printf("timed by %s\n", backend);
	print_head(&layout);
	for (i = 0; i < model->probes; i++)
		print_probe(model, &layout, &model->probe[i]);
	if (layout.costs)
		print_whole(model, &layout);
	else if (has_untimed(model))
		puts("\n-: not timed, tells where packets pass: see 'pathtime paths'");
}
