/* SPDX-License-Identifier: GPL-2.0 */
/* machine: what the doctor's checks need to know of the kernel and the module */
#ifndef _PATHTIME_MACHINE_H
#define _PATHTIME_MACHINE_H

#include "doctor/kallsyms.h"
#include "doctor/kconfig.h"
#include "doctor/modinfo.h"

#define PTIME_RELEASE_LEN	65

/**
 * struct ptime_machine - what is known of the kernel and the module
 * @release: release of the running kernel
 * @arch: its architecture, "x86_64"
 * @lockdown: "none", "integrity", "confidentiality"; empty where it is not known
 * @config: its configuration
 * @has_symbols: its functions could be read
 * @symbols: these
 * @installed: the module that modprobe would take
 * @loaded: the module is loaded
 */
struct ptime_machine {
	char release[PTIME_RELEASE_LEN];
	char arch[PTIME_RELEASE_LEN];
	char lockdown[16];
	struct ptime_kconfig config;
	bool has_symbols;
	struct ptime_kallsyms symbols;
	struct ptime_modinfo installed;
	bool loaded;
};

/**
 * ptime_machine_read() - find out about the machine
 * @machine: gets what was found; for ptime_machine_free()
 */
void ptime_machine_read(struct ptime_machine *machine);

/**
 * ptime_machine_free() - give back what reading took
 * @machine: the machine
 */
void ptime_machine_free(struct ptime_machine *machine);

/**
 * ptime_machine_is_builtin() - is a module part of the kernel itself?
 * @machine: the machine
 * @module: module's name
 * @config: the option that builds it
 */
bool ptime_machine_is_builtin(const struct ptime_machine *machine,
			      const char *module, const char *config);

#endif /* _PATHTIME_MACHINE_H */
