/* SPDX-License-Identifier: GPL-2.0 */
/* flow_key: flow key and header snapshot of a packet */
#ifndef _PATHTIME_FLOW_KEY_H
#define _PATHTIME_FLOW_KEY_H

#include <linux/types.h>

struct sk_buff;

/**
 * struct ptime_flow_key - the flow of a packet
 * @netns: number of the network namespace
 * @protocol: network layer protocol, ETH_P_IP, ...
 * @source: source port; 0 if there is none, or it is not easily found
 * @destination: destination port; 0 in the same cases as @source
 * @transport: transport layer protocol, for IPv6 the first next header; 0 if it is not easily
 *	found
 *
 * With anonymize=1, all fields are 0.
 */
struct ptime_flow_key {
	u32 netns;
	u16 protocol;
	u16 source;
	u16 destination;
	u8 transport;
};

/**
 * struct ptime_headers - header snapshot: the bytes that give a packet's flow key, not parsed
 * @start: first bytes of the network header
 * @ports4: bytes after an IPv4 header without options
 * @ports6: bytes after an IPv6 header without extension headers
 * @length: linear bytes in the packet from the network header on; negative if the network
 *	header was not found, or is not of IP
 */
struct ptime_headers {
	u8 start[12];
	__be16 ports4[2];
	__be16 ports6[2];
	s32 length;
};

extern bool ptime_flow_anonymous;

void ptime_headers_take(struct ptime_headers *headers, const struct sk_buff *skb);
void ptime_flow_key_read(struct ptime_flow_key *flow, const struct ptime_headers *headers);
void ptime_flow_key_of(struct ptime_flow_key *flow, const struct sk_buff *skb, bool is_new);
u8 ptime_skb_transport(const struct sk_buff *skb);

#endif /* _PATHTIME_FLOW_KEY_H */
