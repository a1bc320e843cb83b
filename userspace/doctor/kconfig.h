/* SPDX-License-Identifier: GPL-2.0 */
/* kconfig: reads the configuration of the running kernel */
#ifndef _PATHTIME_KCONFIG_H
#define _PATHTIME_KCONFIG_H

#include "base/types.h"

/**
 * struct ptool_kconfig - a kernel configuration
 * @path: file from which it was read
 * @text: content of the file; NULL if no configuration was found
 */
struct ptool_kconfig {
	char path[256];
	char *text;
};

/**
 * ptool_kconfig_load() - find and read the configuration of a kernel
 * @config: receives it; to be freed by ptool_kconfig_free(), also if none was
 *	found
 * @release: release of the running kernel
 */
void ptool_kconfig_load(struct ptool_kconfig *config, const char *release);

void ptool_kconfig_free(struct ptool_kconfig *config);

/**
 * ptool_kconfig_value() - get the value of an option
 * @config: the configuration
 * @option: name of the option, with CONFIG_
 *
 * Return: the first character of the value, as 'y' or 'm'; 'n' if the option is
 * not set.
 */
char ptool_kconfig_value(const struct ptool_kconfig *config,
			 const char *option);

#endif /* _PATHTIME_KCONFIG_H */
