// SPDX-License-Identifier: GPL-2.0
/* flow: what a packet is part of, as far as it is easily found */
#include <linux/build_bug.h>
#include <linux/if_ether.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/kprobes.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/ip.h>

#include "packets/flow_key.h"

bool ptime_flow_anonymous __ro_after_init;

static __always_inline bool has_ports(u8 transport)
{
	return transport == IPPROTO_TCP || transport == IPPROTO_UDP;
}

/*
 * What is not the packet's is read, too: behind its own there is its skb_shared_info, which is
 * longer than all this. @head is in it, or where it ends.
 */
static __always_inline void take(struct ptime_headers *headers, const struct sk_buff *skb,
				 const void *head)
{
	BUILD_BUG_ON(sizeof(struct ipv6hdr) + sizeof(headers->ports6) >
		     sizeof(struct skb_shared_info));
	headers->length = (void *)skb_tail_pointer(skb) - head;
	if (unlikely(headers->length < 0))
		return;
	memcpy(headers->start, head, sizeof(headers->start));
	memcpy(headers->ports4, head + sizeof(struct iphdr), sizeof(headers->ports4));
	memcpy(headers->ports6, head + sizeof(struct ipv6hdr), sizeof(headers->ports6));
}

/**
 * ptime_headers_take() - keep what tells what a packet is part of
 * @headers: takes it
 * @skb: the packet, behind its first arrival
 *
 * The direct entries of x86 do the same by themselves.
 * Context: any.
 */
notrace void ptime_headers_take(struct ptime_headers *headers, const struct sk_buff *skb)
{
	take(headers, skb, skb_network_header(skb));
}
NOKPROBE_SYMBOL(ptime_headers_take);

static __always_inline void read_ports(struct ptime_flow_key *flow, const __be16 *ports)
{
	if (!has_ports(flow->transport))
		return;
	flow->source = ntohs(ports[0]);
	flow->destination = ntohs(ports[1]);
}

static __always_inline void read_ip4(struct ptime_flow_key *flow,
				     const struct ptime_headers *headers)
{
	const struct iphdr *ip = (const void *)headers->start;

	BUILD_BUG_ON(offsetofend(struct iphdr, protocol) > sizeof(headers->start));
	flow->protocol = ETH_P_IP;
	if (headers->length < (s32)(sizeof(*ip) + sizeof(headers->ports4)))
		return;
	flow->transport = ip->protocol;
	if (ip->ihl * 4 == sizeof(*ip) && !(ip->frag_off & htons(IP_OFFSET)))
		read_ports(flow, headers->ports4);
}

static __always_inline void read_ip6(struct ptime_flow_key *flow,
				     const struct ptime_headers *headers)
{
	const struct ipv6hdr *ip6 = (const void *)headers->start;

	BUILD_BUG_ON(offsetofend(struct ipv6hdr, nexthdr) > sizeof(headers->start));
	flow->protocol = ETH_P_IPV6;
	if (headers->length < (s32)(sizeof(*ip6) + sizeof(headers->ports6)))
		return;
	flow->transport = ip6->nexthdr;
	read_ports(flow, headers->ports6);
}

/**
 * ptime_flow_key_read() - what a packet is part of that has been encrypted since
 * @flow: takes it, but for the name space
 * @headers: what was taken, of a packet of IPv4 or IPv6
 *
 * Where there are options, fragments, tags or further headers, that is not all.
 * Context: any.
 */
notrace void ptime_flow_key_read(struct ptime_flow_key *flow, const struct ptime_headers *headers)
{
	/* before that is looked at, as there may be less */
	if (headers->length < (s32)sizeof(headers->start))
		return;
	if (headers->start[0] >> 4 == 4)
		read_ip4(flow, headers);
	else
		read_ip6(flow, headers);
}
NOKPROBE_SYMBOL(ptime_flow_key_read);

static __always_inline void look_inside(struct ptime_flow_key *flow, const struct sk_buff *skb,
					const void *head)
{
	struct ptime_headers headers;

	flow->protocol = ntohs(skb->protocol);
	if (flow->protocol != ETH_P_IP && flow->protocol != ETH_P_IPV6)
		return;
	take(&headers, skb, head);
	ptime_flow_key_read(flow, &headers);
}

/**
 * ptime_flow_key_of() - what a packet is part of
 * @flow: takes it, but for the name space
 * @skb: the packet, behind its first arrival. At its end it may have been in a queue that
 *	puts its own things in place of .dev and of others, so only the headers are looked at
 * @is_new: nobody may have said yet where the network header is: the data begin with it
 *
 * As ptime_flow_key_read().
 * Context: any.
 */
notrace void ptime_flow_key_of(struct ptime_flow_key *flow, const struct sk_buff *skb, bool is_new)
{
	look_inside(flow, skb, is_new ? skb->data : skb_network_header(skb));
}
NOKPROBE_SYMBOL(ptime_flow_key_of);

/**
 * ptime_skb_transport() - protocol of the transport layer
 * @skb: a packet where it begins: no other header is before that of the network layer
 *
 * Context: any. Return: the protocol; 0 where it is not easily found.
 */
notrace u8 ptime_skb_transport(const struct sk_buff *skb)
{
	struct ptime_flow_key flow = { 0 };

	look_inside(&flow, skb, skb->data);
	return flow.transport;
}
NOKPROBE_SYMBOL(ptime_skb_transport);
