/* SPDX-License-Identifier: GPL-2.0 */
/* targets: the functions pathtime knows, by group */
#ifndef _PATHTIME_TARGETS_H
#define _PATHTIME_TARGETS_H

#include <linux/types.h>

#include "outcome.h"

/**
 * enum ptime_level - how much of a packet's time a function takes
 * @PTIME_LANDMARK: a stage of its own: more than some 5 % of a packet's time
 * @PTIME_DETAIL: what the stages are made of
 */
enum ptime_level {
	PTIME_LANDMARK,
	PTIME_DETAIL,
};

/**
 * struct ptime_target - a function and its stand-ins
 * @level: landmark or detail
 * @names: "[module:]function" alternatives separated by '|'; the first that
 *	the running kernel has is used. A name without module is the kernel's
 *	own, so that no other module's function of that name is meant.
 * @outcomes: what the return value says
 * @sleeps: many calls are under way at once, as the function may sleep
 */
struct ptime_target {
	enum ptime_level level;
	const char *names;
	const struct ptime_outcomes *outcomes;
	bool sleeps;
};

/**
 * struct ptime_group - targets that are enabled together
 * @name: as in groups= and the verbs enable and disable
 * @targets: the functions
 * @count: number of functions
 */
struct ptime_group {
	const char *name;
	const struct ptime_target *targets;
	unsigned int count;
};

const struct ptime_group *ptime_group_find(const char *name);
const char *ptime_group_names(void);

#endif /* _PATHTIME_TARGETS_H */
