// SPDX-License-Identifier: GPL-2.0
/* cmd_verb: commands that are sent to the module: start, reset, del ... */
#include "cmd/commands.h"
#include "read/debugfs.h"
#include "read/verb.h"

int ptool_cmd_verb(const struct ptool_options *options,
		   const struct ptool_out *out)
{
	char line[PTOOL_VERB_LEN];
	struct ptool_reason why;
	int status = ptool_verb_line(line, options->words, options->word, &why);

	(void)out;
	if (!status)
		status = ptool_debugfs_write(line, &why);
	return ptool_report(status, &why);
}
