// SPDX-License-Identifier: GPL-2.0
/* command summary: a line per function */
#include "commands.h"
#include "format.h"
#include "reader.h"

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	ptime_format_of(options)->summary(model, &options->view);
	return 0;
}

int ptime_cmd_summary(const struct ptime_options *options)
{
	return ptime_reader_run(options, show);
}
