// SPDX-License-Identifier: GPL-2.0
/* probe: the list of probes, and the life cycle of a probe */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "packets/path.h"
#include "packets/step_hook.h"
#include "probes/attach.h"
#include "probes/probe.h"
#include "probes/reaper.h"
#include "record/shadow_stack.h"

LIST_HEAD(ptime_probes);
LIST_HEAD(ptime_probes_own);
struct ptime_probes_info ptime_probes_info;

/*
 * Protects the list and the probes in it. Readers, the budget and the module notifiers take
 * it, so no holder waits for a grace period, patches code or looks up a name. The recording
 * path does not take it: calls are counted while it is held.
 */
static DEFINE_MUTEX(probes_mutex);

/* defaults of probes whose request names no backend; maxactive 0 lets attach.c choose */
static const struct ptime_backend *default_backend;
static unsigned int default_maxactive;
static u64 last_id;

/**
 * ptime_probe_is_called() - Check whether a name is that of a probe's function
 * @probe: the probe
 * @parts: the name; if it has no module, any module matches
 *
 * Context: under ptime_probes_lock().
 * Return: true if it is.
 */
bool ptime_probe_is_called(const struct ptime_probe *probe, const struct ptime_symbol *parts)
{
	if (strcmp(probe->symbol.function, parts->function))
		return false;
	if (!parts->module[0] || !strcmp(probe->symbol.module, parts->module))
		return true;
	return !probe->symbol.module[0] && !strcmp(parts->module, PTIME_KERNEL_ITSELF);
}

/* an empty series of a probe's calls; NULL if there is no memory */
struct ptime_percpu_hist __percpu *ptime_probe_alloc_series(void)
{
	return ptime_percpu_hist_alloc(ptime_nesting ? &ptime_hist_self_times : NULL, GFP_KERNEL);
}

/**
 * ptime_probe_free_series() - Free the series of all outcomes
 * @series: PTIME_OUTCOMES_MAX series, which may be NULL; set to NULL. The recorder's entry after
 *	them is ptime_percpu_hist_none, which is not freed.
 *
 * Context: process, may sleep.
 */
void ptime_probe_free_series(struct ptime_percpu_hist __percpu **series)
{
	unsigned int i;

	for (i = 0; i < PTIME_OUTCOMES_MAX; i++) {
		ptime_percpu_hist_free(series[i]);
		series[i] = NULL;
	}
}

/**
 * ptime_probe_new() - Allocate a probe
 * @names: "[module:]function" alternatives separated by '|'
 * @group: the group's name
 *
 * Context: process, may sleep, under the lock of the control commands or at load.
 * Return: the probe, in no list; NULL if there is no memory.
 */
struct ptime_probe *ptime_probe_new(const char *names, const char *group)
{
	struct ptime_probe *probe;

	probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	if (!probe)
		return NULL;
	probe->names = kstrdup(names, GFP_KERNEL);
	if (!probe->names) {
		kfree(probe);
		return NULL;
	}
	strscpy(probe->group, group, sizeof(probe->group));
	/* for readers that come before it is attached */
	strscpy(probe->reason, "is being attached", sizeof(probe->reason));
	probe->backend = default_backend;
	probe->arguments = PTIME_ARGUMENTS_UNKNOWN;
	probe->id = ++last_id;
	INIT_LIST_HEAD(&probe->node);
	INIT_LIST_HEAD(&probe->todo);
	return probe;
}

/* frees a probe that was never in a list */
void ptime_probe_discard(struct ptime_probe *probe)
{
	ptime_step_hook_put(probe->hook);
	kfree(probe->names);
	kfree(probe);
}

/**
 * ptime_probe_set_outcomes() - Set what the return values of a probe's function mean
 * @probe: the probe, not attached
 * @outcomes: the outcomes
 *
 * Context: process.
 */
void ptime_probe_set_outcomes(struct ptime_probe *probe, const struct ptime_outcomes *outcomes)
{
	probe->outcomes = outcomes;
	probe->recorder.rule = ptime_outcome_rule(outcomes, ptime_nesting, ptime_paths_max);
	probe->recorder.hist[PTIME_OUTCOME_SELDOM] = &ptime_percpu_hist_none;
}

/**
 * ptime_probe_requested() - Allocate a probe that was asked for by name
 * @request: what was asked for
 *
 * Context: process, may sleep, under the lock of the control commands or at load.
 * Return: the probe, in no list; NULL if there is no memory.
 */
struct ptime_probe *ptime_probe_requested(const struct ptime_request *request)
{
	struct ptime_probe *probe = ptime_probe_new(request->name, request->group);

	if (!probe)
		return NULL;
	probe->origin = request->origin;
	probe->sleeps = request->origin == PTIME_FROM_USER;
	probe->wanted = request->backend;
	probe->arguments = request->arguments;
	probe->force = request->force;
	probe->hook = request->hook;
	ptime_step_hook_get(probe->hook);
	probe->backend = request->backend ?: default_backend;
	ptime_probe_set_outcomes(probe, request->outcomes);
	return probe;
}

