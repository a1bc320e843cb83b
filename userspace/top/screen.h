/* SPDX-License-Identifier: GPL-2.0 */
/* screen: the terminal as frames and keys; by curses, or not at all where a build leaves it out */
#ifndef _PATHTIME_SCREEN_H
#define _PATHTIME_SCREEN_H

#include "top/frame.h"

/* keys are characters, or one of these */
enum ptime_key {
	PTIME_KEY_NONE,
	PTIME_KEY_TAB = '\t',
	PTIME_KEY_ENTER = '\n',
	PTIME_KEY_ESCAPE = '\033',
	PTIME_KEY_BACKSPACE = 127,
	PTIME_KEY_UP = 256,
	PTIME_KEY_DOWN,
	PTIME_KEY_PAGE_UP,
	PTIME_KEY_PAGE_DOWN,
	PTIME_KEY_HOME,
	PTIME_KEY_END,
	PTIME_KEY_OTHER,
};

/**
 * ptime_screen_feature() - what `pathtime version` tells of it
 *
 * Return: the feature's name; NULL where it was left out.
 */
const char *ptime_screen_feature(void);

/**
 * ptime_screen_check() - can this build have a screen at all?
 * @command: the command that wants one
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_screen_check(const char *command);

/**
 * ptime_screen_open() - take the terminal of standard input and output
 * @command: the command that wants it
 *
 * It is given back at exit() at the latest. Signals are the caller's: it must have
 * blocked those that curses would handle (SIGINT, SIGTERM, SIGTSTP, SIGWINCH).
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_screen_open(const char *command);

/**
 * ptime_screen_close() - have the terminal be what it was
 */
void ptime_screen_close(void);

/**
 * ptime_screen_leave() - give the terminal back for a while
 */
void ptime_screen_leave(void);

/**
 * ptime_screen_return() - take it again, whatever it was used for meanwhile
 */
void ptime_screen_return(void);

/**
 * ptime_screen_resize() - ask the terminal for its size again
 */
void ptime_screen_resize(void);

/**
 * ptime_screen_size() - the size of the screen
 * @lines: gets the number of lines
 * @columns: gets the number of columns
 */
void ptime_screen_size(u32 *lines, u32 *columns);

/**
 * ptime_screen_draw() - show a frame
 * @frame: the frame; what is beyond the screen is cut off
 */
void ptime_screen_draw(const struct ptime_frame *frame);

/**
 * ptime_screen_key() - a key that was pressed
 *
 * Return: the key; PTIME_KEY_NONE where no more were.
 */
int ptime_screen_key(void);

#endif /* _PATHTIME_SCREEN_H */
