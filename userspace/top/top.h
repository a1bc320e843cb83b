/* SPDX-License-Identifier: GPL-2.0 */
/*
 * top: what the live views show, and what keys do to them
 *
 * Its inputs are readings and keys, its outputs are frames. It neither reads
 * from the module nor draws on the terminal.
 */
#ifndef _PATHTIME_TOP_H
#define _PATHTIME_TOP_H

#include "base/error.h"
#include "base/lines.h"
#include "output/table.h"
#include "top/frame.h"

/* the views; ptool_top_views[] describes them */
enum ptool_top_shown {
	PTOOL_TOP_SUMMARY,
	PTOOL_TOP_TREE,
	PTOOL_TOP_HIST,
	PTOOL_TOP_PATHS,
	PTOOL_TOP_INTERFACES,
	PTOOL_TOP_POLLS,
	PTOOL_TOP_HELP,
	PTOOL_TOP_VIEWS,
};

/* action that a key requires of the caller: nothing, quit, read now, send .verb to the module */
enum ptool_top_act {
	PTOOL_TOP_GO_ON,
	PTOOL_TOP_QUIT,
	PTOOL_TOP_READ,
	PTOOL_TOP_SEND,
};

/* question of the last line */
enum ptool_top_question {
	PTOOL_TOP_NOTHING,
	PTOOL_TOP_FILTER,
	PTOOL_TOP_RESET,
};

/* kind of the rows of a view */
enum ptool_top_kind {
	PTOOL_TOP_FUNCTIONS,
	PTOOL_TOP_PACKETS,
	PTOOL_TOP_KINDS,
};

/**
 * struct ptool_top_choice - the user's choices among functions or among paths
 * @filter: only names that contain this text are shown
 * @is_followed: the cursor stays on the chosen function or path when rows move
 * @id: number of the chosen function or path
 * @place: index of the chosen row
 */
struct ptool_top_choice {
	char filter[PTIME_FUNCTION_LEN];
	bool is_followed;
	u64 id;
	u32 place;
};

/**
 * struct ptool_top_view - a view
 * @name: name of the view
 * @kind: what its rows stand for, or the one thing that it shows
 * @nothing: what it shows if it has no rows
 * @parts: prints it
 * @columns: number of columns by which it can be sorted; 0 if it has no order
 * @column: these columns, from left to right
 */
struct ptool_top_view {
	const char *name;
	enum ptool_top_kind kind;
	const char *nothing;
	const struct ptool_parts *parts;
	u32 columns;
	const enum ptool_column *column;
};

/**
 * struct ptool_top - state of the live views
 * @interval: seconds between two readings
 * @is_paused: the caller must not read
 * @verb: with PTOOL_TOP_SEND: the control command to send to the module
 * @has_color: show colours
 * @view: what to print; .order is that of the view shown
 * @shown: the view shown
 * @former: the view from which the user entered @shown
 * @order: order of the rows of each view
 * @per_second: show rates over the last interval, if there was one
 * @question: the question in the last line
 * @now: the last reading; NULL before the first one
 * @rates: difference of the last two readings; NULL before the second one
 * @choice: row and filter, for functions and for paths
 * @first: index of the first line of @rows on the screen
 * @room: number of lines for rows on the screen
 * @rows: the rows as last drawn
 * @message: result of the last key; cleared by the next key
 * @trouble: why the last reading failed; cleared by the next reading
 */
struct ptool_top {
	double interval;
	bool is_paused;
	const char *verb;
	bool has_color;
	struct ptool_view view;
	enum ptool_top_shown shown;
	enum ptool_top_shown former;
	struct ptool_order order[PTOOL_TOP_VIEWS];
	bool per_second;
	enum ptool_top_question question;
	struct ptool_model *now;
	struct ptool_model *rates;
	struct ptool_top_choice choice[PTOOL_TOP_KINDS];
	u32 first;
	u32 room;
	struct ptool_lines rows;
	char message[PTOOL_REASON_LEN];
	char trouble[PTOOL_REASON_LEN];
};

extern const struct ptool_top_view ptool_top_views[PTOOL_TOP_VIEWS];

/**
 * ptool_top_init() - start with the summary and without a reading
 * @top: the views
 * @view: what to show
 * @interval: seconds between two readings; 0 for the default
 * @has_color: show colours
 */
void ptool_top_init(struct ptool_top *top, const struct ptool_view *view,
		    double interval, bool has_color);

void ptool_top_free(struct ptool_top *top);

/**
 * ptool_top_take() - show the next reading
 * @top: the views
 * @model: the reading; @top owns it from now on
 */
void ptool_top_take(struct ptool_top *top, struct ptool_model *model);

/**
 * ptool_top_lack() - show why the next reading failed
 * @top: the views, which keep showing the last reading
 * @why: the error message
 */
void ptool_top_lack(struct ptool_top *top, const char *why);

/* until a key is pressed */
void ptool_top_say(struct ptool_top *top, const char *text);

/**
 * ptool_top_key() - handle a key
 * @top: the views
 * @key: the key, see screen.h
 *
 * Return: what the key requires of the caller.
 */
enum ptool_top_act ptool_top_key(struct ptool_top *top, int key);

/* the last reading, or its rates */
const struct ptool_model *ptool_top_model(const struct ptool_top *top);

/* the choices that apply to the view shown */
struct ptool_top_choice *ptool_top_choice(struct ptool_top *top);

/**
 * ptool_top_prompt() - write the last line: the question, or the list of keys
 * @top: the views
 * @text: receives the line
 * @size: size of @text in bytes
 */
void ptool_top_prompt(struct ptool_top *top, char *text, size_t size);

/**
 * ptool_top_frame() - lay out the views on a screen (top_frame.c)
 * @top: the views, after a reading
 * @lines: number of lines of the screen
 * @columns: number of columns of the screen
 * @frame: receives the content of the screen, for ptool_frame_free()
 */
void ptool_top_frame(struct ptool_top *top, u32 lines, u32 columns,
		     struct ptool_frame *frame);

#endif /* _PATHTIME_TOP_H */
