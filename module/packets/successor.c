// SPDX-License-Identifier: GPL-2.0
/* successor: what kretprobes call when a function returns another packet than it was given */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/skbuff.h>

#include "packets/hook_control.h"
#include "packets/inflight.h"
#include "packets/successor.h"
#include "record/clock.h"

/**
 * ptime_successor_move() - Move a record to the sk_buff that replaces its packet's
 * @record: record of the packet; this function frees it
 * @to: the new sk_buff
 *
 * If @to is a copy, only its address is known. If there is a record for that address, the copy was
 * freed earlier, and another CPU may be using the record.
 *
 * Context: Any, with preemption off since the record was found.
 */
notrace void ptime_successor_move(struct ptime_inflight *record, struct sk_buff *to)
{
	struct ptime_inflight *moved;

	if (ptime_inflight_find(to)) {
		ptime_inflight_lose_record(record, PTIME_PATH_REUSED);
		ptime_inflight_free(record);
		return;
	}
	moved = ptime_inflight_claim(to, NULL, record->in);
	if (moved)
		ptime_inflight_inherit(moved, record);
	else
		ptime_inflight_account_lost(record);
	ptime_inflight_free(record);
}
NOKPROBE_SYMBOL(ptime_successor_move);

/**
 * ptime_successor_add() - Begin the path of a packet that was made from another one
 * @record: record of the other packet
 * @to: the packet, which gets the steps of the other one
 * @step: one more step, enum ptime_step
 * @flags: PTIME_INFLIGHT_*, added to those of its record
 * @now: time of the step
 *
 * Context: Any, with preemption off since the record was found.
 */
notrace void ptime_successor_add(const struct ptime_inflight *record, struct sk_buff *to, u8 step,
				 u32 flags, u64 now)
{
	struct ptime_inflight *heir = ptime_inflight_claim(to, ptime_inflight_find(to), record->in);

	if (!heir)
		return;
	ptime_inflight_inherit(heir, record);
	heir->flags |= flags | PTIME_INFLIGHT_UNCOUNTED;
	ptime_inflight_pass(heir, step, now);
}
NOKPROBE_SYMBOL(ptime_successor_add);

/*
 * Segments inherit the steps of the whole packet. The path of the whole ends here, unless it is
 * one of the segments, as with a list that GRO has made (skb_segment_list()). Some callers free
 * the whole as if it were dropped (xfrm_output_gso()), so it keeps its record until it is freed.
 */
static void packet_segment(struct ptime_inflight *whole, struct sk_buff *segments, u64 now)
{
	bool goes_on = false;
	struct sk_buff *skb;

	for (skb = segments; skb; skb = skb->next) {
		if ((unsigned long)skb == READ_ONCE(whole->skb)) {
			goes_on = true;
			continue;
		}
		ptime_successor_add(whole, skb, PTIME_STEP_GSO, 0, now);
	}
	if (goes_on)
		ptime_inflight_pass(whole, PTIME_STEP_GSO, now);
	else
		whole->flags |= PTIME_INFLIGHT_SEGMENTED;
}

static int hook_enter_segment(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct sk_buff *skb = (void *)regs_get_kernel_argument(regs, 0);

	*(struct sk_buff **)ri->data = skb;
	return !READ_ONCE(ptime_hooks_tracing) || !ptime_inflight_find(skb);
}
NOKPROBE_SYMBOL(hook_enter_segment);

static int hook_leave_segment(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct sk_buff *segments = (void *)regs_return_value(regs);
	struct ptime_inflight *whole = ptime_inflight_find(*(struct sk_buff **)ri->data);

	if (READ_ONCE(ptime_hooks_tracing) && whole && !IS_ERR_OR_NULL(segments))
		packet_segment(whole, segments, ptime_clock_now());
	return 0;
}
NOKPROBE_SYMBOL(hook_leave_segment);

/* each call returns one fragment of the datagram */
static int hook_leave_fragment(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct sk_buff *part = (void *)regs_return_value(regs);
	struct ptime_inflight *whole = ptime_inflight_find(*(struct sk_buff **)ri->data);
	bool cut_before;

	if (!READ_ONCE(ptime_hooks_tracing) || !whole || IS_ERR_OR_NULL(part))
		return 0;
	/* the whole has taken this step already, unless a bridge cuts it */
	cut_before = whole->steps && ptime_inflight_last_step(whole) == PTIME_STEP_FRAGMENT;
	if (cut_before) {
		/* a user's step of the whole since is none of the part */
		ptime_inflight_take_back(whole, ptime_inflight_last(whole) + 1);
		whole->steps--;
	}
	/* a fragment made by ip6_frag_next() does not have the datagram's skb_iif */
	ptime_successor_add(whole, part, PTIME_STEP_FRAGMENT, PTIME_INFLIGHT_MADE,
			    ptime_clock_now());
	whole->steps += cut_before;
	whole->flags |= PTIME_INFLIGHT_CUT;
	return 0;
}
NOKPROBE_SYMBOL(hook_leave_fragment);

/**
 * struct replacing - a call that may replace a packet's sk_buff
 * @skb: the packet
 * @record: record of the packet
 * @place: the caller's variable that the function changes, if it does not return the packet
 */
struct replacing {
	const struct sk_buff *skb;
	struct ptime_inflight *record;
	struct sk_buff **place;
};

