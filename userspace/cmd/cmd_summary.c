// SPDX-License-Identifier: GPL-2.0
/* command summary: a line per function */
#include "cmd/commands.h"
#include "output/format.h"
#include "read/nesting.h"
#include "read/raw.h"
#include "read/reader.h"

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	int status = ptime_nesting_keep_self("summary", model, options);

	if (!status)
		status = ptime_raw_keep("summary", model, options);
	if (!status)
		ptime_format_of(options)->summary(model, &options->view);
	return status;
}

int ptime_cmd_summary(const struct ptime_options *options)
{
	return ptime_reader_run(options, show);
}
