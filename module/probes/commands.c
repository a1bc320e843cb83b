// SPDX-License-Identifier: GPL-2.0
/* commands: what control commands do with probes, one command at a time */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>

#include "kernel/resolve.h"
#include "packets/hooks.h"
#include "packets/step_hook.h"
#include "probes/attach.h"
#include "probes/calibrate.h"
#include "probes/commands.h"
#include "probes/disabled.h"
#include "probes/probe.h"
#include "probes/reaper.h"
#include "probes/reset.h"
#include "probes/targets.h"

/*
 * Serialises control commands, which are its only users. A command may wait for grace periods,
 * patch code and look up names while it holds this mutex.
 */
static DEFINE_MUTEX(command_mutex);

/* returns -ERESTARTSYS for a signal: nothing is done yet, so the kernel may repeat the write */
static int command_lock(void)
{
	return mutex_lock_interruptible(&command_mutex) ? -ERESTARTSYS : 0;
}

/*
 * Begin a control command that may need a function or slot that the reaper is about to give
 * back. Another command may call the reaper before this one has the mutex, so check again
 * under it.
 */
static int command_begin(void)
{
	int err;

	for (;;) {
		err = ptime_reaper_wait() ?: command_lock();
		if (err || !ptime_reaper_is_at_work())
			return err;
		mutex_unlock(&command_mutex);
	}
}

static void command_end(void)
{
	mutex_unlock(&command_mutex);
}

/* a function may have a probe of each origin; then one of them has the handle */
static struct ptime_probe *find_by_names(const char *names, enum ptime_origin origin)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node)
		if (!probe->doomed && probe->origin == origin && !strcmp(probe->names, names))
			return probe;
	return NULL;
}

/*
 * Returns -EEXIST with a @reason if the name is probed already, -EINVAL if it is to be a user's
 * step and is one of the module's own, or 0. @other takes the probe that times the function, or
 * NULL.
 */
static int refuse_name(const struct ptime_request *request, const struct ptime_symbol *parts,
		       struct ptime_probe **other, char *reason)
{
	const struct ptime_step_hook *own = ptime_step_hook_find(parts);

	/* check before the lookup, which would slow down a probe that is there */
	*other = ptime_probe_find(parts);
	if (request->hook && own) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "packets take the step %s there already: add it without step=",
			  ptime_step_name(own->step));
		return -EINVAL;
	}
	if (!find_by_names(request->name, request->origin) &&
	    (!*other || request->origin != PTIME_FROM_USER))
		return 0;
	scnprintf(reason, PTIME_REASON_LEN, request->hook ?
		  "%.64s is probed already: del it, or disable its group, then add it with step=" :
		  "%.64s is probed already", request->name);
	return -EEXIST;
}

/* split and normalise a name; the normalised one has PTIME_MODULE_LEN + PTIME_FUNCTION_LEN bytes */
static int split_name(const char *name, struct ptime_symbol *parts, char *normal, char *reason)
{
	int err = ptime_name_split(name, strlen(name), parts);

	if (err)
		scnprintf(reason, PTIME_REASON_LEN, "'%.64s' is not [module:]function", name);
	else
		scnprintf(normal, PTIME_MODULE_LEN + PTIME_FUNCTION_LEN, "%s%s%s", parts->module,
			  parts->module[0] ? ":" : "", parts->function);
	return err;
}

/*
 * Insert a probe, busy and linked into @todo. If another probe times the function, it is not
 * linked: it stays as failed.
 */
static int insert_named(const struct ptime_request *request, const struct ptime_symbol *parts,
			struct ptime_named *named, struct list_head *todo)
{
	struct ptime_probe *probe, *other;
	int err;

	probe = ptime_probe_requested(request);
	if (!probe) {
		scnprintf(named->reason, PTIME_REASON_LEN, "no memory");
		return -ENOMEM;
	}
	ptime_probes_lock();
	err = refuse_name(request, parts, &other, named->reason);
	if (err) {
		ptime_probes_unlock();
		ptime_probe_discard(probe);
		return err;
	}
	probe->symbol = *parts;
	if (other) {
		probe->error = -EEXIST;
		scnprintf(probe->reason, sizeof(probe->reason), "probed already, in group %s",
			  other->group);
	} else {
		probe->busy = true;
		list_add_tail(&probe->todo, todo);
	}
	ptime_probe_insert(probe);
	ptime_probes_unlock();
	named->probe = probe;
	return 0;
}

