// SPDX-License-Identifier: GPL-2.0
/* step_hook: the functions that report a step of a packet, and what their hooks do */
#include <linux/string.h>

#include <pathtime/abi.h>

#include "kernel/resolve.h"
#include "packets/path.h"
#include "packets/step_hook.h"

#define PACKET			.test = PTIME_HOOK_NO_TEST
#define REQUEST			.test = PTIME_HOOK_NO_TEST, .request = true
#define UNLESS_NEGATIVE(_test)	.test = (_test)
#define PTIME_STEP_FUNCTION(_step, _name, _skb, _how)			\
	{ .step = PTIME_STEP_##_step, .name = (_name), .skb = (_skb), _how },

/* ends with an entry without a name */
const struct ptime_step_hook ptime_step_hooks[] = {
#include <pathtime/steps.def>
	{ }
};

/*
 * Check whether @name, "[module:]function", refers to @symbol. A module's function may be in
 * the kernel itself if the module is built in. A bare name is the kernel's own function, or
 * one of the module ipv6. A copy that GCC made may take other arguments. Its name has a
 * suffix, so it has no step hook.
 */
static bool is_hook(const char *name, const struct ptime_symbol *symbol)
{
	struct ptime_symbol parts;

	if (ptime_name_split(name, strlen(name), &parts) ||
	    strcmp(parts.function, symbol->function))
		return false;
	if (!strcmp(parts.module, symbol->module))
		return true;
	if (!symbol->module[0])
		return ptime_module_builtin(parts.module);
	return !parts.module[0] && !strcmp(symbol->module, "ipv6");
}

/**
 * ptime_step_hook_find() - Find the step hook of a function
 * @symbol: the function
 *
 * Context: any.
 * Return: the step hook; NULL if the function has none or packets are not traced (paths=0).
 */
const struct ptime_step_hook *ptime_step_hook_find(const struct ptime_symbol *symbol)
{
	const struct ptime_step_hook *hook;

	if (!ptime_paths_max)
		return NULL;
	for (hook = ptime_step_hooks; hook->name; hook++)
		if (is_hook(hook->name, symbol))
			return hook;
	return NULL;
}
