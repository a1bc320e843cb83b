// SPDX-License-Identifier: GPL-2.0
/* hook_control: registers the hooks, starts and stops packet tracing */
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/kconfig.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "packets/account.h"
#include "packets/drop.h"
#include "packets/flow_key.h"
#include "packets/hook_control.h"
#include "packets/holder.h"
#include "packets/hooks.h"
#include "packets/inflight.h"
#include "packets/interrupts.h"
#include "packets/path.h"
#include "packets/polls.h"
#include "packets/schedule.h"

/* serialises start and stop of packet tracing; info, wanted and recorded change under it */
static DEFINE_MUTEX(hooks_mutex);

/* hooks_mutex is held over grace periods. So files copy the info under a lock of its own. */
static struct ptime_hooks_info info;
static DEFINE_SPINLOCK(hooks_info_lock);

static void info_set(bool started, int err)
{
	spin_lock(&hooks_info_lock);
	info.started = started;
	info.err = err;
	spin_unlock(&hooks_info_lock);
}

/* ptime_hooks_resume() is to start packet tracing */
static bool wanted;
/* packet tracing was on since the records were last cleared */
static bool recorded;

static void return_hooks_unregister(void)
{
	struct ptime_return_hook *hook = ptime_return_hooks;

	for (; hook < ptime_return_hooks + ptime_return_hooks_count; hook++)
		if (hook->registered) {
			unregister_kretprobe(&hook->rp);
			cond_resched();
		}
}

static int __init return_hooks_register(void)
{
	struct ptime_return_hook *hook = ptime_return_hooks;
	int err;

	for (; hook < ptime_return_hooks + ptime_return_hooks_count; hook++) {
		err = register_kretprobe(&hook->rp);
		hook->registered = !err;
		/* this kernel lacks the function, or has inlined it into all callers */
		if (err && err != -ENOENT && err != -EINVAL)
			goto err_unregister;
	}
	return 0;

err_unregister:
	return_hooks_unregister();
	return err;
}

static void return_hooks_disable(void)
{
	struct ptime_return_hook *hook = ptime_return_hooks;

	for (; hook < ptime_return_hooks + ptime_return_hooks_count; hook++)
		if (hook->registered) {
			disable_kretprobe(&hook->rp);
			cond_resched();
		}
}

static int return_hooks_enable(void)
{
	struct ptime_return_hook *hook = ptime_return_hooks;
	int err;

	for (; hook < ptime_return_hooks + ptime_return_hooks_count; hook++) {
		err = hook->registered ? enable_kretprobe(&hook->rp) : 0;
		if (err) {
			return_hooks_disable();
			return err;
		}
		cond_resched();
	}
	return 0;
}

static void __init find_tracepoint(struct tracepoint *tracepoint, void *data)
{
	struct ptime_tracepoint_hook *hook = ptime_tracepoint_hooks;

	for (; hook < ptime_tracepoint_hooks + ptime_tracepoint_hooks_count; hook++)
		if (!strcmp(hook->name, tracepoint->name) &&
		    (!hook->is_wanted || hook->is_wanted()))
			hook->tracepoint = tracepoint;
}

/* unregister ptime_tracepoint_hooks[0] to [end - 1], last one first */
static void tracepoint_hooks_unregister(size_t end)
{
	const struct ptime_tracepoint_hook *hook;

	while (end-- > 0) {
		hook = &ptime_tracepoint_hooks[end];
		if (hook->tracepoint)
			tracepoint_probe_unregister(hook->tracepoint, hook->probe, NULL);
		cond_resched();
	}
}

static int tracepoint_hooks_register(void)
{
	const struct ptime_tracepoint_hook *hook;
	size_t i;
	int err;

	for (i = 0; i < ptime_tracepoint_hooks_count; i++) {
		hook = &ptime_tracepoint_hooks[i];
		if (!hook->tracepoint)
			continue;
		err = tracepoint_probe_register(hook->tracepoint, hook->probe, NULL);
		if (err) {
			tracepoint_hooks_unregister(i);
			return err;
		}
		cond_resched();
	}
	return 0;
}

