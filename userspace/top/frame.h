/* SPDX-License-Identifier: GPL-2.0 */
/* frame: all that a screen shows at a time, line by line */
#ifndef _PATHTIME_FRAME_H
#define _PATHTIME_FRAME_H

#include "base/types.h"

/* how a line is drawn: the last two with a bar as wide as the screen */
enum ptime_frame_style {
	PTIME_FRAME_PLAIN,
	PTIME_FRAME_CHOSEN,
	PTIME_FRAME_BAR,
};

/**
 * struct ptime_frame_line - a line
 * @text: its text; with sequences for colours (terminal.h) where there are any
 * @style: how it is drawn
 */
struct ptime_frame_line {
	char *text;
	enum ptime_frame_style style;
};

/**
 * struct ptime_frame - the lines of a screen, from its top on
 * @lines: number of lines
 * @line: these
 */
struct ptime_frame {
	u32 lines;
	struct ptime_frame_line *line;
};

/**
 * ptime_frame_add() - append a line
 * @frame: the frame
 * @style: how the line is drawn
 * @text: its text, which is copied
 */
void ptime_frame_add(struct ptime_frame *frame, enum ptime_frame_style style,
		     const char *text);

/**
 * ptime_frame_free() - give a frame's memory back
 * @frame: the frame, which is empty then
 */
void ptime_frame_free(struct ptime_frame *frame);

#endif /* _PATHTIME_FRAME_H */
