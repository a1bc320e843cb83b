// SPDX-License-Identifier: GPL-2.0
/* holder: what has a packet behind its path, and for how long */
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/hash.h>
#include <linux/if.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/mutex.h>
#include <linux/minmax.h>
#include <linux/netdevice.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/tcp.h>
#include <linux/time64.h>
#include <linux/vmalloc.h>
#include <net/inet_sock.h>
#include <net/mptcp.h>
#include <net/net_namespace.h>
#include <net/sock.h>
#include <net/tcp.h>

#include "packets/flow_key.h"
#include "packets/holder.h"
#include "packets/inflight.h"
#include "packets/path.h"
#include "packets/wait_list.h"
#include "record/clock.h"

/*
 * packets, and sockets of TCP, that are followed at once; a power of two. Records are 256 bytes, so
 * this is 1 MiB.
 */
#define HELD			4096

/* slots that a packet may have */
#define HELD_TRIES		4
#define HELD_STRIDE		1021

/* After this time, another packet may have the slot. The end of its own has hardly been missed. */
#define HELD_NS			(10ULL * NSEC_PER_SEC)

/* the slot's record is being counted, or taken */
#define HELD_BUSY		1UL

/* rings, and sockets, that are distinguished at most; a power of two, two times the limit */
#define HOLDERS			128

/* From here on, Linux takes ports for clients: ip_local_port_range. Each is used for a moment. */
#define CLIENT_PORTS		32768

/* above the port in the number of a holder */
enum socket_kind {
	SOCKET_UDP,
	SOCKET_TCP,
	SOCKET_RAW,
};

#define KIND_SHIFT		16

/*
 * HOLDER_AGED: no packet has found the holder since the last reset. HOLDER_BUSY: a CPU is filling
 * in the entry, or frees it.
 */
enum holder_state {
	HOLDER_FREE,
	HOLDER_LIVE,
	HOLDER_AGED,
	HOLDER_BUSY,
};

/**
 * struct holder - a queue of a device, or the sockets of a port or of a protocol
 * @state: enum holder_state
 * @number: number of the queue; or the port or the raw sockets' protocol, and enum socket_kind
 * @ifindex: number of the device, or 0
 * @netns: number of the network namespace
 * @device: the device's name, or empty
 */
struct holder {
	u32 state;
	u32 number;
	u32 ifindex;
	u32 netns;
	char device[IFNAMSIZ];
};

/**
 * struct holders - all holders of a kind
 * @first: number of the first one in causes
 * @entry: the holders
 * @limit: entries that may be in use; the others are the holder @first + HOLDERS
 * @used: entries in use
 *
 * Each has one or two paths. So that rings and sockets leave half of the table of paths to others,
 * there are few of them.
 */
struct holders {
	u32 first;
	struct holder entry[HOLDERS];
	u32 limit;
	atomic_t used;
};

static struct holders rings;
static struct holders sockets = { .first = 2 * HOLDERS };

/* records of packets that are held */
static struct ptime_inflight *held;

#define NAME_LEN		PTIME_DROP_LEN

/* empty until somebody asks; by number in causes */
static char names[4 * HOLDERS][NAME_LEN];
static DEFINE_MUTEX(names_lock);

static __always_inline bool is_holder(const struct holder *holder, u32 number, u32 netns,
				      const struct net_device *dev)
{
	if (holder->number != number || holder->netns != netns)
		return false;
	/* a device may get another name, and another device its old one */
	return !dev || (holder->ifindex == dev->ifindex &&
			!memcmp(holder->device, dev->name, IFNAMSIZ));
}

/* keep the entry, unless the one that frees aged entries was faster */
static __always_inline bool holder_keep(struct holder *holder)
{
	u32 state = cmpxchg(&holder->state, HOLDER_AGED, HOLDER_LIVE);

	return state == HOLDER_AGED || state == HOLDER_LIVE;
}

/* returns false if another CPU has the entry; it may be filling it in with the same holder */
static __always_inline bool holder_make(struct holder *holder, u32 number, u32 netns,
					const struct net_device *dev)
{
	if (READ_ONCE(holder->state) || cmpxchg(&holder->state, HOLDER_FREE, HOLDER_BUSY))
		return false;
	holder->number = number;
	holder->netns = netns;
	holder->ifindex = 0;
	if (dev) {
		holder->ifindex = dev->ifindex;
		memcpy(holder->device, dev->name, IFNAMSIZ);
	}
	/* pairs with holder_find() */
	smp_store_release(&holder->state, HOLDER_LIVE);
	return true;
}

