// SPDX-License-Identifier: GPL-2.0
/* test of tables in parts: order, filter, rates, and of which function a line is */
#include <string.h>

#include "base/page.h"
#include "made.h"
#include "output/table.h"
#include "tap.h"

static void print(struct ptime_page *page,
		  void (*part)(const struct ptime_model *model,
			       const struct ptime_view *view),
		  const struct ptime_model *model,
		  const struct ptime_view *view)
{
	ptime_page_begin(page, stdout);
	part(model, view);
	ptime_page_end(page);
}

/* the functions of the rows, by their numbers, in their order */
static void numbers(char *text, size_t size, const struct ptime_page *page)
{
	size_t length = 0;
	u32 i;

	*text = '\0';
	for (i = 0; i < page->marks && length < size; i++)
		length += (size_t)snprintf(text + length, size - length, "%llu",
					   page->mark[i].id);
}

static void test_rows(const char *what, const struct ptime_parts *parts,
		      const struct ptime_model *model, struct ptime_view view,
		      const char *wanted)
{
	struct ptime_page page;
	char got[32];

	print(&page, parts->rows, model, &view);
	numbers(got, sizeof(got), &page);
	if (!tap_ok(!strcmp(got, wanted), "%s: %s", what, wanted))
		tap_diag("got %s", got);
	ptime_page_free(&page);
}

static const struct {
	enum ptime_column column;
	const char *wanted;
} summaries[] = {
	{ PTIME_COLUMN_NONE, "123" },
	{ PTIME_COLUMN_FUNCTION, "231" },
	{ PTIME_COLUMN_CALLS, "213" },
	{ PTIME_COLUMN_MISSED, "132" },
	{ PTIME_COLUMN_MEAN, "312" },
	{ PTIME_COLUMN_P50, "312" },
	{ PTIME_COLUMN_P99, "312" },
	{ PTIME_COLUMN_MAX, "312" },
	{ PTIME_COLUMN_TOTAL, "321" },
}, trees[] = {
	{ PTIME_COLUMN_NONE, "2312" },
	{ PTIME_COLUMN_CALLS, "2321" },
	{ PTIME_COLUMN_MEAN, "2312" },
	{ PTIME_COLUMN_SELF, "2312" },
	{ PTIME_COLUMN_FUNCTION, "2321" },
};

static void test_orders(const struct ptime_model *model)
{
	struct ptime_view view = { .unit = PTIME_UNIT_NS };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(summaries); i++) {
		view.order.column = summaries[i].column;
		test_rows(ptime_column_name(summaries[i].column),
			  &ptime_parts_summary, model, view,
			  summaries[i].wanted);
	}
	for (i = 0; i < ARRAY_SIZE(trees); i++) {
		view.order.column = trees[i].column;
		test_rows(ptime_column_name(trees[i].column),
			  &ptime_parts_tree, model, view, trees[i].wanted);
	}
	view.order.is_reversed = true;
	view.order.column = PTIME_COLUMN_TOTAL;
	test_rows("least total first", &ptime_parts_tree, model, view, "2321");
	view.order.column = PTIME_COLUMN_CALLS;
	test_rows("fewest calls first", &ptime_parts_summary, model, view,
		  "312");
	view.all = true;
	test_rows("with those without calls", &ptime_parts_summary, model,
		  view, "4312");
}

static void test_filters(const struct ptime_model *model)
{
	struct ptime_view view = { .filter = "INPUT" };

	test_rows("summary, filtered", &ptime_parts_summary, model, view, "12");
	view.filter = "esp4";
	test_rows("by module", &ptime_parts_summary, model, view, "2");
	test_rows("tree, with callers", &ptime_parts_tree, model, view, "232");
	view.filter = "poll";
	test_rows("tree, without callees", &ptime_parts_tree, model, view, "3");
	view.filter = "none";
	test_rows("nothing", &ptime_parts_tree, model, view, "");
}

static void is_line(const struct ptime_page *page, u32 line, const char *wanted)
{
	if (!tap_ok(line < page->lines && strstr(page->line[line], wanted),
		    "'%s'", wanted))
		tap_diag("got '%s'", line < page->lines ?
			 page->line[line] : "no such line");
}

static void test_rates(const struct ptime_model *now,
		       const struct ptime_model *before)
{
	struct ptime_model *rates = ptime_model_difference(now, before);
	struct ptime_view view = {
		.unit = PTIME_UNIT_NS,
		.order.column = PTIME_COLUMN_TOTAL,
	};
	struct ptime_page page;

	rates->per_second = true;
	print(&page, ptime_parts_summary.head, rates, &view);
	is_line(&page, page.lines - 1,
		"   CALLS/s MISS/s   MEAN    P50    P99    MAX TOTAL/s");
	ptime_page_free(&page);
	print(&page, ptime_parts_summary.rows, rates, &view);
	/* 5 calls of 9 us, 10 of 3 us and 40 of 1 us in 20 s */
	is_line(&page, 0, "virtnet_poll                      <1     <1");
	is_line(&page, 0, " 2.25");
	is_line(&page, 1, "esp_input                          2      0");
	is_line(&page, 2, "xfrm_input                         1     <1");
	tap_is(page.mark[2].line, 2, "each mark is at its line");
	ptime_page_free(&page);
	print(&page, ptime_parts_summary.foot, rates, &view);
	is_line(&page, page.lines - 1, "losses: 8 calls missed");
	ptime_page_free(&page);
	print(&page, ptime_parts_tree.rows, rates, &view);
	is_line(&page, 4, "softirq: 2,250 ns/s");
	is_line(&page, 6, "  1,500   1,500   3,000");
	ptime_page_free(&page);
	view.only = 2;
	print(&page, ptime_parts_hist.rows, rates, &view);
	is_line(&page, 2, "    CALLS/s  MISS/s     MIN");
	is_line(&page, 5, "          2 100.00 100.00 ####");
	tap_is(page.lines, 6, "a histogram of one function only");
	ptime_page_free(&page);
	ptime_model_free(rates);
}

int main(void)
{
	struct ptime_model *before = made_model(1, 10);
	struct ptime_model *now = made_model(2, 30);

	test_orders(before);
	test_filters(before);
	test_rates(now, before);
	ptime_model_free(now);
	ptime_model_free(before);
	return tap_done();
}
