/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/sched/isolation.h> as the newest kernel has it */
#ifndef _PATHTIME_COMPAT_ISOLATION_H
#define _PATHTIME_COMPAT_ISOLATION_H

#include <linux/sched/isolation.h>

/* their names up to 5.17 */
#ifdef PTIME_HAS_HK_FLAG_DOMAIN
#define HK_TYPE_DOMAIN HK_FLAG_DOMAIN
#define HK_TYPE_TICK HK_FLAG_TICK
#endif

#endif /* _PATHTIME_COMPAT_ISOLATION_H */
