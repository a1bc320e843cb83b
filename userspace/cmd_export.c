// SPDX-License-Identifier: GPL-2.0
/* command export: what was counted, for other programs */
#include "commands.h"
#include "error.h"
#include "folded.h"
#include "nesting.h"
#include "raw.h"
#include "reader.h"

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	int status = ptime_nesting_check("export", model, options);

	if (!status)
		status = ptime_raw_keep("export", model, options);
	if (!status)
		ptime_folded_print(model);
	return status;
}

int ptime_cmd_export(const struct ptime_options *options)
{
	if (!options->folded)
		return ptime_usage_error("export: say in which form: --folded");
	return ptime_reader_run(options, show);
}
