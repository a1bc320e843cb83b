// SPDX-License-Identifier: GPL-2.0
/* backend: the ways there are on this kernel */
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

/* the worker that detaches probes which give way */
static void (*look_for_probes)(void);

/**
 * ptime_backends_init() - set what is called when a probe gives way
 * @look: has a worker look for such probes; any lock may be held where it is called
 *
 * Context: process, at load, before any probe is attached.
 */
void ptime_backends_init(void (*look)(void))
{
	look_for_probes = look;
}

/**
 * ptime_backends_look() - have the worker look for probes that give way
 *
 * Context: process, any lock may be held. The module is pinned. Waits for nothing.
 */
void ptime_backends_look(void)
{
	look_for_probes();
}

/**
 * ptime_backend_find() - a backend by its name
 * @name: one of PTIME_BACKEND_NAMES
 * @backend: takes the backend; NULL for "auto", which leaves the choice to us
 *
 * Context: any. Return: 0; -EINVAL where this kernel has none of the name.
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

/*
 * Of the backends only direct calls leave callers in code of ours: a kretprobe's calls under
 * way return through the kernel's own.
 */

/**
 * ptime_backends_drained() - has everybody left code of ours?
 *
 * Context: process, may sleep: waits for RCU tasks, but not for calls that are under way.
 * Return: whether no function calls code of ours directly, and none will return through it.
 */
bool ptime_backends_drained(void)
{
#ifdef PTIME_HAS_DIRECT
	return ptime_direct_drained();
#else
	return true;
#endif
}

/**
 * ptime_backends_registered() - functions that call code of ours directly
 *
 * Context: any. Return: their number.
 */
unsigned int ptime_backends_registered(void)
{
#ifdef PTIME_HAS_DIRECT
	return ptime_direct_registered();
#else
	return 0;
#endif
}

/**
 * ptime_backends_calls_left() - calls that will return through code of ours
 *
 * Context: any. Return: their number.
 */
unsigned int ptime_backends_calls_left(void)
{
#ifdef PTIME_HAS_DIRECT
	return ptime_direct_calls_left();
#else
	return 0;
#endif
}

/**
 * ptime_backends_are_dead() - has ftrace shut itself down with anything of ours in it?
 *
 * Context: process, may sleep, not under ptime_probes_lock().
 * Return: whether it has; then the module stays until the machine is rebooted.
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
 * ptime_backends_have_refused() - is there a probe that the kernel refused, to be freed?
 *
 * Context: process, may sleep. Return: whether there is.
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
 * ptime_backends_free_refused() - free the probes that the kernel refused
 *
 * Context: process, may sleep: waits for RCU tasks.
 */
void ptime_backends_free_refused(void)
{
#ifdef PTIME_HAS_DIRECT
	ptime_direct_free_refused();
#endif
}
