// SPDX-License-Identifier: GPL-2.0
/* screen, where the build leaves curses out: says so */
#include "base/error.h"
#include "top/screen.h"

const char *ptime_screen_feature(void)
{
	return NULL;
}

int ptime_screen_check(const char *command)
{
	return ptime_error("%s: it needs ncurses, which this pathtime was built without (TOOL_FEATURES=ncurses has it); 'pathtime --interval 1' shows intervals",
			   command);
}

int ptime_screen_open(const char *command)
{
	return ptime_screen_check(command);
}

void ptime_screen_close(void)
{
}

void ptime_screen_leave(void)
{
}

void ptime_screen_return(void)
{
}

void ptime_screen_resize(void)
{
}

void ptime_screen_size(u32 *lines, u32 *columns)
{
	*lines = 0;
	*columns = 0;
}

void ptime_screen_draw(const struct ptime_frame *frame)
{
	(void)frame;
}

int ptime_screen_key(void)
{
	return PTIME_KEY_NONE;
}
