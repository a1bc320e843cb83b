/* SPDX-License-Identifier: GPL-2.0 */
/* lines: printed output as lines, for a screen that shows some of them */
#ifndef _PATHTIME_LINES_H
#define _PATHTIME_LINES_H

#include "base/out.h"
#include "base/types.h"

/**
 * struct ptool_mark - the line where the output about a function or path begins
 * @id: id of the function's probe, or of the path
 * @line: number of the line
 * @at: number of bytes before it
 */
struct ptool_mark {
	u64 id;
	u32 line;
	size_t at;
};

/**
 * struct ptool_lines - the lines printed between ptool_lines_begin() and ptool_lines_end()
 * @out: where to print
 * @text: all lines, with a NUL after each
 * @size: size of @text in bytes
 * @lines: number of lines
 * @line: pointers to the lines in @text, without newlines
 * @marks: number of marks
 * @mark: the marks, in ascending order of their lines
 */
struct ptool_lines {
	struct ptool_out out;
	char *text;
	size_t size;
	u32 lines;
	char **line;
	u32 marks;
	struct ptool_mark *mark;
};

/**
 * ptool_lines_begin() - Start to keep what is printed to @lines->out
 * @lines: initialized for ptool_lines_end(); must not be moved before
 * @width: number of columns of a line
 * @has_color: print colours
 *
 * Without memory, the process exits.
 */
void ptool_lines_begin(struct ptool_lines *lines, int width, bool has_color);

/**
 * ptool_mark() - Mark the next line as the first about a function or path
 * @out: where it will be printed; unless that is a struct ptool_lines, nothing
 *	is done
 * @id: id of the function's probe, or of the path
 */
void ptool_mark(const struct ptool_out *out, u64 id);

/**
 * ptool_lines_end() - Complete the lines
 * @lines: the lines, to be released by ptool_lines_free()
 */
void ptool_lines_end(struct ptool_lines *lines);

/**
 * ptool_lines_free() - Release the memory of lines
 * @lines: the lines, of which there are none afterwards
 */
void ptool_lines_free(struct ptool_lines *lines);

#endif /* _PATHTIME_LINES_H */
