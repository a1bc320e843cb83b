// SPDX-License-Identifier: GPL-2.0
/*
 * reaper: takes probes out of the code, and waits, so that nobody else has to
 *
 * To take a direct call out, ftrace waits until every task of the kernel has slept or been in
 * user space (RCU tasks), with locks of its own held that each load of a module takes. A task
 * that is busy for a minute makes it wait for a minute. So one worker does all of this, while
 * nobody waits for a lock of ours: those who want a probe out mark it, and call the worker.
 * Before it goes into ftrace it waits once itself, with no lock held: the busy task holds up
 * the worker, and nobody else.
 *
 * As long as it has work the module is pinned, so that its exit function never waits for it.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/delay.h>
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/printk.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "kernel/pin.h"
#include "kernel/wait.h"
#include "packets/hooks.h"
#include "probes/attach.h"
#include "probes/probe.h"
#include "probes/reaper.h"

/* Calls that are about to return are waited for; others are looked for again and again. */
#define DRAIN_TRIES	25
#define DRAIN_POLL_MS	20
#define DRAIN_AGAIN	(HZ / 5)

static void reap(struct work_struct *work);
static DECLARE_DELAYED_WORK(reaping, reap);
static struct workqueue_struct *queue;

/* whenever a probe is busy no more, and whenever the worker has done all */
static DECLARE_WAIT_QUEUE_HEAD(changed);

static atomic64_t changes = ATOMIC64_INIT(0);

/* calls of the worker, and how many of them it has answered; under ptime_probes_lock() */
static u64 called;
static u64 answered;

/**
 * ptime_reaper_wake() - tell those who wait that a probe is busy no more
 *
 * Context: process.
 */
void ptime_reaper_wake(void)
{
	atomic64_inc(&changes);
	wake_up_all(&changed);
}

/**
 * ptime_reaper_changes() - how often anything has changed
 *
 * Context: any. Return: a number for ptime_reaper_wait_change().
 */
u64 ptime_reaper_changes(void)
{
	return atomic64_read(&changes);
}

enum job { DISARM, DETACH };

/* probes that the worker has made busy */
struct batch {
	struct ptime_probe *probes[PTIME_DETACH_MAX];
	unsigned int count;
};

static bool wants(const struct ptime_probe *probe, enum job job)
{
	if (!probe->handle || probe->busy || probe->kept)
		return false;
	return job == DETACH ? probe->detach || probe->doomed : probe->stop && probe->armed;
}

static void collect_from(struct list_head *probes, struct batch *batch, enum job job, bool waits)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, probes, node) {
		if (batch->count == PTIME_DETACH_MAX)
			return;
		if (probe->backend->waits != waits || !wants(probe, job))
			continue;
		probe->busy = true;
		batch->probes[batch->count++] = probe;
	}
}

/* some that are to be disarmed, or detached, all of one backend */
static bool collect(struct batch *batch, enum job job, bool waits)
{
	batch->count = 0;
	ptime_probes_lock();
	collect_from(&ptime_probes, batch, job, waits);
	collect_from(&ptime_probes_own, batch, job, waits);
	ptime_probes_unlock();
	return batch->count;
}

static void keep(struct ptime_probe *probe)
{
	probe->kept = true;
	probe->error = -ENODEV;
	scnprintf(probe->reason, sizeof(probe->reason),
		  "the kernel could not take %s out: it keeps it, and the module stays",
		  probe->symbol.function);
	pr_warn_once("%s: the kernel could not take the probe out, and the module stays: has ftrace shut itself down, or was there no memory?\n",
		     probe->symbol.function);
}

static void disarm_all(struct batch *batch)
{
	struct ptime_probe *probe;
	unsigned int i;
	int err;

	for (i = 0; i < batch->count; i++) {
		probe = batch->probes[i];
		err = probe->backend->disarm(probe->handle);
		ptime_probes_lock();
		probe->armed = err;
		probe->stop = false;
		if (err)
			keep(probe);
		probe->busy = false;
		ptime_probes_unlock();
		ptime_reaper_wake();
		cond_resched();
	}
}

