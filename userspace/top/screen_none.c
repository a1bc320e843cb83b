// SPDX-License-Identifier: GPL-2.0
/* screen_none: reports that pathtime was built without curses */
#include "top/screen.h"

const char *ptool_screen_feature(void)
{
	return NULL;
}

int ptool_screen_check(const char *command, struct ptool_reason *why)
{
	return ptool_fail(why,
			  "%s: it needs ncurses, which this pathtime was built without: TOOL_FEATURES must include ncurses; 'pathtime --interval 1' shows intervals",
			  command);
}

int ptool_screen_open(const char *command, struct ptool_reason *why)
{
	return ptool_screen_check(command, why);
}

void ptool_screen_close(void)
{
}

void ptool_screen_leave(void)
{
}

void ptool_screen_return(void)
{
}

void ptool_screen_resize(void)
{
}

void ptool_screen_size(u32 *lines, u32 *columns)
{
	*lines = 0;
	*columns = 0;
}

void ptool_screen_draw(const struct ptool_frame *frame)
{
	(void)frame;
}

int ptool_screen_key(void)
{
	return PTOOL_KEY_NONE;
}
