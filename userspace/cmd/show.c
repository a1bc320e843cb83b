// SPDX-License-Identifier: GPL-2.0
/* show: the commands that read models and print each of them */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <pathtime/abi.h>

#include "base/error.h"
#include "cmd/commands.h"
#include "cmd/show.h"
#include "model/breakdown.h"
#include "model/netnames.h"
#include "model/require.h"
#include "model/stats.h"
#include "output/format.h"
#include "output/rows.h"
#include "read/debugfs.h"
#include "read/reader.h"

static bool is_separated(const struct ptool_show *show)
{
	return show->printed && !show->options->names &&
	       !(show->options->given & PTOOL_OPTIONS_FORMATS);
}

static int check_cpus(const struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	const char *command = options->words ? options->word[0] : "summary";
	const char *other = ", or show each with --per-machine";

	if (options->cpus.ranges)
		return ptool_require_one_machine(command, "cpu", other, model,
						 &show->why);
	if (options->view.per_cpu)
		return ptool_require_one_machine(command, "per-cpu", other,
						 model, &show->why);
	return 0;
}

/* flush, because a program that reads from the pipe expects each interval at once */
static int print(struct ptool_model *model, void *argument)
{
	struct ptool_show *show = argument;
	FILE *file = show->out.file;
	int status = check_cpus(model, show);

	if (status)
		return status;
	/* the terminal may have been resized since the last interval */
	ptool_out_fit(&show->out);
	if (is_separated(show))
		fputc('\n', file);
	status = show->print(model, show);
	show->printed++;
	if (!model->is_interval || model->recordings)
		return status;
	return fflush(file) || ferror(file) ? PTOOL_EXIT_FAILURE : status;
}

struct ptool_source ptool_source_of(const struct ptool_options *options)
{
	return (struct ptool_source){
		.command = options->words ? options->word[0] : "summary",
		.files = options->files,
		.file = options->file,
		.kinds = options->file_kinds,
		.machine = options->machine,
		.per_machine = options->view.per_machine,
		.from = options->from,
		.to = options->to,
		.interval = options->interval,
		.count = options->count,
		.keep = {
			.groups = options->groups,
			.group = options->group,
			.cpus = options->cpus,
			.untimed = options->untimed,
		},
		.warner = ptool_print_warning,
	};
}

/* a file may be of a machine with more CPUs */
static void warn_cpus(const struct ptool_source *source)
{
	const struct ptool_cpu_list *cpus = &source->keep.cpus;
	long there = sysconf(_SC_NPROCESSORS_CONF);
	u32 i;

	if (!ptool_reader_is_live(source) || there <= 0)
		return;
	for (i = 0; i < cpus->ranges; i++)
		if (cpus->range[i].last >= there)
			ptool_note("--cpu %u: this machine has CPUs 0 to %ld",
				   cpus->range[i].last, there - 1);
}

int ptool_show(struct ptool_show *show)
{
	struct ptool_source source = ptool_source_of(show->options);
	int status;

	warn_cpus(&source);
	status = ptool_reader_run(&source, print, show, &show->why);
	return ptool_report(status, &show->why);
}

int ptool_show_steps(struct ptool_show *show)
{
	struct ptool_source source = ptool_source_of(show->options);
	int status = ptool_reader_steps(&source, print, show, &show->why);

	return ptool_report(status, &show->why);
}

static bool is_live(const struct ptool_options *options)
{
	struct ptool_source source = ptool_source_of(options);

	return ptool_reader_is_live(&source);
}

u32 ptool_show_netns(const struct ptool_options *options)
{
	return is_live(options) ? ptool_net_netns() : 0;
}

static int show_by(const struct ptool_options *options,
		   const struct ptool_out *out, ptool_show_print *print)
{
	struct ptool_show show = {
		.options = options,
		.out = *out,
		.print = print,
	};

	return ptool_show(&show);
}

static int keep_self(const char *command, struct ptool_model *model,
		     struct ptool_show *show)
{
	return show->options->self ?
	       ptool_keep_self(command, model, &show->why) : 0;
}

static int keep_raw(const char *command, struct ptool_model *model,
		    struct ptool_show *show)
{
	return show->options->raw ?
	       ptool_keep_raw(command, model, &show->why) : 0;
}

/* the columns of a table, its name first, which is always shown */
static const enum ptool_column columns_of_series[] = {
	PTOOL_COLUMN_FUNCTION, PTOOL_COLUMN_CALLS, PTOOL_COLUMN_MISSED,
	PTOOL_COLUMN_MIN, PTOOL_COLUMN_MEAN,
#define PTIME_PERCENTILE(_name, ...)	PTOOL_COLUMN_##_name,
#include <pathtime/percentiles.def>
	PTOOL_COLUMN_MAX, PTOOL_COLUMN_TOTAL,
};

