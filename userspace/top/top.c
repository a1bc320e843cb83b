// SPDX-License-Identifier: GPL-2.0
/* top: the live views, and the keys that change them */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pathtime/abi.h>

#include "base/error.h"
#include "model/require.h"
#include "output/table_stage_times.h"
#include "top/screen.h"
#include "top/top.h"

#define INTERVAL_DEFAULT	1

/* intervals in seconds that the keys + and - step through */
static const double intervals[] = { 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60 };

static const enum ptool_column summary_columns[] = {
	PTOOL_COLUMN_NONE, PTOOL_COLUMN_FUNCTION, PTOOL_COLUMN_CALLS,
	PTOOL_COLUMN_MISSED, PTOOL_COLUMN_MEAN, PTOOL_COLUMN_P50,
	PTOOL_COLUMN_P99, PTOOL_COLUMN_MAX, PTOOL_COLUMN_TOTAL,
};

static const enum ptool_column tree_columns[] = {
	PTOOL_COLUMN_CALLS, PTOOL_COLUMN_TOTAL, PTOOL_COLUMN_SELF,
	PTOOL_COLUMN_MEAN, PTOOL_COLUMN_FUNCTION,
};

/* from left to right; shares are omitted, because they sort like packets */
static const enum ptool_column path_columns[] = {
	PTOOL_COLUMN_PATH, PTOOL_COLUMN_PACKETS, PTOOL_COLUMN_P50,
	PTOOL_COLUMN_P99, PTOOL_COLUMN_P999, PTOOL_COLUMN_MAX,
};

static void print_help(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view);

static const struct ptool_parts help_parts = { .rows = print_help };

const struct ptool_top_view ptool_top_views[PTOOL_TOP_VIEWS] = {
	[PTOOL_TOP_SUMMARY] = {
		"summary", PTOOL_TOP_FUNCTIONS, "no calls to show",
		&ptool_parts_summary, ARRAY_SIZE(summary_columns),
		summary_columns,
	},
	[PTOOL_TOP_TREE] = {
		"tree", PTOOL_TOP_FUNCTIONS, "no calls to show",
		&ptool_parts_tree, ARRAY_SIZE(tree_columns), tree_columns,
	},
	[PTOOL_TOP_HIST] = {
		"histogram", PTOOL_TOP_FUNCTIONS, "no calls to show",
		&ptool_parts_hist, 0, NULL,
	},
	[PTOOL_TOP_PATHS] = {
		"paths", PTOOL_TOP_PACKETS, "no packets to show",
		&ptool_parts_paths, ARRAY_SIZE(path_columns), path_columns,
	},
	[PTOOL_TOP_INTERFACES] = {
		"interfaces", PTOOL_TOP_PACKETS, "no packets to show",
		&ptool_parts_interfaces, 0, NULL,
	},
	[PTOOL_TOP_POLLS] = {
		"polls", PTOOL_TOP_PACKETS, "no polls to show",
		&ptool_parts_polls, 0, NULL,
	},
	[PTOOL_TOP_HELP] = {
		"help", PTOOL_TOP_FUNCTIONS, "", &help_parts, 0, NULL,
	},
};

/**
 * struct top_key - a key
 * @name: name of the key, or of several keys of which it is the first
 * @brief: what it does, for the last line; NULL if the last line omits it
 * @help: what it does, for the help; NULL if the help of another key covers it
 * @press: performs the action
 * @argument: passed to @press
 * @key: the key
 */
struct top_key {
	const char *name;
	const char *brief;
	const char *help;
	enum ptool_top_act (*press)(struct ptool_top *top, int argument);
	int argument;
	int key;
};

const struct ptool_model *ptool_top_model(const struct ptool_top *top)
{
	return top->per_second && top->rates ? top->rates : top->now;
}

struct ptool_top_choice *ptool_top_choice(struct ptool_top *top)
{
	return &top->choice[ptool_top_views[top->shown].kind];
}

