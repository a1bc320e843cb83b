// SPDX-License-Identifier: GPL-2.0
/* test of tables in parts: order, filter, rates, and of which function a line is */
#include <string.h>

#include "base/lines.h"
#include "made.h"
#include "output/table.h"
#include "tap.h"

static void print(struct ptool_lines *lines,
		  void (*part)(const struct ptool_out *out,
			       const struct ptool_model *model,
			       const struct ptool_view *view),
		  const struct ptool_model *model,
		  const struct ptool_view *view)
{
	ptool_lines_begin(lines, PTOOL_OUT_WIDTH, false);
	part(&lines->out, model, view);
	ptool_lines_end(lines);
}

/* the functions of the rows, by their numbers, in their order */
static void numbers(char *text, size_t size, const struct ptool_lines *lines)
{
	size_t length = 0;
	u32 i;

	*text = '\0';
	for (i = 0; i < lines->marks && length < size; i++)
		length += (size_t)snprintf(text + length, size - length, "%llu",
					   lines->mark[i].id);
}

static void test_rows(const char *what, const struct ptool_parts *parts,
		      const struct ptool_model *model, struct ptool_view view,
		      const char *wanted)
{
	struct ptool_lines lines;
	char got[32];

	print(&lines, parts->rows, model, &view);
	numbers(got, sizeof(got), &lines);
	if (!tap_ok(!strcmp(got, wanted), "%s: %s", what, wanted))
		tap_diag("got %s", got);
	ptool_lines_free(&lines);
}

static const struct {
	enum ptool_column column;
	const char *wanted;
} summaries[] = {
	{ PTOOL_COLUMN_NONE, "123" },
	{ PTOOL_COLUMN_FUNCTION, "231" },
	{ PTOOL_COLUMN_CALLS, "213" },
	{ PTOOL_COLUMN_MISSED, "132" },
	{ PTOOL_COLUMN_MEAN, "312" },
	{ PTOOL_COLUMN_P50, "312" },
	{ PTOOL_COLUMN_P99, "312" },
	{ PTOOL_COLUMN_MAX, "312" },
	{ PTOOL_COLUMN_TOTAL, "321" },
}, trees[] = {
	{ PTOOL_COLUMN_NONE, "2312" },
	{ PTOOL_COLUMN_CALLS, "2321" },
	{ PTOOL_COLUMN_MEAN, "2312" },
	{ PTOOL_COLUMN_SELF, "2312" },
	{ PTOOL_COLUMN_FUNCTION, "2321" },
};

static void test_orders(const struct ptool_model *model)
{
	struct ptool_view view = { .unit = PTOOL_UNIT_NS };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(summaries); i++) {
		view.order.column = summaries[i].column;
		test_rows(ptool_statistic_of(summaries[i].column).title,
			  &ptool_parts_summary, model, view,
			  summaries[i].wanted);
	}
	for (i = 0; i < ARRAY_SIZE(trees); i++) {
		view.order.column = trees[i].column;
		test_rows(ptool_statistic_of(trees[i].column).title,
			  &ptool_parts_tree, model, view, trees[i].wanted);
	}
	view.order.is_reversed = true;
	view.order.column = PTOOL_COLUMN_TOTAL;
	test_rows("least total first", &ptool_parts_tree, model, view, "2321");
	view.order.column = PTOOL_COLUMN_CALLS;
	test_rows("fewest calls first", &ptool_parts_summary, model, view,
		  "312");
	view.all = true;
	test_rows("with those without calls", &ptool_parts_summary, model,
		  view, "4312");
}

static void test_filters(const struct ptool_model *model)
{
	struct ptool_view view = { .filter = "INPUT" };

	test_rows("summary, filtered", &ptool_parts_summary, model, view, "12");
	view.filter = "esp4";
	test_rows("by module", &ptool_parts_summary, model, view, "2");
	test_rows("tree, with callers", &ptool_parts_tree, model, view, "232");
	view.filter = "poll";
	test_rows("tree, without callees", &ptool_parts_tree, model, view, "3");
	view.filter = "none";
	test_rows("nothing", &ptool_parts_tree, model, view, "");
}

static void is_line(const struct ptool_lines *lines, u32 line, const char *wanted)
{
	if (!tap_ok(line < lines->lines && strstr(lines->line[line], wanted),
		    "'%s'", wanted))
		tap_diag("got '%s'", line < lines->lines ?
			 lines->line[line] : "no such line");
}

static void test_rates(const struct ptool_model *now,
		       const struct ptool_model *before)
{
	struct ptool_model *rates = ptool_model_difference(now, before);
	struct ptool_view view = {
		.unit = PTOOL_UNIT_NS,
		.order.column = PTOOL_COLUMN_TOTAL,
	};
	struct ptool_lines lines;

	rates->per_second = true;
	print(&lines, ptool_parts_summary.head, rates, &view);
	is_line(&lines, lines.lines - 1,
		"   CALLS/s MISS/s   MEAN    P50    P99    MAX TOTAL/s");
	ptool_lines_free(&lines);
	print(&lines, ptool_parts_summary.rows, rates, &view);
	/* 5 calls of 9 us, 10 of 3 us and 40 of 1 us in 20 s */
	is_line(&lines, 0, "virtnet_poll                      <1     <1");
	is_line(&lines, 0, " 2.25");
	is_line(&lines, 1, "esp_input                          2      0");
	is_line(&lines, 2, "xfrm_input                         1     <1");
	tap_is(lines.mark[2].line, 2, "each mark is at its line");
	ptool_lines_free(&lines);
	print(&lines, ptool_parts_summary.foot, rates, &view);
	is_line(&lines, lines.lines - 1, "losses: 8 calls missed");
	ptool_lines_free(&lines);
	print(&lines, ptool_parts_tree.rows, rates, &view);
	is_line(&lines, 4, "softirq: 2,250 ns/s");
	is_line(&lines, 6, "  1,500   1,500   3,000");
	ptool_lines_free(&lines);
	view.only = 2;
	print(&lines, ptool_parts_hist.rows, rates, &view);
	is_line(&lines, 2, "    CALLS/s  MISS/s     MIN");
	is_line(&lines, 5, "          2 100.00 100.00 ####");
	tap_is(lines.lines, 6, "a histogram of one function only");
	ptool_lines_free(&lines);
	ptool_model_free(rates);
}

int main(void)
{
	struct ptool_model *before = made_model(1, 10);
	struct ptool_model *now = made_model(2, 30);

	test_orders(before);
	test_filters(before);
	test_rates(now, before);
	ptool_model_free(now);
	ptool_model_free(before);
	return tap_done();
}
