/* SPDX-License-Identifier: GPL-2.0 */
/* frame: the content of the screen, line by line */
#ifndef _PATHTIME_FRAME_H
#define _PATHTIME_FRAME_H

#include "base/types.h"

/* how to draw a line: PTOOL_FRAME_CHOSEN and PTOOL_FRAME_BAR highlight the full width */
enum ptool_frame_style {
	PTOOL_FRAME_PLAIN,
	PTOOL_FRAME_CHOSEN,
	PTOOL_FRAME_BAR,
};

/**
 * struct ptool_frame_line - a line
 * @text: the text, which may contain colour sequences (out.h)
 * @style: how to draw the line
 */
struct ptool_frame_line {
	char *text;
	enum ptool_frame_style style;
};

/**
 * struct ptool_frame - the lines of a screen, from the top
 * @lines: number of lines
 * @line: the lines
 */
struct ptool_frame {
	u32 lines;
	struct ptool_frame_line *line;
};

/**
 * ptool_frame_add() - append a line
 * @frame: the frame
 * @style: how to draw the line
 * @text: the text, which is copied
 */
void ptool_frame_add(struct ptool_frame *frame, enum ptool_frame_style style,
		     const char *text);

/**
 * ptool_frame_free() - free the memory of a frame
 * @frame: the frame; empty afterwards
 */
void ptool_frame_free(struct ptool_frame *frame);

#endif /* _PATHTIME_FRAME_H */
