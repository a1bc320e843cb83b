// SPDX-License-Identifier: GPL-2.0
/* hooks: what tracepoints and step hooks call when they report a packet */
#include <linux/if_ether.h>
#include <linux/ipv6.h>
#include <linux/jump_label.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <net/dst.h>
#include <net/inet_frag.h>
#include <net/ip.h>
#include <net/net_namespace.h>
#include <net/sch_generic.h>
#include <net/sock.h>
#include <net/xfrm.h>

#include "compat/crypto.h"
#include "compat/netdevice.h"
#include "compat/trace_skb.h"
#include "compat/tracepoint.h"
#include "compat/udp.h"
#include "packets/account.h"
#include "packets/device.h"
#include "packets/drop.h"
#include "packets/holder.h"
#include "packets/hook_control.h"
#include "packets/hooks.h"
#include "packets/inflight.h"
#include "packets/interrupts.h"
#include "packets/path.h"
#include "packets/polls.h"
#include "packets/schedule.h"
#include "packets/successor.h"
#include "packets/wait_list.h"
#include "record/clock.h"

/* Packet tracing is on. While it is false, no record is made or looked for. */
bool ptime_hooks_tracing;

/*
 * The last packet that GRO was given on this CPU, and the task that gave it. GRO's exit tracepoints
 * report a result, but not the packet; the entry tracepoints report the packet.
 */
struct arrival {
	const struct sk_buff *skb;
	const struct task_struct *task;
};

static DEFINE_PER_CPU(struct arrival, last_arrival);

/* packets that are routed, bridged or received by this machine; all others are not traced */
static __always_inline bool has_path(const struct sk_buff *skb)
{
	__be16 protocol = skb->protocol;

	return likely(protocol == htons(ETH_P_IP)) || protocol == htons(ETH_P_IPV6) ||
	       protocol == htons(ETH_P_8021Q) || protocol == htons(ETH_P_8021AD) ||
	       protocol == htons(ETH_P_PPP_SES) || protocol == htons(ETH_P_MACSEC);
}

/* a MACsec frame that has no record may carry ARP, which has no path */
static __always_inline bool would_have_path(const struct sk_buff *skb)
{
	return has_path(skb) && skb->protocol != htons(ETH_P_MACSEC);
}

/*
 * The recording path reads the filter without the lock: it changes only while packet tracing is
 * off. Files show the filter at any time, and need the lock for fields of one filter.
 */
static struct ptime_filter filter;
static DEFINE_SPINLOCK(hooks_filter_lock);

static DEFINE_STATIC_KEY_FALSE(hooks_filtered);
/* the filter has out=, or in= with a device that may get its packets from others */
static DEFINE_STATIC_KEY_FALSE(hooks_filtered_on_the_way);

static __always_inline bool begins_where_wanted(u32 netns, u32 in)
{
	return (!filter.in || in == filter.in) && (!filter.netns || netns == filter.netns);
}

/*
 * Only packets of ICMPv6 begin without a route: neighbour discovery, and multicast reports with an
 * extension header. At ip6_xmit(), for TCP and SCTP, there is no IPv6 header yet. A socket of TCP
 * may be none that is complete.
 */
static __always_inline u8 transport_of(const struct sk_buff *skb, u8 step)
{
	if (step == PTIME_STEP_LOCAL_OUT && !skb_dst(skb))
		return IPPROTO_ICMPV6;
	if (step != PTIME_STEP_LOCAL_OUT || !skb_network_offset(skb))
		return ptime_skb_transport(skb);
	return skb->sk && sk_fullsock(skb->sk) ? skb->sk->sk_protocol : IPPROTO_TCP;
}

static __always_inline bool is_wanted(const struct sk_buff *skb, u8 step, u32 netns, u32 in)
{
	return begins_where_wanted(netns, in) &&
	       (!filter.transport || transport_of(skb, step) == filter.transport);
}

/* a device below the one of the filter may have received the packet, in any namespace */
static __always_inline bool may_come_in(u32 netns, u32 in)
{
	return filter.in_is_upper && in && !begins_where_wanted(netns, in);
}

/*
 * A packet that arrives without a record may look new, and not come from its device: the machine
 * sends copies of multicast to itself, and IPsec may decrypt within GRO. If this is true, it comes
 * from its device; otherwise, is_from_device() knows.
 */
static __always_inline bool is_plainly_from_device(const struct sk_buff *skb)
{
	return likely(skb->pkt_type != PACKET_LOOPBACK && !secpath_exists((struct sk_buff *)skb));
}

static noinline notrace bool is_from_device(const struct sk_buff *skb)
{
	const struct xfrm_offload *offload;

	if (skb->pkt_type == PACKET_LOOPBACK)
		return false;
	if (!secpath_exists((struct sk_buff *)skb))
		return true;
	/* an xfrm interface keeps the security path, and counts the packet */
	if (ptime_device_kind(skb->dev) == PTIME_DEVICE_TUNNEL)
		return true;
	/* xfrm_input() clears it, so hardware has decrypted this packet */
	offload = xfrm_offload((struct sk_buff *)skb);
	return offload && !(offload->flags & XFRM_GRO);
}
NOKPROBE_SYMBOL(is_from_device);

static noinline notrace void packet_begin_slow(const struct sk_buff *skb,
					       struct ptime_inflight *record, u8 step,
					       const struct net_device *dev, u32 in)
{
	u32 netns = dev_net(dev)->ns.inum;
	bool wanted = !static_branch_unlikely(&hooks_filtered) || is_wanted(skb, step, netns, in);
	bool counted = in && is_from_device(skb);

	if (!wanted && !may_come_in(netns, in)) {
		ptime_inflight_give_up(record);
		if (counted)
			ptime_account(in, netns, PTIME_RX_FILTERED);
		return;
	}
	record = ptime_inflight_claim(skb, record, in);
	if (counted)
		ptime_account(in, netns, record ? PTIME_RX_RECORD : PTIME_RX_NO_RECORD);
	if (unlikely(!record))
		return;
	if (!counted)
		record->flags |= PTIME_INFLIGHT_UNCOUNTED;
	if (wanted)
		record->flags |= PTIME_INFLIGHT_MET_IN;
	record->netns = netns;
	ptime_inflight_pass(record, step, ptime_clock_now());
}
NOKPROBE_SYMBOL(packet_begin_slow);

static __always_inline bool is_device(const struct net_device *dev, u32 wanted)
{
	return dev->ifindex == wanted && dev_net(dev)->ns.inum == filter.netns;
}

/* TCP has cleared .dev, but the packet still has its route, which ends in the same namespace */
static __always_inline const struct net_device *device_in(const struct sk_buff *skb)
{
	if (skb->dev || !skb_dst(skb))
		return skb->dev;
	return dev_get_by_index_rcu(dev_net(skb_dst(skb)->dev), skb->skb_iif);
}

/* a VLAN takes its packets from the device below without any function that reports it */
static __always_inline bool came_in(const struct sk_buff *skb)
{
	const struct net_device *dev = device_in(skb);

	while (dev && !is_device(dev, filter.in))
		dev = ptime_device_below_vlan(dev);
	return dev;
}

/* at steps before the network header is set, the packet's protocol is not known */
static __always_inline bool is_transport_wanted(const struct sk_buff *skb, u8 step)
{
	struct ptime_flow_key flow = { 0 };

	if (!filter.transport)
		return true;
	if (step == PTIME_STEP_REINJECT || step == PTIME_STEP_BACKLOG)
		return false;
	ptime_flow_key_of(&flow, skb, false);
	return flow.transport == filter.transport;
}

/*
 * Remember that the packet comes in by the device of the filter. Only at these steps, and before it
 * is sent, .dev is the device that the packet comes in by, and is held.
 */
