// SPDX-License-Identifier: GPL-2.0
/* command export: write the counts in formats for other programs */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/output.h"
#include "base/time.h"
#include "cmd/commands.h"
#include "cmd/show.h"
#include "model/path_limit.h"
#include "model/require.h"
#include "output/csv.h"
#include "output/folded.h"
#include "output/format.h"
#include "output/hdr.h"
#include "output/hlog.h"
#include "output/prometheus.h"
#include "serve/textfile.h"

/* These formats have no place for when the counts restarted. */
static void note_restarts(const struct ptool_model *model,
			  const struct ptool_options *options)
{
	u32 restarts = ptool_model_restarts(model);

	if (restarts)
		ptool_note("%s: the counts restarted %u time%s in this range, and are added up; 'pathtime report' without 'export' lists when",
			   options->file[0], restarts,
			   restarts > 1 ? "s" : "");
}

/* Folded stacks begin with the segment: put the machine there. */
static void name_machine(struct ptool_model *model)
{
	model->segment = ptool_alloc(1, PTOOL_MACHINE_LEN);
	memcpy(model->segment, model->recorded->machine, PTOOL_MACHINE_LEN);
}

static int print_folded(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	int status = ptool_require_tree("export", model, &show->why);

	if (!status && options->raw)
		status = ptool_keep_raw("export", model, &show->why);
	if (status)
		return status;
	if (options->view.per_machine)
		name_machine(model);
	ptool_folded_print(&show->out, model);
	note_restarts(model, options);
	return 0;
}

static bool is_of_paths(const struct ptool_options *options)
{
	return options->words > 1 && !strcmp(options->word[1], "paths");
}

static int check_paths_known(const struct ptool_model *model,
			     const struct ptool_options *options,
			     struct ptool_reason *why)
{
	return is_of_paths(options) ? ptool_require_paths("export", model,
							  why) : 0;
}

static int print_csv(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	/* All intervals and segments share one header line. */
	bool with_head = !show->printed;
	int status = check_paths_known(model, options, &show->why);

	if (status)
		return status;
	if (is_of_paths(options))
		status = ptool_csv_print_paths(&show->out, model,
					       &options->view, options->columns,
					       with_head, &show->why);
	else
		status = ptool_csv_print(&show->out, model, &options->view,
					 options->columns, with_head,
					 &show->why);
	if (!status)
		note_restarts(model, options);
	return status;
}

static int refuse_capture(const char *what, struct ptool_reason *why)
{
	return ptool_fail(why, "export: --%s; use --csv or --json", what);
}

/* A distribution covers one function, so the pattern must match exactly one. */
static int keep_function(struct ptool_model *model, const char *pattern,
			 struct ptool_reason *why)
{
	int status = ptool_keep_functions(model, pattern, why);

	if (status || model->probes == 1)
		return status;
	return ptool_fail(why,
			  "export: --hdr takes one function, and %u match '%s': %s, %s%s",
			  model->probes, pattern, model->probe[0].function,
			  model->probe[1].function,
			  model->probes > 2 ? " and others" : "");
}

static int report_outcomes(const struct ptool_probe *probe, const char *outcome,
			   struct ptool_reason *why)
{
	char names[256];
	size_t length = 0;
	u32 i;

	for (i = 0; i < probe->outcomes && length < sizeof(names); i++)
		length += snprintf(names + length, sizeof(names) - length,
				   "%s%s", i ? ", " : "",
				   probe->outcome[i].name);
	return ptool_fail(why,
			  "export: %s has no outcome '%s': its outcomes are %s",
			  probe->function, outcome, names);
}

static int find_series(const struct ptool_probe *probe, const char *outcome,
		       const struct ptool_series **series,
		       struct ptool_reason *why)
{
	u32 i;

	*series = &probe->counts.sum;
	if (!outcome)
		return 0;
	for (i = 0; i < probe->outcomes; i++) {
		*series = &probe->outcome[i].counts.sum;
		if (!strcmp(probe->outcome[i].name, outcome))
			return 0;
	}
	return report_outcomes(probe, outcome, why);
}

static void print_distribution(const struct ptool_out *out,
			       const struct ptool_model *model,
			       const struct ptool_series *series)
{
	struct ptool_hdr hdr;

	ptool_hdr_fill(&hdr, series, model);
	ptool_hdr_print(out, &hdr);
	ptool_hdr_free(&hdr);
}

