// SPDX-License-Identifier: GPL-2.0
/* test of the live views without a terminal: keys go in, frames come out */
#include <string.h>

#include <pathtime/abi.h>

#include "made.h"
#include "tap.h"
#include "top/screen.h"
#include "top/top.h"

#define LINES	24
#define COLUMNS	80

static struct ptool_top top;
static struct ptool_frame frame;
static u32 screen_lines = LINES;

static void draw(void)
{
	ptool_frame_free(&frame);
	ptool_top_frame(&top, screen_lines, COLUMNS, &frame);
}

/* a line with this in it, from the first on that is drawn so */
static u32 find(const char *text, enum ptool_frame_style style)
{
	u32 i;

	for (i = 0; i < frame.lines; i++)
		if (frame.line[i].style == style &&
		    strstr(frame.line[i].text, text))
			break;
	return i;
}

static void shows(enum ptool_frame_style style, const char *text)
{
	u32 i;

	if (tap_ok(find(text, style) < frame.lines, "'%s'", text))
		return;
	for (i = 0; i < frame.lines; i++)
		tap_diag("%d %s", frame.line[i].style, frame.line[i].text);
}

static void hides(const char *text)
{
	tap_ok(find(text, PTOOL_FRAME_PLAIN) == frame.lines, "no '%s'", text);
}

static enum ptool_top_act press(int key)
{
	enum ptool_top_act act = ptool_top_key(&top, key);

	draw();
	return act;
}

static void type(const char *text)
{
	while (*text)
		press(*text++);
}

static void test_rates(void)
{
	shows(PTOOL_FRAME_BAR, "pathtime: summary since the counts began, every 1 s, by TOTAL");
	shows(PTOOL_FRAME_CHOSEN, "virtnet_poll                       5");
	ptool_top_take(&top, made_model(3, 20));
	draw();
	shows(PTOOL_FRAME_BAR, "pathtime: summary per second");
	shows(PTOOL_FRAME_CHOSEN, "virtnet_poll                       1");
	press('i');
	shows(PTOOL_FRAME_CHOSEN, "virtnet_poll                      15");
	tap_is(frame.lines, LINES, "all lines of the screen");
}

static void test_choice(void)
{
	press(PTOOL_KEY_DOWN);
	shows(PTOOL_FRAME_CHOSEN, "esp_input");
	press('<');
	shows(PTOOL_FRAME_BAR, "by MAX");
	shows(PTOOL_FRAME_CHOSEN, "esp_input");
	press(PTOOL_KEY_DOWN);
	shows(PTOOL_FRAME_CHOSEN, "esp_input");
	press(PTOOL_KEY_HOME);
	shows(PTOOL_FRAME_CHOSEN, "virtnet_poll");
	press('r');
	shows(PTOOL_FRAME_CHOSEN, "esp_input");
	press('r');
	press(PTOOL_KEY_PAGE_DOWN);
	press('>');
	shows(PTOOL_FRAME_CHOSEN, "esp_input");
	press('h');
	shows(PTOOL_FRAME_PLAIN, "group: esp4:esp_input");
	hides("virtnet_poll");
	press(PTOOL_KEY_ESCAPE);
	shows(PTOOL_FRAME_BAR, "pathtime: summary");
	/* it is there twice */
	press('t');
	shows(PTOOL_FRAME_CHOSEN, " esp4:esp_input");
	press(PTOOL_KEY_END);
	shows(PTOOL_FRAME_CHOSEN, "`esp4:esp_input");
	press(PTOOL_KEY_UP);
	press('\n');
	shows(PTOOL_FRAME_PLAIN, "group: xfrm_input");
	press(PTOOL_KEY_TAB);
	shows(PTOOL_FRAME_BAR, "pathtime: summary");
	press(PTOOL_KEY_HOME);
}