void ptool_top_say(struct ptool_top *top, const char *text)
{
	snprintf(top->message, sizeof(top->message), "%s", text);
}

static void enter(struct ptool_top *top, enum ptool_top_shown shown)
{
	if (top->shown == shown)
		return;
	if (ptool_top_views[top->shown].columns)
		top->former = top->shown;
	top->shown = shown;
	top->first = 0;
}

/* show the error of @check as the message */
static bool passes(struct ptool_top *top, const char *command,
		   int (*check)(const char *command,
				const struct ptool_model *model,
				struct ptool_reason *why))
{
	struct ptool_reason why;

	if (!check(command, top->now, &why))
		return true;
	ptool_top_say(top, why.text);
	return false;
}

static bool has_function(struct ptool_top *top)
{
	u64 id = top->choice[PTOOL_TOP_FUNCTIONS].id;

	if (ptool_model_probe(top->now, id))
		return true;
	ptool_top_say(top, id ? "the function is not timed any more" :
				"no function to show the histogram of");
	return false;
}

/* if the view cannot be shown, show the reason as the message */
static bool is_possible(struct ptool_top *top, enum ptool_top_shown shown)
{
	switch (shown) {
	case PTOOL_TOP_TREE:
		return passes(top, "tree", ptool_require_tree);
	case PTOOL_TOP_HIST:
		return has_function(top);
	case PTOOL_TOP_PATHS:
		return passes(top, "paths", ptool_require_paths);
	case PTOOL_TOP_INTERFACES:
		return passes(top, "interfaces", ptool_require_paths);
	case PTOOL_TOP_POLLS:
		return passes(top, "polls", ptool_require_polls);
	default:
		return true;
	}
}

/* leave a view whose data is gone */
static void leave_impossible(struct ptool_top *top)
{
	if (!is_possible(top, top->shown))
		enter(top, PTOOL_TOP_SUMMARY);
}

static enum ptool_top_act quit(struct ptool_top *top, int argument)
{
	(void)top;
	(void)argument;
	return PTOOL_TOP_QUIT;
}

static enum ptool_top_act show(struct ptool_top *top, int shown)
{
	if (is_possible(top, shown))
		enter(top, shown);
	return PTOOL_TOP_GO_ON;
}

/* cycle through all views but the help; skip those that cannot be shown */
static enum ptool_top_act show_next(struct ptool_top *top, int argument)
{
	enum ptool_top_shown next = top->shown;

	(void)argument;
	do
		next = (next + 1) % PTOOL_TOP_HELP;
	while (!is_possible(top, next));
	top->message[0] = '\0';
	enter(top, next);
	return PTOOL_TOP_GO_ON;
}

/*
 * The bars of their stages, the times of these if they are kept, the stages of
 * fast and slow packets, the slowest packets, nothing.
 */
static void open_paths(struct ptool_view *view, const struct ptool_paths *paths)
{
	bool bars = view->verbose, times = view->stages, anatomy = view->anatomy;
	bool has_times = ptool_table_has_stage_times(paths);

	view->verbose = !bars && !times && !anatomy && !view->slowest;
	view->stages = bars && has_times;
	view->anatomy = times || (bars && !has_times);
	view->slowest = anatomy;
}

/* show more of the chosen row, or of all paths, which have no histogram */
static enum ptool_top_act open_row(struct ptool_top *top, int argument)
{
	(void)argument;
	if (ptool_top_views[top->shown].kind == PTOOL_TOP_FUNCTIONS)
		return show(top, PTOOL_TOP_HIST);
	if (top->shown == PTOOL_TOP_PATHS)
		open_paths(&top->view, top->now->paths);
	return PTOOL_TOP_GO_ON;
}

/* leave a view without rows to choose from; in a table, clear its filter */
static enum ptool_top_act go_back(struct ptool_top *top, int argument)
{
	(void)argument;
	if (!ptool_top_views[top->shown].columns)
		return show(top, top->former);
	ptool_top_choice(top)->filter[0] = '\0';
	return PTOOL_TOP_GO_ON;
}

