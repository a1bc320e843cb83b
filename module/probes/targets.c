// SPDX-License-Identifier: GPL-2.0
/* targets: the functions pathtime knows, by group */
#include <linux/kernel.h>
#include <linux/string.h>

#include "kernel/resolve.h"
#include "probes/targets.h"

#define PTIME_TARGET(_group, _level, _names, _rule)			\
	{ #_group, PTIME_##_level, _names, &ptime_outcomes_##_rule, false },
#define PTIME_SLEEPER(_group, _level, _names, _rule)			\
	{ #_group, PTIME_##_level, _names, &ptime_outcomes_##_rule, true },

const struct ptime_target ptime_targets[] = {
#include <pathtime/targets.def>
	{ NULL }
};

#define PTIME_GROUP(_group)	" " #_group
static const char group_names[] =
#include <pathtime/targets.def>
	;

/**
 * ptime_group_exists() - Check whether there is a built-in group of a name
 * @name: the name
 *
 * Context: any.
 * Return: true if there is one.
 */
bool ptime_group_exists(const char *name)
{
	const struct ptime_target *target;

	for (target = ptime_targets; target->group; target++)
		if (!strcmp(target->group, name))
			return true;
	return false;
}

const char *ptime_group_names(void)
{
	return group_names + 1;
}

#define PTIME_STACK(_function, _words)	{ #_function, _words },
static const struct {
	const char *function;
	unsigned int words;
} stack_takers[] = {
#include <pathtime/targets.def>
};

/**
 * ptime_target_arguments() - Look up how many argument words a function takes
 * @function: the function's name
 *
 * Context: any.
 * Return: upper limit, in words of eight bytes; 0 if the table has no entry. Functions that
 * take fewer than seven words need none.
 */
unsigned int ptime_target_arguments(const char *function)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(stack_takers); i++)
		if (!strcmp(stack_takers[i].function, function))
			return stack_takers[i].words;
	return 0;
}

/* whether @name names the function or, if that is a copy by GCC, the original */
static bool name_is_of(const char *name, size_t length, const struct ptime_symbol *symbol)
{
	size_t function_length = strcspn(symbol->function, ".");
	struct ptime_symbol parts;

	if (ptime_name_split(name, length, &parts) ||
	    strlen(parts.function) != function_length ||
	    strncmp(parts.function, symbol->function, function_length))
		return false;
	return !strcmp(parts.module, symbol->module) ||
	       (!symbol->module[0] && ptime_module_builtin(parts.module));
}

/**
 * ptime_target_find() - Find the table's entry for a function
 * @symbol: the function as resolved; it may have been requested by another name
 *
 * Context: any.
 * Return: the first target that has the function among its names, or NULL.
 */
const struct ptime_target *ptime_target_find(const struct ptime_symbol *symbol)
{
	const struct ptime_target *target;
	const char *name;
	size_t length;

	for (target = ptime_targets; target->group; target++) {
		for (name = target->names; *name; name += length + (name[length] == '|')) {
			length = strcspn(name, "|");
			if (name_is_of(name, length, symbol))
				return target;
		}
	}
	return NULL;
}
