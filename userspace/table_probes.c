// SPDX-License-Identifier: GPL-2.0
/* table of probes: what is timed, by what, and why not */
#include <stdio.h>
#include <string.h>

#include "table.h"

#define STATE_WIDTH	7
#define CALLS_WIDTH	10
#define MISSED_WIDTH	6

static const struct {
	const char *name;
	enum ptime_color color;
} states[] = {
	[PTIME_STATE_PENDING] = { "pending", PTIME_YELLOW },
	[PTIME_STATE_ARMED]   = { "armed",   PTIME_PLAIN },
	[PTIME_STATE_STOPPED] = { "stopped", PTIME_YELLOW },
	[PTIME_STATE_FAILED]  = { "failed",  PTIME_RED },
	[PTIME_STATE_SILENT]  = { "silent",  PTIME_RED },
};

/* backend_width is 0 where one backend does for all, and no column is needed */
struct layout {
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
static struct layout lay_out(const struct ptime_model *model)
{
	bool backends = !only_backend(model);
	struct layout layout = {
		.group_width = strlen("GROUP"),
		.name_width = strlen("FUNCTION"),
		.backend_width = backends ? strlen("BACKEND") : 0,
	};
	char name[PTIME_NAME_LEN];
	int left;
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const struct ptime_probe *probe = &model->probe[i];

		ptime_table_full_name(name, probe);
		layout.group_width = wider(layout.group_width, probe->group);
		layout.name_width = wider(layout.name_width, name);
		if (backends)
			layout.backend_width = wider(layout.backend_width,
						     probe->backend);
	}
	left = ptime_terminal_width() - layout.group_width -
	       layout.backend_width - backends - STATE_WIDTH - CALLS_WIDTH -
	       MISSED_WIDTH - 4;
	if (layout.name_width > left)
		layout.name_width = left;
	return layout;
}

static void print_head(const struct layout *layout)
{
	printf("\n%s%-*s %-*s %-*s", ptime_color(PTIME_BOLD),
	       layout->group_width, "GROUP", layout->name_width, "FUNCTION",
	       STATE_WIDTH, "STATE");
	if (layout->backend_width)
		printf(" %-*s", layout->backend_width, "BACKEND");
	printf(" %*s %*s%s\n", CALLS_WIDTH, "CALLS", MISSED_WIDTH, "MISSED",
	       ptime_color(PTIME_PLAIN));
}

static void print_probe(const struct ptime_model *model,
			const struct layout *layout,
			const struct ptime_probe *probe)
{
	enum ptime_color color = states[probe->state].color;
	char name[PTIME_NAME_LEN];

	ptime_table_full_name(name, probe);
	ptime_table_shorten(name, layout->name_width);
	printf("%-*s %-*s %s%-*s%s", layout->group_width, probe->group,
	       layout->name_width, name, color ? ptime_color(color) : "",
	       STATE_WIDTH, states[probe->state].name,
	       color ? ptime_color(PTIME_PLAIN) : "");
	if (layout->backend_width)
		printf(" %-*s", layout->backend_width,
		       probe->backend[0] ? probe->backend : "-");
	ptime_table_count(model, probe->counts.sum.calls, CALLS_WIDTH);
	ptime_table_missed(probe->missed, MISSED_WIDTH);
	putchar('\n');
	if (probe->reason[0])
		ptime_print_wrapped(layout->group_width + 1, "%s",
				    probe->reason);
}

void ptime_table_probes(const struct ptime_model *model,
			const struct ptime_view *view)
{
	const char *backend = only_backend(model);
	struct layout layout = lay_out(model);
	u32 i;

	(void)view;
	ptime_table_head(model);
	if (backend && *backend)
		printf("timed by %s\n", backend);
	print_head(&layout);
	for (i = 0; i < model->probes; i++)
		print_probe(model, &layout, &model->probe[i]);
}