static void choose(struct ptool_top *top, long long place)
{
	struct ptool_top_choice *choice = ptool_top_choice(top);
	long long last = (long long)top->rows.marks - 1;

	place = place > last ? last : place;
	place = place < 0 ? 0 : place;
	choice->place = (u32)place;
	/* on the first row, stay on top instead of following a function or path down the list */
	choice->is_followed = place > 0;
	if (top->rows.marks)
		choice->id = top->rows.mark[place].id;
}

/* without rows to choose from, scroll; scroll() in top_frame.c limits it at the end */
static enum ptool_top_act move(struct ptool_top *top, int steps)
{
	long long first = (long long)top->first + steps;

	if (top->rows.marks)
		choose(top, (long long)ptool_top_choice(top)->place + steps);
	else
		top->first = first < 0 ? 0 : (u32)first;
	return PTOOL_TOP_GO_ON;
}

static enum ptool_top_act move_page(struct ptool_top *top, int pages)
{
	return move(top, pages * (int)(top->room ? top->room : 1));
}

static enum ptool_top_act move_end(struct ptool_top *top, int sign)
{
	return move(top, sign * (int)(top->rows.lines + top->first));
}

static enum ptool_top_act sort(struct ptool_top *top, int steps)
{
	const struct ptool_top_view *view = &ptool_top_views[top->shown];
	struct ptool_order *order = &top->order[top->shown];
	u32 i = 0;

	if (!view->columns)
		return PTOOL_TOP_GO_ON;
	while (view->column[i] != order->column)
		i++;
	order->column = view->column[(i + view->columns + steps) %
				     view->columns];
	return PTOOL_TOP_GO_ON;
}

static enum ptool_top_act reverse(struct ptool_top *top, int argument)
{
	struct ptool_order *order = &top->order[top->shown];

	(void)argument;
	order->is_reversed = !order->is_reversed;
	return PTOOL_TOP_GO_ON;
}

static enum ptool_top_act ask(struct ptool_top *top, int question)
{
	if (question == PTOOL_TOP_FILTER && !ptool_top_views[top->shown].columns)
		return PTOOL_TOP_GO_ON;
	top->question = question;
	return PTOOL_TOP_GO_ON;
}

static enum ptool_top_act toggle_rates(struct ptool_top *top, int argument)
{
	(void)argument;
	top->per_second = !top->per_second;
	return PTOOL_TOP_GO_ON;
}

static enum ptool_top_act toggle_pause(struct ptool_top *top, int argument)
{
	(void)argument;
	top->is_paused = !top->is_paused;
	return top->is_paused ? PTOOL_TOP_GO_ON : PTOOL_TOP_READ;
}

static enum ptool_top_act toggle_all(struct ptool_top *top, int argument)
{
	(void)argument;
	top->view.all = !top->view.all;
	return PTOOL_TOP_GO_ON;
}

static enum ptool_top_act toggle_full(struct ptool_top *top, int argument)
{
	(void)argument;
	top->view.full = !top->view.full;
	return PTOOL_TOP_GO_ON;
}

static enum ptool_top_act lengthen(struct ptool_top *top, int argument)
{
	size_t i;

	(void)argument;
	for (i = 0; i < ARRAY_SIZE(intervals); i++)
		if (intervals[i] > top->interval)
			break;
	if (i < ARRAY_SIZE(intervals))
		top->interval = intervals[i];
	return PTOOL_TOP_GO_ON;
}

static enum ptool_top_act shorten(struct ptool_top *top, int argument)
{
	size_t i;

	(void)argument;
	for (i = ARRAY_SIZE(intervals); i--;)
		if (intervals[i] < top->interval) {
			top->interval = intervals[i];
			break;
		}
	return PTOOL_TOP_GO_ON;
}

static enum ptool_top_act start_or_stop(struct ptool_top *top, int argument)
{
	(void)argument;
	top->verb = ptime_verb_name(top->now->running ? PTIME_VERB_STOP :
							PTIME_VERB_START);
	return PTOOL_TOP_SEND;
}

