// SPDX-License-Identifier: GPL-2.0
/* backend: the ways there are on this kernel */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "backend.h"

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

/**
 * ptime_backends_drain() - wait until no call runs through code of ours
 *
 * Context: process, may sleep, for as long as a function that was timed does;
 * after all probes have ended.
 */
void ptime_backends_drain(void)
{
	const struct ptime_backend *backend;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(backends); i++) {
		backend = backends[i].backend;
		if (backend && backend->drain)
			backend->drain();
	}
}
