// SPDX-License-Identifier: GPL-2.0
/* screen_curses: the screen by curses */
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/error.h"
#include "base/out.h"
#include "top/screen.h"

/* time in ms to wait after Escape for the rest of a key sequence, enough for a slow line */
#define ESCAPE_MS	100

static SCREEN *screen;

/* attributes of the colours; begin_colors() sets real colours if the terminal has them */
static chtype attribute[] = {
	[PTOOL_PLAIN]  = A_NORMAL,
	[PTOOL_BOLD]   = A_BOLD,
	[PTOOL_RED]    = A_NORMAL,
	[PTOOL_YELLOW] = A_NORMAL,
	[PTOOL_CYAN]   = A_NORMAL,
};

static const struct {
	enum ptool_color color;
	short curses;
} colors[] = {
	{ PTOOL_RED, COLOR_RED },
	{ PTOOL_YELLOW, COLOR_YELLOW },
	{ PTOOL_CYAN, COLOR_CYAN },
};

static const chtype styles[] = {
	[PTOOL_FRAME_PLAIN]  = A_NORMAL,
	[PTOOL_FRAME_CHOSEN] = A_REVERSE,
	[PTOOL_FRAME_BAR]    = A_REVERSE,
};

static const struct {
	int curses;
	enum ptool_key key;
} keys[] = {
	{ KEY_UP, PTOOL_KEY_UP },
	{ KEY_DOWN, PTOOL_KEY_DOWN },
	{ KEY_PPAGE, PTOOL_KEY_PAGE_UP },
	{ KEY_NPAGE, PTOOL_KEY_PAGE_DOWN },
	{ KEY_HOME, PTOOL_KEY_HOME },
	{ KEY_END, PTOOL_KEY_END },
	{ KEY_BACKSPACE, PTOOL_KEY_BACKSPACE },
	{ KEY_ENTER, PTOOL_KEY_ENTER },
	{ '\b', PTOOL_KEY_BACKSPACE },
	{ '\r', PTOOL_KEY_ENTER },
};

/* key sequences, whatever TERM says: on a serial line it may not match the terminal */
static const struct {
	const char *sequence;
	int curses;
} sequences[] = {
	{ "\033[A", KEY_UP },
	{ "\033[B", KEY_DOWN },
	{ "\033[5~", KEY_PPAGE },
	{ "\033[6~", KEY_NPAGE },
	{ "\033[1~", KEY_HOME },
	{ "\033[H", KEY_HOME },
	{ "\033[4~", KEY_END },
	{ "\033[F", KEY_END },
};

const char *ptool_screen_feature(void)
{
	return "ncurses";
}

int ptool_screen_check(const char *command, struct ptool_reason *why)
{
	(void)why;
	(void)command;
	return 0;
}

static void begin_colors(void)
{
	size_t i;

	if (!has_colors() || start_color() == ERR ||
	    use_default_colors() == ERR)
		return;
	for (i = 0; i < ARRAY_SIZE(colors); i++) {
		short pair = (short)(i + 1);

		init_pair(pair, colors[i].curses, -1);
		attribute[colors[i].color] = COLOR_PAIR(pair);
	}
}

static void begin_keys(void)
{
	size_t i;

	set_escdelay(ESCAPE_MS);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	for (i = 0; i < ARRAY_SIZE(sequences); i++)
		define_key(sequences[i].sequence, sequences[i].curses);
}

static int begin_terminal(void)
{
	screen = newterm(NULL, stdout, stdin);
	if (!screen)
		return -1;
	if (tigetstr("cup"))
		return 0;
	endwin();
	delscreen(screen);
	screen = NULL;
	return -1;
}

int ptool_screen_open(const char *command, struct ptool_reason *why)
{
	const char *name = getenv("TERM");

	if (begin_terminal())
		return ptool_fail(why,
				  "%s: cannot draw on the terminal '%s': set TERM to one that is known here, such as vt100",
				  command, name ? name : "");
	atexit(ptool_screen_close);
	cbreak();
	noecho();
	curs_set(0);
	begin_keys();
	begin_colors();
	return 0;
}

void ptool_screen_close(void)
{
	if (!screen)
		return;
	endwin();
	delscreen(screen);
	screen = NULL;
}

void ptool_screen_leave(void)
{
	endwin();
}

void ptool_screen_return(void)
{
	reset_prog_mode();
	ptool_screen_resize();
}

/*
 * A serial line reports no size; then the size that TERM implies stays. Redraw
 * everything, because terminals move their content when they are resized.
 */
void ptool_screen_resize(void)
{
	struct winsize size;

	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row &&
	    size.ws_col)
		resize_term(size.ws_row, size.ws_col);
	clearok(curscr, TRUE);
}

void ptool_screen_size(u32 *lines, u32 *columns)
{
	*lines = (u32)getmaxy(stdscr);
	*columns = (u32)getmaxx(stdscr);
}

/* draw one character at a time, because a colour sequence may occur anywhere */
static void draw_text(const char *text, u32 columns)
{
	enum ptool_color color;
	size_t length;

	while (*text && columns) {
		length = ptool_color_of(text, &color);
		if (length) {
			attrset(attribute[color]);
			text += length;
			continue;
		}
		addnstr(text++, 1);
		columns--;
	}
	attrset(A_NORMAL);
}

void ptool_screen_draw(const struct ptool_frame *frame)
{
	u32 i, lines, columns;

	ptool_screen_size(&lines, &columns);
	erase();
	for (i = 0; i < frame->lines && i < lines; i++) {
		const struct ptool_frame_line *line = &frame->line[i];

		move((int)i, 0);
		draw_text(line->text, columns);
		if (line->style != PTOOL_FRAME_PLAIN)
			mvchgat((int)i, 0, -1, styles[line->style], 0, NULL);
	}
	refresh();
}

int ptool_screen_key(void)
{
	int pressed = getch();
	size_t i;

	if (pressed == ERR)
		return PTOOL_KEY_NONE;
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].curses == pressed)
			return keys[i].key;
	return pressed > 0 && pressed < PTOOL_KEY_UP ? pressed :
						       PTOOL_KEY_OTHER;
}
