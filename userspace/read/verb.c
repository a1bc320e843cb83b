// SPDX-License-Identifier: GPL-2.0
/* verb: builds lines for the module's control file */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "read/verb.h"

/* the module splits lines at newlines and words at blanks */
static bool is_word(const char *word)
{
	return *word && !word[strcspn(word, " \t\r\n\v\f")];
}

int ptool_verb_line(char *line, int words, char *const *word,
		    struct ptool_reason *why)
{
	size_t length = 0;
	int i;

	for (i = 0; i < words; i++) {
		if (!is_word(word[i]))
			return ptool_fail_usage(why, "%s: '%s' is not one word",
						word[0], word[i]);
		length += snprintf(line + length, PTOOL_VERB_LEN - length,
				   "%s%s", i ? " " : "", word[i]);
		if (length > PTIME_LINE_MAX)
			return ptool_fail_usage(why,
						"%s: longer than %d characters",
						word[0], PTIME_LINE_MAX);
	}
	memcpy(line + length, "\n", sizeof("\n"));
	return 0;
}
