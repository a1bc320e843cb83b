// SPDX-License-Identifier: GPL-2.0
/* successor: packets that go on for another one; what kretprobes call when functions return them */
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/skbuff.h>

#include "packets/hook_control.h"
#include "packets/inflight.h"
#include "packets/successor.h"
#include "record/clock.h"

/* The packet goes on as @to, which has no record. Frees @record; returns that of @to, or NULL. */
static __always_inline struct ptime_inflight *hand_over(struct ptime_inflight *record,
							const struct sk_buff *to)
{
	struct ptime_inflight *heir = ptime_inflight_claim(to, NULL, record->in);

	if (heir) {
		ptime_inflight_inherit(heir, record);
		heir->flags |= record->flags & PTIME_INFLIGHT_OF_COPIES;
	} else {
		ptime_inflight_account_lost(record, PTIME_RX_TABLE_FULL);
	}
	ptime_inflight_free(record);
	return heir;
}

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
	if (ptime_inflight_find(to)) {
		ptime_inflight_lose_record(record, PTIME_PATH_REUSED);
		ptime_inflight_free(record);
		return;
	}
	hand_over(record, to);
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

DEFINE_PER_CPU(struct ptime_copied, ptime_copied);

/* copies go on at once; a busy host may stop an emulated CPU for tens of ms */
#define COPIES_WAIT	(HZ / 10)

static __always_inline void remember_copied(struct ptime_inflight *record,
					    const struct sk_buff *skb, const struct sk_buff *copy,
					    const void *head, bool is_shared)
{
	struct ptime_copied *copied = this_cpu_ptr(&ptime_copied);

	*copied = (struct ptime_copied){
		.record = record,
		.skb = skb,
		.began = record->at[0],
		.copy = copy,
		.head = head,
		.at = jiffies,
		.steps = record->steps,
		.is_shared = is_shared,
	};
}

/**
 * ptime_successor_clone() - Remember that a packet is about to be cloned
 * @record: record of the packet
 * @skb: the packet
 *
 * Most clones are for packet sockets and take no step. So a clone gets a record only when it takes
 * one: ptime_successor_adopt(). A return probe would know the clone's address, and would cost more
 * for each segment that TCP sends.
 *
 * Context: Any, with preemption off since the record was found.
 */
notrace void ptime_successor_clone(struct ptime_inflight *record, const struct sk_buff *skb)
{
	remember_copied(record, skb, NULL, skb->head, skb_shared(skb));
}
NOKPROBE_SYMBOL(ptime_successor_clone);

/* the record may be that of another packet by now, and another CPU may be using it */
static __always_inline bool is_still(const struct ptime_copied *copied)
{
	return READ_ONCE(copied->record->skb) == (unsigned long)copied->skb &&
	       READ_ONCE(copied->record->at[0]) == copied->began;
}

static __always_inline bool is_copy(const struct ptime_copied *copied, const struct sk_buff *skb)
{
	if (copied->copy ? skb != copied->copy : !skb->cloned || skb == copied->skb)
		return false;
	return !copied->head || skb->head == copied->head;
}

/**
 * ptime_successor_expand() - Keep track of a clone that gets other data
 * @skb: a packet that is about to get other data
 * @has_record: @skb has a record
 *
 * Context: Any, with preemption off.
 */
notrace void ptime_successor_expand(const struct sk_buff *skb, bool has_record)
{
	struct ptime_copied copied = *this_cpu_ptr(&ptime_copied);

	if (!copied.record)
		return;
	/* the packet itself may free its data, which may be another packet's next */
	if (skb == copied.skb) {
		this_cpu_write(ptime_copied.record, NULL);
	} else if (!has_record && is_copy(&copied, skb)) {
		this_cpu_write(ptime_copied.copy, skb);
		this_cpu_write(ptime_copied.head, NULL);
	}
}
NOKPROBE_SYMBOL(ptime_successor_expand);

/* the CPU that has the packet may change its flags at the same time */
static __always_inline void change_flags(struct ptime_inflight *record, u32 set, u32 clear)
{
	u32 flags;

	do {
		flags = READ_ONCE(record->flags);
	} while (cmpxchg(&record->flags, flags, (flags | set) & ~clear) != flags);
}

/* not where the packet's data go into another one, and not where the argument may be no packet */
static __always_inline bool may_adopt_at(u8 step)
{
	return step != PTIME_STEP_CRYPTO && step != PTIME_STEP_REASSEMBLED && step < PTIME_STEPS;
}

