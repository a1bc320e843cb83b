/* SPDX-License-Identifier: GPL-2.0 */
/* inflight: in-flight records, one for each packet on its path: the steps so far and their times */
#ifndef _PATHTIME_INFLIGHT_H
#define _PATHTIME_INFLIGHT_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/limits.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "packets/account.h"
#include "packets/flow_key.h"

struct sk_buff;

/* size of a record */
#define PTIME_INFLIGHT_BYTES	256

/* slots tried for a packet: with half of all slots taken, one packet in 65,536 finds none free */
#define PTIME_INFLIGHT_SLOTS	16

/*
 * Distance from one of these slots to the next. They are far apart, as the neighbours of a taken
 * slot are often taken, too: their packets are neighbours in memory.
 */
#define PTIME_INFLIGHT_STRIDE	(1021 * sizeof(struct ptime_inflight))

/* the packet comes out of a tunnel: it is received again, and may look like a new packet */
#define PTIME_INFLIGHT_AGAIN	0x1
/* the record has a header snapshot */
#define PTIME_INFLIGHT_HEADERS	0x2
/* the record is not in its home slot */
#define PTIME_INFLIGHT_DISPLACED	0x4
/* a function is running that may replace the packet's sk_buff */
#define PTIME_INFLIGHT_MOVING	0x8
/* the packet has a copy, which gets the record if the packet is freed before its next step */
#define PTIME_INFLIGHT_COPIED	0x10
/* the packet was cut into fragments, which have records of their own */
#define PTIME_INFLIGHT_CUT		0x20
/* the packet is such a fragment, from the datagram's frag_list */
#define PTIME_INFLIGHT_PART	0x40
/* the packet was made from another one, and its skb_iif may be 0 although that one was received */
#define PTIME_INFLIGHT_MADE	0x80
/* the packet was cut into segments with records of their own; its free is neither end nor loss */
#define PTIME_INFLIGHT_SEGMENTED	0x100
/* a device was given the packet that passes it to another one, and it has not begun again since */
#define PTIME_INFLIGHT_PASSED_DOWN	0x200
/* a tunnel was given the packet */
#define PTIME_INFLIGHT_IN_TUNNEL	0x400
/* the packet came in, or went out, by the device of the filter */
#define PTIME_INFLIGHT_MET_IN	0x800
#define PTIME_INFLIGHT_MET_OUT	0x1000
/* with a filter: .dev is no device any more that the packet came in by */
#define PTIME_INFLIGHT_OUTBOUND	0x2000
/* a virtual device was the last one that was given the packet: it may be taken for a new packet */
#define PTIME_INFLIGHT_MAY_BEGIN	0x4000

/* a driver was given the packet, and gave it back: its path has ended */
#define PTIME_INFLIGHT_GIVEN_BACK	0x8000
/* its interface has not counted the packet: the machine made it, from another one or as a copy */
#define PTIME_INFLIGHT_UNCOUNTED	0x10000
/* in a table of its own: the packet's path has ended, and a driver or a socket has it (holder.h) */
#define PTIME_INFLIGHT_HELD	0x20000
/* GRO has the packet, which has taken no step yet */
#define PTIME_INFLIGHT_IN_GRO	0x40000
/* a clone or copy of the packet went on: if the packet is consumed, that is no loss */
#define PTIME_INFLIGHT_WENT_ON	0x80000
/* a socket got such a copy: if the packet is consumed, it ends there */
#define PTIME_INFLIGHT_DELIVERED	0x100000
/* these, which another CPU may set, atomically, where a copy goes on */
#define PTIME_INFLIGHT_OF_COPIES	(PTIME_INFLIGHT_WENT_ON | PTIME_INFLIGHT_DELIVERED)
/* flags that a packet hands down to those that are made from it */
#define PTIME_INFLIGHT_INHERITED							\
	(PTIME_INFLIGHT_HEADERS | PTIME_INFLIGHT_AGAIN | PTIME_INFLIGHT_MADE |		\
	 PTIME_INFLIGHT_PASSED_DOWN | PTIME_INFLIGHT_IN_TUNNEL | PTIME_INFLIGHT_MET_IN |	\
	 PTIME_INFLIGHT_MET_OUT | PTIME_INFLIGHT_OUTBOUND | PTIME_INFLIGHT_MAY_BEGIN |	\
	 PTIME_INFLIGHT_UNCOUNTED)

/**
 * union ptime_passed - the steps of a packet, in order; 0 after the last one
 * @step: the steps, enum ptime_step
 * @words: the same bytes, to be compared and copied as words
 */
