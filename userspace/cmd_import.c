// SPDX-License-Identifier: GPL-2.0
/* command import: all there is to tell of captures */
#include "breakdown.h"
#include "commands.h"
#include "format.h"
#include "reader.h"

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	struct ptime_breakdown *breakdown =
		ptime_breakdown_new(model->tree, NULL);

	ptime_format_of(options)->whole(model, breakdown, &options->view);
	ptime_breakdown_free(breakdown);
	return 0;
}

int ptime_cmd_import(const struct ptime_options *options)
{
	struct ptime_options captures = *options;

	captures.imports = options->words - 1;
	captures.import = options->word + 1;
	return ptime_reader_run(&captures, show);
}