/* A reader may be at a handle for as long as its probe has it. */
static void detach_all(struct batch *batch)
{
	const struct ptime_backend *backend = batch->probes[0]->backend;
	void *handles[PTIME_DETACH_MAX];
	u64 missed[PTIME_DETACH_MAX];
	bool kept[PTIME_DETACH_MAX];
	struct ptime_probe *probe;
	unsigned int i;

	for (i = 0; i < batch->count; i++)
		handles[i] = batch->probes[i]->handle;
	backend->detach(handles, missed, kept, batch->count);
	ptime_probes_lock();
	for (i = 0; i < batch->count; i++) {
		probe = batch->probes[i];
		if (kept[i]) {
			keep(probe);
		} else {
			probe->handle = NULL;
			probe->armed = false;
			probe->detach = false;
			probe->stop = false;
			probe->over_budget = false;
			probe->missed += missed[i];
		}
		probe->busy = false;
	}
	ptime_probes_unlock();
	for (i = 0; i < batch->count; i++) {
		if (!kept[i])
			backend->free(handles[i]);
		cond_resched();
	}
	ptime_reaper_wake();
}

/*
 * A live patch, or who else redirects calls, has the function: the backend that can time it
 * nevertheless may have it next.
 * Return: whether there is one that is busy, and is to be looked at again
 */
static bool give_way(void)
{
	struct ptime_probe *probe;
	bool again = false;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (!probe->handle || ptime_probe_is_leaving(probe) || probe->kept ||
		    !probe->backend->gives_way || !probe->backend->gives_way(probe->handle))
			continue;
		if (probe->busy) {
			again = true;
			continue;
		}
		pr_info("%s: makes way for a live patch: the direct call is taken out\n",
			probe->symbol.function);
		probe->detach = true;
		probe->error = -EEXIST;
		scnprintf(probe->reason, sizeof(probe->reason),
			  "makes way for a live patch");
	}
	return again;
}

/* Return: whether there was any */
static bool take_out(bool waits)
{
	struct batch batch;
	bool any = false;

	while (collect(&batch, DISARM, waits)) {
		disarm_all(&batch);
		any = true;
	}
	while (collect(&batch, DETACH, waits)) {
		detach_all(&batch);
		any = true;
	}
	return any;
}

static bool is_direct_work_left(void)
{
	const struct ptime_probe *probe;
	bool left = false;

	ptime_probes_lock();
	list_for_each_entry(probe, &ptime_probes, node)
		left |= probe->backend->waits && (wants(probe, DISARM) || wants(probe, DETACH));
	list_for_each_entry(probe, &ptime_probes_own, node)
		left |= probe->backend->waits && (wants(probe, DISARM) || wants(probe, DETACH));
	ptime_probes_unlock();
	return left;
}

static bool is_to_be_freed(const struct ptime_probe *probe)
{
	return probe->doomed && !probe->handle && !probe->busy;
}

static void unlink_from(struct list_head *probes, struct list_head *freed)
{
	struct ptime_probe *probe, *next;

	list_for_each_entry_safe(probe, next, probes, node) {
		if (!is_to_be_freed(probe))
			continue;
		list_del_rcu(&probe->node);
		list_add(&probe->todo, freed);
	}
}

/* who walks the list without the lock is waited for; hits were when it was detached */
static bool free_doomed(void)
{
	struct ptime_probe *probe, *next;
	LIST_HEAD(freed);

	ptime_probes_lock();
	unlink_from(&ptime_probes, &freed);
	unlink_from(&ptime_probes_own, &freed);
	ptime_probes_unlock();
	if (list_empty(&freed))
		return false;
	synchronize_rcu();
	ptime_probes_lock();
	list_for_each_entry_safe(probe, next, &freed, todo) {
		ptime_probe_free(probe);
		cond_resched();
	}
	ptime_probes_unlock();
	return true;
}

static bool is_to_be_retried(const struct ptime_probe *probe, bool any)
{
	if (probe->handle || probe->busy || probe->doomed)
		return false;
	return probe->again ||
	       (any && probe->error == -EEXIST && !ptime_probes_time(&probe->symbol));
}

/*
 * Of those whose module came while they were busy; and, where @any probe has ended, those whose
 * function had another one.
 */
static void retry(bool any)
{
	struct ptime_probe *probe;
	LIST_HEAD(todo);

	ptime_probes_lock();
	list_for_each_entry(probe, &ptime_probes, node) {
		if (!is_to_be_retried(probe, any))
			continue;
		probe->again = false;
		probe->busy = true;
		list_add_tail(&probe->todo, &todo);
	}
	ptime_probes_unlock();
	ptime_attach(&todo);
}

/*
 * Where ftrace has shut itself down the kernel keeps kprobes that ftrace calls, the canary's
 * among them, and the module stays; so it does with a kretprobe that the kernel could not take
 * out, as where it had no memory.
 *
 * Return: whether the module may go, or nobody but armed probes keeps it
 */
