/* SPDX-License-Identifier: GPL-2.0 */
/* page: what a writer prints, kept as lines */
#ifndef _PATHTIME_PAGE_H
#define _PATHTIME_PAGE_H

#include <stdio.h>

#include "base/types.h"

/**
 * struct ptool_page_mark - a line that begins what is told of a function, or of a path
 * @id: the probe's number for it, or the path's
 * @line: number of the line
 * @at: bytes before it
 */
struct ptool_page_mark {
	u64 id;
	u32 line;
	size_t at;
};

/**
 * struct ptool_page - what was printed between begin and end
 * @stream: where it would have gone
 * @saved: descriptor of that
 * @text: all lines, a NUL behind each
 * @lines: number of lines
 * @line: these, in @text, without newlines
 * @marks: number of marks
 * @mark: these, their lines ascend
 */
struct ptool_page {
	FILE *stream;
	int saved;
	char *text;
	u32 lines;
	char **line;
	u32 marks;
	struct ptool_page_mark *mark;
};

/**
 * ptool_page_begin() - keep from now on what is printed
 * @page: gets it, for ptool_page_end()
 * @stream: stdout or stderr, of each one page at a time
 *
 * Where there is no file for it, it is the end of the process, as where there is no
 * memory.
 */
void ptool_page_begin(struct ptool_page *page, FILE *stream);

/**
 * ptool_page_mark() - say of which function, or path, the next line is
 * @id: the probe's number for it, or the path's
 *
 * For what is printed to stdout; without a page it does nothing.
 */
void ptool_page_mark(u64 id);

/**
 * ptool_page_end() - have the stream be what it was, and the page complete
 * @page: the page, for ptool_page_free()
 */
void ptool_page_end(struct ptool_page *page);

/**
 * ptool_page_free() - give a page's memory back
 * @page: the page, which is empty then
 */
void ptool_page_free(struct ptool_page *page);

#endif /* _PATHTIME_PAGE_H */
