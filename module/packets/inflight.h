/* SPDX-License-Identifier: GPL-2.0 */
/* stamp: which packets are on their road, since when, and where they have passed */
#ifndef _PATHTIME_INFLIGHT_H
#define _PATHTIME_INFLIGHT_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/string.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "packets/flow_key.h"

struct sk_buff;

/* packets on their road at once, as a power of two */
#define PTIME_INFLIGHT_TABLE_BITS	13

/* of each */
#define PTIME_INFLIGHT_BYTES	256

/* of an address, what tells the slot in the table */
#define PTIME_INFLIGHT_TABLE_MASK					\
	(((1 << PTIME_INFLIGHT_TABLE_BITS) - 1) * PTIME_INFLIGHT_BYTES)

/* places looked at for one: with half of all taken, one packet of 65,536 finds none */
#define PTIME_INFLIGHT_SLOTS	16

/* from one of these to the next: where one is taken, so are its neighbours, as the packets are */
#define PTIME_INFLIGHT_STRIDE	(1021 * sizeof(struct ptime_inflight))

/* it is about to be received once more, as another sees it */
#define PTIME_INFLIGHT_AGAIN	0x1
/* its headers were taken */
#define PTIME_INFLIGHT_HEADERS	0x2
/* its place is not the first that is looked at */
#define PTIME_INFLIGHT_DISPLACED	0x4
/* a function is under way that may put another sk_buff in the place of the packet's */
#define PTIME_INFLIGHT_MOVING	0x8
/* there is a copy, which goes on with the record if the packet is freed before its next step */
#define PTIME_INFLIGHT_COPIED	0x10
/* it was cut into fragments, which have the record */
#define PTIME_INFLIGHT_CUT		0x20
/* it is one of those, and was in the datagram's list */
#define PTIME_INFLIGHT_PART	0x40
/* it was made from another one, and may not say that it was received */
#define PTIME_INFLIGHT_MADE	0x80
/* it was cut into segments, which have the record, and is about to be freed as sent or dropped */
#define PTIME_INFLIGHT_SEGMENTED	0x100

/**
 * struct ptime_passed - where a packet has passed, in order; all after the last is 0
 * @step: enum ptime_step
 */
union ptime_passed {
	u8 step[PTIME_STEPS_MAX];
	u64 words[PTIME_STEPS_MAX / sizeof(u64)];
};

/**
 * struct ptime_inflight - a packet on its road
 * @skb: the packet, by which it is known; 0 where the place is free
 * @passed: where it has passed
 * @steps: number of these
 * @flags: PTIME_INFLIGHT_AGAIN, ...
 * @in: number of the device that received it; 0 where it was sent here
 * @netns: number of the name space where it began
 * @headers: what tells what it is part of, where the packet will not do so at its end
 * @at: clock's reading at each step
 * @copy: with PTIME_INFLIGHT_COPIED, the copy
 * @copied_at: and how many steps there were when it was made
 *
 * But for @skb, it is written by the CPU only that has the packet.
 */
struct ptime_inflight {
	unsigned long skb;
	union ptime_passed passed;
	u16 steps;
	u16 flags;
	u32 in;
	u32 netns;
	struct ptime_headers headers;
	u64 at[PTIME_STEPS_MAX];
	struct sk_buff *copy;
	u16 copied_at;
} __aligned(PTIME_INFLIGHT_BYTES);

static_assert(sizeof(struct ptime_inflight) == PTIME_INFLIGHT_BYTES);

extern struct ptime_inflight *ptime_inflight_table;
extern int ptime_inflight_displaced;
DECLARE_PER_CPU(u64 [PTIME_PATH_LOSSES], ptime_inflight_losses);

int ptime_inflight_init(void);
void ptime_inflight_exit(void);
void ptime_inflight_clear(void);
void ptime_inflight_sweep(void);

struct ptime_inflight *ptime_inflight_take_displaced(const struct sk_buff *skb);

struct ptime_inflight *ptime_inflight_find_displaced(const struct sk_buff *skb);
void ptime_inflight_free_displaced(struct ptime_inflight *record);

/*
 * The place after @tries others were not its. The kernel's own packets are as far apart
 * as stamps are large, so that those of a slab have a place each, and the address is its
 * own hash.
 */
static __always_inline struct ptime_inflight *ptime_inflight_slot(const struct sk_buff *skb,
								  u32 tries)
{
	unsigned long offset = (unsigned long)skb + tries * PTIME_INFLIGHT_STRIDE;

	return (void *)ptime_inflight_table + (offset & PTIME_INFLIGHT_TABLE_MASK);
}

/**
 * ptime_inflight_find_first() - a packet's stamp, if that is in the first place
 * @skb: the packet, which the caller has for itself
 *
 * Context: as ptime_inflight_find(). Return: the stamp; NULL where there is none, or it is away,
 * as some are while ptime_inflight_displaced.
 */
