// SPDX-License-Identifier: GPL-2.0
/* command breakdown: where the time of a function goes */
#include <stdio.h>

#include "base/error.h"
#include "cmd/commands.h"
#include "model/breakdown.h"
#include "output/format.h"
#include "read/nesting.h"
#include "read/raw.h"
#include "read/reader.h"

/* At least one segment of the captures must have the function. */
static bool was_found;

/* This is no error: the next segment or interval may have calls. */
static void tell_absent(const struct ptool_model *model, const char *root)
{
	ptool_note("%s%s%s%sno call of %s", model->source ? model->source : "",
		   model->segment ? ": " : "", model->segment ? model->segment : "",
		   model->source ? ": " : "", root ? root : "any function");
}

static int show(struct ptool_model *model, const struct ptool_options *options)
{
	const char *root = options->words > 1 ? options->word[1] : NULL;
	int status = ptool_nesting_check("breakdown", model);
	struct ptool_breakdown *breakdown;

	if (!status)
		status = ptool_raw_keep("breakdown", model, options);
	if (status)
		return status;
	if (root && !model->source && !ptool_breakdown_has(model->tree, root))
		return ptool_error("breakdown: no function '%s' is timed; see 'pathtime probes'",
				   root);
	breakdown = ptool_breakdown_new(model->tree, root);
	if (!breakdown && !model->is_interval) {
		tell_absent(model, root);
		return 0;
	}
	was_found = true;
	ptool_format_of(options)->breakdown(model, breakdown, &options->view);
	ptool_breakdown_free(breakdown);
	return 0;
}

int ptool_cmd_breakdown(const struct ptool_options *options)
{
	int status = ptool_reader_run(options, show);

	if (status || was_found)
		return status;
	return ptool_error("breakdown: nothing to break down; 'pathtime tree' lists what was called");
}
