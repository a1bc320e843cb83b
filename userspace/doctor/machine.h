/* SPDX-License-Identifier: GPL-2.0 */
/* machine: what the doctor's checks need to know of the kernel and the module */
#ifndef _PATHTIME_MACHINE_H
#define _PATHTIME_MACHINE_H

#include "doctor/kallsyms.h"
#include "doctor/kconfig.h"
#include "doctor/modinfo.h"

#define PTOOL_RELEASE_LEN	65

/**
 * struct ptool_machine - what is known of the kernel and the module
 * @release: release of the running kernel
 * @arch: its architecture, "x86_64"
 * @lockdown: "none", "integrity", "confidentiality"; empty where it is not known
 * @config: its configuration
 * @has_symbols: its functions could be read
 * @symbols: these
 * @installed: the module that modprobe would take
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
 * ptool_machine_read() - find out about the machine
 * @machine: gets what was found; for ptool_machine_free()
 */
void ptool_machine_read(struct ptool_machine *machine);

/**
 * ptool_machine_free() - give back what reading took
 * @machine: the machine
 */
void ptool_machine_free(struct ptool_machine *machine);

/**
 * ptool_machine_is_builtin() - is a module part of the kernel itself?
 * @machine: the machine
 * @module: module's name
 * @config: the option that builds it
 */
bool ptool_machine_is_builtin(const struct ptool_machine *machine,
			      const char *module, const char *config);

#endif /* _PATHTIME_MACHINE_H */
