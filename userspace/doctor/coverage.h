/* SPDX-License-Identifier: GPL-2.0 */
/* coverage: which of the functions pathtime knows the running kernel has */
#ifndef _PATHTIME_COVERAGE_H
#define _PATHTIME_COVERAGE_H

#include "doctor/machine.h"

enum ptool_level {
	PTOOL_LANDMARK,
	PTOOL_DETAIL,
	PTOOL_LEVELS,
};

/* names, each once; for ptool_names_free() */
struct ptool_names {
	u32 names;
	char **name;
};

/**
 * struct ptool_coverage - a group of functions
 * @group: its name
 * @all: functions in it, by level
 * @found: those the kernel or a loaded module has
 * @not_loaded: modules that may hold the landmarks that were not found
 * @missing: landmarks that no module would bring: inlined, renamed, not built
 */
struct ptool_coverage {
	const char *group;
	u32 all[PTOOL_LEVELS];
	u32 found[PTOOL_LEVELS];
	struct ptool_names not_loaded;
	struct ptool_names missing;
};

/**
 * ptool_coverage_read() - look for the functions of all groups
 * @machine: the machine, with its functions
 * @count: gets the number of groups
 *
 * Return: the groups, for ptool_coverage_free().
 */
struct ptool_coverage *ptool_coverage_read(const struct ptool_machine *machine,
					   u32 *count);

/**
 * ptool_coverage_free() - give back what reading took
 * @coverage: the groups
 * @count: number of groups
 */
void ptool_coverage_free(struct ptool_coverage *coverage, u32 count);

#endif /* _PATHTIME_COVERAGE_H */
