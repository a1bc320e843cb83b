// SPDX-License-Identifier: GPL-2.0
/* commands that are verbs of the module: start, stop, reset, del ... */
#include "cmd/commands.h"
#include "read/debugfs.h"
#include "read/verb.h"

int ptime_cmd_verb(const struct ptime_options *options)
{
	char line[PTIME_VERB_LEN];
	int status = ptime_verb_line(line, options->words, options->word);

	return status ? status : ptime_debugfs_write(line);
}