static void add_begin(const struct ptime_request *request, struct ptime_named *named,
		      struct list_head *todo)
{
	char normal[PTIME_MODULE_LEN + PTIME_FUNCTION_LEN];
	struct ptime_request one = *request;
	struct ptime_symbol parts = { };

	named->probe = NULL;
	named->error = split_name(named->name, &parts, normal, named->reason);
	if (named->error)
		return;
	one.name = normal;
	named->error = insert_named(&one, &parts, named, todo);
}

/* under ptime_probes_lock() */
static void add_end(struct ptime_named *named, bool keep)
{
	struct ptime_probe *probe = named->probe;
	int err;

	if (!probe)
		return;
	err = probe->error;
	/* a probe that could not be armed is looked up again */
	if (err == -EAGAIN || (err == -EEXIST && probe->detach) || keep)
		err = 0;
	if (err) {
		strscpy(named->reason, probe->reason, PTIME_REASON_LEN);
		ptime_probe_doom(probe);
		ptime_reaper_call();
	} else {
		ptime_disabled_forget_probe(probe);
	}
	named->error = err;
}

/* adds as many probes as one grace period serves, so that a signal need not wait for a long list */
static void add_some(const struct ptime_request *request, struct ptime_named *named,
		     unsigned int count)
{
	LIST_HEAD(todo);
	unsigned int i;

	for (i = 0; i < count; i++) {
		add_begin(request, &named[i], &todo);
		cond_resched();
	}
	ptime_attach(&todo);
	for (i = 0; i < count; i++) {
		ptime_probes_lock();
		add_end(&named[i], request->keep);
		ptime_probes_unlock();
		cond_resched();
	}
}

static void leave_out(struct ptime_named *named, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		named[i].error = -EINTR;
		scnprintf(named[i].reason, PTIME_REASON_LEN, "interrupted");
	}
}

/* the error of the first name, if none of them succeeded */
static int named_result(const struct ptime_named *named, unsigned int count, char *reason)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		if (!named[i].error)
			return 0;
	if (!count)
		return 0;
	strscpy(reason, named->reason, PTIME_REASON_LEN);
	return named->error;
}

/**
 * ptime_probes_add() - Add probes on functions, with the same options
 * @request: the options; its name does not matter
 * @named: the functions; the result of each is set
 * @count: number of functions
 * @reason: PTIME_REASON_LEN bytes; on failure takes a sentence for the user
 *
 * A function that is refused does not stop the others. If a function's module is not loaded, its
 * probe is kept as pending. If a function is in a disabled group, it leaves that group. A fatal
 * signal ends a long list: the functions that are left have the error -EINTR.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0 if at least one was added; otherwise the error of the first: -EINVAL for a malformed
 * name, a name that several functions have, or a function that the kernel allows no probe on;
 * -ENOENT for no such function; -EEXIST if it is probed already; -EOPNOTSUPP for a direct call of
 * a function whose arguments are not known or too many, and for a function that ftrace cannot call
 * from; -ENOMEM; an error of the backend. -ERESTARTSYS for a signal, with nothing done.
 */
int ptime_probes_add(const struct ptime_request *request, struct ptime_named *named,
		     unsigned int count, char *reason)
{
	unsigned int first;
	int err;

	err = command_begin();
	if (err) {
		scnprintf(reason, PTIME_REASON_LEN, "interrupted");
		return err;
	}
	for (first = 0; first < count; first += PTIME_RESOLVE_MAX)
		if (first && fatal_signal_pending(current))
			leave_out(&named[first], count - first);
		else
			add_some(request, &named[first],
				 min_t(unsigned int, PTIME_RESOLVE_MAX, count - first));
	command_end();
	return named_result(named, count, reason);
}

static const char *module_of(const struct ptime_probe *probe)
{
	return probe->symbol.module[0] ? probe->symbol.module : PTIME_KERNEL_ITSELF;
}

