/* SPDX-License-Identifier: GPL-2.0 */
/* doctor: whether pathtime can run on this machine, check by check */
#ifndef _PATHTIME_DOCTOR_H
#define _PATHTIME_DOCTOR_H

#include "doctor/coverage.h"
#include "doctor/machine.h"

/**
 * enum ptool_health - what a check found
 * @PTOOL_HEALTH_OK: as it should be
 * @PTOOL_HEALTH_NOTE: pathtime runs, but there is something to know
 * @PTOOL_HEALTH_FAIL: pathtime cannot run, or would see nothing
 */
enum ptool_health {
	PTOOL_HEALTH_OK,
	PTOOL_HEALTH_NOTE,
	PTOOL_HEALTH_FAIL,
};

/**
 * struct ptool_check - a check and what it found
 * @name: what is looked at
 * @state: how it is
 * @value: what was found
 * @reason: what that means for pathtime; may be empty
 * @cure: what to do about it; may be empty
 */
struct ptool_check {
	const char *name;
	enum ptool_health state;
	char value[256];
	char reason[256];
	char cure[256];
};

/**
 * struct ptool_doctor - all checks
 * @machine: what was looked at
 * @checks: number of checks
 * @check: the checks
 * @groups: number of groups; 0 where the kernel's functions cannot be read
 * @group: the groups
 * @failures: checks that failed
 * @notes: checks, and groups, with something to know
 */
struct ptool_doctor {
	struct ptool_machine machine;
	u32 checks;
	struct ptool_check *check;
	u32 groups;
	struct ptool_coverage *group;
	u32 failures;
	u32 notes;
};

/**
 * ptool_doctor_examine() - do all checks
 * @doctor: gets what they found; for ptool_doctor_free()
 */
void ptool_doctor_examine(struct ptool_doctor *doctor);

/**
 * ptool_doctor_free() - give back what the checks took
 * @doctor: the checks
 */
void ptool_doctor_free(struct ptool_doctor *doctor);

/**
 * ptool_doctor_print_table() - print what the checks found, for people
 * @doctor: the checks
 */
void ptool_doctor_print_table(const struct ptool_doctor *doctor);

/**
 * ptool_doctor_print_json() - print what the checks found, as JSON
 * @doctor: the checks
 */
void ptool_doctor_print_json(const struct ptool_doctor *doctor);

/**
 * ptool_health_of() - how a group is
 * @group: the group
 *
 * Return: PTOOL_HEALTH_NOTE where a landmark was not found.
 */
enum ptool_health ptool_health_of(const struct ptool_coverage *group);

/**
 * ptool_check_set() - what a check found
 * @check: the check
 * @state: how that is
 * @format: the value, as printf() takes it
 */
__printf(3, 4)
void ptool_check_set(struct ptool_check *check, enum ptool_health state,
		     const char *format, ...);

/**
 * ptool_check_reason() - what it means
 * @check: the check
 * @format: the reason, as printf() takes it
 */
__printf(2, 3)
void ptool_check_reason(struct ptool_check *check, const char *format, ...);

/**
 * ptool_check_cure() - what to do about it
 * @check: the check
 * @format: the cure, as printf() takes it
 */
__printf(2, 3)
void ptool_check_cure(struct ptool_check *check, const char *format, ...);

/* a check: looks at its part of the machine, and fills in all but the name */
typedef void ptool_check_run(struct ptool_check *check,
			     const struct ptool_machine *machine);

/* check_config.c: what the kernel was built with */
ptool_check_run ptool_check_config;
ptool_check_run ptool_check_option;
ptool_check_run ptool_check_debugfs_mode;

/* check_kernel.c: what the kernel is, allows and does */
ptool_check_run ptool_check_kernel;
ptool_check_run ptool_check_flavour;
ptool_check_run ptool_check_lockdown;
ptool_check_run ptool_check_secure_boot;
ptool_check_run ptool_check_debugfs;
ptool_check_run ptool_check_kprobes;
ptool_check_run ptool_check_ftrace;
ptool_check_run ptool_check_clock;

/* check_module.c: whether the module is there and can be loaded */
ptool_check_run ptool_check_headers;
ptool_check_run ptool_check_installed;
ptool_check_run ptool_check_loadable;
ptool_check_run ptool_check_loaded;

/**
 * ptool_check_option_value() - with what was the kernel built?
 * @machine: the machine
 * @name: option's name, without CONFIG_; one of those that are checked
 *
 * Without a configuration, the kernel's functions are asked.
 *
 * Return: 'y' or 'n'; '?' where it cannot be known.
 */
char ptool_check_option_value(const struct ptool_machine *machine,
			      const char *name);

#endif /* _PATHTIME_DOCTOR_H */
