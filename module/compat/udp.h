/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/udp.h> as the newest kernel has it, and when a socket refuses a datagram */
#ifndef _PATHTIME_COMPAT_UDP_H
#define _PATHTIME_COMPAT_UDP_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/skbuff.h>
#include <linux/topology.h>
#include <linux/udp.h>
#include <net/sock.h>

/*
 * The rule of __udp_enqueue_schedule_skb(): from 6.18 on, the datagram has to fit, unless the
 * socket has none. Before, one more was taken than fit. The lists of producers came with the same
 * release.
 */
static __always_inline bool ptime_udp_is_full(const struct sock *sk, const struct sk_buff *skb)
{
	unsigned int taken = atomic_read(&sk->sk_rmem_alloc);
	unsigned int room = READ_ONCE(sk->sk_rcvbuf);

#ifdef PTIME_HAS_udp_prod_queue
	taken += atomic_read(&udp_sk(sk)->udp_prod_queue[numa_node_id()].rmem_alloc);
	return taken && taken + skb->truesize > room;
#else
	return taken > room;
#endif
}

#endif /* _PATHTIME_COMPAT_UDP_H */
