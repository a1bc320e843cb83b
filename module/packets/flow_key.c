// SPDX-License-Identifier: GPL-2.0
/* flow_key: reads a packet's flow key from its headers, or from a header snapshot */
#include <linux/build_bug.h>
#include <linux/if_ether.h>
#include <linux/if_vlan.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/kprobes.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/ip.h>

#include "packets/flow_key.h"

/* a VLAN on a VLAN */
#define TAGS_MAX	2

bool ptime_flow_anonymous __ro_after_init;

static __always_inline bool has_ports(u8 transport)
{
	return transport == IPPROTO_TCP || transport == IPPROTO_UDP;
}

static __always_inline void copy(struct ptime_headers *headers, const void *head)
{
	memcpy(headers->start, head, sizeof(headers->start));
	memcpy(headers->ports4, head + sizeof(struct iphdr), sizeof(headers->ports4));
	memcpy(headers->ports6, head + sizeof(struct ipv6hdr), sizeof(headers->ports6));
}

/*
 * The copies may read past the end of the packet, but not past its buffer. If @length is not
 * negative, @head is at most at the tail. The buffer ends with the packet's skb_shared_info, which
 * is larger than everything that is copied.
 */
static __always_inline void take(struct ptime_headers *headers, const struct sk_buff *skb,
				 const void *head)
{
	BUILD_BUG_ON(sizeof(struct ipv6hdr) + sizeof(headers->ports6) >
		     sizeof(struct skb_shared_info));
	headers->length = (void *)skb_tail_pointer(skb) - head;
	if (likely(headers->length >= 0))
		copy(headers, head);
}

/**
 * ptime_headers_take() - Take the header snapshot of a packet
 * @headers: receives the snapshot, with a negative length unless it is a packet of IP
 * @skb: the packet; its network header is set, as it has arrived once
 *
 * Context: Any.
 */
notrace void ptime_headers_take(struct ptime_headers *headers, const struct sk_buff *skb)
{
	if (skb->protocol == htons(ETH_P_IP) || skb->protocol == htons(ETH_P_IPV6))
		take(headers, skb, skb_network_header(skb));
	else
		headers->length = -1;
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
 * ptime_flow_key_read() - Read a flow key from a header snapshot
 * @flow: receives the flow key except for @netns; the caller has set all fields to 0
 * @headers: snapshot of an IPv4 or IPv6 packet
 *
 * The packet may have been encrypted since. With IP options, fragments or extension headers, the
 * flow key is incomplete.
 *
 * Context: Any.
 */
notrace void ptime_flow_key_read(struct ptime_flow_key *flow, const struct ptime_headers *headers)
{
	/* a shorter packet may have no complete @start */
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
 * ptime_flow_key_of() - Read a flow key from a packet
 * @flow: receives the flow key except for @netns; the caller has set all fields to 0
 * @skb: the packet, after its first arrival
 * @is_new: the network header may not be set yet, but the data begin with it
 *
 * At the end of its path the packet may have been in a queue that reuses .dev and other fields.
 * So this function reads .protocol and the headers only. With VLAN tags, IP options, fragments or
 * extension headers, the flow key is incomplete.
 *
 * Context: Any.
 */
notrace void ptime_flow_key_of(struct ptime_flow_key *flow, const struct sk_buff *skb, bool is_new)
{
	look_inside(flow, skb, is_new ? skb->data : skb_network_header(skb));
}
NOKPROBE_SYMBOL(ptime_flow_key_of);

/* drivers that call napi_gro_frags() leave all data behind the link header in pages */
static __always_inline bool take_from_page(struct ptime_headers *headers, const struct sk_buff *skb)
{
	const skb_frag_t *frag = skb_shinfo(skb)->frags;
	const void *head;

	if (!skb_shinfo(skb)->nr_frags ||
	    skb_frag_size(frag) < sizeof(struct ipv6hdr) + sizeof(headers->ports6))
		return false;
	head = skb_frag_address_safe(frag);
	if (!head)
		return false;
	copy(headers, head);
	headers->length = skb_frag_size(frag);
	return true;
}

/* a NIC may leave the tags of VLANs in front of the network header */
static __always_inline const void *behind_tags(const struct sk_buff *skb, __be16 *protocol)
{
	const void *head = skb->data;
	u32 tags;

	for (tags = 0; tags < TAGS_MAX && eth_type_vlan(*protocol); tags++) {
		if (head + VLAN_HLEN > (void *)skb_tail_pointer(skb))
			break;
		*protocol = ((const struct vlan_hdr *)head)->h_vlan_encapsulated_proto;
		head += VLAN_HLEN;
	}
	return head;
}

/**
 * ptime_skb_transport() - Read the transport layer protocol of a packet
 * @skb: a packet at the beginning of its path: its data begin with the network header, or with the
 *	tags of VLANs
 *
 * A packet that this machine sends has no .protocol yet.
 *
 * Context: Any.
 * Return: The protocol; 0 if it is not easily found.
 */
notrace u8 ptime_skb_transport(const struct sk_buff *skb)
{
	struct ptime_flow_key flow = { 0 };
	__be16 protocol = skb->protocol;
	const void *head = behind_tags(skb, &protocol);
	struct ptime_headers headers;

	if (protocol && protocol != htons(ETH_P_IP) && protocol != htons(ETH_P_IPV6))
		return 0;
	if (skb_headlen(skb))
		take(&headers, skb, head);
	else if (!take_from_page(&headers, skb))
		return 0;
	ptime_flow_key_read(&flow, &headers);
	return flow.transport;
}
NOKPROBE_SYMBOL(ptime_skb_transport);
