// SPDX-License-Identifier: GPL-2.0
/* command tree: callers and callees */
#include "commands.h"
#include "error.h"
#include "format.h"
#include "reader.h"

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	if (!model->tree)
		return ptime_error("tree: the module tells no callers and callees; 'pathtime tree --import FILE' shows those of a capture");
	ptime_format_of(options)->tree(model, &options->view);
	return 0;
}

int ptime_cmd_tree(const struct ptime_options *options)
{
	return ptime_reader_run(options, show);
}
