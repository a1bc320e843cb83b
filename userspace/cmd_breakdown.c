// SPDX-License-Identifier: GPL-2.0
/* command breakdown: where the time of a function goes */
#include <stdio.h>

#include "breakdown.h"
#include "commands.h"
#include "error.h"
#include "format.h"
#include "reader.h"

/* of a capture's parts, one that has the function will do */
static bool was_found;

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	const char *root = options->words > 1 ? options->word[1] : NULL;
	struct ptime_breakdown *breakdown;

	if (!model->tree)
		return ptime_error("breakdown: the module tells no callers and callees; 'pathtime breakdown --import FILE' shows those of a capture");
	breakdown = ptime_breakdown_new(model->tree, root);
	if (!breakdown) {
		ptime_note("%s%s%s: no call of %s", model->source,
			   model->part ? ": " : "",
			   model->part ? model->part : "",
			   root ? root : "any function");
		return 0;
	}
	was_found = true;
	ptime_format_of(options)->breakdown(model, breakdown, &options->view);
	ptime_breakdown_free(breakdown);
	return 0;
}

int ptime_cmd_breakdown(const struct ptime_options *options)
{
	int status = ptime_reader_run(options, show);

	if (status || was_found)
		return status;
	return ptime_error("breakdown: nothing to break down; 'pathtime tree' lists what was called");
}