static noinline notrace void packet_meet_in_slow(struct ptime_inflight *record,
						 const struct sk_buff *skb, u8 step)
{
	u32 outbound = 0;

	switch (step) {
	case PTIME_STEP_REINJECT:
		record->flags &= ~PTIME_INFLIGHT_OUTBOUND;
		break;
	case PTIME_STEP_FORWARD:
	case PTIME_STEP_BRIDGE:
		outbound = PTIME_INFLIGHT_OUTBOUND;
		break;
	case PTIME_STEP_FLOWTABLE:
	case PTIME_STEP_CONNTRACK:
	case PTIME_STEP_XFRM_IN:
	case PTIME_STEP_BACKLOG:
	case PTIME_STEP_LOCAL_IN:
		break;
	default:
		return;
	}
	rcu_read_lock();
	if (!(record->flags & PTIME_INFLIGHT_OUTBOUND) && came_in(skb) &&
	    is_transport_wanted(skb, step))
		record->flags |= PTIME_INFLIGHT_MET_IN;
	rcu_read_unlock();
	record->flags |= outbound;
}
NOKPROBE_SYMBOL(packet_meet_in_slow);

static __always_inline void packet_meet_in(struct ptime_inflight *record, const struct sk_buff *skb,
					   u8 step)
{
	if (static_branch_unlikely(&hooks_filtered_on_the_way) && filter.in_is_upper)
		packet_meet_in_slow(record, skb, step);
}

/* remember that the packet goes out by the device of the filter */
static __always_inline void packet_meet_out(struct ptime_inflight *record,
					    const struct net_device *dev)
{
	if (!static_branch_unlikely(&hooks_filtered_on_the_way))
		return;
	record->flags |= PTIME_INFLIGHT_OUTBOUND;
	if (is_device(dev, filter.out))
		record->flags |= PTIME_INFLIGHT_MET_OUT;
}

/*
 * Begin the path of a packet that has no record. Returns false if packet_begin_slow() has to do it.
 * Here and below, the slow path is a function that is called last, so the fast path needs no stack
 * frame.
 */
static __always_inline bool packet_begin_fast(const struct sk_buff *skb, u8 step,
					      const struct net_device *dev, u32 in)
{
	struct ptime_inflight *record = ptime_inflight_slot(skb, 0);
	struct ptime_account_row __percpu *row = NULL;
	u32 netns = dev_net(dev)->ns.inum;

	if (unlikely(!ptime_clock_is_counter() || READ_ONCE(record->skb)))
		return false;
	if (in) {
		row = ptime_account_row_fast(in, netns);
		if (unlikely(!row || !is_plainly_from_device(skb)))
			return false;
	}
	if (static_branch_unlikely(&hooks_filtered)) {
		if (filter.transport || filter.in_is_upper)
			return false;
		if (!begins_where_wanted(netns, in)) {
			if (in)
				ptime_account_add(row, PTIME_RX_FILTERED);
			return true;
		}
	}
	if (unlikely(!ptime_inflight_begin(record, skb, step, in, netns, ptime_clock_ticks())))
		return false;
	if (in)
		ptime_account_add(row, PTIME_RX_RECORD);
	return true;
}

/*
 * Will the packet be received again? A packet out of a tunnel may look as if it had never been
 * received: skb_scrub_packet(). A packet that a device passes to another one of this machine may
 * look the same. The packets in the backlog of a CPU that goes offline are given to another CPU
 * (dev_cpu_dead()).
 */
static __always_inline bool is_expected(const struct ptime_inflight *record)
{
	u8 last = ptime_inflight_last_step(record);

	return record->flags & PTIME_INFLIGHT_AGAIN || last == PTIME_STEP_XFRM_IN ||
	       last == PTIME_STEP_CRYPTO || last == PTIME_STEP_GRO_CELLS ||
	       last == PTIME_STEP_BACKLOG || ptime_inflight_may_begin_again(record);
}

/*
 * Has the packet come to another device? IPsec gives the inner packet back to the device that
 * received the outer one, and an ifb does so with each packet: the device does not count it.
 * @record: record of the packet, or NULL
 */
static __always_inline bool is_received_by_another(const struct sk_buff *skb,
						   const struct ptime_inflight *record)
{
	if (skb->dev->ifindex == skb->skb_iif || ptime_device_gave_back(skb))
		return false;
	if (record && skb->dev->ifindex == record->in &&
	    dev_net(skb->dev)->ns.inum == record->netns)
		return false;
	return is_from_device(skb);
}

static __always_inline void packet_arrive_again(struct ptime_inflight *record,
						const struct sk_buff *skb, u64 now)
{
	packet_meet_in(record, skb, PTIME_STEP_REINJECT);
	record->flags &= ~(PTIME_INFLIGHT_AGAIN | PTIME_INFLIGHT_HEADERS |
			   PTIME_INFLIGHT_PASSED_DOWN);
	ptime_inflight_pass(record, PTIME_STEP_REINJECT, now);
}

static noinline notrace void account_arrival(const struct sk_buff *skb,
					     const struct ptime_inflight *record,
					     enum ptime_account what)
{
	if (is_received_by_another(skb, record))
		ptime_account(skb->dev->ifindex, dev_net(skb->dev)->ns.inum, what);
}
NOKPROBE_SYMBOL(account_arrival);

/*
 * The packet has no path after all, which is known only now.
 * @why: PTIME_RX_PROTOCOL_LATER or PTIME_RX_FILTERED_LATER
 */
static __always_inline void packet_forget(struct ptime_inflight *record, enum ptime_account why)
{
	ptime_inflight_account_lost(record, why);
	ptime_inflight_free(record);
}

/*
 * A packet that a driver has just made has skb_iif 0, as __netif_receive_skb_core() sets it later.
 * If such a packet has a record, and is_expected() is false, an earlier packet at the same address
 * left the record.
 */
static noinline notrace void packet_arrive_slow(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (unlikely(!has_path(skb))) {
		/* ARP comes out of a tunnel or a MACsec frame, too */
		if (record && (skb->skb_iif || is_expected(record)))
			packet_forget(record, PTIME_RX_PROTOCOL_LATER);
		else
			ptime_inflight_give_up(record);
		account_arrival(skb, NULL, PTIME_RX_PROTOCOL);
		return;
	}
	if (likely(!skb->skb_iif) && !(record && is_expected(record))) {
		packet_begin_slow(skb, record, PTIME_STEP_RX, skb->dev, skb->dev->ifindex);
		return;
	}
	record = record ?: ptime_successor_adopt(skb, PTIME_STEP_REINJECT);
	if (!record) {
		account_arrival(skb, NULL, static_branch_unlikely(&hooks_filtered) ?
				PTIME_RX_FILTERED : PTIME_RX_NO_RECORD);
		return;
	}
	account_arrival(skb, record, PTIME_RX_RECORD);
	packet_arrive_again(record, skb, ptime_clock_now());
}
NOKPROBE_SYMBOL(packet_arrive_slow);

/*
 * A packet is received again, and no record is displaced. Returns false if packet_arrive_slow() has
 * to do it.
 */
static __always_inline bool packet_arrive_again_fast(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find_first(skb);

	/* IPsec gives a packet back to its device, which has counted it; others are rare */
	if (unlikely(!record || skb->dev->ifindex != skb->skb_iif || !ptime_clock_is_counter()))
		return false;
	packet_arrive_again(record, skb, ptime_clock_ticks());
	return true;
}

static __always_inline bool packet_arrive_fast(const struct sk_buff *skb)
{
	if (unlikely(ptime_inflight_may_be_displaced(skb) || !has_path(skb)))
		return false;
	return skb->skb_iif ? packet_arrive_again_fast(skb) :
			      packet_begin_fast(skb, PTIME_STEP_RX, skb->dev, skb->dev->ifindex);
}

static noinline notrace void packet_arrive_anew(const struct sk_buff *skb)
{
	ptime_holder_lose(skb);
	packet_arrive_slow(skb);
}
NOKPROBE_SYMBOL(packet_arrive_anew);

static __always_inline void packet_arrive(const struct sk_buff *skb)
{
	if (static_branch_unlikely(&ptime_waits_behind))
		packet_arrive_anew(skb);
	else if (unlikely(!packet_arrive_fast(skb)))
		packet_arrive_slow(skb);
}

/* with waits=poll, a driver hands over the packet */
static noinline notrace void packet_precede(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (record && record->steps == 1 && record->passed.step[0] == PTIME_STEP_RX)
		ptime_polls_precede(record, skb);
}
NOKPROBE_SYMBOL(packet_precede);

/* while hooks are registered or unregistered, one after the other, none of them counts a packet */
static __always_inline bool is_tracing(void)
{
	return likely(READ_ONCE(ptime_hooks_tracing));
}