/* Commas separate the parts of the line, so those of a name become blanks. */
static void print_hdr_part(const struct ptool_out *out, const char *text)
{
	for (; *text; text++)
		fputc(strchr(",[]\r\n", *text) ? ' ' : *text, out->file);
}

static void print_hdr_name(const struct ptool_out *out, const char *name,
			   const char *outcome)
{
	fputs("#[pathtime: ", out->file);
	print_hdr_part(out, name);
	if (outcome) {
		fputs(", ", out->file);
		print_hdr_part(out, outcome);
	}
	fputs(", values in nanoseconds]\n", out->file);
}

static int print_hdr_of_function(const struct ptool_out *out,
				 struct ptool_model *model, const char *pattern,
				 const char *outcome, struct ptool_reason *why)
{
	char name[PTOOL_NAME_LEN];
	const struct ptool_series *series;
	int status = keep_function(model, pattern, why);

	if (!status)
		status = find_series(model->probe, outcome, &series, why);
	if (status)
		return status;
	ptool_name_text(name, sizeof(name), model->probe->module,
			model->probe->function);
	print_hdr_name(out, name, outcome);
	print_distribution(out, model, series);
	return 0;
}

static int print_hdr_of_path(const struct ptool_out *out,
			     const struct ptool_model *model,
			     const char *wanted, struct ptool_reason *why)
{
	int status = ptool_require_paths("export", model, why);
	const struct ptool_path *path;
	char name[PTOOL_PATH_FULL_LEN];

	if (status)
		return status;
	path = model->paths->path;
	for (; path < model->paths->path + model->paths->paths; path++) {
		ptool_path_full_name(name, path);
		if (strcmp(name, wanted))
			continue;
		print_hdr_name(out, name, NULL);
		print_distribution(out, model, &path->counts.sum);
		return 0;
	}
	return ptool_fail(why,
			  "export: no packets took the path '%s': 'pathtime paths' lists the paths",
			  wanted);
}

static int print_hdr(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;

	if (model->source)
		return refuse_capture("hdr writes one distribution, and a capture has segments",
				      &show->why);
	note_restarts(model, options);
	if (is_of_paths(options))
		return print_hdr_of_path(&show->out, model, options->word[2],
					 &show->why);
	return print_hdr_of_function(&show->out, model, options->word[1],
				     options->words > 2 ? options->word[2] : NULL,
				     &show->why);
}

static struct ptool_prometheus_style
style_of(const struct ptool_options *options)
{
	return (struct ptool_prometheus_style){
		.bucket_bits = options->bucket_bits,
		.netns = ptool_show_netns(options),
	};
}

/* when the machine was started, 0 if unknown: see ptool_hlog_print_head() */
static u64 boot_ns(const struct ptool_model *model,
		   const struct ptool_options *options)
{
	if (model->recordings)
		return model->recorded->end_ns - model->time_ns;
	return options->files ? 0 :
	       ptool_time_of(CLOCK_REALTIME) - ptool_time_of(CLOCK_BOOTTIME);
}

static int print_prometheus(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	struct ptool_prometheus_style style = style_of(options);
	struct ptool_path_limit limit = { .max = options->paths };
	u64 boot = boot_ns(model, options);

	if (model->source)
		return refuse_capture("prometheus needs running counters, which a capture does not have",
				      &show->why);
	/* the counts of a recording are those of a range of it */
	if (boot && !model->is_interval)
		style.start_ns = boot + model->since_ns;
	if (model->paths)
		style.other_paths = ptool_path_limit_apply(&limit, model->paths);
	ptool_path_limit_free(&limit);
	ptool_prometheus_print(&show->out, &ptool_exposition_text, model,
			       &style);
	note_restarts(model, options);
	return 0;
}

/**
 * struct clock - the time of day in a log
 * @boot_ns: when the machine was started, CLOCK_REALTIME; kept between models, so
 *	that lines ascend if the time of day is set
 * @end_ns: end of the last line
 */
struct clock {
	u64 boot_ns;
	u64 end_ns;
};

/*
 * A restart of the counts can be a reboot, with another boot time. If the time of
 * day was set back, the log goes on from its last line: readers want ascending
 * times.
 */
