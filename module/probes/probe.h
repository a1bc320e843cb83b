/* SPDX-License-Identifier: GPL-2.0 */
/* probe: life of a probe: pending, armed, gone, armed again */
#ifndef _PATHTIME_PROBE_H
#define _PATHTIME_PROBE_H

#include <linux/list.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "backends/backend.h"
#include "backends/record.h"
#include "kernel/resolve.h"
#include "probes/targets.h"

struct module;
struct ptime_filter;

/**
 * enum ptime_origin - who wants a probe
 * @PTIME_FROM_TABLE: a built-in group
 * @PTIME_FROM_USER: the user, by name
 * @PTIME_FROM_STEPS: paths: its function tells of packets, and need not be timed. It makes
 *	way for a probe that times the function, which tells, too.
 * @PTIME_FROM_PATHTIME: pathtime itself, to measure what probes cost; readers do not see it
 */
enum ptime_origin {
	PTIME_FROM_TABLE,
	PTIME_FROM_USER,
	PTIME_FROM_STEPS,
	PTIME_FROM_PATHTIME,
};

#define PTIME_ARGUMENTS_UNKNOWN	(-1)

/**
 * struct ptime_probe - one function to be timed, or asked for packets
 * @node: in ptime_probes
 * @todo: in a list of whoever has set @busy
 * @id: never used twice
 * @group: group's name
 * @names: "[module:]function" alternatives separated by '|'
 * @origin: who wants it
 * @level: PTIME_LANDMARK for what is not from the table
 * @outcomes: what the return value says
 * @sleeps: many calls may be under way at once
 * @pending: its module is not loaded
 * @error: why it is not armed, as -errno
 * @symbol: the function as resolved
 * @reason: why it is not armed, or empty
 * @wanted: backend that the user asked for, or NULL
 * @arguments: argument words that the user says the function takes, or
 *	PTIME_ARGUMENTS_UNKNOWN
 * @force: @wanted is right though the arguments are not known
 * @warned: the log has a warning of that
 * @backend: what times it
 * @handle: the backend's, NULL where it is not attached
 * @armed: the kernel calls it; set before it is disarmed, and until it is
 * @busy: somebody is at work on the handle without the lock: nobody else may be
 * @again: its module may have come while it was busy: to be looked up by the reaper
 * @stop: to be disarmed by the reaper
 * @detach: to be detached by the reaper, and kept
 * @doomed: to be detached by the reaper, and freed
 * @kept: the kernel would not give it back
 * @over_budget: stopped, as it cost the most when the budget was passed
 * @cost_seen_ns: what it had cost when the budget was last looked at
 * @missed: calls missed by earlier attachments, less those before a reset
 * @recorder: what the hits need; series allocated when first attached, unless it is not timed
 * @spare: series that a reset is about to put in place, or took out
 *
 * ptime_probes_lock() protects all of it except @recorder, which the recording path reads without
 * the lock, and @handle, which belongs to the task that has set @busy. The list may also be read
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
	bool warned;
	const struct ptime_backend *backend;
	void *handle;
	bool armed;
	bool busy;
	bool again;
	bool stop;
	bool detach;
	bool doomed;
	bool kept;
	bool over_budget;
	u64 cost_seen_ns;
	u64 missed;
	struct ptime_recorder recorder;
	struct ptime_percpu_hist __percpu *spare[PTIME_OUTCOMES_MAX];
};

/**
 * struct ptime_probes_info - what holds for all probes
 * @running: not stopped
 * @since_ns: when the counts began, CLOCK_BOOTTIME
 * @resets: resets since load
 */
struct ptime_probes_info {
	bool running;
	u64 since_ns;
	u32 resets;
};

/**
 * struct ptime_request - a function that is asked for by name
 * @name: "[module:]function"
 * @group: group's name
 * @origin: who asks for it
 * @outcomes: what the return value says
 * @backend: what shall time it, NULL for the one that suits
 * @arguments: argument words that the function takes, as the caller knows; or
 *	PTIME_ARGUMENTS_UNKNOWN
 * @force: use @backend even where the arguments are not known
 * @keep: keep the probe where the function is not found, to be shown as failed
 */
struct ptime_request {
	const char *name;
	const char *group;
	enum ptime_origin origin;
	const struct ptime_outcomes *outcomes;
	const struct ptime_backend *backend;
	int arguments;
	bool force;
	bool keep;
};

extern struct list_head ptime_probes;
extern struct list_head ptime_probes_own;
extern struct ptime_probes_info ptime_probes_info;

void ptime_probes_init(const struct ptime_backend *backend, unsigned int maxactive);
void ptime_probes_exit(void);

struct ptime_probe *ptime_probe_own(const char *name, const struct ptime_backend *backend);
void ptime_probe_disown(struct ptime_probe *probe);

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
void ptime_probe_release(struct ptime_probe *probe);
void ptime_probe_free(struct ptime_probe *probe);
bool ptime_probes_time(const struct ptime_symbol *symbol);

int ptime_probe_add(const struct ptime_request *request, char *reason);
int ptime_probe_del(const char *name, char *reason);
int ptime_probes_enable(const char *group, enum ptime_level level);
int ptime_probes_disable(const char *group, enum ptime_level level);
int ptime_probes_start(void);
int ptime_probes_stop(void);
int ptime_probes_reset(void);
bool ptime_probes_have_spares(void);
void ptime_probes_free_spares(void);
void ptime_probe_stop_over_budget(struct ptime_probe *probe);
int ptime_probes_set_filter(const struct ptime_filter *filter);

bool ptime_probes_concern(const struct module *module, unsigned long state);
void ptime_probes_module_coming(const struct module *module);
void ptime_probes_module_live(const struct module *module);
void ptime_probes_module_going(const struct module *module);

#endif /* _PATHTIME_PROBE_H */