static __always_inline struct ptime_inflight *ptime_inflight_find_first(const struct sk_buff *skb)
{
	struct ptime_inflight *home_slot = ptime_inflight_slot(skb, 0);

	return likely(READ_ONCE(home_slot->skb) == (unsigned long)skb) ? home_slot : NULL;
}

/**
 * ptime_inflight_find() - a packet's stamp
 * @skb: the packet, which the caller has for itself
 *
 * Context: any, with preemption off, as long as the stamp is used.
 * Return: the stamp, or NULL.
 */
static __always_inline struct ptime_inflight *ptime_inflight_find(const struct sk_buff *skb)
{
	struct ptime_inflight *record = ptime_inflight_find_first(skb);

	return record || likely(!READ_ONCE(ptime_inflight_displaced)) ? record :
	       ptime_inflight_find_displaced(skb);
}

static __always_inline void ptime_inflight_lose(enum ptime_path_loss loss)
{
	this_cpu_inc(ptime_inflight_losses[loss]);
}

/* what becomes of a packet that is freed where no step is known, or was without being seen */
static __always_inline enum ptime_path_loss ptime_inflight_loss(const struct ptime_inflight *record)
{
	return unlikely(record->steps &&
			record->passed.step[record->steps - 1] == PTIME_STEP_DEFRAG) ?
	       PTIME_PATH_REASSEMBLED : PTIME_PATH_VANISHED;
}

/* the place, where it is free */
static __always_inline bool ptime_inflight_take(struct ptime_inflight *record,
						const struct sk_buff *skb)
{
	return !READ_ONCE(record->skb) && !cmpxchg(&record->skb, 0, (unsigned long)skb);
}

/**
 * ptime_inflight_claim() - a packet begins its road
 * @skb: the packet, which the caller has for itself
 * @record: of ptime_inflight_find(): what an earlier packet of the same address has left, as
 *	nobody saw its end; nobody else can have it in use
 * @in: number of the device that received it, or 0
 *
 * Context: any, with preemption off, as long as the stamp is used.
 * Return: the stamp, with nothing in it but this; NULL where there is no room.
 */
static __always_inline struct ptime_inflight *
ptime_inflight_claim(const struct sk_buff *skb, struct ptime_inflight *record, u32 in)
{
	u16 displaced = 0;

	if (unlikely(record)) {
		ptime_inflight_lose(ptime_inflight_loss(record));
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
 * ptime_inflight_begin() - a packet begins its road, and has no stamp yet
 * @record: the first place, which was seen to be free
 * @skb: the packet, which the caller has for itself
 * @step: enum ptime_step
 * @in: number of the device that received it, or 0
 * @netns: number of the name space
 * @now: clock's reading
 *
 * Context: as ptime_inflight_find(). Return: whether it still was; else nothing was done, and
 * ptime_inflight_claim() may find another.
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
	record->at[0] = now;
	return true;
}

/**
 * ptime_inflight_pass() - a packet takes a step
 * @record: the packet's
 * @step: enum ptime_step
 * @now: clock's reading
 *
 * Context: as ptime_inflight_find().
 */
static __always_inline void ptime_inflight_pass(struct ptime_inflight *record, u8 step, u64 now)
{
	unsigned long number = record->steps;

	/* the end comes last, and takes the place of the step that was there */
	if (unlikely(number == PTIME_STEPS_MAX))
		number--;
	else
		record->steps = number + 1;
	record->passed.step[number] = step;
	record->at[number] = now;
}

/**
 * ptime_inflight_inherit() - a packet has the steps of another one
 * @record: of ptime_inflight_claim()
 * @from: the other one's
 *
 * Context: as ptime_inflight_find().
 */
static __always_inline void ptime_inflight_inherit(struct ptime_inflight *record,
						   const struct ptime_inflight *from)
{
	record->passed = from->passed;
	memcpy(record->at, from->at, sizeof(record->at));
	record->steps = from->steps;
	record->netns = from->netns;
	record->headers = from->headers;
	record->flags |= from->flags & (PTIME_INFLIGHT_HEADERS | PTIME_INFLIGHT_AGAIN |
					PTIME_INFLIGHT_MADE);
}

/**
 * ptime_inflight_free() - a packet's road has ended
 * @record: the packet's
 *
 * Context: as ptime_inflight_find().
 */
static __always_inline void ptime_inflight_free(struct ptime_inflight *record)
{
	if (unlikely(record->flags & PTIME_INFLIGHT_DISPLACED))
		ptime_inflight_free_displaced(record);
	else
		/* who claims the place finds all of it read */
		smp_store_release(&record->skb, 0);
}

#endif /* _PATHTIME_INFLIGHT_H */