/* Tracing has stopped while the packet was in flight: it lacks steps. */
static noinline notrace void packet_discard(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (!record)
		return;
	ptime_inflight_lose_record(record, ptime_inflight_loss(record));
	ptime_inflight_free(record);
}
NOKPROBE_SYMBOL(packet_discard);

static notrace void hook_arrival(void *data, const struct sk_buff *skb)
{
	if (!is_tracing())
		return;
	ptime_traced_begin();
	packet_arrive(skb);
	if (static_branch_unlikely(&ptime_wait_polls))
		packet_precede(skb);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_arrival);

/* a virtual device gives the packet to the backlog, maybe in the middle of a poll of another one */
static notrace void hook_arrival_for_backlog(void *data, const struct sk_buff *skb)
{
	if (!is_tracing())
		return;
	ptime_traced_begin();
	packet_arrive(skb);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_arrival_for_backlog);

/* with waits in GRO */
static noinline notrace void packet_enter_gro(const struct sk_buff *skb)
{
	struct ptime_inflight *record;

	record = ptime_inflight_find(skb);
	if (record && ptime_inflight_last_step(record) == PTIME_STEP_RX)
		record->flags |= PTIME_INFLIGHT_IN_GRO;
}
NOKPROBE_SYMBOL(packet_enter_gro);

/*
 * GRO lets the packet go: it was held for others of its flow, or waited with others for the end of
 * the poll.
 */
static __always_inline void packet_leave_gro(struct ptime_inflight *record)
{
	if (!(record->flags & PTIME_INFLIGHT_IN_GRO))
		return;
	record->flags &= ~PTIME_INFLIGHT_IN_GRO;
	if (ptime_inflight_last_step(record) == PTIME_STEP_RX)
		ptime_inflight_pass(record, PTIME_STEP_GRO, ptime_clock_now());
}

static notrace void hook_received(void *data, struct sk_buff *skb)
{
	struct ptime_inflight *record;

	ptime_traced_begin();
	record = ptime_inflight_find(skb);
	if (record)
		packet_leave_gro(record);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_received);

static notrace void hook_gro_arrival(void *data, const struct sk_buff *skb)
{
	if (!is_tracing())
		return;
	ptime_traced_begin();
	this_cpu_write(last_arrival.skb, skb);
	this_cpu_write(last_arrival.task, current);
	packet_arrive(skb);
	if (static_branch_unlikely(&ptime_wait_polls))
		packet_precede(skb);
	if (static_branch_unlikely(&ptime_wait_gro))
		packet_enter_gro(skb);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_gro_arrival);

/* the packet was received, from a driver or out of a tunnel, and has taken no step since */
static __always_inline bool has_just_arrived(const struct ptime_inflight *record)
{
	u8 last = ptime_inflight_last_step(record);

	return last == PTIME_STEP_RX || last == PTIME_STEP_REINJECT;
}

/* GRO may have let the packet go, so another one may have its address: packet_end_in_list() */
static __always_inline bool is_in_gro_here(const struct ptime_inflight *record)
{
	return has_just_arrived(record) &&
	       record->cpu[ptime_inflight_last(record)] == raw_smp_processor_id();
}

/* GRO's exit and the CPU that frees the segment may come at once: only one of them ends it */
static __always_inline bool packet_take_merged(struct ptime_inflight *record,
					       const struct sk_buff *skb)
{
	return cmpxchg(&record->skb, (unsigned long)skb, ptime_successor_parked(skb)) ==
	       (unsigned long)skb;
}

static __always_inline void packet_end_merged(struct ptime_inflight *record)
{
	ptime_inflight_lose_record(record, PTIME_PATH_GRO_MERGED);
	/* GRO's exit may look at the slot when another packet has it already, without a step */
	record->passed.words[0] = 0;
	ptime_inflight_free(record);
}

/*
 * GRO has merged the last packet into another one. If softirqs run in tasks (PREEMPT_RT), another
 * task may have written last_arrival since. If the packet was freed meanwhile, another CPU may have
 * one at this address.
 */
static __always_inline void packet_merge(void)
{
	const struct sk_buff *skb = this_cpu_read(last_arrival.skb);
	struct ptime_inflight *record;

	if (this_cpu_read(last_arrival.task) != current)
		return;
	record = ptime_inflight_find(skb);
	if (!record || !is_in_gro_here(record) || !packet_take_merged(record, skb))
		return;
	if (likely(is_in_gro_here(record)))
		packet_end_merged(record);
	else
		cmpxchg(&record->skb, ptime_successor_parked(skb), (unsigned long)skb);
}

static notrace void hook_gro_exit(void *data, int result)
{
	if (likely(result != GRO_MERGED && result != GRO_MERGED_FREE) || !is_tracing())
		return;
	ptime_traced_begin();
	packet_merge();
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_gro_exit);

/* the packet has not met a device that the filter asks for */
static __always_inline bool is_elsewhere(const struct ptime_inflight *record)
{
	return (filter.out && !(record->flags & PTIME_INFLIGHT_MET_OUT)) ||
	       (filter.in_is_upper && !(record->flags & PTIME_INFLIGHT_MET_IN));
}

static __always_inline void packet_end(struct ptime_inflight *record, const struct sk_buff *skb,
				       u8 step, u32 out, u32 cause)
{
	if (static_branch_unlikely(&hooks_filtered_on_the_way) && is_elsewhere(record))
		packet_forget(record, PTIME_RX_FILTERED_LATER);
	else
		ptime_path_end(record, skb, step, out, cause);
}

/* the packet's path ends, and its driver or socket is its holder from here on */
static noinline notrace void packet_end_in_ring(struct ptime_inflight *record,
						const struct sk_buff *skb,
						const struct net_device *dev)
{
	bool is_wanted = !static_branch_unlikely(&hooks_filtered_on_the_way) ||
			 !is_elsewhere(record);

	packet_end(record, skb, PTIME_STEP_TX, dev->ifindex, 0);
	if (is_wanted)
		ptime_holder_ring(skb, dev);
}
NOKPROBE_SYMBOL(packet_end_in_ring);

/* the filter wants what the socket gets, from any device */
static __always_inline bool is_socket_wanted(const struct sock *sk)
{
	return !filter.in && !filter.out &&
	       (!filter.netns || filter.netns == sock_net(sk)->ns.inum) &&
	       (!filter.transport || filter.transport == sk->sk_protocol);
}

/*
 * The packet's path ends, and its socket is its holder from here on. The path of a segment of TCP
 * that waited for the socket's owner has ended before, and a raw socket's copy has none.
 */
static noinline notrace void packet_end_in_socket(const struct ptime_step_hook *hook,
						  struct ptime_inflight *record,
						  const struct sk_buff *skb, const struct sock *sk)
{
	bool is_wanted = !static_branch_unlikely(&hooks_filtered) || is_socket_wanted(sk);

	if (record) {
		packet_meet_in(record, skb, PTIME_STEP_LOCAL_IN);
		is_wanted = !static_branch_unlikely(&hooks_filtered_on_the_way) ||
			    !is_elsewhere(record);
		packet_end(record, skb, PTIME_STEP_LOCAL_IN, 0, 0);
	}
	if (!is_wanted)
		return;
	if (hook->kind == PTIME_HOOK_SEGMENT)
		ptime_holder_segment(sk, skb);
	else if (hook->kind == PTIME_HOOK_RAW || record)
		ptime_holder_socket(skb, sk);
}
NOKPROBE_SYMBOL(packet_end_in_socket);

/* in @as of struct sent: a driver was given the packet; it was also counted as lost */
#define SENT_LAST	0x100
#define SENT_LOST	0x200

/**
 * struct sent - the last packet that a device was given on this CPU
 * @skb: the packet
 * @row: address of the device's row that counted it, only to be compared
 * @as: what it was counted as, enum ptime_account, and SENT_LAST, SENT_LOST
 */
struct sent {
	const struct sk_buff *skb;
	unsigned long row;
	u32 as;
};

static DEFINE_PER_CPU(struct sent, last_sent);

/*
 * A device has the packet that is not the last one. A virtual one, as a tunnel is, may send the
 * packet as if this machine had made it: wg_reset_packet(). Devices below may encrypt the headers,
 * or put others in front of them.
 */
