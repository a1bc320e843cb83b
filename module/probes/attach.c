// SPDX-License-Identifier: GPL-2.0
/* attach: looks functions up and attaches probes to them */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "packets/path.h"
#include "packets/step_hook.h"
#include "probes/attach.h"
#include "probes/probe.h"
#include "probes/reaper.h"
#include "record/percpu_hist.h"

/*
 * Calls of one function that can be active at once. A call in softirq context holds its CPU
 * until it returns, so the number of CPUs limits these calls. For functions that sleep only
 * the number of tasks does.
 */
#define MAXACTIVE_PER_CPU	4
#define MAXACTIVE_MIN		64
#define MAXACTIVE_SLEEPS	1024

/**
 * struct attempt - one attempt to look up and attach a probe, made without ptime_probes_lock()
 * @probe: the probe; it is busy
 * @symbol: its function
 * @reason: a sentence for the user: why the attempt failed, or a warning
 * @backend: the backend that was tried last, or NULL
 * @handle: the backend's handle, NULL if the attempt failed
 * @armed: attach the probe armed
 * @pending: the function's module is not loaded
 * @error: why the attempt failed, as -errno; 0 if it did not
 */
struct attempt {
	struct ptime_probe *probe;
	struct ptime_symbol symbol;
	char reason[PTIME_REASON_LEN];
	const struct ptime_backend *backend;
	void *handle;
	bool armed;
	bool pending;
	int error;
};

static unsigned int probe_maxactive(const struct ptime_probe *probe)
{
	unsigned int least = probe->sleeps ? MAXACTIVE_SLEEPS : MAXACTIVE_MIN;

	if (ptime_probes_maxactive())
		return ptime_probes_maxactive();
	return max(MAXACTIVE_PER_CPU * num_possible_cpus(), least);
}

static void attempt_explain(struct attempt *attempt)
{
	int err = attempt->error;

	scnprintf(attempt->reason, sizeof(attempt->reason),
		  err == -EINVAL ? "the kernel allows no return probe on %s (%d)" :
		  err == -ENOMEM ? "no memory to time %s (%d)" :
		  err == -ENOSPC ? "no function number left for %s: reload the module (%d)" :
		  "the kernel refused a probe on %s (%d)",
		  attempt->symbol.function, err);
}

/* of the list of steps, so its function is known; a user's hook says nothing about the function */
static bool has_own_hook(const struct attempt *attempt)
{
	return attempt->symbol.hook && attempt->symbol.hook->name;
}

/* returns why the number of argument words is not known, or NULL */
static const char *unknown_arguments(const struct attempt *attempt)
{
	if (strchr(attempt->symbol.function, '.'))
		return "GCC may have changed its arguments";
	if (attempt->probe->origin == PTIME_FROM_USER &&
	    attempt->probe->arguments == PTIME_ARGUMENTS_UNKNOWN &&
	    !has_own_hook(attempt) && !ptime_target_find(&attempt->symbol))
		return "its arguments are not known";
	return NULL;
}

static bool has_too_many_arguments(const struct attempt *attempt,
				   const struct ptime_backend *backend)
{
	unsigned int words = ptime_target_arguments(attempt->symbol.function);

	if (attempt->probe->arguments > 0)
		words = max_t(unsigned int, words, attempt->probe->arguments);
	return words > backend->most_arguments;
}

/* returns why the backend might not pass on all arguments, or NULL */
static const char *unsafe_arguments(const struct attempt *attempt,
				    const struct ptime_backend *backend)
{
	if (has_too_many_arguments(attempt, backend))
		return "it takes more arguments than a direct call passes on";
	return unknown_arguments(attempt);
}

/*
 * A function that the user added is assumed to sleep. The table and the step hooks list
 * functions for which more is known.
 */
static bool may_sleep(const struct attempt *attempt)
{
	const struct ptime_target *target;

	if (attempt->probe->origin != PTIME_FROM_USER)
		return attempt->probe->sleeps;
	target = ptime_target_find(&attempt->symbol);
	return target ? target->sleeps : !has_own_hook(attempt);
}

/* returns why a kretprobe suits the function better than the backend, or NULL */
static const char *why_kretprobe(const struct attempt *attempt,
				 const struct ptime_backend *backend)
{
	const char *why = unsafe_arguments(attempt, backend);

	if (!why && may_sleep(attempt))
		why = "it may sleep, and a direct call would then keep the module loaded";
	return why;
}