union ptime_passed {
	u8 step[PTIME_STEPS_MAX];
	u64 words[PTIME_STEPS_MAX / sizeof(u64)];
};

/**
 * struct ptime_inflight - in-flight record: a packet on its path
 * @skb: address of the packet's sk_buff, the key of the table; 0 if the slot is free
 * @passed: the steps so far
 * @steps: number of steps in @passed
 * @flags: PTIME_INFLIGHT_AGAIN, ...
 * @in: ifindex of the device that received the packet; 0 if this machine sent it
 * @netns: number of the network namespace where its path began
 * @displaced: number of records in other slots whose home slot this is, also while it is free
 * @home: number of the home slot, with PTIME_INFLIGHT_DISPLACED
 * @copied_at: ptime_inflight_last() when @copy was made
 * @cpu: number of the CPU on which each step was taken
 * @at: clock reading at each step
 * @headers: header snapshot, for packets that are encrypted before the end of their path; valid
 *	with PTIME_INFLIGHT_HEADERS
 * @copy: the copy, with PTIME_INFLIGHT_COPIED
 * @read_to: number of the first byte that waits in a socket of TCP, with PTIME_INFLIGHT_HELD
 * @passed_to: address of the last device that passed it down, with PTIME_INFLIGHT_PASSED_DOWN;
 *	only to be compared
 * @out: ifindex of that device
 * @cause: the holder, with PTIME_INFLIGHT_HELD
 *
 * Only the CPU that holds the packet writes the record. Only @skb and @displaced are written by
 * other CPUs, too, and @flags by one where a copy goes on: change_flags(). The first
 * two cache lines are all that a packet of six steps writes, unless it has a header snapshot, was
 * passed down or copied, or is held.
 */
struct ptime_inflight {
	unsigned long skb;
	union ptime_passed passed;
	u32 steps;
	u32 flags;
	u32 in;
	u32 netns;
	int displaced;
	u16 home;
	u16 copied_at;
	u16 cpu[PTIME_STEPS_MAX];
	u64 at[PTIME_STEPS_MAX];
	struct ptime_headers headers;
	union {
		struct sk_buff *copy;
		u32 read_to;
	};
	unsigned long passed_to;
	u32 out;
	u32 cause;
} __aligned(PTIME_INFLIGHT_BYTES);

static_assert(sizeof(struct ptime_inflight) == PTIME_INFLIGHT_BYTES);
static_assert(PTIME_INFLIGHT_MAX - 1 <= U16_MAX);	/* .home */

extern struct ptime_inflight *ptime_inflight_table;
/* the bits of an sk_buff's address that give its home slot, as a byte offset into the table */
extern unsigned long ptime_inflight_mask;
DECLARE_PER_CPU(u64 [PTIME_PATH_LOSSES], ptime_inflight_losses);

int ptime_inflight_init(u32 records);
void ptime_inflight_exit(void);
void ptime_inflight_clear(void);
void ptime_inflight_sweep(void);

struct ptime_inflight *ptime_inflight_take_displaced(const struct sk_buff *skb);

struct ptime_inflight *ptime_inflight_find_displaced(const struct sk_buff *skb);
void ptime_inflight_free_displaced(struct ptime_inflight *record);

/*
 * The slot for the packet after @tries other slots did not fit. The kernel's sk_buffs are as far
 * apart as records are large. So all packets of a slab have different home slots, and the address
 * needs no hash.
 */
static __always_inline struct ptime_inflight *ptime_inflight_slot(const struct sk_buff *skb,
								  u32 tries)
{
	unsigned long offset = (unsigned long)skb + tries * PTIME_INFLIGHT_STRIDE;

	return (void *)ptime_inflight_table + (offset & ptime_inflight_mask);
}

/**
 * ptime_inflight_find_first() - Find the in-flight record of a packet in its home slot
 * @skb: the packet, held by the caller alone
 *
 * Context: Any, with preemption off for as long as the record is used.
 * Return: The record; NULL if there is none, or ptime_inflight_may_be_displaced().
 */
static __always_inline struct ptime_inflight *ptime_inflight_find_first(const struct sk_buff *skb)
{
	struct ptime_inflight *home_slot = ptime_inflight_slot(skb, 0);

	return likely(READ_ONCE(home_slot->skb) == (unsigned long)skb) ? home_slot : NULL;
}

/* also true if the record of another packet with the same home slot is displaced */
static __always_inline bool ptime_inflight_may_be_displaced(const struct sk_buff *skb)
{
	return READ_ONCE(ptime_inflight_slot(skb, 0)->displaced);
}