static void test_filter(void)
{
	press('/');
	type("xFRq");
	shows(PTOOL_FRAME_PLAIN, "filter: xFRq_");
	shows(PTOOL_FRAME_PLAIN, "no calls to show");
	press(PTOOL_KEY_BACKSPACE);
	shows(PTOOL_FRAME_CHOSEN, "xfrm_input");
	hides("virtnet_poll");
	tap_is(press('\n'), PTOOL_TOP_GO_ON, "the filter is kept");
	shows(PTOOL_FRAME_BAR, "by TOTAL, with xFR");
	press(PTOOL_KEY_ESCAPE);
	shows(PTOOL_FRAME_PLAIN, "xfrm_input");
	press('/');
	type("i");
	press(PTOOL_KEY_DOWN);
	shows(PTOOL_FRAME_CHOSEN, "esp_input");
	press('/');
	press(PTOOL_KEY_ESCAPE);
	press(PTOOL_KEY_HOME);
}

static void test_acts(void)
{
	tap_is(press('q'), PTOOL_TOP_QUIT, "q quits");
	tap_is(press('p'), PTOOL_TOP_GO_ON, "p pauses");
	tap_ok(top.is_paused, "and no readings are wanted");
	tap_is(press(' '), PTOOL_TOP_READ, "and then a reading is, at once");
	tap_is(press('S'), PTOOL_TOP_SEND, "S sends the command");
	tap_ok(!strcmp(top.verb, ptime_verb_name(PTIME_VERB_STOP)), "to stop");
	top.now->running = false;
	press('S');
	tap_ok(!strcmp(top.verb, ptime_verb_name(PTIME_VERB_START)), "or to start");
	tap_is(press('R'), PTOOL_TOP_GO_ON, "R asks");
	tap_is(press('x'), PTOOL_TOP_GO_ON, "and takes yes only");
	press('R');
	tap_is(press('y'), PTOOL_TOP_SEND, "then it sends the command");
	tap_ok(!strcmp(top.verb, ptime_verb_name(PTIME_VERB_RESET)), "to reset");
	press('-');
	tap_ok(top.interval == 0.5, "a shorter interval");
	press('+');
	press('+');
	tap_ok(top.interval == 2, "a longer interval");
	tap_is(press(PTOOL_KEY_OTHER), PTOOL_TOP_GO_ON, "no key of ours");
}

static bool is_none(const struct ptool_probe *probe, const void *argument)
{
	(void)probe;
	(void)argument;
	return false;
}

static void test_losses(void)
{
	struct ptool_model *model = made_model(0, 1);

	ptool_top_lack(&top, "pathtime: the module is not loaded");
	draw();
	shows(PTOOL_FRAME_PLAIN, "the module is not loaded");
	press('x');
	shows(PTOOL_FRAME_PLAIN, "the module is not loaded");
	model->resets++;
	ptool_top_take(&top, model);
	draw();
	hides("the module is not loaded");
	press('i');
	shows(PTOOL_FRAME_PLAIN, "the counts were reset, or the module reloaded");
	shows(PTOOL_FRAME_PLAIN, "no calls to show");
	press('a');
	shows(PTOOL_FRAME_CHOSEN, "xfrm_input");
	press('h');
	shows(PTOOL_FRAME_BAR, "pathtime: histogram");
	model = made_model(1, 10);
	ptool_model_keep_probes(model, is_none, NULL);
	ptool_top_take(&top, model);
	draw();
	shows(PTOOL_FRAME_PLAIN, "the function is not timed any more");
	shows(PTOOL_FRAME_BAR, "pathtime: summary");
}

/* whatever the size, each line is there, and nothing is read beyond the rows */
static void test_sizes(void)
{
	static const char views[] = "sth?";
	u32 i, faults = 0;

	for (i = 0; views[i]; i++) {
		for (screen_lines = 0; screen_lines <= 2 * LINES; screen_lines++) {
			press(views[i]);
			faults += frame.lines != screen_lines;
			press(PTOOL_KEY_END);
			faults += frame.lines != screen_lines;
			press(PTOOL_KEY_HOME);
		}
	}
	tap_is(faults, 0, "as many lines as the screen has");
	screen_lines = 8;
	press('?');
	press(PTOOL_KEY_END);
	shows(PTOOL_FRAME_PLAIN, "reset all counts");
	press(PTOOL_KEY_UP);
	hides("reset all counts");
	screen_lines = LINES;
	press('s');
}

