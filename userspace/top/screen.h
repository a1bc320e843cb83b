/* SPDX-License-Identifier: GPL-2.0 */
/* screen: the terminal as frames and keys; by curses, or not at all where a build leaves it out */
#ifndef _PATHTIME_SCREEN_H
#define _PATHTIME_SCREEN_H

#include "top/frame.h"

/* keys are characters, or one of these */
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

/**
 * ptool_screen_feature() - what `pathtime version` tells of it
 *
 * Return: the feature's name; NULL where it was left out.
 */
const char *ptool_screen_feature(void);

/**
 * ptool_screen_check() - can this build have a screen at all?
 * @command: the command that wants one
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_screen_check(const char *command);

/**
 * ptool_screen_open() - take the terminal of standard input and output
 * @command: the command that wants it
 *
 * It is given back at exit() at the latest. Signals are the caller's: it must have
 * blocked those that curses would handle (SIGINT, SIGTERM, SIGTSTP, SIGWINCH).
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_screen_open(const char *command);

/**
 * ptool_screen_close() - have the terminal be what it was
 */
void ptool_screen_close(void);

/**
 * ptool_screen_leave() - give the terminal back for a while
 */
void ptool_screen_leave(void);

/**
 * ptool_screen_return() - take it again, whatever it was used for meanwhile
 */
void ptool_screen_return(void);

/**
 * ptool_screen_resize() - ask the terminal for its size again
 */
void ptool_screen_resize(void);

/**
 * ptool_screen_size() - the size of the screen
 * @lines: gets the number of lines
 * @columns: gets the number of columns
 */
void ptool_screen_size(u32 *lines, u32 *columns);

/**
 * ptool_screen_draw() - show a frame
 * @frame: the frame; what is beyond the screen is cut off
 */
void ptool_screen_draw(const struct ptool_frame *frame);

/**
 * ptool_screen_key() - a key that was pressed
 *
 * Return: the key; PTOOL_KEY_NONE where no more were.
 */
int ptool_screen_key(void);

#endif /* _PATHTIME_SCREEN_H */
