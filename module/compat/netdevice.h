/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/netdevice.h> as the newest kernel has it */
#ifndef _PATHTIME_COMPAT_NETDEVICE_H
#define _PATHTIME_COMPAT_NETDEVICE_H

#include <linux/netdevice.h>

/*
 * 5.10 has a GRO_DROP before GRO_CONSUMED, so the values differ. On later kernels this is a
 * value that no result has, so tables may name GRO_DROP on all kernels.
 */
#ifndef PTIME_HAS_GRO_DROP
#define GRO_DROP	(GRO_CONSUMED + 1)
#endif

#endif /* _PATHTIME_COMPAT_NETDEVICE_H */
