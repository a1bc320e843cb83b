/* SPDX-License-Identifier: GPL-2.0 */
/* screen: frames and keys on the terminal, by curses or, if built without it, not at all */
#ifndef _PATHTIME_SCREEN_H
#define _PATHTIME_SCREEN_H

#include "base/error.h"
#include "top/frame.h"

/* a key is a character or one of these */
enum ptool_key {
	PTOOL_KEY_NONE,
	PTOOL_KEY_TAB = '\t',
	PTOOL_KEY_ENTER = '\n',
	PTOOL_KEY_ESCAPE = '\033',
	PTOOL_KEY_BACKSPACE = 127,
	PTOOL_KEY_UP = 256,
	PTOOL_KEY_DOWN,
	PTOOL_KEY_PAGE_UP,
	PTOOL_KEY_PAGE_DOWN,
	PTOOL_KEY_HOME,
	PTOOL_KEY_END,
	PTOOL_KEY_OTHER,
};

/* NULL if it was not built in */
const char *ptool_screen_feature(void);

/**
 * ptool_screen_check() - check that this build can draw a screen
 * @command: name of the command that draws one
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_screen_check(const char *command, struct ptool_reason *why);

/**
 * ptool_screen_open() - take over the terminal of standard input and output
 * @command: name of the command that draws on it
 * @why: set to the reason of an error
 *
 * The terminal is restored at exit() at the latest. The caller handles signals:
 * it must have blocked those that curses would handle (SIGINT, SIGTERM, SIGTSTP,
 * SIGWINCH).
 *
 * Return: 0, or an exit status on error.
 */
int ptool_screen_open(const char *command, struct ptool_reason *why);

void ptool_screen_close(void);

/* until ptool_screen_return() */
void ptool_screen_leave(void);

/* redraws all of it */
void ptool_screen_return(void);

/* redraws all of it */
void ptool_screen_resize(void);

/**
 * ptool_screen_size() - get the size of the screen
 * @lines: receives the number of lines
 * @columns: receives the number of columns
 */
void ptool_screen_size(u32 *lines, u32 *columns);

/**
 * ptool_screen_draw() - draw a frame
 * @frame: the frame; what does not fit on the screen is cut off
 */
void ptool_screen_draw(const struct ptool_frame *frame);

/**
 * ptool_screen_key() - get the next key that was pressed, without waiting
 *
 * Return: the key; PTOOL_KEY_NONE if there is no more.
 */
int ptool_screen_key(void);

#endif /* _PATHTIME_SCREEN_H */