/* keys with a brief are listed in the last line, in this order */
static const struct top_key keys[] = {
	{ "?", "help", "show these keys", show, PTOOL_TOP_HELP, '?' },
	{ "q", "quit", "quit", quit, 0, 'q' },
	{ "s", "summary", "show a line per function", show, PTOOL_TOP_SUMMARY, 's' },
	{ "t", "tree", "show callers and callees", show, PTOOL_TOP_TREE, 't' },
	{ "h", "hist", "show the histogram of the chosen function",
	  show, PTOOL_TOP_HIST, 'h' },
	{ "P", "paths", "show paths of packets", show, PTOOL_TOP_PATHS, 'P' },
	{ "I N", NULL, "show packets of interfaces; the receive softirq and NAPI's polls",
	  show, PTOOL_TOP_INTERFACES, 'I' },
	{ NULL, NULL, NULL, show, PTOOL_TOP_POLLS, 'N' },
	{ "Enter", NULL, "show a histogram; of paths: stages, their anatomy, slowest packets",
	  open_row, 0, PTOOL_KEY_ENTER },
	{ "Tab", NULL, "show the next view", show_next, 0, PTOOL_KEY_TAB },
	{ "Up Down", NULL, "choose a row, or scroll",
	  move, -1, PTOOL_KEY_UP },
	{ NULL, NULL, NULL, move, 1, PTOOL_KEY_DOWN },
	{ "PgUp PgDn", NULL, "move a screen up or down; Home and End: to the first or last row",
	  move_page, -1, PTOOL_KEY_PAGE_UP },
	{ NULL, NULL, NULL, move_page, 1, PTOOL_KEY_PAGE_DOWN },
	{ NULL, NULL, NULL, move_end, -1, PTOOL_KEY_HOME },
	{ NULL, NULL, NULL, move_end, 1, PTOOL_KEY_END },
	{ "< >", "sort", "sort by the column to the left or to the right",
	  sort, -1, '<' },
	{ NULL, NULL, NULL, sort, 1, '>' },
	{ "r", NULL, "reverse the order", reverse, 0, 'r' },
	{ "/", "filter", "show only rows whose name has the text typed",
	  ask, PTOOL_TOP_FILTER, '/' },
	{ "Esc", NULL, "clear the filter; leave a histogram, interfaces or polls",
	  go_back, 0, PTOOL_KEY_ESCAPE },
	{ "i", "rate", "show counts per second, or since they began",
	  toggle_rates, 0, 'i' },
	{ "p", NULL, "pause or continue; the space bar does the same",
	  toggle_pause, 0, 'p' },
	{ NULL, NULL, NULL, toggle_pause, 0, ' ' },
	{ "+ -", NULL, "make the interval longer or shorter", lengthen, 0, '+' },
	{ NULL, NULL, NULL, shorten, 0, '-' },
	{ "a", NULL, "show all functions, all rows, and polls of each CPU", toggle_all, 0, 'a' },
	{ "f", NULL, "show all buckets of a histogram, none merged",
	  toggle_full, 0, 'f' },
	{ "S", NULL, "stop or start all probes", start_or_stop, 0, 'S' },
	{ "R", NULL, "reset all counts, after a confirmation",
	  ask, PTOOL_TOP_RESET, 'R' },
};

static void print_help(const struct ptool_out *out,
		       const struct ptool_model *model,
		       const struct ptool_view *view)
{
	size_t i;

	(void)model;
	(void)view;
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].help)
			fprintf(out->file, "  %-10s %s\n", keys[i].name,
				keys[i].help);
}

static void list_keys(char *text, size_t size)
{
	size_t i, length = 0;

	for (i = 0; i < ARRAY_SIZE(keys) && length < size; i++)
		if (keys[i].brief)
			length += (size_t)snprintf(text + length, size - length,
						   "%s%s %s", length ? "  " : "",
						   keys[i].name, keys[i].brief);
}

