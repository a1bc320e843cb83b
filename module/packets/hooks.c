// SPDX-License-Identifier: GPL-2.0
/* skbpath: hears of packets, and keeps the account of their roads */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/if_ether.h>
#include <linux/ipv6.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/dst.h>
#include <net/ip.h>
#include <net/net_namespace.h>

#include "compat/crypto.h"
#include "compat/netdevice.h"
#include "compat/skb.h"
#include "compat/tracepoint.h"
#include "packets/hooks.h"
#include "packets/inflight.h"
#include "packets/path.h"
#include "record/clock.h"

#define PACKET			.test = PTIME_HOOK_NO_TEST
#define REQUEST			.test = PTIME_HOOK_NO_TEST, .request = true
#define UNLESS_NEGATIVE(_test)	.test = (_test)
#define PTIME_STEP_FUNCTION(_step, _name, _skb, _how)			\
	{ .step = PTIME_STEP_##_step, .name = (_name), .skb = (_skb), _how },

/* the last one has no name */
const struct ptime_step_hook ptime_step_hooks[] = {
#include <pathtime/steps.h>
	{ }
};

/* as long as stamps may be made, or looked for by more than an entry that adds a step */
static bool looking;

/* what is told only where the network has begun to look at a packet */
struct arrival {
	const struct sk_buff *skb;
	const struct task_struct *task;
};

static DEFINE_PER_CPU(struct arrival, last_arrival);

/* what is routed, bridged or taken here; what else arrives has no road */
static __always_inline bool has_path(const struct sk_buff *skb)
{
	__be16 protocol = skb->protocol;

	return likely(protocol == htons(ETH_P_IP)) || protocol == htons(ETH_P_IPV6) ||
	       protocol == htons(ETH_P_8021Q) || protocol == htons(ETH_P_8021AD) ||
	       protocol == htons(ETH_P_PPP_SES);
}

/* while it changes nobody looks at packets */
static struct ptime_filter filter;

/**
 * ptime_hooks_filter() - which packets are looked at
 *
 * Context: under ptime_probes_lock(). Return: the filter.
 */
const struct ptime_filter *ptime_hooks_filter(void)
{
	return &filter;
}

static DEFINE_STATIC_KEY_FALSE(filtered);
static DEFINE_STATIC_KEY_FALSE(filtered_by_out);

static __always_inline bool begins_where_wanted(u32 netns, u32 in)
{
	return (!filter.in || in == filter.in) && (!filter.netns || netns == filter.netns);
}

static __always_inline bool is_wanted(const struct sk_buff *skb, u32 netns, u32 in)
{
	return begins_where_wanted(netns, in) &&
	       (!filter.transport || ptime_skb_transport(skb) == filter.transport);
}

/* of an earlier packet, whose address another one has that is not to have a stamp */
static __always_inline void forget(struct ptime_inflight *record)
{
	if (likely(!record))
		return;
	ptime_inflight_lose(ptime_inflight_loss(record));
	ptime_inflight_free(record);
}

static noinline notrace void begin_slow(const struct sk_buff *skb, struct ptime_inflight *record,
					u8 step, const struct net_device *dev, u32 in)
{
	u32 netns = dev_net(dev)->ns.inum;

	if (static_branch_unlikely(&filtered) && !is_wanted(skb, netns, in)) {
		forget(record);
		return;
	}
	record = ptime_inflight_claim(skb, record, in);
	if (unlikely(!record))
		return;
	record->netns = netns;
	ptime_inflight_pass(record, step, ptime_clock_now());
}
NOKPROBE_SYMBOL(begin_slow);

/*
 * Of a packet that has no stamp. What is rare goes another way here and below, at the end of
 * each function, so that the usual way needs no stack.
 */
static __always_inline bool begin_fast(const struct sk_buff *skb, u8 step,
				       const struct net_device *dev, u32 in)
{
	struct ptime_inflight *record = ptime_inflight_slot(skb, 0);
	u32 netns = dev_net(dev)->ns.inum;

	if (unlikely(!ptime_clock_is_counter() || READ_ONCE(record->skb)))
		return false;
	if (static_branch_unlikely(&filtered)) {
		if (!begins_where_wanted(netns, in))
			return true;
		if (filter.transport)
			return false;
	}
	return likely(ptime_inflight_begin(record, skb, step, in, netns, ptime_clock_ticks()));
}

/* what comes out of a tunnel may look as if it had never been received: skb_scrub_packet() */
static __always_inline bool is_expected(const struct ptime_inflight *record)
{
	u8 last = record->passed.step[record->steps - 1];

	return record->flags & PTIME_INFLIGHT_AGAIN || last == PTIME_STEP_XFRM_IN ||
	       last == PTIME_STEP_CRYPTO;
}

static __always_inline void arrive_again(struct ptime_inflight *record, u64 now)
{
	record->flags &= ~(PTIME_INFLIGHT_AGAIN | PTIME_INFLIGHT_HEADERS);
	ptime_inflight_pass(record, PTIME_STEP_REINJECT, now);
}

/*
 * A packet that a driver has made was never received before, by which a stamp is told that
 * was left by another one of its address (__netif_receive_skb_core() sets skb_iif).
 */
static noinline notrace void arrive_slow(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (unlikely(!has_path(skb))) {
		forget(record);
		return;
	}
	if (likely(!skb->skb_iif) && !(record && is_expected(record))) {
		begin_slow(skb, record, PTIME_STEP_RX, skb->dev, skb->dev->ifindex);
		return;
	}
	if (!record)
		return;
	arrive_again(record, ptime_clock_now());
}
NOKPROBE_SYMBOL(arrive_slow);

/* likewise, of a packet that was received before, where stamps are in the first place */
static __always_inline bool arrive_again_fast(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find_first(skb);

	if (!record)
		return true;
	if (unlikely(!ptime_clock_is_counter()))
		return false;
	arrive_again(record, ptime_clock_ticks());
	return true;
}

static __always_inline bool arrive_fast(const struct sk_buff *skb)
{
	if (unlikely(READ_ONCE(ptime_inflight_displaced) || !has_path(skb)))
		return false;
	return skb->skb_iif ? arrive_again_fast(skb) :
			      begin_fast(skb, PTIME_STEP_RX, skb->dev, skb->dev->ifindex);
}

static __always_inline void arrive(const struct sk_buff *skb)
{
	if (unlikely(!arrive_fast(skb)))
		arrive_slow(skb);
}

static notrace void on_arrival(void *data, const struct sk_buff *skb)
{
	ptime_traced_begin();
	arrive(skb);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(on_arrival);

static notrace void on_gro_arrival(void *data, const struct sk_buff *skb)
{
	ptime_traced_begin();
	this_cpu_write(last_arrival.skb, skb);
	this_cpu_write(last_arrival.task, current);
	arrive(skb);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(on_gro_arrival);

/* on a kernel whose softirqs are tasks another one may have come between */
static __always_inline void merge(void)
{
	struct ptime_inflight *record;

	if (this_cpu_read(last_arrival.task) != current)
		return;
	record = ptime_inflight_find(this_cpu_read(last_arrival.skb));
	if (!record)
		return;
	ptime_inflight_lose(PTIME_PATH_MERGED);
	ptime_inflight_free(record);
}

static notrace void on_gro_exit(void *data, int result)
{
	if (likely(result != GRO_MERGED && result != GRO_MERGED_FREE))
		return;
	ptime_traced_begin();
	merge();
	ptime_traced_end();
}
NOKPROBE_SYMBOL(on_gro_exit);

/* what ends elsewhere is not wanted, where those are that an interface sends */
static __always_inline void end(struct ptime_inflight *record, const struct sk_buff *skb, u8 step,
				u32 out, u32 reason)
{
	if (static_branch_unlikely(&filtered_by_out) && out != filter.out)
		ptime_inflight_free(record);
	else
		ptime_path_end(record, skb, step, out, reason);
}

/*
 * The last packet whose record ended on this CPU as it was sent, and the last device that was given
 * it: a device on top of another one gives it on. It may also wait in the lower device's queue
 * until other packets have been sent, and is then counted as one without a record.
 */
struct sent {
	const struct sk_buff *skb;
	const struct net_device *dev;
};

static DEFINE_PER_CPU(struct sent, last_sent);

static __always_inline void transmit(const struct sk_buff *skb, struct ptime_inflight *record,
				     const struct net_device *dev)
{
	this_cpu_write(last_sent.skb, skb);
	this_cpu_write(last_sent.dev, dev);
	if (unlikely(!skb->skb_iif && record->in) && !(record->flags & PTIME_INFLIGHT_MADE)) {
		ptime_inflight_lose(PTIME_PATH_STALE);
		ptime_inflight_free(record);
		return;
	}
	end(record, skb, PTIME_STEP_TX, dev->ifindex, 0);
}

/* a device is given a packet once, so another one on top of it sent the packet before */
static __always_inline bool goes_on(const struct sk_buff *skb, const struct net_device *dev)
{
	return skb == this_cpu_read(last_sent.skb) && dev != this_cpu_read(last_sent.dev);
}

/* which has no record, unless that is away */
static noinline notrace void transmit_slow(const struct sk_buff *skb, const struct net_device *dev)
{
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (record)
		transmit(skb, record, dev);
	else if (goes_on(skb, dev))
		this_cpu_write(last_sent.dev, dev);
	else if (!static_branch_unlikely(&filtered) && has_path(skb))
		ptime_inflight_lose(skb->skb_iif ? PTIME_PATH_SENT_RECEIVED : PTIME_PATH_SENT_OWN);
}
NOKPROBE_SYMBOL(transmit_slow);

static notrace void on_xmit(void *data, const struct sk_buff *skb, const struct net_device *dev)
{
	struct ptime_inflight *record;

	ptime_traced_begin();
	record = ptime_inflight_find_first(skb);
	if (likely(record))
		transmit(skb, record, dev);
	else
		transmit_slow(skb, dev);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(on_xmit);

/*
 * A packet that a socket has or had, or a driver, is free to go without a record. Of one that is
 * on its way the data begin with the network header: a driver's begin before it, and a socket's
 * behind it. A driver without a link header is told by the packet that this CPU has just sent.
 */
static noinline notrace void drop_unseen(const struct sk_buff *skb)
{
	if (!static_branch_unlikely(&filtered) && skb->skb_iif && !skb->sk && has_path(skb) &&
	    !skb_network_offset(skb) && skb != this_cpu_read(last_sent.skb))
		ptime_inflight_lose(PTIME_PATH_DROPPED);
}
NOKPROBE_SYMBOL(drop_unseen);

/*
 * Of the copy only the address is known. If that has a record of its own the copy was freed before,
 * and another CPU may be at the record.
 */
static void move(struct ptime_inflight *record, struct sk_buff *to)
{
	struct ptime_inflight *moved = NULL;

	if (ptime_inflight_find(to))
		ptime_inflight_lose(PTIME_PATH_VANISHED);
	else
		moved = ptime_inflight_claim(to, NULL, record->in);
	if (moved)
		ptime_inflight_inherit(moved, record);
	ptime_inflight_free(record);
}

/* has it a copy that nothing was done to since? */
static __always_inline bool has_copy(const struct ptime_inflight *record)
{
	return record->flags & PTIME_INFLIGHT_COPIED && record->copied_at == record->steps;
}

/* is it freed with a datagram of which others were made? Where it is sent, it has a device */
static __always_inline bool is_unsent_part(const struct ptime_inflight *record,
					   const struct sk_buff *skb)
{
	return record->flags & PTIME_INFLIGHT_PART && !skb->dev;
}

/*
 * A list of fragments is freed with the datagram that was made of them. Before 6.2 that is told
 * as a drop without a reason: who frees a fragment that waits in vain, or is there twice, has not
 * taken its device and its place in the tree from it.
 */
static __always_inline bool is_reassembled(const struct ptime_inflight *record,
					   const struct sk_buff *skb, u32 reason)
{
	return record->passed.step[record->steps - 1] == PTIME_STEP_DEFRAG &&
	       PTIME_DROP_IS_UNSPECIFIED(reason) && !skb->dev && !((unsigned long)skb->next & 1);
}

static __always_inline void drop(struct ptime_inflight *record, struct sk_buff *skb, u32 reason)
{
	if (unlikely(has_copy(record))) {
		move(record, record->copy);
	} else if (unlikely(record->flags & PTIME_INFLIGHT_SEGMENTED ||
			    is_unsent_part(record, skb))) {
		ptime_inflight_free(record);
	} else if (unlikely(is_reassembled(record, skb, reason))) {
		ptime_inflight_lose(PTIME_PATH_REASSEMBLED);
		ptime_inflight_free(record);
	} else {
		end(record, skb, PTIME_STEP_DROP, 0, reason);
	}
}

static notrace void on_drop(void *data, struct sk_buff *skb, void *location
			    PTIME_KFREE_SKB_REASON(reason))
{
	struct ptime_inflight *record;

	ptime_traced_begin();
	record = ptime_inflight_find(skb);
	if (record)
		drop(record, skb, PTIME_DROP_REASON(reason));
	else
		drop_unseen(skb);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(on_drop);

/* in place of a packet: its record waits for the sk_buff that takes its place */
static __always_inline unsigned long parked(const struct sk_buff *skb)
{
	return (unsigned long)skb | 1;
}

static noinline notrace void consume_replaced(struct ptime_inflight *record,
					      const struct sk_buff *skb)
{
	if (record->flags & PTIME_INFLIGHT_MOVING)
		cmpxchg(&record->skb, (unsigned long)skb, parked(skb));
	else if (has_copy(record))
		move(record, record->copy);
	else if (record->flags & (PTIME_INFLIGHT_CUT | PTIME_INFLIGHT_SEGMENTED) ||
		 is_unsent_part(record, skb))
		ptime_inflight_free(record);
	else
		forget(record);
}
NOKPROBE_SYMBOL(consume_replaced);

/* it has done what it was for, where no step is known; or, without a stamp, it was sent before */
static notrace void on_consume(void *data, struct sk_buff *skb PTIME_CONSUME_SKB_LOCATION(location))
{
	struct ptime_inflight *record;

	ptime_traced_begin();
	record = ptime_inflight_find(skb);
	if (unlikely(record)) {
		if (record->flags & (PTIME_INFLIGHT_MOVING | PTIME_INFLIGHT_COPIED |
				     PTIME_INFLIGHT_CUT |
				    PTIME_INFLIGHT_PART | PTIME_INFLIGHT_SEGMENTED))
			consume_replaced(record, skb);
		else
			forget(record);
	}
	ptime_traced_end();
}
NOKPROBE_SYMBOL(on_consume);

/* IPsec has had it, and sends it on: it began before, whether or not that was seen */
static __always_inline bool is_transformed(const struct sk_buff *skb)
{
	return skb_dst(skb)->ops->family == AF_INET ?
	       IPCB(skb)->flags & IPSKB_XFRM_TRANSFORMED :
	       IP6CB(skb)->flags & IP6SKB_XFRM_TRANSFORMED;
}

/* is it of interest what the slowest packets are part of? */
static __always_inline bool keeps_flows(void)
{
	return ptime_paths_slowest && !ptime_flow_anonymous;
}

static noinline notrace void pass_local_clock(struct ptime_inflight *record, u8 step)
{
	ptime_inflight_pass(record, step, ptime_clock_local());
}
NOKPROBE_SYMBOL(pass_local_clock);

/* behind it, there is nothing to be seen any more */
static noinline notrace void pass_encryption(struct ptime_inflight *record, u8 step,
					     const struct sk_buff *skb)
{
	ptime_headers_take(&record->headers, skb);
	record->flags |= PTIME_INFLIGHT_HEADERS;
	ptime_inflight_pass(record, step, ptime_clock_now());
}
NOKPROBE_SYMBOL(pass_encryption);

/* a packet that was made of another one has its steps, and one more; @flags say what it is */
static void bequeath(const struct ptime_inflight *record, struct sk_buff *to, u8 step, u16 flags,
		     u64 now)
{
	struct ptime_inflight *heir = ptime_inflight_claim(to, ptime_inflight_find(to), record->in);

	if (!heir)
		return;
	ptime_inflight_inherit(heir, record);
	heir->flags |= flags;
	ptime_inflight_pass(heir, step, now);
}

/*
 * A datagram that is a list of packets is sent as these; what they were before they were put
 * together has ended. If they do not fit, others are made: leave_fragment().
 */
static noinline notrace void cut(struct ptime_inflight *record, const struct sk_buff *skb)
{
	u64 now = ptime_clock_now();
	struct sk_buff *part;

	skb_walk_frags(skb, part)
		bequeath(record, part, PTIME_STEP_FRAGMENT, PTIME_INFLIGHT_PART, now);
	ptime_inflight_pass(record, PTIME_STEP_FRAGMENT, now);
	record->flags |= PTIME_INFLIGHT_CUT;
}
NOKPROBE_SYMBOL(cut);

/*
 * What the flowtable is asked for on this CPU: the packet and its record, and who asks. If softirqs
 * are tasks, another one may come between. A packet without a record is asked for, too, so each
 * answer ends it. No answer comes where the hook's probe ends meanwhile: by the next one the record
 * may be another packet's.
 */
struct asked {
	struct ptime_inflight *record;
	const struct sk_buff *skb;
	const struct task_struct *task;
};

static DEFINE_PER_CPU(struct asked, asked);

/**
 * ptime_hooks_verdict() - the flowtable had a packet, or had it not
 * @verdict: what its hook returned
 *
 * A packet that it had may be gone by now, and is told as one that it had before. If it had it not,
 * the packet is still this CPU's.
 *
 * Context: any, with preemption off.
 */
notrace void ptime_hooks_verdict(unsigned long verdict)
{
	struct ptime_inflight *record = this_cpu_read(asked.record);
	u32 last;

	if (!record)
		return;
	this_cpu_write(asked.record, NULL);
	if ((verdict & NF_VERDICT_MASK) != NF_ACCEPT || this_cpu_read(asked.task) != current)
		return;
	if (READ_ONCE(record->skb) != (unsigned long)this_cpu_read(asked.skb))
		return;
	last = READ_ONCE(record->steps) - 1;
	if (last < PTIME_STEPS_MAX && record->passed.step[last] == PTIME_STEP_FLOWTABLE)
		record->passed.step[last] = PTIME_STEP_FLOWTABLE_MISS;
}
NOKPROBE_SYMBOL(ptime_hooks_verdict);

/* @record: the packet's, or NULL */
static __always_inline void take_step(const struct sk_buff *skb, struct ptime_inflight *record,
				      u8 step)
{
	if (step == PTIME_STEP_LOCAL_OUT) {
		if (!skb->skb_iif && skb_dst(skb) && !is_transformed(skb) &&
		    (record || !begin_fast(skb, step, skb_dst(skb)->dev, 0)))
			begin_slow(skb, record, step, skb_dst(skb)->dev, 0);
		return;
	}
	if (!record)
		return;
	if (step == PTIME_STEP_LOCAL_IN) {
		end(record, skb, step, 0, 0);
		return;
	}
	if (step == PTIME_STEP_FRAGMENT) {
		cut(record, skb);
		return;
	}
	if (step == PTIME_STEP_REASSEMBLED) {
		ptime_inflight_lose(PTIME_PATH_REASSEMBLED);
		ptime_inflight_free(record);
		return;
	}
	if (step == PTIME_STEP_TUNNEL)
		record->flags |= PTIME_INFLIGHT_AGAIN;
	if (step == PTIME_STEP_FLOWTABLE) {
		this_cpu_write(asked.record, record);
		this_cpu_write(asked.skb, skb);
		this_cpu_write(asked.task, current);
	}
	if (step == PTIME_STEP_XFRM_OUT && keeps_flows())
		pass_encryption(record, step, skb);
	else if (ptime_clock_is_counter())
		ptime_inflight_pass(record, step, ptime_clock_ticks());
	else
		pass_local_clock(record, step);
}

static noinline notrace void take_step_displaced(const struct sk_buff *skb, u8 step)
{
	take_step(skb, ptime_inflight_find_displaced(skb), step);
}
NOKPROBE_SYMBOL(take_step_displaced);

/**
 * ptime_hooks_step() - a function is given a packet
 * @hook: the function
 * @argument: the one that is the packet, or leads to it
 * @tested: the argument that the note says; nothing where it says none
 *
 * Context: any, with preemption off.
 */
notrace void ptime_hooks_step(const struct ptime_step_hook *hook, unsigned long argument,
			      int tested)
{
	struct sk_buff *skb = hook->request ? ptime_crypto_data((void *)argument) :
					      (void *)argument;
	struct ptime_inflight *record;

	if ((hook->test != PTIME_HOOK_NO_TEST && tested < 0) || !READ_ONCE(looking))
		return;
	record = ptime_inflight_find_first(skb);
	if (!record && unlikely(READ_ONCE(ptime_inflight_displaced)))
		take_step_displaced(skb, hook->step);
	else
		take_step(skb, record, hook->step);
}
NOKPROBE_SYMBOL(ptime_hooks_step);

/*
 * The segments took the steps that the whole did, which has its end: unless it is one of
 * them, as where GRO has made a list of packets (skb_segment_list()). Some free the whole as if
 * it were dropped (xfrm_output_gso()), so its record stays until then.
 */
static void segment(struct ptime_inflight *whole, struct sk_buff *segments, u64 now)
{
	bool goes_on = false;
	struct sk_buff *skb;

	for (skb = segments; skb; skb = skb->next) {
		if ((unsigned long)skb == READ_ONCE(whole->skb)) {
			goes_on = true;
			continue;
		}
		bequeath(whole, skb, PTIME_STEP_GSO, 0, now);
	}
	if (goes_on)
		ptime_inflight_pass(whole, PTIME_STEP_GSO, now);
	else
		whole->flags |= PTIME_INFLIGHT_SEGMENTED;
}

static int enter_segment(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct sk_buff *skb = (void *)regs_get_kernel_argument(regs, 0);

	*(struct sk_buff **)ri->data = skb;
	return !READ_ONCE(looking) || !ptime_inflight_find(skb);
}
NOKPROBE_SYMBOL(enter_segment);

static int leave_segment(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct sk_buff *segments = (void *)regs_return_value(regs);
	struct ptime_inflight *whole = ptime_inflight_find(*(struct sk_buff **)ri->data);

	if (whole && !IS_ERR_OR_NULL(segments))
		segment(whole, segments, ptime_clock_now());
	return 0;
}
NOKPROBE_SYMBOL(leave_segment);

/* what is cut from a datagram, one for each call */
static int leave_fragment(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct sk_buff *part = (void *)regs_return_value(regs);
	struct ptime_inflight *whole = ptime_inflight_find(*(struct sk_buff **)ri->data);
	bool cut_before;

	if (!whole || IS_ERR_OR_NULL(part))
		return 0;
	/* the step was taken already by the whole, unless a bridge cuts it */
	cut_before = whole->steps &&
		     whole->passed.step[whole->steps - 1] == PTIME_STEP_FRAGMENT;
	whole->steps -= cut_before;
	/* of IPv6 it does not know where the datagram was received */
	bequeath(whole, part, PTIME_STEP_FRAGMENT, PTIME_INFLIGHT_MADE, ptime_clock_now());
	whole->steps += cut_before;
	whole->flags |= PTIME_INFLIGHT_CUT;
	return 0;
}
NOKPROBE_SYMBOL(leave_fragment);

/**
 * struct replacing - a call that may put another sk_buff in the place of a packet's
 * @skb: the packet
 * @record: its record
 */
struct replacing {
	const struct sk_buff *skb;
	struct ptime_inflight *record;
};

static __always_inline struct ptime_inflight *enter_replacing(struct kretprobe_instance *ri,
							      struct pt_regs *regs)
{
	struct replacing *replacing = (struct replacing *)ri->data;

	if (!READ_ONCE(looking))
		return NULL;
	replacing->skb = (void *)regs_get_kernel_argument(regs, 0);
	replacing->record = ptime_inflight_find(replacing->skb);
	return replacing->record;
}

static int enter_expand(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct ptime_inflight *record = enter_replacing(ri, regs);

	if (!record)
		return 1;
	record->flags |= PTIME_INFLIGHT_MOVING;
	return 0;
}
NOKPROBE_SYMBOL(enter_expand);

/*
 * The packet is what it was, or freed by consume_skb(), and another one is returned. The former
 * may also have another holder, who keeps it. Where there was no memory both are gone.
 */
static int leave_expand(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct replacing *replacing = (const struct replacing *)ri->data;
	struct sk_buff *returned = (void *)regs_return_value(regs);
	struct ptime_inflight *record = replacing->record;
	unsigned long skb = READ_ONCE(record->skb);

	if (!(record->flags & PTIME_INFLIGHT_MOVING) ||
	    (skb != (unsigned long)replacing->skb && skb != parked(replacing->skb)))
		return 0;
	if (returned == replacing->skb)
		record->flags &= ~PTIME_INFLIGHT_MOVING;
	else if (returned)
		move(record, returned);
	else
		forget(record);
	return 0;
}
NOKPROBE_SYMBOL(leave_expand);

static int enter_copy(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return !enter_replacing(ri, regs);
}
NOKPROBE_SYMBOL(enter_copy);

/* which of both goes on is seen when one is freed */
static int leave_copy(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	const struct replacing *replacing = (const struct replacing *)ri->data;
	struct sk_buff *copy = (void *)regs_return_value(regs);
	struct ptime_inflight *record = replacing->record;

	if (!copy || READ_ONCE(record->skb) != (unsigned long)replacing->skb)
		return 0;
	record->copy = copy;
	record->copied_at = record->steps;
	record->flags |= PTIME_INFLIGHT_COPIED;
	return 0;
}
NOKPROBE_SYMBOL(leave_copy);

#define PTIME_RETURNED(_name, _enter, _leave, _bytes)			\
	{								\
		.kp.symbol_name	= _name,				\
		.entry_handler	= _enter,				\
		.handler	= _leave,				\
		.data_size	= _bytes,				\
	}

/*
 * Functions that return another packet than they were given; a kernel that lacks one leaves it
 * out. A packet that is segmented or cut is many, so that these are seldom enough.
 */
static struct returned {
	struct kretprobe rp;
	bool registered;
} returned[] = {
	{ PTIME_RETURNED("__skb_gso_segment", enter_segment, leave_segment,
			 sizeof(struct sk_buff *)) },
	{ PTIME_RETURNED("ip_frag_next", enter_segment, leave_fragment,
			 sizeof(struct sk_buff *)) },
	{ PTIME_RETURNED("ip6_frag_next", enter_segment, leave_fragment,
			 sizeof(struct sk_buff *)) },
	{ PTIME_RETURNED("skb_expand_head", enter_expand, leave_expand,
			 sizeof(struct replacing)) },
	{ PTIME_RETURNED("skb_realloc_headroom", enter_copy, leave_copy,
			 sizeof(struct replacing)) },
	{ PTIME_RETURNED("skb_copy_expand", enter_copy, leave_copy,
			 sizeof(struct replacing)) },
};

static void unregister_returned(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(returned); i++)
		if (returned[i].registered) {
			unregister_kretprobe(&returned[i].rp);
			cond_resched();
		}
}

static int __init register_returned(void)
{
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(returned); i++) {
		err = register_kretprobe(&returned[i].rp);
		returned[i].registered = !err;
		/* this kernel lacks the function, or has it nowhere else than in its callers */
		if (err && err != -ENOENT && err != -EINVAL)
			goto err_unregister;
	}
	return 0;

err_unregister:
	unregister_returned();
	return err;
}

static void disable_returned(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(returned); i++)
		if (returned[i].registered) {
			disable_kretprobe(&returned[i].rp);
			cond_resched();
		}
}

static int enable_returned(void)
{
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(returned); i++) {
		err = returned[i].registered ? enable_kretprobe(&returned[i].rp) : 0;
		if (err) {
			disable_returned();
			return err;
		}
		cond_resched();
	}
	return 0;
}

/*
 * The tracepoints are found by name, as most are not exported; a kernel that lacks one leaves it
 * out. The ends come first, as many as ENDS: they are registered before a packet can begin, and
 * unregistered after the last one could.
 */
#define ENDS	5

static struct {
	const char *name;
	void *probe;
	struct tracepoint *tracepoint;
} traced[] = {
	{ "net_dev_start_xmit", on_xmit },
	{ "kfree_skb", on_drop },
	{ "consume_skb", on_consume },
	{ "napi_gro_receive_exit", on_gro_exit },
	{ "napi_gro_frags_exit", on_gro_exit },
	{ "napi_gro_receive_entry", on_gro_arrival },
	{ "napi_gro_frags_entry", on_gro_arrival },
	{ "netif_receive_skb_entry", on_arrival },
	{ "netif_receive_skb_list_entry", on_arrival },
	{ "netif_rx_entry", on_arrival },
#ifdef PTIME_HAS_netif_rx_ni_entry
	{ "netif_rx_ni_entry", on_arrival },
#endif
};

/*
 * Has the compiler compare each hook with the kernel's prototype. kCFI compares them when a hook
 * is called, and panics where the types differ in anything.
 */
static void __init check_prototypes(void)
{
	check_trace_callback_type_net_dev_start_xmit(on_xmit);
	check_trace_callback_type_kfree_skb(on_drop);
	check_trace_callback_type_consume_skb(on_consume);
	check_trace_callback_type_napi_gro_receive_exit(on_gro_exit);
	check_trace_callback_type_napi_gro_frags_exit(on_gro_exit);
	check_trace_callback_type_napi_gro_receive_entry(on_gro_arrival);
	check_trace_callback_type_napi_gro_frags_entry(on_gro_arrival);
	check_trace_callback_type_netif_receive_skb_entry(on_arrival);
	check_trace_callback_type_netif_receive_skb_list_entry(on_arrival);
	check_trace_callback_type_netif_rx_entry(on_arrival);
#ifdef PTIME_HAS_netif_rx_ni_entry
	check_trace_callback_type_netif_rx_ni_entry(on_arrival);
#endif
}

static void __init find_tracepoint(struct tracepoint *tracepoint, void *data)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(traced); i++)
		if (!strcmp(traced[i].name, tracepoint->name))
			traced[i].tracepoint = tracepoint;
}

