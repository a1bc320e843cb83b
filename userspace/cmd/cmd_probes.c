// SPDX-License-Identifier: GPL-2.0
/* command probes: which functions are timed, how, or why not */
#include <stdio.h>

#include "base/error.h"
#include "cmd/commands.h"
#include "output/format.h"
#include "read/reader.h"

/* print names as control commands take them, for shell completion */
static void print_names(const struct ptool_model *model)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		printf("%s%s%s\n", model->probe[i].module,
		       model->probe[i].module[0] ? ":" : "",
		       model->probe[i].function);
}

static int show(struct ptool_model *model, const struct ptool_options *options)
{
	if (options->view.verbose && model->source)
		return ptool_error("probes: --verbose tells what probes cost, and a capture had none");
	if (options->names)
		print_names(model);
	else
		ptool_format_of(options)->probes(model, &options->view);
	return 0;
}

/* interval for the current rate, in seconds: short enough to wait for */
#define PRESENT_S	1

static bool wants_present_rate(const struct ptool_options *options)
{
	return options->view.verbose && !options->names &&
	       !options->snapshot && !options->recording &&
	       !(options->interval > 0);
}

int ptool_cmd_probes(const struct ptool_options *options)
{
	struct ptool_options present = *options;

	present.untimed = true;
	if (wants_present_rate(options)) {
		present.interval = PRESENT_S;
		present.count = 1;
	}
	return ptool_reader_run(&present, show);
}
