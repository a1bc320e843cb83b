// SPDX-License-Identifier: GPL-2.0
/* probe: life cycle of a probe: pending, armed, gone, armed again */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "packets/hooks.h"
#include "packets/path.h"
#include "probes/attach.h"
#include "probes/probe.h"
#include "probes/reaper.h"

LIST_HEAD(ptime_probes);
LIST_HEAD(ptime_probes_own);
struct ptime_probes_info ptime_probes_info;

/*
 * Protects the list and the probes in it. Readers, the budget and the module notifiers take
 * it, so no holder waits for a grace period, patches code or looks up a name. The recording
 * path does not take it: calls are counted while it is held.
 */
static DEFINE_MUTEX(mutex);

/*
 * Serialises control commands, which are its only users. A command may wait for grace periods,
 * patch code and look up names while it holds this mutex.
 */
static DEFINE_MUTEX(verbs_mutex);

/* defaults of probes whose request names no backend; maxactive 0 lets attach.c choose */
static const struct ptime_backend *default_backend;
static unsigned int default_maxactive;
static u64 last_id;

/* all probes are being removed: attach none when a module is loaded */
static bool closing;

/* the reaper has not yet freed the series that a reset replaced */
static bool has_spares;

/* whether @parts names the probe's function; if @parts has no module, any module matches */
static bool is_symbol(const struct ptime_probe *probe,
		      const struct ptime_symbol *parts)
{
	if (strcmp(probe->symbol.function, parts->function))
		return false;
	if (!parts->module[0] || !strcmp(probe->symbol.module, parts->module))
		return true;
	return !probe->symbol.module[0] && !strcmp(parts->module, PTIME_KERNEL_ITSELF);
}

static const char *holder(const struct ptime_probe *probe)
{
	return probe->symbol.module[0] ? probe->symbol.module : PTIME_KERNEL_ITSELF;
}

/* the recorder's entry after the outcomes is ptime_percpu_hist_none, which is not freed */
static void free_series(struct ptime_percpu_hist __percpu **series)
{
	unsigned int i;

	for (i = 0; i < PTIME_OUTCOMES_MAX; i++) {
		ptime_percpu_hist_free(series[i]);
		series[i] = NULL;
	}
}

static int alloc_series(struct ptime_percpu_hist __percpu **series, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		series[i] = ptime_percpu_hist_alloc(ptime_nesting);
		if (!series[i]) {
			free_series(series);
			return -ENOMEM;
		}
	}
	return 0;
}

static struct ptime_probe *probe_new(const char *names, const char *group)
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
	probe->backend = default_backend;
	probe->arguments = PTIME_ARGUMENTS_UNKNOWN;
	probe->id = ++last_id;
	INIT_LIST_HEAD(&probe->node);
	INIT_LIST_HEAD(&probe->todo);
	return probe;
}

static void set_outcomes(struct ptime_probe *probe,
			 const struct ptime_outcomes *outcomes)
{
	probe->outcomes = outcomes;
	probe->recorder.rule = ptime_outcome_rule(outcomes, ptime_nesting, ptime_paths_max);
	probe->recorder.hist[PTIME_OUTCOME_SELDOM] = &ptime_percpu_hist_none;
}

/* whether a probe in the list has this function number: another one may have been added since */
static bool has_probe(u16 function)
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
	free_series(probe->recorder.hist);
	free_series(probe->spare);
	if (!has_probe(probe->recorder.function))
		ptime_cct_clear(probe->recorder.function);
	kfree(probe->names);
	kfree(probe);
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

	probe->busy = false;
	if (!probe->handle) {
		probe->stop = false;
		probe->detach = false;
	}
	if (probe->stop || probe->detach || probe->doomed || probe->again || gives_way)
		ptime_reaper_call();
	ptime_reaper_wake();
}

/* have the reaper detach and free the probe; readers see it until it is detached */
static void doom(struct ptime_probe *probe)
{
	probe->doomed = true;
	scnprintf(probe->reason, sizeof(probe->reason), "is being removed");
}