/**
 * ptime_step_hook_needs_record() - is there nothing to be done for a packet without a stamp?
 * @hook: what a function tells
 *
 * Context: any. Return: whether that is so, and the packet is an argument.
 */
bool ptime_step_hook_needs_record(const struct ptime_step_hook *hook)
{
	return !hook->request && hook->step != PTIME_STEP_LOCAL_OUT;
}

/**
 * ptime_step_hook_is_of_sent() - is there nothing to be done for a packet that was received?
 * @hook: what a function tells
 *
 * Context: any. Return: whether that is so, and the packet is an argument.
 */
bool ptime_step_hook_is_of_sent(const struct ptime_step_hook *hook)
{
	return hook->step == PTIME_STEP_LOCAL_OUT;
}

/**
 * ptime_step_hook_is_plain() - is a packet with one given a step, and no more?
 * @hook: what a function tells, and there is no test, or it was passed
 *
 * Context: any. Return: whether that is so.
 */
bool ptime_step_hook_is_plain(const struct ptime_step_hook *hook)
{
	switch (hook->step) {
	case PTIME_STEP_LOCAL_OUT:
	case PTIME_STEP_LOCAL_IN:
	case PTIME_STEP_TUNNEL:
	case PTIME_STEP_FRAGMENT:
	case PTIME_STEP_REASSEMBLED:
	case PTIME_STEP_FLOWTABLE:
		return false;
	default:
		return !hook->request;
	}
}

