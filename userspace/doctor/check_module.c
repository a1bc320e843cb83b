// SPDX-License-Identifier: GPL-2.0
/* check_module: checks whether the module is installed and can be loaded */
#include <string.h>

#include <pathtime/abi.h>
#include <pathtime/version.h>

#include "base/system.h"
#include "doctor/doctor.h"

/* A loaded module need not be installed or loadable. */
static enum ptool_health unless_loaded(const struct ptool_machine *machine)
{
	return machine->loaded ? PTOOL_HEALTH_NOTE : PTOOL_HEALTH_FAIL;
}

static bool has_headers(const struct ptool_machine *machine)
{
	return ptool_system_has("/lib/modules/%s/build/Makefile",
				machine->release);
}

void ptool_check_headers(struct ptool_check *check,
			 const struct ptool_machine *machine)
{
	if (has_headers(machine)) {
		ptool_check_set(check, PTOOL_HEALTH_OK,
				"/lib/modules/%s/build", machine->release);
		return;
	}
	ptool_check_set(check, PTOOL_HEALTH_NOTE, "not installed");
	ptool_check_reason(check, "the module cannot be built here");
	ptool_check_fix(check, "apt-get install linux-headers-%s",
			machine->release);
}

/* If DKMS knows the sources, it can build them for any kernel. */
static void fix_missing(struct ptool_check *check,
			const struct ptool_machine *machine)
{
	const char *first = has_headers(machine) ? "" : "headers, then ";

	if (ptool_system_has("/var/lib/dkms/%s/%s", PTIME_DKMS_NAME,
			     PTIME_VERSION))
		ptool_check_fix(check, "%sdkms install %s/%s -k %s", first,
				PTIME_DKMS_NAME, PTIME_VERSION, machine->release);
	else
		ptool_check_fix(check, "%smake install, or make dkms-install, in pathtime's sources",
				first);
}

static bool is_for_release(const struct ptool_machine *machine)
{
	const char *vermagic = machine->installed.vermagic;
	size_t length = strlen(machine->release);

	return !strncmp(vermagic, machine->release, length) &&
	       vermagic[length] == ' ';
}

void ptool_check_installed(struct ptool_check *check,
			   const struct ptool_machine *machine)
{
	const struct ptool_modinfo *module = &machine->installed;

	if (!module->asked) {
		ptool_check_set(check, unless_loaded(machine), "not known");
		ptool_check_reason(check, "the program modinfo is not installed");
		ptool_check_fix(check, "apt-get install kmod");
	} else if (!module->found) {
		ptool_check_set(check, unless_loaded(machine), "no");
		ptool_check_reason(check, "no module %s for this kernel",
				   PTIME_MODULE_NAME);
		fix_missing(check, machine);
	} else if (!is_for_release(machine)) {
		ptool_check_set(check, unless_loaded(machine), "%s",
				module->path);
		ptool_check_reason(check, "built for %.*s",
				   (int)strcspn(module->vermagic, " "),
				   module->vermagic);
		fix_missing(check, machine);
	} else if (strcmp(module->version, PTIME_VERSION)) {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "%s", module->path);
		ptool_check_reason(check, "version %s, this tool is %s",
				   module->version, PTIME_VERSION);
		ptool_check_fix(check, "install both from the same sources");
	} else {
		ptool_check_set(check, PTOOL_HEALTH_OK, "%s", module->path);
	}
}

/* returns the setting that requires a signature; NULL if none does */
static const char *signature_demand(const struct ptool_machine *machine)
{
	char line[16];

	if (*machine->lockdown && strcmp(machine->lockdown, "none"))
		return "lockdown";
	ptool_system_line(line, sizeof(line),
			  "/sys/module/module/parameters/sig_enforce");
	if (*line == 'Y')
		return "module.sig_enforce";
	if (ptool_check_option_value(machine, "MODULE_SIG_FORCE") == 'y')
		return "CONFIG_MODULE_SIG_FORCE";
	return NULL;
}

static void check_signature(struct ptool_check *check,
			    const struct ptool_modinfo *module,
			    const char *demand)
{
	if (!module->found) {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "if signed");
		ptool_check_reason(check, "%s requires a signature", demand);
	} else if (*module->signer) {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "signed by %s",
				module->signer);
		ptool_check_reason(check, "%s requires that its key is enrolled",
				   demand);
		ptool_check_fix(check, "see mokutil --list-enrolled");
	} else {
		ptool_check_set(check, PTOOL_HEALTH_FAIL, "not signed");
		ptool_check_reason(check, "%s requires a signature", demand);
		ptool_check_fix(check, "make dkms-install signs it; then mokutil --import /var/lib/dkms/mok.pub, and reboot");
	}
}

void ptool_check_loadable(struct ptool_check *check,
			  const struct ptool_machine *machine)
{
	const char *demand = signature_demand(machine);
	char line[16];

	ptool_system_line(line, sizeof(line),
			  "/proc/sys/kernel/modules_disabled");
	if (machine->loaded) {
		ptool_check_set(check, PTOOL_HEALTH_OK, "it is loaded");
	} else if (!strcmp(line, "1")) {
		ptool_check_set(check, PTOOL_HEALTH_FAIL, "no");
		ptool_check_reason(check, "kernel.modules_disabled is 1: the kernel loads no modules until a reboot");
		ptool_check_fix(check, "reboot, and load pathtime before it is set");
	} else if (demand) {
		check_signature(check, &machine->installed, demand);
	} else {
		ptool_check_set(check, PTOOL_HEALTH_OK,
				"no signature required");
	}
}

void ptool_check_loaded(struct ptool_check *check,
			const struct ptool_machine *machine)
{
	char version[64];

	if (!machine->loaded) {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "no");
		ptool_check_fix(check, "modprobe %s", PTIME_MODULE_NAME);
		return;
	}
	ptool_system_line(version, sizeof(version), "/sys/module/%s/version",
			  PTIME_MODULE_NAME);
	if (!strcmp(version, PTIME_VERSION)) {
		ptool_check_set(check, PTOOL_HEALTH_OK, "%s", version);
		return;
	}
	ptool_check_set(check, PTOOL_HEALTH_NOTE, "%s", version);
	ptool_check_reason(check, "this tool is %s", PTIME_VERSION);
	ptool_check_fix(check, "install both from the same sources");
}