static noinline notrace void packet_pass_down(struct ptime_inflight *record,
					      const struct sk_buff *skb,
					      const struct net_device *dev,
					      enum ptime_device_kind kind)
{
	if (ptime_paths_keep_flows() && !(record->flags & PTIME_INFLIGHT_HEADERS)) {
		ptime_headers_take(&record->headers, skb);
		record->flags |= PTIME_INFLIGHT_HEADERS;
	}
	record->flags &= ~(PTIME_INFLIGHT_IN_TUNNEL | PTIME_INFLIGHT_MAY_BEGIN);
	record->flags |= PTIME_INFLIGHT_PASSED_DOWN;
	if (kind == PTIME_DEVICE_TUNNEL)
		record->flags |= PTIME_INFLIGHT_IN_TUNNEL;
	if (dev->rtnl_link_ops || kind == PTIME_DEVICE_TUNNEL)
		record->flags |= PTIME_INFLIGHT_MADE | PTIME_INFLIGHT_MAY_BEGIN;
	record->out = dev->ifindex;
	record->passed_to = (unsigned long)dev;
	ptime_inflight_pass(record, PTIME_STEP_DEVICE, ptime_clock_now());
}
NOKPROBE_SYMBOL(packet_pass_down);

/* @flags: SENT_LOST or 0 */
static __always_inline void account_sent(const struct sk_buff *skb, enum ptime_device_kind kind,
					 struct ptime_account_row __percpu *row,
					 enum ptime_account what, u32 flags)
{
	if (likely(kind == PTIME_DEVICE_LAST))
		flags |= SENT_LAST;
	ptime_account_add(row, what);
	this_cpu_write(last_sent.skb, skb);
	this_cpu_write(last_sent.row, (__force unsigned long)row);
	this_cpu_write(last_sent.as, what | flags);
}

/* the record is that of another packet, or the packet's path has ended when it was sent before */
static noinline notrace void packet_transmit_odd(const struct sk_buff *skb,
						 struct ptime_inflight *record,
						 const struct net_device *dev,
						 enum ptime_device_kind kind,
						 struct ptime_account_row __percpu *row)
{
	if (record->flags & PTIME_INFLIGHT_GIVEN_BACK) {
		account_sent(skb, kind, row, PTIME_TX_RECORD, 0);
		if (record->flags & PTIME_INFLIGHT_HELD)
			ptime_holder_ring(skb, dev);
	} else {
		account_sent(skb, kind, row, PTIME_TX_NO_RECORD, 0);
		ptime_inflight_lose_record(record, PTIME_PATH_REUSED_TX);
	}
	ptime_inflight_free(record);
}
NOKPROBE_SYMBOL(packet_transmit_odd);

static __always_inline void packet_transmit(const struct sk_buff *skb,
					    struct ptime_inflight *record,
					    const struct net_device *dev,
					    struct ptime_account_row __percpu *row)
{
	enum ptime_device_kind kind = ptime_device_kind(dev);

	if (unlikely(record->flags & PTIME_INFLIGHT_GIVEN_BACK ||
		     (!skb->skb_iif && record->in && !(record->flags & PTIME_INFLIGHT_MADE)))) {
		packet_transmit_odd(skb, record, dev, kind, row);
		return;
	}
	account_sent(skb, kind, row, PTIME_TX_RECORD, 0);
	packet_meet_out(record, dev);
	if (unlikely(kind != PTIME_DEVICE_LAST)) {
		packet_pass_down(record, skb, dev, kind);
		return;
	}
	if (static_branch_unlikely(&ptime_wait_rings))
		packet_end_in_ring(record, skb, dev);
	else
		packet_end(record, skb, PTIME_STEP_TX, dev->ifindex, 0);
}

static __always_inline enum ptime_account account_of_unseen(const struct sk_buff *skb)
{
	if (!would_have_path(skb))
		return PTIME_TX_PROTOCOL;
	return static_branch_unlikely(&hooks_filtered) ? PTIME_TX_FILTERED : PTIME_TX_NO_RECORD;
}

static __always_inline enum ptime_path_loss loss_of_unseen(const struct sk_buff *skb)
{
	return skb->skb_iif ? PTIME_PATH_SENT_RECEIVED : PTIME_PATH_SENT_OWN;
}

/* the packet has no record, unless it is a copy; only the last device counts it as lost */
static noinline notrace void packet_transmit_unseen(const struct sk_buff *skb,
						    const struct net_device *dev,
						    struct ptime_account_row __percpu *row)
{
	struct ptime_inflight *record = ptime_successor_adopt(skb, PTIME_STEP_TX);
	enum ptime_account what = account_of_unseen(skb);
	enum ptime_device_kind kind = ptime_device_kind(dev);
	bool lost = what == PTIME_TX_NO_RECORD && kind == PTIME_DEVICE_LAST;

	if (record) {
		packet_transmit(skb, record, dev, row);
		return;
	}
	if (static_branch_unlikely(&ptime_wait_rings))
		ptime_holder_lose(skb);
	account_sent(skb, kind, row, what, lost ? SENT_LOST : 0);
	if (lost)
		ptime_inflight_lose(loss_of_unseen(skb));
}
NOKPROBE_SYMBOL(packet_transmit_unseen);

/* the record may be displaced, or the interface is not in its first row */
static noinline notrace void packet_transmit_slow(const struct sk_buff *skb,
						  const struct net_device *dev)
{
	struct ptime_account_row __percpu *row = ptime_account_row(dev->ifindex,
								   dev_net(dev)->ns.inum);
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (record)
		packet_transmit(skb, record, dev, row);
	else
		packet_transmit_unseen(skb, dev, row);
}
NOKPROBE_SYMBOL(packet_transmit_slow);

static notrace void hook_xmit(void *data, const struct sk_buff *skb, const struct net_device *dev)
{
	struct ptime_account_row __percpu *row;
	struct ptime_inflight *record;

	ptime_traced_begin();
	record = ptime_inflight_find_first(skb);
	row = ptime_account_row_fast(dev->ifindex, dev_net(dev)->ns.inum);
	if (!is_tracing())
		packet_discard(skb);
	else if (unlikely(!row || (!record && ptime_inflight_may_be_displaced(skb))))
		packet_transmit_slow(skb, dev);
	else if (record)
		packet_transmit(skb, record, dev, row);
	else
		packet_transmit_unseen(skb, dev, row);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_xmit);

/* a device that is not the last one will be given the packet again */
static __always_inline void packet_take_back_step(struct ptime_inflight *record)
{
	u32 last = ptime_inflight_last(record);

	if (last && last < PTIME_STEPS_MAX && record->passed.step[last] == PTIME_STEP_DEVICE)
		ptime_inflight_take_back(record, last);
}

/*
 * The driver had no room (NETDEV_TX_BUSY), and the packet goes back to its queue. It will be sent
 * once more, but was counted already. Its path has ended, too, so the second time is no new one.
 */
static __always_inline void packet_give_back(const struct sk_buff *skb,
					     const struct net_device *dev, bool was_held)
{
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (!(this_cpu_read(last_sent.as) & SENT_LAST)) {
		if (record)
			packet_take_back_step(record);
		return;
	}
	record = ptime_inflight_claim(skb, record, 0);
	if (!record)
		return;
	record->netns = dev_net(dev)->ns.inum;
	record->flags |= PTIME_INFLIGHT_GIVEN_BACK;
	if (was_held)
		record->flags |= PTIME_INFLIGHT_HELD;
	ptime_inflight_pass(record, PTIME_STEP_QUEUE, ptime_clock_now());
}

/* a reset may have replaced the row since, or another packet may have come between */
static noinline notrace void packet_given_back(const struct sk_buff *skb,
					       const struct net_device *dev)
{
	struct ptime_account_row __percpu *row = ptime_account_row(dev->ifindex,
								   dev_net(dev)->ns.inum);
	u32 as = this_cpu_read(last_sent.as);
	enum ptime_account what = as & ~(SENT_LAST | SENT_LOST);
	bool was_held = static_branch_unlikely(&ptime_wait_rings) && ptime_holder_forget(skb);

	if (skb != this_cpu_read(last_sent.skb) ||
	    this_cpu_read(last_sent.row) != (__force unsigned long)row)
		return;
	this_cpu_dec(row->packets[what]);
	if (as & SENT_LOST)
		this_cpu_dec(ptime_inflight_losses[loss_of_unseen(skb)]);
	if (what == PTIME_TX_RECORD)
		packet_give_back(skb, dev, was_held);
}
NOKPROBE_SYMBOL(packet_given_back);

