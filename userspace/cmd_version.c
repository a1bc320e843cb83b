// SPDX-License-Identifier: GPL-2.0
/* command version: version of the tool, and what it was built with */
#include <stdio.h>

#include <pathtime/version.h>

#include "commands.h"
#include "pack.h"

int ptime_cmd_version(const struct ptime_options *options)
{
	const char *feature = ptime_pack_feature();

	(void)options;
	puts("pathtime " PTIME_VERSION);
	printf("features: %s\n", feature ? feature : "none");
	return 0;
}
