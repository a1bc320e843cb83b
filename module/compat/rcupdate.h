/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/rcupdate.h> as a kernel with CONFIG_FUNCTION_TRACER has it */
#ifndef _PATHTIME_COMPAT_RCUPDATE_H
#define _PATHTIME_COMPAT_RCUPDATE_H

#include <linux/rcupdate.h>

/* without it nobody is called by ftrace: who is to be waited for has preemption off */
#ifndef CONFIG_TASKS_RUDE_RCU
#define synchronize_rcu_tasks_rude synchronize_rcu
#endif

#endif /* _PATHTIME_COMPAT_RCUPDATE_H */
