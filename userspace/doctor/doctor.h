/* SPDX-License-Identifier: GPL-2.0 */
/* doctor: checks whether pathtime can run on this machine */
#ifndef _PATHTIME_DOCTOR_H
#define _PATHTIME_DOCTOR_H

#include "base/out.h"
#include "doctor/coverage.h"
#include "doctor/machine.h"

/**
 * enum ptool_health - result of a check
 * @PTOOL_HEALTH_OK: nothing to report
 * @PTOOL_HEALTH_NOTE: pathtime runs, with a limitation or a hint
 * @PTOOL_HEALTH_FAIL: pathtime cannot run, or would count nothing
 */
enum ptool_health {
	PTOOL_HEALTH_OK,
	PTOOL_HEALTH_NOTE,
	PTOOL_HEALTH_FAIL,
};

/**
 * struct ptool_check - a check and its result
 * @name: what is checked
 * @state: the result
 * @value: what was found
 * @reason: what that means for pathtime; may be empty
 * @fix: how to fix it; may be empty
 */
struct ptool_check {
	const char *name;
	enum ptool_health state;
	char value[256];
	char reason[256];
	char fix[256];
};

/**
 * struct ptool_doctor - all checks and their results
 * @machine: the machine that was checked
 * @checks: number of checks
 * @check: the checks
 * @groups: number of groups; 0 if the kernel's functions cannot be read
 * @group: the groups
 * @failures: number of checks that failed
 * @notes: number of checks and groups with PTOOL_HEALTH_NOTE
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
 * ptool_doctor_examine() - run all checks
 * @doctor: receives the results, to be freed by ptool_doctor_free()
 */
void ptool_doctor_examine(struct ptool_doctor *doctor);

void ptool_doctor_free(struct ptool_doctor *doctor);

/**
 * ptool_doctor_print_table() - print the results as text
 * @out: where to print
 * @doctor: the results
 */
void ptool_doctor_print_table(const struct ptool_out *out,
			      const struct ptool_doctor *doctor);

/**
 * ptool_doctor_print_json() - print the results as JSON
 * @out: where to print
 * @doctor: the results
 */
void ptool_doctor_print_json(const struct ptool_out *out,
			     const struct ptool_doctor *doctor);

/**
 * ptool_health_of() - rate the coverage of a group
 * @group: the group
 *
 * Return: PTOOL_HEALTH_NOTE if a landmark was not found, otherwise
 * PTOOL_HEALTH_OK.
 */
enum ptool_health ptool_health_of(const struct ptool_coverage *group);

/**
 * ptool_check_set() - set the result of a check
 * @check: the check
 * @state: the result
 * @format: what was found, a printf() format
 */
__printf(3, 4)
void ptool_check_set(struct ptool_check *check, enum ptool_health state,
		     const char *format, ...);

/**
 * ptool_check_reason() - set what a result means
 * @check: the check
 * @format: the reason, a printf() format
 */
__printf(2, 3)
void ptool_check_reason(struct ptool_check *check, const char *format, ...);

/**
 * ptool_check_fix() - set how to fix it
 * @check: the check
 * @format: the fix, a printf() format
 */
__printf(2, 3)
void ptool_check_fix(struct ptool_check *check, const char *format, ...);

/* a check: examines its part of the machine, and sets all members but the name */
typedef void ptool_check_run(struct ptool_check *check,
			     const struct ptool_machine *machine);

/* check_config.c: the kernel's configuration */
ptool_check_run ptool_check_config;
ptool_check_run ptool_check_option;
ptool_check_run ptool_check_debugfs_mode;

/* check_kernel.c: the running kernel and its settings */
ptool_check_run ptool_check_kernel;
ptool_check_run ptool_check_flavour;
ptool_check_run ptool_check_lockdown;
ptool_check_run ptool_check_secure_boot;
ptool_check_run ptool_check_debugfs;
ptool_check_run ptool_check_kprobes;
ptool_check_run ptool_check_ftrace;
ptool_check_run ptool_check_clock;

/* check_module.c: whether the module is installed and can be loaded */
ptool_check_run ptool_check_headers;
ptool_check_run ptool_check_installed;
ptool_check_run ptool_check_loadable;
ptool_check_run ptool_check_loaded;

/**
 * ptool_check_option_value() - get the value of a configuration option
 * @machine: the machine
 * @name: name of the option, without CONFIG_; must be one of the checked
 *	options
 *
 * If the configuration cannot be read, the presence of a function that only
 * kernels with the option have gives the value.
 *
 * Return: the first character of the value, 'n' if it is not set; '?' if
 * unknown.
 */
char ptool_check_option_value(const struct ptool_machine *machine,
			      const char *name);

#endif /* _PATHTIME_DOCTOR_H */
