// SPDX-License-Identifier: GPL-2.0
/* command summary: a line per function */
#include "cmd/commands.h"
#include "output/format.h"
#include "read/nesting.h"
#include "read/raw.h"
#include "read/reader.h"

static int show(struct ptool_model *model, const struct ptool_options *options)
{
	int status = ptool_nesting_keep_self("summary", model, options);

	if (!status)
		status = ptool_raw_keep("summary", model, options);
	if (!status)
		ptool_format_of(options)->summary(model, &options->view);
	return status;
}

int ptool_cmd_summary(const struct ptool_options *options)
{
	return ptool_reader_run(options, show);
}
