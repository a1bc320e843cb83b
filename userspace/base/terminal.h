/* SPDX-License-Identifier: GPL-2.0 */
/* terminal: width, colours and wrapped lines of standard output */
#ifndef _PATHTIME_TERMINAL_H
#define _PATHTIME_TERMINAL_H

#include "base/types.h"

/* what a line keeps to where no terminal says it has more */
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
 * ptool_color_parse() - when to use colour, by its name
 * @name: "auto", "always" or "never"
 * @when: gets the value
 *
 * Return: whether there is one of that name.
 */
bool ptool_color_parse(const char *name, enum ptool_color_when *when);

/**
 * ptool_terminal_init() - decide on colours
 * @when: what the user asked for; auto is: on a terminal, without NO_COLOR
 */
void ptool_terminal_init(enum ptool_color_when when);

/**
 * ptool_terminal_width() - columns a line may take
 *
 * Return: PTOOL_TERMINAL_WIDTH, more on a wider terminal.
 */
int ptool_terminal_width(void);

/**
 * ptool_terminal_resize() - say how wide lines may be, whatever standard output is
 * @columns: columns of the terminal that shows them
 */
void ptool_terminal_resize(int columns);

/**
 * ptool_color() - the sequence that turns a colour on
 * @color: the colour; PTOOL_PLAIN turns the last one off
 *
 * Return: the sequence; an empty string without colours.
 */
const char *ptool_color(enum ptool_color color);

/**
 * ptool_color_of() - the colour that a sequence turns on
 * @text: what may begin with one
 * @color: gets the colour
 *
 * Return: length of the sequence; 0 where there is none.
 */
size_t ptool_color_of(const char *text, enum ptool_color *color);

/**
 * ptool_print_wrapped() - print a line, broken at spaces where it is too long
 * @indent: spaces before each line
 * @format: the line without a newline, as printf() takes it
 */
__printf(2, 3)
void ptool_print_wrapped(int indent, const char *format, ...);

#endif /* _PATHTIME_TERMINAL_H */
