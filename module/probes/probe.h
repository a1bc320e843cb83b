/* SPDX-License-Identifier: GPL-2.0 */
/* probe: the list of probes, and the life cycle of a probe */
#ifndef _PATHTIME_PROBE_H
#define _PATHTIME_PROBE_H

#include <linux/list.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "backends/backend.h"
#include "backends/record.h"
#include "kernel/resolve.h"
#include "probes/targets.h"

/**
 * enum ptime_origin - origin of a probe
 * @PTIME_FROM_TABLE: a built-in group
 * @PTIME_FROM_USER: the user, by name
 * @PTIME_FROM_STEPS: packet tracing (paths=). The probe is step-only: it has a step hook, but
 *	does not time its function. It makes way for a probe that times the function, which
 *	then reports the steps as well.
 * @PTIME_FROM_PATHTIME: pathtime itself, to measure overhead; hidden from readers
 */
enum ptime_origin {
	PTIME_FROM_TABLE,
	PTIME_FROM_USER,
	PTIME_FROM_STEPS,
	PTIME_FROM_PATHTIME,
};

#define PTIME_ARGUMENTS_UNKNOWN	(-1)

/**
 * struct ptime_request - a request to add a probe by the function's name
 * @name: "[module:]function"
 * @group: the group's name
 * @origin: origin of the request
 * @outcomes: meaning of the return value
 * @backend: backend to use; NULL lets pathtime choose
 * @arguments: number of argument words by the user's account, or PTIME_ARGUMENTS_UNKNOWN
 * @force: use @backend even if the number of argument words is not known, and a kprobe that the
 *	kernel may optimize
 * @hook: step hook that the user wants on the function, or NULL
 * @keep: if the function cannot be attached to, keep the probe and show it as failed
 */
struct ptime_request {
	const char *name;
	const char *group;
	enum ptime_origin origin;
	const struct ptime_outcomes *outcomes;
	const struct ptime_backend *backend;
	int arguments;
	bool force;
	const struct ptime_step_hook *hook;
	bool keep;
};

/**
 * struct ptime_probe - a function that is timed, or has a step hook, or both
 * @node: entry in ptime_probes or ptime_probes_own
 * @todo: entry in a list of the task that has set @busy
 * @id: unique, never reused
 * @group: the group's name
 * @names: "[module:]function" alternatives separated by '|'
 * @origin: who asked for it
 * @level: PTIME_LANDMARK if it is not from the table
 * @outcomes: meaning of the return value
 * @sleeps: the function may sleep, so many calls may be active at once
 * @pending: its module is not loaded
 * @error: why it is not attached or has failed, as -errno; or 0
 * @symbol: the function as resolved
 * @reason: sentence for the user: why it is not attached or has failed, or a warning; may be
 *	empty
 * @wanted: backend that the user asked for, or NULL
 * @arguments: number of argument words by the user's account, or PTIME_ARGUMENTS_UNKNOWN
 * @force: use @wanted even if the number of argument words is not known, and a kprobe that the
 *	kernel may optimize
 * @hook: step hook that the user wants on the function, or NULL
 * @warned: the log has a warning about @force
 * @backend: backend of @handle, or backend to attach by
 * @handle: the backend's handle, NULL if not attached
 * @armed: the kernel calls it; cleared only after it is disarmed
 * @busy: a task works on @handle without the lock, and no other task may
 * @found: while a task attaches it: the function that its lookup has found; NULL during the
 *	lookup; a symbol of the kernel itself before it
 * @again: its module may have been loaded while it was busy: the reaper looks it up again
 * @stop: the reaper has to disarm it
 * @detach: the reaper has to detach it, but not to free it
 * @doomed: the reaper has to detach and free it
 * @kept: the kernel could not take it out of the code
 * @over_budget: stopped, as the most expensive probe when the budget was exceeded
 * @overhead_seen_ns: its overhead at the last check of the budget
 * @missed: calls missed by earlier attachments, minus those missed before the last reset
 * @recorder: what its calls are counted in. The series are allocated when the probe is first
 *	attached, except for a step-only probe.
 * @spare: series that a reset is about to put in place, or has replaced
 *
 * ptime_probes_lock() protects all members but two. The recording path reads @recorder without
 * the lock, and @handle belongs to the task that has set @busy. The list may also be read
 * under rcu_read_lock(): a probe is freed after a grace period.
 */
