/* SPDX-License-Identifier: GPL-2.0 */
/* page: keep printed output as lines */
#ifndef _PATHTIME_PAGE_H
#define _PATHTIME_PAGE_H

#include <stdio.h>

#include "base/types.h"

/**
 * struct ptool_page_mark - the line where the output about a function or path begins
 * @id: id of the function's probe, or of the path
 * @line: number of the line
 * @at: number of bytes before it
 */
struct ptool_page_mark {
	u64 id;
	u32 line;
	size_t at;
};

/**
 * struct ptool_page - what was printed between ptool_page_begin() and ptool_page_end()
 * @stream: the redirected stream
 * @saved: descriptor of where it was written to before
 * @text: all lines, with a NUL after each
 * @lines: number of lines
 * @line: pointers to the lines in @text, without newlines
 * @marks: number of marks
 * @mark: the marks, in ascending order of their lines
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
 * ptool_page_begin() - Start to keep what is printed
 * @page: initialized for ptool_page_end()
 * @stream: stdout or stderr; each can have one page at a time
 *
 * If no file can be created for it, the process exits, as it does without
 * memory.
 */
void ptool_page_begin(struct ptool_page *page, FILE *stream);

/**
 * ptool_page_mark() - Mark the next line as the first about a function or path
 * @id: id of the function's probe, or of the path
 *
 * Marks are for output on stdout. Without a page of stdout, this does nothing.
 */
void ptool_page_mark(u64 id);

/**
 * ptool_page_end() - Restore the stream and complete the page
 * @page: the page, to be released by ptool_page_free()
 */
void ptool_page_end(struct ptool_page *page);

/**
 * ptool_page_free() - Release a page's memory
 * @page: the page, which is empty afterwards
 */
void ptool_page_free(struct ptool_page *page);

#endif /* _PATHTIME_PAGE_H */
