/* SPDX-License-Identifier: GPL-2.0 */
/* backend: a way to get called when a function is entered and when it returns */
#ifndef _PATHTIME_BACKEND_H
#define _PATHTIME_BACKEND_H

#include <linux/types.h>

#include "record/cost.h"

struct ptime_recorder;
struct ptime_symbol;

/**
 * struct ptime_backend - one way to time a function
 * @name: the name in backend= and in the file probes
 * @kind: the kind of its probes
 * @most_arguments: the most argument words that a function may take
 * @waits: @disarm and @detach wait for RCU tasks while the kernel holds locks of its own
 * @attach: Place a probe that times the function into @recorder and runs its step hook, if it
 *	has one. If @recorder is NULL, the probe only runs the step hook. The probe is disarmed
 *	unless @armed. @maxactive is the number of calls that can be active at once.
 *	Returns a handle, or an ERR_PTR() with nothing changed. On error @why takes a reason,
 *	if the backend has a better one than the errno.
 * @arm: Let the kernel call the probe again; 0 or -errno
 * @disarm: Take the probe out of the code; 0 or -errno. Active calls are still counted.
 * @retarget: Make a probe that was attached only for its step hook time its function; 0, or
 *	-errno with nothing changed. Does not wait for calls or for RCU.
 * @mute: Stop a probe that was attached only for its step hook from reporting steps, until it
 *	is detached. Does not wait for calls or for RCU.
 * @detach: End @count probes. @missed takes the final count of each. If the kernel does not
 *	give a probe back, its entry of @kept is set and its handle stays in use. When this
 *	returns, no call uses any other handle or its recorder. One call takes many probes, as
 *	most of the time goes into waiting.
 * @free: Free a handle that was detached and not kept, once no reader can find it
 * @missed: Number of calls since attach that passed unmeasured while the probe was armed
 * @runs: For a probe that was kept: may the kernel still call it? NULL if another count says so
 * @gives_way: Does the probe leave its function to another user of ftrace, such as a live
 *	patch, so that it has to be detached? NULL if a probe of this backend never does
 * @inactive_reason: Why the kernel does not call an armed probe, as a sentence; NULL if it does
 *
 * All may sleep. @missed, @inactive_reason, @runs and @gives_way are called under
 * ptime_probes_lock(). The others are called without it, and never two of them at once for one
 * handle.
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
	const char *(*inactive_reason)(const void *handle);
	bool (*runs)(const void *handle);
	bool (*gives_way)(const void *handle);
};

/* most handles in one call of .detach */
#define PTIME_DETACH_MAX	16

extern const struct ptime_backend ptime_backend_direct;
extern const struct ptime_backend ptime_backend_kretprobe;

bool ptime_kretprobe_fits(const struct ptime_symbol *symbol);

/* the names for backend=, and the backend that "auto" selects */
#ifdef PTIME_HAS_DIRECT
#define PTIME_BACKEND_NAMES	"auto, direct, kretprobe"
#define ptime_backend_auto	ptime_backend_direct
#else
#define PTIME_BACKEND_NAMES	"auto, kretprobe"
#define ptime_backend_auto	ptime_backend_kretprobe
#endif

void ptime_backends_init(void (*look)(void));
void ptime_backends_exit(void);
void ptime_backends_look(void);
int ptime_backend_find(const char *name, const struct ptime_backend **backend);
bool ptime_backends_drained(void);
unsigned int ptime_backends_registered(void);
unsigned int ptime_backends_calls_left(void);
bool ptime_backends_are_dead(void);
bool ptime_backends_have_refused(void);
void ptime_backends_free_refused(void);

#endif /* _PATHTIME_BACKEND_H */
