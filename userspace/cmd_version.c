// SPDX-License-Identifier: GPL-2.0
/* command version: version of the tool */
#include <stdio.h>

#include <pathtime/version.h>

#include "commands.h"

int ptime_cmd_version(const struct ptime_options *options)
{
	(void)options;
	puts("pathtime " PTIME_VERSION);
	return 0;
}
