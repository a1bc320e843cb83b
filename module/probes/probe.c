// SPDX-License-Identifier: GPL-2.0
/* probe: life of a probe: pending, armed, gone, armed again */
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
 * Of the list and what is in it. Nobody holds it who waits for a grace period, patches code or
 * looks up a name: readers, the budget and the module notifiers take it.
 */
static DEFINE_MUTEX(mutex);

/* One verb at a time. It is held over all of that, and nobody but verbs takes it. */
static DEFINE_MUTEX(verbs_mutex);

static const struct ptime_backend *default_backend;
static unsigned int default_maxactive;
static u64 last_id;

/* no probe is to be attached any more */
static bool closing;

/* series that a reset took out are not yet freed */
static bool has_spares;

/* does the probe time "[module:]function"? Without a module, in any */
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

/* what is behind the outcomes' is no series */
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

/* a function that had a probe before may have another one now */
static bool has_probe(u16 function)
{
	const struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->recorder.function == function)
			return true;
	return false;
}

/**
 * ptime_probe_free() - free a probe
 * @probe: the probe: detached, in no list, and nobody can find it any more
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
 * ptime_probe_release() - let others have a probe that was busy
 * @probe: the probe
 *
 * The reaper and the notifiers pass over a busy probe: what they were to do is done now.
 *
 * Context: under ptime_probes_lock().
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

/* have it taken out and freed by the reaper; it is to be seen until it is */
static void doom(struct ptime_probe *probe)
{
	probe->doomed = true;
	scnprintf(probe->reason, sizeof(probe->reason), "is being removed");
}

/* behind the last of its group, so that a group stays together */
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
 * ptime_probe_own() - time a function of our own, which readers do not see
 * @name: "pathtime:function"; no probe has it
 * @backend: what is to time it
 *
 * Context: process, may sleep.
 * Return: the probe, disarmed, for ptime_probe_disown(); ERR_PTR(-ENOMEM), -EOPNOTSUPP where
 * the backend cannot time it, or what the kernel says.
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
 * ptime_probe_disown() - end and free a probe that ptime_probe_own() made
 * @probe: the probe
 *
 * Context: process, may sleep. Waits for nobody: the reaper does.
 */
void ptime_probe_disown(struct ptime_probe *probe)
{
	mutex_lock(&mutex);
	doom(probe);
	ptime_reaper_call();
	mutex_unlock(&mutex);
}

/* an armed probe that times a function of this name; without a module, in any */
static struct ptime_probe *find_symbol(const struct ptime_symbol *parts)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->handle && probe->origin != PTIME_FROM_STEPS && is_symbol(probe, parts))
			return probe;
	return NULL;
}

/* a function may be of several origins; then one of its probes has a handle */
static struct ptime_probe *find_names(const char *names, enum ptime_origin origin)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (!probe->doomed && probe->origin == origin && !strcmp(probe->names, names))
			return probe;
	return NULL;
}

/**
 * ptime_probes_init() - set what all probes share
 * @backend: for probes to come
 * @maxactive: calls under way at once that a probe can time; 0 to choose
 *
 * Context: process, at load, alone.
 */
void ptime_probes_init(const struct ptime_backend *backend, unsigned int maxactive)
{
	default_backend = backend;
	default_maxactive = maxactive;
	ptime_probes_info.running = true;
	ptime_probes_info.since_ns = ktime_get_boottime_ns();
}

/**
 * ptime_probes_exit() - have all probes taken out and freed, and attach none any more
 *
 * Context: process, may sleep. ptime_reaper_drain() or ptime_reaper_exit() tells when it is done.
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

/**
 * ptime_probes_backend() - what times a function where nobody asked for a backend
 *
 * Context: any. Return: the backend.
 */
const struct ptime_backend *ptime_probes_backend(void)
{
	return default_backend;
}

/**
 * ptime_probes_maxactive() - calls under way at once that a probe can time
 *
 * Context: any. Return: their number, as it was asked for at load; 0 to choose.
 */
unsigned int ptime_probes_maxactive(void)
{
	return default_maxactive;
}

/**
 * ptime_probes_lock() - keep the list and its probes as they are
 *
 * Context: process, may sleep. Hits are not kept from counting.
 */
void ptime_probes_lock(void)
{
	mutex_lock(&mutex);
}

/**
 * ptime_probes_unlock() - let the list change again
 */
void ptime_probes_unlock(void)
{
	mutex_unlock(&mutex);
}

/**
 * ptime_probe_is_shown() - is it to be seen by readers?
 * @probe: the probe
 *
 * Context: under ptime_probes_lock(). Return: not where the function is another's who
 * tells of packets, too, or will when its module comes.
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
 * ptime_probe_is_leaving() - is it being taken out of the code?
 * @probe: the probe
 *
 * Context: under ptime_probes_lock(). Return: whether it is, or is to be.
 */