/* insert after the last probe of the same group, to keep groups together */
static void insert(struct ptime_probe *probe)
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

	probe = probe_new(name, "");
	if (!probe)
		return ERR_PTR(-ENOMEM);
	probe->origin = PTIME_FROM_PATHTIME;
	probe->wanted = backend;
	probe->busy = true;
	set_outcomes(probe, &ptime_outcomes_all);
	mutex_lock(&mutex);
	list_add_tail(&probe->node, &ptime_probes_own);
	mutex_unlock(&mutex);
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
	mutex_lock(&mutex);
	doom(probe);
	ptime_reaper_call();
	mutex_unlock(&mutex);
}

/* an attached probe that times a function of this name; without a module, of any module */
static struct ptime_probe *find_symbol(const struct ptime_symbol *parts)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->handle && probe->origin != PTIME_FROM_STEPS && is_symbol(probe, parts))
			return probe;
	return NULL;
}

/* a function may have a probe of each origin; then one of them has the handle */
static struct ptime_probe *find_names(const char *names, enum ptime_origin origin)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (!probe->doomed && probe->origin == origin && !strcmp(probe->names, names))
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

	mutex_lock(&mutex);
	closing = true;
	list_for_each_entry(probe, &ptime_probes, node)
		doom(probe);
	ptime_reaper_call();
	mutex_unlock(&mutex);
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
	mutex_lock(&mutex);
}

void ptime_probes_unlock(void)
{
	mutex_unlock(&mutex);
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
		if (other->origin != PTIME_FROM_STEPS && is_symbol(other, &probe->symbol))
			return false;
	return true;
}

/**
 * ptime_probe_is_leaving() - Check whether a probe is being taken out of the code
 * @probe: the probe
 *
 * Context: under ptime_probes_lock().
 * Return: true if it is, or is marked to be.
 */
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

/**
 * ptime_probe_reason() - Describe what the user has to know about a probe
 * @probe: the probe
 *
 * Context: under ptime_probes_lock().
 * Return: a sentence, may be empty.
 */