/* whether a probe in the list has this function number: another one may have been added since */
static bool function_has_probe(u16 function)
{
	const struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->recorder.function == function)
			return true;
	return false;
}

/**
 * ptime_probe_free() - Free a probe
 * @probe: the probe, detached and unlinked; an RCU grace period has passed since
 *
 * Context: process, may sleep, under ptime_probes_lock().
 */
void ptime_probe_free(struct ptime_probe *probe)
{
	ptime_probe_free_series(probe->recorder.hist);
	ptime_probe_free_series(probe->spare);
	if (!function_has_probe(probe->recorder.function))
		ptime_cct_clear(probe->recorder.function);
	ptime_probe_discard(probe);
}

/**
 * ptime_probe_set_armed() - Store the result of arming a probe
 * @probe: the probe, which is busy
 * @err: what @arm of its backend returned
 *
 * If the backend could not arm the probe, the reaper detaches it and looks its function up again.
 *
 * Context: process, under ptime_probes_lock(). ptime_probe_release() must follow.
 */
void ptime_probe_set_armed(struct ptime_probe *probe, int err)
{
	probe->armed = !err;
	if (err && !probe->detach) {
		probe->detach = true;
		probe->error = -EEXIST;
		scnprintf(probe->reason, sizeof(probe->reason),
			  "could not be armed (%d), and is looked up again", err);
	}
}

/**
 * ptime_probe_release() - Clear the busy mark of a probe
 * @probe: the probe
 *
 * The reaper and the module notifiers skip busy probes. So if the probe was marked meanwhile,
 * this calls the reaper.
 *
 * Context: process, under ptime_probes_lock().
 */
void ptime_probe_release(struct ptime_probe *probe)
{
	bool gives_way = probe->handle && probe->backend->gives_way &&
			 probe->backend->gives_way(probe->handle);

	ptime_probe_clear_busy(probe);
	if (!probe->handle) {
		probe->stop = false;
		probe->detach = false;
	}
	if (probe->stop || probe->detach || probe->doomed || probe->again || gives_way)
		ptime_reaper_call();
	ptime_reaper_wake();
}

/**
 * ptime_probe_doom() - Mark a probe to be detached and freed
 * @probe: the probe
 *
 * The caller has to call the reaper, which does it. Readers see the probe until it is detached.
 *
 * Context: process, under ptime_probes_lock().
 */
void ptime_probe_doom(struct ptime_probe *probe)
{
	probe->doomed = true;
	scnprintf(probe->reason, sizeof(probe->reason), "is being removed");
}

/**
 * ptime_probe_insert() - Insert a probe into the list, after the last one of its group
 * @probe: the probe
 *
 * Context: process, under ptime_probes_lock().
 */
void ptime_probe_insert(struct ptime_probe *probe)
{
	struct ptime_probe *last;

	list_for_each_entry_reverse(last, &ptime_probes, node) {
		if (!strcmp(last->group, probe->group)) {
			list_add_rcu(&probe->node, &last->node);
			return;
		}
	}
	list_add_tail_rcu(&probe->node, &ptime_probes);
}

/**
 * ptime_probe_own() - Add a probe on a function of pathtime itself, hidden from readers
 * @name: "pathtime:function", which no probe has
 * @backend: backend that has to time it
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: the probe, disarmed, for ptime_probe_disown(); ERR_PTR(-ENOMEM);
 * ERR_PTR(-EOPNOTSUPP) if the backend cannot time it; or ERR_PTR() of the kernel's error.
 */
struct ptime_probe *ptime_probe_own(const char *name, const struct ptime_backend *backend)
{
	struct ptime_probe *probe;
	LIST_HEAD(todo);
	int err;

	probe = ptime_probe_new(name, "");
	if (!probe)
		return ERR_PTR(-ENOMEM);
	probe->origin = PTIME_FROM_PATHTIME;
	probe->wanted = backend;
	probe->busy = true;
	ptime_probe_set_outcomes(probe, &ptime_outcomes_all);
	mutex_lock(&probes_mutex);
	list_add_tail(&probe->node, &ptime_probes_own);
	mutex_unlock(&probes_mutex);
	list_add_tail(&probe->todo, &todo);
	ptime_attach(&todo);
	err = probe->error;
	if (!err && probe->backend != backend)
		err = -EOPNOTSUPP;
	if (!err)
		return probe;
	ptime_probe_disown(probe);
	return ERR_PTR(err);
}

/**
 * ptime_probe_disown() - Have the reaper detach and free a probe of ptime_probe_own()
 * @probe: the probe
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes. Does not wait
 * for the reaper.
 */
void ptime_probe_disown(struct ptime_probe *probe)
{
	mutex_lock(&probes_mutex);
	ptime_probe_doom(probe);
	ptime_reaper_call();
	mutex_unlock(&probes_mutex);
}

/**
 * ptime_probe_find() - Find an attached probe that times a function
 * @parts: name of the function; if it has no module, any module matches
 *
 * Context: under ptime_probes_lock().
 * Return: the probe, or NULL.
 */
struct ptime_probe *ptime_probe_find(const struct ptime_symbol *parts)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->handle && probe->origin != PTIME_FROM_STEPS &&
		    ptime_probe_is_called(probe, parts))
			return probe;
	return NULL;
}

