/* SPDX-License-Identifier: GPL-2.0 */
/* terminal: width, colours and wrapped lines of standard output */
#ifndef _PATHTIME_TERMINAL_H
#define _PATHTIME_TERMINAL_H

#include "base/types.h"

/* what a line keeps to where no terminal says it has more */
#define PTIME_TERMINAL_WIDTH	79

enum ptime_color_when {
	PTIME_COLOR_AUTO,
	PTIME_COLOR_ALWAYS,
	PTIME_COLOR_NEVER,
};

enum ptime_color {
	PTIME_PLAIN,
	PTIME_BOLD,
	PTIME_RED,
	PTIME_YELLOW,
	PTIME_CYAN,
};

/**
 * ptime_color_parse() - when to use colour, by its name
 * @name: "auto", "always" or "never"
 * @when: gets the value
 *
 * Return: whether there is one of that name.
 */
bool ptime_color_parse(const char *name, enum ptime_color_when *when);

/**
 * ptime_terminal_init() - decide on colours
 * @when: what the user asked for; auto is: on a terminal, without NO_COLOR
 */
void ptime_terminal_init(enum ptime_color_when when);

/**
 * ptime_terminal_width() - columns a line may take
 *
 * Return: PTIME_TERMINAL_WIDTH, more on a wider terminal.
 */
int ptime_terminal_width(void);

/**
 * ptime_terminal_resize() - say how wide lines may be, whatever standard output is
 * @columns: columns of the terminal that shows them
 */
void ptime_terminal_resize(int columns);

/**
 * ptime_color() - the sequence that turns a colour on
 * @color: the colour; PTIME_PLAIN turns the last one off
 *
 * Return: the sequence; an empty string without colours.
 */
const char *ptime_color(enum ptime_color color);

/**
 * ptime_color_of() - the colour that a sequence turns on
 * @text: what may begin with one
 * @color: gets the colour
 *
 * Return: length of the sequence; 0 where there is none.
 */
size_t ptime_color_of(const char *text, enum ptime_color *color);

/**
 * ptime_print_wrapped() - print a line, broken at spaces where it is too long
 * @indent: spaces before each line
 * @format: the line without a newline, as printf() takes it
 */
__printf(2, 3)
void ptime_print_wrapped(int indent, const char *format, ...);

#endif /* _PATHTIME_TERMINAL_H */
