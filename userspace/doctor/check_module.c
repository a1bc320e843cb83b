// SPDX-License-Identifier: GPL-2.0
/* checks of the module: whether it is there and can be loaded */
#include <string.h>

#include <pathtime/abi.h>
#include <pathtime/version.h>

#include "base/system.h"
#include "doctor/doctor.h"

/* a module that is in the kernel already need not be found or allowed */
static enum ptime_health unless_loaded(const struct ptime_machine *machine)
{
	return machine->loaded ? PTIME_HEALTH_NOTE : PTIME_HEALTH_FAIL;
}

static bool has_headers(const struct ptime_machine *machine)
{
	return ptime_system_has("/lib/modules/%s/build/Makefile",
				machine->release);
}

void ptime_check_headers(struct ptime_check *check,
			 const struct ptime_machine *machine)
{
	if (has_headers(machine)) {
		ptime_check_set(check, PTIME_HEALTH_OK,
				"/lib/modules/%s/build", machine->release);
		return;
	}
	ptime_check_set(check, PTIME_HEALTH_NOTE, "not installed");
	ptime_check_reason(check, "the module cannot be built here");
	ptime_check_cure(check, "apt-get install linux-headers-%s",
			 machine->release);
}

/* dkms has the sources where it was told of them, for whatever kernel */
static void cure_missing(struct ptime_check *check,
			 const struct ptime_machine *machine)
{
	const char *first = has_headers(machine) ? "" : "headers, then ";

	if (ptime_system_has("/var/lib/dkms/%s/%s", PTIME_DIR, PTIME_VERSION))
		ptime_check_cure(check, "%sdkms install %s/%s -k %s", first,
				 PTIME_DIR, PTIME_VERSION, machine->release);
	else
		ptime_check_cure(check, "%smake install, or make dkms-install, in pathtime's sources",
				 first);
}

static bool is_for_release(const struct ptime_machine *machine)
{
	const char *vermagic = machine->installed.vermagic;
	size_t length = strlen(machine->release);

	return !strncmp(vermagic, machine->release, length) &&
	       vermagic[length] == ' ';
}

void ptime_check_installed(struct ptime_check *check,
			   const struct ptime_machine *machine)
{
	const struct ptime_modinfo *module = &machine->installed;

	if (!module->asked) {
		ptime_check_set(check, unless_loaded(machine), "not known");
		ptime_check_reason(check, "there is no program modinfo");
		ptime_check_cure(check, "apt-get install kmod");
	} else if (!module->found) {
		ptime_check_set(check, unless_loaded(machine), "no");
		ptime_check_reason(check, "no module %s for this kernel",
				   PTIME_DIR);
		cure_missing(check, machine);
	} else if (!is_for_release(machine)) {
		ptime_check_set(check, unless_loaded(machine), "%s",
				module->path);
		ptime_check_reason(check, "built for %.*s",
				   (int)strcspn(module->vermagic, " "),
				   module->vermagic);
		cure_missing(check, machine);
	} else if (strcmp(module->version, PTIME_VERSION)) {
		ptime_check_set(check, PTIME_HEALTH_NOTE, "%s", module->path);
		ptime_check_reason(check, "version %s, this tool is %s",
				   module->version, PTIME_VERSION);
		ptime_check_cure(check, "install both from the same sources");
	} else {
		ptime_check_set(check, PTIME_HEALTH_OK, "%s", module->path);
	}
}

/* what demands a signature; NULL where nothing does */
static const char *signature_demand(const struct ptime_machine *machine)
{
	char line[16];

	if (*machine->lockdown && strcmp(machine->lockdown, "none"))
		return "lockdown";
	ptime_system_line(line, sizeof(line),
			  "/sys/module/module/parameters/sig_enforce");
	if (*line == 'Y')
		return "module.sig_enforce";
	if (ptime_check_option_value(machine, "MODULE_SIG_FORCE") == 'y')
		return "CONFIG_MODULE_SIG_FORCE";
	return NULL;
}

static void check_signature(struct ptime_check *check,
			    const struct ptime_modinfo *module,
			    const char *demand)
{
	if (!module->found) {
		ptime_check_set(check, PTIME_HEALTH_NOTE, "if signed");
		ptime_check_reason(check, "%s demands a signature", demand);
	} else if (*module->signer) {
		ptime_check_set(check, PTIME_HEALTH_NOTE, "signed by %s",
				module->signer);
		ptime_check_reason(check, "%s demands that its key is enrolled",
				   demand);
		ptime_check_cure(check, "see mokutil --list-enrolled");
	} else {
		ptime_check_set(check, PTIME_HEALTH_FAIL, "not signed");
		ptime_check_reason(check, "%s demands a signature", demand);
		ptime_check_cure(check, "make dkms-install signs it; then mokutil --import /var/lib/dkms/mok.pub, and reboot");
	}
}

void ptime_check_loadable(struct ptime_check *check,
			  const struct ptime_machine *machine)
{
	const char *demand = signature_demand(machine);
	char line[16];

	ptime_system_line(line, sizeof(line),
			  "/proc/sys/kernel/modules_disabled");
	if (machine->loaded) {
		ptime_check_set(check, PTIME_HEALTH_OK, "it is loaded");
	} else if (!strcmp(line, "1")) {
		ptime_check_set(check, PTIME_HEALTH_FAIL, "no");
		ptime_check_reason(check, "kernel.modules_disabled is 1: no module is loaded any more");
		ptime_check_cure(check, "reboot, and load pathtime before it is set");
	} else if (demand) {
		check_signature(check, &machine->installed, demand);
	} else {
		ptime_check_set(check, PTIME_HEALTH_OK,
				"no signature demanded");
	}
}

void ptime_check_loaded(struct ptime_check *check,
			const struct ptime_machine *machine)
{
	char version[64];

	if (!machine->loaded) {
		ptime_check_set(check, PTIME_HEALTH_NOTE, "no");
		ptime_check_cure(check, "modprobe %s", PTIME_DIR);
		return;
	}
	ptime_system_line(version, sizeof(version), "/sys/module/%s/version",
			  PTIME_DIR);
	if (!strcmp(version, PTIME_VERSION)) {
		ptime_check_set(check, PTIME_HEALTH_OK, "%s", version);
		return;
	}
	ptime_check_set(check, PTIME_HEALTH_NOTE, "%s", version);
	ptime_check_reason(check, "this tool is %s", PTIME_VERSION);
	ptime_check_cure(check, "install both from the same sources");
}