/*
 * Returns the holder's number in causes. Two entries may be the same holder: readers add them up,
 * as their names are equal. This is so if an entry before it was freed, too.
 */
static __always_inline u32 holder_find(struct holders *all, u32 number, u32 netns,
				       const struct net_device *dev, bool may_make)
{
	u32 i, state, at = hash_32(number + netns + (dev ? dev->ifindex << 8 : 0), ilog2(HOLDERS));
	struct holder *holder;

	for (i = 0; i < HOLDERS; i++, at = (at + 1) % HOLDERS) {
		holder = &all->entry[at];
		/* pairs with holder_make() */
		state = smp_load_acquire(&holder->state);
		if (state == HOLDER_FREE)
			break;
		if (state == HOLDER_BUSY || !is_holder(holder, number, netns, dev))
			continue;
		/* an aged entry may have become another holder meanwhile, and then stays it */
		if (state == HOLDER_LIVE ||
		    (holder_keep(holder) && is_holder(holder, number, netns, dev)))
			return all->first + at;
	}
	if (!may_make || atomic_read(&all->used) >= all->limit)
		return all->first + HOLDERS;
	for (; i < HOLDERS; i++, at = (at + 1) % HOLDERS)
		if (holder_make(&all->entry[at], number, netns, dev)) {
			atomic_inc(&all->used);
			return all->first + at;
		}
	return all->first + HOLDERS;
}

static __always_inline struct ptime_inflight *held_slot(const void *key, u32 tries)
{
	return &held[(hash_ptr(key, ilog2(HELD)) + tries * HELD_STRIDE) % HELD];
}

/* the record of a packet, or of a socket of TCP; NULL if it is not followed */
static __always_inline struct ptime_inflight *held_find(const void *key)
{
	struct ptime_inflight *record;
	u32 tries;

	for (tries = 0; tries < HELD_TRIES; tries++) {
		record = held_slot(key, tries);
		if (READ_ONCE(record->skb) == (unsigned long)key)
			return record;
	}
	return NULL;
}

/* take the record; nobody but its caller has the packet or socket, but its slot may be wanted */
static __always_inline struct ptime_inflight *held_take(const void *key)
{
	struct ptime_inflight *record = held_find(key);

	if (!record || cmpxchg(&record->skb, (unsigned long)key, HELD_BUSY) != (unsigned long)key)
		return NULL;
	return record;
}

/* the end of the packet, or socket, that is followed at this address was not seen */
static __always_inline void held_lose(const void *key)
{
	struct ptime_inflight *record = held_take(key);

	if (likely(!record))
		return;
	ptime_inflight_lose(PTIME_PATH_NOT_FOLLOWED);
	ptime_inflight_free(record);
}

/* the clocks of CPUs may disagree */
static __always_inline bool is_old(const struct ptime_inflight *record)
{
	s64 ticks = ptime_clock_now() - READ_ONCE(record->at[0]);

	return ticks > 0 && ptime_clock_ns(ticks) > HELD_NS;
}

/* take a free slot, or one whose packet's end was not seen; NULL if there is none */
static __always_inline struct ptime_inflight *held_make(const void *key)
{
	struct ptime_inflight *record;
	unsigned long other;
	u32 tries;

	for (tries = 0; tries < HELD_TRIES; tries++) {
		record = held_slot(key, tries);
		if (!READ_ONCE(record->skb) && !cmpxchg(&record->skb, 0, HELD_BUSY))
			return record;
	}
	/* this packet is not followed, or another one was not */
	ptime_inflight_lose(PTIME_PATH_NOT_FOLLOWED);
	for (tries = 0; tries < HELD_TRIES; tries++) {
		record = held_slot(key, tries);
		/* pairs with hold() */
		other = smp_load_acquire(&record->skb);
		if (other && other != HELD_BUSY && is_old(record) &&
		    cmpxchg(&record->skb, other, HELD_BUSY) == other)
			return record;
	}
	return NULL;
}

/* @read_to: number of the first byte of data, for a socket of TCP */
static __always_inline void hold(const void *key, u8 step, u32 netns, u32 out, u32 holder,
				 u32 read_to)
{
	struct ptime_inflight *record = held_make(key);

	if (unlikely(!record))
		return;
	record->passed = (union ptime_passed){ .step = { step } };
	record->steps = 1;
	record->flags = PTIME_INFLIGHT_HELD;
	record->in = 0;
	record->netns = netns;
	record->out = out;
	record->cause = PTIME_CAUSE_HOLDER | holder;
	record->read_to = read_to;
	record->cpu[0] = raw_smp_processor_id();
	record->at[0] = ptime_clock_now();
	/* pairs with held_make() */
	smp_store_release(&record->skb, (unsigned long)key);
}