/**
 * ptime_step_hook_takes_headers() - but are its headers taken before, ptime_headers_take()?
 * @hook: what a function tells
 *
 * Context: any, after ptime_hooks_init(). Return: whether that is so.
 */
bool ptime_step_hook_takes_headers(const struct ptime_step_hook *hook)
{
	return hook->step == PTIME_STEP_XFRM_OUT && keeps_flows();
}

static struct ptime_hooks_info info;

/* of who begins to look at packets and who ends it */
static DEFINE_MUTEX(skbpath_mutex);

/* packets are to be looked at; there are stamps of packets whose ends nobody has heard of */
static bool wanted;
static bool recorded;

/* those of [@begin, @end), the last one first */
static void unregister_some(size_t begin, size_t end)
{
	while (end-- > begin) {
		if (traced[end].tracepoint)
			tracepoint_probe_unregister(traced[end].tracepoint, traced[end].probe,
						    NULL);
		cond_resched();
	}
}

static int register_some(size_t begin, size_t end)
{
	size_t i;
	int err;

	for (i = begin; i < end; i++) {
		if (!traced[i].tracepoint)
			continue;
		err = tracepoint_probe_register(traced[i].tracepoint, traced[i].probe, NULL);
		if (err) {
			unregister_some(begin, i);
			return err;
		}
		cond_resched();
	}
	return 0;
}

