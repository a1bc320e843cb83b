/* SPDX-License-Identifier: GPL-2.0 */
/* backend: a way to be called when a function is entered and returns */
#ifndef _PATHTIME_BACKEND_H
#define _PATHTIME_BACKEND_H

#include <linux/types.h>

#include "record/cost.h"

struct ptime_recorder;
struct ptime_symbol;

/**
 * struct ptime_backend - one way to time a function
 * @name: as in backend= and the file probes
 * @kind: what its probes cost
 * @most_arguments: argument words of a function, at most
 * @waits: @disarm and @detach wait for RCU tasks, within the kernel's own locks
 * @attach: time the function into @recorder, and have it tell of packets where it does; only that
 *	where @recorder is NULL. Disarmed where !@armed.
 *	@maxactive is the number of calls that can be under way at once.
 *	Returns a handle or an ERR_PTR(), with nothing changed; @why, where the
 *	backend knows better than the errno.
 * @arm: let calls be timed again; 0 or -errno
 * @disarm: take the probe out of the code; 0 or -errno. Calls under way are still
 *	counted.
 * @retarget: have a probe that was attached without a hit time its function; 0 or -errno,
 *	with nothing changed. Waits for nothing.
 * @mute: have a probe that was attached without a hit tell nothing any more, until it is
 *	detached. Waits for nothing.
 * @detach: end @count probes; @missed takes the last word of each. When it returns, no
 *	code of ours runs or will run for them, but for those that the kernel would not
 *	give back: they are in @kept and stay as they are. Many at once, as most of the
 *	time is spent waiting.
 * @free: give back the memory of a handle that was detached and not kept, when no reader
 *	can find it any more
 * @missed: calls that passed unmeasured since attach, while armed
 * @runs: of one that was kept, may the kernel still call it? NULL where another count tells
 * @gives_way: does it leave the function to somebody else, and is to be detached?
 *	NULL where it never does
 * @silence: why the kernel does not call an armed probe, as a sentence; NULL
 *	where it does
 *
 * All may sleep. Of one handle's only @missed, @silence, @runs and @gives_way are called at the
 * same time as another one: they are called under ptime_probes_lock(), the others without it.
 */
struct ptime_backend {
	const char *name;
	enum ptime_cost_kind kind;
	unsigned int most_arguments;
	bool waits;
	void *(*attach)(const struct ptime_symbol *symbol,
			const struct ptime_recorder *recorder, unsigned int maxactive,
			bool armed, const char **why);
	int (*arm)(void *handle);
	int (*disarm)(void *handle);
	int (*retarget)(void *handle, const struct ptime_symbol *symbol,
			const struct ptime_recorder *recorder);
	void (*mute)(void *handle);
	void (*detach)(void **handles, u64 *missed, bool *kept, unsigned int count);
	void (*free)(void *handle);
	u64 (*missed)(const void *handle);
	const char *(*silence)(const void *handle);
	bool (*runs)(const void *handle);
	bool (*gives_way)(const void *handle);
};

/* most handles in one call of detach */
#define PTIME_DETACH_MAX	16

extern const struct ptime_backend ptime_backend_direct;
extern const struct ptime_backend ptime_backend_kretprobe;

/* as in backend=, and which of them "auto" is */
#ifdef PTIME_HAS_DIRECT
#define PTIME_BACKEND_NAMES	"auto, direct, kretprobe"
#define PTIME_BACKEND_AUTO	"direct"
#define ptime_backend_auto	ptime_backend_direct
#else
#define PTIME_BACKEND_NAMES	"auto, kretprobe"
#define PTIME_BACKEND_AUTO	"kretprobe"
#define ptime_backend_auto	ptime_backend_kretprobe
#endif

void ptime_backends_init(void (*look)(void));
void ptime_backends_look(void);
int ptime_backend_find(const char *name, const struct ptime_backend **backend);
bool ptime_backends_drained(void);
unsigned int ptime_backends_registered(void);
unsigned int ptime_backends_calls_left(void);
bool ptime_backends_are_dead(void);
bool ptime_backends_have_refused(void);
void ptime_backends_free_refused(void);

#endif /* _PATHTIME_BACKEND_H */
