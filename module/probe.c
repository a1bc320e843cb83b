// SPDX-License-Identifier: GPL-2.0
/* probe: life of a probe: pending, armed, gone, armed again */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "path.h"
#include "probe.h"
#include "skbpath.h"

/*
 * Calls under way at once. What runs in softirq holds a CPU while it does;
 * what sleeps is bounded by the number of tasks only.
 */
#define MAXACTIVE_PER_CPU	4
#define MAXACTIVE_MIN		64
#define MAXACTIVE_SLEEPS	1024

LIST_HEAD(ptime_probes);
struct ptime_probes_info ptime_probes_info;

static DEFINE_MUTEX(mutex);
static const struct ptime_backend *default_backend;
static unsigned int default_maxactive;
static u64 last_id;

/* handles to be ended together */
struct batch {
	struct ptime_probe *probes[PTIME_DETACH_MAX];
	unsigned int count;
};

static void batch_flush(struct batch *batch)
{
	void *handles[PTIME_DETACH_MAX];
	u64 missed[PTIME_DETACH_MAX];
	unsigned int i;

	if (!batch->count)
		return;
	for (i = 0; i < batch->count; i++)
		handles[i] = batch->probes[i]->handle;
	batch->probes[0]->backend->detach(handles, missed, batch->count);
	for (i = 0; i < batch->count; i++) {
		batch->probes[i]->handle = NULL;
		batch->probes[i]->over_budget = false;
		batch->probes[i]->missed += missed[i];
	}
	batch->count = 0;
}

static void batch_detach(struct batch *batch, struct ptime_probe *probe)
{
	if (!probe->handle)
		return;
	if (batch->count == PTIME_DETACH_MAX ||
	    (batch->count && batch->probes[0]->backend != probe->backend))
		batch_flush(batch);
	batch->probes[batch->count++] = probe;
}

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

static struct ptime_probe *find_address(const void *address)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->handle && probe->symbol.address == address)
			return probe;
	return NULL;
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

static unsigned int maxactive(const struct ptime_probe *probe)
{
	unsigned int least = probe->sleeps ? MAXACTIVE_SLEEPS : MAXACTIVE_MIN;

	if (default_maxactive)
		return default_maxactive;
	return max(MAXACTIVE_PER_CPU * num_possible_cpus(), least);
}

static void explain_attach(struct ptime_probe *probe, int err)
{
	scnprintf(probe->reason, sizeof(probe->reason),
		  err == -EINVAL ? "the kernel allows no return probe on %s (%d)" :
		  err == -ENOMEM ? "no memory to time %s (%d)" :
		  err == -ENOSPC ? "no number left for %s: load the module anew (%d)" :
		  "the kernel refused a probe on %s (%d)",
		  probe->symbol.function, err);
}

/* why what the function takes from its caller is not known, or NULL */
static const char *unknown_arguments(const struct ptime_probe *probe)
{
	if (probe->origin == PTIME_FROM_USER && !probe->symbol.note)
		return "its arguments are not known";
	if (strchr(probe->symbol.function, '.'))
		return "GCC may have changed its arguments";
	return NULL;
}

static void *attach_by(struct ptime_probe *probe, const struct ptime_backend *backend,
		       const char **why)
{
	probe->backend = backend;
	return backend->attach(&probe->symbol,
			       probe->origin == PTIME_FROM_STEPS ? NULL : &probe->hit,
			       maxactive(probe), ptime_probes_info.running, why);
}

/* by the backend that was asked for, or else by the one that can always be had */
static void *attach_by_any(struct ptime_probe *probe)
{
	const struct ptime_backend *wanted = probe->wanted ?: default_backend;
	size_t length = strlen(probe->reason);
	const char *why = NULL;
	void *handle;

	if (wanted == &ptime_backend_kretprobe)
		return attach_by(probe, wanted, &why);
	if (!probe->wanted)
		why = unknown_arguments(probe);
	if (!why) {
		handle = attach_by(probe, wanted, &why);
		if (!IS_ERR(handle) || PTR_ERR(handle) == -ENOMEM)
			return handle;
	}
	scnprintf(probe->reason + length, sizeof(probe->reason) - length,
		  "%snot %s: %s", length ? "; " : "", wanted->name,
		  why ?: "ftrace refuses it");
	return attach_by(probe, &ptime_backend_kretprobe, &why);
}

