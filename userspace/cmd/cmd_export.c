// SPDX-License-Identifier: GPL-2.0
/* command export: what was counted, for other programs */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/due.h"
#include "base/error.h"
#include "base/output.h"
#include "cmd/commands.h"
#include "model/named.h"
#include "model/packet.h"
#include "model/roads.h"
#include "output/csv.h"
#include "output/folded.h"
#include "output/format.h"
#include "output/hdr.h"
#include "output/hlog.h"
#include "output/prometheus.h"
#include "read/nesting.h"
#include "read/raw.h"
#include "read/reader.h"
#include "serve/exporter.h"
#include "serve/textfile.h"

/* as a capture's part does, it becomes the first frame */
static void name_machine(struct ptime_model *model)
{
	model->part = ptime_alloc(1, PTIME_MACHINE_LEN);
	memcpy(model->part, model->recorded->machine, PTIME_MACHINE_LEN);
}

static int show_folded(struct ptime_model *model,
		       const struct ptime_options *options)
{
	int status = ptime_nesting_check("export", model);

	if (!status)
		status = ptime_raw_keep("export", model, options);
	if (status)
		return status;
	if (options->view.per_machine)
		name_machine(model);
	ptime_folded_print(model);
	return 0;
}

static bool is_of_paths(const struct ptime_options *options)
{
	return options->words > 1 && !strcmp(options->word[1], "paths");
}

static int check_roads(const struct ptime_model *model,
		       const struct ptime_options *options)
{
	return is_of_paths(options) ? ptime_roads_check("export", model) : 0;
}

static int show_csv(struct ptime_model *model,
		    const struct ptime_options *options)
{
	/* intervals and parts of captures go on below one head */
	static bool has_head;
	int status = check_roads(model, options);

	if (status)
		return status;
	if (is_of_paths(options))
		ptime_csv_print_paths(model, &options->view, !has_head);
	else
		ptime_csv_print(model, &options->view, !has_head);
	has_head = true;
	return 0;
}

static int tell_capture(const char *why)
{
	return ptime_error("export: --%s: --csv and --json tell them", why);
}

static int show_prometheus(struct ptime_model *model,
			   const struct ptime_options *options)
{
	(void)options;
	if (model->source)
		return tell_capture("prometheus tells counters that go on, and a capture's do not");
	ptime_prometheus_print(stdout, model);
	return 0;
}

/* of a pattern only one function may be left, as a distribution is of one */
static int keep_function(struct ptime_model *model, const char *pattern)
{
	int status = ptime_named_keep(model, pattern);

	if (status || model->probes == 1)
		return status;
	return ptime_error("export: --hdr is of one function, and %u are '%s': %s, %s%s",
			   model->probes, pattern, model->probe[0].function,
			   model->probe[1].function,
			   model->probes > 2 ? " and others" : "");
}

static int tell_outcomes(const struct ptime_probe *probe, const char *outcome)
{
	char names[256];
	size_t length = 0;
	u32 i;

	for (i = 0; i < probe->outcomes && length < sizeof(names); i++)
		length += snprintf(names + length, sizeof(names) - length,
				   "%s%s", i ? ", " : "",
				   probe->outcome[i].name);
	return ptime_error("export: no call of %s ends as '%s': there is %s",
			   probe->function, outcome, names);
}

static int find_series(const struct ptime_probe *probe, const char *outcome,
		       const struct ptime_series **series)
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
	return tell_outcomes(probe, outcome);
}

static void print_distribution(const struct ptime_model *model,
			       const struct ptime_series *series)
{
	struct ptime_hdr hdr;

	ptime_hdr_fill(&hdr, series, model);
	ptime_hdr_print(&hdr);
	ptime_hdr_free(&hdr);
}

static int show_hdr_of_function(struct ptime_model *model,
				const char *pattern, const char *outcome)
{
	const struct ptime_series *series;
	int status = keep_function(model, pattern);

	if (!status)
		status = find_series(model->probe, outcome, &series);
	if (status)
		return status;
	printf("#[pathtime: %s%s%s%s%s, values in nanoseconds]\n",
	       model->probe->module, *model->probe->module ? ":" : "",
	       model->probe->function, outcome ? ", " : "",
	       outcome ? outcome : "");
	print_distribution(model, series);
	return 0;
}