const char *ptime_probe_reason(const struct ptime_probe *probe)
{
	if (probe->over_budget && !probe->kept)
		return "over the budget, as the one that cost the most: start arms it again";
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
		return probe->pending ? PTIME_STATE_PENDING : PTIME_STATE_FAILED;
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
 * Probes on pathtime's own functions do not count: these functions are not called any more.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: number of probes.
 */
unsigned int ptime_probes_kept(void)
{
	const struct ptime_probe *probe;
	unsigned int kept = 0;

	mutex_lock(&mutex);
	list_for_each_entry(probe, &ptime_probes, node)
		kept += probe->kept && probe->backend->runs &&
			probe->backend->runs(probe->handle);
	mutex_unlock(&mutex);
	return kept;
}

/* returns -ERESTARTSYS for a signal: nothing is done yet, so the kernel may repeat the write */
static int lock_verbs(void)
{
	return mutex_lock_interruptible(&verbs_mutex) ? -ERESTARTSYS : 0;
}

/*
 * Begin a control command that may need a function or slot that the reaper is about to give
 * back. Another command may call the reaper before this one has the mutex, so check again
 * under it.
 */
static int begin_verb(void)
{
	int err;

	for (;;) {
		err = ptime_reaper_wait() ?: lock_verbs();
		if (err || !ptime_reaper_is_at_work())
			return err;
		mutex_unlock(&verbs_mutex);
	}
}

static void end_verb(void)
{
	mutex_unlock(&verbs_mutex);
}

/*
 * Returns -EEXIST with a @reason if the name is probed already, or 0. @other takes the probe
 * that times the function, or NULL.
 */
static int refuse_name(const char *name, const struct ptime_symbol *parts,
		       const struct ptime_request *request, struct ptime_probe **other,
		       char *reason)
{
	/* check before the lookup, which would slow down a probe that is there */
	*other = find_symbol(parts);
	if (!find_names(name, request->origin) && (!*other || request->origin != PTIME_FROM_USER))
		return 0;
	scnprintf(reason, PTIME_REASON_LEN, "%.64s is probed already", name);
	return -EEXIST;
}

static struct ptime_probe *probe_requested(const char *name, const struct ptime_request *request)
{
	struct ptime_probe *probe = probe_new(name, request->group);

	if (!probe)
		return NULL;
	probe->origin = request->origin;
	probe->sleeps = request->origin == PTIME_FROM_USER;
	probe->wanted = request->backend;
	probe->arguments = request->arguments;
	probe->force = request->force;
	probe->backend = request->backend ?: default_backend;
	set_outcomes(probe, request->outcomes);
	return probe;
}

static int add(const char *name, const struct ptime_symbol *parts,
	       const struct ptime_request *request, char *reason)
{
	struct ptime_probe *probe, *other;
	LIST_HEAD(todo);
	int err;

	probe = probe_requested(name, request);
	if (!probe) {
		scnprintf(reason, PTIME_REASON_LEN, "no memory");
		return -ENOMEM;
	}
	mutex_lock(&mutex);
	err = refuse_name(name, parts, request, &other, reason);
	if (err) {
		mutex_unlock(&mutex);
		kfree(probe->names);
		kfree(probe);
		return err;
	}
	probe->symbol = *parts;
	if (other) {
		probe->error = -EEXIST;
		scnprintf(probe->reason, sizeof(probe->reason), "probed already, in group %s",
			  other->group);
	} else {
		probe->busy = true;
		list_add_tail(&probe->todo, &todo);
	}
	insert(probe);
	mutex_unlock(&mutex);
	ptime_attach(&todo);

	mutex_lock(&mutex);
	err = probe->error;
	if (err == -EAGAIN || request->keep)
		err = 0;
	if (err) {
		strscpy(reason, probe->reason, PTIME_REASON_LEN);
		doom(probe);
		ptime_reaper_call();
	}
	mutex_unlock(&mutex);
	return err;
}

/**
 * ptime_probe_add() - Add a probe on one function
 * @request: the function
 * @reason: PTIME_REASON_LEN bytes; on failure takes a sentence for the user
 *
 * If the function's module is not loaded, the probe is kept as pending.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -EINVAL for a malformed name, a name that several functions have, or a function
 * that the kernel allows no probe on; -ENOENT for no such function; -EEXIST if it is probed
 * already; -EOPNOTSUPP for a direct call of a function whose arguments are not known or too
 * many; -ENOMEM; an error of the backend; -ERESTARTSYS for a signal, with nothing done.
 */
int ptime_probe_add(const struct ptime_request *request, char *reason)
{
	char name[PTIME_MODULE_LEN + PTIME_FUNCTION_LEN];
	struct ptime_symbol parts = { };
	int err;

	err = ptime_name_split(request->name, strlen(request->name), &parts);
	if (err) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "'%.64s' is not [module:]function", request->name);
		return err;
	}
	scnprintf(name, sizeof(name), "%s%s%s", parts.module,
		  parts.module[0] ? ":" : "", parts.function);
	err = begin_verb();
	if (err) {
		scnprintf(reason, PTIME_REASON_LEN, "interrupted");
		return err;
	}
	err = add(name, &parts, request, reason);
	end_verb();
	return err;
}

/*
 * Find the probe that a name refers to: the one that the user added by this name; or the one
 * that is attached to the function; or the one that would time it. Returns ERR_PTR(-EINVAL) if
 * there are several, ERR_PTR(-ENOENT) if there is none.
 */
static struct ptime_probe *find_meant(const char *name,
				      const struct ptime_symbol *parts, char *reason)
{
	struct ptime_probe *probe, *found;

	found = find_names(name, PTIME_FROM_USER);
	if (found)
		return found;
	list_for_each_entry(probe, &ptime_probes, node) {
		if (probe->doomed || !is_symbol(probe, parts) || !ptime_probe_is_shown(probe))
			continue;
		if (found && !found->handle == !probe->handle) {
			scnprintf(reason, PTIME_REASON_LEN,
				  "%.24s:%.32s and %.24s:%.32s: say which",
				  holder(found), found->symbol.function,
				  holder(probe), probe->symbol.function);
			return ERR_PTR(-EINVAL);
		}
		if (!found || probe->handle)
			found = probe;
	}
	if (found)
		return found;
	scnprintf(reason, PTIME_REASON_LEN, "%.64s is not probed", name);
	return ERR_PTR(-ENOENT);
}

/**
 * ptime_probe_del() - Remove a probe and its counts
 * @name: "[module:]function"
 * @reason: PTIME_REASON_LEN bytes; takes a sentence for the user on failure, but not on
 *	-ERESTARTSYS
 *
 * Only marks the probe; ptime_reaper_wait() waits until it is removed.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -ENOENT for no such probe; -EINVAL for a malformed name or one that several
 * probes have; -ERESTARTSYS for a signal, with nothing done.
 */
