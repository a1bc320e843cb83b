// SPDX-License-Identifier: GPL-2.0
/* command tree: callers and callees */
#include "cmd/commands.h"
#include "output/format.h"
#include "read/nesting.h"
#include "read/raw.h"
#include "read/reader.h"

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	int status = ptime_nesting_check("tree", model);

	if (!status)
		status = ptime_raw_keep("tree", model, options);
	if (!status)
		ptime_format_of(options)->tree(model, &options->view);
	return status;
}

int ptime_cmd_tree(const struct ptime_options *options)
{
	return ptime_reader_run(options, show);
}
