/* SPDX-License-Identifier: GPL-2.0 */
/* targets: the functions pathtime knows, by group */
#ifndef _PATHTIME_TARGETS_H
#define _PATHTIME_TARGETS_H

#include <linux/types.h>

#include "record/outcome.h"

struct ptime_symbol;

/**
 * enum ptime_level - how much of a packet's time a function takes
 * @PTIME_LANDMARK: a stage of its own
 * @PTIME_DETAIL: what the stages are made of
 */
enum ptime_level {
	PTIME_LANDMARK,
	PTIME_DETAIL,
};

/**
 * struct ptime_target - a function and its stand-ins
 * @group: as in groups= and the verbs enable and disable
 * @level: landmark or detail
 * @names: "[module:]function" alternatives separated by '|'; the first that
 *	the running kernel has is used
 * @outcomes: what the return value says
 * @sleeps: many calls are under way at once, as the function may sleep
 */
struct ptime_target {
	const char *group;
	enum ptime_level level;
	const char *names;
	const struct ptime_outcomes *outcomes;
	bool sleeps;
};

/* the table of <pathtime/targets.h>; the last one has no group */
extern const struct ptime_target ptime_targets[];

bool ptime_group_exists(const char *name);
const char *ptime_group_names(void);
unsigned int ptime_target_arguments(const char *function);
const struct ptime_target *ptime_target_find(const struct ptime_symbol *symbol);

#endif /* _PATHTIME_TARGETS_H */