static void test_path_order(void)
{
	shows(PTOOL_FRAME_BAR, "pathtime: paths since the counts began, every 2 s, by PACKETS");
	shows(PTOOL_FRAME_CHOSEN, "rx > flowtable > tx                   12   57.1");
	hides("local-out");
	shows(PTOOL_FRAME_PLAIN, "4 packets in no path");
	press('r');
	shows(PTOOL_FRAME_CHOSEN, "rx > drop NO_SOCKET");
	press('r');
	press('<');
	shows(PTOOL_FRAME_BAR, "by PATH");
	shows(PTOOL_FRAME_CHOSEN, "rx > drop NO_SOCKET");
	press('<');
	shows(PTOOL_FRAME_BAR, "by MAX");
	shows(PTOOL_FRAME_CHOSEN, "rx > flowtable-miss > forward > tx");
	press('<');
	shows(PTOOL_FRAME_BAR, "by P99.9");
	press(PTOOL_KEY_DOWN);
	shows(PTOOL_FRAME_CHOSEN, "rx > flowtable > tx");
	press('r');
	shows(PTOOL_FRAME_CHOSEN, "rx > flowtable > tx");
	press('r');
	press('>');
	press('>');
	press('>');
	press(PTOOL_KEY_HOME);
}

static void test_path_filter(void)
{
	press('/');
	type("TX 1");
	shows(PTOOL_FRAME_PLAIN, "no packets to show");
	press(PTOOL_KEY_BACKSPACE);
	press(PTOOL_KEY_BACKSPACE);
	shows(PTOOL_FRAME_CHOSEN, "rx > flowtable > tx");
	hides("rx > drop");
	press(PTOOL_KEY_ESCAPE);
	press('/');
	type("> drop no_s");
	shows(PTOOL_FRAME_CHOSEN, "rx > drop NO_SOCKET");
	press('\n');
	shows(PTOOL_FRAME_BAR, "by PACKETS, with > drop no_s");
	press('s');
	shows(PTOOL_FRAME_CHOSEN, "virtnet_poll");
	press('P');
	shows(PTOOL_FRAME_BAR, "with > drop no_s");
	press(PTOOL_KEY_ESCAPE);
	shows(PTOOL_FRAME_CHOSEN, "rx > flowtable > tx");
}

/* the choice of a function stays while paths are shown */
static void test_path_choice(void)
{
	press('s');
	press(PTOOL_KEY_DOWN);
	shows(PTOOL_FRAME_CHOSEN, "esp_input");
	press('P');
	press(PTOOL_KEY_END);
	shows(PTOOL_FRAME_CHOSEN, "rx > drop NO_SOCKET");
	press('\n');
	shows(PTOOL_FRAME_PLAIN, "    |rx > drop 0.700 100%");
	shows(PTOOL_FRAME_CHOSEN, "rx > drop NO_SOCKET");
	screen_lines = 10;
	draw();
	shows(PTOOL_FRAME_CHOSEN, "rx > drop NO_SOCKET");
	shows(PTOOL_FRAME_PLAIN, "    |rx > drop 0.700 100%");
	screen_lines = LINES;
	press('\n');
	shows(PTOOL_FRAME_PLAIN, "below each path: mean times of the stages");
	shows(PTOOL_FRAME_CHOSEN, "rx > drop NO_SOCKET");
	shows(PTOOL_FRAME_PLAIN, "    STAGE           ALL P50-P99.9");
	hides("    |rx > drop");
	press('\n');
	shows(PTOOL_FRAME_PLAIN, "below each path: the slowest packets");
	hides("    STAGE");
	press('\n');
	hides("below each path");
	press('h');
	shows(PTOOL_FRAME_PLAIN, "group: esp4:esp_input");
	press(PTOOL_KEY_TAB);
	shows(PTOOL_FRAME_CHOSEN, "rx > drop NO_SOCKET");
	press(PTOOL_KEY_TAB);
	shows(PTOOL_FRAME_BAR, "pathtime: interfaces");
	press(PTOOL_KEY_TAB);
	shows(PTOOL_FRAME_BAR, "pathtime: polls");
	press(PTOOL_KEY_TAB);
	shows(PTOOL_FRAME_CHOSEN, "esp_input");
	press(PTOOL_KEY_HOME);
	press('P');
	press(PTOOL_KEY_HOME);
}