/**
 * ptime_inflight_find() - Find the in-flight record of a packet
 * @skb: the packet, held by the caller alone
 *
 * Records are keyed by address. The record may belong to an earlier packet at this address, whose
 * end was not seen.
 *
 * Context: Any, with preemption off for as long as the record is used.
 * Return: The record, or NULL.
 */
static __always_inline struct ptime_inflight *ptime_inflight_find(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find_first(skb);

	return record || likely(!ptime_inflight_may_be_displaced(skb)) ? record :
	       ptime_inflight_find_displaced(skb);
}

static __always_inline void ptime_inflight_lose(enum ptime_path_loss loss)
{
	this_cpu_inc(ptime_inflight_losses[loss]);
}

/* count the packet of a record, which is in no path, for the interface that received it */
static __always_inline void ptime_inflight_account_lost(const struct ptime_inflight *record,
							enum ptime_account what)
{
	if (record->in && !(record->flags & PTIME_INFLIGHT_UNCOUNTED))
		ptime_account(record->in, record->netns, what);
}

/* a packet that its driver gave back, or that a driver or a socket has, is in a path already */
static __always_inline void ptime_inflight_lose_record(const struct ptime_inflight *record,
						       enum ptime_path_loss loss)
{
	if (record->flags & PTIME_INFLIGHT_GIVEN_BACK)
		return;
	if (record->flags & PTIME_INFLIGHT_HELD) {
		ptime_inflight_lose(PTIME_PATH_NOT_FOLLOWED);
		return;
	}
	ptime_inflight_lose(loss);
	ptime_inflight_account_lost(record, ptime_account_of(loss));
}

/*
 * Number of the last step that is not a user's (step_hook.h): hooks expect one step of the module's
 * own after another. A packet's first step is never a user's.
 */
static __always_inline u32 ptime_inflight_last(const struct ptime_inflight *record)
{
	u32 last = record->steps;

	last -= last > 0;
	while (unlikely(last && last < PTIME_STEPS_MAX &&
			record->passed.step[last] >= PTIME_STEPS))
		last--;
	return last;
}

static __always_inline u8 ptime_inflight_last_step(const struct ptime_inflight *record)
{
	return record->passed.step[ptime_inflight_last(record)];
}

/* a virtual device was given the packet, and may send or receive it as if it were a new one */
static __always_inline bool
ptime_inflight_may_begin_again(const struct ptime_inflight *record)
{
	u8 last = ptime_inflight_last_step(record);

	return record->flags & PTIME_INFLIGHT_PASSED_DOWN &&
	       record->flags & PTIME_INFLIGHT_MAY_BEGIN &&
	       (last == PTIME_STEP_DEVICE || last == PTIME_STEP_BRIDGE ||
		last == PTIME_STEP_GSO || last == PTIME_STEP_FRAGMENT ||
		last == PTIME_STEP_CONNTRACK || last == PTIME_STEP_CONFIRM ||
		last == PTIME_STEP_WORKER || last == PTIME_STEP_IN_ORDER);
}

/* the loss to count for a packet whose end is not a known step, or was not seen */
static __always_inline enum ptime_path_loss ptime_inflight_loss(const struct ptime_inflight *record)
{
	return unlikely(record->steps && ptime_inflight_last_step(record) == PTIME_STEP_DEFRAG) ?
	       PTIME_PATH_REASSEMBLED : PTIME_PATH_REUSED;
}

/* take the slot if it is free */
static __always_inline bool ptime_inflight_take(struct ptime_inflight *record,
						const struct sk_buff *skb)
{
	return !READ_ONCE(record->skb) && !cmpxchg(&record->skb, 0, (unsigned long)skb);
}

/**
 * ptime_inflight_claim() - Claim an in-flight record for a packet that begins its path
 * @skb: the packet, held by the caller alone
 * @record: record that ptime_inflight_find() returned for @skb, or NULL. An earlier packet at the
 *	same address left it, as its end was not seen. No other CPU uses it.
 * @in: ifindex of the device that received the packet, or 0
 *
 * If there is such an earlier packet, it is counted as lost.
 *
 * Context: Any, with preemption off for as long as the record is used.
 * Return: The record, with @skb, @in and no steps; the caller fills in the rest. NULL if the table
 * is full, which is counted.
 */