/* what a probe keeps for as long as it lives */
static int alloc_counts(struct ptime_probe *probe)
{
	int err;

	if (probe->origin == PTIME_FROM_STEPS)
		return 0;
	if (ptime_nesting) {
		err = ptime_calltree_number(probe->symbol.module, probe->symbol.function,
					    &probe->hit.function);
		if (err)
			return err;
	}
	return probe->hit.hist[0] ? 0 : alloc_series(probe->hit.hist, probe->outcomes->count);
}

static int attach_alone(struct ptime_probe *probe)
{
	void *handle;
	int err;

	err = alloc_counts(probe);
	if (err)
		goto explain;
	probe->symbol.note = ptime_skbpath_find_note(&probe->symbol);
	if (probe->origin == PTIME_FROM_STEPS && !probe->symbol.note) {
		err = -EOPNOTSUPP;
		scnprintf(probe->reason, sizeof(probe->reason),
			  "GCC may have changed what %s is given (%d)",
			  probe->symbol.function, err);
		return err;
	}
	handle = attach_by_any(probe);
	if (IS_ERR(handle)) {
		err = PTR_ERR(handle);
		goto explain;
	}
	probe->handle = handle;
	return 0;

explain:
	explain_attach(probe, err);
	return err;
}

static void refuse_second(struct ptime_probe *probe, const struct ptime_probe *other)
{
	probe->error = -EEXIST;
	scnprintf(probe->reason, sizeof(probe->reason),
		  "probed already, in group %s", other->group);
}

/* in place of one that need not time the function, unless that fails */
static int attach_instead(struct ptime_probe *probe, struct ptime_probe *other)
{
	struct batch batch = { .count = 0 };
	int err;

	batch_detach(&batch, other);
	batch_flush(&batch);
	err = attach_alone(probe);
	if (!err) {
		refuse_second(other, probe);
		return 0;
	}
	other->reason[0] = '\0';
	other->error = attach_alone(other);
	return err;
}

static int attach(struct ptime_probe *probe)
{
	struct ptime_probe *other = find_address(probe->symbol.address);

	if (!other)
		return attach_alone(probe);
	if (other->origin == PTIME_FROM_STEPS && probe->origin != PTIME_FROM_STEPS)
		return attach_instead(probe, other);
	refuse_second(probe, other);
	return probe->error;
}

static void resolve(struct ptime_probe *probe)
{
	probe->error = ptime_resolve(probe->names, probe->origin != PTIME_FROM_TABLE,
				     &probe->symbol, probe->reason);
	probe->pending = probe->error == -EAGAIN;
}

/* as many as are looked up together */
static void attach_some(struct list_head *todo)
{
	struct ptime_symbol *symbols[PTIME_RESOLVE_MAX];
	struct ptime_probe *probe, *next;
	unsigned int found = 0, tried = 0;
	LIST_HEAD(some);

	list_for_each_entry_safe(probe, next, todo, todo) {
		if (tried++ == PTIME_RESOLVE_MAX)
			break;
		list_move_tail(&probe->todo, &some);
		resolve(probe);
		if (!probe->error)
			symbols[found++] = &probe->symbol;
	}
	if (found)
		ptime_resolve_done(symbols, found);
	list_for_each_entry_safe(probe, next, &some, todo) {
		list_del_init(&probe->todo);
		if (!probe->error)
			probe->error = attach(probe);
	}
}

/* find the functions and attach to them; else note the reason */
static void attach_all(struct list_head *todo)
{
	while (!list_empty(todo))
		attach_some(todo);
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
	probe->id = ++last_id;
	INIT_LIST_HEAD(&probe->node);
	INIT_LIST_HEAD(&probe->todo);
	return probe;
}

