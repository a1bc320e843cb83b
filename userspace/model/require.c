// SPDX-License-Identifier: GPL-2.0
/* require: what commands require of a model, and what they keep of it */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "model/fleet.h"
#include "model/require.h"

#define NEAR_NAMES	4
#define NEAR_PREFIX	5
#define NEAR_ERRORS	2

static int report_no_tree(const char *command, const struct ptool_model *model,
			  struct ptool_reason *why)
{
	if (model->sample > 1)
		return ptool_fail(why,
				  "%s: callers are not known where 1 call in %u is timed: load the module without sample=",
				  command, model->sample);
	if (model->recordings > 1)
		return ptool_fail(why,
				  "%s: some of the machines have no callers, callees or self times, because their module was loaded without nesting: choose another one with --machine",
				  command);
	return ptool_fail(why,
			  "%s: the module was loaded without nesting, and has no callers, callees or self times: load it with nesting=1",
			  command);
}

int ptool_require_tree(const char *command, const struct ptool_model *model,
		       struct ptool_reason *why)
{
	if (!model->tree)
		return report_no_tree(command, model, why);
	if (model->missed_of_all)
		return ptool_fail_usage(why,
					"%s: --cpu works only while a capture is imported: the module and recordings have callers and callees of all CPUs together",
					command);
	return 0;
}

int ptool_keep_self(const char *command, struct ptool_model *model,
		    struct ptool_reason *why)
{
	if (!model->tree)
		return report_no_tree(command, model, why);
	ptool_model_keep_self(model);
	return 0;
}

int ptool_keep_raw(const char *command, struct ptool_model *model,
		   struct ptool_reason *why)
{
	if (model->source)
		return ptool_fail(why,
				  "%s: --raw: a capture has only raw times, nothing was subtracted",
				  command);
	if (!model->has_raw)
		return ptool_fail(why,
				  "%s: --raw: the snapshot is of an older module and has only raw times, nothing was subtracted",
				  command);
	ptool_model_keep_raw(model);
	return 0;
}

static int report_no_paths(const char *command, const struct ptool_model *model,
			   struct ptool_reason *why)
{
	if (model->source)
		return ptool_fail(why,
				  "%s: a capture has calls of functions, but no packets and no paths",
				  command);
	if (model->recordings > 1)
		return ptool_fail(why,
				  "%s: some of the machines have no paths, because their module was loaded with paths=0, or is older: choose another one with --machine",
				  command);
	if (!model->paths)
		return ptool_fail(why,
				  "%s: the snapshot is of an older module, and has no paths",
				  command);
	return ptool_fail(why,
			  "%s: the module was loaded with paths=0, and has no paths; load it with paths=64%s",
			  command,
			  model->sample > 1 ? ", without sample=" : "");
}

bool ptool_has_paths(const struct ptool_model *model)
{
	return model->paths && model->paths->max;
}

int ptool_require_paths(const char *command, const struct ptool_model *model,
			struct ptool_reason *why)
{
	return ptool_has_paths(model) ? 0 : report_no_paths(command, model, why);
}

int ptool_require_polls(const char *command, const struct ptool_model *model,
			struct ptool_reason *why)
{
	int status = ptool_require_paths(command, model, why);

	if (status || model->paths->waits.are_known)
		return status;
	return ptool_fail(why,
			  "%s: the module was loaded with polls=0, or is an older one; load the module of this version without polls=0",
			  command);
}

static bool is_wanted(const struct ptool_probe *probe, const void *argument)
{
	char name[PTOOL_NAME_LEN];

	if (!fnmatch(argument, probe->function, 0))
		return true;
	snprintf(name, sizeof(name), "%s:%s", probe->module, probe->function);
	return !fnmatch(argument, name, 0);
}

/* names with the same beginning, of which one contains the other, or with few other letters */
static bool is_near(const char *function, const char *wanted)
{
	size_t alike = 0;

	while (function[alike] && function[alike] == wanted[alike])
		alike++;
	return alike >= NEAR_PREFIX || strstr(function, wanted) ||
	       strstr(wanted, function) ||
	       ptool_text_distance(function, wanted, NEAR_ERRORS) <= NEAR_ERRORS;
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

int ptool_require_function(const struct ptool_model *model, const char *pattern,
			   struct ptool_reason *why)
{
	char near[512];
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (is_wanted(&model->probe[i], pattern))
			return 0;
	list_near(model, pattern, near, sizeof(near));
	return ptool_fail(why, "no function '%s'%s; see 'pathtime probes'",
			  pattern, near);
}

int ptool_keep_functions(struct ptool_model *model, const char *pattern,
			 struct ptool_reason *why)
{
	int status = ptool_require_function(model, pattern, why);

	if (!status)
		ptool_model_keep_probes(model, is_wanted, pattern);
	return status;
}

int ptool_require_one_machine(const char *command, const char *option,
			      const char *other,
			      const struct ptool_model *model,
			      struct ptool_reason *why)
{
	u32 machines = model->recordings > 1 ? ptool_fleet_of(model).machines : 1;

	return machines == 1 ? 0 :
	       ptool_fail_usage(why,
				"%s: --%s would add CPUs of the same number on %u machines: choose one with --machine%s",
				command, option, machines, other);
}
