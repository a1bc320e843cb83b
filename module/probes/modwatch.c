// SPDX-License-Identifier: GPL-2.0
/* modwatch: arms probes when a module comes, disarms them before it goes */
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "probes/modwatch.h"
#include "probes/probe.h"

static int come(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *module = data;

	if (!ptime_probes_concern(module, state))
		return NOTIFY_DONE;
	if (state == MODULE_STATE_COMING)
		ptime_probes_module_coming(module);
	else if (state == MODULE_STATE_LIVE)
		ptime_probes_module_live(module);
	return NOTIFY_DONE;
}

static int go(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *module = data;

	if (state == MODULE_STATE_GOING && ptime_probes_concern(module, state))
		ptime_probes_module_going(module);
	return NOTIFY_DONE;
}

/*
 * The kprobes' own notifier has priority 0 (kernel/kprobes.c): when a module
 * comes it learns which of its functions must not be probed, and when its init
 * function is done it declares the probes there gone, so we follow it; when a
 * module goes it declares its probes gone, so we precede it.
 */
static struct notifier_block coming_block = {
	.notifier_call = come,
	.priority = -1,
};

static struct notifier_block going_block = {
	.notifier_call = go,
	.priority = 1,
};

/**
 * ptime_modwatch_init() - begin to watch
 *
 * Context: process, may sleep, not under ptime_probes_lock(): the notifiers
 * take that lock under the chain's, for modules that a probe is for. Return: 0 or -errno.
 */
int ptime_modwatch_init(void)
{
	int err;

	err = register_module_notifier(&going_block);
	if (err)
		return err;
	err = register_module_notifier(&coming_block);
	if (err)
		unregister_module_notifier(&going_block);
	return err;
}

/**
 * ptime_modwatch_exit() - stop to watch
 *
 * Context: process, may sleep, not under ptime_probes_lock(). When it returns,
 * no notifier of ours runs.
 */
void ptime_modwatch_exit(void)
{
	unregister_module_notifier(&coming_block);
	unregister_module_notifier(&going_block);
}