/* nobody hears of ends any more, nor of beginnings */
static void unregister_ends(void)
{
	WRITE_ONCE(looking, false);
	disable_returned();
	unregister_some(0, ENDS);
	tracepoint_synchronize_unregister();
	/* probes that have seen others look go on for a moment, and keep their CPU */
	synchronize_rcu();
}

static void unregister_all(void)
{
	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return;
	unregister_some(ENDS, ARRAY_SIZE(traced));
	unregister_ends();
}

static int register_all(void)
{
	int err;

	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return -EOPNOTSUPP;
	err = enable_returned();
	if (err)
		return err;
	err = register_some(0, ENDS);
	if (err)
		goto err_disable;
	/* from here on functions tell of packets that begin here, and of those that end here */
	WRITE_ONCE(looking, true);
	err = register_some(ENDS, ARRAY_SIZE(traced));
	if (err)
		unregister_ends();
	return err;

err_disable:
	disable_returned();
	return err;
}

static int start_locked(void)
{
	/* the kernel enables none while kprobes/enabled is 0, and says that it did */
	if (info.started)
		return enable_returned();
	info.err = register_all();
	info.started = !info.err;
	recorded = true;
	if (info.started)
		ptime_inflight_sweep();
	return info.err;
}

/**
 * ptime_hooks_start() - begin to look at packets, for the first time
 *
 * After the functions that tell of packets have probes: else some are seen to begin whose
 * end is not.
 *
 * Context: process, may sleep, at load. Return: 0, or -errno of the tracepoints, which
 * ptime_hooks_info() tells, too.
 */
