// SPDX-License-Identifier: GPL-2.0
/* machine: reads what the checks need to know about the kernel and the module */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include <pathtime/version.h>

#include "base/system.h"
#include "doctor/machine.h"

/* Kernels before 6.1 report the architecture by uname(2) only. */
static void read_kernel(struct ptool_machine *machine)
{
	struct utsname uts;

	uname(&uts);
	if (!ptool_system_line(machine->release, sizeof(machine->release),
			       "/proc/sys/kernel/osrelease"))
		snprintf(machine->release, sizeof(machine->release), "%.64s",
			 uts.release);
	if (!ptool_system_line(machine->arch, sizeof(machine->arch),
			       "/proc/sys/kernel/arch"))
		snprintf(machine->arch, sizeof(machine->arch), "%.64s",
			 uts.machine);
}

/* "none [integrity] confidentiality": brackets mark the active level */
static void read_lockdown(struct ptool_machine *machine)
{
	char line[64];
	const char *level;

	if (!ptool_system_line(line, sizeof(line),
			       "/sys/kernel/security/lockdown"))
		return;
	level = strchr(line, '[');
	if (level)
		snprintf(machine->lockdown, sizeof(machine->lockdown), "%.*s",
			 (int)strcspn(level + 1, "]"), level + 1);
}

void ptool_machine_read(struct ptool_machine *machine)
{
	memset(machine, 0, sizeof(*machine));
	read_kernel(machine);
	read_lockdown(machine);
	ptool_kconfig_load(&machine->config, machine->release);
	machine->has_symbols = ptool_kallsyms_load(&machine->symbols);
	ptool_modinfo_load(&machine->installed, PTIME_MODULE_NAME,
			   machine->release);
	machine->loaded = ptool_system_has("/sys/module/%s", PTIME_MODULE_NAME);
}

void ptool_machine_free(struct ptool_machine *machine)
{
	ptool_kconfig_free(&machine->config);
	if (machine->has_symbols)
		ptool_kallsyms_free(&machine->symbols);
}

/* each line is a path as in "kernel/drivers/virtio/virtio_ring.ko" */
static bool is_listed(const char *list, const char *module)
{
	size_t length = strlen(module), i;
	const char *name = list;

	while ((name = strchr(name, '/'))) {
		name++;
		for (i = 0; i < length; i++)
			if (name[i] != module[i] &&
			    !(name[i] == '-' && module[i] == '_'))
				break;
		if (i == length && !strncmp(name + length, ".ko", 3))
			return true;
	}
	return false;
}

bool ptool_machine_is_builtin(const struct ptool_machine *machine,
			      const char *module, const char *config)
{
	bool listed;
	char *list;

	if (machine->config.text)
		return ptool_kconfig_value(&machine->config, config) == 'y';
	list = ptool_system_read("/lib/modules/%s/modules.builtin",
				 machine->release);
	listed = list && is_listed(list, module);
	free(list);
	return listed;
}