static void set_clock(struct clock *clock, const struct ptool_model *model,
		      const struct ptool_show *show)
{
	u64 begin_ns, length_ns = model->interval_ns;

	if (!show->printed || model->restarted)
		clock->boot_ns = boot_ns(model, show->options);
	begin_ns = clock->boot_ns + model->time_ns - length_ns;
	if (show->printed && begin_ns < clock->end_ns)
		clock->boot_ns += clock->end_ns - begin_ns;
	clock->end_ns = clock->boot_ns + model->time_ns;
}

static int print_hlog(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;
	struct clock *clock = show->state;
	int status;

	if (model->source)
		return refuse_capture("hlog needs the time of day of the counts, and a capture has none",
				      &show->why);
	status = check_paths_known(model, options, &show->why);
	if (status)
		return status;
	set_clock(clock, model, show);
	if (!show->printed)
		ptool_hlog_print_head(&show->out, model, clock->boot_ns);
	if (is_of_paths(options))
		ptool_hlog_print_paths(&show->out, model, clock->boot_ns);
	else
		ptool_hlog_print(&show->out, model, clock->boot_ns);
	return 0;
}

static int print_json(struct ptool_model *model, struct ptool_show *show)
{
	const struct ptool_options *options = show->options;

	ptool_json_export(&show->out, model, &options->view);
	return 0;
}

/*
 * struct form - an output format
 * @name: name of the format
 * @option: bit of the option that selects it
 * @options: bits of the options allowed with it
 * @show: reads the models, and writes each
 * @print: writes one model
 * @has_function: the arguments are a function and an outcome
 * @has_paths: the argument "paths" selects paths instead of functions. If
 *	@has_function is set, the next argument is the path.
 * @one_machine: why the format cannot separate machines; NULL if it can
 */
static const struct form {
	const char *name;
	u64 option;
	u64 options;
	int (*show)(struct ptool_show *show);
	ptool_show_print *print;
	bool has_function;
	bool has_paths;
	const char *one_machine;
} forms[] = {
	{
		.name = "folded",
		.option = PTOOL_OPTION_BIT(FOLDED),
		.options = PTOOL_OPTIONS_FILE | PTOOL_OPTION_BIT(GROUP) |
			   PTOOL_OPTION_BIT(CPU) | PTOOL_OPTION_BIT(RAW),
		.show = ptool_show,
		.print = print_folded,
	}, {
		.name = "csv",
		.option = PTOOL_OPTION_BIT(CSV),
		.options = PTOOL_OPTIONS_FLAT | PTOOL_OPTION_BIT(COLUMNS) |
			   PTOOL_OPTION_BIT(PERCENTILES),
		.show = ptool_show,
		.print = print_csv,
		.has_paths = true,
	}, {
		/*
		 * With --interval, too, it writes counters since the start:
		 * Prometheus subtracts.
		 */
		.name = "prometheus",
		.option = PTOOL_OPTION_BIT(PROMETHEUS),
		.options = PTOOL_OPTIONS_FILE | PTOOL_OPTION_BIT(GROUP) |
			   PTOOL_OPTION_BIT(CPU) |
			   PTOOL_OPTION_BIT(INTERVAL) |
			   PTOOL_OPTION_BIT(COUNT) |
			   PTOOL_OPTION_BIT(BUCKETS) |
			   PTOOL_OPTION_BIT(PATHS),
		.show = ptool_show,
		.print = print_prometheus,
		.one_machine = "Prometheus takes each series once",
	}, {
		.name = "hdr",
		.option = PTOOL_OPTION_BIT(HDR),
		.options = PTOOL_OPTIONS_FILE | PTOOL_OPTION_BIT(GROUP) |
			   PTOOL_OPTION_BIT(CPU),
		.show = ptool_show,
		.print = print_hdr,
		.has_function = true,
		.has_paths = true,
		.one_machine = "it writes one distribution",
	}, {
		.name = "hlog",
		.option = PTOOL_OPTION_BIT(HLOG),
		.options = PTOOL_OPTIONS_FILE | PTOOL_OPTION_BIT(GROUP) |
			   PTOOL_OPTION_BIT(CPU) |
			   PTOOL_OPTION_BIT(INTERVAL) |
			   PTOOL_OPTION_BIT(COUNT),
		.show = ptool_show_steps,
		.print = print_hlog,
		.has_paths = true,
		.one_machine = "the times in a log must ascend",
	}, {
		.name = "json",
		.option = PTOOL_OPTION_BIT(JSON),
		.options = PTOOL_OPTIONS_FLAT | PTOOL_OPTION_BIT(PRETTY) |
			   PTOOL_OPTION_BIT(PERCENTILES),
		.show = ptool_show,
		.print = print_json,
	},
};