bool ptime_probe_is_leaving(const struct ptime_probe *probe)
{
	return probe->doomed || (probe->handle && (probe->stop || probe->detach));
}

/* why the kernel does not call a probe that is in place, or NULL */
static const char *silence(const struct ptime_probe *probe)
{
	if (!probe->handle || !probe->armed || probe->kept)
		return NULL;
	return probe->backend->silence(probe->handle);
}

/**
 * ptime_probe_reason() - what a person has to know of a probe
 * @probe: the probe
 *
 * Context: under ptime_probes_lock(). Return: a sentence, may be empty.
 */
const char *ptime_probe_reason(const struct ptime_probe *probe)
{
	if (probe->over_budget && !probe->kept)
		return "over the budget, as the one that cost the most: start arms it again";
	return silence(probe) ?: probe->reason;
}

/**
 * ptime_probe_state() - state of a probe
 * @probe: the probe
 *
 * Context: under ptime_probes_lock().
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
	return silence(probe) ? PTIME_STATE_SILENT : PTIME_STATE_ARMED;
}

/**
 * ptime_probe_missed() - calls that passed unmeasured since load or reset
 * @probe: the probe
 *
 * Context: under ptime_probes_lock().
 */
u64 ptime_probe_missed(const struct ptime_probe *probe)
{
	u64 missed = probe->missed;

	if (probe->handle)
		missed += probe->backend->missed(probe->handle);
	return missed;
}

/**
 * ptime_probes_kept() - probes that the kernel did not give back, and may still call
 *
 * Those of pathtime's own functions are not among them: nobody calls these.
 *
 * Context: process, may sleep. Return: their number.
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

/* Begin a verb that may need what is being taken out; others may stop meanwhile. */
static int begin_verb(void)
{
	int err;

	for (;;) {
		err = ptime_reaper_wait() ?: mutex_lock_interruptible(&verbs_mutex);
		if (err || !ptime_reaper_is_at_work())
			return err;
		mutex_unlock(&verbs_mutex);
	}
}

static void end_verb(void)
{
	mutex_unlock(&verbs_mutex);
}

/* why the name cannot be added, or 0 */
static int refuse_name(const char *name, const struct ptime_symbol *parts,
		       const struct ptime_request *request, struct ptime_probe **other,
		       char *reason)
{
	/* asked before looking it up, which would slow down a probe that is there */
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
 * ptime_probe_add() - time one more function
 * @request: the function
 * @reason: PTIME_REASON_LEN bytes, takes a sentence for a person where it fails
 *
 * A function of a module that is not loaded is kept, pending.
 *
 * Context: process, may sleep.
 * Return: 0; -EINVAL for a malformed name or a function the kernel allows no
 * probe on; -ENOENT for no such function; -EEXIST; -ENOMEM; what the backend says;
 * -ERESTARTSYS for a signal, before anything was done.
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
 * The probe that a name means: the one the user added so, else the one that
 * has the function, else the one that would time it. ERR_PTR(-EINVAL) where there are
 * several.
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
 * ptime_probe_del() - end a probe and forget its counts
 * @name: "[module:]function"
 * @reason: PTIME_REASON_LEN bytes, takes a sentence for a person where it fails
 *
 * Context: process, may sleep. ptime_reaper_wait() tells when it is done.
 * Return: 0; -ENOENT for no such probe; -EINVAL for a malformed name or one that
 * several probes have; -EINTR for a fatal signal.
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
	err = mutex_lock_interruptible(&verbs_mutex);
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
 * ptime_probes_enable() - add a built-in group's probes
 * @group: group's name
 * @level: PTIME_LANDMARK, or PTIME_DETAIL for all
 *
 * What the kernel does not have is listed as pending or failed.
 *
 * Context: process, may sleep. Return: 0; -ENOMEM with nothing changed; -ERESTARTSYS for a
 * signal, likewise.
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
 * ptime_probes_disable() - end a group's probes and forget their counts
 * @group: group's name, built in or the user's
 * @level: PTIME_LANDMARK for all, PTIME_DETAIL to keep the landmarks
 *
 * Context: process, may sleep. ptime_reaper_wait() tells when it is done.
 * Return: 0; -ENOENT where the group has no probe; -EINTR for a signal.
 */
int ptime_probes_disable(const char *group, enum ptime_level level)
{
	struct ptime_probe *probe;
	int err;

	err = mutex_lock_interruptible(&verbs_mutex);
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

/* what is marked to be stopped and still armed goes on, as if it had not been */
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
			/* the reaper detaches it and looks the function up anew */
			probe->detach = true;
			probe->error = -EEXIST;
		}
		ptime_probe_release(probe);
		mutex_unlock(&mutex);
		cond_resched();
	}
}

