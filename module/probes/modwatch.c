// SPDX-License-Identifier: GPL-2.0
/* modwatch: attaches probes when a module is loaded, detaches them before it is unloaded */
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "kernel/resolve.h"
#include "probes/attach.h"
#include "probes/modwatch.h"
#include "probes/probe.h"
#include "probes/reaper.h"

/* GCC names its copies of a function by the function's name, a dot and a suffix */
static bool is_symbol_of(const char *symbol, const char *function)
{
	size_t length = strlen(function);

	return !strncmp(symbol, function, length) && (!symbol[length] || symbol[length] == '.');
}

/* the module is coming: its symbol table does not change yet, so no lock is needed */
static bool module_has_symbol(const struct module *module, const char *function)
{
#ifdef CONFIG_KALLSYMS
	const struct mod_kallsyms *symbols = rcu_dereference_raw(module->kallsyms);
	unsigned int i;

	for (i = 0; i < symbols->num_symtab; i++)
		if (is_symbol_of(symbols->strtab + symbols->symtab[i].st_name, function))
			return true;
#endif
	return false;
}

static bool is_bare(const struct ptime_probe *probe)
{
	return probe->origin != PTIME_FROM_TABLE && !strchr(probe->names, ':');
}

/*
 * A bare name that is not from the table may be a function of any module. If the function is
 * probed already, it is not looked up again.
 */
static bool may_be_in(const struct module *module, const struct ptime_probe *probe)
{
	if (READ_ONCE(probe->handle) || READ_ONCE(probe->doomed))
		return false;
	if (ptime_names_mention(probe->names, module->name))
		return true;
	return is_bare(probe) && READ_ONCE(probe->error) != -EEXIST &&
	       module_has_symbol(module, probe->names);
}

static bool is_attached_in(const struct module *module, const struct ptime_probe *probe)
{
	return !strcmp(probe->symbol.module, module->name) && (probe->handle || probe->busy);
}

static bool is_in_init_of(const struct module *module, const struct ptime_probe *probe)
{
	return READ_ONCE(probe->handle) &&
	       within_module_init((unsigned long)probe->symbol.address, module);
}

static bool is_named_in(const struct module *module, const struct ptime_probe *probe)
{
	return is_bare(probe) || ptime_names_mention(probe->names, module->name);
}

/*
 * A lookup that is under way may find a function of the module, and waits for nobody. After it,
 * ftrace may wait for a busy task, so only a probe whose function is in the module counts.
 */
static bool is_attaching_in(const struct module *module, const struct ptime_probe *probe)
{
	if (!probe->busy || probe->handle || !is_named_in(module, probe))
		return false;
	return !probe->found || !strcmp(probe->found->module, module->name);
}

/*
 * Runs without the lock. While a probe is busy, another CPU may be attaching it, and its function
 * and handle are not final. Then the answer is yes, and the caller decides under the lock. The
 * handle is written before @busy is cleared, so @busy is read first.
 */
static bool probe_concerns(const struct ptime_probe *probe, const struct module *module,
			   unsigned long state)
{
	/* pairs with the release in ptime_probe_clear_busy() */
	bool busy = smp_load_acquire(&probe->busy);

	switch (state) {
	case MODULE_STATE_COMING:
		return may_be_in(module, probe);
	case MODULE_STATE_LIVE:
		return (busy && is_named_in(module, probe)) || is_in_init_of(module, probe);
	case MODULE_STATE_GOING:
		return (busy && is_named_in(module, probe)) || is_attached_in(module, probe);
	default:
		return false;
	}
}

/* takes rcu_read_lock() only, so that a module without probes does not wait for a lock */
static bool any_probe_concerns(const struct module *module, unsigned long state)
{
	const struct ptime_probe *probe;
	bool found = false;

	rcu_read_lock();
	list_for_each_entry_rcu(probe, &ptime_probes, node) {
		found = probe_concerns(probe, module, state);
		if (found)
			break;
	}
	rcu_read_unlock();
	return found;
}

/* step-only probes come last: they would have to make way for probes that time a function */
static void probes_take_coming(const struct module *module, struct list_head *todo)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (ptime_probes_info.closing || !may_be_in(module, probe))
			continue;
		if (probe->busy) {
			probe->again = true;
			continue;
		}
		probe->busy = true;
		if (probe->origin == PTIME_FROM_STEPS)
			list_add_tail(&probe->todo, todo);
		else
			list_add(&probe->todo, todo);
	}
}