/* returns NULL after an error was reported */
static const struct form *form_of(const struct ptool_options *options)
{
	const struct form *form = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		if (!(options->given & forms[i].option))
			continue;
		if (form) {
			ptool_usage_error("export: --%s and --%s are two formats: choose one",
					  form->name, forms[i].name);
			return NULL;
		}
		form = &forms[i];
	}
	if (!form)
		ptool_usage_error("export: name a format: --folded, --csv, --prometheus, --hdr, --hlog or --json");
	return form;
}

static int run_textfile(const struct ptool_options *options)
{
	struct ptool_source source = ptool_source_of(options);
	struct ptool_prometheus_style style = style_of(options);
	struct ptool_reason why;
	int status;

	if (ptool_output_is_standard(options->output))
		return ptool_usage_error("export --prometheus: --interval rewrites a file: name it with --output");
	status = ptool_textfile_run(&source, &style, options->paths,
				    options->output, &why);
	return ptool_report(status, &why);
}

static int write_models(const struct form *form,
			const struct ptool_options *options,
			const struct ptool_out *out)
{
	struct ptool_options inner = *options;
	struct clock clock = { 0 };
	struct ptool_show show = {
		.options = &inner,
		.print = form->print,
		.state = &clock,
	};
	struct ptool_reason why = { "" };
	struct ptool_output output;
	int status;

	/* the JSON goes to the file, so an error must not be JSON on standard output */
	if (!ptool_output_is_standard(options->output))
		ptool_error_json(false);
	status = ptool_output_begin(&output, options->output, out, &why);
	if (status)
		return ptool_report(status, &why);
	inner.view.netns = ptool_show_netns(options);
	show.out = output.out;
	status = form->show(&show);
	status = ptool_output_end(&output, status, &why);
	return ptool_report(status, &why);
}

static int check_paths(const struct form *form,
		       const struct ptool_options *options)
{
	if (options->given & PTOOL_OPTION_BIT(GROUP))
		return ptool_usage_error("export --%s paths does not take --group: functions have groups, paths have none",
					 form->name);
	if (form->has_function && options->words < 3)
		return ptool_usage_error("export --%s paths: name a path as 'pathtime paths' prints it, in quotation marks",
					 form->name);
	if (!form->has_function && options->words > 2)
		return ptool_usage_error("export --%s paths writes all paths: '%s' is one word too many",
					 form->name, options->word[2]);
	return 0;
}

static int check_words(const struct form *form,
		       const struct ptool_options *options)
{
	if (form->has_function && options->words < 2)
		return ptool_usage_error("export --%s: name a function; see 'pathtime probes'",
					 form->name);
	if (form->has_paths && is_of_paths(options))
		return check_paths(form, options);
	if (!form->has_function && options->words > 1)
		return ptool_usage_error("export --%s writes all functions: '%s' is one word too many",
					 form->name, options->word[1]);
	return 0;
}

int ptool_cmd_export(const struct ptool_options *options,
		     const struct ptool_out *out)
{
	const struct form *form = form_of(options);
	const char *refused;
	int status;

	if (!form)
		return PTOOL_EXIT_USAGE;
	status = check_words(form, options);
	if (status)
		return status;
	refused = ptool_options_refused(options, form->option | form->options |
					PTOOL_OPTION_BIT(OUTPUT));
	if (refused)
		return ptool_usage_error("export --%s does not take --%s",
					 form->name, refused);
	if (form->one_machine && options->view.per_machine)
		return ptool_usage_error("export --%s does not take --per-machine: %s; --machine chooses one",
					 form->name, form->one_machine);
	if (options->given & PTOOL_OPTION_BIT(PROMETHEUS) &&
	    options->given & PTOOL_OPTION_BIT(INTERVAL))
		return run_textfile(options);
	return write_models(form, options, out);
}