/*
 * With paths=, the return value of the flowtable's hook says whether a packet was a hit or a
 * miss. Without returns=flowtable the value is not examined, and every packet would count as a
 * hit.
 */
static int refuse_unknown_verdict(struct attempt *attempt)
{
	const struct ptime_probe *probe = attempt->probe;

	if (!ptime_paths_max || probe->origin == PTIME_FROM_STEPS || !attempt->symbol.hook ||
	    attempt->symbol.hook->step != PTIME_STEP_FLOWTABLE ||
	    probe->outcomes == &ptime_outcomes_flowtable)
		return 0;
	scnprintf(attempt->reason, sizeof(attempt->reason),
		  "packet tracing needs its return value: add it with returns=flowtable");
	return -EINVAL;
}

/*
 * A direct call that passes on too few arguments can crash the kernel. If the user asks for a
 * direct call and the number of arguments is not known or too large, refuse the function.
 * force overrides this for an unknown number only. If anything else prevents a direct call,
 * attach_by_any() uses a kretprobe.
 */
static int refuse_unsafe_call(struct attempt *attempt)
{
	const struct ptime_backend *wanted = attempt->probe->wanted;
	const char *why;

	if (attempt->probe->origin != PTIME_FROM_USER || !wanted ||
	    wanted == &ptime_backend_kretprobe)
		return 0;
	why = unsafe_arguments(attempt, wanted);
	if (!why || (attempt->probe->force && !has_too_many_arguments(attempt, wanted)))
		return 0;
	scnprintf(attempt->reason, sizeof(attempt->reason), "not %s: %s", wanted->name, why);
	return -EOPNOTSUPP;
}

/*
 * The kernel may optimize a kprobe that ftrace does not call. Its optimizer waits for RCU tasks
 * while it holds the locks of kprobes, CPU hotplug and text patching. So each module load would
 * wait for as long as a task is busy. If ftrace calls no kprobes at all, there is no other way to
 * time a function.
 */
static bool is_optimizable(const struct attempt *attempt)
{
	return IS_ENABLED(CONFIG_OPTPROBES) && IS_ENABLED(CONFIG_KPROBES_ON_FTRACE) &&
	       !attempt->symbol.traced && attempt->probe->origin != PTIME_FROM_PATHTIME &&
	       ptime_kretprobe_fits(&attempt->symbol);
}

static int refuse_optimizable(struct attempt *attempt)
{
	if (!is_optimizable(attempt) || attempt->probe->force)
		return 0;
	scnprintf(attempt->reason, sizeof(attempt->reason),
		  "ftrace cannot call from it, and a plain kprobe may delay module loads: add it with force");
	return -EOPNOTSUPP;
}

/* log the warning once per add, not each time that the probe is attached */
static __printf(2, 3) void attempt_warn(struct attempt *attempt, const char *format, ...)
{
	char warning[PTIME_REASON_LEN], reason[PTIME_REASON_LEN];
	va_list args;

	va_start(args, format);
	vscnprintf(warning, sizeof(warning), format, args);
	va_end(args);
	/* the warning comes first, as both may not fit */
	strscpy(reason, attempt->reason, sizeof(reason));
	scnprintf(attempt->reason, sizeof(attempt->reason), "WARNING: %s%s%s", warning,
		  *reason ? "; " : "", reason);
	if (!attempt->probe->warned)
		pr_warn("%s: WARNING: %s\n", attempt->symbol.function, warning);
	attempt->probe->warned = true;
}

static void warn_of_arguments(struct attempt *attempt)
{
	const char *why = unknown_arguments(attempt);

	if (why)
		attempt_warn(attempt, "%s: if it takes more than %u words the kernel may crash",
			     why, attempt->backend->most_arguments);
}

static void *attach_by(struct attempt *attempt, const struct ptime_backend *backend,
		       const char **why)
{
	struct ptime_probe *probe = attempt->probe;

	attempt->backend = backend;
	return backend->attach(&attempt->symbol,
			       probe->origin != PTIME_FROM_STEPS ? &probe->recorder :
			       ptime_step_hook_recorder(attempt->symbol.hook),
			       probe_maxactive(probe), attempt->armed, why);
}