static void hooks_wait(void)
{
	tracepoint_synchronize_unregister();
	/* wait for probes that still trace packets: they run with preemption off */
	synchronize_rcu();
}

/* The hooks go one after the other, so all of them stop to count before. */
static void hooks_unregister(void)
{
	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return;
	ptime_hooks_set_tracing(false);
	tracepoint_hooks_unregister(ptime_tracepoint_hooks_count);
	return_hooks_disable();
	hooks_wait();
}

static int hooks_register(void)
{
	int err;

	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return -EOPNOTSUPP;
	err = return_hooks_enable();
	if (err)
		return err;
	err = tracepoint_hooks_register();
	if (err) {
		return_hooks_disable();
		hooks_wait();
		return err;
	}
	/* from here on, all hooks count: a packet that is under way has no record */
	ptime_hooks_set_tracing(true);
	return 0;
}

static void hooks_stop_locked(int err)
{
	if (!info.started)
		return;
	info_set(false, err);
	hooks_unregister();
	ptime_polls_stop();
}

static int hooks_start_locked(void)
{
	int err;

	/* while kprobes/enabled is 0, the kernel enables no kretprobe, but returns 0: try again */
	if (info.started) {
		err = return_hooks_enable();
		if (err)
			hooks_stop_locked(err);
		return err;
	}
	ptime_drop_start();
	ptime_polls_start();
	ptime_interrupts_start();
	ptime_schedules_start();
	err = hooks_register();
	if (err)
		ptime_polls_stop();
	info_set(!err, err);
	recorded = true;
	if (!err)
		ptime_inflight_sweep();
	return err;
}

/**
 * ptime_hooks_start() - Start packet tracing for the first time
 *
 * The functions with step hooks must have their probes already. Otherwise paths begin whose ends
 * are missed.
 *
 * Context: Process, may sleep, at load.
 * Return: 0, or -errno of enable_kretprobe() or tracepoint_probe_register(), which is also
 * ptime_hooks_error().
 */
int ptime_hooks_start(void)
{
	int err = 0;

	mutex_lock(&hooks_mutex);
	if (ptime_paths_max)
		err = hooks_start_locked();
	mutex_unlock(&hooks_mutex);
	return err;
}

/**
 * ptime_hooks_want() - Request that ptime_hooks_resume() starts packet tracing
 *
 * Context: Process, may sleep.
 */
void ptime_hooks_want(void)
{
	mutex_lock(&hooks_mutex);
	wanted = ptime_paths_max;
	mutex_unlock(&hooks_mutex);
}

/**
 * ptime_hooks_resume() - Start packet tracing again if ptime_hooks_want() has requested it
 *
 * While packet tracing was off, ends of packets were missed. The records that are left would be
 * taken for those of other packets, so they are cleared first.
 *
 * Context: The reaper, may sleep for as long as a task is busy. The records are cleared without
 * hooks_mutex. This is safe because only the reaper starts packet tracing again.
 */
void ptime_hooks_resume(void)
{
	bool clears;

	mutex_lock(&hooks_mutex);
	clears = !info.started && recorded;
	recorded &= !clears;
	mutex_unlock(&hooks_mutex);
	if (clears) {
		ptime_inflight_clear();
		ptime_holder_clear();
	}
	mutex_lock(&hooks_mutex);
	if (wanted)
		hooks_start_locked();
	wanted = false;
	mutex_unlock(&hooks_mutex);
}

/**
 * ptime_hooks_stop() - Stop packet tracing
 *
 * After it returns, no records are made or looked for. See ptime_inflight_clear().
 *
 * Context: Process, may sleep.
 */
void ptime_hooks_stop(void)
{
	mutex_lock(&hooks_mutex);
	wanted = false;
	hooks_stop_locked(info.err);
	mutex_unlock(&hooks_mutex);
}

