// SPDX-License-Identifier: GPL-2.0
/*
 * reaper: worker that takes probes out of the code and does the waiting
 *
 * To take out a direct call, ftrace waits until every task has slept or been in user space
 * (RCU tasks). Meanwhile ftrace holds locks that every module load takes. A task that is busy
 * in the kernel for a minute makes ftrace wait for a minute. So one worker does all of this,
 * and no task waits for a lock of pathtime meanwhile. To have a probe taken out, a task marks
 * it and calls the worker. Before the worker enters ftrace it waits once itself, with no lock
 * held. So a busy task delays only the worker.
 *
 * The module is pinned while the worker has work, so the exit function never waits for it.
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
#include "probes/reset.h"

/*
 * reaper_unpin() polls DRAIN_TRIES times for active calls that are about to return. If some are
 * left, the worker runs again after DRAIN_AGAIN.
 */
#define DRAIN_TRIES	25
#define DRAIN_POLL_MS	20
#define DRAIN_AGAIN	(HZ / 5)

static void reaper_run(struct work_struct *work);
static DECLARE_DELAYED_WORK(reaper_work, reaper_run);
static struct workqueue_struct *reaper_queue;

/* woken when a probe is no longer busy, and when the worker has finished a run */
static DECLARE_WAIT_QUEUE_HEAD(reaper_changed);

static atomic64_t reaper_change_count = ATOMIC64_INIT(0);

/* calls of the worker, and calls that it has answered; changed under ptime_probes_lock() */
static u64 reaper_called;
static u64 reaper_answered;

/* wakes the tasks that wait for a probe or for the worker */
void ptime_reaper_wake(void)
{
	atomic64_inc(&reaper_change_count);
	wake_up_all(&reaper_changed);
}

/* number of ptime_reaper_wake() so far, for ptime_reaper_wait_change() */
u64 ptime_reaper_changes(void)
{
	return atomic64_read(&reaper_change_count);
}

enum job { DISARM, DETACH };

/* probes that the worker has marked busy */
struct batch {
	struct ptime_probe *probes[PTIME_DETACH_MAX];
	unsigned int count;
};

static bool probe_wants(const struct ptime_probe *probe, enum job job)
{
	if (!probe->handle || probe->busy || probe->kept)
		return false;
	return job == DETACH ? probe->detach || probe->doomed : probe->stop && probe->armed;
}

static void batch_collect_from(struct batch *batch, struct list_head *probes, enum job job,
			       bool waits)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, probes, node) {
		if (batch->count == PTIME_DETACH_MAX)
			return;
		if (probe->backend->waits != waits || !probe_wants(probe, job))
			continue;
		probe->busy = true;
		batch->probes[batch->count++] = probe;
	}
}

/*
 * Collect up to PTIME_DETACH_MAX probes that are to be disarmed or detached. @waits selects
 * the backend, as only one backend waits for RCU tasks.
 */
static bool batch_collect(struct batch *batch, enum job job, bool waits)
{
	batch->count = 0;
	ptime_probes_lock();
	batch_collect_from(batch, &ptime_probes, job, waits);
	batch_collect_from(batch, &ptime_probes_own, job, waits);
	ptime_probes_unlock();
	return batch->count;
}

static void probe_keep(struct ptime_probe *probe)
{
	probe->kept = true;
	probe->error = -ENODEV;
	scnprintf(probe->reason, sizeof(probe->reason),
		  "the kernel could not remove the probe of %s: the module stays loaded",
		  probe->symbol.function);
	pr_warn_once("%s: the kernel could not remove the probe (ftrace shut down, or no memory): the module stays loaded\n",
		     probe->symbol.function);
}

static void batch_disarm(struct batch *batch)
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
			probe_keep(probe);
		ptime_probe_clear_busy(probe);
		ptime_probes_unlock();
		ptime_reaper_wake();
		cond_resched();
	}
}

/*
 * Readers use a handle under ptime_probes_lock() as long as its probe has it. So the probes
 * give up their handles before these are freed.
 */
