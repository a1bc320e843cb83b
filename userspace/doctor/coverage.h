/* SPDX-License-Identifier: GPL-2.0 */
/* coverage: finds which of the built-in target functions the running kernel has */
#ifndef _PATHTIME_COVERAGE_H
#define _PATHTIME_COVERAGE_H

#include "doctor/machine.h"

enum ptool_level {
	PTOOL_LANDMARK,
	PTOOL_DETAIL,
	PTOOL_LEVELS,
};

/* a list of names without duplicates */
struct ptool_name_list {
	u32 names;
	char **name;
};

/**
 * struct ptool_coverage - which functions of a group the kernel has
 * @group: name of the group
 * @all: number of functions in the group, by level
 * @found: number of those that the kernel or a loaded module has, by level
 * @not_loaded: modules that are not loaded and may have the missing landmarks
 * @missing: landmarks that no module would add: inlined, renamed or not built
 */
struct ptool_coverage {
	const char *group;
	u32 all[PTOOL_LEVELS];
	u32 found[PTOOL_LEVELS];
	struct ptool_name_list not_loaded;
	struct ptool_name_list missing;
};

/**
 * ptool_coverage_read() - look up the functions of all groups
 * @machine: the machine, with its functions
 * @count: set to the number of groups
 *
 * Return: the groups, to be freed by ptool_coverage_free().
 */
struct ptool_coverage *ptool_coverage_read(const struct ptool_machine *machine,
					   u32 *count);

/**
 * ptool_coverage_free() - free the groups
 * @coverage: the groups
 * @count: number of groups
 */
void ptool_coverage_free(struct ptool_coverage *coverage, u32 count);

#endif /* _PATHTIME_COVERAGE_H */