void ptime_hooks_get_info(struct ptime_hooks_info *copy)
{
	spin_lock(&hooks_info_lock);
	*copy = info;
	spin_unlock(&hooks_info_lock);
}

/**
 * ptime_hooks_missed() - Return how often the kernel did not call a hook of a packet's replacement
 *
 * It has no room for the return of a function if too many calls of it are under way.
 *
 * Context: Any.
 * Return: The number of calls.
 */
unsigned long ptime_hooks_missed(void)
{
	const struct ptime_return_hook *hook = ptime_return_hooks;
	unsigned long missed = 0;

	for (; hook < ptime_return_hooks + ptime_return_hooks_count; hook++)
		missed += hook->rp.nmissed + hook->rp.kp.nmissed;
	return missed;
}

/**
 * ptime_hooks_error() - Return the error of the last attempt to start packet tracing
 *
 * Context: Process.
 * Return: -errno, or 0.
 */
int ptime_hooks_error(void)
{
	struct ptime_hooks_info copy;

	ptime_hooks_get_info(&copy);
	return copy.err;
}

/**
 * ptime_hooks_init() - Prepare packet tracing, without starting it
 * @paths: number of paths to keep; 0 for no packet tracing
 * @slowest: number of slowest packets to keep for each path
 * @inflight: number of packets that may be in flight at once
 * @anonymous: keep no flow keys for them
 * @polls: time polls, and the receive softirq's waits
 *
 * Context: Process, may sleep, at load.
 * Return: 0; -EOPNOTSUPP if the kernel has no tracepoints; -ENOMEM; -errno of
 * register_kretprobe(), except for functions that the kernel lacks.
 */
int __init ptime_hooks_init(u32 paths, u32 slowest, u32 inflight, bool anonymous, bool polls)
{
	int err;

	if (!paths)
		return 0;
	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return -EOPNOTSUPP;
	ptime_hooks_check_types();
	err = ptime_inflight_init(inflight);
	if (err)
		return err;
	ptime_flow_anonymous = anonymous;
	err = ptime_paths_init(paths, slowest);
	if (err)
		goto err_exit_records;
	err = ptime_accounts_init();
	if (err)
		goto err_exit_paths;
	err = ptime_drop_init();
	if (err)
		goto err_exit_accounts;
	err = ptime_holder_init(paths);
	if (err)
		goto err_exit_drop;
	err = polls ? ptime_polls_init() : 0;
	if (err)
		goto err_exit_holder;
	err = ptime_interrupts_init();
	if (err)
		goto err_exit_polls;
	err = ptime_schedules_init();
	if (err)
		goto err_exit_interrupts;
	/* which hooks are wanted is known by now */
	for_each_kernel_tracepoint(find_tracepoint, NULL);
	err = return_hooks_register();
	if (err)
		goto err_exit_schedules;
	return 0;

err_exit_schedules:
	ptime_schedules_exit();
err_exit_interrupts:
	ptime_interrupts_exit();
err_exit_polls:
	ptime_polls_exit();
err_exit_holder:
	ptime_holder_exit();
err_exit_drop:
	ptime_drop_exit();
err_exit_accounts:
	ptime_accounts_exit();
err_exit_paths:
	ptime_paths_exit();
err_exit_records:
	ptime_inflight_exit();
	return err;
}

/**
 * ptime_hooks_exit() - Stop packet tracing and free its memory
 *
 * Context: Process, may sleep; no function with a step hook has a probe any more.
 */
void ptime_hooks_exit(void)
{
	if (!ptime_paths_max)
		return;
	ptime_hooks_stop();
	return_hooks_unregister();
	/* first: the sweeper counts the records that it gives up */
	ptime_inflight_exit();
	ptime_schedules_exit();
	ptime_interrupts_exit();
	ptime_polls_exit();
	ptime_holder_exit();
	ptime_drop_exit();
	ptime_accounts_exit();
	ptime_paths_exit();
}