static void batch_detach(struct batch *batch)
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
			probe_keep(probe);
		} else {
			probe->handle = NULL;
			probe->armed = false;
			probe->detach = false;
			probe->stop = false;
			probe->over_budget = false;
			probe->missed += missed[i];
		}
		ptime_probe_clear_busy(probe);
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
 * If a live patch or other code that redirects calls takes over a function, mark its probe to
 * be detached. probes_retry() then attaches it by a backend that can still time the function.
 * Returns true if such a probe is busy and the worker has to check again.
 */
static bool probes_give_way(void)
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
		pr_info("%s: makes way for a live patch: the direct call is removed\n",
			probe->symbol.function);
		probe->detach = true;
		probe->error = -EEXIST;
		scnprintf(probe->reason, sizeof(probe->reason),
			  "makes way for a live patch");
	}
	return again;
}

/* disarm and detach all marked probes of the backend; returns whether there was any */
static bool probes_take_out(bool waits)
{
	struct batch batch;
	bool any = false;

	while (batch_collect(&batch, DISARM, waits)) {
		batch_disarm(&batch);
		any = true;
	}
	while (batch_collect(&batch, DETACH, waits)) {
		batch_detach(&batch);
		any = true;
	}
	return any;
}

static bool probe_waits(const struct ptime_probe *probe)
{
	return probe->backend->waits && (probe_wants(probe, DISARM) || probe_wants(probe, DETACH));
}

static bool is_direct_work_left(void)
{
	const struct ptime_probe *probe;
	bool left = false;

	ptime_probes_lock();
	list_for_each_entry(probe, &ptime_probes, node)
		left |= probe_waits(probe);
	list_for_each_entry(probe, &ptime_probes_own, node)
		left |= probe_waits(probe);
	ptime_probes_unlock();
	return left;
}

static bool is_to_be_freed(const struct ptime_probe *probe)
{
	return probe->doomed && !probe->handle && !probe->busy;
}

static void unlink_doomed(struct list_head *probes, struct list_head *freed)
{
	struct ptime_probe *probe, *next;

	list_for_each_entry_safe(probe, next, probes, node) {
		if (!is_to_be_freed(probe))
			continue;
		list_del_rcu(&probe->node);
		list_add(&probe->todo, freed);
	}
}

/*
 * synchronize_rcu() waits for the module notifiers, which walk the list without the lock.
 * Calls that use a recorder have been waited for when the probe was detached.
 */
static bool probes_free_doomed(void)
{
	struct ptime_probe *probe, *next;
	LIST_HEAD(freed);

	ptime_probes_lock();
	unlink_doomed(&ptime_probes, &freed);
	unlink_doomed(&ptime_probes_own, &freed);
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
	       (any && probe->error == -EEXIST && !ptime_probe_find(&probe->symbol));
}

/*
 * Attach probes again whose module was loaded while they were busy. If @any probe has ended,
 * do so also with probes whose function had another probe.
 */
static void probes_retry(bool any)
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
 * Unpin the module if no task is left in its code.
 *
 * If ftrace has shut itself down, the kernel keeps the kprobes that ftrace calls, including
 * the canary's, and the module stays pinned. It also stays pinned if the kernel could not take
 * out a kretprobe, for example for lack of memory.
 *
 * Returns false if only active calls keep the module pinned, so that the worker has to try
 * again.
 */
static bool reaper_unpin(void)
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

static void reaper_answer(u64 calls)
{
	ptime_probes_lock();
	reaper_answered = calls;
	ptime_probes_unlock();
	ptime_reaper_wake();
}

static void reaper_run(struct work_struct *work)
{
	bool any, again, spares;
	u64 calls;

	ptime_probes_lock();
	calls = reaper_called;
	again = probes_give_way();
	ptime_probes_unlock();

	any = probes_take_out(false);
	/*
	 * series that a reset replaces from here on are not waited for: the next run frees
	 * them
	 */
	spares = ptime_reset_has_spares();
	if (is_direct_work_left() || spares || ptime_backends_have_refused()) {
		ptime_wait_for_callers();
		any |= probes_take_out(true);
		ptime_backends_free_refused();
	}
	ptime_hooks_resume();
	if (spares)
		ptime_reset_free_spares();
	any |= probes_free_doomed();
	probes_retry(any);
	if (!reaper_unpin() || again)
		queue_delayed_work(reaper_queue, &reaper_work, DRAIN_AGAIN);
	reaper_answer(calls);
}

