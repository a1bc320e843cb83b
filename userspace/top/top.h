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
enum ptime_top_shown {
	PTIME_TOP_SUMMARY,
	PTIME_TOP_TREE,
	PTIME_TOP_HIST,
	PTIME_TOP_PATHS,
	PTIME_TOP_HELP,
	PTIME_TOP_VIEWS,
};

/* what a key asks of who runs the views */
enum ptime_top_act {
	PTIME_TOP_GO_ON,
	PTIME_TOP_QUIT,
	PTIME_TOP_READ,
	PTIME_TOP_TELL,
};

/* what the last line asks */
enum ptime_top_question {
	PTIME_TOP_NOTHING,
	PTIME_TOP_FILTER,
	PTIME_TOP_RESET,
};

/* room for a message */
#define PTIME_TOP_TEXT_LEN	640

/* what the rows of a view are of */
enum ptime_top_kind {
	PTIME_TOP_FUNCTIONS,
	PTIME_TOP_ROADS,
	PTIME_TOP_KINDS,
};

/**
 * struct ptime_top_choice - what was chosen of a kind
 * @filter: what its names must have in them
 * @is_followed: a row was chosen, which is to be followed
 * @id: its number: that of the function, or of the path
 * @place: its place among the rows
 */
struct ptime_top_choice {
	char filter[PTIME_FUNCTION_LEN];
	bool is_followed;
	u64 id;
	u32 place;
};

/**
 * struct ptime_top_view - a view
 * @name: its name
 * @kind: what its rows are of, or the one function that it shows
 * @nothing: what it says where it has no rows
 * @parts: writes it
 * @columns: number of columns that it can be sorted by; 0 where it has no order
 * @column: these, from left to right
 */
struct ptime_top_view {
	const char *name;
	enum ptime_top_kind kind;
	const char *nothing;
	const struct ptime_parts *parts;
	u32 columns;
	const enum ptime_column *column;
};

/**
 * struct ptime_top - the views, and all that was chosen
 * @interval: seconds between two readings
 * @is_paused: no more readings are wanted
 * @verb: with PTIME_TOP_TELL: what the module is to be told
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
struct ptime_top {
	double interval;
	bool is_paused;
	const char *verb;
	const struct ptime_options *options;
	struct ptime_view view;
	enum ptime_top_shown shown;
	enum ptime_top_shown former;
	struct ptime_order order[PTIME_TOP_VIEWS];
	bool per_second;
	enum ptime_top_question question;
	struct ptime_model *now;
	struct ptime_model *rates;
	struct ptime_top_choice choice[PTIME_TOP_KINDS];
	u32 first;
	u32 room;
	struct ptime_page rows;
	char message[PTIME_TOP_TEXT_LEN];
	char trouble[PTIME_TOP_TEXT_LEN];
};

extern const struct ptime_top_view ptime_top_views[PTIME_TOP_VIEWS];

/**
 * ptime_top_init() - begin with the summary, and without a reading
 * @top: the views
 * @options: what the command line asked for; must stay
 */
void ptime_top_init(struct ptime_top *top, const struct ptime_options *options);

/**
 * ptime_top_free() - give the views' memory back
 * @top: the views
 */
void ptime_top_free(struct ptime_top *top);

/**
 * ptime_top_take() - have the next reading shown
 * @top: the views
 * @model: the reading, which is theirs from now on
 */
void ptime_top_take(struct ptime_top *top, struct ptime_model *model);

/**
 * ptime_top_lack() - say why there is no next reading
 * @top: the views, which go on showing the last one
 * @why: an error, as it was told
 */
void ptime_top_lack(struct ptime_top *top, const char *why);

/**
 * ptime_top_say() - show a message until a key is pressed
 * @top: the views
 * @text: the message, as it was told
 */
void ptime_top_say(struct ptime_top *top, const char *text);

/**
 * ptime_top_key() - do what a key means
 * @top: the views
 * @key: the key, see screen.h
 *
 * Return: what it asks of the caller.
 */
enum ptime_top_act ptime_top_key(struct ptime_top *top, int key);

/**
 * ptime_top_model() - what is shown: the last reading, or its rates
 * @top: the views, after a reading
 */
const struct ptime_model *ptime_top_model(const struct ptime_top *top);

/**
 * ptime_top_choice() - what was chosen in the view shown
 * @top: the views
 */
struct ptime_top_choice *ptime_top_choice(struct ptime_top *top);

/**
 * ptime_top_prompt() - the last line: what is asked, or else which keys there are
 * @top: the views
 * @text: gets it
 * @size: room for it
 */
void ptime_top_prompt(struct ptime_top *top, char *text, size_t size);

/**
 * ptime_top_frame() - the screen as it should be (top_frame.c)
 * @top: the views, after a reading
 * @lines: lines of the screen
 * @columns: columns of the screen
 * @frame: gets it, for ptime_frame_free()
 */
void ptime_top_frame(struct ptime_top *top, u32 lines, u32 columns,
		     struct ptime_frame *frame);

#endif /* _PATHTIME_TOP_H */
