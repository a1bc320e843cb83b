// SPDX-License-Identifier: GPL-2.0
/* modwatch: attaches probes when a module is loaded, detaches them before it is unloaded */
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
 * The kprobes notifier has priority 0 (kernel/kprobes.c). When a module is coming, the kprobes
 * notifier learns which of the module's functions must not be probed. When the init function
 * is done, the kprobes notifier marks the probes on init code gone. So coming_block runs after
 * it. When a module is going, the kprobes notifier marks the module's probes gone. So
 * going_block runs before it.
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
 * ptime_modwatch_init() - Start watching modules
 *
 * Context: process, may sleep, not under ptime_probes_lock(): if a probe concerns the module,
 * the notifiers take that lock while they hold the lock of the notifier chain.
 * Return: 0, or -errno of register_module_notifier().
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
 * ptime_modwatch_exit() - Stop watching modules
 *
 * On return none of the notifiers runs.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which the notifiers take.
 */
void ptime_modwatch_exit(void)
{
	unregister_module_notifier(&coming_block);
	unregister_module_notifier(&going_block);
}
