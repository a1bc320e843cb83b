/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/rcupdate.h> as a kernel with CONFIG_FUNCTION_TRACER has it */
#ifndef _PATHTIME_COMPAT_RCUPDATE_H
#define _PATHTIME_COMPAT_RCUPDATE_H

#include <linux/rcupdate.h>

/*
 * Without this option ftrace does not call us, and code to wait for runs with preemption off.
 */
#ifndef CONFIG_TASKS_RUDE_RCU
#define synchronize_rcu_tasks_rude synchronize_rcu
#endif

#endif /* _PATHTIME_COMPAT_RCUPDATE_H */
