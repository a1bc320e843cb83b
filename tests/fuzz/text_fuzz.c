// SPDX-License-Identifier: GPL-2.0
/* fuzz target: what a person writes on the command line: times, spans, units */
#include <getopt.h>
#include <string.h>

#include "fuzz.h"
#include "options/options.h"

#define TEXT_MAX	200

static void parse(char option, char *text)
{
	char name[] = "pathtime", letters[] = { '-', option, '\0' };
	char *argv[4] = { name, letters, text, NULL };
	struct ptool_options options;

	/* as a new process would begin */
	optind = 0;
	ptool_options_parse(&options, ~0ULL, 3, argv);
	ptool_options_free(&options);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	char text[TEXT_MAX];

	if (size < 2 || size > sizeof(text))
		return 0;
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	parse(data[0], text);
	return 0;
}
