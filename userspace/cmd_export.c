// SPDX-License-Identifier: GPL-2.0
/* command export: what was counted, for other programs */
#include "commands.h"
#include "csv.h"
#include "error.h"
#include "folded.h"
#include "format.h"
#include "nesting.h"
#include "output.h"
#include "prometheus.h"
#include "raw.h"
#include "reader.h"

static int show_folded(struct ptime_model *model,
		       const struct ptime_options *options)
{
	int status = ptime_nesting_check("export", model, options);

	if (!status)
		status = ptime_raw_keep("export", model, options);
	if (!status)
		ptime_folded_print(model);
	return status;
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
	ptime_prometheus_print(model);
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
	u32 option;
	u32 options;
	ptime_reader_show *show;
} forms[] = {
	{ "folded", PTIME_OPTION_BIT(FOLDED),
	  PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |
	  PTIME_OPTION_BIT(SNAPSHOT) | PTIME_OPTION_BIT(IMPORT) |
	  PTIME_OPTION_BIT(RAW), show_folded },
	{ "csv", PTIME_OPTION_BIT(CSV), PTIME_OPTIONS_FLAT, show_csv },
	/* counters of all time: who reads them subtracts */
	{ "prometheus", PTIME_OPTION_BIT(PROMETHEUS),
	  PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |
	  PTIME_OPTION_BIT(SNAPSHOT), show_prometheus },
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
	status = ptime_output_begin(&output, options->output);
	if (status)
		return status;
	status = ptime_reader_run(options, form->show);
	return ptime_output_end(&output, status);
}