/**
 * ptime_holder_ring() - Follow a packet that a driver is about to be given
 * @skb: the packet, whose path has ended
 * @dev: the device
 *
 * A virtual device has no ring: it passes the packet on, as that of a tunnel or a container does.
 *
 * Context: Any, with preemption off.
 */
noinline notrace void ptime_holder_ring(const struct sk_buff *skb, const struct net_device *dev)
{
	u32 netns = dev_net(dev)->ns.inum;

	if (dev->rtnl_link_ops || dev->flags & IFF_LOOPBACK)
		return;
	held_lose(skb);
	hold(skb, PTIME_STEP_TX, netns, dev->ifindex,
	     holder_find(&rings, skb_get_queue_mapping(skb), netns, dev, true), 0);
}
NOKPROBE_SYMBOL(ptime_holder_ring);

/* all sockets of a port, or of a protocol if they are raw */
static __always_inline u32 socket_holder(const struct sock *sk, enum socket_kind kind)
{
	u32 number = ptime_flow_anonymous ? 0 : inet_sk(sk)->inet_num;

	return holder_find(&sockets, kind << KIND_SHIFT | number, sock_net(sk)->ns.inum, NULL,
			   kind == SOCKET_RAW || number < CLIENT_PORTS);
}

/**
 * ptime_holder_socket() - Follow a packet that a socket is about to be given
 * @skb: the packet, whose path has ended
 * @sk: the socket, of UDP or a raw one
 *
 * Context: Any, with preemption off.
 */
noinline notrace void ptime_holder_socket(const struct sk_buff *skb, const struct sock *sk)
{
	enum socket_kind kind = sk->sk_type == SOCK_RAW ? SOCKET_RAW : SOCKET_UDP;

	held_lose(skb);
	hold(skb, PTIME_STEP_LOCAL_IN, sock_net(sk)->ns.inum, 0, socket_holder(sk, kind), 0);
}
NOKPROBE_SYMBOL(ptime_holder_socket);

/* Does a program read the data of this socket? MPTCP reads those of its own in another way. */
static __always_inline bool has_reader(const struct sock *sk)
{
	return !(1 << sk->sk_state & (TCPF_LISTEN | TCPF_SYN_SENT | TCPF_CLOSE)) &&
	       !sock_flag(sk, SOCK_DEAD) && !sk_is_mptcp(sk);
}

/* A program can read the data of the packet as soon as the socket has it: no data are missing. */
static __always_inline bool is_readable(const struct sock *sk, const struct sk_buff *skb)
{
	u32 next = READ_ONCE(tcp_sk(sk)->rcv_nxt), seq = TCP_SKB_CB(skb)->seq;
	u32 bytes = skb->len - tcp_hdrlen(skb);

	return bytes && !after(seq, next) && after(seq + bytes, next);
}

/* a program may have connected the socket once more */
static __always_inline bool is_waiting(const struct sock *sk, const struct ptime_inflight *record)
{
	u32 read_to = READ_ONCE(record->read_to);

	return !after(READ_ONCE(tcp_sk(sk)->copied_seq), read_to) &&
	       !after(read_to, READ_ONCE(tcp_sk(sk)->rcv_nxt));
}

/**
 * ptime_holder_segment() - Follow the data of a packet that a socket of TCP is about to be given
 * @sk: the socket, held by the caller alone
 * @skb: the packet, whose path has ended, at its TCP header
 *
 * TCP puts the data of several packets together. So their wait is that of the first byte which no
 * program has read, and counts once.
 *
 * Context: Any, with preemption off.
 */
noinline notrace void ptime_holder_segment(const struct sock *sk, const struct sk_buff *skb)
{
	const struct ptime_inflight *record;

	if (!has_reader(sk) || !is_readable(sk, skb))
		return;
	record = held_find(sk);
	if (record && is_waiting(sk, record))
		return;
	held_lose(sk);
	hold(sk, PTIME_STEP_LOCAL_IN, sock_net(sk)->ns.inum, 0, socket_holder(sk, SOCKET_TCP),
	     READ_ONCE(tcp_sk(sk)->rcv_nxt));
}
NOKPROBE_SYMBOL(ptime_holder_segment);

static __always_inline bool is_read(const struct sock *sk, const struct ptime_inflight *record)
{
	return after(READ_ONCE(tcp_sk(sk)->copied_seq), READ_ONCE(record->read_to));
}

/* data have no packet: what paths keep of one is 0 */
static const struct sk_buff no_packet;

