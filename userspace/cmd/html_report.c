// SPDX-License-Identifier: GPL-2.0
/* html_report: a page of a part of a recording */
#include <stdlib.h>

#include <json-c/json.h>

#include "base/error.h"
#include "base/output.h"
#include "cmd/html_report.h"
#include "output/html.h"
#include "read/reader.h"
#include "read/timeline.h"

/* columns of one timeline, and of all: a page of many machines is not larger for that */
#define COLUMNS_MOST	120
#define COLUMNS_OF_ALL	480

/* what a page takes, the words "report FILE" apart: it has all the others show */
#define OPTIONS								\
	(PTIME_OPTION_BIT(HTML) | PTIME_OPTION_BIT(OUTPUT) |		\
	 PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |		\
	 PTIME_OPTION_BIT(FROM) | PTIME_OPTION_BIT(TO) |		\
	 PTIME_OPTION_BIT(MACHINE))

/* the timelines of a page on their way */
struct page {
	const struct ptime_options *options;
	u32 timelines;
	struct ptime_timeline *timeline;
};

static u32 columns_of(const struct page *page,
		      const struct ptime_recording *recording)
{
	u32 columns;

	/* the others are not shown */
	if (page->options->machine)
		return COLUMNS_MOST;
	columns = COLUMNS_OF_ALL / recording->recordings;
	if (columns > COLUMNS_MOST)
		return COLUMNS_MOST;
	return columns ? columns : 1;
}

static int see(struct ptime_recording *recording,
	       const struct ptime_range *range, void *argument)
{
	struct page *page = argument;

	page->timeline = ptime_realloc(page->timeline, page->timelines + 1,
				       sizeof(*page->timeline));
	return ptime_timeline_read(&page->timeline[page->timelines++],
				   page->options, recording, range,
				   columns_of(page, recording));
}

static void print(const struct page *page, const struct ptime_model *model)
{
	struct json_object *data;

	data = ptime_html_data(model, page->timelines, page->timeline);
	ptime_html_print(data);
	json_object_put(data);
}

static int read_and_print(const struct ptime_options *options)
{
	struct page page = { .options = options };
	struct ptime_model *model;
	int status;
	u32 i;

	status = ptime_reader_recording(options, see, &page, &model);
	if (!status) {
		print(&page, model);
		ptime_model_free(model);
	}
	for (i = 0; i < page.timelines; i++)
		ptime_timeline_free(&page.timeline[i]);
	free(page.timeline);
	return status;
}

int ptime_html_report(const struct ptime_options *options)
{
	const char *refused = ptime_options_refused(options, OPTIONS);
	struct ptime_output output;
	int status;

	if (refused)
		return ptime_usage_error("report --html does not take --%s",
					 refused);
	if (options->words > 2)
		return ptime_usage_error("report --html takes no command: the page has summary, hist and tree");
	status = ptime_html_check();
	if (!status)
		status = ptime_output_begin(&output, options->output);
	if (status)
		return status;
	status = read_and_print(options);
	return ptime_output_end(&output, status);
}
