/* SPDX-License-Identifier: GPL-2.0 */
/* targets: the functions pathtime knows, by group */
#ifndef _PATHTIME_TARGETS_H
#define _PATHTIME_TARGETS_H

#include <linux/types.h>

#include "record/outcome.h"

struct ptime_symbol;

/**
 * enum ptime_level - a function's level of detail
 * @PTIME_LANDMARK: a stage of its own of a packet's processing
 * @PTIME_DETAIL: a part of a stage
 */
enum ptime_level {
	PTIME_LANDMARK,
	PTIME_DETAIL,
};

/**
 * struct ptime_target - a function and its stand-ins
 * @group: as in groups= and in the control commands enable and disable
 * @level: landmark or detail
 * @names: "[module:]function" alternatives separated by '|'; the first that
 *	the running kernel has is used
 * @outcomes: meaning of the return value
 * @sleeps: the function may sleep, so many calls may be active at once
 */
struct ptime_target {
	const char *group;
	enum ptime_level level;
	const char *names;
	const struct ptime_outcomes *outcomes;
	bool sleeps;
};

/* the table of <pathtime/targets.def>; the last entry has no group */
extern const struct ptime_target ptime_targets[];

bool ptime_group_exists(const char *name);
const char *ptime_group_names(void);
unsigned int ptime_target_arguments(const char *function);
const struct ptime_target *ptime_target_find(const struct ptime_symbol *symbol);

#endif /* _PATHTIME_TARGETS_H */
