// SPDX-License-Identifier: GPL-2.0
/* command export: what was counted, for other programs */
#include "commands.h"
#include "error.h"
#include "folded.h"
#include "reader.h"

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	(void)options;
	if (!model->tree)
		return ptime_error("export: the module tells no callers and callees; 'pathtime export --folded --import FILE' exports those of a capture");
	ptime_folded_print(model);
	return 0;
}

int ptime_cmd_export(const struct ptime_options *options)
{
	if (!options->folded)
		return ptime_usage_error("export: say in which form: --folded");
	return ptime_reader_run(options, show);
}