/**
 * ptime_probes_init() - Set the defaults of all probes
 * @backend: backend of probes whose request names none
 * @maxactive: active calls that a probe can time at once; 0 lets attach.c choose
 *
 * Context: process, at load, before any probe exists.
 */
void ptime_probes_init(const struct ptime_backend *backend, unsigned int maxactive)
{
	default_backend = backend;
	default_maxactive = maxactive;
	ptime_probes_info.running = true;
	ptime_probes_info.since_ns = ktime_get_boottime_ns();
}

/**
 * ptime_probes_exit() - Have the reaper detach and free all probes, and attach no more
 *
 * ptime_reaper_drain() or ptime_reaper_exit() waits until this is done.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 */
void ptime_probes_exit(void)
{
	struct ptime_probe *probe;

	mutex_lock(&probes_mutex);
	ptime_probes_info.closing = true;
	list_for_each_entry(probe, &ptime_probes, node)
		ptime_probe_doom(probe);
	ptime_reaper_call();
	mutex_unlock(&probes_mutex);
}

const struct ptime_backend *ptime_probes_backend(void)
{
	return default_backend;
}

unsigned int ptime_probes_maxactive(void)
{
	return default_maxactive;
}

void ptime_probes_lock(void)
{
	mutex_lock(&probes_mutex);
}

void ptime_probes_unlock(void)
{
	mutex_unlock(&probes_mutex);
}

/**
 * ptime_probe_is_shown() - Check whether readers see a probe
 * @probe: the probe
 *
 * A step-only probe that is not attached is hidden if another probe is for its function. That
 * one reports the steps, or will when its module is loaded.
 *
 * Context: under ptime_probes_lock().
 * Return: false if the probe is hidden, or is being removed and detached already.
 */
bool ptime_probe_is_shown(const struct ptime_probe *probe)
{
	const struct ptime_probe *other;

	if (probe->doomed && !probe->handle)
		return false;
	if (probe->origin != PTIME_FROM_STEPS || (probe->handle && !ptime_probe_is_leaving(probe)))
		return true;
	list_for_each_entry(other, &ptime_probes, node)
		if (other->origin != PTIME_FROM_STEPS &&
		    ptime_probe_is_called(other, &probe->symbol))
			return false;
	return true;
}

/* under ptime_probes_lock() */
bool ptime_probe_is_leaving(const struct ptime_probe *probe)
{
	return probe->doomed || (probe->handle && (probe->stop || probe->detach));
}

/* returns why the kernel does not call an armed probe, or NULL */
static const char *inactive_reason(const struct ptime_probe *probe)
{
	if (!probe->handle || !probe->armed || probe->kept)
		return NULL;
	return probe->backend->inactive_reason(probe->handle);
}

/* a sentence for the user, may be empty; under ptime_probes_lock() */
const char *ptime_probe_reason(const struct ptime_probe *probe)
{
	if (probe->over_budget && !probe->kept)
		return "stopped by the budget, as the most expensive probe: start arms it again";
	return inactive_reason(probe) ?: probe->reason;
}

/**
 * ptime_probe_state() - Determine the state of a probe
 * @probe: the probe
 *
 * Context: under ptime_probes_lock().
 * Return: the state.
 */
enum ptime_state ptime_probe_state(const struct ptime_probe *probe)
{
	if (probe->kept)
		return PTIME_STATE_FAILED;
	if (ptime_probe_is_leaving(probe))
		return PTIME_STATE_STOPPING;
	if (!probe->handle)
		return probe->pending || probe->busy ? PTIME_STATE_PENDING : PTIME_STATE_FAILED;
	if (!probe->armed)
		return PTIME_STATE_STOPPED;
	return inactive_reason(probe) ? PTIME_STATE_INACTIVE : PTIME_STATE_ARMED;
}

/**
 * ptime_probe_missed() - Count the calls that a probe has not measured since load or reset
 * @probe: the probe
 *
 * Context: under ptime_probes_lock().
 * Return: number of missed calls.
 */
u64 ptime_probe_missed(const struct ptime_probe *probe)
{
	u64 missed = probe->missed;

	if (probe->handle)
		missed += probe->backend->missed(probe->handle);
	return missed;
}

/**
 * ptime_probes_kept() - Count the probes that the kernel could not take out and may still call
 *
 * A kretprobe of one of pathtime's own functions does not count: the function is not called any
 * more.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: number of probes.
 */
unsigned int ptime_probes_kept(void)
{
	const struct ptime_probe *probe;
	unsigned int kept = 0;

	mutex_lock(&probes_mutex);
	list_for_each_entry(probe, &ptime_probes, node)
		kept += probe->kept && probe->backend->runs &&
			probe->backend->runs(probe->handle);
	/* a direct call pins the module although its function is not called any more */
	list_for_each_entry(probe, &ptime_probes_own, node)
		kept += probe->kept && probe->backend->waits && probe->backend->runs &&
			probe->backend->runs(probe->handle);
	mutex_unlock(&probes_mutex);
	return kept;
}