/**
 * ptime_holder_read() - Count the wait of data that a program has read from a socket of TCP
 * @sk: the socket, held by the caller alone
 *
 * If the program has only looked at the data (MSG_PEEK), they go on waiting.
 *
 * Context: Any, with preemption off.
 */
noinline notrace void ptime_holder_read(const struct sock *sk)
{
	struct ptime_inflight *record = held_find(sk);

	if (!record || !is_read(sk, record))
		return;
	record = held_take(sk);
	if (record)
		ptime_path_end(record, &no_packet, PTIME_STEP_READ, 0, record->cause);
}
NOKPROBE_SYMBOL(ptime_holder_read);

/**
 * ptime_holder_close() - Follow the data of a socket of TCP no further
 * @sk: the socket, which is about to be freed
 *
 * If no program has read the first of them, they are a drop. If one has, it did so in a way that is
 * not seen.
 *
 * Context: Any, with preemption off.
 */
noinline notrace void ptime_holder_close(const struct sock *sk)
{
	struct ptime_inflight *record = held_take(sk);

	if (!record)
		return;
	if (!is_read(sk, record)) {
		ptime_path_end(record, &no_packet, PTIME_STEP_DROP, 0, record->cause);
		return;
	}
	ptime_inflight_lose(PTIME_PATH_NOT_FOLLOWED);
	ptime_inflight_free(record);
}
NOKPROBE_SYMBOL(ptime_holder_close);

/**
 * ptime_holder_release() - Count the wait of a packet that its holder frees
 * @skb: the packet, held by the caller alone
 * @dropped: it is freed as one that is dropped. Some drivers free all packets like that. A socket
 *	does so with those that nobody has read.
 *
 * Context: Any, with preemption off.
 * Return: false if the packet is not followed.
 */
noinline notrace bool ptime_holder_release(const struct sk_buff *skb, bool dropped)
{
	struct ptime_inflight *record = held_take(skb);
	u8 step;

	if (!record)
		return false;
	if (record->passed.step[0] == PTIME_STEP_TX)
		step = PTIME_STEP_FREED;
	else
		step = dropped ? PTIME_STEP_DROP : PTIME_STEP_READ;
	ptime_path_end(record, skb, step, record->out, record->cause);
	return true;
}
NOKPROBE_SYMBOL(ptime_holder_release);

/**
 * ptime_holder_forget() - Follow a packet no further, as its driver gave it back
 * @skb: the packet, held by the caller alone
 *
 * Context: Any, with preemption off.
 * Return: true if it was followed.
 */
noinline notrace bool ptime_holder_forget(const struct sk_buff *skb)
{
	struct ptime_inflight *record = held_take(skb);

	if (record)
		ptime_inflight_free(record);
	return record;
}
NOKPROBE_SYMBOL(ptime_holder_forget);

/**
 * ptime_holder_lose() - Note that a packet is a new one
 * @skb: the packet, held by the caller alone
 *
 * If one at the same address is followed, its end was not seen, which is counted.
 *
 * Context: Any, with preemption off.
 */
noinline notrace void ptime_holder_lose(const struct sk_buff *skb)
{
	held_lose(skb);
}
NOKPROBE_SYMBOL(ptime_holder_lose);

static const struct kind_of_socket {
	const char *name;
	const char *number;
} socket_kinds[] = {
	[SOCKET_UDP] = { "udp", "port" },
	[SOCKET_TCP] = { "tcp", "port" },
	[SOCKET_RAW] = { "raw", "protocol" },
};

/* with anonymize=1 there are neither names of interfaces, nor namespaces, nor ports */
static void make_anonymous_name(char *name, const struct holder *holder)
{
	if (holder->ifindex)
		snprintf(name, NAME_LEN, "%u queue %u", holder->ifindex, holder->number);
	else
		strscpy(name, socket_kinds[holder->number >> KIND_SHIFT].name, NAME_LEN);
}

/* Snapshots have text in ASCII only. A device's name may have any byte but space, / and :. */
static void copy_device(char *to, const struct holder *holder)
{
	strscpy(to, holder->device, IFNAMSIZ);
	for (; *to; to++)
		if (!isascii(*to) || !isgraph(*to))
			*to = '?';
}

static void make_name(char *name, const struct holder *holder)
{
	const struct kind_of_socket *kind;
	char device[IFNAMSIZ];
	char netns[sizeof("@4294967295")] = "";

	if (holder->netns != init_net.ns.inum)
		snprintf(netns, sizeof(netns), "@%u", holder->netns);
	copy_device(device, holder);
	if (holder->ifindex) {
		snprintf(name, NAME_LEN, "%s%s queue %u", device, netns, holder->number);
	} else {
		kind = &socket_kinds[holder->number >> KIND_SHIFT];
		snprintf(name, NAME_LEN, "%s %s %u%s", kind->name, kind->number,
			 holder->number & U16_MAX, netns);
	}
}