int ptime_probe_del(const char *name, char *reason)
{
	struct ptime_symbol parts;
	struct ptime_probe *probe;
	int err;

	err = ptime_name_split(name, strlen(name), &parts);
	if (err) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "'%.64s' is not [module:]function", name);
		return err;
	}
	err = lock_verbs();
	if (err)
		return err;
	mutex_lock(&mutex);
	probe = find_meant(name, &parts, reason);
	if (IS_ERR(probe)) {
		err = PTR_ERR(probe);
	} else {
		doom(probe);
		ptime_reaper_call();
	}
	mutex_unlock(&mutex);
	end_verb();
	return err;
}

static int new_targets(const char *group, enum ptime_level level,
		       struct list_head *fresh)
{
	const struct ptime_target *target;
	struct ptime_probe *probe;

	for (target = ptime_targets; target->group; target++) {
		if (strcmp(target->group, group) || target->level > level ||
		    find_names(target->names, PTIME_FROM_TABLE))
			continue;
		probe = probe_new(target->names, group);
		if (!probe)
			return -ENOMEM;
		probe->level = target->level;
		probe->sleeps = target->sleeps;
		set_outcomes(probe, target->outcomes);
		list_add_tail(&probe->node, fresh);
	}
	return 0;
}

static void free_fresh(struct list_head *fresh)
{
	struct ptime_probe *probe, *next;

	list_for_each_entry_safe(probe, next, fresh, node) {
		kfree(probe->names);
		kfree(probe);
	}
}

static int enable(const char *group, enum ptime_level level)
{
	struct ptime_probe *probe, *next;
	LIST_HEAD(fresh);
	LIST_HEAD(todo);
	int err;

	mutex_lock(&mutex);
	err = new_targets(group, level, &fresh);
	if (err) {
		free_fresh(&fresh);
		goto unlock;
	}
	list_for_each_entry_safe(probe, next, &fresh, node) {
		list_del_init(&probe->node);
		probe->busy = true;
		insert(probe);
		list_add_tail(&probe->todo, &todo);
	}
unlock:
	mutex_unlock(&mutex);
	ptime_attach(&todo);
	return err;
}

/**
 * ptime_probes_enable() - Add the probes of a built-in group
 * @group: the group's name
 * @level: PTIME_LANDMARK for landmarks only, PTIME_DETAIL for all
 *
 * If the kernel lacks a function, its probe is listed as pending or failed.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -ENOMEM, or -ERESTARTSYS for a signal, with nothing changed.
 */
int ptime_probes_enable(const char *group, enum ptime_level level)
{
	int err;

	err = begin_verb();
	if (err)
		return err;
	err = enable(group, level);
	end_verb();
	return err;
}

/**
 * ptime_probes_disable() - Remove a group's probes and their counts
 * @group: name of a built-in group or of one of the user's
 * @level: PTIME_LANDMARK to remove all, PTIME_DETAIL to keep the landmarks
 *
 * Only marks the probes; ptime_reaper_wait() waits until they are removed.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -ENOENT if the group has no such probe; -ERESTARTSYS for a signal, with
 * nothing changed.
 */
int ptime_probes_disable(const char *group, enum ptime_level level)
{
	struct ptime_probe *probe;
	int err;

	err = lock_verbs();
	if (err)
		return err;
	err = -ENOENT;
	mutex_lock(&mutex);
	list_for_each_entry(probe, &ptime_probes, node) {
		if (probe->doomed || strcmp(probe->group, group) || probe->level < level)
			continue;
		doom(probe);
		err = 0;
	}
	if (!err)
		ptime_reaper_call();
	mutex_unlock(&mutex);
	end_verb();
	return err;
}

/* cancel pending stops: a probe that the reaper has not begun to disarm stays armed */
static void go_on(void)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node) {
		probe->over_budget = false;
		if (!probe->busy)
			probe->stop = false;
	}
}

static void run(void)
{
	mutex_lock(&mutex);
	ptime_probes_info.running = true;
	go_on();
	mutex_unlock(&mutex);
}

