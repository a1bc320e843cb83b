/* SPDX-License-Identifier: GPL-2.0 */
/* successor: a packet that goes on for another one, as its copy, segment or fragment */
#ifndef _PATHTIME_SUCCESSOR_H
#define _PATHTIME_SUCCESSOR_H

#include <linux/compiler.h>
#include <linux/types.h>

struct ptime_inflight;
struct sk_buff;

void ptime_successor_move(struct ptime_inflight *record, struct sk_buff *to);
void ptime_successor_add(const struct ptime_inflight *record, struct sk_buff *to, u8 step,
			 u32 flags, u64 now);

/* value of @skb in a record whose packet is consumed, and which waits for the new sk_buff */
static __always_inline unsigned long ptime_successor_parked(const struct sk_buff *skb)
{
	return (unsigned long)skb | 1;
}

#endif /* _PATHTIME_SUCCESSOR_H */
