/* SPDX-License-Identifier: GPL-2.0 */
/* compat: the tracepoints kfree_skb and consume_skb as the newest kernel has them */
#ifndef _PATHTIME_COMPAT_TRACE_SKB_H
#define _PATHTIME_COMPAT_TRACE_SKB_H

#include <linux/skbuff.h>
#ifdef PTIME_HAS_skb_drop_reason
#include <net/dropreason.h>
#endif

/* probe arguments after the packet and the location; before 5.17 there is no reason */
#ifdef PTIME_HAS_skb_drop_reason
#define PTIME_DROP_REASON(_reason)	((u32)(_reason))
#ifdef PTIME_HAS_rx_sk
#define PTIME_KFREE_SKB_REASON(_reason)	, enum skb_drop_reason _reason, PTIME_RX_SOCK *sk
#else
#define PTIME_KFREE_SKB_REASON(_reason)	, enum skb_drop_reason _reason
#endif
#else
#define PTIME_DROP_REASON(_reason)	0
#define PTIME_KFREE_SKB_REASON(_reason)
#endif

/*
 * Check whether a fragment with this reason may have been freed together with the datagram
 * that was reassembled from it. From 6.2 on, a fragment that waits in vain or is a duplicate
 * has a reason of its own.
 */
#ifdef PTIME_HAS_skb_drop_reason
#define PTIME_DROP_IS_UNSPECIFIED(_reason)	((_reason) == SKB_DROP_REASON_NOT_SPECIFIED)
#else
#define PTIME_DROP_IS_UNSPECIFIED(_reason)	true
#endif

/*
 * Expands _name for each reason of the core. Only the subsystem itself knows the names of its
 * own reasons.
 */
#ifdef DEFINE_DROP_REASON
#define PTIME_DROP_REASONS(_name)	DEFINE_DROP_REASON(_name, _name)
#else
#define PTIME_DROP_REASONS(_name)
#endif

/* const from 6.19 on */
#ifdef PTIME_HAS_RX_SOCK_CONST
#define PTIME_RX_SOCK	const struct sock
#else
#define PTIME_RX_SOCK	struct sock
#endif

/* probe arguments of consume_skb after the packet; before 6.4 there is no location */
#ifdef PTIME_HAS_CONSUME_SKB_LOCATION
#define PTIME_CONSUME_SKB_LOCATION(_location)	, void *_location
#else
#define PTIME_CONSUME_SKB_LOCATION(_location)
#endif

#endif /* _PATHTIME_COMPAT_TRACE_SKB_H */