static void arm_all(struct list_head *todo)
{
	struct ptime_probe *probe, *next;
	int err;

	list_for_each_entry_safe(probe, next, todo, todo) {
		list_del_init(&probe->todo);
		err = probe->backend->arm(probe->handle);
		mutex_lock(&mutex);
		probe->armed = !err;
		if (err && !probe->detach) {
			/* the reaper detaches it and looks the function up again */
			probe->detach = true;
			probe->error = -EEXIST;
		}
		ptime_probe_release(probe);
		mutex_unlock(&mutex);
		cond_resched();
	}
}

/* have the reaper resume packet tracing: it first clears the in-flight records that are left */
static int look_at_packets(void)
{
	ptime_hooks_want();
	mutex_lock(&mutex);
	ptime_reaper_call();
	mutex_unlock(&mutex);
	return ptime_reaper_wait() ?: ptime_hooks_info()->err;
}

static void start(void)
{
	struct ptime_probe *probe;
	LIST_HEAD(todo);

	mutex_lock(&mutex);
	list_for_each_entry(probe, &ptime_probes, node) {
		if (!probe->handle || probe->busy || probe->kept || ptime_probe_is_leaving(probe))
			continue;
		probe->busy = true;
		list_add_tail(&probe->todo, &todo);
	}
	mutex_unlock(&mutex);
	arm_all(&todo);
}

/**
 * ptime_probes_start() - Arm all probes and resume packet tracing
 *
 * This includes probes that were armed before but are inactive (PTIME_STATE_INACTIVE). If a
 * backend cannot arm a probe again, the reaper detaches it and looks it up again, as another
 * backend may time the function.
 *
 * Context: process, may sleep for as long as any task is busy, not under ptime_probes_lock().
 * Return: 0; -ERESTARTSYS for a signal while the command waits: probes that the command stop had
 * marked, and that were not out of the code yet, stay armed, and no other is armed; or -errno of
 * the tracepoints or kretprobes of packet tracing.
 */
int ptime_probes_start(void)
{
	int err;

	run();
	err = begin_verb();
	if (err)
		return err;
	/* the command stop may have come meanwhile: the last command decides */
	run();
	start();
	err = look_at_packets();
	end_verb();
	return err;
}

/**
 * ptime_probes_stop() - Take all probes out of the code, stop packet tracing, keep counts
 *
 * Active calls are still counted when they return. Only marks the probes; ptime_reaper_wait()
 * waits until they are out of the code.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -ERESTARTSYS for SIGKILL, with nothing changed.
 */
int ptime_probes_stop(void)
{
	struct ptime_probe *probe;

	if (mutex_lock_killable(&verbs_mutex))
		return -ERESTARTSYS;
	if (!ptime_probes_info.running)
		goto end;
	ptime_hooks_stop();
	mutex_lock(&mutex);
	ptime_probes_info.running = false;
	list_for_each_entry(probe, &ptime_probes, node)
		probe->stop |= probe->armed && !probe->kept;
	ptime_reaper_call();
	mutex_unlock(&mutex);
end:
	end_verb();
	return 0;
}

/**
 * ptime_probes_set_filter() - Trace only packets that match a filter
 * @wanted: the filter
 *
 * Context: process, may sleep for as long as any task is busy, not under ptime_probes_lock().
 * Return: 0; -errno of the tracepoints or kretprobes of packet tracing, which is then off,
 * with the previous filter; -ERESTARTSYS for a signal: the filter has not changed, or takes effect
 * a little later.
 */
int ptime_probes_set_filter(const struct ptime_filter *wanted)
{
	struct ptime_filter before;
	int err;

	err = begin_verb();
	if (err)
		return err;
	before = *ptime_hooks_filter();
	ptime_hooks_stop();
	ptime_hooks_set_filter(wanted);
	if (ptime_probes_info.running)
		err = look_at_packets();
	if (err && err != -ERESTARTSYS)
		ptime_hooks_set_filter(&before);
	end_verb();
	return err;
}

/**
 * ptime_probe_stop_over_budget() - Have the reaper disarm a probe, and keep its counts
 * @probe: the probe, armed
 *
 * Context: process, under ptime_probes_lock(). Does not wait for the reaper.
 */
void ptime_probe_stop_over_budget(struct ptime_probe *probe)
{
	probe->over_budget = true;
	probe->stop = true;
	ptime_reaper_call();
}