static bool drain(void)
{
	u64 pins = ptime_pin_count();
	unsigned int tries;

	if (ptime_backends_are_dead() || ptime_probes_kept())
		return true;
	for (tries = 0; tries < DRAIN_TRIES; tries++) {
		if (ptime_backends_registered())
			return true;
		if (ptime_backends_drained()) {
			ptime_unpin(pins);
			return true;
		}
		msleep(DRAIN_POLL_MS);
	}
	return false;
}

static void answer(u64 calls)
{
	ptime_probes_lock();
	answered = calls;
	ptime_probes_unlock();
	ptime_reaper_wake();
}

static void reap(struct work_struct *work)
{
	bool any, again, spares;
	u64 calls;

	ptime_probes_lock();
	calls = called;
	again = give_way();
	ptime_probes_unlock();

	any = take_out(false);
	/* what a reset takes out from here on is not waited for, and stays for the next round */
	spares = ptime_probes_have_spares();
	if (is_direct_work_left() || spares || ptime_backends_have_refused()) {
		ptime_wait_for_trampolines();
		any |= take_out(true);
		ptime_backends_free_refused();
	}
	ptime_hooks_resume();
	if (spares)
		ptime_probes_free_spares();
	any |= free_doomed();
	retry(any);
	if (!drain() || again)
		queue_delayed_work(queue, &reaping, DRAIN_AGAIN);
	answer(calls);
}

/**
 * ptime_reaper_call() - have the worker look for what is to be done
 *
 * Context: under ptime_probes_lock(). Waits for nobody.
 */
void ptime_reaper_call(void)
{
	called++;
	/*
	 * While the module is being unloaded it cannot be pinned. The worker still runs, as
	 * another module that goes may wait for it, until ptime_reaper_exit() has ended it.
	 */
	ptime_pin();
	mod_delayed_work(queue, &reaping, 0);
}

static void look(void)
{
	mod_delayed_work(queue, &reaping, 0);
}

static bool is_answered(u64 calls)
{
	return READ_ONCE(answered) >= calls;
}

/**
 * ptime_reaper_wait() - wait until what was asked for has been done
 *
 * Context: process, may sleep for as long as any task of the kernel is busy.
 * Return: 0; -ERESTARTSYS where a signal came first: the work goes on.
 */
int ptime_reaper_wait(void)
{
	return wait_event_interruptible(changed, is_answered(READ_ONCE(called)));
}

/**
 * ptime_reaper_wait_killable() - as ptime_reaper_wait(), but only SIGKILL ends it
 *
 * A shell gets SIGCHLD whenever a job of its own ends, and goes on as if all were done.
 *
 * Context: as ptime_reaper_wait().
 */
void ptime_reaper_wait_killable(void)
{
	wait_event_killable(changed, is_answered(READ_ONCE(called)));
}

/**
 * ptime_reaper_wait_change() - wait until a probe is busy no more, or more has been done
 * @since: ptime_reaper_changes() before the caller looked
 *
 * Context: process, may sleep as for ptime_reaper_wait(), not to be interrupted, but no hung task.
 */
void ptime_reaper_wait_change(u64 since)
{
	wait_event_idle(changed, ptime_reaper_changes() != since);
}

/**
 * ptime_reaper_drain() - wait until all probes and calls have left
 *
 * For a load that fails: no other way keeps the kernel from calling code that is gone.
 *
 * Context: process, may sleep until functions that were timed return.
 */
void ptime_reaper_drain(void)
{
	wait_event_idle(changed, is_answered(READ_ONCE(called)) && !ptime_is_pinned());
}

/**
 * ptime_reaper_is_at_work() - is anything being taken out, or waited for?
 *
 * Context: any. Return: whether there is.
 */
bool ptime_reaper_is_at_work(void)
{
	return !is_answered(READ_ONCE(called));
}

/**
 * ptime_reaper_init() - make the worker
 *
 * Context: process, at load. Return: 0 or -ENOMEM.
 */
int ptime_reaper_init(void)
{
	queue = alloc_workqueue("pathtime", WQ_UNBOUND, 1);
	if (!queue)
		return -ENOMEM;
	ptime_backends_init(look);
	return 0;
}

/**
 * ptime_reaper_exit() - do what is left, and end the worker
 *
 * Context: process, at unload, when the module is not pinned: no direct call is left. Waits
 * for no task.
 */
void ptime_reaper_exit(void)
{
	cancel_delayed_work_sync(&reaping);
	take_out(false);
	take_out(true);
	free_doomed();
	destroy_workqueue(queue);
}