int ptime_hooks_start(void)
{
	int err = 0;

	mutex_lock(&skbpath_mutex);
	if (ptime_paths_max)
		err = start_locked();
	mutex_unlock(&skbpath_mutex);
	return err;
}

/**
 * ptime_hooks_want() - have ptime_hooks_resume() begin to look at packets again
 *
 * Context: process, may sleep.
 */
void ptime_hooks_want(void)
{
	mutex_lock(&skbpath_mutex);
	wanted = ptime_paths_max;
	mutex_unlock(&skbpath_mutex);
}

/**
 * ptime_hooks_resume() - begin to look at packets, where that is wanted
 *
 * Nobody has heard of packets' ends while they were not looked at: stamps that are left would be
 * taken for others', and are forgotten first.
 *
 * Context: the reaper, may sleep for as long as a task is busy. Only it begins again, so that
 * nobody does while the stamps are forgotten without the mutex.
 */
void ptime_hooks_resume(void)
{
	bool clears;

	mutex_lock(&skbpath_mutex);
	clears = !info.started && recorded;
	recorded &= !clears;
	mutex_unlock(&skbpath_mutex);
	if (clears)
		ptime_inflight_clear();
	mutex_lock(&skbpath_mutex);
	if (wanted)
		start_locked();
	wanted = false;
	mutex_unlock(&skbpath_mutex);
}