static void swap_series(struct ptime_probe *probe)
{
	unsigned int i;

	for (i = 0; i < PTIME_OUTCOMES_MAX; i++) {
		struct ptime_percpu_hist __percpu *old = probe->recorder.hist[i];

		/* a call that finds the new series finds it initialised */
		smp_store_release(&probe->recorder.hist[i], probe->spare[i]);
		probe->spare[i] = old;
	}
	/* minus what the backend has counted: readers get only the sum, which is now 0 */
	probe->missed -= ptime_probe_missed(probe);
}

static int alloc_spares(void)
{
	struct ptime_probe *probe;
	int err;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (!probe->recorder.hist[0])
			continue;
		err = alloc_series(probe->spare, probe->outcomes->count);
		if (err)
			return err;
		cond_resched();
	}
	if (ptime_nesting) {
		err = ptime_cct_alloc_spare();
		if (err)
			return err;
	}
	return ptime_paths_alloc_spare();
}

static void free_spares(void)
{
	struct ptime_probe *probe;

	ptime_cct_free_spare();
	ptime_paths_free_spare();
	list_for_each_entry(probe, &ptime_probes, node) {
		free_series(probe->spare);
		cond_resched();
	}
}

static void swap_spares(void)
{
	struct ptime_probe *probe;

	ptime_paths_swap_spare();
	if (ptime_nesting) {
		ptime_cct_swap_spare();
		ptime_shadow_clear_unlinked();
	}
	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->spare[0])
			swap_series(probe);
}

bool ptime_probes_have_spares(void)
{
	return READ_ONCE(has_spares);
}

/**
 * ptime_probes_free_spares() - Free the series and counts that a reset replaced
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes. After
 * ptime_probes_have_spares() the caller has waited for all calls that might count in them.
 */
void ptime_probes_free_spares(void)
{
	if (!READ_ONCE(has_spares))
		return;
	mutex_lock(&mutex);
	free_spares();
	WRITE_ONCE(has_spares, false);
	mutex_unlock(&mutex);
}

/**
 * ptime_probes_reset() - Reset all counts to zero
 *
 * New series replace the old ones, and the reaper frees the old ones when no call uses them.
 * Clearing a series while calls are recorded would leave parts of a call in it.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -ENOMEM, or -ERESTARTSYS for a signal, with nothing changed.
 */
int ptime_probes_reset(void)
{
	int err;

	/* meanwhile only probes of modules come and go, which have counts of their own */
	err = begin_verb();
	if (err)
		return err;
	mutex_lock(&mutex);
	err = alloc_spares();
	if (err) {
		free_spares();
	} else {
		swap_spares();
		ptime_probes_info.since_ns = ktime_get_boottime_ns();
		ptime_probes_info.resets++;
		WRITE_ONCE(has_spares, true);
		ptime_reaper_call();
	}
	mutex_unlock(&mutex);
	end_verb();
	return err;
}

/**
 * ptime_probes_time() - Check whether an attached probe times a function
 * @symbol: the function, by its name
 *
 * Context: under ptime_probes_lock().
 * Return: true if there is one.
 */
bool ptime_probes_time(const struct ptime_symbol *symbol)
{
	return find_symbol(symbol);
}

/* GCC names its copies of a function by the function's name, a dot and a suffix */
static bool is_named(const char *symbol, const char *function)
{
	size_t length = strlen(function);

	return !strncmp(symbol, function, length) && (!symbol[length] || symbol[length] == '.');
}

