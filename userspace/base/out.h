/* SPDX-License-Identifier: GPL-2.0 */
/* out: where writers print to: a stream, the width of its lines, and its colours */
#ifndef _PATHTIME_OUT_H
#define _PATHTIME_OUT_H

#include <stdio.h>

#include "base/types.h"

/* line width if there is no terminal */
#define PTOOL_OUT_WIDTH	79

/* least width of a line, however narrow the terminal */
#define PTOOL_OUT_LEAST	40

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

struct ptool_lines;

/**
 * struct ptool_out - output of a writer
 * @file: the stream
 * @width: number of columns of a line
 * @is_wide: names are never cut; a line with a long name exceeds @width
 * @has_color: print colours
 * @is_pretty: print JSON with a line for each member, indented
 * @lines: keeps the marks of functions and paths (lines.h); NULL if nobody asks
 *	for them
 */
struct ptool_out {
	FILE *file;
	int width;
	bool is_wide;
	bool has_color;
	bool is_pretty;
	struct ptool_lines *lines;
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
 * ptool_out_width() - Compute the width of lines on a terminal
 * @columns: columns of the terminal; 0 if there is none
 *
 * Return: PTOOL_OUT_WIDTH without a terminal, and at least PTOOL_OUT_LEAST with
 * one.
 */
int ptool_out_width(int columns);

/**
 * ptool_out_width_of() - Compute the width of lines on a descriptor
 * @fd: the descriptor
 *
 * If it is a terminal, the environment variable COLUMNS overrides its width.
 *
 * Return: the width, as ptool_out_width() returns it.
 */
int ptool_out_width_of(int fd);

/**
 * ptool_out_standard() - Describe standard output
 * @when: the user's choice; PTOOL_COLOR_AUTO uses colours on a terminal unless
 *	NO_COLOR is set
 * @is_wide: never cut names, on a terminal either
 *
 * Return: standard output, with its width and colours.
 */
struct ptool_out ptool_out_standard(enum ptool_color_when when, bool is_wide);

/**
 * ptool_out_fit() - Adapt the width of lines to the terminal of standard output
 * @out: where to print; unchanged unless it is standard output
 */
void ptool_out_fit(struct ptool_out *out);

/**
 * ptool_out_error() - Find out why writing to a stream failed
 * @file: a stream whose error indicator is set
 *
 * stdio keeps that a write failed, and not why. Another byte fails for the same
 * reason; what is in the file is incomplete anyway.
 *
 * Return: an error number; 0 if the byte could be written, so that the reason
 * has passed.
 */
int ptool_out_error(FILE *file);

/**
 * ptool_color() - Get the escape sequence of a colour
 * @out: where it will be printed
 * @color: the colour; PTOOL_PLAIN turns the last one off
 *
 * Return: the sequence; an empty string if @out has no colours.
 */
const char *ptool_color(const struct ptool_out *out, enum ptool_color color);

/**
 * ptool_color_of() - Find out which colour an escape sequence turns on
 * @text: text that may begin with a sequence
 * @color: set to the colour
 *
 * Return: length of the sequence; 0 if @text does not begin with one.
 */
size_t ptool_color_of(const char *text, enum ptool_color *color);

/* size of the longest line that is wrapped: a slow packet of 16 steps, each on another CPU */
#define PTOOL_WRAPPED_MAX	2048

/**
 * ptool_print_wrapped() - Print a line, wrapped at spaces
 * @out: where to print it
 * @indent: number of spaces before each line
 * @format: the line without a newline, as for printf(); what exceeds
 *	PTOOL_WRAPPED_MAX is left out
 */
__printf(3, 4)
void ptool_print_wrapped(const struct ptool_out *out, int indent,
			 const char *format, ...);

#endif /* _PATHTIME_OUT_H */
