// SPDX-License-Identifier: GPL-2.0
/* flow: what a packet is part of, as far as it is easily found */
#include <linux/if_ether.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/kprobes.h>
#include <linux/skbuff.h>
#include <net/ip.h>

#include "flow.h"

bool ptime_flow_anonymous __ro_after_init;

static __always_inline bool has_ports(u8 transport)
{
	return transport == IPPROTO_TCP || transport == IPPROTO_UDP;
}

/* where there are no options, no fragments and no tags, and all is in one piece */
static __always_inline void look_inside(struct ptime_flow *flow, const struct sk_buff *skb,
					const void *head)
{
	long length = (void *)skb_tail_pointer(skb) - head;
	const struct ipv6hdr *ip6 = head;
	const struct iphdr *ip = head;
	const __be16 *ports;

	flow->protocol = ntohs(skb->protocol);
	if (flow->protocol == ETH_P_IP) {
		ports = (const void *)(ip + 1);
		if (length < (long)(sizeof(*ip) + 2 * sizeof(*ports)))
			return;
		flow->transport = ip->protocol;
		if (ip->ihl * 4 != sizeof(*ip) || ip->frag_off & htons(IP_OFFSET))
			return;
	} else if (flow->protocol == ETH_P_IPV6) {
		ports = (const void *)(ip6 + 1);
		if (length < (long)(sizeof(*ip6) + 2 * sizeof(*ports)))
			return;
		flow->transport = ip6->nexthdr;
	} else {
		return;
	}
	if (!has_ports(flow->transport))
		return;
	flow->source = ntohs(ports[0]);
	flow->destination = ntohs(ports[1]);
}

/**
 * ptime_flow_of() - what a packet is part of
 * @flow: takes it, but for the name space, which is known since the packet began; with
 *	anonymize=1 all of it is forgotten
 * @skb: the packet, behind its first arrival. At its end it may have been in a queue that
 *	puts its own things in place of .dev and of others, so only the headers are looked at
 *
 * Context: any.
 */
notrace void ptime_flow_of(struct ptime_flow *flow, const struct sk_buff *skb)
{
	*flow = (struct ptime_flow){ .netns = ptime_flow_anonymous ? 0 : flow->netns };
	if (ptime_flow_anonymous)
		return;
	look_inside(flow, skb, skb_network_header(skb));
}
NOKPROBE_SYMBOL(ptime_flow_of);

/**
 * ptime_flow_transport() - protocol of the transport layer
 * @skb: a packet where it begins: no other header is before that of the network layer
 *
 * Context: any. Return: the protocol; 0 where it is not easily found.
 */
notrace u8 ptime_flow_transport(const struct sk_buff *skb)
{
	struct ptime_flow flow = { 0 };

	look_inside(&flow, skb, skb->data);
	return flow.transport;
}
NOKPROBE_SYMBOL(ptime_flow_transport);