/*
 * A copy of a packet that this machine made may begin as it did, or be received: the machine's own
 * multicast. A packet that a tunnel was given does not begin.
 */
static __always_inline bool begins_itself(const struct ptime_copied *copied,
					  const struct sk_buff *skb, u8 step)
{
	return (step == PTIME_STEP_LOCAL_OUT || step == PTIME_STEP_CONFIRM) && !skb->skb_iif &&
	       !ptime_inflight_may_begin_again(copied->record);
}

/* The packet goes on as its copy. The holder of the packet may end it meanwhile, on another CPU. */
static __always_inline struct ptime_inflight *take_over(const struct ptime_copied *copied,
							const struct sk_buff *skb)
{
	struct ptime_inflight *record = copied->record;

	if (cmpxchg(&record->skb, (unsigned long)copied->skb,
		    ptime_successor_parked(copied->skb)) != (unsigned long)copied->skb)
		return NULL;
	return hand_over(record, skb);
}

/* the packet itself may go on, too, on another CPU as well */
static __always_inline struct ptime_inflight *join(const struct ptime_copied *copied,
						   const struct sk_buff *skb)
{
	struct ptime_inflight *record = copied->record;
	struct ptime_inflight *heir = ptime_inflight_claim(skb, NULL, record->in);

	if (!heir)
		return NULL;
	ptime_inflight_inherit(heir, record);
	heir->flags |= PTIME_INFLIGHT_UNCOUNTED;
	/* the record was this packet's when its steps were read */
	smp_rmb();
	if (unlikely(!is_still(copied) || heir->steps < copied->steps)) {
		ptime_inflight_free(heir);
		return NULL;
	}
	ptime_inflight_take_back(heir, copied->steps);
	change_flags(record, PTIME_INFLIGHT_WENT_ON, 0);
	return heir;
}

/*
 * skb_share_check() clones a packet that somebody else holds, as a packet socket does: the caller
 * goes on with the clone, and the packet itself stays where it is. Otherwise both may go on, as
 * when a bridge has to send the packet by several ports. A clone that a socket gets then has no
 * path, but if the packet itself goes no further, it ends there.
 */
notrace struct ptime_inflight *ptime_successor_adopt_slow(const struct sk_buff *skb, u8 step)
{
	struct ptime_copied copied;

	if (!may_adopt_at(step) || (!skb->cloned && skb != this_cpu_read(ptime_copied.copy)))
		return NULL;
	/* an interrupt may come, and change it */
	copied = *this_cpu_ptr(&ptime_copied);
	if (!copied.record || !is_copy(&copied, skb))
		return NULL;
	if (time_after(jiffies, copied.at + COPIES_WAIT) || !is_still(&copied)) {
		this_cpu_write(ptime_copied.record, NULL);
		return NULL;
	}
	/* the record does not wait for this copy any more: ptime_successor_move() */
	if (copied.record->copy == skb)
		change_flags(copied.record, 0, PTIME_INFLIGHT_COPIED);
	if (begins_itself(&copied, skb, step))
		return NULL;
	if (step == PTIME_STEP_LOCAL_IN && !copied.is_shared) {
		change_flags(copied.record, PTIME_INFLIGHT_OF_COPIES, 0);
		return NULL;
	}
	this_cpu_write(ptime_copied.record, NULL);
	return copied.is_shared ? take_over(&copied, skb) : join(&copied, skb);
}
NOKPROBE_SYMBOL(ptime_successor_adopt_slow);

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
	remember_copied(record, replacing->skb, copy, copy->head, false);
	return 0;
}
NOKPROBE_SYMBOL(hook_leave_copy);

/* the packet is never freed for such a copy, but both may go on */
static int hook_leave_duplicate(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct replacing *replacing = (const struct replacing *)ri->data;
	struct sk_buff *copy = (void *)regs_return_value(regs);

	if (copy && READ_ONCE(replacing->record->skb) == (unsigned long)replacing->skb)
		remember_copied(replacing->record, replacing->skb, copy, copy->head, false);
	return 0;
}
NOKPROBE_SYMBOL(hook_leave_duplicate);

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
	/* pskb_copy(): netfilter's TEE and dup, multicast to unicast of a bridge */
	{ PTIME_RETURNED("__pskb_copy_fclone", hook_enter_copy, hook_leave_duplicate,
			 sizeof(struct replacing)) },
};

const size_t ptime_return_hooks_count = ARRAY_SIZE(ptime_return_hooks);
