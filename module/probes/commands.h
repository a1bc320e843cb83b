/* SPDX-License-Identifier: GPL-2.0 */
/* commands: what control commands do with probes, one command at a time */
#ifndef _PATHTIME_COMMANDS_H
#define _PATHTIME_COMMANDS_H

#include <linux/types.h>

#include "probes/probe.h"

struct ptime_filter;

/**
 * struct ptime_named - a function that a command names, and what came of it
 * @name: "[module:]function"
 * @error: set to why the command refused it, as -errno; 0 if it did not
 * @reason: set to a sentence for the user if @error is not 0
 * @probe: the probe that is being added, for ptime_probes_add() only
 */
struct ptime_named {
	const char *name;
	int error;
	char reason[PTIME_REASON_LEN];
	struct ptime_probe *probe;
};

int ptime_probes_add(const struct ptime_request *request, struct ptime_named *named,
		     unsigned int count, char *reason);
int ptime_probes_del(struct ptime_named *named, unsigned int count, char *reason);
int ptime_probes_enable(const char *group, enum ptime_level level);
int ptime_probes_disable(const char *group, enum ptime_level level, char *reason);
int ptime_probes_start(void);
int ptime_probes_stop(void);
int ptime_probes_reset(void);
int ptime_probes_set_filter(const struct ptime_filter *filter);

#endif /* _PATHTIME_COMMANDS_H */