static void set_outcomes(struct ptime_probe *probe,
			 const struct ptime_outcomes *outcomes)
{
	probe->outcomes = outcomes;
	probe->hit.rule = ptime_outcome_rule(outcomes, ptime_nesting);
	probe->hit.hist[PTIME_OUTCOME_SELDOM] = &ptime_percpu_hist_none;
}

/* a function that had a probe before may have another one now */
static bool has_probe(u16 function)
{
	const struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->hit.function == function)
			return true;
	return false;
}

/* the probe is detached */
static void probe_free(struct ptime_probe *probe)
{
	list_del(&probe->node);
	free_series(probe->hit.hist);
	if (!has_probe(probe->hit.function))
		ptime_calltree_clear(probe->hit.function);
	kfree(probe->names);
	kfree(probe);
}

static void detach_and_free(struct list_head *doomed)
{
	struct ptime_probe *probe, *next;
	struct batch batch = { .count = 0 };

	list_for_each_entry(probe, doomed, node)
		batch_detach(&batch, probe);
	batch_flush(&batch);
	list_for_each_entry_safe(probe, next, doomed, node)
		probe_free(probe);
}

/* behind the last of its group, so that a group stays together */
static void insert(struct ptime_probe *probe)
{
	struct ptime_probe *last;

	list_for_each_entry_reverse(last, &ptime_probes, node) {
		if (!strcmp(last->group, probe->group)) {
			list_add(&probe->node, &last->node);
			return;
		}
	}
	list_add_tail(&probe->node, &ptime_probes);
}

/**
 * ptime_probe_own() - time a function of our own, which readers do not see
 * @name: "pathtime:function"; no probe has it
 * @backend: what is to time it
 * @probes: list that takes the probe, for ptime_probes_disown()
 *
 * Context: process, may sleep.
 * Return: the probe, armed; ERR_PTR(-ENOMEM), -EOPNOTSUPP where the backend cannot time
 * it, or what the kernel says.
 */
struct ptime_probe *ptime_probe_own(const char *name, const struct ptime_backend *backend,
				    struct list_head *probes)
{
	struct ptime_probe *probe;
	LIST_HEAD(todo);
	int err;

	probe = probe_new(name, "");
	if (!probe)
		return ERR_PTR(-ENOMEM);
	probe->wanted = backend;
	set_outcomes(probe, &ptime_outcomes_all);
	list_add_tail(&probe->node, probes);
	list_add_tail(&probe->todo, &todo);
	mutex_lock(&mutex);
	attach_all(&todo);
	err = probe->error;
	mutex_unlock(&mutex);
	if (err)
		return ERR_PTR(err);
	return probe->backend == backend ? probe : ERR_PTR(-EOPNOTSUPP);
}

/**
 * ptime_probes_disown() - end and free the probes that ptime_probe_own() made
 * @probes: their list
 *
 * Context: process, may sleep.
 */
