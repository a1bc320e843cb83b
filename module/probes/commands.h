/* SPDX-License-Identifier: GPL-2.0 */
/* commands: what control commands do with probes, one command at a time */
#ifndef _PATHTIME_COMMANDS_H
#define _PATHTIME_COMMANDS_H

#include <linux/types.h>

#include "probes/probe.h"

struct ptime_filter;

int ptime_probe_add(const struct ptime_request *request, char *reason);
int ptime_probe_del(const char *name, char *reason);
int ptime_probes_enable(const char *group, enum ptime_level level);
int ptime_probes_disable(const char *group, enum ptime_level level, char *reason);
int ptime_probes_start(void);
int ptime_probes_stop(void);
int ptime_probes_reset(void);
int ptime_probes_set_filter(const struct ptime_filter *filter);

#endif /* _PATHTIME_COMMANDS_H */