static int show_hdr_of_path(const struct ptime_model *model, const char *wanted)
{
	int status = ptime_roads_check("export", model);
	const struct ptime_path *path;
	char name[PTIME_PATH_FULL_LEN];

	if (status)
		return status;
	path = model->paths->path;
	for (; path < model->paths->path + model->paths->paths; path++) {
		ptime_path_full_name(name, path);
		if (strcmp(name, wanted))
			continue;
		printf("#[pathtime: %s, values in nanoseconds]\n", name);
		print_distribution(model, &path->counts.sum);
		return 0;
	}
	return ptime_error("export: no packets took the path '%s': 'pathtime paths' tells which there are",
			   wanted);
}

static int show_hdr(struct ptime_model *model,
		    const struct ptime_options *options)
{
	if (model->source)
		return tell_capture("hdr writes one distribution, and captures have parts");
	if (is_of_paths(options))
		return show_hdr_of_path(model, options->word[2]);
	return show_hdr_of_function(model, options->word[1],
				    options->words > 2 ? options->word[2] : NULL);
}

static u64 clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * PTIME_NS_PER_S + now.tv_nsec;
}

/* when the clock of a model began, as far as that is known: see ptime_hlog_print_head() */
static u64 boot_ns(const struct ptime_model *model,
		   const struct ptime_options *options)
{
	if (model->recordings)
		return model->recorded->end_ns - model->time_ns;
	return options->snapshot ? 0 :
	       clock_ns(CLOCK_REALTIME) - clock_ns(CLOCK_BOOTTIME);
}

static int show_hlog(struct ptime_model *model,
		     const struct ptime_options *options)
{
	static bool has_head;
	/* not for each: where the time of day is set, lines would come before others */
	static u64 boot;
	int status;

	if (model->source)
		return tell_capture("hlog tells at what times calls were counted, and captures have none");
	status = check_roads(model, options);
	if (status)
		return status;
	/* counts begin anew where the machine does */
	if (!has_head || model->restarted)
		boot = boot_ns(model, options);
	if (!has_head)
		ptime_hlog_print_head(model, boot);
	has_head = true;
	if (is_of_paths(options))
		ptime_hlog_print_paths(model, boot);
	else
		ptime_hlog_print(model, boot);
	return 0;
}

static int show_json(struct ptime_model *model,
		     const struct ptime_options *options)
{
	ptime_json_export(model, &options->view);
	return 0;
}

/**
 * struct form - a form
 * @name: its name
 * @option: bit of the option that asks for it
 * @options: bits of those that go with it
 * @read: reads what it is made of
 * @show: writes a model of that
 * @has_function: the words behind the command name a function and an outcome
 * @has_paths: the word "paths" there asks for these instead of functions; where functions
 *	are named, a path is, behind it
 * @one_machine: why machines cannot be told apart in it; NULL where they can
 */