/* attach by the requested or the default backend; if that fails, by a kretprobe */
static void *attach_by_any(struct attempt *attempt)
{
	const struct ptime_backend *wanted = attempt->probe->wanted ?: ptime_probes_backend();
	size_t length = strlen(attempt->reason);
	const char *why = NULL;
	void *handle;

	if (wanted == &ptime_backend_kretprobe)
		return attach_by(attempt, wanted, &why);
	if (!attempt->probe->wanted)
		why = why_kretprobe(attempt, wanted);
	if (!why) {
		handle = attach_by(attempt, wanted, &why);
		if (!IS_ERR(handle) && attempt->probe->force)
			warn_of_arguments(attempt);
		if (!IS_ERR(handle) || PTR_ERR(handle) == -ENOMEM)
			return handle;
	}
	scnprintf(attempt->reason + length, sizeof(attempt->reason) - length,
		  "%snot %s: %s", length ? "; " : "", wanted->name,
		  why ?: "ftrace refuses it");
	return attach_by(attempt, &ptime_backend_kretprobe, &why);
}

static int probe_alloc_series(struct ptime_probe *probe)
{
	unsigned int i;

	for (i = 0; i < probe->outcomes->count; i++) {
		if (probe->recorder.hist[i])
			continue;
		probe->recorder.hist[i] = ptime_probe_alloc_series();
		if (!probe->recorder.hist[i])
			return -ENOMEM;
	}
	return 0;
}

/* allocate the function number and the series, which a probe keeps until it is freed */
static int probe_alloc_counts(struct attempt *attempt)
{
	struct ptime_probe *probe = attempt->probe;
	int err = 0;

	if (probe->origin == PTIME_FROM_STEPS)
		return 0;
	ptime_probes_lock();
	if (ptime_nesting)
		err = ptime_cct_number(attempt->symbol.module, attempt->symbol.function,
				       &probe->recorder.function);
	/* a reader or a reset takes the same lock and expects all series of a probe, or none */
	if (!err)
		err = probe_alloc_series(probe);
	ptime_probes_unlock();
	return err;
}

static void attach_alone(struct attempt *attempt)
{
	void *handle;

	if (attempt->probe->origin == PTIME_FROM_STEPS && !attempt->symbol.hook) {
		attempt->error = -EOPNOTSUPP;
		scnprintf(attempt->reason, sizeof(attempt->reason),
			  "GCC may have changed the arguments of %s (%d)",
			  attempt->symbol.function, attempt->error);
		return;
	}
	attempt->error = refuse_unsafe_call(attempt) ?: refuse_optimizable(attempt);
	if (attempt->error)
		return;
	ptime_step_hook_keep(attempt->probe->hook);
	handle = attach_by_any(attempt);
	if (IS_ERR(handle)) {
		attempt->error = PTR_ERR(handle);
		attempt_explain(attempt);
		return;
	}
	if (is_optimizable(attempt))
		attempt_warn(attempt, "while a task is busy in the kernel, module loads may wait for it");
	attempt->handle = handle;
}

/*
 * @other is a step-only probe on the same function. Take over its handle and have it time the
 * function as well. If the backends differ or retargeting fails, mute @other, attach to the
 * function separately, and have the reaper detach @other.
 */
static void attempt_take_over(struct attempt *attempt, struct ptime_probe *other)
{
	struct ptime_probe *probe = attempt->probe;
	const struct ptime_backend *wanted = probe->wanted ?: other->backend;
	bool moved = false;

	if (wanted == other->backend)
		moved = !other->backend->retarget(other->handle, &attempt->symbol,
						  &probe->recorder);
	if (!moved) {
		other->backend->mute(other->handle);
		attach_alone(attempt);
	}

	ptime_probes_lock();
	if (moved) {
		attempt->backend = other->backend;
		attempt->handle = other->handle;
		attempt->armed = other->armed;
		other->handle = NULL;
		other->armed = false;
		other->stop = false;
		other->detach = false;
	} else {
		other->detach = true;
		ptime_reaper_call();
	}
	other->error = -EEXIST;
	scnprintf(other->reason, sizeof(other->reason), "probed already, in group %s",
		  probe->group);
	ptime_probe_release(other);
	ptime_probes_unlock();
}

static struct ptime_probe *find_by_address(const struct ptime_probe *but, const void *address)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (probe != but && probe->symbol.address == address &&
		    (probe->handle || probe->busy))
			return probe;
	return NULL;
}

static void attempt_refuse(struct attempt *attempt, const struct ptime_probe *other)
{
	attempt->error = -EEXIST;
	if (attempt->probe->hook && other->symbol.hook)
		scnprintf(attempt->reason, sizeof(attempt->reason),
			  "packets take the step %s there already",
			  ptime_step_name(other->symbol.hook->step));
	else if (ptime_probe_is_leaving(other))
		scnprintf(attempt->reason, sizeof(attempt->reason),
			  "waits until the previous probe of the function is removed");
	else
		scnprintf(attempt->reason, sizeof(attempt->reason),
			  "probed already, in group %s", other->group);
}

