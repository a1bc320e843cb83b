// SPDX-License-Identifier: GPL-2.0
/* named: find a model's functions by a name or a pattern */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "model/named.h"

#define NEAR_NAMES	4
#define NEAR_PREFIX	5

static bool is_wanted(const struct ptool_probe *probe, const void *argument)
{
	char name[PTOOL_NAME_LEN];

	if (!fnmatch(argument, probe->function, 0))
		return true;
	snprintf(name, sizeof(name), "%s:%s", probe->module, probe->function);
	return !fnmatch(argument, name, 0);
}

/* names with the same beginning, or of which one contains the other */
static bool is_near(const char *function, const char *wanted)
{
	size_t alike = 0;

	while (function[alike] && function[alike] == wanted[alike])
		alike++;
	return alike >= NEAR_PREFIX || strstr(function, wanted) ||
	       strstr(wanted, function);
}

static void list_near(const struct ptool_model *model, const char *pattern,
		      char *text, size_t size)
{
	const char *colon = strchr(pattern, ':');
	size_t length = 0;
	char wanted[PTIME_FUNCTION_LEN];
	u32 i, near = 0;

	pattern = colon ? colon + 1 : pattern;
	pattern += strspn(pattern, "*?");
	snprintf(wanted, sizeof(wanted), "%.*s",
		 (int)strcspn(pattern, "*?["), pattern);
	*text = '\0';
	for (i = 0; i < model->probes && near < NEAR_NAMES && *wanted; i++) {
		const char *function = model->probe[i].function;

		if (!is_near(function, wanted) || length >= size)
			continue;
		length += snprintf(text + length, size - length, "%s%s",
				   near++ ? ", " : ": there is ", function);
	}
}

int ptool_named_keep(struct ptool_model *model, const char *pattern,
		     struct ptool_reason *why)
{
	char near[512];
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (is_wanted(&model->probe[i], pattern))
			break;
	if (i == model->probes) {
		list_near(model, pattern, near, sizeof(near));
		return ptool_fail(why,
				  "no function '%s'%s; see 'pathtime probes'",
				  pattern, near);
	}
	ptool_model_keep_probes(model, is_wanted, pattern);
	return 0;
}