/* if the driver has taken the packet, @skb may be gone */
static notrace void hook_xmit_done(void *data, struct sk_buff *skb, int result,
				   struct net_device *dev, unsigned int bytes)
{
	if (likely(result != NETDEV_TX_BUSY) || !is_tracing())
		return;
	ptime_traced_begin();
	packet_given_back(skb, dev);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_xmit_done);

/* most virtual devices have no queue (noqueue) */
static __always_inline bool has_queue(const struct sk_buff *skb)
{
	const struct net_device *dev = skb->dev;
	u16 number = skb_get_queue_mapping(skb);

	/* skbedit of tc lets a BPF program choose any number */
	return number < dev->num_tx_queues &&
	       rcu_dereference_bh(netdev_get_tx_queue(dev, number)->qdisc)->enqueue;
}

static noinline notrace void packet_queue_slow(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (!record && is_tracing())
		record = ptime_successor_adopt(skb, PTIME_STEP_QUEUE);
	if (record && has_queue(skb))
		ptime_inflight_pass(record, PTIME_STEP_QUEUE, ptime_clock_now());
}
NOKPROBE_SYMBOL(packet_queue_slow);

static __always_inline void packet_queue(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find_first(skb);

	if (!record && likely(!ptime_inflight_may_be_displaced(skb) &&
			      !this_cpu_read(ptime_copied.record)))
		return;
	if (unlikely(!record || !ptime_clock_is_counter()))
		packet_queue_slow(skb);
	else if (likely(has_queue(skb)))
		ptime_inflight_pass(record, PTIME_STEP_QUEUE, ptime_clock_ticks());
}

/* a device is about to be given the packet, by its queue if it has one */
static notrace void hook_queue(void *data, struct sk_buff *skb)
{
	ptime_traced_begin();
	packet_queue(skb);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_queue);

/*
 * Count the drop of a packet without a record, but only if the packet was on its way through the
 * machine. Sockets and drivers may free a packet that has no record. The data of a packet on its
 * way begin with the network header. A driver's begin before that header, and a socket's after it.
 * A driver without a link header frees the packet that this CPU has just sent.
 */
static noinline notrace void packet_drop_unseen(const struct sk_buff *skb, u32 reason)
{
	if (!ptime_drop_is_told(reason))
		ptime_drop_pass();
	if (!static_branch_unlikely(&hooks_filtered) && skb->skb_iif && !skb->sk &&
	    would_have_path(skb) && !skb_network_offset(skb) &&
	    (skb != this_cpu_read(last_sent.skb) ||
	     !(this_cpu_read(last_sent.as) & SENT_LAST)))
		ptime_inflight_lose(PTIME_PATH_DROPPED);
}
NOKPROBE_SYMBOL(packet_drop_unseen);

/* the packet was copied, and has taken no step since */
static __always_inline bool has_copy(const struct ptime_inflight *record)
{
	return record->flags & PTIME_INFLIGHT_COPIED &&
	       record->copied_at == ptime_inflight_last(record);
}

/* the fragment is freed with its datagram, unsent: a fragment that was sent has a device */
static __always_inline bool is_unsent_part(const struct ptime_inflight *record,
					   const struct sk_buff *skb)
{
	return record->flags & PTIME_INFLIGHT_PART && !skb->dev;
}

/*
 * Fragments in a datagram's list are freed with the reassembled datagram. Before 6.2 this is
 * reported as a drop without a reason, as is a fragment that timed out or is a duplicate. Such a
 * fragment differs: nothing has cleared its device and its tree node.
 */
static __always_inline bool is_reassembled(const struct ptime_inflight *record,
					   const struct sk_buff *skb, u32 reason)
{
	return ptime_inflight_last_step(record) == PTIME_STEP_DEFRAG &&
	       PTIME_DROP_IS_UNSPECIFIED(reason) && !skb->dev && !((unsigned long)skb->next & 1);
}

/*
 * The last segment may have GRO let all of them go before hook_gro_exit(), and they may be freed
 * at once, by this CPU or by a reader on another one. Each is reported with the reason of the
 * first one. Of packets that have taken no step, only those in such a list have no headers
 * (skb_gro_receive()).
 *
 * The record may be ended by hook_gro_exit() at any time, and be another packet's then. So nothing
 * in it can be read before it is taken. Returns false if the packet still has it.
 */
static __always_inline bool packet_end_in_list(struct ptime_inflight *record,
					       const struct sk_buff *skb)
{
	if (likely(!skb->nohdr))
		return false;
	if (!packet_take_merged(record, skb))
		return true;
	if (has_just_arrived(record)) {
		packet_end_merged(record);
		return true;
	}
	return cmpxchg(&record->skb, ptime_successor_parked(skb), (unsigned long)skb) !=
	       ptime_successor_parked(skb);
}

static __always_inline void packet_drop(struct ptime_inflight *record, struct sk_buff *skb,
					u32 reason, const void *location)
{
	if (packet_end_in_list(record, skb))
		return;
	if (unlikely(has_copy(record))) {
		ptime_successor_move(record, record->copy);
	} else if (unlikely(record->flags & PTIME_INFLIGHT_SEGMENTED ||
			    is_unsent_part(record, skb))) {
		ptime_inflight_free(record);
	} else if (unlikely(is_reassembled(record, skb, reason))) {
		ptime_inflight_lose_record(record, PTIME_PATH_REASSEMBLED);
		ptime_inflight_free(record);
	} else {
		packet_end(record, skb, PTIME_STEP_DROP, 0,
			   ptime_drop_cause(record, reason, location));
	}
}

static __always_inline void packet_free(struct sk_buff *skb, u32 reason, const void *location)
{
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (!is_tracing())
		packet_discard(skb);
	else if (record)
		packet_drop(record, skb, reason, location);
	else
		packet_drop_unseen(skb, reason);
}

/* A packet on its path has the address now. The end of the one that was held was not seen. */
static __always_inline bool is_held_no_more(const struct sk_buff *skb)
{
	if (likely(!ptime_inflight_find(skb)))
		return false;
	ptime_holder_lose(skb);
	return true;
}

/* with waits behind paths: a driver or a socket may have the packet */
static noinline notrace void packet_free_timed(struct sk_buff *skb, u32 reason,
					       const void *location)
{
	if (is_held_no_more(skb) || !ptime_holder_release(skb, true))
		packet_free(skb, reason, location);
	else if (!ptime_drop_is_told(reason))
		ptime_drop_pass();
}
NOKPROBE_SYMBOL(packet_free_timed);

static notrace void hook_drop(void *data, struct sk_buff *skb, void *location
			      PTIME_KFREE_SKB_REASON(reason))
{
	ptime_traced_begin();
	if (static_branch_unlikely(&ptime_waits_behind))
		packet_free_timed(skb, PTIME_DROP_REASON(reason), location);
	else
		packet_free(skb, PTIME_DROP_REASON(reason), location);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_drop);

/* a socket of TCP goes, with what nobody has read */
static notrace void hook_destroy(void *data, struct sock *sk)
{
	ptime_traced_begin();
	ptime_holder_close(sk);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_destroy);

/* that step was the last one */
static __always_inline void packet_end_passed_down(struct ptime_inflight *record,
						   const struct sk_buff *skb)
{
	if (static_branch_unlikely(&hooks_filtered_on_the_way) && is_elsewhere(record))
		packet_forget(record, PTIME_RX_FILTERED_LATER);
	else
		ptime_path_end_before(record, skb, PTIME_STEP_TX, record->out);
}

/*
 * A device has sent the packet by itself, as a netvsc does whose VF is down, or ppp on a serial
 * line. The device below does not have the packet yet.
 */
static __always_inline bool was_sent_by_device(const struct ptime_inflight *record,
					       const struct sk_buff *skb)
{
	return record->flags & PTIME_INFLIGHT_PASSED_DOWN &&
	       !(record->flags & PTIME_INFLIGHT_IN_TUNNEL) &&
	       ptime_inflight_last_step(record) == PTIME_STEP_DEVICE &&
	       record->passed_to == (unsigned long)skb->dev;
}

