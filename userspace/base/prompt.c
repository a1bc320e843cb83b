// SPDX-License-Identifier: GPL-2.0
/* prompt: parse the user's choice from a list */
#include <stdlib.h>
#include <string.h>

#include "base/prompt.h"

/* returns 0 if the list has no such number */
static size_t parse_number(const char *word, size_t count)
{
	unsigned long number;
	char *end;

	/* strtoul() would also accept a sign */
	if (*word < '0' || *word > '9')
		return 0;
	number = strtoul(word, &end, 10);
	return *end || number > count ? 0 : number;
}

bool ptool_prompt_parse(char *answer, size_t count, bool *chosen)
{
	size_t number;
	char *word;

	while ((word = strsep(&answer, " ,\t\n"))) {
		number = parse_number(word, count);
		if (number)
			chosen[number - 1] = true;
		else if (!strcmp(word, "a"))
			memset(chosen, true, count);
		else if (*word)
			return false;
	}
	return true;
}