/*
 * Reserve the function for this attempt: from now on find_by_address() finds the probe by the
 * function's address. If a step-only probe has to make way, mark it busy and store it in
 * @other. Returns false if another probe keeps the function.
 */
static bool attempt_claim(struct attempt *attempt, struct ptime_probe **other)
{
	struct ptime_probe *probe = attempt->probe;
	bool claimed = true;

	ptime_probes_lock();
	*other = find_by_address(probe, attempt->symbol.address);
	if (*other) {
		/* a function may have two names: the other one has a step of its own */
		claimed = (*other)->origin == PTIME_FROM_STEPS &&
			  probe->origin != PTIME_FROM_STEPS && !probe->hook &&
			  !(*other)->busy && !ptime_probe_is_leaving(*other);
		if (claimed)
			(*other)->busy = true;
		else
			attempt_refuse(attempt, *other);
	}
	if (claimed) {
		probe->symbol = attempt->symbol;
		attempt->armed = ptime_probes_info.running &&
				 probe->origin != PTIME_FROM_PATHTIME;
	}
	ptime_probes_unlock();
	return claimed;
}

static void probe_give_back(struct ptime_probe *probe)
{
	ptime_probes_lock();
	ptime_probe_release(probe);
	ptime_probes_unlock();
}

/* the step hook of the function, or the one that the user wants there */
static int attempt_find_hook(struct attempt *attempt)
{
	const struct ptime_step_hook *hook = ptime_step_hook_find(&attempt->symbol);
	const struct ptime_step_hook *wanted = attempt->probe->hook;

	attempt->symbol.hook = hook ?: wanted;
	if (!wanted)
		return 0;
	if (hook) {
		scnprintf(attempt->reason, sizeof(attempt->reason),
			  "packets take the step %s there already: add it without step=",
			  ptime_step_name(hook->step));
		return -EINVAL;
	}
	if (strchr(attempt->symbol.function, '.')) {
		scnprintf(attempt->reason, sizeof(attempt->reason),
			  "GCC may have changed the arguments of %s, so there can be no step",
			  attempt->symbol.function);
		return -EOPNOTSUPP;
	}
	scnprintf(attempt->reason, sizeof(attempt->reason), "step=%s skb=%u",
		  ptime_step_name(wanted->step), wanted->skb);
	return 0;
}

static void attempt_attach(struct attempt *attempt)
{
	struct ptime_probe *other;

	if (!strcmp(attempt->symbol.module, KBUILD_MODNAME) &&
	    attempt->probe->origin != PTIME_FROM_PATHTIME) {
		attempt->error = -EINVAL;
		scnprintf(attempt->reason, sizeof(attempt->reason),
			  "pathtime does not time its own functions");
		return;
	}
	attempt->error = attempt_find_hook(attempt) ?: refuse_unknown_verdict(attempt);
	if (attempt->error || !attempt_claim(attempt, &other))
		return;
	attempt->error = probe_alloc_counts(attempt);
	if (attempt->error) {
		attempt_explain(attempt);
		if (other)
			probe_give_back(other);
	} else if (other) {
		attempt_take_over(attempt, other);
	} else {
		attach_alone(attempt);
	}
}

/*
 * Store the result in the probe. If the command start came meanwhile, arm the probe here. If
 * stop came, have the reaper disarm it.
 */
static void attempt_publish(struct attempt *attempt)
{
	struct ptime_probe *probe = attempt->probe;
	bool arm;
	int err;

	ptime_probes_lock();
	probe->found = NULL;
	probe->symbol = attempt->symbol;
	probe->symbol.lookup = NULL;
	/* if the module is going or the probe is being deleted, that is already its reason */
	if (!probe->detach && !probe->doomed) {
		strscpy(probe->reason, attempt->reason, sizeof(probe->reason));
		probe->error = attempt->error;
		probe->pending = attempt->pending;
	}
	if (attempt->backend)
		probe->backend = attempt->backend;
	probe->handle = attempt->handle;
	probe->armed = attempt->handle && attempt->armed;
	arm = probe->handle && !probe->armed && ptime_probes_info.running &&
	      probe->origin != PTIME_FROM_PATHTIME && !probe->detach && !probe->doomed;
	if (probe->armed && !ptime_probes_info.running)
		probe->stop = true;
	if (!arm) {
		/* the reaper also frees a refused direct call, which has pinned the module */
		if (attempt->error || ptime_backends_have_refused())
			ptime_reaper_call();
		ptime_probe_release(probe);
	}
	ptime_probes_unlock();
	if (arm) {
		err = probe->backend->arm(probe->handle);
		ptime_probes_lock();
		ptime_probe_set_armed(probe, err);
		if (!ptime_probes_info.running)
			probe->stop = probe->armed;
		ptime_probe_release(probe);
		ptime_probes_unlock();
	}
}

