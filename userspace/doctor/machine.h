/* SPDX-License-Identifier: GPL-2.0 */
/* machine: reads what the checks need to know about the kernel and the module */
#ifndef _PATHTIME_MACHINE_H
#define _PATHTIME_MACHINE_H

#include "doctor/kallsyms.h"
#include "doctor/kconfig.h"
#include "doctor/modinfo.h"

#define PTOOL_RELEASE_LEN	65

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

/**
 * ptool_machine_free() - free the properties
 * @machine: the machine
 */
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
