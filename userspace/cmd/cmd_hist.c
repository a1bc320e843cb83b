// SPDX-License-Identifier: GPL-2.0
/* command hist: the buckets of all functions, or of the named ones */
#include "cmd/commands.h"
#include "model/named.h"
#include "output/format.h"
#include "read/nesting.h"
#include "read/reader.h"

static int show(struct ptool_model *model, const struct ptool_options *options)
{
	int status = ptool_nesting_keep_self("hist", model, options);

	if (!status && options->words > 1)
		status = ptool_named_keep(model, options->word[1]);
	if (status)
		return status;
	ptool_format_of(options)->hist(model, &options->view);
	return 0;
}

int ptool_cmd_hist(const struct ptool_options *options)
{
	return ptool_reader_run(options, show);
}