/* its copy has gone on, and counts for no interface as received */
static __always_inline void packet_forget_original(struct ptime_inflight *record)
{
	if (static_branch_unlikely(&hooks_filtered_on_the_way) && is_elsewhere(record))
		packet_forget(record, PTIME_RX_FILTERED_LATER);
	else
		ptime_inflight_free(record);
}

/* no loss: ARP that was in the frame of a VLAN or in a tunnel */
static __always_inline void packet_give_up(struct ptime_inflight *record, const struct sk_buff *skb)
{
	if (skb->skb_iif && !has_path(skb))
		packet_forget(record, PTIME_RX_PROTOCOL_LATER);
	else
		ptime_inflight_give_up(record);
}

static noinline notrace void packet_consume_replaced(struct ptime_inflight *record,
						     const struct sk_buff *skb)
{
	if (record->flags & PTIME_INFLIGHT_MOVING)
		cmpxchg(&record->skb, (unsigned long)skb, ptime_successor_parked(skb));
	else if (has_copy(record))
		ptime_successor_move(record, record->copy);
	else if (record->flags & (PTIME_INFLIGHT_CUT | PTIME_INFLIGHT_SEGMENTED) ||
		 is_unsent_part(record, skb))
		ptime_inflight_free(record);
	else if (was_sent_by_device(record, skb))
		packet_end_passed_down(record, skb);
	else if (record->flags & PTIME_INFLIGHT_DELIVERED)
		packet_end(record, skb, PTIME_STEP_LOCAL_IN, 0, 0);
	else if (record->flags & PTIME_INFLIGHT_WENT_ON)
		packet_forget_original(record);
	else
		packet_give_up(record, skb);
}
NOKPROBE_SYMBOL(packet_consume_replaced);

static __always_inline void packet_consume_tracked(struct ptime_inflight *record,
						   const struct sk_buff *skb)
{
	if (record->flags & (PTIME_INFLIGHT_MOVING | PTIME_INFLIGHT_COPIED | PTIME_INFLIGHT_CUT |
			     PTIME_INFLIGHT_PART | PTIME_INFLIGHT_SEGMENTED |
			     PTIME_INFLIGHT_PASSED_DOWN | PTIME_INFLIGHT_WENT_ON))
		packet_consume_replaced(record, skb);
	else
		packet_give_up(record, skb);
}

/*
 * A packet is consumed. If it still has a record, its end is not a known step, and it counts as
 * lost, unless another packet goes on for it. A packet that was sent has no record any more.
 */
static __always_inline void packet_consume(struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find(skb);

	if (likely(!record))
		return;
	if (!is_tracing())
		packet_discard(skb);
	else if (likely(!packet_end_in_list(record, skb)))
		packet_consume_tracked(record, skb);
}

static noinline notrace void packet_consume_timed(struct sk_buff *skb)
{
	if (is_held_no_more(skb) || !ptime_holder_release(skb, false))
		packet_consume(skb);
}
NOKPROBE_SYMBOL(packet_consume_timed);

static notrace void hook_consume(void *data,
				 struct sk_buff *skb PTIME_CONSUME_SKB_LOCATION(location))
{
	ptime_traced_begin();
	if (static_branch_unlikely(&ptime_waits_behind))
		packet_consume_timed(skb);
	else
		packet_consume(skb);
	ptime_traced_end();
}
NOKPROBE_SYMBOL(hook_consume);

/*
 * IPsec has transformed the packet and sends it on, so this is not the beginning of its path. Only
 * packets that have no route yet are new without one.
 */
static __always_inline bool is_transformed(const struct sk_buff *skb)
{
	if (unlikely(!skb_dst(skb)))
		return false;
	return skb_dst(skb)->ops->family == AF_INET ?
	       IPCB(skb)->flags & IPSKB_XFRM_TRANSFORMED :
	       IP6CB(skb)->flags & IP6SKB_XFRM_TRANSFORMED;
}

/* NULL if it is not known by which device the packet will be sent */
static __always_inline const struct net_device *device_of_new(const struct sk_buff *skb)
{
	return likely(skb_dst(skb)) ? skb_dst(skb)->dev : skb->dev;
}

static noinline notrace void packet_step_local_clock(struct ptime_inflight *record, u8 step)
{
	ptime_inflight_pass(record, step, ptime_clock_local());
}
NOKPROBE_SYMBOL(packet_step_local_clock);

/* take the header snapshot first: the headers cannot be read once they are encrypted */
static noinline notrace void packet_step_encryption(struct ptime_inflight *record, u8 step,
						    const struct sk_buff *skb)
{
	if (!(record->flags & PTIME_INFLIGHT_HEADERS))
		ptime_headers_take(&record->headers, skb);
	record->flags |= PTIME_INFLIGHT_HEADERS;
	ptime_inflight_pass(record, step, ptime_clock_now());
}
NOKPROBE_SYMBOL(packet_step_encryption);

/* The kernel makes new packets if somebody else has the datagram's data or a packet of its list. */
static __always_inline bool sends_parts(const struct sk_buff *skb)
{
	const struct sk_buff *part;

	if (skb_cloned(skb))
		return false;
	skb_walk_frags(skb, part)
		if (skb_shared(part))
			return false;
	return true;
}

/*
 * A datagram with a frag_list is sent as the packets of that list. Their paths from before they
 * were put together have ended. If they do not fit, the kernel makes new packets:
 * hook_leave_fragment().
 */
static noinline notrace void packet_cut(struct ptime_inflight *record, const struct sk_buff *skb)
{
	u64 now = ptime_clock_now();
	struct sk_buff *part;

	if (sends_parts(skb))
		skb_walk_frags(skb, part)
			ptime_successor_add(record, part, PTIME_STEP_FRAGMENT,
					    PTIME_INFLIGHT_PART, now);
	ptime_inflight_pass(record, PTIME_STEP_FRAGMENT, now);
	record->flags |= PTIME_INFLIGHT_CUT;
}
NOKPROBE_SYMBOL(packet_cut);

/*
 * The packet that the flowtable's hook is called with on this CPU, its record, and the task. If
 * softirqs run in tasks (PREEMPT_RT), another task may come between the call and its return. The
 * hook is also called with packets without a record, so each return clears @record. If the hook's
 * probe ends during the call, no return is seen. By the next return the record may be another
 * packet's, so @skb is compared.
 */
struct flowtable_call {
	struct ptime_inflight *record;
	const struct sk_buff *skb;
	const struct task_struct *task;
};

static DEFINE_PER_CPU(struct flowtable_call, flowtable_call);

/**
 * ptime_hooks_verdict() - Record whether the flowtable forwarded a packet
 * @verdict: return value of the flowtable's hook
 *
 * If the flowtable has forwarded the packet, the packet may be gone by now. So the step is recorded
 * as a hit when the hook is called. NF_ACCEPT means a miss: then this CPU still holds the packet,
 * and the step becomes PTIME_STEP_FLOWTABLE_MISS.
 *
 * Context: Any, with preemption off.
 */
notrace void ptime_hooks_verdict(unsigned long verdict)
{
	struct ptime_inflight *record = this_cpu_read(flowtable_call.record);
	u32 last;

	if (!record)
		return;
	this_cpu_write(flowtable_call.record, NULL);
	if ((verdict & NF_VERDICT_MASK) != NF_ACCEPT ||
	    this_cpu_read(flowtable_call.task) != current)
		return;
	if (READ_ONCE(record->skb) != (unsigned long)this_cpu_read(flowtable_call.skb))
		return;
	last = ptime_inflight_last(record);
	if (last < PTIME_STEPS_MAX && record->passed.step[last] == PTIME_STEP_FLOWTABLE)
		record->passed.step[last] = PTIME_STEP_FLOWTABLE_MISS;
}
NOKPROBE_SYMBOL(ptime_hooks_verdict);

/* a tunnel sends the packet that it was given */
static noinline notrace void packet_local_out_again(struct ptime_inflight *record)
{
	record->flags &= ~PTIME_INFLIGHT_PASSED_DOWN;
	ptime_inflight_pass(record, PTIME_STEP_LOCAL_OUT, ptime_clock_now());
}
NOKPROBE_SYMBOL(packet_local_out_again);

