// SPDX-License-Identifier: GPL-2.0
/* groups: which of the built-in groups a function belongs to */
#include <string.h>

#include "model/groups.h"

#define PTIME_GROUP(_group)		#_group,
static const char *const groups[] = {
#include <pathtime/targets.def>
};

#define PTIME_TARGET(_group, _level, _names, _rule)			\
	{ #_group, _names },
static const struct {
	const char *group;
	const char *names;
} targets[] = {
#include <pathtime/targets.def>
};

/* one of the alternatives in a target's names: "[module:]function" */
struct alternative {
	const char *module;
	size_t module_length;
	const char *function;
	size_t function_length;
};

static bool is_word(const char *text, const char *word, size_t length)
{
	return !strncmp(text, word, length) && !text[length];
}

/* removes the first alternative from @names; returns false if none is left */
static bool next_alternative(const char **names, struct alternative *to)
{
	const char *name = *names;
	size_t length = strcspn(name, "|"), module = strcspn(name, ":|");

	if (!length)
		return false;
	to->module = name;
	to->module_length = module < length ? module : 0;
	to->function = module < length ? name + module + 1 : name;
	to->function_length = length - (to->function - name);
	*names += length + (name[length] == '|');
	return true;
}

/* a target's module may be built into this kernel, but not the other way round */
static bool is_function(const struct alternative *known, const char *module,
			const char *function, size_t length)
{
	return known->function_length == length &&
	       !strncmp(known->function, function, length) &&
	       (!*module || is_word(module, known->module,
				    known->module_length));
}

static const char *group_of_function(const char *module, const char *function)
{
	/* ignore the suffixes of GCC's clones, of LLVM, and .cold */
	size_t length = strcspn(function, "."), i;
	struct alternative known;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		const char *names = targets[i].names;

		while (next_alternative(&names, &known))
			if (is_function(&known, module, function, length))
				return targets[i].group;
	}
	return NULL;
}

static const char *group_of_module(const char *module)
{
	const char *group = NULL;
	struct alternative known;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		const char *names = targets[i].names;

		while (next_alternative(&names, &known)) {
			if (!known.module_length ||
			    !is_word(module, known.module, known.module_length))
				continue;
			if (group && strcmp(group, targets[i].group))
				return NULL;
			group = targets[i].group;
		}
	}
	return group;
}

const char *ptool_group_of(const char *module, const char *function)
{
	const char *group = group_of_function(module, function);

	if (!group && *module)
		group = group_of_module(module);
	return group ? group : PTOOL_GROUP_OTHER;
}

u32 ptool_group_rank(const char *group)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(groups); i++)
		if (!strcmp(groups[i], group))
			break;
	return i;
}

bool ptool_group_is_known(const char *group)
{
	return ptool_group_rank(group) < ARRAY_SIZE(groups) ||
	       !strcmp(group, PTOOL_GROUP_OTHER);
}
