// SPDX-License-Identifier: GPL-2.0
/* command hist: the buckets of all functions, or of those named */
#include "cmd/commands.h"
#include "model/named.h"
#include "output/format.h"
#include "read/nesting.h"
#include "read/reader.h"

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	int status = ptime_nesting_keep_self("hist", model, options);

	if (!status && options->words > 1)
		status = ptime_named_keep(model, options->word[1]);
	if (status)
		return status;
	ptime_format_of(options)->hist(model, &options->view);
	return 0;
}

int ptime_cmd_hist(const struct ptime_options *options)
{
	return ptime_reader_run(options, show);
}