struct ptime_probe {
	struct list_head node;
	struct list_head todo;
	u64 id;
	char group[PTIME_GROUP_LEN];
	const char *names;
	enum ptime_origin origin;
	enum ptime_level level;
	const struct ptime_outcomes *outcomes;
	bool sleeps;
	bool pending;
	int error;
	struct ptime_symbol symbol;
	char reason[PTIME_REASON_LEN];
	const struct ptime_backend *wanted;
	int arguments;
	bool force;
	const struct ptime_step_hook *hook;
	bool warned;
	const struct ptime_backend *backend;
	void *handle;
	bool armed;
	bool busy;
	const struct ptime_symbol *found;
	bool again;
	bool stop;
	bool detach;
	bool doomed;
	bool kept;
	bool over_budget;
	u64 overhead_seen_ns;
	u64 missed;
	struct ptime_recorder recorder;
	struct ptime_percpu_hist __percpu *spare[PTIME_OUTCOMES_MAX];
};

/**
 * struct ptime_probes_info - state of all probes together
 * @running: not stopped
 * @closing: all probes are being removed: attach none when a module is loaded
 * @since_ns: when the counts began, CLOCK_BOOTTIME
 * @resets: number of resets since load
 */
struct ptime_probes_info {
	bool running;
	bool closing;
	u64 since_ns;
	u32 resets;
};

/* clear the busy mark, under ptime_probes_lock() */
static inline void ptime_probe_clear_busy(struct ptime_probe *probe)
{
	/* pairs with the acquire in probe_concerns(), which reads @busy before the handle */
	smp_store_release(&probe->busy, false);
}

extern struct list_head ptime_probes;
extern struct list_head ptime_probes_own;
extern struct ptime_probes_info ptime_probes_info;

void ptime_probes_init(const struct ptime_backend *backend, unsigned int maxactive);
void ptime_probes_exit(void);

struct ptime_probe *ptime_probe_own(const char *name, const struct ptime_backend *backend);
void ptime_probe_disown(struct ptime_probe *probe);

struct ptime_probe *ptime_probe_new(const char *names, const char *group);
struct ptime_probe *ptime_probe_requested(const struct ptime_request *request);
void ptime_probe_discard(struct ptime_probe *probe);
void ptime_probe_set_outcomes(struct ptime_probe *probe, const struct ptime_outcomes *outcomes);
void ptime_probe_insert(struct ptime_probe *probe);
void ptime_probe_doom(struct ptime_probe *probe);
void ptime_probe_free(struct ptime_probe *probe);
struct ptime_percpu_hist __percpu *ptime_probe_alloc_series(void);
void ptime_probe_free_series(struct ptime_percpu_hist __percpu **series);
void ptime_probe_set_armed(struct ptime_probe *probe, int err);
void ptime_probe_release(struct ptime_probe *probe);

bool ptime_probe_is_called(const struct ptime_probe *probe, const struct ptime_symbol *parts);
struct ptime_probe *ptime_probe_find(const struct ptime_symbol *parts);

void ptime_probes_lock(void);
void ptime_probes_unlock(void);

const struct ptime_backend *ptime_probes_backend(void);
unsigned int ptime_probes_maxactive(void);

bool ptime_probe_is_shown(const struct ptime_probe *probe);
bool ptime_probe_is_leaving(const struct ptime_probe *probe);
enum ptime_state ptime_probe_state(const struct ptime_probe *probe);
const char *ptime_probe_reason(const struct ptime_probe *probe);
u64 ptime_probe_missed(const struct ptime_probe *probe);
unsigned int ptime_probes_kept(void);

#endif /* _PATHTIME_PROBE_H */
