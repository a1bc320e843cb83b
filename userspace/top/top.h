/* SPDX-License-Identifier: GPL-2.0 */
/*
 * top: what the live views show, and what keys do to them
 *
 * It has readings put in and keys, and gives frames: it neither reads nor draws.
 */
#ifndef _PATHTIME_TOP_H
#define _PATHTIME_TOP_H

#include "base/page.h"
#include "options/options.h"
#include "output/table.h"
#include "top/frame.h"

/* the views; top.c has a table of them */
enum ptool_top_shown {
	PTOOL_TOP_SUMMARY,
	PTOOL_TOP_TREE,
	PTOOL_TOP_HIST,
	PTOOL_TOP_PATHS,
	PTOOL_TOP_HELP,
	PTOOL_TOP_VIEWS,
};

/* what a key asks of who runs the views */
enum ptool_top_act {
	PTOOL_TOP_GO_ON,
	PTOOL_TOP_QUIT,
	PTOOL_TOP_READ,
	PTOOL_TOP_TELL,
};

/* what the last line asks */
enum ptool_top_question {
	PTOOL_TOP_NOTHING,
	PTOOL_TOP_FILTER,
	PTOOL_TOP_RESET,
};

/* room for a message */
#define PTOOL_TOP_TEXT_LEN	640

/* what the rows of a view are of */
enum ptool_top_kind {
	PTOOL_TOP_FUNCTIONS,
	PTOOL_TOP_ROADS,
	PTOOL_TOP_KINDS,
};

/**
 * struct ptool_top_choice - what was chosen of a kind
 * @filter: what its names must have in them
 * @is_followed: a row was chosen, which is to be followed
 * @id: its number: that of the function, or of the path
 * @place: its place among the rows
 */
struct ptool_top_choice {
	char filter[PTIME_FUNCTION_LEN];
	bool is_followed;
	u64 id;
	u32 place;
};

/**
 * struct ptool_top_view - a view
 * @name: its name
 * @kind: what its rows are of, or the one function that it shows
 * @nothing: what it says where it has no rows
 * @parts: writes it
 * @columns: number of columns that it can be sorted by; 0 where it has no order
 * @column: these, from left to right
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
 * struct ptool_top - the views, and all that was chosen
 * @interval: seconds between two readings
 * @is_paused: no more readings are wanted
 * @verb: with PTOOL_TOP_TELL: what the module is to be told
 * @options: what the command line asked for
 * @view: what the writers are to show; its order is that of the view shown
 * @shown: the view shown
 * @former: the view from which that was entered
 * @order: order of the rows of each view
 * @per_second: rates of the last interval are shown, where there was one
 * @question: what is asked
 * @now: the last reading, NULL for none
 * @rates: what came between the two last readings, NULL for none
 * @choice: row and filter of each kind
 * @first: line of the rows that is the first on the screen
 * @room: lines of rows that the screen has
 * @rows: the rows as they were drawn last
 * @message: what a key led to; until the next one
 * @trouble: why there is no reading; until there is one
 */
struct ptool_top {
	double interval;
	bool is_paused;
	const char *verb;
	const struct ptool_options *options;
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
	struct ptool_page rows;
	char message[PTOOL_TOP_TEXT_LEN];
	char trouble[PTOOL_TOP_TEXT_LEN];
};

extern const struct ptool_top_view ptool_top_views[PTOOL_TOP_VIEWS];

/**
 * ptool_top_init() - begin with the summary, and without a reading
 * @top: the views
 * @options: what the command line asked for; must stay
 */
void ptool_top_init(struct ptool_top *top, const struct ptool_options *options);

/**
 * ptool_top_free() - give the views' memory back
 * @top: the views
 */
void ptool_top_free(struct ptool_top *top);

/**
 * ptool_top_take() - have the next reading shown
 * @top: the views
 * @model: the reading, which is theirs from now on
 */
void ptool_top_take(struct ptool_top *top, struct ptool_model *model);

/**
 * ptool_top_lack() - say why there is no next reading
 * @top: the views, which go on showing the last one
 * @why: an error, as it was told
 */
void ptool_top_lack(struct ptool_top *top, const char *why);

/**
 * ptool_top_say() - show a message until a key is pressed
 * @top: the views
 * @text: the message, as it was told
 */
void ptool_top_say(struct ptool_top *top, const char *text);

/**
 * ptool_top_key() - do what a key means
 * @top: the views
 * @key: the key, see screen.h
 *
 * Return: what it asks of the caller.
 */
enum ptool_top_act ptool_top_key(struct ptool_top *top, int key);

/**
 * ptool_top_model() - what is shown: the last reading, or its rates
 * @top: the views, after a reading
 */
const struct ptool_model *ptool_top_model(const struct ptool_top *top);

/**
 * ptool_top_choice() - what was chosen in the view shown
 * @top: the views
 */
struct ptool_top_choice *ptool_top_choice(struct ptool_top *top);

/**
 * ptool_top_prompt() - the last line: what is asked, or else which keys there are
 * @top: the views
 * @text: gets it
 * @size: room for it
 */
void ptool_top_prompt(struct ptool_top *top, char *text, size_t size);

/**
 * ptool_top_frame() - the screen as it should be (top_frame.c)
 * @top: the views, after a reading
 * @lines: lines of the screen
 * @columns: columns of the screen
 * @frame: gets it, for ptool_frame_free()
 */
void ptool_top_frame(struct ptool_top *top, u32 lines, u32 columns,
		     struct ptool_frame *frame);

#endif /* _PATHTIME_TOP_H */
