// SPDX-License-Identifier: GPL-2.0
/* doctor: checks whether pathtime can run on this machine */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "doctor/doctor.h"

/* in the order of the report; a check of an option has its name */
static const struct {
	const char *name;
	ptool_check_run *run;
} checks[] = {
	{ "kernel", ptool_check_kernel },
	{ "flavour", ptool_check_flavour },
	{ "config", ptool_check_config },
	{ "MODULES", ptool_check_option },
	{ "KALLSYMS", ptool_check_option },
	{ "KPROBES", ptool_check_option },
	{ "KRETPROBES", ptool_check_option },
	{ "DEBUG_FS", ptool_check_option },
	{ "FUNCTION_TRACER", ptool_check_option },
	{ "KPROBES_ON_FTRACE", ptool_check_option },
	{ "DYNAMIC_FTRACE_WITH_DIRECT_CALLS", ptool_check_option },
	{ "MODULE_SIG_FORCE", ptool_check_option },
	{ "lockdown", ptool_check_lockdown },
	{ "secure boot", ptool_check_secure_boot },
	{ "debugfs mode", ptool_check_debugfs_mode },
	{ "debugfs", ptool_check_debugfs },
	{ "kprobes", ptool_check_kprobes },
	{ "ftrace", ptool_check_ftrace },
	{ "clock", ptool_check_clock },
	{ "headers", ptool_check_headers },
	{ "installed", ptool_check_installed },
	{ "loadable", ptool_check_loadable },
	{ "loaded", ptool_check_loaded },
};

void ptool_check_set(struct ptool_check *check, enum ptool_health state,
		     const char *format, ...)
{
	va_list arguments;

	check->state = state;
	va_start(arguments, format);
	vsnprintf(check->value, sizeof(check->value), format, arguments);
	va_end(arguments);
}

void ptool_check_reason(struct ptool_check *check, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(check->reason, sizeof(check->reason), format, arguments);
	va_end(arguments);
}

void ptool_check_fix(struct ptool_check *check, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(check->fix, sizeof(check->fix), format, arguments);
	va_end(arguments);
}

enum ptool_health ptool_health_of(const struct ptool_coverage *group)
{
	return group->found[PTOOL_LANDMARK] < group->all[PTOOL_LANDMARK] ?
	       PTOOL_HEALTH_NOTE : PTOOL_HEALTH_OK;
}

static void count(struct ptool_doctor *doctor, enum ptool_health state)
{
	doctor->failures += state == PTOOL_HEALTH_FAIL;
	doctor->notes += state == PTOOL_HEALTH_NOTE;
}

static void examine_groups(struct ptool_doctor *doctor)
{
	u32 i;

	if (!doctor->machine.has_symbols)
		return;
	doctor->group = ptool_coverage_read(&doctor->machine, &doctor->groups);
	for (i = 0; i < doctor->groups; i++)
		count(doctor, ptool_health_of(&doctor->group[i]));
}

void ptool_doctor_examine(struct ptool_doctor *doctor)
{
	struct ptool_check *check;

	*doctor = (struct ptool_doctor){ 0 };
	ptool_machine_read(&doctor->machine);
	doctor->check = ptool_alloc(ARRAY_SIZE(checks), sizeof(*check));
	while (doctor->checks < ARRAY_SIZE(checks)) {
		check = &doctor->check[doctor->checks];
		check->name = checks[doctor->checks].name;
		checks[doctor->checks++].run(check, &doctor->machine);
		count(doctor, check->state);
	}
	examine_groups(doctor);
}

void ptool_doctor_free(struct ptool_doctor *doctor)
{
	ptool_coverage_free(doctor->group, doctor->groups);
	free(doctor->check);
	ptool_machine_free(&doctor->machine);
}