static __always_inline struct ptime_inflight *
ptime_inflight_claim(const struct sk_buff *skb, struct ptime_inflight *record, u32 in)
{
	u32 displaced = 0;

	if (unlikely(record)) {
		ptime_inflight_lose_record(record, ptime_inflight_loss(record));
		displaced = record->flags & PTIME_INFLIGHT_DISPLACED;
	} else {
		record = ptime_inflight_slot(skb, 0);
		if (unlikely(!ptime_inflight_take(record, skb))) {
			record = ptime_inflight_take_displaced(skb);
			if (!record)
				return NULL;
			displaced = PTIME_INFLIGHT_DISPLACED;
		}
	}
	record->passed.words[0] = 0;
	record->passed.words[1] = 0;
	record->steps = 0;
	record->flags = displaced;
	record->in = in;
	return record;
}

/**
 * ptime_inflight_begin() - Begin the path of a packet in its home slot
 * @record: the home slot of @skb, which was free when the caller looked
 * @skb: the packet, held by the caller alone; it has no record
 * @step: first step, enum ptime_step
 * @in: ifindex of the device that received the packet, or 0
 * @netns: number of the network namespace
 * @now: clock reading
 *
 * Context: Any, with preemption off for as long as the record is used.
 * Return: true if the slot was still free. If not, nothing has changed, and
 * ptime_inflight_claim() may find another slot.
 */
static __always_inline bool ptime_inflight_begin(struct ptime_inflight *record,
						 const struct sk_buff *skb,
						 u8 step, u32 in, u32 netns, u64 now)
{
	if (unlikely(cmpxchg(&record->skb, 0, (unsigned long)skb)))
		return false;
	record->passed = (union ptime_passed){ .step = { step } };
	record->steps = 1;
	record->flags = 0;
	record->in = in;
	record->netns = netns;
	record->cpu[0] = raw_smp_processor_id();
	record->at[0] = now;
	return true;
}

/**
 * ptime_inflight_pass() - Add a step to a packet's record
 * @record: record of the packet
 * @step: enum ptime_step
 * @now: clock reading
 *
 * Context: Any, with preemption off since the record was found.
 */
static __always_inline void ptime_inflight_pass(struct ptime_inflight *record, u8 step, u64 now)
{
	unsigned long number = record->steps;

	/*
	 * A full record replaces its last step, so that it always has the end of the path. So
	 * whether it has taken a step since its copy was made is not known.
	 */
	if (unlikely(number == PTIME_STEPS_MAX)) {
		record->flags &= ~PTIME_INFLIGHT_COPIED;
		number--;
	} else {
		record->steps = number + 1;
	}
	record->passed.step[number] = step;
	record->cpu[number] = raw_smp_processor_id();
	record->at[number] = now;
}

/**
 * ptime_inflight_take_back() - Remove the last steps of a packet's record
 * @record: record of the packet
 * @steps: number of steps that stay, at least 1
 *
 * Context: Any, with preemption off since the record was found.
 */
static __always_inline void ptime_inflight_take_back(struct ptime_inflight *record, u32 steps)
{
	while (record->steps > steps)
		record->passed.step[--record->steps] = PTIME_STEP_NONE;
}

/**
 * ptime_inflight_inherit() - Copy the steps of one packet to another
 * @record: record of the other packet, from ptime_inflight_claim()
 * @from: record to copy from
 *
 * Context: Any, with preemption off since the records were found.
 */
static __always_inline void ptime_inflight_inherit(struct ptime_inflight *record,
						   const struct ptime_inflight *from)
{
	record->passed = from->passed;
	memcpy(record->cpu, from->cpu, sizeof(record->cpu));
	memcpy(record->at, from->at, sizeof(record->at));
	record->steps = from->steps;
	record->netns = from->netns;
	record->headers = from->headers;
	record->out = from->out;
	record->passed_to = from->passed_to;
	record->flags |= from->flags & PTIME_INFLIGHT_INHERITED;
}

/**
 * ptime_inflight_free() - Free the record of a packet
 * @record: record of the packet
 *
 * Context: Any, with preemption off since the record was found.
 */
static __always_inline void ptime_inflight_free(struct ptime_inflight *record)
{
	if (unlikely(record->flags & PTIME_INFLIGHT_DISPLACED))
		ptime_inflight_free_displaced(record);
	else
		/* all reads of the record come before another CPU can claim the slot */
		smp_store_release(&record->skb, 0);
}

/* count the packet of a record as lost, and free the record */
static __always_inline void ptime_inflight_give_up(struct ptime_inflight *record)
{
	if (likely(!record))
		return;
	ptime_inflight_lose_record(record, ptime_inflight_loss(record));
	ptime_inflight_free(record);
}

#endif /* _PATHTIME_INFLIGHT_H */