/* the reaper begins to: stamps of packets that were looked at before are forgotten first */
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
 * ptime_probes_start() - arm all probes
 *
 * Also those that were started before, in vain: see PTIME_STATE_SILENT.
 * A probe that its backend does not take back is looked up anew; another
 * backend may have it.
 *
 * Context: process, may sleep. Return: 0; -ERESTARTSYS for a signal while others are still
 * being taken out; what the tracepoints of packets say.
 */
int ptime_probes_start(void)
{
	int err;

	run();
	err = begin_verb();
	if (err)
		return err;
	/* others may have stopped meanwhile: the last one decides */
	run();
	start();
	err = look_at_packets();
	end_verb();
	return err;
}

/**
 * ptime_probes_stop() - take all probes out of the code, keep the counts
 *
 * Calls under way are still counted when they return.
 *
 * Context: process, may sleep. ptime_reaper_wait() tells when it is done.
 * Return: 0; -EINTR for SIGKILL.
 */
int ptime_probes_stop(void)
{
	struct ptime_probe *probe;
	int err;

	err = mutex_lock_killable(&verbs_mutex);
	if (err)
		return err;
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
 * ptime_probes_set_filter() - look at some packets only
 * @wanted: which
 *
 * Context: process, may sleep. Return: 0; -errno of the tracepoints: no packets are looked at
 * any more; -ERESTARTSYS for a signal: the filter is in force a little later, or as before.
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
 * ptime_probe_stop_over_budget() - have a probe taken out of the code, keep its counts
 * @probe: the probe, armed
 *
 * Context: process, under ptime_probes_lock(). Waits for nobody.
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

		/* a hit that sees the series sees it empty, not as allocated */
		smp_store_release(&probe->recorder.hist[i], probe->spare[i]);
		probe->spare[i] = old;
	}
	/* negative until as many are missed: only the sum is ever shown */
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

/**
 * ptime_probes_have_spares() - is anything kept that a reset took out?
 *
 * Context: any. Return: whether there is; ptime_probes_free_spares() frees it.
 */
bool ptime_probes_have_spares(void)
{
	return READ_ONCE(has_spares);
}

/**
 * ptime_probes_free_spares() - free what a reset took out
 *
 * Context: process, may sleep; all who might count there have been waited for, after
 * ptime_probes_have_spares().
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
 * ptime_probes_reset() - start all counts at zero
 *
 * New series are put in place of the old ones, which the reaper frees when no hit
 * uses them: clearing under the hits would leave parts of a call behind.
 *
 * Context: process, may sleep. Return: 0; -ENOMEM with nothing changed; -ERESTARTSYS for a
 * signal, likewise.
 */
int ptime_probes_reset(void)
{
	int err;

	/* only probes of modules come and go meanwhile; they have counts of their own */
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
 * ptime_probes_time() - is there an armed probe that times the function?
 * @symbol: the function, by its name
 *
 * Context: under ptime_probes_lock(). Return: whether there is.
 */
bool ptime_probes_time(const struct ptime_symbol *symbol)
{
	return find_symbol(symbol);
}

/* the names that GCC may have given it begin with its own, and a dot */
static bool is_named(const char *symbol, const char *function)
{
	size_t length = strlen(function);

	return !strncmp(symbol, function, length) && (!symbol[length] || symbol[length] == '.');
}

/* a module that is coming, which nobody else changes */
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

/* a bare name that the user added may be any module's; what is probed already is not looked for */
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

/* one that is just being attached may be in the module, or may have missed it */
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
 * ptime_probes_concern() - is there a probe that a change of a module's state concerns?
 * @module: the module
 * @state: MODULE_STATE_COMING, _LIVE or _GOING
 *
 * Context: process. Takes no lock: a module that no probe is for waits for nobody.
 * Return: whether there may be.
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

/* those that time a function before those that would make way for them */
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
 * ptime_probes_module_coming() - a module's code is there, not yet run
 * @module: the module
 *
 * Context: process, may sleep.
 */
void ptime_probes_module_coming(const struct module *module)
{
	LIST_HEAD(todo);

	mutex_lock(&mutex);
	take_coming(module, &todo);
	mutex_unlock(&mutex);
	ptime_attach(&todo);
}

/* Return: whether it has to be waited for */
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

/* the list may change whenever the lock is not held, so it is gone through anew */
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
 * ptime_probes_module_live() - a module's init function is done, about to be freed
 * @module: the module
 *
 * Context: process, may sleep, where functions that are about to be freed are timed, for as
 * long as tasks are busy.
 */
void ptime_probes_module_live(const struct module *module)
{
	wait_until_left(module, leave_init);
}

/**
 * ptime_probes_module_going() - a module's code is about to be freed
 * @module: the module
 *
 * Its probes become pending and keep their counts.
 *
 * Context: process, may sleep, where its functions are timed, for as long as tasks are busy: the
 * code must not be freed before ftrace has forgotten it.
 */
void ptime_probes_module_going(const struct module *module)
{
	wait_until_left(module, leave_module);
}