static const enum ptool_column columns_of_tree[] = {
	PTOOL_COLUMN_FUNCTION, PTOOL_COLUMN_CALLS, PTOOL_COLUMN_TOTAL,
	PTOOL_COLUMN_SELF, PTOOL_COLUMN_MEAN, PTOOL_COLUMN_SHARE,
};

static const enum ptool_column columns_of_paths[] = {
	PTOOL_COLUMN_PATH, PTOOL_COLUMN_PACKETS, PTOOL_COLUMN_SHARE,
	PTOOL_COLUMN_MIN, PTOOL_COLUMN_MEAN,
#define PTIME_PERCENTILE(_name, ...)	PTOOL_COLUMN_##_name,
#include <pathtime/percentiles.def>
	PTOOL_COLUMN_MAX, PTOOL_COLUMN_TOTAL,
};

/* a table that has percentiles has any percentile */
static bool has_column(const enum ptool_column *has, size_t count,
		       enum ptool_column column)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (has[i] == column || (has[i] > PTOOL_COLUMN_PERCENTILE &&
					 column > PTOOL_COLUMN_PERCENTILE))
			return true;
	return false;
}

static int refuse_column(const char *option, const char *name,
			 const enum ptool_column *has, size_t count)
{
	char names[256] = "";
	size_t i, length = 0;

	for (i = 0; i < count; i++)
		length += snprintf(names + length, sizeof(names) - length,
				   "%s%s", i ? ", " : "",
				   ptool_statistic_of(has[i]).title);
	return ptool_usage_error("--%s: this table has no column '%s', only %s",
				 option, name, names);
}

static int choose_columns(struct ptool_options *options,
			  const enum ptool_column *has, size_t count)
{
	struct ptool_columns *columns = &options->view.columns;
	char name[PTOOL_TITLE_LEN];
	const char *rest = options->columns;
	enum ptool_column column;

	columns->is_chosen = true;
	for (; rest; rest = strchr(rest, ',') ? strchr(rest, ',') + 1 : NULL) {
		snprintf(name, sizeof(name), "%.*s",
			 (int)strcspn(rest, ","), rest);
		if (!ptool_column_parse(name, &column) ||
		    !has_column(has, count, column))
			return refuse_column("columns", name, has, count);
		if (column == has[0])
			continue;
		if (columns->count == PTOOL_COLUMNS_LEN)
			return ptool_usage_error("--columns: more than %d",
						 PTOOL_COLUMNS_LEN);
		columns->column[columns->count++] = column;
	}
	return 0;
}

/* Columns to sort by, and to show, must be columns of the table. */
static int check_columns(struct ptool_options *options,
			 const enum ptool_column *has, size_t count)
{
	enum ptool_column order = options->view.order.column;

	if (order != PTOOL_COLUMN_NONE && !has_column(has, count, order))
		return refuse_column("sort", ptool_statistic_of(order).title,
				     has, count);
	return options->columns ? choose_columns(options, has, count) : 0;
}

static int keep_functions(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;

	return options->words > 1 ?
	       ptool_keep_functions(model, options->word[1], &show->why) : 0;
}

static int print_summary(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	int status = keep_self("summary", model, show);

	if (!status)
		status = keep_raw("summary", model, show);
	if (!status)
		status = keep_functions(model, show);
	if (!status)
		ptool_format_of(options->json)->summary(&show->out, model,
							&options->view);
	return status;
}

int ptool_cmd_summary(const struct ptool_options *options,
		      const struct ptool_out *out)
{
	struct ptool_options inner = *options;
	int status = check_columns(&inner, columns_of_series,
				   ARRAY_SIZE(columns_of_series));

	return status ? status : show_by(&inner, out, print_summary);
}

static int print_hist(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	int status = keep_self("hist", model, show);

	if (!status)
		status = keep_functions(model, show);
	if (!status)
		ptool_format_of(options->json)->hist(&show->out, model,
						     &options->view);
	return status;
}

int ptool_cmd_hist(const struct ptool_options *options,
		   const struct ptool_out *out)
{
	struct ptool_options inner = *options;
	int status = check_columns(&inner, columns_of_series,
				   ARRAY_SIZE(columns_of_series));

	return status ? status : show_by(&inner, out, print_hist);
}

static int print_tree(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	int status = ptool_require_tree("tree", model, &show->why);

	if (!status)
		status = keep_raw("tree", model, show);
	if (!status && options->view.pattern)
		status = ptool_require_function(model, options->view.pattern,
						&show->why);
	if (!status)
		ptool_format_of(options->json)->tree(&show->out, model,
						     &options->view);
	return status;
}