/* the module is coming: its symbol table does not change yet, so no lock is needed */
static bool has_symbol(const struct module *module, const char *function)
{
#ifdef CONFIG_KALLSYMS
	const struct mod_kallsyms *symbols = rcu_dereference_raw(module->kallsyms);
	unsigned int i;

	for (i = 0; i < symbols->num_symtab; i++)
		if (is_named(symbols->strtab + symbols->symtab[i].st_name, function))
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
static bool may_come(const struct module *module, const struct ptime_probe *probe)
{
	if (READ_ONCE(probe->handle) || READ_ONCE(probe->doomed))
		return false;
	if (ptime_names_mention(probe->names, module->name))
		return true;
	return is_bare(probe) && READ_ONCE(probe->error) != -EEXIST &&
	       has_symbol(module, probe->names);
}

static bool is_in(const struct module *module, const struct ptime_probe *probe)
{
	return !strcmp(probe->symbol.module, module->name) && (probe->handle || probe->busy);
}

static bool is_in_init(const struct module *module, const struct ptime_probe *probe)
{
	return READ_ONCE(probe->handle) &&
	       within_module_init((unsigned long)probe->symbol.address, module);
}

/*
 * A probe that is being attached concerns a module as well: its lookup may have found a
 * function of a module that is going, or may have come too early for one that is coming.
 */
static bool concerns(const struct ptime_probe *probe, const struct module *module,
		     unsigned long state)
{
	switch (state) {
	case MODULE_STATE_COMING:
		return may_come(module, probe);
	case MODULE_STATE_LIVE:
		return is_in_init(module, probe);
	case MODULE_STATE_GOING:
		return is_in(module, probe) ||
		       (READ_ONCE(probe->busy) && !READ_ONCE(probe->handle) &&
			(is_bare(probe) || ptime_names_mention(probe->names, module->name)));
	default:
		return false;
	}
}

/**
 * ptime_probes_concern() - Check whether a change of a module's state concerns a probe
 * @module: the module
 * @state: MODULE_STATE_COMING, _LIVE or _GOING
 *
 * Takes rcu_read_lock() only, so that a module without probes does not wait for a lock.
 *
 * Context: process.
 * Return: true if it may concern one.
 */
bool ptime_probes_concern(const struct module *module, unsigned long state)
{
	const struct ptime_probe *probe;
	bool found = false;

	rcu_read_lock();
	list_for_each_entry_rcu(probe, &ptime_probes, node) {
		found = concerns(probe, module, state);
		if (found)
			break;
	}
	rcu_read_unlock();
	return found;
}

/* step-only probes come last: they would have to make way for probes that time a function */
static void take_coming(const struct module *module, struct list_head *todo)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (closing || !may_come(module, probe))
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

/**
 * ptime_probes_module_coming() - Attach probes to a module whose code has not run yet
 * @module: the module
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 */
void ptime_probes_module_coming(const struct module *module)
{
	LIST_HEAD(todo);

	mutex_lock(&mutex);
	take_coming(module, &todo);
	mutex_unlock(&mutex);
	ptime_attach(&todo);
}

/* mark the probe to be detached, but kept; returns whether to wait for that */
static bool leave(struct ptime_probe *probe, int err)
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

static bool leave_init(const struct module *module)
{
	struct ptime_probe *probe;
	bool left = false;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (!is_in_init(module, probe))
			continue;
		left |= leave(probe, -ENOENT);
		scnprintf(probe->reason, sizeof(probe->reason), "%s was freed after its use (%d)",
			  probe->symbol.function, -ENOENT);
	}
	return left;
}

static bool leave_module(const struct module *module)
{
	struct ptime_probe *probe;
	bool left = false;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (strcmp(probe->symbol.module, module->name)) {
			left |= concerns(probe, module, MODULE_STATE_GOING);
			continue;
		}
		left |= leave(probe, -EAGAIN);
		scnprintf(probe->reason, sizeof(probe->reason),
			  "module %s was unloaded", module->name);
	}
	return left;
}

/* after each wait go through the whole list: it may change while the lock is not held */
static void wait_until_left(const struct module *module, bool (*leave_it)(const struct module *))
{
	u64 changes;
	bool left;

	do {
		changes = ptime_reaper_changes();
		mutex_lock(&mutex);
		left = leave_it(module);
		mutex_unlock(&mutex);
		if (left)
			ptime_reaper_wait_change(changes);
	} while (left);
}

/**
 * ptime_probes_module_live() - Detach probes from a module's init code before it is freed
 * @module: the module
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes. If init
 * functions are probed, waits for as long as tasks are busy.
 */
void ptime_probes_module_live(const struct module *module)
{
	wait_until_left(module, leave_init);
}

/**
 * ptime_probes_module_going() - Detach probes from a module before its code is freed
 * @module: the module
 *
 * The probes become pending and keep their counts.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes. If functions
 * of the module are probed, waits for as long as tasks are busy: the code must not be freed
 * before ftrace has given it up.
 */
void ptime_probes_module_going(const struct module *module)
{
	wait_until_left(module, leave_module);
}
