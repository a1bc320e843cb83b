// SPDX-License-Identifier: GPL-2.0
/* check_kernel: checks of the running kernel and of its settings */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "doctor/doctor.h"
#include "read/debugfs.h"

#define EFI		"/sys/firmware/efi"
#define EFIVARS		EFI "/efivars"
#define SECURE_BOOT	EFIVARS "/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
#define CLOCKSOURCE	"/sys/devices/system/clocksource/clocksource0"

void ptool_check_kernel(struct ptool_check *check,
			const struct ptool_machine *machine)
{
	bool known = !strcmp(machine->arch, "x86_64") ||
		     !strcmp(machine->arch, "aarch64");

	ptool_check_set(check, known ? PTOOL_HEALTH_OK : PTOOL_HEALTH_FAIL,
			"%s on %s", machine->release, machine->arch);
	if (!known)
		ptool_check_reason(check,
				   "pathtime supports x86-64 and arm64 only");
	if (!known)
		ptool_check_fix(check, "use an x86-64 or arm64 machine");
}

/* the suffix of a distribution's release: "amd64", "cloud-amd64" */
static const char *suffix(const char *release)
{
	const char *dash = release;

	while ((dash = strchr(dash, '-')))
		if (isalpha((unsigned char)*++dash))
			return dash;
	return "";
}

void ptool_check_flavour(struct ptool_check *check,
			 const struct ptool_machine *machine)
{
	const char *name = suffix(machine->release);
	char line[256];
	bool rt;

	ptool_system_line(line, sizeof(line), "/proc/sys/kernel/version");
	rt = strstr(line, "PREEMPT_RT");
	ptool_check_set(check, PTOOL_HEALTH_OK, "%s%s%s",
			*name || rt ? name : "-", *name && rt ? ", " : "",
			rt ? "PREEMPT_RT" : "");
}

static void lockdown_not_known(struct ptool_check *check,
			       const struct ptool_machine *machine)
{
	const char *option = "CONFIG_SECURITY_LOCKDOWN_LSM";

	if (machine->config.text &&
	    ptool_kconfig_value(&machine->config, option) != 'y') {
		ptool_check_set(check, PTOOL_HEALTH_OK, "not in this kernel");
		return;
	}
	ptool_check_set(check, PTOOL_HEALTH_NOTE, "not known");
	ptool_check_fix(check,
			"mount -t securityfs none /sys/kernel/security");
}

/*
 * Both levels refuse unsigned modules, and debugfs files that are not
 * read-only. Confidentiality forbids kprobes to tracers only, not to modules.
 */
void ptool_check_lockdown(struct ptool_check *check,
			  const struct ptool_machine *machine)
{
	if (!*machine->lockdown) {
		lockdown_not_known(check, machine);
		return;
	}
	if (!strcmp(machine->lockdown, "none")) {
		ptool_check_set(check, PTOOL_HEALTH_OK, "none");
		return;
	}
	ptool_check_set(check, PTOOL_HEALTH_NOTE, "%s", machine->lockdown);
	ptool_check_reason(check, "unsigned modules are refused; results can be read, but start, stop, reset, add, del, enable and disable are refused");
	ptool_check_fix(check, "choose functions by the module's parameters groups= and probes=");
}

/* The file has four bytes of attributes, then the value. Returns -1 if unknown. */
static int secure_boot(void)
{
	FILE *file = ptool_system_open(SECURE_BOOT);
	unsigned char bytes[5];
	size_t length;

	if (!file)
		return -1;
	length = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	return length == sizeof(bytes) ? bytes[4] : -1;
}

void ptool_check_secure_boot(struct ptool_check *check,
			     const struct ptool_machine *machine)
{
	int state = secure_boot();

	(void)machine;
	if (state == 1) {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "on");
		ptool_check_reason(check, "the module must be signed with an enrolled key (MOK), see 'loadable'");
	} else if (state == 0) {
		ptool_check_set(check, PTOOL_HEALTH_OK, "off");
	} else if (!ptool_system_has(EFI)) {
		ptool_check_set(check, PTOOL_HEALTH_OK, "off, no EFI");
	} else {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "not known");
		ptool_check_fix(check, "mount -t efivarfs none " EFIVARS);
	}
}

