/* SPDX-License-Identifier: GPL-2.0 */
/* coverage: which of the functions pathtime knows the running kernel has */
#ifndef _PATHTIME_COVERAGE_H
#define _PATHTIME_COVERAGE_H

#include "doctor/machine.h"

enum ptime_level {
	PTIME_LANDMARK,
	PTIME_DETAIL,
	PTIME_LEVELS,
};

/* names, each once; for ptime_names_free() */
struct ptime_names {
	u32 names;
	char **name;
};

/**
 * struct ptime_coverage - a group of functions
 * @group: its name
 * @all: functions in it, by level
 * @found: those the kernel or a loaded module has
 * @not_loaded: modules that may hold the landmarks that were not found
 * @missing: landmarks that no module would bring: inlined, renamed, not built
 */
struct ptime_coverage {
	const char *group;
	u32 all[PTIME_LEVELS];
	u32 found[PTIME_LEVELS];
	struct ptime_names not_loaded;
	struct ptime_names missing;
};

/**
 * ptime_coverage_read() - look for the functions of all groups
 * @machine: the machine, with its functions
 * @count: gets the number of groups
 *
 * Return: the groups, for ptime_coverage_free().
 */
struct ptime_coverage *ptime_coverage_read(const struct ptime_machine *machine,
					   u32 *count);

/**
 * ptime_coverage_free() - give back what reading took
 * @coverage: the groups
 * @count: number of groups
 */
void ptime_coverage_free(struct ptime_coverage *coverage, u32 count);

#endif /* _PATHTIME_COVERAGE_H */
