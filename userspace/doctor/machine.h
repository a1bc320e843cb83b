/* SPDX-License-Identifier: GPL-2.0 */
/* machine: reads what the checks need to know about the kernel and the module */
#ifndef _PATHTIME_MACHINE_H
#define _PATHTIME_MACHINE_H

#include "doctor/kallsyms.h"

#define PTOOL_RELEASE_LEN	65

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

/**
 * struct ptool_modinfo - an installed module
 * @asked: modinfo(8) could be run
 * @found: the module is installed
 * @path: file of the module
 * @version: version of the module
 * @vermagic: the kernel release for which it was built, and what else must
 *	match
 * @signer: signer of the module; empty if it is not signed
 */
struct ptool_modinfo {
	bool asked;
	bool found;
	char path[256];
	char version[64];
	char vermagic[128];
	char signer[128];
};

/**
 * ptool_modinfo_load() - look up an installed module
 * @modinfo: receives what was found
 * @module: name of the module
 * @release: release of the kernel that would load it
 */
void ptool_modinfo_load(struct ptool_modinfo *modinfo, const char *module,
			const char *release);

/**
 * struct ptool_machine - properties of the kernel and the module
 * @release: release of the running kernel
 * @arch: its architecture, as in "x86_64"
 * @lockdown: "none", "integrity" or "confidentiality"; empty if unknown
 * @config: its configuration
 * @has_symbols: its functions could be read
 * @symbols: its functions
 * @installed: the module that modprobe would load
 * @loaded: the module is loaded
 */
struct ptool_machine {
	char release[PTOOL_RELEASE_LEN];
	char arch[PTOOL_RELEASE_LEN];
	char lockdown[16];
	struct ptool_kconfig config;
	bool has_symbols;
	struct ptool_kallsyms symbols;
	struct ptool_modinfo installed;
	bool loaded;
};

/**
 * ptool_machine_read() - read the properties of this machine
 * @machine: receives the properties, to be freed by ptool_machine_free()
 */
void ptool_machine_read(struct ptool_machine *machine);

void ptool_machine_free(struct ptool_machine *machine);

/**
 * ptool_machine_is_builtin() - check whether a module is built into the kernel
 * @machine: the machine
 * @module: name of the module
 * @config: the option that builds it
 *
 * If the configuration cannot be read, modules.builtin is used instead.
 *
 * Return: true if the module is built in.
 */
bool ptool_machine_is_builtin(const struct ptool_machine *machine,
			      const char *module, const char *config);

#endif /* _PATHTIME_MACHINE_H */