void ptime_probes_disown(struct list_head *probes)
{
	mutex_lock(&mutex);
	detach_and_free(probes);
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
		if (probe->origin == origin && !strcmp(probe->names, names))
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
 * ptime_probes_exit() - end and free all probes
 *
 * Context: process, may sleep. When it returns, no probe runs our code.
 */
void ptime_probes_exit(void)
{
	mutex_lock(&mutex);
	detach_and_free(&ptime_probes);
	mutex_unlock(&mutex);
	ptime_backends_drain();
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

	if (probe->origin != PTIME_FROM_STEPS || probe->handle)
		return true;
	list_for_each_entry(other, &ptime_probes, node)
		if (other->origin != PTIME_FROM_STEPS && is_symbol(other, &probe->symbol))
			return false;
	return true;
}

/* why the kernel does not call a probe that is in place, or NULL */
static const char *silence(const struct ptime_probe *probe)
{
	if (!probe->handle || !ptime_probes_info.running || probe->over_budget)
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
	if (probe->over_budget)
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
	if (probe->handle && (!ptime_probes_info.running || probe->over_budget))
		return PTIME_STATE_STOPPED;
	if (probe->handle)
		return silence(probe) ? PTIME_STATE_SILENT : PTIME_STATE_ARMED;
	return probe->pending ? PTIME_STATE_PENDING : PTIME_STATE_FAILED;
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
 * ptime_probe_add() - time one more function
 * @request: the function
 * @reason: PTIME_REASON_LEN bytes, takes a sentence for a person where it fails
 *
 * A function of a module that is not loaded is kept, pending.
 *
 * Context: process, may sleep.
 * Return: 0; -EINVAL for a malformed name or a function the kernel allows no
 * probe on; -ENOENT for no such function; -EEXIST; -ENOMEM; what the backend says.
 */
int ptime_probe_add(const struct ptime_request *request, char *reason)
{
	char name[PTIME_MODULE_LEN + PTIME_FUNCTION_LEN];
	struct ptime_probe *probe, *other;
	struct ptime_symbol parts;
	LIST_HEAD(todo);
	int err;

	err = ptime_name_split(request->name, strlen(request->name), &parts);
	if (err) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "'%.64s' is not [module:]function", request->name);
		return err;
	}
	scnprintf(name, sizeof(name), "%s%s%s", parts.module,
		  parts.module[0] ? ":" : "", parts.function);
	mutex_lock(&mutex);
	/* asked before looking it up, which would slow down a probe that is there */
	other = find_symbol(&parts);
	if (find_names(name, request->origin) || (other && request->origin == PTIME_FROM_USER)) {
		scnprintf(reason, PTIME_REASON_LEN, "%.64s is probed already", name);
		err = -EEXIST;
		goto unlock;
	}
	probe = probe_new(name, request->group);
	if (!probe) {
		scnprintf(reason, PTIME_REASON_LEN, "no memory");
		err = -ENOMEM;
		goto unlock;
	}
	probe->origin = request->origin;
	probe->sleeps = request->origin == PTIME_FROM_USER;
	probe->wanted = request->backend;
	probe->backend = request->backend ?: default_backend;
	set_outcomes(probe, request->outcomes);
	if (other) {
		probe->symbol = parts;
		refuse_second(probe, other);
	} else {
		list_add(&probe->todo, &todo);
		attach_all(&todo);
	}
	err = probe->error;
	if (err == -EAGAIN || request->keep)
		err = 0;
	if (err) {
		strscpy(reason, probe->reason, PTIME_REASON_LEN);
		probe_free(probe);
		goto unlock;
	}
	insert(probe);
unlock:
	mutex_unlock(&mutex);
	return err;
}

/* the function has another probe, which may just have ended */
static void retry_duplicates(void)
{
	struct ptime_probe *probe;
	LIST_HEAD(todo);

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->error == -EEXIST && !find_symbol(&probe->symbol))
			list_add_tail(&probe->todo, &todo);
	attach_all(&todo);
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
		if (!is_symbol(probe, parts) || !ptime_probe_is_shown(probe))
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
 * Context: process, may sleep.
 * Return: 0; -ENOENT for no such probe; -EINVAL for a malformed name or one that
 * several probes have.
 */
int ptime_probe_del(const char *name, char *reason)
{
	struct ptime_symbol parts;
	struct ptime_probe *probe;
	LIST_HEAD(doomed);
	int err;

	err = ptime_name_split(name, strlen(name), &parts);
	if (err) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "'%.64s' is not [module:]function", name);
		return err;
	}
	mutex_lock(&mutex);
	probe = find_meant(name, &parts, reason);
	if (IS_ERR(probe)) {
		err = PTR_ERR(probe);
		goto unlock;
	}
	list_move(&probe->node, &doomed);
	detach_and_free(&doomed);
	retry_duplicates();
unlock:
	mutex_unlock(&mutex);
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

/**
 * ptime_probes_enable() - add a built-in group's probes
 * @group: group's name
 * @level: PTIME_LANDMARK, or PTIME_DETAIL for all
 *
 * What the kernel does not have is listed as pending or failed.
 *
 * Context: process, may sleep. Return: 0, or -ENOMEM with nothing changed.
 */