/**
 * ptime_reaper_call() - Have the worker look for work
 *
 * Context: process, under ptime_probes_lock(). Does not wait for the worker.
 */
void ptime_reaper_call(void)
{
	reaper_called++;
	/*
	 * ptime_pin() fails while the module is being unloaded. The worker runs nevertheless,
	 * until ptime_reaper_exit() ends it: another module that is going may wait for it.
	 */
	ptime_pin();
	mod_delayed_work(reaper_queue, &reaper_work, 0);
}

static void reaper_look(void)
{
	mod_delayed_work(reaper_queue, &reaper_work, 0);
}

static bool reaper_is_done(void)
{
	u64 calls = READ_ONCE(reaper_called);

	return READ_ONCE(reaper_answered) >= calls;
}

/**
 * ptime_reaper_wait() - Wait until the worker has done what it was called for so far
 *
 * Context: process, may sleep for as long as any task is busy in the kernel, not under
 * ptime_probes_lock(), which the worker takes.
 * Return: 0; -ERESTARTSYS if a signal came first: the worker goes on.
 */
int ptime_reaper_wait(void)
{
	return wait_event_interruptible(reaper_changed, reaper_is_done());
}

/**
 * ptime_reaper_wait_killable() - Wait as ptime_reaper_wait() does, until SIGKILL
 *
 * Other signals must not end this wait. A shell gets SIGCHLD whenever a job of its own ends,
 * and would go on as if the worker had finished.
 *
 * Context: process, may sleep for as long as any task is busy in the kernel, not under
 * ptime_probes_lock(), which the worker takes.
 */
void ptime_reaper_wait_killable(void)
{
	wait_event_killable(reaper_changed, reaper_is_done());
}

/**
 * ptime_reaper_wait_change() - Wait for the next ptime_reaper_wake()
 * @since: ptime_reaper_changes() from before the caller checked the probes
 *
 * No signal ends the wait, and the kernel does not report the task as hung.
 *
 * Context: process, may sleep for as long as any task is busy in the kernel, not under
 * ptime_probes_lock(), which the worker takes.
 */
void ptime_reaper_wait_change(u64 since)
{
	wait_event_idle(reaper_changed, ptime_reaper_changes() != since);
}

/**
 * ptime_reaper_drain() - Wait until all probes and active calls have left the module's code
 *
 * If a load fails, the kernel frees the module's code. Only this wait keeps it from calling
 * that code afterwards.
 *
 * Context: process, may sleep until functions that were timed return.
 */
void ptime_reaper_drain(void)
{
	wait_event_idle(reaper_changed, reaper_is_done() && !ptime_is_pinned());
}

bool ptime_reaper_is_at_work(void)
{
	return !reaper_is_done();
}

/**
 * ptime_reaper_init() - Create the worker
 *
 * Context: process, at load.
 * Return: 0 or -ENOMEM.
 */
int ptime_reaper_init(void)
{
	reaper_queue = alloc_workqueue("pathtime", WQ_UNBOUND, 1);
	if (!reaper_queue)
		return -ENOMEM;
	ptime_backends_init(reaper_look);
	ptime_pin_init(reaper_look);
	return 0;
}

/*
 * The kernel could not take these probes out, and its table still has them, so they stay allocated.
 * Their functions have gone, or the module would be pinned. So nobody counts in their series.
 */
static void free_series_of_kept(struct list_head *probes)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, probes, node) {
		ptime_probe_free_series(probe->recorder.hist);
		ptime_probe_free_series(probe->spare);
	}
}

/**
 * ptime_reaper_exit() - Do the work that is left and destroy the worker
 *
 * Context: process, at unload, when the module is not pinned. No direct call is left then, so
 * this does not wait for tasks, unless a reset came just before.
 */
void ptime_reaper_exit(void)
{
	cancel_delayed_work_sync(&reaper_work);
	probes_take_out(false);
	probes_take_out(true);
	probes_free_doomed();
	ptime_backends_free_refused();
	if (ptime_reset_has_spares()) {
		ptime_wait_for_callers();
		ptime_reset_free_spares();
	}
	free_series_of_kept(&ptime_probes);
	free_series_of_kept(&ptime_probes_own);
	ptime_backends_exit();
	destroy_workqueue(reaper_queue);
}