/**
 * ptime_hooks_stop() - look at no packets any more
 *
 * Context: process, may sleep. When it returns, nobody makes a stamp or looks for
 * one, but entries that add a step (ptime_inflight_clear()).
 */
void ptime_hooks_stop(void)
{
	mutex_lock(&skbpath_mutex);
	wanted = false;
	if (info.started) {
		info.started = false;
		unregister_all();
	}
	mutex_unlock(&skbpath_mutex);
}

/**
 * ptime_hooks_info() - is there anybody who looks at packets?
 *
 * Context: under ptime_probes_lock(). Return: what there is to know.
 */
const struct ptime_hooks_info *ptime_hooks_info(void)
{
	return &info;
}

static void set_branch(struct static_key_false *branch, bool taken)
{
	if (taken)
		static_branch_enable(branch);
	else
		static_branch_disable(branch);
}

/**
 * ptime_hooks_set_filter() - look at some packets only
 * @wanted_ones: which
 *
 * Context: process, may sleep, after ptime_hooks_stop().
 */
void ptime_hooks_set_filter(const struct ptime_filter *wanted_ones)
{
	filter = *wanted_ones;
	set_branch(&filtered, memchr_inv(wanted_ones, 0, sizeof(*wanted_ones)));
	set_branch(&filtered_by_out, wanted_ones->out);
}

