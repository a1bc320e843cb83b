/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/netdevice.h> as the newest kernel has it */
#ifndef _PATHTIME_COMPAT_NETDEVICE_H
#define _PATHTIME_COMPAT_NETDEVICE_H

#include <linux/compiler.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/types.h>

/*
 * 5.10 has a GRO_DROP before GRO_CONSUMED, so the values differ. On later kernels this is a
 * value that no result has, so tables may name GRO_DROP on all kernels.
 */
#ifndef PTIME_HAS_GRO_DROP
#define GRO_DROP	(GRO_CONSUMED + 1)
#endif

/*
 * The number of an instance of NAPI, and of the one that has made a packet. Kernels without busy
 * polling do not number them, or their packets: 0.
 */
static __always_inline u32 ptime_napi_id(const struct napi_struct *napi)
{
#ifdef CONFIG_NET_RX_BUSY_POLL
	return napi->napi_id;
#else
	return 0;
#endif
}

static __always_inline u32 ptime_skb_napi_id(const struct sk_buff *skb)
{
#ifdef CONFIG_NET_RX_BUSY_POLL
	return skb->napi_id;
#else
	return 0;
#endif
}

#endif /* _PATHTIME_COMPAT_NETDEVICE_H */
