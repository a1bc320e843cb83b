// SPDX-License-Identifier: GPL-2.0
/* command tree: callers and callees */
#include "cmd/commands.h"
#include "output/format.h"
#include "read/nesting.h"
#include "read/raw.h"
#include "read/reader.h"

static int show(struct ptool_model *model, const struct ptool_options *options)
{
	int status = ptool_nesting_check("tree", model);

	if (!status)
		status = ptool_raw_keep("tree", model, options);
	if (!status)
		ptool_format_of(options)->tree(model, &options->view);
	return status;
}

int ptool_cmd_tree(const struct ptool_options *options)
{
	return ptool_reader_run(options, show);
}
