/* SPDX-License-Identifier: GPL-2.0 */
/* probe: life of a probe: pending, armed, gone, armed again */
#ifndef _PATHTIME_PROBE_H
#define _PATHTIME_PROBE_H

#include <linux/list.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "backend.h"
#include "hit.h"
#include "resolve.h"
#include "targets.h"

struct module;

/**
 * enum ptime_origin - who wants a probe
 * @PTIME_FROM_TABLE: a built-in group
 * @PTIME_FROM_USER: the user, by name
 * @PTIME_FROM_STEPS: paths: its function tells of packets, and need not be timed. It makes
 *	way for a probe that times the function, which tells, too.
 */
enum ptime_origin {
	PTIME_FROM_TABLE,
	PTIME_FROM_USER,
	PTIME_FROM_STEPS,
};

/**
 * struct ptime_probe - one function to be timed, or asked for packets
 * @node: in ptime_probes
 * @todo: in a list of probes to be attached
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
 * @backend: what times it
 * @handle: the backend's, NULL where it is not attached
 * @over_budget: stopped, as it cost the most when the budget was passed
 * @cost_seen_ns: what it had cost when the budget was last looked at
 * @missed: calls missed by earlier attachments, less those before a reset
 * @hit: what the hits need; series allocated when first attached, unless it is not timed
 * @spare: series that a reset is about to put in place, or took out
 *
 * Protected by the probes' mutex, but for @hit, which belongs to the hits.
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
	const struct ptime_backend *backend;
	void *handle;
	bool over_budget;
	u64 cost_seen_ns;
	u64 missed;
	struct ptime_hit hit;
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
 * @keep: keep the probe where the function is not found, to be shown as failed
 */
struct ptime_request {
	const char *name;
	const char *group;
	enum ptime_origin origin;
	const struct ptime_outcomes *outcomes;
	const struct ptime_backend *backend;
	bool keep;
};

extern struct list_head ptime_probes;
extern struct ptime_probes_info ptime_probes_info;

void ptime_probes_init(const struct ptime_backend *backend, unsigned int maxactive);
void ptime_probes_exit(void);

struct ptime_probe *ptime_probe_own(const char *name, const struct ptime_backend *backend,
				    struct list_head *probes);
void ptime_probes_disown(struct list_head *probes);

void ptime_probes_lock(void);
void ptime_probes_unlock(void);

bool ptime_probe_is_shown(const struct ptime_probe *probe);
enum ptime_state ptime_probe_state(const struct ptime_probe *probe);
const char *ptime_probe_reason(const struct ptime_probe *probe);
u64 ptime_probe_missed(const struct ptime_probe *probe);

int ptime_probe_add(const struct ptime_request *request, char *reason);
int ptime_probe_del(const char *name, char *reason);
int ptime_probes_enable(const char *group, enum ptime_level level);
int ptime_probes_disable(const char *group, enum ptime_level level);
void ptime_probes_start(void);
void ptime_probes_stop(void);
int ptime_probes_reset(void);
void ptime_probe_stop_over_budget(struct ptime_probe *probe);

void ptime_probes_module_coming(const char *module);
void ptime_probes_module_live(const struct module *module);
void ptime_probes_module_going(const char *module);

#endif /* _PATHTIME_PROBE_H */
