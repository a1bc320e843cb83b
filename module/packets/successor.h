/* SPDX-License-Identifier: GPL-2.0 */
/* successor: a packet that goes on for another one, as its copy, segment or fragment */
#ifndef _PATHTIME_SUCCESSOR_H
#define _PATHTIME_SUCCESSOR_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

struct ptime_inflight;
struct sk_buff;

void ptime_successor_move(struct ptime_inflight *record, struct sk_buff *to);
void ptime_successor_add(const struct ptime_inflight *record, struct sk_buff *to, u8 step,
			 u32 flags, u64 now);
void ptime_successor_clone(struct ptime_inflight *record, const struct sk_buff *skb);
void ptime_successor_expand(const struct sk_buff *skb, bool has_record);
struct ptime_inflight *ptime_successor_adopt_slow(const struct sk_buff *skb, u8 step);

/**
 * struct ptime_copied - the last packet that was cloned or copied on this CPU
 * @record: record of the packet; NULL if a copy goes on already
 * @skb: the packet, only to be compared
 * @began: clock reading when its path began, as another packet may have the record later
 * @copy: the copy, only to be compared; NULL if it is a clone whose address is not known yet
 * @head: address of the copy's data, only to be compared: a clone has those of the packet. NULL if
 *	it is about to get others
 * @at: when it was copied, in jiffies
 * @steps: number of the packet's steps at that time
 * @is_shared: somebody else held the packet, too
 */
struct ptime_copied {
	struct ptime_inflight *record;
	const struct sk_buff *skb;
	u64 began;
	const struct sk_buff *copy;
	const void *head;
	unsigned long at;
	u32 steps;
	bool is_shared;
};

DECLARE_PER_CPU(struct ptime_copied, ptime_copied);

/**
 * ptime_successor_adopt() - Begin the path of a clone or copy that goes on
 * @skb: a packet that has no record, held by the caller alone
 * @step: the step that it is about to take, enum ptime_step
 *
 * Nearly all copies go on at once, on the CPU that has made them: the one that was made last is
 * enough.
 *
 * Context: Any, with preemption off for as long as the record is used.
 * Return: The record, with the steps that the packet had when it was copied; NULL if @skb is no
 * copy of the last packet that was copied, or has no path of its own.
 */
static __always_inline struct ptime_inflight *ptime_successor_adopt(const struct sk_buff *skb,
								    u8 step)
{
	return likely(!this_cpu_read(ptime_copied.record)) ? NULL :
	       ptime_successor_adopt_slow(skb, step);
}

/* value of @skb in a record whose packet is consumed, and which waits for the new sk_buff */
static __always_inline unsigned long ptime_successor_parked(const struct sk_buff *skb)
{
	return (unsigned long)skb | 1;
}

#endif /* _PATHTIME_SUCCESSOR_H */
