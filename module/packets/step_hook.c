// SPDX-License-Identifier: GPL-2.0
/* step_hook: the functions that report a step of a packet, and what their hooks do */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include <pathtime/abi.h>

#include "kernel/resolve.h"
#include "packets/path.h"
#include "packets/step_hook.h"
#include "packets/wait_list.h"

#define ALWAYS(_kind)		.test = PTIME_HOOK_NO_TEST, .kind = PTIME_HOOK_##_kind
#define TESTED(_kind, _test)	.test = (_test), .kind = PTIME_HOOK_##_kind
#define PACKET			ALWAYS(PACKET)
#define REQUEST			ALWAYS(REQUEST)
#define UNLESS_NEGATIVE(_test)	TESTED(UNLESS_NEGATIVE, _test)
#define DATAGRAM(_test)		TESTED(DATAGRAM, _test)
#define SEGMENT(_test)		TESTED(SEGMENT, _test)
#define RAW(_test)		TESTED(RAW, _test)
#define FRAGMENT_OF(_test)	TESTED(FRAGMENT, _test)
/* these are no step: is_step() */
#define STREAM			TESTED(STREAM, 0)
#define NAPI			TESTED(NAPI, 0)
#define PTIME_STEP_FUNCTION(_step, _name, _skb, _how)			\
	{ .step = PTIME_STEP_##_step, .name = (_name), .skb = (_skb), _how },

/* ends with an entry without a name */
const struct ptime_step_hook ptime_step_hooks[] = {
#include <pathtime/steps.def>
	{ }
};

/*
 * Check whether @name, "[module:]function", refers to @symbol. A module's function may be in
 * the kernel itself if the module is built in. A bare name is the kernel's own function, or
 * one of the module ipv6. A copy that GCC made may take other arguments. Its name has a
 * suffix, so it has no step hook.
 */
static bool is_hook(const char *name, const struct ptime_symbol *symbol)
{
	struct ptime_symbol parts;

	if (ptime_name_split(name, strlen(name), &parts) ||
	    strcmp(parts.function, symbol->function))
		return false;
	if (!strcmp(parts.module, symbol->module))
		return true;
	if (!symbol->module[0])
		return ptime_module_builtin(parts.module);
	return !parts.module[0] && !strcmp(symbol->module, "ipv6");
}

/**
 * ptime_step_hook_is_wanted() - Check whether the hook's function has a probe with these parameters
 * @hook: the hook
 *
 * Context: Any.
 * Return: false for functions that are needed with waits= only.
 */
bool ptime_step_hook_is_wanted(const struct ptime_step_hook *hook)
{
	switch (hook->step) {
	case PTIME_STEP_FREED:
		return static_key_enabled(&ptime_wait_rings);
	case PTIME_STEP_READ:
		return static_key_enabled(&ptime_wait_sockets);
	case PTIME_STEP_IRQ:
		return static_key_enabled(&ptime_wait_polls);
	default:
		return true;
	}
}

/**
 * ptime_step_hook_find() - Find the step hook of a function
 * @symbol: the function
 *
 * Context: any.
 * Return: the step hook; NULL if the function has none or packets are not traced (paths=0).
 */
const struct ptime_step_hook *ptime_step_hook_find(const struct ptime_symbol *symbol)
{
	const struct ptime_step_hook *hook;

	if (!ptime_paths_max)
		return NULL;
	for (hook = ptime_step_hooks; hook->name; hook++)
		if (ptime_step_hook_is_wanted(hook) && is_hook(hook->name, symbol))
			return hook;
	return NULL;
}

/**
 * struct user_step - a step that a user named
 * @name: the name
 * @hook: hooks of this step; they differ in the argument that is the packet
 * @users: probes and requests that have one of them
 * @is_kept: packets may have taken the step: paths and records refer to it by number, so it stays
 *	until the module is unloaded
 */
struct user_step {
	char name[PTIME_STEP_LEN];
	struct ptime_step_hook hook[PTIME_HOOK_ARGUMENTS];
	unsigned int users;
	bool is_kept;
};

static struct user_step user_steps[PTIME_USER_STEPS];

/* protects all but the names and hooks of steps that have users or are kept */
static DEFINE_SPINLOCK(user_steps_lock);

static const char *own_name(u8 step)
{
#define PTIME_STEP(_step, _name)	[PTIME_STEP_##_step] = (_name),
	static const char *const names[PTIME_STEPS] = {
#include <pathtime/steps.def>
	};

	return names[step];
}

static bool is_own_name(const char *name)
{
	u8 step;

	for (step = PTIME_STEP_NONE + 1; step < PTIME_STEPS; step++)
		if (!strcmp(own_name(step), name))
			return true;
	return false;
}

static bool is_in_use(const struct user_step *step)
{
	return step->users || step->is_kept;
}

static void user_step_begin(struct user_step *step, const char *name)
{
	u8 i;

	strscpy(step->name, name, sizeof(step->name));
	for (i = 0; i < PTIME_HOOK_ARGUMENTS; i++)
		step->hook[i] = (struct ptime_step_hook){
			.step = PTIME_STEPS + (step - user_steps),
			.skb = i,
			.test = PTIME_HOOK_NO_TEST,
		};
}

/* under user_steps_lock; NULL if there is no room */
static struct user_step *user_step_of(const char *name)
{
	struct user_step *step, *unused = NULL;

	for (step = user_steps; step < user_steps + PTIME_USER_STEPS; step++) {
		if (!is_in_use(step))
			unused = unused ?: step;
		else if (!strcmp(step->name, name))
			return step;
	}
	if (unused)
		user_step_begin(unused, name);
	return unused;
}

/**
 * ptime_step_hook_of_user() - Get a hook for a step that a user names
 * @name: name of the step, shorter than PTIME_STEP_LEN
 * @skb: number of the argument that is the packet, below PTIME_HOOK_ARGUMENTS
 * @hook: set to the hook, for ptime_step_hook_put()
 * @reason: PTIME_REASON_LEN bytes; on failure takes a sentence for the user
 *
 * Context: Process.
 * Return: 0; -EINVAL if the module has a step of this name; -EOPNOTSUPP if packets are not traced
 * (paths=0); -ENOSPC if PTIME_USER_STEPS others are in use.
 */
int ptime_step_hook_of_user(const char *name, u8 skb, const struct ptime_step_hook **hook,
			    char *reason)
{
	struct user_step *step;

	if (!ptime_paths_max) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "step= needs packet tracing: load the module with paths=64");
		return -EOPNOTSUPP;
	}
	if (is_own_name(name)) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "step=%s is a step of pathtime's own: choose another name", name);
		return -EINVAL;
	}
	spin_lock(&user_steps_lock);
	step = user_step_of(name);
	if (step)
		step->users++;
	spin_unlock(&user_steps_lock);
	if (!step) {
		scnprintf(reason, PTIME_REASON_LEN,
			  "%d steps have names: use one of them, or load the module again",
			  PTIME_USER_STEPS);
		return -ENOSPC;
	}
	*hook = &step->hook[skb];
	return 0;
}

static void change_users(const struct ptime_step_hook *hook, int change, bool keep)
{
	struct user_step *step;

	if (!hook)
		return;
	step = &user_steps[hook->step - PTIME_STEPS];
	spin_lock(&user_steps_lock);
	step->users += change;
	step->is_kept |= keep;
	spin_unlock(&user_steps_lock);
}

/* @hook: hook of a user, which has a user already, or NULL */
void ptime_step_hook_get(const struct ptime_step_hook *hook)
{
	change_users(hook, 1, false);
}

/* the name may be forgotten; @hook: hook of a user, or NULL */
void ptime_step_hook_put(const struct ptime_step_hook *hook)
{
	change_users(hook, -1, false);
}

/* before packets can take the step; @hook: hook of a user, which has a user, or NULL */
void ptime_step_hook_keep(const struct ptime_step_hook *hook)
{
	change_users(hook, 0, true);
}

/**
 * ptime_step_name() - Get the name of a step
 * @step: enum ptime_step, or the number of a user's step
 *
 * Context: Any.
 * Return: The name.
 */
const char *ptime_step_name(u8 step)
{
	return step < PTIME_STEPS ? own_name(step) : user_steps[step - PTIME_STEPS].name;
}
