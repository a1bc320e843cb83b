// SPDX-License-Identifier: GPL-2.0
/* step_hooks: which functions report steps of packets */
#include <linux/string.h>

#include "kernel/resolve.h"
#include "packets/hooks.h"
#include "packets/path.h"
#include "probes/step_hooks.h"
#include "probes/targets.h"

/*
 * Where the function is that "[module:]function" names: in that module, or in the kernel that has
 * it built in. A bare name is the kernel's own, which may have IPv6 as a module. A copy of GCC's
 * making may take other arguments: its name has a suffix, and is no note's.
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
 * ptime_step_hook_find() - does a function tell of packets?
 * @symbol: the function
 *
 * Context: any. Return: what it tells; NULL where that is nothing.
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
