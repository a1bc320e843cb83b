// SPDX-License-Identifier: GPL-2.0
/* doctor: whether pathtime can run on this machine, check by check */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "doctor/doctor.h"

/* in the order in which they are told; options by their name */
static const struct {
	const char *name;
	ptime_check_run *run;
} checks[] = {
	{ "kernel", ptime_check_kernel },
	{ "flavour", ptime_check_flavour },
	{ "config", ptime_check_config },
	{ "MODULES", ptime_check_option },
	{ "KALLSYMS", ptime_check_option },
	{ "KPROBES", ptime_check_option },
	{ "KRETPROBES", ptime_check_option },
	{ "DEBUG_FS", ptime_check_option },
	{ "FUNCTION_TRACER", ptime_check_option },
	{ "KPROBES_ON_FTRACE", ptime_check_option },
	{ "DYNAMIC_FTRACE_WITH_DIRECT_CALLS", ptime_check_option },
	{ "MODULE_SIG_FORCE", ptime_check_option },
	{ "lockdown", ptime_check_lockdown },
	{ "secure boot", ptime_check_secure_boot },
	{ "debugfs mode", ptime_check_debugfs_mode },
	{ "debugfs", ptime_check_debugfs },
	{ "kprobes", ptime_check_kprobes },
	{ "ftrace", ptime_check_ftrace },
	{ "clock", ptime_check_clock },
	{ "headers", ptime_check_headers },
	{ "installed", ptime_check_installed },
	{ "loadable", ptime_check_loadable },
	{ "loaded", ptime_check_loaded },
};

void ptime_check_set(struct ptime_check *check, enum ptime_health state,
		     const char *format, ...)
{
	va_list arguments;

	check->state = state;
	va_start(arguments, format);
	vsnprintf(check->value, sizeof(check->value), format, arguments);
	va_end(arguments);
}

void ptime_check_reason(struct ptime_check *check, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(check->reason, sizeof(check->reason), format, arguments);
	va_end(arguments);
}

void ptime_check_cure(struct ptime_check *check, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(check->cure, sizeof(check->cure), format, arguments);
	va_end(arguments);
}

enum ptime_health ptime_health_of(const struct ptime_coverage *group)
{
	return group->found[PTIME_LANDMARK] < group->all[PTIME_LANDMARK] ?
	       PTIME_HEALTH_NOTE : PTIME_HEALTH_OK;
}

static void count(struct ptime_doctor *doctor, enum ptime_health state)
{
	doctor->failures += state == PTIME_HEALTH_FAIL;
	doctor->notes += state == PTIME_HEALTH_NOTE;
}

static void examine_groups(struct ptime_doctor *doctor)
{
	u32 i;

	if (!doctor->machine.has_symbols)
		return;
	doctor->group = ptime_coverage_read(&doctor->machine, &doctor->groups);
	for (i = 0; i < doctor->groups; i++)
		count(doctor, ptime_health_of(&doctor->group[i]));
}

void ptime_doctor_examine(struct ptime_doctor *doctor)
{
	struct ptime_check *check;

	*doctor = (struct ptime_doctor){ 0 };
	ptime_machine_read(&doctor->machine);
	doctor->check = ptime_alloc(ARRAY_SIZE(checks), sizeof(*check));
	while (doctor->checks < ARRAY_SIZE(checks)) {
		check = &doctor->check[doctor->checks];
		check->name = checks[doctor->checks].name;
		checks[doctor->checks++].run(check, &doctor->machine);
		count(doctor, check->state);
	}
	examine_groups(doctor);
}

void ptime_doctor_free(struct ptime_doctor *doctor)
{
	ptime_coverage_free(doctor->group, doctor->groups);
	free(doctor->check);
	ptime_machine_free(&doctor->machine);
}
