// SPDX-License-Identifier: GPL-2.0
/* command top: live views on a terminal */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/process.h"
#include "base/time.h"
#include "cmd/commands.h"
#include "cmd/show.h"
#include "model/netnames.h"
#include "read/debugfs.h"
#include "top/screen.h"
#include "top/top.h"

/**
 * struct live - state of the live views
 * @top: the views
 * @source: what to read
 * @due_ns: when the next reading is due, by ptool_time_now()
 * @is_over: end the main loop
 */
struct live {
	struct ptool_top top;
	struct ptool_source source;
	u64 due_ns;
	bool is_over;
};

static void end(struct live *live)
{
	live->is_over = true;
}

/* Stop by the default action, as the shell expects. */
static void stop(struct live *live)
{
	(void)live;
	ptool_screen_leave();
	ptool_signals_default(SIGTSTP);
	ptool_screen_return();
}

/* Another program may have used the terminal: redraw everything. */
static void go_on(struct live *live)
{
	(void)live;
	ptool_screen_return();
}

static void resize(struct live *live)
{
	(void)live;
	ptool_screen_resize();
}

static const struct {
	int signal;
	void (*handle)(struct live *live);
} handlers[] = {
	{ SIGINT, end },
	{ SIGTERM, end },
	{ SIGHUP, end },
	{ SIGQUIT, end },
	{ SIGTSTP, stop },
	{ SIGCONT, go_on },
	{ SIGWINCH, resize },
};

/* Hold the signals, so that none interrupts curses while it draws. */
static void await_signals(void)
{
	int numbers[ARRAY_SIZE(handlers)];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(handlers); i++)
		numbers[i] = handlers[i].signal;
	ptool_signals_catch_held(numbers, ARRAY_SIZE(numbers));
}

static void handle(struct live *live, int signal)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(handlers); i++)
		if (handlers[i].signal == signal)
			handlers[i].handle(live);
}

/* Show errors on the screen and go on: the module may be loaded again. */
static void take(struct live *live)
{
	struct ptool_model *model;
	struct ptool_reason why;
	int status;

	status = ptool_reader_model(&live->source, &model, &why);
	if (status)
		ptool_top_lack(&live->top, why.text);
	else
		ptool_top_take(&live->top, model);
	live->due_ns = ptool_time_now() + ptool_time_ns(live->top.interval);
}

/* Read at once, even while paused, to show the effect of the command. */
static void send_command(struct live *live)
{
	char word[PTOOL_CONTROL_LEN], *words[] = { word };
	char line[PTOOL_CONTROL_LEN];
	struct ptool_reason why = { "" };

	snprintf(word, sizeof(word), "%s", live->top.verb);
	if (!ptool_control_line(line, 1, words, &why))
		ptool_debugfs_write(line, &why);
	ptool_top_say(&live->top, why.text);
	take(live);
}

static void press(struct live *live, int key)
{
	double interval = live->top.interval;

	switch (ptool_top_key(&live->top, key)) {
	case PTOOL_TOP_QUIT:
		end(live);
		break;
	case PTOOL_TOP_READ:
		take(live);
		break;
	case PTOOL_TOP_SEND:
		send_command(live);
		break;
	default:
		break;
	}
	if (interval != live->top.interval)
		live->due_ns = ptool_time_now() +
			       ptool_time_ns(live->top.interval);
}

static void draw(struct live *live)
{
	struct ptool_frame frame;
	u32 lines, columns;

	ptool_screen_size(&lines, &columns);
	ptool_top_frame(&live->top, lines, columns, &frame);
	ptool_screen_draw(&frame);
	ptool_frame_free(&frame);
}

static void hear(struct live *live)
{
	struct pollfd keys = { .fd = STDIN_FILENO, .events = POLLIN };
	u64 due_ns = live->top.is_paused ? PTOOL_SIGNALS_NEVER : live->due_ns;
	int key;

	handle(live, ptool_signals_wait(&keys, due_ns, NULL));
	/* After a hangup the descriptor stays readable: end instead of looping. */
	if (keys.revents & (POLLHUP | POLLERR | POLLNVAL))
		end(live);
	while (!live->is_over && (key = ptool_screen_key()) != PTOOL_KEY_NONE)
		press(live, key);
}

static void run(struct live *live)
{
	while (!live->is_over) {
		draw(live);
		hear(live);
		if (!live->is_over && !live->top.is_paused &&
		    ptool_time_now() >= live->due_ns)
			take(live);
	}
}

/* Until the screen is open, errors go to stderr as in other commands. */
static int begin(struct live *live)
{
	struct ptool_model *model;
	struct ptool_reason why;
	int status = ptool_reader_model(&live->source, &model, &why);

	if (status)
		return ptool_report(status, &why);
	ptool_top_take(&live->top, model);
	live->due_ns = ptool_time_now() + ptool_time_ns(live->top.interval);
	await_signals();
	return ptool_report(ptool_screen_open("top", &why), &why);
}

int ptool_cmd_top(const struct ptool_options *options,
		  const struct ptool_out *out)
{
	struct live live = { .source = ptool_source_of(options) };
	struct ptool_reason why;
	int status = ptool_screen_check("top", &why);

	if (status)
		return ptool_report(status, &why);
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return ptool_error("top: standard input and output must be a terminal; 'pathtime --interval 1' shows intervals without one");
	ptool_top_init(&live.top, &options->view, options->interval,
		       out->has_color);
	live.top.view.netns = ptool_net_netns();
	status = begin(&live);
	if (!status) {
		run(&live);
		ptool_screen_close();
	}
	ptool_top_free(&live.top);
	return status;
}