static void attempt_resolve(struct attempt *attempt)
{
	struct ptime_probe *probe = attempt->probe;

	attempt->error = ptime_resolve(probe->names, probe->origin != PTIME_FROM_TABLE,
				       &attempt->symbol, attempt->reason);
	attempt->pending = attempt->error == -EAGAIN;
}

/* from here on, modules that no probe is for do not wait for these probes */
static void attempts_tell_found(struct attempt *attempts, unsigned int count)
{
	unsigned int i;

	ptime_probes_lock();
	for (i = 0; i < count; i++)
		attempts[i].probe->found = &attempts[i].symbol;
	ptime_probes_unlock();
	ptime_reaper_wake();
}

/*
 * A probe in a long list may wait for minutes until its lookup begins. Until then it is as if it
 * had not been added, so module loads do not wait for it: it counts as found in the kernel itself.
 */
static const struct ptime_symbol not_looked_up;

static void probes_wait_for_lookup(struct list_head *todo)
{
	struct ptime_probe *probe;

	ptime_probes_lock();
	list_for_each_entry(probe, todo, todo)
		probe->found = &not_looked_up;
	ptime_probes_unlock();
}

static void probe_begin_lookup(struct ptime_probe *probe)
{
	ptime_probes_lock();
	probe->found = NULL;
	ptime_probes_unlock();
}

/* attach up to PTIME_RESOLVE_MAX probes: one RCU grace period ends all their lookups */
static unsigned int attach_some(struct list_head *todo, struct attempt *attempts)
{
	struct ptime_symbol *symbols[PTIME_RESOLVE_MAX];
	unsigned int i, found = 0, count = 0;
	struct ptime_probe *probe, *next;

	list_for_each_entry_safe(probe, next, todo, todo) {
		if (count == PTIME_RESOLVE_MAX)
			break;
		list_del_init(&probe->todo);
		memset(&attempts[count], 0, sizeof(attempts[count]));
		attempts[count].probe = probe;
		probe_begin_lookup(probe);
		attempt_resolve(&attempts[count]);
		if (!attempts[count].error)
			symbols[found++] = &attempts[count].symbol;
		count++;
		cond_resched();
	}
	if (found)
		ptime_resolve_done(symbols, found);
	attempts_tell_found(attempts, count);
	for (i = 0; i < count; i++) {
		if (!attempts[i].error)
			attempt_attach(&attempts[i]);
		attempt_publish(&attempts[i]);
		cond_resched();
	}
	return count;
}

static void probes_fail(struct list_head *todo)
{
	struct ptime_probe *probe, *next;

	ptime_probes_lock();
	list_for_each_entry_safe(probe, next, todo, todo) {
		list_del_init(&probe->todo);
		probe->found = NULL;
		probe->error = -ENOMEM;
		probe->pending = false;
		scnprintf(probe->reason, sizeof(probe->reason), "no memory to look it up (%d)",
			  probe->error);
		ptime_probe_release(probe);
	}
	ptime_probes_unlock();
}

/**
 * ptime_attach() - Look up the functions of probes and attach to them
 * @todo: the probes, linked by their @todo. Each is busy, as the caller has marked it under
 *	ptime_probes_lock() or before it added it to a list. On return none is busy.
 *
 * If a probe cannot be attached, its @error and @reason say why.
 *
 * Context: process, may sleep, not under ptime_probes_lock(). Patches code and looks up
 * names. On kernels before 6.10, ftrace may wait for a grace period that a busy task delays.
 */
void ptime_attach(struct list_head *todo)
{
	struct attempt *attempts;

	if (list_empty(todo))
		return;
	probes_wait_for_lookup(todo);
	attempts = kcalloc(PTIME_RESOLVE_MAX, sizeof(*attempts), GFP_KERNEL);
	if (!attempts) {
		probes_fail(todo);
		return;
	}
	while (!list_empty(todo))
		attach_some(todo, attempts);
	kfree(attempts);
}