static void check_path_sizes(const char *shown)
{
	u32 faults = 0;

	press('\n');
	for (screen_lines = 0; screen_lines <= 2 * LINES; screen_lines++) {
		press(PTOOL_KEY_END);
		faults += frame.lines != screen_lines;
		press(PTOOL_KEY_UP);
		faults += frame.lines != screen_lines;
		press(PTOOL_KEY_HOME);
		faults += frame.lines != screen_lines;
	}
	tap_ok(!faults, "as many lines as the screen has, of paths with %s", shown);
	screen_lines = LINES;
}

static void test_path_sizes(void)
{
	check_path_sizes("stages");
	check_path_sizes("their anatomy");
	check_path_sizes("their slowest packets");
	press('\n');
}

/* views without rows to choose from, so Enter does nothing, and Esc leaves them */
static void test_accounts(void)
{
	press('I');
	shows(PTOOL_FRAME_BAR, "pathtime: interfaces since the counts began, every 2 s");
	shows(PTOOL_FRAME_PLAIN, "2@7 received       50        46         0         4");
	shows(PTOOL_FRAME_PLAIN, "in no path: 4 reused");
	shows(PTOOL_FRAME_PLAIN, "2@7 sent           18        18");
	shows(PTOOL_FRAME_PLAIN, "4 packets in no path");
	press('\n');
	press('/');
	shows(PTOOL_FRAME_BAR, "pathtime: interfaces");
	press('N');
	shows(PTOOL_FRAME_BAR, "pathtime: polls since the counts began, every 2 s");
	shows(PTOOL_FRAME_PLAIN, "packets of a poll             5");
	shows(PTOOL_FRAME_PLAIN, "2 polls that took all of their budget");
	/* all rows have been shown since test_losses() */
	shows(PTOOL_FRAME_PLAIN, "CPU 1");
	press('a');
	hides("CPU 1");
	press('a');
	press(PTOOL_KEY_ESCAPE);
	shows(PTOOL_FRAME_BAR, "pathtime: paths");
	hides("below each path");
}

static void test_paths(void)
{
	ptool_top_take(&top, made_model(1, 10));
	press('P');
	shows(PTOOL_FRAME_BAR, "pathtime: summary");
	shows(PTOOL_FRAME_PLAIN, "paths: the module was loaded with paths=0");
	press('I');
	shows(PTOOL_FRAME_PLAIN, "interfaces: the module was loaded with paths=0");
	press('N');
	shows(PTOOL_FRAME_PLAIN, "polls: the module was loaded with paths=0");
	ptool_top_take(&top, made_with_paths(1, 10));
	top.per_second = false;
	press('P');
	test_path_order();
	test_path_filter();
	test_path_choice();
	test_path_sizes();
	test_accounts();
	/* 24 more in 10 s */
	ptool_top_take(&top, made_with_paths(3, 20));
	press('i');
	shows(PTOOL_FRAME_BAR, "pathtime: paths per second");
	shows(PTOOL_FRAME_PLAIN, "PACKETS/s");
	shows(PTOOL_FRAME_CHOSEN, "rx > flowtable > tx                    2   57.1");
	shows(PTOOL_FRAME_PLAIN, "8 packets in no path");
	press('\n');
	shows(PTOOL_FRAME_PLAIN, "|    100 bytes");
	press('\n');
	press('\n');
	press('\n');
	/* 100 more in 10 s */
	press('I');
	shows(PTOOL_FRAME_BAR, "pathtime: interfaces per second");
	shows(PTOOL_FRAME_PLAIN, "2@7 received       10         9         0         1");
	press('N');
	shows(PTOOL_FRAME_PLAIN, "packets of a poll             1");
	press('P');
	ptool_top_take(&top, made_with_paths(3, 30));
	draw();
	shows(PTOOL_FRAME_PLAIN, "no packet has completed its path");
	ptool_top_take(&top, made_model(3, 40));
	draw();
	shows(PTOOL_FRAME_BAR, "pathtime: summary");
	shows(PTOOL_FRAME_PLAIN, "loaded with paths=0");
}

int main(void)
{
	struct ptool_view view = { .unit = PTOOL_UNIT_AUTO };

	ptool_top_init(&top, &view, 0, false);
	ptool_top_take(&top, made_model(1, 10));
	draw();
	test_rates();
	test_choice();
	test_filter();
	test_acts();
	test_sizes();
	test_losses();
	test_paths();
	ptool_frame_free(&frame);
	ptool_top_free(&top);
	return tap_done();
}
