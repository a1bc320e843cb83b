// SPDX-License-Identifier: GPL-2.0
/* line: builds a line of text in a buffer */
#include <stdarg.h>
#include <stdio.h>

#include "output/line.h"

void ptool_line_add(struct ptool_line *line, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(line->at, line->room, format, arguments);
	va_end(arguments);
	if ((size_t)length >= line->room)
		length = line->room - 1;
	line->at += length;
	line->room -= length;
}
