// SPDX-License-Identifier: GPL-2.0
/* coverage: finds which of the built-in target functions the running kernel has */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pathtime/abi.h>

#include "base/error.h"
#include "doctor/coverage.h"

#define PTIME_MODULE(_module, _config)	{ #_module, #_config },
static const struct {
	const char *name;
	const char *config;
} modules[] = {
#include <pathtime/targets.def>
};

#define PTIME_SUFFIX(_suffix)		_suffix,
static const char *const suffixes[] = {
	"",
#include <pathtime/targets.def>
};

#define PTIME_GROUP(_group)		#_group,
static const char *const groups[] = {
#include <pathtime/targets.def>
};

#define PTIME_TARGET(_group, _level, _names, _rule)			\
	{ #_group, PTOOL_##_level, _names },
static const struct target {
	const char *group;
	enum ptool_level level;
	const char *names;
} targets[] = {
#include <pathtime/targets.def>
};

/* result of a lookup, by the same rules as in the module */
enum outcome {
	FOUND,
	NOT_LOADED,
	MISSING,
};

static void add_name(struct ptool_name_list *names, const char *name, size_t length)
{
	u32 i;

	for (i = 0; i < names->names; i++)
		if (strlen(names->name[i]) == length &&
		    !strncmp(names->name[i], name, length))
			return;
	names->name = ptool_realloc(names->name, names->names + 1,
				    sizeof(*names->name));
	names->name[names->names] = ptool_alloc(length + 1, 1);
	memcpy(names->name[names->names++], name, length);
}

static void free_names(struct ptool_name_list *names)
{
	u32 i;

	for (i = 0; i < names->names; i++)
		free(names->name[i]);
	free(names->name);
}

static bool is_there(const struct ptool_machine *machine, const char *module,
		     const char *function)
{
	char name[PTIME_FUNCTION_LEN];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(suffixes); i++) {
		snprintf(name, sizeof(name), "%s%s", function, suffixes[i]);
		if (ptool_kallsyms_find(&machine->symbols, module, name))
			return true;
	}
	return false;
}

static bool is_builtin(const struct ptool_machine *machine, const char *module)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modules); i++)
		if (!strcmp(modules[i].name, module))
			return ptool_machine_is_builtin(machine, module,
							modules[i].config);
	return false;
}

/* look up one alternative, "[module:]function" */
static enum outcome look_for(const struct ptool_machine *machine, char *name)
{
	char *colon = strchr(name, ':');

	if (!colon)
		return is_there(machine, "", name) ? FOUND : MISSING;
	*colon = '\0';
	if (is_there(machine, name, colon + 1))
		return FOUND;
	if (is_builtin(machine, name))
		return is_there(machine, "", colon + 1) ? FOUND : MISSING;
	return ptool_kallsyms_has_module(&machine->symbols, name) ?
	       MISSING : NOT_LOADED;
}

/* @blame is set to the module of the first alternative whose module is not loaded */
static enum outcome resolve(const struct ptool_machine *machine,
			    const char *names, char blame[PTIME_FUNCTION_LEN])
{
	enum outcome outcome, worst = MISSING;
	char name[PTIME_FUNCTION_LEN];

	do {
		size_t length = strcspn(names, "|");

		snprintf(name, sizeof(name), "%.*s", (int)length, names);
		outcome = look_for(machine, name);
		if (outcome == FOUND)
			return FOUND;
		if (outcome == NOT_LOADED && worst == MISSING) {
			worst = NOT_LOADED;
			memcpy(blame, name, sizeof(name));
		}
		names += length;
	} while (*names++);
	return worst;
}

static void look_at(const struct ptool_machine *machine,
		    const struct target *target, struct ptool_coverage *group)
{
	char module[PTIME_FUNCTION_LEN];
	enum outcome outcome = resolve(machine, target->names, module);

	group->all[target->level]++;
	if (outcome == FOUND)
		group->found[target->level]++;
	else if (target->level == PTOOL_DETAIL)
		return;
	else if (outcome == NOT_LOADED)
		add_name(&group->not_loaded, module, strlen(module));
	else
		add_name(&group->missing, target->names,
			 strcspn(target->names, "|"));
}

struct ptool_coverage *ptool_coverage_read(const struct ptool_machine *machine,
					   u32 *count)
{
	struct ptool_coverage *coverage = ptool_alloc(ARRAY_SIZE(groups),
						      sizeof(*coverage));
	size_t i, j;

	*count = ARRAY_SIZE(groups);
	for (i = 0; i < ARRAY_SIZE(groups); i++) {
		coverage[i].group = groups[i];
		for (j = 0; j < ARRAY_SIZE(targets); j++)
			if (!strcmp(targets[j].group, groups[i]))
				look_at(machine, &targets[j], &coverage[i]);
	}
	return coverage;
}

void ptool_coverage_free(struct ptool_coverage *coverage, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++) {
		free_names(&coverage[i].not_loaded);
		free_names(&coverage[i].missing);
	}
	free(coverage);
}
