/* SPDX-License-Identifier: GPL-2.0 */
/* line: builds a line of text in a buffer */
#ifndef _PATHTIME_LINE_H
#define _PATHTIME_LINE_H

#include <stddef.h>

#include "base/types.h"

/**
 * struct ptool_line - the free part of a buffer
 * @at: where the next text goes
 * @room: free bytes, at least 1
 */
struct ptool_line {
	char *at;
	size_t room;
};

/* append to the line; what does not fit is left out */
__printf(2, 3)
void ptool_line_add(struct ptool_line *line, const char *format, ...);

#endif /* _PATHTIME_LINE_H */