/**
 * ptime_hooks_init() - make room for packets and their roads, look at none yet
 * @paths: how many roads are told apart; 0 for none at all
 * @slowest: how many packets of each are kept that took longest
 * @anonymous: but not what they were part of
 *
 * Context: process, at load. Return: 0 or -errno; -EOPNOTSUPP where the kernel has no
 * tracepoints.
 */
int __init ptime_hooks_init(u32 paths, u32 slowest, bool anonymous)
{
	int err;

	if (!paths)
		return 0;
	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return -EOPNOTSUPP;
	check_prototypes();
	for_each_kernel_tracepoint(find_tracepoint, NULL);
	err = ptime_inflight_init();
	if (err)
		return err;
	ptime_flow_anonymous = anonymous;
	err = ptime_paths_init(paths, slowest);
	if (err)
		goto err_exit_records;
	err = register_returned();
	if (err)
		goto err_exit_paths;
	return 0;

err_exit_paths:
	ptime_paths_exit();
err_exit_records:
	ptime_inflight_exit();
	return err;
}

/**
 * ptime_hooks_exit() - free all
 *
 * Context: process, may sleep; no probe tells of packets any more.
 */
void ptime_hooks_exit(void)
{
	if (!ptime_paths_max)
		return;
	ptime_hooks_stop();
	unregister_returned();
	ptime_paths_exit();
	ptime_inflight_exit();
}