void ptool_check_debugfs(struct ptool_check *check,
			 const struct ptool_machine *machine)
{
	char mount[PTOOL_DEBUGFS_LEN];

	(void)machine;
	if (!ptool_debugfs_find(mount)) {
		ptool_check_set(check, PTOOL_HEALTH_FAIL, "not mounted");
		ptool_check_fix(check, PTOOL_DEBUGFS_MOUNT);
	} else if (!ptool_system_has("%s/.", mount)) {
		ptool_check_set(check, PTOOL_HEALTH_FAIL, "%s", mount);
		ptool_check_reason(check, "%s", strerror(errno));
		ptool_check_fix(check, "run as root");
	} else {
		ptool_check_set(check, PTOOL_HEALTH_OK, "%s", mount);
	}
}

/* check a switch of the kernel: a file that contains 0 if it is off */
static void check_switch(struct ptool_check *check, const char *path,
			 const char *fix)
{
	char line[16];

	if (!ptool_system_line(line, sizeof(line), "%s", path)) {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "not known");
		ptool_check_reason(check, "%.190s: %s", path, strerror(errno));
	} else if (!strcmp(line, "0")) {
		ptool_check_set(check, PTOOL_HEALTH_FAIL, "off");
		ptool_check_reason(check, "the kernel calls no probes");
		ptool_check_fix(check, "%s", fix);
	} else {
		ptool_check_set(check, PTOOL_HEALTH_OK, "on");
	}
}

void ptool_check_kprobes(struct ptool_check *check,
			 const struct ptool_machine *machine)
{
	char path[PTOOL_DEBUGFS_LEN + 32], fix[PTOOL_DEBUGFS_LEN + 64];
	char mount[PTOOL_DEBUGFS_LEN];

	(void)machine;
	if (!ptool_debugfs_find(mount)) {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "not known");
		ptool_check_reason(check, "debugfs is not mounted");
		return;
	}
	snprintf(path, sizeof(path), "%s/kprobes/enabled", mount);
	snprintf(fix, sizeof(fix), "echo 1 > %s", path);
	check_switch(check, path, fix);
}

void ptool_check_ftrace(struct ptool_check *check,
			const struct ptool_machine *machine)
{
	if (ptool_check_option_value(machine, "KPROBES_ON_FTRACE") == 'n')
		ptool_check_set(check, PTOOL_HEALTH_OK, "not needed");
	else
		check_switch(check, "/proc/sys/kernel/ftrace_enabled",
			     "sysctl kernel.ftrace_enabled=1");
}

static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	const char *at = text;

	while ((at = strstr(at, word))) {
		if ((at == text || isspace((unsigned char)at[-1])) &&
		    (!at[length] || isspace((unsigned char)at[length])))
			return true;
		at += length;
	}
	return false;
}

/* The kernel does not offer a TSC that it marked unstable as a clock source. */
static bool is_tsc_trusted(void)
{
	char current[64], available[256];
	char *cpus;
	bool steady;

	ptool_system_line(current, sizeof(current),
			  CLOCKSOURCE "/current_clocksource");
	if (!strcmp(current, "tsc"))
		return true;
	ptool_system_line(available, sizeof(available),
			  CLOCKSOURCE "/available_clocksource");
	cpus = ptool_system_read("/proc/cpuinfo");
	steady = cpus && has_word(cpus, "constant_tsc") &&
		 has_word(cpus, "nonstop_tsc");
	free(cpus);
	return steady && has_word(available, "tsc");
}

/* predicts what clock=auto chooses, see module/record/clock.c */
void ptool_check_clock(struct ptool_check *check,
		       const struct ptool_machine *machine)
{
	if (!strcmp(machine->arch, "aarch64")) {
		ptool_check_set(check, PTOOL_HEALTH_OK, "counter");
	} else if (is_tsc_trusted()) {
		ptool_check_set(check, PTOOL_HEALTH_OK, "tsc");
	} else {
		ptool_check_set(check, PTOOL_HEALTH_NOTE, "local_clock");
		ptool_check_reason(check, "the kernel does not trust the TSC; reading another clock costs more");
	}
}
