// SPDX-License-Identifier: GPL-2.0
/* backend: the backends that this kernel has */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "backends/backend.h"
#ifdef PTIME_HAS_DIRECT
#include "backends/direct.h"
#endif

static const struct {
	const char *name;
	const struct ptime_backend *backend;
} backends[] = {
	{ "auto", NULL },
#ifdef PTIME_HAS_DIRECT
	{ "direct", &ptime_backend_direct },
#endif
	{ "kretprobe", &ptime_backend_kretprobe },
};

/* starts the worker that detaches probes which give way to a live patch */
static void (*look_for_probes)(void);

/**
 * ptime_backends_init() - Set the function that is called when a probe gives way
 * @look: makes a worker look for such probes; may be called with any lock held
 *
 * Context: process, at load, before any probe is attached.
 */
void ptime_backends_init(void (*look)(void))
{
	look_for_probes = look;
}

/**
 * ptime_backends_look() - Make the worker look for probes that give way
 *
 * Context: process, with any lock held. The module must be pinned. Does not wait.
 */
void ptime_backends_look(void)
{
	look_for_probes();
}

/**
 * ptime_backend_find() - Find a backend by its name
 * @name: one of PTIME_BACKEND_NAMES
 * @backend: takes the backend, or NULL for "auto", which leaves the choice to pathtime
 *
 * Context: any.
 * Return: 0; -EINVAL if this kernel has no backend of that name.
 */
int ptime_backend_find(const char *name, const struct ptime_backend **backend)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(backends); i++) {
		if (strcmp(backends[i].name, name))
			continue;
		*backend = backends[i].backend;
		return 0;
	}
	return -EINVAL;
}

/* when no function calls code of ours, and no call will return through it */
void ptime_backends_exit(void)
{
#ifdef PTIME_HAS_DIRECT
	ptime_direct_exit();
#endif
}

/*
 * Only direct calls leave callers in code of ours. Active calls of a kretprobe return through the
 * kernel's own trampoline.
 */

/**
 * ptime_backends_drained() - Check whether no task is left in code of ours
 *
 * Context: process, may sleep. Waits for RCU tasks, but not for active calls.
 * Return: true if no function calls code of ours directly, and no call will return through it.
 */
bool ptime_backends_drained(void)
{
#ifdef PTIME_HAS_DIRECT
	return ptime_direct_drained();
#else
	return true;
#endif
}

/* number of functions that call code of ours directly */
unsigned int ptime_backends_registered(void)
{
#ifdef PTIME_HAS_DIRECT
	return ptime_direct_registered();
#else
	return 0;
#endif
}

/* number of active calls that will return through code of ours */
unsigned int ptime_backends_calls_left(void)
{
#ifdef PTIME_HAS_DIRECT
	return ptime_direct_calls_left();
#else
	return 0;
#endif
}

/**
 * ptime_backends_are_dead() - Check whether ftrace has shut itself down with a probe of ours in it
 *
 * Context: process, may sleep, not under ptime_probes_lock().
 * Return: true if it has. Then the module stays loaded until the machine is rebooted.
 */
bool ptime_backends_are_dead(void)
{
#ifdef PTIME_HAS_DIRECT
	return ptime_direct_ftrace_is_dead();
#else
	return false;
#endif
}

/**
 * ptime_backends_have_refused() - Check for probes that the kernel refused and that are to be freed
 *
 * Context: process, may sleep.
 * Return: true if there are any.
 */
bool ptime_backends_have_refused(void)
{
#ifdef PTIME_HAS_DIRECT
	return ptime_direct_has_refused();
#else
	return false;
#endif
}

/**
 * ptime_backends_free_refused() - Free the probes that the kernel refused
 *
 * Context: process, may sleep. Waits for RCU tasks if a call may be in a trampoline.
 */
void ptime_backends_free_refused(void)
{
#ifdef PTIME_HAS_DIRECT
	ptime_direct_free_refused();
#endif
}