int ptime_probes_enable(const char *group, enum ptime_level level)
{
	struct ptime_probe *probe, *next;
	LIST_HEAD(fresh);
	LIST_HEAD(todo);
	int err;

	mutex_lock(&mutex);
	err = new_targets(group, level, &fresh);
	if (err) {
		detach_and_free(&fresh);
		goto unlock;
	}
	list_for_each_entry_safe(probe, next, &fresh, node) {
		list_del_init(&probe->node);
		insert(probe);
		list_add_tail(&probe->todo, &todo);
	}
	attach_all(&todo);
unlock:
	mutex_unlock(&mutex);
	return err;
}

/**
 * ptime_probes_disable() - end a group's probes and forget their counts
 * @group: group's name, built in or the user's
 * @level: PTIME_LANDMARK for all, PTIME_DETAIL to keep the landmarks
 *
 * Context: process, may sleep. Return: 0, or -ENOENT where it has no probe.
 */
int ptime_probes_disable(const char *group, enum ptime_level level)
{
	struct ptime_probe *probe, *next;
	LIST_HEAD(doomed);
	int err = 0;

	mutex_lock(&mutex);
	list_for_each_entry_safe(probe, next, &ptime_probes, node)
		if (!strcmp(probe->group, group) && probe->level >= level)
			list_move_tail(&probe->node, &doomed);
	if (list_empty(&doomed))
		err = -ENOENT;
	detach_and_free(&doomed);
	retry_duplicates();
	mutex_unlock(&mutex);
	return err;
}

static void fail(struct batch *batch, struct ptime_probe *probe, int err,
		 const char *what)
{
	probe->error = err;
	scnprintf(probe->reason, sizeof(probe->reason), "%s %s (%d)",
		  probe->symbol.function, what, err);
	batch_detach(batch, probe);
}

/**
 * ptime_probes_start() - arm all probes
 *
 * Also those that were started before, in vain: see PTIME_STATE_SILENT.
 * A probe that its backend does not take back is looked up anew; another
 * backend may have it.
 *
 * Context: process, may sleep.
 */
void ptime_probes_start(void)
{
	struct ptime_probe *probe;
	struct batch batch = { .count = 0 };
	LIST_HEAD(todo);

	mutex_lock(&mutex);
	ptime_probes_info.running = true;
	list_for_each_entry(probe, &ptime_probes, node) {
		probe->over_budget = false;
		if (!probe->handle || !probe->backend->arm(probe->handle))
			continue;
		batch_detach(&batch, probe);
		list_add_tail(&probe->todo, &todo);
	}
	batch_flush(&batch);
	attach_all(&todo);
	ptime_skbpath_start();
	mutex_unlock(&mutex);
}

/**
 * ptime_probes_stop() - take all probes out of the code, keep the counts
 *
 * Calls under way are still counted when they return.
 *
 * Context: process, may sleep.
 */
void ptime_probes_stop(void)
{
	struct ptime_probe *probe;
	struct batch batch = { .count = 0 };
	int err;

	mutex_lock(&mutex);
	if (!ptime_probes_info.running)
		goto unlock;
	ptime_probes_info.running = false;
	ptime_skbpath_stop();
	list_for_each_entry(probe, &ptime_probes, node) {
		if (!probe->handle)
			continue;
		err = probe->backend->disarm(probe->handle);
		if (err)
			fail(&batch, probe, err, "could not be stopped");
	}
	batch_flush(&batch);
unlock:
	mutex_unlock(&mutex);
}

/**
 * ptime_probe_stop_over_budget() - take a probe out of the code, keep its counts
 * @probe: the probe, armed
 *
 * Context: process, may sleep, under ptime_probes_lock().
 */
void ptime_probe_stop_over_budget(struct ptime_probe *probe)
{
	struct batch batch = { .count = 0 };
	int err;

	err = probe->backend->disarm(probe->handle);
	if (err) {
		fail(&batch, probe, err, "could not be stopped");
		batch_flush(&batch);
		return;
	}
	probe->over_budget = true;
}