/**
 * ptime_holder_name() - Get the name of a holder
 * @cause: a cause for which ptime_cause_is_holder() is true
 *
 * Context: Process, may sleep.
 * Return: The name, at most PTIME_DROP_LEN bytes: "eth1 queue 0", "udp port 53", "tcp port 443",
 * "raw protocol 89".
 */
const char *ptime_holder_name(u32 cause)
{
	u32 number = cause & ~PTIME_CAUSE_KIND;
	const struct holder *holder;

	if (number == rings.first + HOLDERS)
		return "other queues";
	if (number == sockets.first + HOLDERS)
		return "other sockets";
	holder = number < sockets.first ? &rings.entry[number] :
					  &sockets.entry[number - sockets.first];
	mutex_lock(&names_lock);
	if (!names[number][0] && ptime_flow_anonymous)
		make_anonymous_name(names[number], holder);
	else if (!names[number][0])
		make_name(names[number], holder);
	mutex_unlock(&names_lock);
	return names[number];
}

/**
 * ptime_holder_init() - Allocate the records of packets that are held
 * @paths: number of paths that are kept
 *
 * Context: Process, may sleep, at load, after ptime_wait_list_init().
 * Return: 0 or -ENOMEM.
 */
int __init ptime_holder_init(u32 paths)
{
	if (!static_key_enabled(&ptime_waits_behind))
		return 0;
	rings.limit = clamp(paths / 4, 1U, HOLDERS / 2U);
	sockets.limit = clamp(paths / 8, 1U, HOLDERS / 2U);
	held = vzalloc(array_size(HELD, sizeof(*held)));
	return held ? 0 : -ENOMEM;
}

/* after the last hook has returned */
void ptime_holder_exit(void)
{
	vfree(held);
}

/**
 * ptime_holder_clear() - Follow no packet any more; those that were followed are counted
 *
 * Context: Process, may sleep, while no hook is registered.
 */
void ptime_holder_clear(void)
{
	u32 i;

	for (i = 0; held && i < HELD; i++) {
		if (held[i].skb)
			ptime_inflight_lose(PTIME_PATH_NOT_FOLLOWED);
		held[i].skb = 0;
	}
}

static void age(struct holders *all)
{
	u32 i;

	for (i = 0; i < HOLDERS; i++)
		cmpxchg(&all->entry[i].state, HOLDER_LIVE, HOLDER_AGED);
}

/**
 * ptime_holder_age() - Mark the holders that ptime_holder_forget_aged() may free
 *
 * Context: Process, at a reset.
 */
void ptime_holder_age(void)
{
	age(&rings);
	age(&sockets);
}

/* a packet that is held no more is in a path, as the caller sees afterwards */
static bool is_holding(u32 cause)
{
	u32 i;

	for (i = 0; i < HELD; i++)
		if (READ_ONCE(held[i].skb) && READ_ONCE(held[i].cause) == cause)
			return true;
	smp_rmb();	/* pairs with ptime_inflight_free() */
	return false;
}

static void forget_aged(struct holders *all, bool (*is_used)(u32 cause))
{
	struct holder *holder;
	u32 i, cause;

	for (i = 0; i < HOLDERS; i++) {
		holder = &all->entry[i];
		cause = PTIME_CAUSE_HOLDER | (all->first + i);
		/* in this order */
		if (READ_ONCE(holder->state) != HOLDER_AGED || is_holding(cause) ||
		    is_used(cause) ||
		    cmpxchg(&holder->state, HOLDER_AGED, HOLDER_BUSY) != HOLDER_AGED)
			continue;
		mutex_lock(&names_lock);
		names[all->first + i][0] = '\0';
		mutex_unlock(&names_lock);
		atomic_dec(&all->used);
		/* pairs with the cmpxchg() of holder_make() */
		smp_store_release(&holder->state, HOLDER_FREE);
		cond_resched();
	}
}

/**
 * ptime_holder_forget_aged() - Free the holders that no packet has found since the reset
 * @is_used: tells whether a path has a cause
 *
 * A packet that found its holder before ptime_holder_age() is in a path by now, or still held.
 *
 * Context: Process, may sleep, under ptime_probes_lock(), after a wait for all CPUs since
 * ptime_holder_age().
 */
void ptime_holder_forget_aged(bool (*is_used)(u32 cause))
{
	if (!held)
		return;
	forget_aged(&rings, is_used);
	forget_aged(&sockets, is_used);
}
