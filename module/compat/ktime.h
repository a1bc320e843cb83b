/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/ktime.h> as the newest kernel has it */
#ifndef _PATHTIME_COMPAT_KTIME_H
#define _PATHTIME_COMPAT_KTIME_H

#include <linux/ktime.h>

/* up to 6.12 there is no choice of clock; the counter's reading is the same */
#ifndef PTIME_HAS_ktime_get_snapshot_id
#define ktime_get_snapshot_id(_clock, _snapshot)	ktime_get_snapshot(_snapshot)
#endif

#endif /* _PATHTIME_COMPAT_KTIME_H */
