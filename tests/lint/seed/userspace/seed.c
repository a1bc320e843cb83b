// SPDX-License-Identifier: GPL-2.0
/* known defects: a check that does not find its own has gone blind */

#include <stdlib.h>
#include <string.h>

const char *const ptime_seed_help[] = {
	"--slow      who is slow", /* finds: prose */
	"--fast      print what is fast", /* spares: prose */
};

int ptime_seed(char *text, int length)
{
	if(!text) /* finds: checkpatch */
		return *text; /* finds: gcc clang-tidy */
	if (length < sizeof(length)) /* finds: gcc */
		memset(text, 0, sizeof(text)); /* finds: gcc clang-tidy */
	free(text);
	return *text; /* finds: gcc clang-tidy */
}
