/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/workqueue.h> as the newest kernel has it */
#ifndef _PATHTIME_COMPAT_WORKQUEUE_H
#define _PATHTIME_COMPAT_WORKQUEUE_H

#include <linux/workqueue.h>

/* its name up to 6.16 */
#ifndef PTIME_HAS_system_dfl_wq
#define system_dfl_wq system_unbound_wq
#endif

#endif /* _PATHTIME_COMPAT_WORKQUEUE_H */