/* attach probes to a module whose code has not run yet */
static void modwatch_coming(const struct module *module)
{
	LIST_HEAD(todo);

	ptime_probes_lock();
	probes_take_coming(module, &todo);
	ptime_probes_unlock();
	ptime_attach(&todo);
}

/* mark the probe to be detached, but kept; returns whether to wait for that */
static bool probe_leave(struct ptime_probe *probe, int err)
{
	bool calls = (probe->handle || probe->busy) && !probe->detach;

	probe->pending = err == -EAGAIN;
	probe->error = err;
	probe->again = false;
	if (calls) {
		probe->detach = true;
		ptime_reaper_call();
	}
	return (probe->handle || probe->busy) && !probe->kept;
}

static bool probes_leave_init(const struct module *module)
{
	struct ptime_probe *probe;
	bool left = false;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (!is_in_init_of(module, probe)) {
			left |= is_attaching_in(module, probe);
			continue;
		}
		left |= probe_leave(probe, -ENOENT);
		scnprintf(probe->reason, sizeof(probe->reason),
			  "%s was init code and has been freed (%d)",
			  probe->symbol.function, -ENOENT);
	}
	return left;
}

static bool probes_leave_module(const struct module *module)
{
	struct ptime_probe *probe;
	bool left = false;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (strcmp(probe->symbol.module, module->name)) {
			left |= is_attaching_in(module, probe);
			continue;
		}
		left |= probe_leave(probe, -EAGAIN);
		scnprintf(probe->reason, sizeof(probe->reason),
			  "module %s was unloaded", module->name);
	}
	return left;
}

/* after each wait go through the whole list: it may change while the lock is not held */
static void probes_wait_until_left(const struct module *module,
				   bool (*leave)(const struct module *))
{
	u64 changes;
	bool left;

	do {
		changes = ptime_reaper_changes();
		ptime_probes_lock();
		left = leave(module);
		ptime_probes_unlock();
		if (left)
			ptime_reaper_wait_change(changes);
	} while (left);
}

/*
 * Detach probes from the module's init code before it is freed. If init functions are probed, this
 * waits for as long as tasks are busy.
 */
static void modwatch_live(const struct module *module)
{
	probes_wait_until_left(module, probes_leave_init);
}

/*
 * Detach probes from the module. They become pending and keep their counts. If functions of the
 * module are probed, this waits for as long as tasks are busy: the code must not be freed before
 * ftrace has given it up.
 */
static void modwatch_going(const struct module *module)
{
	probes_wait_until_left(module, probes_leave_module);
}

static int modwatch_notify(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *module = data;

	if (!any_probe_concerns(module, state))
		return NOTIFY_DONE;
	if (state == MODULE_STATE_COMING)
		modwatch_coming(module);
	else if (state == MODULE_STATE_LIVE)
		modwatch_live(module);
	return NOTIFY_DONE;
}

static int modwatch_notify_going(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *module = data;

	if (state == MODULE_STATE_GOING && any_probe_concerns(module, state))
		modwatch_going(module);
	return NOTIFY_DONE;
}

/*
 * The kprobes notifier has priority 0 (kernel/kprobes.c). When a module is coming, the kprobes
 * notifier learns which of the module's functions must not be probed. When the init function
 * is done, the kprobes notifier marks the probes on init code gone. So modwatch_block runs after
 * it. When a module is going, the kprobes notifier marks the module's probes gone. So
 * modwatch_going_block runs before it.
 */
static struct notifier_block modwatch_block = {
	.notifier_call = modwatch_notify,
	.priority = -1,
};

static struct notifier_block modwatch_going_block = {
	.notifier_call = modwatch_notify_going,
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

	err = register_module_notifier(&modwatch_going_block);
	if (err)
		return err;
	err = register_module_notifier(&modwatch_block);
	if (err)
		unregister_module_notifier(&modwatch_going_block);
	return err;
}

/* not under ptime_probes_lock(), which the notifiers take; on return none of them runs */
void ptime_modwatch_exit(void)
{
	unregister_module_notifier(&modwatch_block);
	unregister_module_notifier(&modwatch_going_block);
}