/*
 * Find the probe that a name refers to. The first choice is the one that the user added by this
 * name, then the one that is attached to the function, then the one that would time it. Returns
 * ERR_PTR(-EINVAL) if there are several, ERR_PTR(-ENOENT) if there is none.
 */
static struct ptime_probe *find_by_user_name(const char *name, const struct ptime_symbol *parts,
					     char *reason)
{
	struct ptime_probe *probe, *found;

	found = find_by_names(name, PTIME_FROM_USER);
	if (found)
		return found;
	list_for_each_entry(probe, &ptime_probes, node) {
		if (probe->doomed || !ptime_probe_is_called(probe, parts) ||
		    !ptime_probe_is_shown(probe))
			continue;
		if (found && !found->handle == !probe->handle) {
			scnprintf(reason, PTIME_REASON_LEN,
				  "%.24s:%.32s and %.24s:%.32s: say which",
				  module_of(found), found->symbol.function,
				  module_of(probe), probe->symbol.function);
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

/* under ptime_probes_lock() */
static int del_named(const char *name, const struct ptime_symbol *parts, char *reason)
{
	struct ptime_probe *probe = find_by_user_name(name, parts, reason);

	if (probe == ERR_PTR(-ENOENT))
		return ptime_disabled_del(name, parts, reason);
	if (IS_ERR(probe))
		return PTR_ERR(probe);
	ptime_probe_doom(probe);
	ptime_reaper_call();
	return 0;
}

static int del_one(struct ptime_named *named)
{
	char normal[PTIME_MODULE_LEN + PTIME_FUNCTION_LEN];
	struct ptime_symbol parts;
	int err;

	err = split_name(named->name, &parts, normal, named->reason);
	if (err)
		return err;
	ptime_probes_lock();
	err = del_named(normal, &parts, named->reason);
	ptime_probes_unlock();
	return err;
}

/**
 * ptime_probes_del() - Remove probes and their counts
 * @named: the functions; the result of each is set
 * @count: number of functions
 * @reason: PTIME_REASON_LEN bytes; takes a sentence for the user on failure, but not on
 *	-ERESTARTSYS
 *
 * Only marks the probes; ptime_reaper_wait() waits until they are removed. If a function has no
 * probe, but is in a disabled group, it leaves that group. A function that is refused does not stop
 * the others.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0 if at least one was removed; otherwise the error of the first: -ENOENT if it is neither
 * probed nor in a disabled group; -EINVAL for a malformed name or one that several probes have.
 * -ERESTARTSYS for a signal, with nothing done.
 */
int ptime_probes_del(struct ptime_named *named, unsigned int count, char *reason)
{
	unsigned int i;
	int err;

	err = command_lock();
	if (err)
		return err;
	for (i = 0; i < count; i++) {
		named[i].error = del_one(&named[i]);
		cond_resched();
	}
	command_end();
	return named_result(named, count, reason);
}

static int probes_of_targets(const char *group, enum ptime_level level, struct list_head *fresh)
{
	const struct ptime_target *target;
	struct ptime_probe *probe;

	for (target = ptime_targets; target->group; target++) {
		if (strcmp(target->group, group) || target->level > level ||
		    find_by_names(target->names, PTIME_FROM_TABLE))
			continue;
		probe = ptime_probe_new(target->names, group);
		if (!probe)
			return -ENOMEM;
		probe->level = target->level;
		probe->sleeps = target->sleeps;
		ptime_probe_set_outcomes(probe, target->outcomes);
		list_add_tail(&probe->node, fresh);
	}
	return 0;
}

static void probes_discard(struct list_head *fresh)
{
	struct ptime_probe *probe, *next;

	list_for_each_entry_safe(probe, next, fresh, node)
		ptime_probe_discard(probe);
}

/* adds the probes of a built-in group, and those of a disabled one; a group may be both */
static int enable_group(const char *group, enum ptime_level level)
{
	struct ptime_probe *probe, *next;
	LIST_HEAD(fresh);
	LIST_HEAD(todo);
	int err;

	ptime_probes_lock();
	err = probes_of_targets(group, level, &fresh) ?: ptime_disabled_probes(group, &fresh);
	if (err) {
		probes_discard(&fresh);
		goto unlock;
	}
	list_for_each_entry_safe(probe, next, &fresh, node) {
		list_del_init(&probe->node);
		probe->busy = true;
		ptime_probe_insert(probe);
		list_add_tail(&probe->todo, &todo);
	}
	ptime_disabled_forget_group(group);
unlock:
	ptime_probes_unlock();
	ptime_attach(&todo);
	return err;
}

/* whether there is a group, built-in, disabled, or of a user */
static bool group_is_known(const char *group)
{
	struct ptime_probe *probe;
	bool known;

	if (ptime_group_exists(group))
		return true;
	ptime_probes_lock();
	known = ptime_disabled_has(group);
	list_for_each_entry(probe, &ptime_probes, node)
		known |= !probe->doomed && probe->origin == PTIME_FROM_USER &&
			 !strcmp(probe->group, group);
	ptime_probes_unlock();
	return known;
}

/**
 * ptime_probes_enable() - Add the probes of a built-in group, or of a disabled one
 * @group: the group's name
 * @level: PTIME_LANDMARK for landmarks only, PTIME_DETAIL for all
 *
 * A user's functions are landmarks. They are added as the command add had it when the group was
 * disabled. If the kernel lacks a function, its probe is listed as pending or failed.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -ENOENT if there is no such group; -ENOMEM, or -ERESTARTSYS for a signal, with
 * nothing changed.
 */
int ptime_probes_enable(const char *group, enum ptime_level level)
{
	int err;

	err = command_begin();
	if (err)
		return err;
	err = group_is_known(group) ? enable_group(group, level) : -ENOENT;
	command_end();
	return err;
}

static bool is_to_be_disabled(const struct ptime_probe *probe, const char *group,
			      enum ptime_level level)
{
	return !probe->doomed && !strcmp(probe->group, group) && probe->level >= level;
}

/* copies what the user asked for; returns -ENOENT if the group has no probe */
static int copy_requests(const char *group, enum ptime_level level, struct list_head *copies)
{
	struct ptime_probe *probe;
	int err = -ENOENT;

	list_for_each_entry(probe, &ptime_probes, node) {
		if (!is_to_be_disabled(probe, group, level))
			continue;
		err = ptime_disabled_copy(probe, copies);
		if (err)
			break;
	}
	return err;
}

/* under ptime_probes_lock() */
static int disable_group(const char *group, enum ptime_level level, char *reason)
{
	struct ptime_probe *probe;
	LIST_HEAD(copies);
	int err;

	err = copy_requests(group, level, &copies) ?: ptime_disabled_keep(&copies, reason);
	if (err) {
		ptime_disabled_discard(&copies);
		if (err == -ENOENT)
			scnprintf(reason, PTIME_REASON_LEN,
				  ptime_disabled_has(group) ? "group '%s' is disabled already" :
				  level == PTIME_DETAIL ? "no detail in group '%s'" :
				  "no probe in group '%s'", group);
		return err;
	}
	list_for_each_entry(probe, &ptime_probes, node)
		if (is_to_be_disabled(probe, group, level))
			ptime_probe_doom(probe);
	ptime_reaper_call();
	return 0;
}

/**
 * ptime_probes_disable() - Remove a group's probes and their counts
 * @group: name of a built-in group or of one of the user's
 * @level: PTIME_LANDMARK to remove all, PTIME_DETAIL to keep the landmarks
 * @reason: PTIME_REASON_LEN bytes; takes a sentence for the user on -ENOENT and -ENOSPC
 *
 * Only marks the probes; ptime_reaper_wait() waits until they are removed. The requests
 * of users are kept for ptime_probes_enable().
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -ENOENT if the group has no such probe; -ENOSPC if the disabled groups have too many
 * functions, -ENOMEM, or -ERESTARTSYS for a signal, with nothing changed.
 */
int ptime_probes_disable(const char *group, enum ptime_level level, char *reason)
{
	int err;

	err = command_lock();
	if (err)
		return err;
	ptime_probes_lock();
	err = disable_group(group, level, reason);
	ptime_probes_unlock();
	command_end();
	return err;
}

/* cancel pending stops: a probe that the reaper has not begun to disarm stays armed */
static void cancel_stops(void)
{
	struct ptime_probe *probe;

	list_for_each_entry(probe, &ptime_probes, node) {
		probe->over_budget = false;
		if (!probe->busy)
			probe->stop = false;
	}
}

static void probes_set_running(void)
{
	ptime_probes_lock();
	ptime_probes_info.running = true;
	cancel_stops();
	ptime_probes_unlock();
}

static void probes_arm(struct list_head *todo)
{
	struct ptime_probe *probe, *next;
	int err;

	list_for_each_entry_safe(probe, next, todo, todo) {
		list_del_init(&probe->todo);
		err = probe->backend->arm(probe->handle);
		ptime_probes_lock();
		ptime_probe_set_armed(probe, err);
		ptime_probe_release(probe);
		ptime_probes_unlock();
		cond_resched();
	}
}

/* have the reaper resume packet tracing: it first clears the in-flight records that are left */
static int resume_packet_tracing(void)
{
	ptime_hooks_want();
	ptime_probes_lock();
	ptime_reaper_call();
	ptime_probes_unlock();
	return ptime_reaper_wait() ?: ptime_hooks_error();
}

static void probes_arm_all(void)
{
	struct ptime_probe *probe;
	LIST_HEAD(todo);

	ptime_probes_lock();
	list_for_each_entry(probe, &ptime_probes, node) {
		if (!probe->handle || probe->busy || probe->kept || ptime_probe_is_leaving(probe))
			continue;
		probe->busy = true;
		list_add_tail(&probe->todo, &todo);
	}
	ptime_probes_unlock();
	probes_arm(&todo);
}

/**
 * ptime_probes_start() - Arm all probes and resume packet tracing
 *
 * This includes probes that were armed before but are inactive (PTIME_STATE_INACTIVE). If a
 * backend cannot arm a probe again, the reaper detaches it and looks it up again, as another
 * backend may time the function.
 *
 * Context: process, may sleep for as long as any task is busy, not under ptime_probes_lock().
 * Return: 0; -ERESTARTSYS for a signal while the command waits; or -errno of the tracepoints or
 * kretprobes of packet tracing. After a signal, probes that the command stop had marked, and that
 * were not out of the code yet, stay armed. No other is armed.
 */
int ptime_probes_start(void)
{
	int err;

	probes_set_running();
	err = command_begin();
	if (err)
		return err;
	/* the command stop may have come meanwhile: the last command decides */
	probes_set_running();
	probes_arm_all();
	err = resume_packet_tracing();
	command_end();
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

	if (mutex_lock_killable(&command_mutex))
		return -ERESTARTSYS;
	if (!ptime_probes_info.running)
		goto end;
	ptime_hooks_stop();
	ptime_probes_lock();
	ptime_probes_info.running = false;
	list_for_each_entry(probe, &ptime_probes, node)
		probe->stop |= probe->armed && !probe->kept;
	ptime_reaper_call();
	ptime_probes_unlock();
end:
	command_end();
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

	err = command_begin();
	if (err)
		return err;
	ptime_hooks_get_filter(&before);
	ptime_hooks_stop();
	ptime_hooks_set_filter(wanted);
	if (ptime_probes_info.running)
		err = resume_packet_tracing();
	if (err && err != -ERESTARTSYS)
		ptime_hooks_set_filter(&before);
	command_end();
	return err;
}

/**
 * ptime_probes_reset() - Reset all counts to zero
 *
 * If the CPUs are faster now than when the overhead was measured, less is subtracted from the
 * calls that come. The command start, which keeps the counts, does not do this: the raw times of
 * the calls that are counted could not be computed any more.
 *
 * Context: process, may sleep, not under ptime_probes_lock(), which this takes.
 * Return: 0; -ENOMEM, or -ERESTARTSYS for a signal, with nothing changed.
 */
int ptime_probes_reset(void)
{
	int err;

	/* meanwhile only probes of modules come and go, which have counts of their own */
	err = command_begin();
	if (err)
		return err;
	ptime_calibrate_again();
	err = ptime_reset();
	command_end();
	return err;
}
