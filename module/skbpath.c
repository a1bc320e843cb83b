// SPDX-License-Identifier: GPL-2.0
/* skbpath: hears of packets, and keeps the account of their roads */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/if_ether.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/netdevice.h>
#include <linux/ptrace.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/dst.h>
#include <net/net_namespace.h>

#include "compat/crypto.h"
#include "compat/netdevice.h"
#include "compat/skb.h"
#include "compat/tracepoint.h"
#include "hit.h"
#include "path.h"
#include "probe.h"
#include "resolve.h"
#include "skbpath.h"
#include "stamp.h"

#define PACKET			.test = PTIME_NOTE_NO_TEST
#define REQUEST			.test = PTIME_NOTE_NO_TEST, .request = true
#define UNLESS(_test, _value)	.test = (_test), .value = (_value)
#define PTIME_STEP_FUNCTION(_step, _name, _skb, _how)			\
	{ .step = PTIME_STEP_##_step, .name = (_name), .skb = (_skb), _how },

/* the last one has no name */
const struct ptime_note ptime_notes[] = {
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
static __always_inline bool has_road(const struct sk_buff *skb)
{
	__be16 protocol = skb->protocol;

	return likely(protocol == htons(ETH_P_IP)) || protocol == htons(ETH_P_IPV6) ||
	       protocol == htons(ETH_P_8021Q) || protocol == htons(ETH_P_8021AD) ||
	       protocol == htons(ETH_P_PPP_SES);
}

/* while it changes nobody looks at packets */
static struct ptime_filter filter;

/**
 * ptime_skbpath_filter() - which packets are looked at
 *
 * Context: under ptime_probes_lock(). Return: the filter.
 */
const struct ptime_filter *ptime_skbpath_filter(void)
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
	       (!filter.transport || ptime_flow_transport(skb) == filter.transport);
}

/* of an earlier packet, whose address another one has that is not to have a stamp */
static __always_inline void forget(struct ptime_stamp *stamp)
{
	if (likely(!stamp))
		return;
	ptime_stamp_lose(PTIME_PATH_VANISHED);
	ptime_stamp_free(stamp);
}

static noinline notrace void begin_rare(const struct sk_buff *skb, struct ptime_stamp *stamp,
					u8 step, const struct net_device *dev, u32 in)
{
	u32 netns = dev_net(dev)->ns.inum;

	if (static_branch_unlikely(&filtered) && !is_wanted(skb, netns, in)) {
		forget(stamp);
		return;
	}
	stamp = ptime_stamp_claim(skb, stamp, in);
	if (unlikely(!stamp))
		return;
	stamp->netns = netns;
	ptime_stamp_pass(stamp, step, ptime_hit_now());
}
NOKPROBE_SYMBOL(begin_rare);

/*
 * Of a packet that has no stamp. What is rare goes another way here and below, at the end of
 * each function, so that the usual way needs no stack.
 */
static __always_inline bool begin_usual(const struct sk_buff *skb, u8 step,
					const struct net_device *dev, u32 in)
{
	struct ptime_stamp *stamp = ptime_stamp_place(skb, 0);
	u32 netns = dev_net(dev)->ns.inum;

	if (unlikely(!ptime_clock_is_counter() || READ_ONCE(stamp->skb)))
		return false;
	if (static_branch_unlikely(&filtered)) {
		if (!begins_where_wanted(netns, in))
			return true;
		if (filter.transport)
			return false;
	}
	return likely(ptime_stamp_begin(stamp, skb, step, in, netns, ptime_clock_ticks()));
}

/* what comes out of a tunnel may look as if it had never been received: skb_scrub_packet() */
static __always_inline bool is_expected(const struct ptime_stamp *stamp)
{
	u8 last = stamp->road.step[stamp->steps - 1];

	return stamp->flags & PTIME_STAMP_AGAIN || last == PTIME_STEP_XFRM_IN ||
	       last == PTIME_STEP_CRYPTO;
}

static __always_inline void arrive_again(struct ptime_stamp *stamp, u64 now)
{
	stamp->flags &= ~(PTIME_STAMP_AGAIN | PTIME_STAMP_HEADS);
	ptime_stamp_pass(stamp, PTIME_STEP_REINJECT, now);
}

/*
 * A packet that a driver has made was never received before, by which a stamp is told that
 * was left by another one of its address (__netif_receive_skb_core() sets skb_iif).
 */
static noinline notrace void arrive_rare(const struct sk_buff *skb)
{
	struct ptime_stamp *stamp = ptime_stamp_find(skb);

	if (unlikely(!has_road(skb))) {
		forget(stamp);
		return;
	}
	if (likely(!skb->skb_iif) && !(stamp && is_expected(stamp))) {
		begin_rare(skb, stamp, PTIME_STEP_RX, skb->dev, skb->dev->ifindex);
		return;
	}
	if (!stamp)
		return;
	arrive_again(stamp, ptime_hit_now());
}
NOKPROBE_SYMBOL(arrive_rare);

/* likewise, of a packet that was received before, where stamps are in the first place */
static __always_inline bool arrive_again_usual(const struct sk_buff *skb)
{
	struct ptime_stamp *stamp = ptime_stamp_find_first(skb);

	if (!stamp)
		return true;
	if (unlikely(!ptime_clock_is_counter()))
		return false;
	arrive_again(stamp, ptime_clock_ticks());
	return true;
}

static __always_inline bool arrive_usual(const struct sk_buff *skb)
{
	if (unlikely(READ_ONCE(ptime_stamps_away) || !has_road(skb)))
		return false;
	return skb->skb_iif ? arrive_again_usual(skb) :
			      begin_usual(skb, PTIME_STEP_RX, skb->dev, skb->dev->ifindex);
}

static __always_inline void arrive(const struct sk_buff *skb)
{
	if (unlikely(!arrive_usual(skb)))
		arrive_rare(skb);
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
	struct ptime_stamp *stamp;

	if (this_cpu_read(last_arrival.task) != current)
		return;
	stamp = ptime_stamp_find(this_cpu_read(last_arrival.skb));
	if (!stamp)
		return;
	ptime_stamp_lose(PTIME_PATH_MERGED);
	ptime_stamp_free(stamp);
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
static __always_inline void end(struct ptime_stamp *stamp, const struct sk_buff *skb, u8 step,
				u32 out, u32 reason)
{
	if (static_branch_unlikely(&filtered_by_out) && out != filter.out)
		ptime_stamp_free(stamp);
	else
		ptime_path_end(stamp, skb, step, out, reason);
}

static __always_inline void transmit(const struct sk_buff *skb, struct ptime_stamp *stamp,
				     const struct net_device *dev)
{
	if (unlikely(!skb->skb_iif && stamp->in)) {
		ptime_stamp_lose(PTIME_PATH_STALE);
		ptime_stamp_free(stamp);
		return;
	}
	end(stamp, skb, PTIME_STEP_TX, dev->ifindex, 0);
}

static noinline notrace void transmit_away(const struct sk_buff *skb, const struct net_device *dev)
{
	struct ptime_stamp *stamp = ptime_stamp_find_away(skb);

	if (stamp)
		transmit(skb, stamp, dev);
}
NOKPROBE_SYMBOL(transmit_away);

static notrace void on_xmit(void *data, const struct sk_buff *skb, const struct net_device *dev)
{
	struct ptime_stamp *stamp;

	ptime_traced_begin();
	stamp = ptime_stamp_find_first(skb);
	if (stamp)
		transmit(skb, stamp, dev);
	else if (unlikely(READ_ONCE(ptime_stamps_away)))
		transmit_away(skb, dev);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(on_xmit);

static notrace void on_drop(void *data, struct sk_buff *skb, void *location
			    PTIME_KFREE_SKB_REASON(reason))
{
	struct ptime_stamp *stamp;

	ptime_traced_begin();
	stamp = ptime_stamp_find(skb);
	if (stamp)
		end(stamp, skb, PTIME_STEP_DROP, 0, PTIME_DROP_REASON(reason));
	ptime_traced_end();
}
NOKPROBE_SYMBOL(on_drop);

/* it has done what it was for, where no step is known; or, without a stamp, it was sent before */
static notrace void on_consume(void *data, const struct sk_buff *skb)
{
	ptime_traced_begin();
	forget(ptime_stamp_find(skb));
	ptime_traced_end();
}
NOKPROBE_SYMBOL(on_consume);

/* it goes on where it was sent from */
static __always_inline bool is_encrypted(const struct ptime_stamp *stamp)
{
	u8 last = stamp->road.step[stamp->steps - 1];

	return !stamp->in && (last == PTIME_STEP_XFRM_OUT || last == PTIME_STEP_CRYPTO);
}

/* is it of interest what the slowest packets are part of? */
static __always_inline bool keeps_flows(void)
{
	return ptime_paths_slowest && !ptime_flow_anonymous;
}

static noinline notrace void pass_local_clock(struct ptime_stamp *stamp, u8 step)
{
	ptime_stamp_pass(stamp, step, ptime_hit_local_clock());
}
NOKPROBE_SYMBOL(pass_local_clock);

/* behind it, there is nothing to be seen any more */
static noinline notrace void pass_encryption(struct ptime_stamp *stamp, u8 step,
					     const struct sk_buff *skb)
{
	ptime_flow_take(&stamp->heads, skb);
	stamp->flags |= PTIME_STAMP_HEADS;
	ptime_stamp_pass(stamp, step, ptime_hit_now());
}
NOKPROBE_SYMBOL(pass_encryption);

/* @stamp: the packet's, or NULL */
static __always_inline void take_step(const struct sk_buff *skb, struct ptime_stamp *stamp, u8 step)
{
	if (step == PTIME_STEP_LOCAL_OUT) {
		if (!skb->skb_iif && skb_dst(skb) && !(stamp && is_encrypted(stamp)) &&
		    (stamp || !begin_usual(skb, step, skb_dst(skb)->dev, 0)))
			begin_rare(skb, stamp, step, skb_dst(skb)->dev, 0);
		return;
	}
	if (!stamp)
		return;
	if (step == PTIME_STEP_LOCAL_IN) {
		end(stamp, skb, step, 0, 0);
		return;
	}
	if (step == PTIME_STEP_TUNNEL)
		stamp->flags |= PTIME_STAMP_AGAIN;
	if (step == PTIME_STEP_XFRM_OUT && keeps_flows())
		pass_encryption(stamp, step, skb);
	else if (ptime_clock_is_counter())
		ptime_stamp_pass(stamp, step, ptime_clock_ticks());
	else
		pass_local_clock(stamp, step);
}

static noinline notrace void take_step_away(const struct sk_buff *skb, u8 step)
{
	take_step(skb, ptime_stamp_find_away(skb), step);
}
NOKPROBE_SYMBOL(take_step_away);

/**
 * ptime_skbpath_note() - a function is given a packet
 * @note: the function
 * @argument: the one that is the packet, or leads to it
 * @tested: the argument that the note says; nothing where it says none
 *
 * Context: any, with preemption off.
 */
notrace void ptime_skbpath_note(const struct ptime_note *note, unsigned long argument, int tested)
{
	struct sk_buff *skb = note->request ? ptime_crypto_data((void *)argument) :
					      (void *)argument;
	struct ptime_stamp *stamp;

	if ((note->test != PTIME_NOTE_NO_TEST && tested == note->value) || !READ_ONCE(looking))
		return;
	stamp = ptime_stamp_find_first(skb);
	if (!stamp && unlikely(READ_ONCE(ptime_stamps_away)))
		take_step_away(skb, note->step);
	else
		take_step(skb, stamp, note->step);
}
NOKPROBE_SYMBOL(ptime_skbpath_note);

/*
 * The segments took the steps that the whole did, which ends here: unless it is one of
 * them, as where GRO has made a list of packets (skb_segment_list()).
 */
static void segment(struct ptime_stamp *whole, struct sk_buff *segments, u64 now)
{
	struct ptime_stamp *stamp;
	bool goes_on = false;
	struct sk_buff *skb;

	for (skb = segments; skb; skb = skb->next) {
		if ((unsigned long)skb == READ_ONCE(whole->skb)) {
			goes_on = true;
			continue;
		}
		stamp = ptime_stamp_claim(skb, ptime_stamp_find(skb), whole->in);
		if (!stamp)
			continue;
		stamp->road = whole->road;
		memcpy(stamp->at, whole->at, sizeof(stamp->at));
		stamp->steps = whole->steps;
		stamp->netns = whole->netns;
		stamp->heads = whole->heads;
		stamp->flags |= whole->flags & PTIME_STAMP_HEADS;
		ptime_stamp_pass(stamp, PTIME_STEP_GSO, now);
	}
	if (goes_on)
		ptime_stamp_pass(whole, PTIME_STEP_GSO, now);
	else
		ptime_stamp_free(whole);
}

static int enter_segment(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct sk_buff *skb = (void *)regs_get_kernel_argument(regs, 0);

	*(struct sk_buff **)ri->data = skb;
	return !READ_ONCE(looking) || !ptime_stamp_find(skb);
}
NOKPROBE_SYMBOL(enter_segment);

static int leave_segment(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct sk_buff *segments = (void *)regs_return_value(regs);
	struct ptime_stamp *whole = ptime_stamp_find(*(struct sk_buff **)ri->data);

	if (whole && !IS_ERR_OR_NULL(segments))
		segment(whole, segments, ptime_hit_now());
	return 0;
}
NOKPROBE_SYMBOL(leave_segment);

/* Seldom enough: a packet that is segmented is many. */
static struct kretprobe segmenting = {
	.kp.symbol_name	= "__skb_gso_segment",
	.entry_handler	= enter_segment,
	.handler	= leave_segment,
	.data_size	= sizeof(struct sk_buff *),
};

/* looked for by name, as most are not exported; those that a kernel does not have are left out */
static struct {
	const char *name;
	void *probe;
	struct tracepoint *tracepoint;
} traced[] = {
	{ "napi_gro_receive_entry", on_gro_arrival },
	{ "napi_gro_frags_entry", on_gro_arrival },
	{ "napi_gro_receive_exit", on_gro_exit },
	{ "napi_gro_frags_exit", on_gro_exit },
	{ "netif_receive_skb_entry", on_arrival },
	{ "netif_receive_skb_list_entry", on_arrival },
	{ "netif_rx_entry", on_arrival },
	{ "netif_rx_ni_entry", on_arrival },
	{ "net_dev_start_xmit", on_xmit },
	{ "kfree_skb", on_drop },
	{ "consume_skb", on_consume },
};

static void __init find_tracepoint(struct tracepoint *tracepoint, void *data)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(traced); i++)
		if (!strcmp(traced[i].name, tracepoint->name))
			traced[i].tracepoint = tracepoint;
}

/**
 * ptime_note_needs_stamp() - is there nothing to be done for a packet without a stamp?
 * @note: what a function tells
 *
 * Context: any. Return: whether that is so, and the packet is an argument.
 */
bool ptime_note_needs_stamp(const struct ptime_note *note)
{
	return !note->request && note->step != PTIME_STEP_LOCAL_OUT;
}

/**
 * ptime_note_is_of_sent() - is there nothing to be done for a packet that was received?
 * @note: what a function tells
 *
 * Context: any. Return: whether that is so, and the packet is an argument.
 */
bool ptime_note_is_of_sent(const struct ptime_note *note)
{
	return note->step == PTIME_STEP_LOCAL_OUT;
}

/**
 * ptime_note_is_plain() - is a packet with one given a step, and no more?
 * @note: what a function tells, and there is no test, or it was passed
 *
 * Context: any. Return: whether that is so.
 */
bool ptime_note_is_plain(const struct ptime_note *note)
{
	switch (note->step) {
	case PTIME_STEP_LOCAL_OUT:
	case PTIME_STEP_LOCAL_IN:
	case PTIME_STEP_TUNNEL:
		return false;
	default:
		return !note->request;
	}
}

/**
 * ptime_note_takes_heads() - but are its headers taken before, ptime_flow_take()?
 * @note: what a function tells
 *
 * Context: any, after ptime_skbpath_init(). Return: whether that is so.
 */
bool ptime_note_takes_heads(const struct ptime_note *note)
{
	return note->step == PTIME_STEP_XFRM_OUT && keeps_flows();
}

/* a copy of GCC's making may take other arguments: its name has a suffix, and is no note's */
static bool is_note(const char *name, const struct ptime_symbol *symbol)
{
	size_t length = strlen(symbol->module);

	if (!length)
		return !strcmp(name, symbol->function);
	return !strncmp(name, symbol->module, length) && name[length] == ':' &&
	       !strcmp(name + length + 1, symbol->function);
}

/**
 * ptime_skbpath_find_note() - does a function tell of packets?
 * @symbol: the function
 *
 * Context: any. Return: what it tells; NULL where that is nothing.
 */
const struct ptime_note *ptime_skbpath_find_note(const struct ptime_symbol *symbol)
{
	const struct ptime_note *note;

	if (!ptime_paths_max)
		return NULL;
	for (note = ptime_notes; note->name; note++)
		if (is_note(note->name, symbol))
			return note;
	return NULL;
}

static struct ptime_skbpath_info info;

/* was there an attempt before? */
static bool tried;

/* the first @count of them */
static void unregister(size_t count)
{
	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return;
	WRITE_ONCE(looking, false);
	disable_kretprobe(&segmenting);
	while (count--)
		if (traced[count].tracepoint)
			tracepoint_probe_unregister(traced[count].tracepoint, traced[count].probe,
						    NULL);
	tracepoint_synchronize_unregister();
	/* probes that have seen others look go on for a moment, and keep their CPU */
	synchronize_rcu();
}

static int register_all(void)
{
	size_t i;
	int err;

	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return -EOPNOTSUPP;
	WRITE_ONCE(looking, true);
	for (i = 0; i < ARRAY_SIZE(traced); i++) {
		if (!traced[i].tracepoint)
			continue;
		err = tracepoint_probe_register(traced[i].tracepoint, traced[i].probe, NULL);
		if (err)
			goto err_unregister;
	}
	err = enable_kretprobe(&segmenting);
	if (err)
		goto err_unregister;
	return 0;

err_unregister:
	unregister(i);
	return err;
}

/**
 * ptime_skbpath_start() - begin to look at packets, unless that was done
 *
 * After the functions that tell of packets have probes: else some are seen to begin whose
 * end is not.
 *
 * Context: process, may sleep, under ptime_probes_lock() or alone. Return: 0, or -errno of
 * the tracepoints, which ptime_skbpath_info() tells, too.
 */
int ptime_skbpath_start(void)
{
	if (!ptime_paths_max)
		return 0;
	/* the kernel enables none while kprobes/enabled is 0, and says that it did */
	if (info.started)
		return enable_kretprobe(&segmenting);
	/* nobody has heard of packets' ends: what is left would be taken for others' */
	if (tried)
		ptime_stamps_clear();
	tried = true;
	info.err = register_all();
	info.started = !info.err;
	return info.err;
}

/**
 * ptime_skbpath_stop() - look at no packets any more
 *
 * Context: as ptime_skbpath_start(). When it returns, nobody makes a stamp or looks for
 * one, but entries that add a step (ptime_stamps_clear()).
 */
void ptime_skbpath_stop(void)
{
	if (!info.started)
		return;
	info.started = false;
	unregister(ARRAY_SIZE(traced));
}

/**
 * ptime_skbpath_info() - is there anybody who looks at packets?
 *
 * Context: under ptime_probes_lock(). Return: what there is to know.
 */
const struct ptime_skbpath_info *ptime_skbpath_info(void)
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
 * ptime_skbpath_set_filter() - look at some packets only
 * @wanted: which
 *
 * Context: process, may sleep, under ptime_probes_lock(). Return: as ptime_skbpath_start().
 */
int ptime_skbpath_set_filter(const struct ptime_filter *wanted)
{
	ptime_skbpath_stop();
	filter = *wanted;
	set_branch(&filtered, memchr_inv(wanted, 0, sizeof(*wanted)));
	set_branch(&filtered_by_out, wanted->out);
	return ptime_probes_info.running ? ptime_skbpath_start() : 0;
}

/**
 * ptime_skbpath_init() - make room for packets and their roads, look at none yet
 * @paths: how many roads are told apart; 0 for none at all
 * @slowest: how many packets of each are kept that took longest
 * @anonymous: but not what they were part of
 *
 * Context: process, at load. Return: 0 or -errno; -EOPNOTSUPP where the kernel has no
 * tracepoints.
 */
int __init ptime_skbpath_init(u32 paths, u32 slowest, bool anonymous)
{
	int err;

	if (!paths)
		return 0;
	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return -EOPNOTSUPP;
	for_each_kernel_tracepoint(find_tracepoint, NULL);
	err = ptime_stamps_init();
	if (err)
		return err;
	ptime_flow_anonymous = anonymous;
	err = ptime_paths_init(paths, slowest);
	if (err)
		goto err_exit_stamps;
	err = register_kretprobe(&segmenting);
	if (err)
		goto err_exit_paths;
	return 0;

err_exit_paths:
	ptime_paths_exit();
err_exit_stamps:
	ptime_stamps_exit();
	return err;
}

/**
 * ptime_skbpath_exit() - free all
 *
 * Context: process, may sleep; no probe tells of packets any more.
 */
void ptime_skbpath_exit(void)
{
	if (!ptime_paths_max)
		return;
	ptime_skbpath_stop();
	unregister_kretprobe(&segmenting);
	ptime_paths_exit();
	ptime_stamps_exit();
}
