/* SPDX-License-Identifier: GPL-2.0 */
/* commands: what control commands do with probes, one command at a time */
#ifndef _PATHTIME_COMMANDS_H
#define _PATHTIME_COMMANDS_H

#include <linux/types.h>

#include "probes/probe.h"

struct ptime_filter;

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
	bool keep;
};

int ptime_probe_add(const struct ptime_request *request, char *reason);
int ptime_probe_del(const char *name, char *reason);
int ptime_probes_enable(const char *group, enum ptime_level level);
int ptime_probes_disable(const char *group, enum ptime_level level);
int ptime_probes_start(void);
int ptime_probes_stop(void);
int ptime_probes_reset(void);
int ptime_probes_set_filter(const struct ptime_filter *filter);

#endif /* _PATHTIME_COMMANDS_H */
