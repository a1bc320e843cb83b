/* SPDX-License-Identifier: GPL-2.0 */
/*
 * holder: what has a packet behind its path, and for how long
 *
 * A path ends where the driver of the last device has the packet, or a socket. The packet may wait
 * there: in the driver's ring, until the device has sent it, or in the socket, until a program
 * reads it. With waits=, such a wait is counted as a path of its own, from the step where the
 * packet's path has ended, with the holder as its cause.
 */
#ifndef _PATHTIME_HOLDER_H
#define _PATHTIME_HOLDER_H

#include <linux/compiler.h>
#include <linux/types.h>

struct net_device;
struct sk_buff;
struct sock;

/* causes of paths that are holders; of PTIME_DROP_XFRM's numbers, these are not used */
#define PTIME_CAUSE_HOLDER	0xa0000000
#define PTIME_CAUSE_KIND	0xe0000000

static __always_inline bool ptime_cause_is_holder(u32 cause)
{
	return (cause & PTIME_CAUSE_KIND) == PTIME_CAUSE_HOLDER;
}

int ptime_holder_init(u32 paths);
void ptime_holder_exit(void);
void ptime_holder_clear(void);
void ptime_holder_age(void);
void ptime_holder_forget_aged(bool (*is_used)(u32 cause));

void ptime_holder_ring(const struct sk_buff *skb, const struct net_device *dev);
void ptime_holder_socket(const struct sk_buff *skb, const struct sock *sk);
void ptime_holder_segment(const struct sock *sk, const struct sk_buff *skb);
void ptime_holder_read(const struct sock *sk);
void ptime_holder_close(const struct sock *sk);
bool ptime_holder_release(const struct sk_buff *skb, bool dropped);
bool ptime_holder_forget(const struct sk_buff *skb);
void ptime_holder_lose(const struct sk_buff *skb);

const char *ptime_holder_name(u32 cause);

#endif /* _PATHTIME_HOLDER_H */