/* @record: record of the packet, or NULL */
static __always_inline void packet_local_out(const struct sk_buff *skb,
					     struct ptime_inflight *record)
{
	const struct net_device *dev = device_of_new(skb);

	if (!dev || is_transformed(skb))
		return;
	if (unlikely(record && ptime_inflight_may_begin_again(record))) {
		packet_local_out_again(record);
		return;
	}
	if (skb->skb_iif)
		return;
	if (record || !packet_begin_fast(skb, PTIME_STEP_LOCAL_OUT, dev, 0))
		packet_begin_slow(skb, record, PTIME_STEP_LOCAL_OUT, dev, 0);
}

/*
 * A user's hook may be called without a packet: a free slot has the address 0, and one that is
 * given up has 1. It may also be called by a CPU that does not have the packet, while the one that
 * has it makes the record, without any step yet. The last slots of a record are for the module's
 * own steps.
 */
static noinline notrace void packet_step_user(const struct sk_buff *skb,
					      struct ptime_inflight *record, u8 step)
{
	u32 last = READ_ONCE(record->steps) - 1;

	if ((unsigned long)skb < PAGE_SIZE || last >= PTIME_STEPS_MAX ||
	    record->passed.step[last] == step)
		return;
	if (last >= PTIME_USER_STEPS_OF_PACKET - 1) {
		ptime_inflight_lose(PTIME_PATH_STEPS_LEFT_OUT);
		return;
	}
	ptime_inflight_pass(record, step, ptime_clock_now());
}
NOKPROBE_SYMBOL(packet_step_user);

/* @record: record of the packet, or NULL */
static __always_inline void packet_step(const struct sk_buff *skb, struct ptime_inflight *record,
					u8 step)
{
	if (step == PTIME_STEP_EXPANDED) {
		ptime_successor_expand(skb, record);
		return;
	}
	if (step == PTIME_STEP_TX) {
		packet_transmit_slow(skb, skb->dev);
		return;
	}
	/* a packet socket's copy of a sent packet may be cloned for others, and goes no further */
	if (!record && (step != PTIME_STEP_CLONED || skb->pkt_type != PACKET_OUTGOING))
		record = ptime_successor_adopt(skb, step);
	if (step == PTIME_STEP_LOCAL_OUT) {
		packet_local_out(skb, record);
		return;
	}
	if (!record)
		return;
	if (step == PTIME_STEP_CLONED) {
		ptime_successor_clone(record, skb);
		return;
	}
	if (step == PTIME_STEP_LOCAL_IN) {
		packet_meet_in(record, skb, step);
		packet_end(record, skb, step, 0, 0);
		return;
	}
	if (step == PTIME_STEP_FRAGMENT) {
		packet_cut(record, skb);
		return;
	}
	if (step == PTIME_STEP_REASSEMBLED) {
		ptime_inflight_lose_record(record, PTIME_PATH_REASSEMBLED);
		ptime_inflight_free(record);
		return;
	}
	if (unlikely(step >= PTIME_STEPS)) {
		packet_step_user(skb, record, step);
		return;
	}
	packet_meet_in(record, skb, step);
	if (step == PTIME_STEP_TUNNEL)
		record->flags |= PTIME_INFLIGHT_AGAIN;
	if (step == PTIME_STEP_FLOWTABLE) {
		this_cpu_write(flowtable_call.record, record);
		this_cpu_write(flowtable_call.skb, skb);
		this_cpu_write(flowtable_call.task, current);
	}
	if (step == PTIME_STEP_XFRM_OUT && ptime_paths_keep_flows())
		packet_step_encryption(record, step, skb);
	else if (ptime_clock_is_counter())
		ptime_inflight_pass(record, step, ptime_clock_ticks());
	else
		packet_step_local_clock(record, step);
}

static noinline notrace void packet_step_displaced(const struct sk_buff *skb, u8 step)
{
	packet_step(skb, ptime_inflight_find_displaced(skb), step);
}
NOKPROBE_SYMBOL(packet_step_displaced);

/*
 * A driver or a program has done with the packet. There may be none (napi_consume_skb()). A program
 * that only looked at it (MSG_PEEK) leaves it in the socket, which also has it.
 */
static __always_inline void packet_release(const struct sk_buff *skb)
{
	if (skb && !skb_shared(skb))
		ptime_holder_release(skb, false);
}

static __always_inline bool gives_to_socket(const struct ptime_step_hook *hook)
{
	return hook->kind == PTIME_HOOK_DATAGRAM || hook->kind == PTIME_HOOK_SEGMENT ||
	       hook->kind == PTIME_HOOK_RAW;
}

/* a step, with more waits; @tested: see ptime_hooks_step() */
static noinline notrace void packet_step_timed(const struct ptime_step_hook *hook,
					       const struct sk_buff *skb, unsigned long tested)
{
	struct ptime_inflight *record;

	if (hook->step == PTIME_STEP_FREED || hook->step == PTIME_STEP_READ) {
		packet_release(skb);
		return;
	}
	if (static_branch_unlikely(&ptime_waits_behind) && hook->step == PTIME_STEP_LOCAL_OUT)
		ptime_holder_lose(skb);
	record = ptime_inflight_find(skb);
	if (!record && gives_to_socket(hook))
		record = ptime_successor_adopt(skb, hook->step);
	/* of a CPU, whose function is called before it reports the packet as received */
	if (record && hook->step == PTIME_STEP_BACKLOG)
		packet_leave_gro(record);
	if (static_branch_unlikely(&ptime_wait_sockets) && gives_to_socket(hook))
		packet_end_in_socket(hook, record, skb, (const struct sock *)tested);
	else
		packet_step(skb, record, hook->step);
}
NOKPROBE_SYMBOL(packet_step_timed);

/* a packet socket puts its own copies of fragments together: PACKET_FANOUT_FLAG_DEFRAG */
static __always_inline bool is_of_packet_socket(const struct inet_frag_queue *datagram,
						const struct sk_buff *skb)
{
	return skb->protocol == htons(ETH_P_IP) && datagram->key.v4.user == IP_DEFRAG_AF_PACKET;
}

/*
 * A socket of UDP that is full refuses the packet, which then ends as a drop. The function looks at
 * the same numbers, a moment later. If a reader makes room meanwhile, the packet counts as
 * PTIME_PATH_REUSED; if another CPU fills the socket, the packet has ended as local-in.
 */
static __always_inline bool is_step(const struct ptime_step_hook *hook, const struct sk_buff *skb,
				    unsigned long tested)
{
	switch (hook->kind) {
	case PTIME_HOOK_DATAGRAM:
		return !ptime_udp_is_full((const struct sock *)tested, skb);
	case PTIME_HOOK_FRAGMENT:
		return !is_of_packet_socket((const struct inet_frag_queue *)tested, skb);
	case PTIME_HOOK_UNLESS_NEGATIVE:
		return (int)tested >= 0;
	case PTIME_HOOK_STREAM:
		if (READ_ONCE(ptime_hooks_tracing))
			ptime_holder_read((const struct sock *)skb);
		return false;
	case PTIME_HOOK_NAPI:
		if (READ_ONCE(ptime_hooks_tracing))
			ptime_schedule_begin((const struct napi_struct *)skb);
		return false;
	default:
		return true;
	}
}

/**
 * ptime_hooks_step() - Record the step of a packet at a function's entry
 * @hook: step hook of the function
 * @argument: the function's argument @hook->skb: the packet, or what @hook->kind says
 * @tested: the function's argument @hook->test; ignored with PTIME_HOOK_NO_TEST
 *
 * Context: Any, with preemption off.
 */
notrace void ptime_hooks_step(const struct ptime_step_hook *hook, unsigned long argument,
			      unsigned long tested)
{
	bool is_request = hook->kind == PTIME_HOOK_REQUEST;
	struct sk_buff *skb = is_request ? ptime_crypto_data((void *)argument) : (void *)argument;
	struct ptime_inflight *record;

	if ((hook->test != PTIME_HOOK_NO_TEST && !is_step(hook, skb, tested)) ||
	    !READ_ONCE(ptime_hooks_tracing))
		return;
	if (static_branch_unlikely(&ptime_waits_timed)) {
		packet_step_timed(hook, skb, tested);
		return;
	}
	record = ptime_inflight_find_first(skb);
	if (!record && unlikely(ptime_inflight_may_be_displaced(skb)))
		packet_step_displaced(skb, hook->step);
	else
		packet_step(skb, record, hook->step);
}
NOKPROBE_SYMBOL(ptime_hooks_step);

