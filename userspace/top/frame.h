/* SPDX-License-Identifier: GPL-2.0 */
/* frame: all that a screen shows at a time, line by line */
#ifndef _PATHTIME_FRAME_H
#define _PATHTIME_FRAME_H

#include "base/types.h"

/* how a line is drawn: the last two with a bar as wide as the screen */
enum ptool_frame_style {
	PTOOL_FRAME_PLAIN,
	PTOOL_FRAME_CHOSEN,
	PTOOL_FRAME_BAR,
};

/**
 * struct ptool_frame_line - a line
 * @text: its text; with sequences for colours (terminal.h) where there are any
 * @style: how it is drawn
 */
struct ptool_frame_line {
	char *text;
	enum ptool_frame_style style;
};

/**
 * struct ptool_frame - the lines of a screen, from its top on
 * @lines: number of lines
 * @line: these
 */
struct ptool_frame {
	u32 lines;
	struct ptool_frame_line *line;
};

/**
 * ptool_frame_add() - append a line
 * @frame: the frame
 * @style: how the line is drawn
 * @text: its text, which is copied
 */
void ptool_frame_add(struct ptool_frame *frame, enum ptool_frame_style style,
		     const char *text);

/**
 * ptool_frame_free() - give a frame's memory back
 * @frame: the frame, which is empty then
 */
void ptool_frame_free(struct ptool_frame *frame);

#endif /* _PATHTIME_FRAME_H */