void ptool_top_prompt(struct ptool_top *top, char *text, size_t size)
{
	switch (top->question) {
	case PTOOL_TOP_FILTER:
		snprintf(text, size, "filter: %s_   Enter keeps it, Esc clears it",
			 ptool_top_choice(top)->filter);
		break;
	case PTOOL_TOP_RESET:
		snprintf(text, size, "reset all counts to zero? y or n");
		break;
	default:
		list_keys(text, size);
	}
}

static enum ptool_top_act press(struct ptool_top *top, int key)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].key == key)
			return keys[i].press(top, keys[i].argument);
	return PTOOL_TOP_GO_ON;
}

/* only names of paths contain blanks, between their steps */
static bool is_of_name(const struct ptool_top *top, int key)
{
	if (key == ' ')
		return ptool_top_views[top->shown].kind == PTOOL_TOP_PACKETS;
	return key > ' ' && key < PTOOL_KEY_BACKSPACE;
}

static enum ptool_top_act type_filter(struct ptool_top *top, int key)
{
	struct ptool_top_choice *choice = ptool_top_choice(top);
	size_t length = strlen(choice->filter);

	if (is_of_name(top, key)) {
		if (length + 1 < sizeof(choice->filter)) {
			choice->filter[length] = (char)key;
			choice->filter[length + 1] = '\0';
		}
		return PTOOL_TOP_GO_ON;
	}
	if (key == PTOOL_KEY_BACKSPACE) {
		if (length)
			choice->filter[length - 1] = '\0';
		return PTOOL_TOP_GO_ON;
	}
	if (key == PTOOL_KEY_ESCAPE)
		choice->filter[0] = '\0';
	/* any other key ends the input; a key that moves among the rows takes effect as well */
	top->question = PTOOL_TOP_NOTHING;
	return key >= PTOOL_KEY_UP ? press(top, key) : PTOOL_TOP_GO_ON;
}

static enum ptool_top_act answer_reset(struct ptool_top *top, int key)
{
	top->question = PTOOL_TOP_NOTHING;
	if (key != 'y')
		return PTOOL_TOP_GO_ON;
	top->verb = ptime_verb_name(PTIME_VERB_RESET);
	return PTOOL_TOP_SEND;
}

enum ptool_top_act ptool_top_key(struct ptool_top *top, int key)
{
	top->message[0] = '\0';
	switch (top->question) {
	case PTOOL_TOP_FILTER:
		return type_filter(top, key);
	case PTOOL_TOP_RESET:
		return answer_reset(top, key);
	default:
		return press(top, key);
	}
}

void ptool_top_init(struct ptool_top *top, const struct ptool_view *view,
		    double interval, bool has_color)
{
	memset(top, 0, sizeof(*top));
	top->has_color = has_color;
	top->view = *view;
	top->interval = interval > 0 ? interval : INTERVAL_DEFAULT;
	top->per_second = true;
	top->order[PTOOL_TOP_SUMMARY].column = PTOOL_COLUMN_TOTAL;
	top->order[PTOOL_TOP_TREE].column = PTOOL_COLUMN_TOTAL;
	top->order[PTOOL_TOP_PATHS].column = PTOOL_COLUMN_PACKETS;
}

void ptool_top_free(struct ptool_top *top)
{
	ptool_lines_free(&top->rows);
	ptool_model_free(top->rates);
	ptool_model_free(top->now);
}

void ptool_top_take(struct ptool_top *top, struct ptool_model *model)
{
	ptool_model_free(top->rates);
	top->rates = NULL;
	if (top->now) {
		top->rates = ptool_model_difference(model, top->now);
		top->rates->per_second = true;
	}
	ptool_model_free(top->now);
	top->now = model;
	top->trouble[0] = '\0';
	leave_impossible(top);
}

void ptool_top_lack(struct ptool_top *top, const char *why)
{
	snprintf(top->trouble, sizeof(top->trouble), "%s", why);
}