static const struct form {
	const char *name;
	u64 option;
	u64 options;
	int (*read)(const struct ptime_options *options,
		    ptime_reader_show *show);
	ptime_reader_show *show;
	bool has_function;
	bool has_paths;
	const char *one_machine;
} forms[] = {
	{
		.name = "folded",
		.option = PTIME_OPTION_BIT(FOLDED),
		.options = PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |
			   PTIME_OPTION_BIT(SNAPSHOT) |
			   PTIME_OPTION_BIT(IMPORT) | PTIME_OPTION_BIT(RAW),
		.read = ptime_reader_run,
		.show = show_folded,
	}, {
		.name = "csv",
		.option = PTIME_OPTION_BIT(CSV),
		.options = PTIME_OPTIONS_FLAT,
		.read = ptime_reader_run,
		.show = show_csv,
		.has_paths = true,
	}, {
		/* counters of all time, also at intervals: who reads them subtracts */
		.name = "prometheus",
		.option = PTIME_OPTION_BIT(PROMETHEUS),
		.options = PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |
			   PTIME_OPTION_BIT(INTERVAL) |
			   PTIME_OPTION_BIT(COUNT) |
			   PTIME_OPTION_BIT(SNAPSHOT) |
			   PTIME_OPTION_BIT(LISTEN),
		.read = ptime_reader_run,
		.show = show_prometheus,
		.one_machine = "Prometheus wants a series once",
	}, {
		.name = "hdr",
		.option = PTIME_OPTION_BIT(HDR),
		.options = PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |
			   PTIME_OPTION_BIT(SNAPSHOT),
		.read = ptime_reader_run,
		.show = show_hdr,
		.has_function = true,
		.has_paths = true,
		.one_machine = "a distribution is one",
	}, {
		.name = "hlog",
		.option = PTIME_OPTION_BIT(HLOG),
		.options = PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |
			   PTIME_OPTION_BIT(INTERVAL) |
			   PTIME_OPTION_BIT(COUNT) |
			   PTIME_OPTION_BIT(SNAPSHOT),
		.read = ptime_reader_steps,
		.show = show_hlog,
		.has_paths = true,
		.one_machine = "the times in a log ascend",
	}, {
		.name = "json",
		.option = PTIME_OPTION_BIT(JSON),
		.options = PTIME_OPTIONS_FLAT,
		.read = ptime_reader_run,
		.show = show_json,
	},
};

static const struct form *form_of(const struct ptime_options *options)
{
	const struct form *form = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		if (!(options->given & forms[i].option))
			continue;
		if (form)
			return NULL;
		form = &forms[i];
	}
	return form;
}

static int run_textfile(const struct ptime_options *options)
{
	if (!options->output)
		return ptime_usage_error("export --prometheus: --interval writes a file anew, say which with --output");
	return ptime_textfile_run(options);
}

static int check_paths(const struct form *form,
		       const struct ptime_options *options)
{
	if (options->given & PTIME_OPTION_BIT(GROUP))
		return ptime_usage_error("export --%s paths does not take --group: functions are of groups, paths are not",
					 form->name);
	if (form->has_function && options->words < 3)
		return ptime_usage_error("export --%s paths: say which path, as 'pathtime paths' has it, in quotation marks",
					 form->name);
	if (!form->has_function && options->words > 2)
		return ptime_usage_error("export --%s paths is of all paths: '%s' is one word too many",
					 form->name, options->word[2]);
	return 0;
}

static int check_words(const struct form *form,
		       const struct ptime_options *options)
{
	if (form->has_function && options->words < 2)
		return ptime_usage_error("export --%s: say of which function; see 'pathtime probes'",
					 form->name);
	if (form->has_paths && is_of_paths(options))
		return check_paths(form, options);
	if (!form->has_function && options->words > 1)
		return ptime_usage_error("export --%s is of all functions: '%s' is one word too many",
					 form->name, options->word[1]);
	return 0;
}

int ptime_cmd_export(const struct ptime_options *options)
{
	const struct form *form = form_of(options);
	struct ptime_options inner = *options;
	struct ptime_output output;
	const char *refused;
	int status;

	if (!form)
		return ptime_usage_error("export: say in which form, one of --folded, --csv, --prometheus, --hdr, --hlog and --json");
	status = check_words(form, options);
	if (status)
		return status;
	refused = ptime_options_refused(options, form->option | form->options |
					PTIME_OPTION_BIT(OUTPUT));
	if (refused)
		return ptime_usage_error("export --%s does not take --%s",
					 form->name, refused);
	if (form->one_machine && options->view.per_machine)
		return ptime_usage_error("export --%s does not take --per-machine: %s; --machine chooses one",
					 form->name, form->one_machine);
	if (options->given & PTIME_OPTION_BIT(LISTEN))
		return ptime_exporter_run(options);
	if (options->given & PTIME_OPTION_BIT(PROMETHEUS) &&
	    options->given & PTIME_OPTION_BIT(INTERVAL))
		return run_textfile(options);
	status = ptime_output_begin(&output, options->output);
	if (status)
		return status;
	if (ptime_reader_is_live(options))
		inner.view.netns = ptime_packet_netns();
	status = form->read(&inner, form->show);
	return ptime_output_end(&output, status);
}
