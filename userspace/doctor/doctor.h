/* SPDX-License-Identifier: GPL-2.0 */
/* doctor: whether pathtime can run on this machine, check by check */
#ifndef _PATHTIME_DOCTOR_H
#define _PATHTIME_DOCTOR_H

#include "doctor/coverage.h"
#include "doctor/machine.h"

/**
 * enum ptime_health - what a check found
 * @PTIME_HEALTH_OK: as it should be
 * @PTIME_HEALTH_NOTE: pathtime runs, but there is something to know
 * @PTIME_HEALTH_FAIL: pathtime cannot run, or would see nothing
 */
enum ptime_health {
	PTIME_HEALTH_OK,
	PTIME_HEALTH_NOTE,
	PTIME_HEALTH_FAIL,
};

/**
 * struct ptime_check - a check and what it found
 * @name: what is looked at
 * @state: how it is
 * @value: what was found
 * @reason: what that means for pathtime; may be empty
 * @cure: what to do about it; may be empty
 */
struct ptime_check {
	const char *name;
	enum ptime_health state;
	char value[256];
	char reason[256];
	char cure[256];
};

/**
 * struct ptime_doctor - all checks
 * @machine: what was looked at
 * @checks: number of checks
 * @check: the checks
 * @groups: number of groups; 0 where the kernel's functions cannot be read
 * @group: the groups
 * @failures: checks that failed
 * @notes: checks, and groups, with something to know
 */
struct ptime_doctor {
	struct ptime_machine machine;
	u32 checks;
	struct ptime_check *check;
	u32 groups;
	struct ptime_coverage *group;
	u32 failures;
	u32 notes;
};

/**
 * ptime_doctor_examine() - do all checks
 * @doctor: gets what they found; for ptime_doctor_free()
 */
void ptime_doctor_examine(struct ptime_doctor *doctor);

/**
 * ptime_doctor_free() - give back what the checks took
 * @doctor: the checks
 */
void ptime_doctor_free(struct ptime_doctor *doctor);

/**
 * ptime_doctor_print_table() - print what the checks found, for people
 * @doctor: the checks
 */
void ptime_doctor_print_table(const struct ptime_doctor *doctor);

/**
 * ptime_doctor_print_json() - print what the checks found, as JSON
 * @doctor: the checks
 */
void ptime_doctor_print_json(const struct ptime_doctor *doctor);

/**
 * ptime_health_of() - how a group is
 * @group: the group
 *
 * Return: PTIME_HEALTH_NOTE where a landmark was not found.
 */
enum ptime_health ptime_health_of(const struct ptime_coverage *group);

/**
 * ptime_check_set() - what a check found
 * @check: the check
 * @state: how that is
 * @format: the value, as printf() takes it
 */
__printf(3, 4)
void ptime_check_set(struct ptime_check *check, enum ptime_health state,
		     const char *format, ...);

/**
 * ptime_check_reason() - what it means
 * @check: the check
 * @format: the reason, as printf() takes it
 */
__printf(2, 3)
void ptime_check_reason(struct ptime_check *check, const char *format, ...);

/**
 * ptime_check_cure() - what to do about it
 * @check: the check
 * @format: the cure, as printf() takes it
 */
__printf(2, 3)
void ptime_check_cure(struct ptime_check *check, const char *format, ...);

/* a check: looks at its part of the machine, and fills in all but the name */
typedef void ptime_check_run(struct ptime_check *check,
			     const struct ptime_machine *machine);

/* check_config.c: what the kernel was built with */
ptime_check_run ptime_check_config;
ptime_check_run ptime_check_option;
ptime_check_run ptime_check_debugfs_mode;

/* check_kernel.c: what the kernel is, allows and does */
ptime_check_run ptime_check_kernel;
ptime_check_run ptime_check_flavour;
ptime_check_run ptime_check_lockdown;
ptime_check_run ptime_check_secure_boot;
ptime_check_run ptime_check_debugfs;
ptime_check_run ptime_check_kprobes;
ptime_check_run ptime_check_ftrace;
ptime_check_run ptime_check_clock;

/* check_module.c: whether the module is there and can be loaded */
ptime_check_run ptime_check_headers;
ptime_check_run ptime_check_installed;
ptime_check_run ptime_check_loadable;
ptime_check_run ptime_check_loaded;

/**
 * ptime_check_option_value() - with what was the kernel built?
 * @machine: the machine
 * @name: option's name, without CONFIG_; one of those that are checked
 *
 * Without a configuration, the kernel's functions are asked.
 *
 * Return: 'y' or 'n'; '?' where it cannot be known.
 */
char ptime_check_option_value(const struct ptime_machine *machine,
			      const char *name);

#endif /* _PATHTIME_DOCTOR_H */
