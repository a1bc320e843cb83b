/* SPDX-License-Identifier: GPL-2.0 */
/* terminal: width, colours and line wrapping of standard output */
#ifndef _PATHTIME_TERMINAL_H
#define _PATHTIME_TERMINAL_H

#include "base/types.h"

/* line width unless the terminal is wider */
#define PTOOL_TERMINAL_WIDTH	79

enum ptool_color_when {
	PTOOL_COLOR_AUTO,
	PTOOL_COLOR_ALWAYS,
	PTOOL_COLOR_NEVER,
};

enum ptool_color {
	PTOOL_PLAIN,
	PTOOL_BOLD,
	PTOOL_RED,
	PTOOL_YELLOW,
	PTOOL_CYAN,
};

/**
 * ptool_color_parse() - Parse when to use colours
 * @name: "auto", "always" or "never"
 * @when: set to the value
 *
 * Return: true if @name is one of these.
 */
bool ptool_color_parse(const char *name, enum ptool_color_when *when);

/**
 * ptool_terminal_init() - Decide whether to use colours
 * @when: the user's choice; PTOOL_COLOR_AUTO uses colours on a terminal unless
 *	NO_COLOR is set
 */
void ptool_terminal_init(enum ptool_color_when when);

/**
 * ptool_terminal_width() - Get the number of columns of a line
 *
 * Return: PTOOL_TERMINAL_WIDTH, or more on a wider terminal.
 */
int ptool_terminal_width(void);

/**
 * ptool_terminal_resize() - Set the width of lines, independent of standard output
 * @columns: columns of the terminal that shows them
 */
void ptool_terminal_resize(int columns);

/**
 * ptool_color() - Get the escape sequence of a colour
 * @color: the colour; PTOOL_PLAIN turns the last one off
 *
 * Return: the sequence; an empty string if colours are off.
 */
const char *ptool_color(enum ptool_color color);

/**
 * ptool_color_of() - Find out which colour an escape sequence turns on
 * @text: text that may begin with a sequence
 * @color: set to the colour
 *
 * Return: length of the sequence; 0 if @text does not begin with one.
 */
size_t ptool_color_of(const char *text, enum ptool_color *color);

/**
 * ptool_print_wrapped() - Print a line, wrapped at spaces
 * @indent: number of spaces before each line
 * @format: the line without a newline, as for printf()
 */
__printf(2, 3)
void ptool_print_wrapped(int indent, const char *format, ...);

#endif /* _PATHTIME_TERMINAL_H */
