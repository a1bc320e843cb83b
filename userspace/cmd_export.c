// SPDX-License-Identifier: GPL-2.0
/* command export: what was counted, for other programs */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "csv.h"
#include "error.h"
#include "exporter.h"
#include "folded.h"
#include "format.h"
#include "nesting.h"
#include "output.h"
#include "prometheus.h"
#include "raw.h"
#include "reader.h"
#include "textfile.h"

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

static int show_csv(struct ptime_model *model,
		    const struct ptime_options *options)
{
	/* intervals and parts of captures go on below one head */
	static bool has_head;

	ptime_csv_print(model, &options->view, !has_head);
	has_head = true;
	return 0;
}

static int show_prometheus(struct ptime_model *model,
			   const struct ptime_options *options)
{
	(void)options;
	if (model->source)
		return ptime_error("export: --prometheus tells counters that go on, and a capture's do not: --csv and --json tell them");
	ptime_prometheus_print(stdout, model);
	return 0;
}

static int show_json(struct ptime_model *model,
		     const struct ptime_options *options)
{
	ptime_format_json.summary(model, &options->view);
	return 0;
}

/* forms: the option that asks for one, and what others go with it */
static const struct form {
	const char *name;
	u64 option;
	u64 options;
	ptime_reader_show *show;
} forms[] = {
	{ "folded", PTIME_OPTION_BIT(FOLDED),
	  PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |
	  PTIME_OPTION_BIT(SNAPSHOT) | PTIME_OPTION_BIT(IMPORT) |
	  PTIME_OPTION_BIT(RAW), show_folded },
	{ "csv", PTIME_OPTION_BIT(CSV), PTIME_OPTIONS_FLAT, show_csv },
	/* counters of all time, also at intervals: who reads them subtracts */
	{ "prometheus", PTIME_OPTION_BIT(PROMETHEUS),
	  PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |
	  PTIME_OPTION_BIT(INTERVAL) | PTIME_OPTION_BIT(COUNT) |
	  PTIME_OPTION_BIT(SNAPSHOT) | PTIME_OPTION_BIT(LISTEN),
	  show_prometheus },
	{ "json", PTIME_OPTION_BIT(JSON), PTIME_OPTIONS_FLAT, show_json },
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

int ptime_cmd_export(const struct ptime_options *options)
{
	const struct form *form = form_of(options);
	struct ptime_output output;
	const char *refused;
	int status;

	if (!form)
		return ptime_usage_error("export: say in which form, one of --folded, --csv, --prometheus and --json");
	refused = ptime_options_refused(options, form->option | form->options |
					PTIME_OPTION_BIT(OUTPUT));
	if (refused)
		return ptime_usage_error("export --%s does not take --%s",
					 form->name, refused);
	if (form->show == show_prometheus && options->view.per_machine)
		return ptime_usage_error("export --prometheus does not take --per-machine: Prometheus wants a series once; --machine chooses one");
	if (options->given & PTIME_OPTION_BIT(LISTEN))
		return ptime_exporter_run(options);
	if (options->given & PTIME_OPTION_BIT(PROMETHEUS) &&
	    options->given & PTIME_OPTION_BIT(INTERVAL))
		return run_textfile(options);
	status = ptime_output_begin(&output, options->output);
	if (status)
		return status;
	status = ptime_reader_run(options, form->show);
	return ptime_output_end(&output, status);
}