/* returns whether the packet has a record */
static __always_inline bool enter_replacing(struct replacing *replacing, const struct sk_buff *skb)
{
	if (!READ_ONCE(ptime_hooks_tracing))
		return false;
	replacing->skb = skb;
	replacing->record = ptime_inflight_find(skb);
	return replacing->record;
}

/* the function may free the packet before it says what replaces it */
static __always_inline bool enter_moving(struct replacing *replacing, const struct sk_buff *skb)
{
	if (!enter_replacing(replacing, skb))
		return false;
	replacing->record->flags |= PTIME_INFLIGHT_MOVING;
	return true;
}

/* @now: the packet itself, what has replaced it, or NULL if both are gone */
static __always_inline void leave_moving(const struct replacing *replacing, struct sk_buff *now)
{
	struct ptime_inflight *record = replacing->record;
	unsigned long skb = READ_ONCE(record->skb);

	if (!READ_ONCE(ptime_hooks_tracing) || !(record->flags & PTIME_INFLIGHT_MOVING) ||
	    (skb != (unsigned long)replacing->skb && skb != ptime_successor_parked(replacing->skb)))
		return;
	if (now == replacing->skb)
		record->flags &= ~PTIME_INFLIGHT_MOVING;
	else if (now)
		ptime_successor_move(record, now);
	else
		ptime_inflight_give_up(record);
}

static int hook_enter_expand(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !enter_moving((struct replacing *)ri->data,
			     (void *)regs_get_kernel_argument(regs, 0));
}
NOKPROBE_SYMBOL(hook_enter_expand);

/*
 * skb_expand_head() returns the packet itself, or a new sk_buff after it has passed the old one to
 * consume_skb(). Another holder may keep the old one. It returns NULL if there was no memory; then
 * both are gone.
 */
static int hook_leave_expand(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	leave_moving((const struct replacing *)ri->data, (void *)regs_return_value(regs));
	return 0;
}
NOKPROBE_SYMBOL(hook_leave_expand);

static int hook_enter_cow(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct replacing *replacing = (struct replacing *)ri->data;

	replacing->place = (void *)regs_get_kernel_argument(regs, 1);
	return !enter_moving(replacing, *replacing->place);
}
NOKPROBE_SYMBOL(hook_enter_cow);

/*
 * skb_pp_cow_data() consumes the packet and changes its caller's pointer. If it fails, it does
 * neither.
 */
static int hook_leave_cow(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct replacing *replacing = (const struct replacing *)ri->data;

	leave_moving(replacing, *replacing->place);
	return 0;
}
NOKPROBE_SYMBOL(hook_leave_cow);

static int hook_enter_copy(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !enter_replacing((struct replacing *)ri->data,
				(void *)regs_get_kernel_argument(regs, 0));
}
NOKPROBE_SYMBOL(hook_enter_copy);

/* whether the packet or its copy continues the path is known when the packet is freed */
static int hook_leave_copy(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct replacing *replacing = (const struct replacing *)ri->data;
	struct sk_buff *copy = (void *)regs_return_value(regs);
	struct ptime_inflight *record = replacing->record;

	if (!copy || READ_ONCE(record->skb) != (unsigned long)replacing->skb)
		return 0;
	record->copy = copy;
	record->copied_at = ptime_inflight_last(record);
	record->flags |= PTIME_INFLIGHT_COPIED;
	return 0;
}
NOKPROBE_SYMBOL(hook_leave_copy);

#define PTIME_RETURNED(_name, _enter, _leave, _bytes)			\
	{								\
		.kp.symbol_name	= _name,				\
		.entry_handler	= _enter,				\
		.handler	= _leave,				\
		.data_size	= _bytes,				\
	}

/*
 * Functions that return another packet than they are given. One that the kernel lacks is left out.
 * A packet that is segmented or cut becomes many, so these kretprobes run seldom enough.
 */
struct ptime_return_hook ptime_return_hooks[] = {
	{ PTIME_RETURNED("__skb_gso_segment", hook_enter_segment, hook_leave_segment,
			 sizeof(struct sk_buff *)) },
	{ PTIME_RETURNED("ip_frag_next", hook_enter_segment, hook_leave_fragment,
			 sizeof(struct sk_buff *)) },
	{ PTIME_RETURNED("ip6_frag_next", hook_enter_segment, hook_leave_fragment,
			 sizeof(struct sk_buff *)) },
	{ PTIME_RETURNED("skb_expand_head", hook_enter_expand, hook_leave_expand,
			 sizeof(struct replacing)) },
	/* XDP of a program with frags, if the kernel runs it and not the driver */
	{ PTIME_RETURNED("skb_pp_cow_data", hook_enter_cow, hook_leave_cow,
			 sizeof(struct replacing)) },
	{ PTIME_RETURNED("skb_realloc_headroom", hook_enter_copy, hook_leave_copy,
			 sizeof(struct replacing)) },
	{ PTIME_RETURNED("skb_copy", hook_enter_copy, hook_leave_copy,
			 sizeof(struct replacing)) },
	{ PTIME_RETURNED("skb_copy_expand", hook_enter_copy, hook_leave_copy,
			 sizeof(struct replacing)) },
};

const size_t ptime_return_hooks_count = ARRAY_SIZE(ptime_return_hooks);