static void swap_series(struct ptime_probe *probe)
{
	unsigned int i;

	for (i = 0; i < PTIME_OUTCOMES_MAX; i++) {
		struct ptime_percpu_hist __percpu *old = probe->hit.hist[i];

		/* a hit that sees the series sees it empty, not as allocated */
		smp_store_release(&probe->hit.hist[i], probe->spare[i]);
		probe->spare[i] = old;
	}
	/* negative until as many are missed: only the sum is ever shown */
	probe->missed -= ptime_probe_missed(probe);
}

/**
 * ptime_probes_reset() - start all counts at zero
 *
 * New series are put in place of the old ones, which are freed when no hit
 * uses them: clearing under the hits would leave parts of a call behind.
 *
 * Context: process, may sleep. Return: 0, or -ENOMEM with nothing changed.
 */
int ptime_probes_reset(void)
{
	struct ptime_probe *probe;
	int err = 0;

	mutex_lock(&mutex);
	list_for_each_entry(probe, &ptime_probes, node) {
		if (!probe->hit.hist[0])
			continue;
		err = alloc_series(probe->spare, probe->outcomes->count);
		if (err)
			goto free_spares;
	}
	if (ptime_nesting) {
		err = ptime_calltree_alloc_spare();
		if (err)
			goto free_spares;
	}
	err = ptime_paths_reset();
	if (err)
		goto free_spares;
	if (ptime_nesting) {
		ptime_calltree_swap_spare();
		ptime_context_clear_unlinked();
	}
	list_for_each_entry(probe, &ptime_probes, node)
		swap_series(probe);
	synchronize_rcu();
	ptime_probes_info.since_ns = ktime_get_boottime_ns();
	ptime_probes_info.resets++;
free_spares:
	ptime_calltree_free_spare();
	list_for_each_entry(probe, &ptime_probes, node)
		free_series(probe->spare);
	mutex_unlock(&mutex);
	return err;
}

/* a bare name that the user added may be any module's */
static bool may_hold(const char *module, const struct ptime_probe *probe)
{
	return ptime_names_mention(probe->names, module) ||
	       (probe->origin != PTIME_FROM_TABLE && !strchr(probe->names, ':'));
}

/**
 * ptime_probes_module_coming() - a module's code is there, not yet run
 * @module: module's name
 *
 * Context: process, may sleep.
 */
void ptime_probes_module_coming(const char *module)
{
	struct ptime_probe *probe;
	LIST_HEAD(todo);

	mutex_lock(&mutex);
	list_for_each_entry(probe, &ptime_probes, node)
		if (!probe->handle && may_hold(module, probe))
			list_add_tail(&probe->todo, &todo);
	attach_all(&todo);
	mutex_unlock(&mutex);
}

/**
 * ptime_probes_module_live() - a module's init function is done, about to be freed
 * @module: the module
 *
 * Context: process, may sleep.
 */
void ptime_probes_module_live(const struct module *module)
{
	struct ptime_probe *probe;
	struct batch batch = { .count = 0 };

	mutex_lock(&mutex);
	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->handle &&
		    within_module_init((unsigned long)probe->symbol.address, module))
			fail(&batch, probe, -ENOENT, "was freed after its use");
	batch_flush(&batch);
	mutex_unlock(&mutex);
}

/**
 * ptime_probes_module_going() - a module's code is about to be freed
 * @module: module's name
 *
 * Its probes become pending and keep their counts.
 *
 * Context: process, may sleep.
 */
void ptime_probes_module_going(const char *module)
{
	struct ptime_probe *probe;
	struct batch batch = { .count = 0 };

	mutex_lock(&mutex);
	list_for_each_entry(probe, &ptime_probes, node) {
		if (strcmp(probe->symbol.module, module))
			continue;
		batch_detach(&batch, probe);
		probe->pending = true;
		probe->error = -EAGAIN;
		scnprintf(probe->reason, sizeof(probe->reason),
			  "module %s was unloaded", module);
	}
	batch_flush(&batch);
	mutex_unlock(&mutex);
}