/*
 * Tracepoints are found by name, as most of them are not exported. One that the kernel lacks is
 * left out. They are registered in this order, and unregistered in the opposite one.
 */
struct ptime_tracepoint_hook ptime_tracepoint_hooks[] = {
	/* an interrupt that is seen to begin is seen to end */
	{ "irq_handler_exit", ptime_interrupts_leave, ptime_interrupts_are_timed },
	{ "irq_handler_entry", ptime_interrupts_enter, ptime_interrupts_are_timed },
	{ "local_timer_exit", ptime_interrupts_leave_vector, ptime_interrupts_are_timed },
	{ "local_timer_entry", ptime_interrupts_enter_vector, ptime_interrupts_are_timed },
	{ "irq_work_exit", ptime_interrupts_leave_vector, ptime_interrupts_are_timed },
	{ "irq_work_entry", ptime_interrupts_enter_vector, ptime_interrupts_are_timed },
	{ "reschedule_exit", ptime_interrupts_leave_vector, ptime_interrupts_are_timed },
	{ "reschedule_entry", ptime_interrupts_enter_vector, ptime_interrupts_are_timed },
	{ "call_function_exit", ptime_interrupts_leave_vector, ptime_interrupts_are_timed },
	{ "call_function_entry", ptime_interrupts_enter_vector, ptime_interrupts_are_timed },
	{ "call_function_single_exit", ptime_interrupts_leave_vector, ptime_interrupts_are_timed },
	{ "call_function_single_entry", ptime_interrupts_enter_vector, ptime_interrupts_are_timed },
	{ "ipi_exit", ptime_interrupts_leave_ipi, ptime_interrupts_are_timed },
	{ "ipi_entry", ptime_interrupts_enter_ipi, ptime_interrupts_are_timed },
	{ "net_dev_start_xmit", hook_xmit },
	{ "net_dev_xmit", hook_xmit_done },
	{ "tcp_destroy_sock", hook_destroy, ptime_wait_list_has_sockets },
	{ "kfree_skb", hook_drop },
	{ "consume_skb", hook_consume },
	{ "napi_gro_receive_exit", hook_gro_exit },
	{ "napi_gro_frags_exit", hook_gro_exit },
	{ "net_dev_queue", hook_queue },
	{ "netif_receive_skb", hook_received, ptime_wait_list_has_gro },
	{ "napi_gro_receive_entry", hook_gro_arrival },
	{ "napi_gro_frags_entry", hook_gro_arrival },
	{ "netif_receive_skb_entry", hook_arrival },
	{ "netif_receive_skb_list_entry", hook_arrival },
	{ "netif_rx_entry", hook_arrival_for_backlog },
#ifdef PTIME_HAS_netif_rx_ni_entry
	{ "netif_rx_ni_entry", hook_arrival_for_backlog },
#endif
	/* a run that is seen to begin is seen to end, and so is a wait */
	{ "softirq_exit", ptime_polls_leave, ptime_polls_are_timed },
	{ "softirq_entry", ptime_polls_enter, ptime_polls_are_timed },
	{ "softirq_raise", ptime_polls_raise, ptime_polls_are_timed },
	{ "napi_poll", ptime_polls_poll, ptime_polls_are_timed },
};

const size_t ptime_tracepoint_hooks_count = ARRAY_SIZE(ptime_tracepoint_hooks);

/**
 * ptime_hooks_check_types() - Let the compiler compare each hook with its tracepoint's prototype
 *
 * kCFI compares them when a hook is called, and panics if the types differ in any way.
 *
 * Context: Process, at load.
 */
void __init ptime_hooks_check_types(void)
{
	check_trace_callback_type_net_dev_start_xmit(hook_xmit);
	check_trace_callback_type_net_dev_xmit(hook_xmit_done);
	check_trace_callback_type_net_dev_queue(hook_queue);
	check_trace_callback_type_netif_receive_skb(hook_received);
	check_trace_callback_type_tcp_destroy_sock(hook_destroy);
	check_trace_callback_type_kfree_skb(hook_drop);
	check_trace_callback_type_consume_skb(hook_consume);
	check_trace_callback_type_napi_gro_receive_exit(hook_gro_exit);
	check_trace_callback_type_napi_gro_frags_exit(hook_gro_exit);
	check_trace_callback_type_napi_gro_receive_entry(hook_gro_arrival);
	check_trace_callback_type_napi_gro_frags_entry(hook_gro_arrival);
	check_trace_callback_type_netif_receive_skb_entry(hook_arrival);
	check_trace_callback_type_netif_receive_skb_list_entry(hook_arrival);
	check_trace_callback_type_netif_rx_entry(hook_arrival_for_backlog);
#ifdef PTIME_HAS_netif_rx_ni_entry
	check_trace_callback_type_netif_rx_ni_entry(hook_arrival_for_backlog);
#endif
	check_trace_callback_type_softirq_raise(ptime_polls_raise);
	check_trace_callback_type_softirq_entry(ptime_polls_enter);
	check_trace_callback_type_softirq_exit(ptime_polls_leave);
	check_trace_callback_type_napi_poll(ptime_polls_poll);
	check_trace_callback_type_irq_handler_entry(ptime_interrupts_enter);
	check_trace_callback_type_irq_handler_exit(ptime_interrupts_leave);
#ifdef CONFIG_X86_LOCAL_APIC
	check_trace_callback_type_local_timer_entry(ptime_interrupts_enter_vector);
	check_trace_callback_type_local_timer_exit(ptime_interrupts_leave_vector);
	check_trace_callback_type_irq_work_entry(ptime_interrupts_enter_vector);
	check_trace_callback_type_irq_work_exit(ptime_interrupts_leave_vector);
#ifdef CONFIG_SMP
	check_trace_callback_type_reschedule_entry(ptime_interrupts_enter_vector);
	check_trace_callback_type_reschedule_exit(ptime_interrupts_leave_vector);
	check_trace_callback_type_call_function_entry(ptime_interrupts_enter_vector);
	check_trace_callback_type_call_function_exit(ptime_interrupts_leave_vector);
	check_trace_callback_type_call_function_single_entry(ptime_interrupts_enter_vector);
	check_trace_callback_type_call_function_single_exit(ptime_interrupts_leave_vector);
#endif
#endif
#ifdef CONFIG_ARM64
	check_trace_callback_type_ipi_entry(ptime_interrupts_enter_ipi);
	check_trace_callback_type_ipi_exit(ptime_interrupts_leave_ipi);
#endif
}

/* They may be packets of before the last stop. While tracing is off, no hook writes them. */
static void forget_last_packets(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		per_cpu(last_sent.skb, cpu) = NULL;
		per_cpu(last_arrival.skb, cpu) = NULL;
	}
}

/**
 * ptime_hooks_set_tracing() - Let hooks make records and look for them, or stop that
 * @on: make records
 *
 * A hook that runs on another CPU may still act on the old value until a grace period has passed.
 *
 * Context: Any.
 */
void ptime_hooks_set_tracing(bool on)
{
	if (on)
		forget_last_packets();
	WRITE_ONCE(ptime_hooks_tracing, on);
}

static void set_static_key(struct static_key_false *branch, bool taken)
{
	if (taken)
		static_branch_enable(branch);
	else
		static_branch_disable(branch);
}

/**
 * ptime_hooks_set_filter() - Trace only the packets that match a filter
 * @wanted: the filter
 *
 * Context: Process, may sleep, after ptime_hooks_stop().
 */
void ptime_hooks_set_filter(const struct ptime_filter *wanted)
{
	spin_lock(&hooks_filter_lock);
	filter = *wanted;
	spin_unlock(&hooks_filter_lock);
	set_static_key(&hooks_filtered, memchr_inv(wanted, 0, sizeof(*wanted)));
	set_static_key(&hooks_filtered_on_the_way, wanted->out || wanted->in_is_upper);
}

void ptime_hooks_get_filter(struct ptime_filter *copy)
{
	spin_lock(&hooks_filter_lock);
	*copy = filter;
	spin_unlock(&hooks_filter_lock);
}
