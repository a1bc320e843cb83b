// SPDX-License-Identifier: GPL-2.0
/* command report: run a reading command on a recording, or write an HTML page */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/output.h"
#include "cmd/commands.h"
#include "cmd/show.h"
#include "model/require.h"
#include "output/html.h"
#include "read/file.h"
#include "read/timeline.h"

/*
 * limits of columns: of one timeline, and of all, which bounds the page size
 * for many machines
 */
#define COLUMNS_MOST	120
#define COLUMNS_OF_ALL	480

/* the options that --html accepts; the page shows everything else anyway */
#define OPTIONS								\
	(PTOOL_OPTION_BIT(HTML) | PTOOL_OPTION_BIT(OUTPUT) |		\
	 PTOOL_OPTION_BIT(GROUP) | PTOOL_OPTION_BIT(CPU) |		\
	 PTOOL_OPTION_BIT(FROM) | PTOOL_OPTION_BIT(TO) |		\
	 PTOOL_OPTION_BIT(MACHINE))

/* the timelines of a page, while they are read */
struct page {
	const struct ptool_source *source;
	struct ptool_reason why;
	u32 timelines;
	struct ptool_timeline *timeline;
};

static u32 columns_of(const struct page *page,
		      const struct ptool_recording *recording)
{
	u32 columns;

	/* recordings of other machines are not shown */
	if (page->source->machine)
		return COLUMNS_MOST;
	columns = COLUMNS_OF_ALL / recording->recordings;
	if (columns > COLUMNS_MOST)
		return COLUMNS_MOST;
	return columns ? columns : 1;
}

static int see(struct ptool_recording *recording,
	       const struct ptool_range *range, void *argument)
{
	struct page *page = argument;

	page->timeline = ptool_realloc(page->timeline, page->timelines + 1,
				       sizeof(*page->timeline));
	return ptool_timeline_read(&page->timeline[page->timelines++],
				   &page->source->keep, recording, range,
				   columns_of(page, recording), &page->why);
}

static void print(const struct ptool_out *out, const struct page *page,
		  const struct ptool_model *model)
{
	struct ptool_page shown = {
		.model = model,
		.timelines = page->timelines,
		.timeline = page->timeline,
	};

	ptool_html_print(out, &shown);
}

static int read_and_print(const struct ptool_options *options,
			  const struct ptool_out *out)
{
	struct ptool_source source = ptool_source_of(options);
	struct page page = { .source = &source };
	struct ptool_model *model;
	int status;
	u32 i;

	status = ptool_reader_recording(&source, see, &page, &model,
					&page.why);
	if (!status) {
		if (options->cpus.ranges)
			status = ptool_require_one_machine("report --html", "cpu",
							   "", model, &page.why);
		if (!status)
			print(out, &page, model);
		ptool_model_free(model);
	}
	for (i = 0; i < page.timelines; i++)
		ptool_timeline_free(&page.timeline[i]);
	free(page.timeline);
	return ptool_report(status, &page.why);
}

/* a file of several merged recordings is one page */
static int report_page(const struct ptool_options *options,
		       const struct ptool_out *out)
{
	const char *refused = ptool_options_refused(options, OPTIONS);
	struct ptool_reason why = { "" };
	struct ptool_output output;
	int status;

	if (refused)
		return ptool_usage_error("report --html does not take --%s",
					 refused);
	if (options->words)
		return ptool_usage_error("report --html takes no command: the page has summary, hist and tree");
	status = ptool_html_check(&why);
	if (!status)
		status = ptool_output_begin(&output, options->output, out,
					    &why);
	if (status)
		return ptool_report(status, &why);
	status = read_and_print(options, &output.out);
	status = ptool_output_end(&output, status, &why);
	return ptool_report(status, &why);
}

static bool is_reading(const struct ptool_command *command)
{
	return command && command->options & PTOOL_OPTION_BIT(FILE);
}

static bool is_file(const char *word)
{
	return !strcmp(word, "-") || (!ptool_command_of(word) && !access(word, F_OK));
}

/* the first word is a file, whatever its name; the command ends the files */
static void take_files(struct ptool_options *inner)
{
	inner->file = ++inner->word;
	inner->words--;
	do {
		inner->files++;
		inner->word++;
		inner->words--;
	} while (inner->words && is_file(*inner->word));
}

int ptool_cmd_report(const struct ptool_options *options,
		     const struct ptool_out *out)
{
	struct ptool_options inner = *options;
	const struct ptool_command *command;
	const char *name = "summary";
	int status;

	take_files(&inner);
	inner.file_kinds = PTOOL_FILE_RECORDING;
	if (options->given & PTOOL_OPTION_BIT(HTML))
		return report_page(&inner, out);
	if (inner.words)
		name = inner.word[0];
	command = ptool_command_of(name);
	if (!is_reading(command))
		return ptool_usage_error("report: '%s' is %s a command that reads; these are summary, hist, probes, tree, breakdown, paths, polls and export",
					 name, command ? "not" : "neither a file nor");
	status = ptool_command_check(command, &inner);
	return status ? status : command->run(&inner, out);
}