int ptool_cmd_tree(const struct ptool_options *options,
		   const struct ptool_out *out)
{
	struct ptool_options inner = *options;
	int status = check_columns(&inner, columns_of_tree,
				   ARRAY_SIZE(columns_of_tree));

	inner.view.pattern = options->words > 1 ? options->word[1] : NULL;
	return status ? status : show_by(&inner, out, print_tree);
}

/* print names as control commands take them, for shell completion */
static void print_names(const struct ptool_out *out,
			const struct ptool_model *model)
{
	char name[PTOOL_NAME_LEN];
	u32 i;

	for (i = 0; i < model->probes; i++) {
		ptool_name_text(name, sizeof(name), model->probe[i].module,
				model->probe[i].function);
		fprintf(out->file, "%s\n", name);
	}
}

static int print_probes(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;

	if (options->view.verbose && model->source)
		return ptool_fail(&show->why, "probes: --verbose shows the overhead of probes, which a capture does not have");
	if (options->names)
		print_names(&show->out, model);
	else
		ptool_format_of(options->json)->probes(&show->out, model,
						       &options->view);
	return 0;
}

/* interval for the current rate, in seconds: short enough to wait for */
#define PRESENT_S	1

static bool wants_present_rate(const struct ptool_options *options)
{
	return options->view.verbose && !options->names &&
	       !options->files && !(options->interval > 0);
}

int ptool_cmd_probes(const struct ptool_options *options,
		     const struct ptool_out *out)
{
	struct ptool_options present = *options;

	present.untimed = true;
	if (wants_present_rate(options)) {
		present.interval = PRESENT_S;
		present.count = 1;
	}
	return show_by(&present, out, print_probes);
}

/* This is no error: the next segment or interval may have calls. */
static void report_absent(const struct ptool_model *model, const char *root)
{
	ptool_note("%s%s%s%sno call of %s", model->source ? model->source : "",
		   model->segment ? ": " : "", model->segment ? model->segment : "",
		   model->source ? ": " : "", root ? root : "any function");
}

/* .state is set if a segment of the captures has the function: one must have it */
static int print_breakdown(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	const char *root = options->words > 1 ? options->word[1] : NULL;
	int status = ptool_require_tree("breakdown", model, &show->why);
	struct ptool_breakdown *breakdown;

	if (!status)
		status = keep_raw("breakdown", model, show);
	if (status)
		return status;
	if (root && !model->source && !ptool_breakdown_has(model->tree, root))
		return ptool_fail(&show->why,
				  "breakdown: no function '%s' is timed; see 'pathtime probes'",
				  root);
	breakdown = ptool_breakdown_new(model->tree, root);
	if (!breakdown && !model->is_interval) {
		report_absent(model, root);
		return 0;
	}
	*(bool *)show->state = true;
	ptool_format_of(options->json)->breakdown(&show->out, model, breakdown,
						  &options->view);
	ptool_breakdown_free(breakdown);
	return 0;
}

int ptool_cmd_breakdown(const struct ptool_options *options,
			const struct ptool_out *out)
{
	bool was_found = false;
	struct ptool_show show = {
		.options = options,
		.out = *out,
		.print = print_breakdown,
		.state = &was_found,
	};
	int status = ptool_show(&show);

	if (status || was_found)
		return status;
	return ptool_error("breakdown: no calls to break down; 'pathtime tree' lists the functions called");
}

static int require_path(const struct ptool_model *model,
			const struct ptool_view *view, struct ptool_reason *why)
{
	u32 i;

	for (i = 0; i < model->paths->paths; i++)
		if (ptool_rows_has_path(view, &model->paths->path[i]))
			return 0;
	return view->pattern ?
	       ptool_fail(why,
			  "no path '%s', and none with such a step; see 'pathtime paths'",
			  view->pattern) : 0;
}

static int print_paths(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	int status = ptool_require_paths("paths", model, &show->why);

	if (!status)
		status = require_path(model, &options->view, &show->why);
	if (!status)
		ptool_format_of(options->json)->paths(&show->out, model,
						      &options->view);
	return status;
}

int ptool_cmd_paths(const struct ptool_options *options,
		    const struct ptool_out *out)
{
	struct ptool_options inner = *options;
	int status = check_columns(&inner, columns_of_paths,
				   ARRAY_SIZE(columns_of_paths));

	inner.view.netns = ptool_show_netns(options);
	inner.view.pattern = options->words > 1 ? options->word[1] : NULL;
	return status ? status : show_by(&inner, out, print_paths);
}

static int print_polls(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	int status = ptool_require_polls("polls", model, &show->why);

	if (!status)
		ptool_format_of(options->json)->polls(&show->out, model,
						      &options->view);
	return status;
}

int ptool_cmd_polls(const struct ptool_options *options,
		    const struct ptool_out *out)
{
	return show_by(options, out, print_polls);
}
