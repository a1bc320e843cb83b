// SPDX-License-Identifier: GPL-2.0
/* commands that are verbs of the module: start, stop, reset, add ... */
#include <stdio.h>
#include <string.h>

#include <pathtime/abi.h>

#include "commands.h"
#include "debugfs.h"
#include "error.h"

/* the module parts words at blanks and lines at newlines */
static bool is_word(const char *word)
{
	return *word && !word[strcspn(word, " \t\r\n\v\f")];
}

int ptime_cmd_verb(const struct ptime_options *options)
{
	char line[PTIME_LINE_MAX + 2];
	size_t length = 0;
	int i;

	for (i = 0; i < options->words; i++) {
		if (!is_word(options->word[i]))
			return ptime_usage_error("%s: '%s' is not one word",
						 options->word[0],
						 options->word[i]);
		length += snprintf(line + length, sizeof(line) - length,
				   "%s%s", i ? " " : "", options->word[i]);
		if (length > PTIME_LINE_MAX)
			return ptime_usage_error("%s: longer than %d characters",
						 options->word[0],
						 PTIME_LINE_MAX);
	}
	strcpy(line + length, "\n");
	return ptime_debugfs_write(line);
}
