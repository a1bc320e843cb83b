/* SPDX-License-Identifier: GPL-2.0 */
/* flow: what a packet is part of, as far as it is easily found */
#ifndef _PATHTIME_FLOW_KEY_H
#define _PATHTIME_FLOW_KEY_H

#include <linux/types.h>

struct sk_buff;

/**
 * struct ptime_flow_key - what a packet is part of
 * @netns: number of the name space
 * @protocol: of the network layer, ETH_P_IP, ...
 * @source: its port; 0 where it has none that was easily found, or it is not to be kept
 * @destination: likewise
 * @transport: protocol of the transport layer, likewise
 */
struct ptime_flow_key {
	u32 netns;
	u16 protocol;
	u16 source;
	u16 destination;
	u8 transport;
};

/**
 * struct ptime_headers - what of a packet's headers tells what it is part of, as it is there
 * @start: first bytes of the header of the network layer
 * @ports4: bytes behind one of IPv4 without options
 * @ports6: bytes behind one of IPv6 without others that follow
 * @length: how many bytes are in one piece from @start on, in the packet; below 0 where the
 *	header was not found
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
