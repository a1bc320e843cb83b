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

/**
 * ptime_step_hook_needs_record() - Check whether a hook can ignore packets without a record
 * @hook: step hook of a function
 *
 * Context: Any.
 * Return: true if only packets with a record take the step, and the packet is an argument.
 */
bool ptime_step_hook_needs_record(const struct ptime_step_hook *hook)
{
	return !hook->request && hook->step != PTIME_STEP_LOCAL_OUT;
}

/**
 * ptime_step_hook_is_of_sent() - Check whether a hook can ignore packets that were received
 * @hook: step hook of a function
 *
 * Context: Any.
 * Return: true if only packets that this machine sends take the step; the packet is an argument.
 */
bool ptime_step_hook_is_of_sent(const struct ptime_step_hook *hook)
{
	return hook->step == PTIME_STEP_LOCAL_OUT;
}

/**
 * ptime_step_hook_is_plain() - Check whether a hook only adds a step to the record of a packet
 * @hook: step hook of a function; its test, if it has one, was passed
 *
 * Context: Any.
 * Return: true if the hook does nothing else, except for a header snapshot
 * (ptime_step_hook_takes_headers()), and the packet is an argument.
 */
bool ptime_step_hook_is_plain(const struct ptime_step_hook *hook)
{
	switch (hook->step) {
	case PTIME_STEP_LOCAL_OUT:
	case PTIME_STEP_LOCAL_IN:
	case PTIME_STEP_TUNNEL:
	case PTIME_STEP_FRAGMENT:
	case PTIME_STEP_REASSEMBLED:
	case PTIME_STEP_FLOWTABLE:
		return false;
	default:
		return !hook->request;
	}
}

/**
 * ptime_step_hook_takes_headers() - Check whether a hook takes a header snapshot before the step
 * @hook: step hook of a function
 *
 * Context: Any, after ptime_hooks_init().
 * Return: true if it calls ptime_headers_take().
 */
bool ptime_step_hook_takes_headers(const struct ptime_step_hook *hook)
{
	return hook->step == PTIME_STEP_XFRM_OUT && ptime_paths_keep_flows();
}
