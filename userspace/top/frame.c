// SPDX-License-Identifier: GPL-2.0
/* frame: the content of the screen, line by line */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "top/frame.h"

void ptool_frame_add(struct ptool_frame *frame, enum ptool_frame_style style,
		     const char *text)
{
	size_t size = strlen(text) + 1;
	struct ptool_frame_line *line;

	frame->line = ptool_realloc(frame->line, frame->lines + 1,
				    sizeof(*frame->line));
	line = &frame->line[frame->lines++];
	line->style = style;
	line->text = memcpy(ptool_alloc(size, 1), text, size);
}

void ptool_frame_free(struct ptool_frame *frame)
{
	u32 i;

	for (i = 0; i < frame->lines; i++)
		free(frame->line[i].text);
	free(frame->line);
	memset(frame, 0, sizeof(*frame));
}
