/* SPDX-License-Identifier: GPL-2.0 */
/* visit: runs a function in a task on a given CPU, and waits for no CPU for long */
#ifndef _PATHTIME_VISIT_H
#define _PATHTIME_VISIT_H

#include <linux/types.h>

bool ptime_visit(int cpu, unsigned int wait_ms, void (*call)(void *data), void *data);

#endif /* _PATHTIME_VISIT_H */
