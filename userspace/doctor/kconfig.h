/* SPDX-License-Identifier: GPL-2.0 */
/* kconfig: the configuration of the running kernel */
#ifndef _PATHTIME_KCONFIG_H
#define _PATHTIME_KCONFIG_H

#include "base/types.h"

/**
 * struct ptool_kconfig - a configuration
 * @path: file it was read from
 * @text: what was in it; NULL where there is none
 */
struct ptool_kconfig {
	char path[256];
	char *text;
};

/**
 * ptool_kconfig_load() - find and read the configuration of a kernel
 * @config: gets it; for ptool_kconfig_free() also where there is none
 * @release: release of the running kernel
 */
void ptool_kconfig_load(struct ptool_kconfig *config, const char *release);

/**
 * ptool_kconfig_free() - give back what loading took
 * @config: the configuration
 */
void ptool_kconfig_free(struct ptool_kconfig *config);

/**
 * ptool_kconfig_value() - value of an option
 * @config: a configuration that is there
 * @option: its name, with CONFIG_
 *
 * Return: 'y' or 'm', another value's first character; 'n' where it is not set.
 */
char ptool_kconfig_value(const struct ptool_kconfig *config,
			 const char *option);

#endif /* _PATHTIME_KCONFIG_H */
