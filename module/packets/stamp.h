/* SPDX-License-Identifier: GPL-2.0 */
/* stamp: which packets are on their road, since when, and where they have passed */
#ifndef _PATHTIME_STAMP_H
#define _PATHTIME_STAMP_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/string.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "packets/flow.h"

struct sk_buff;

/* packets on their road at once, as a power of two */
#define PTIME_STAMPS_BITS	13

/* of each */
#define PTIME_STAMP_BYTES	256

/* of an address, what tells the place in the table */
#define PTIME_STAMPS_MASK	(((1 << PTIME_STAMPS_BITS) - 1) * PTIME_STAMP_BYTES)

/* places looked at for one: with half of all taken, one packet of 65,536 finds none */
#define PTIME_STAMP_PLACES	16

/* from one of these to the next: where one is taken, so are its neighbours, as the packets are */
#define PTIME_STAMP_STRIDE	(1021 * sizeof(struct ptime_stamp))

/* it is about to be received once more, as another sees it */
#define PTIME_STAMP_AGAIN	0x1
/* its headers were taken */
#define PTIME_STAMP_HEADS	0x2
/* its place is not the first that is looked at */
#define PTIME_STAMP_AWAY	0x4
/* a function is under way that may put another sk_buff in the place of the packet's */
#define PTIME_STAMP_MOVING	0x8
/* there is a copy, which goes on with the record if the packet is freed before its next step */
#define PTIME_STAMP_COPIED	0x10
/* it was cut into fragments, which have the record */
#define PTIME_STAMP_CUT		0x20
/* it is one of those, and was in the datagram's list */
#define PTIME_STAMP_PART	0x40
/* it was made from another one, and may not say that it was received */
#define PTIME_STAMP_MADE	0x80
/* it was cut into segments, which have the record, and is about to be freed as sent or dropped */
#define PTIME_STAMP_SEGMENTED	0x100

/**
 * struct ptime_road - where a packet has passed, in order; all after the last is 0
 * @step: enum ptime_step
 */
union ptime_road {
	u8 step[PTIME_STEPS_MAX];
	u64 words[PTIME_STEPS_MAX / sizeof(u64)];
};

/**
 * struct ptime_stamp - a packet on its road
 * @skb: the packet, by which it is known; 0 where the place is free
 * @road: where it has passed
 * @steps: number of these
 * @flags: PTIME_STAMP_AGAIN, ...
 * @in: number of the device that received it; 0 where it was sent here
 * @netns: number of the name space where it began
 * @heads: what tells what it is part of, where the packet will not do so at its end
 * @at: clock's reading at each step
 * @copy: with PTIME_STAMP_COPIED, the copy
 * @copied_at: and how many steps there were when it was made
 *
 * But for @skb, it is written by the CPU only that has the packet.
 */
struct ptime_stamp {
	unsigned long skb;
	union ptime_road road;
	u16 steps;
	u16 flags;
	u32 in;
	u32 netns;
	struct ptime_heads heads;
	u64 at[PTIME_STEPS_MAX];
	struct sk_buff *copy;
	u16 copied_at;
} __aligned(PTIME_STAMP_BYTES);

static_assert(sizeof(struct ptime_stamp) == PTIME_STAMP_BYTES);

extern struct ptime_stamp *ptime_stamps;
extern int ptime_stamps_away;
DECLARE_PER_CPU(u64 [PTIME_PATH_LOSSES], ptime_stamp_losses);

int ptime_stamps_init(void);
void ptime_stamps_exit(void);
void ptime_stamps_clear(void);
void ptime_stamps_sweep(void);

struct ptime_stamp *ptime_stamp_take_away(const struct sk_buff *skb);

struct ptime_stamp *ptime_stamp_find_away(const struct sk_buff *skb);
void ptime_stamp_free_away(struct ptime_stamp *stamp);

/*
 * The place after @tries others were not its. The kernel's own packets are as far apart
 * as stamps are large, so that those of a slab have a place each, and the address is its
 * own hash.
 */
static __always_inline struct ptime_stamp *ptime_stamp_place(const struct sk_buff *skb, u32 tries)
{
	unsigned long offset = (unsigned long)skb + tries * PTIME_STAMP_STRIDE;

	return (void *)ptime_stamps + (offset & PTIME_STAMPS_MASK);
}

/**
 * ptime_stamp_find_first() - a packet's stamp, if that is in the first place
 * @skb: the packet, which the caller has for itself
 *
 * Context: as ptime_stamp_find(). Return: the stamp; NULL where there is none, or it is away,
 * as some are while ptime_stamps_away.
 */
static __always_inline struct ptime_stamp *ptime_stamp_find_first(const struct sk_buff *skb)
{
	struct ptime_stamp *home = ptime_stamp_place(skb, 0);

	return likely(READ_ONCE(home->skb) == (unsigned long)skb) ? home : NULL;
}

/**
 * ptime_stamp_find() - a packet's stamp
 * @skb: the packet, which the caller has for itself
 *
 * Context: any, with preemption off, as long as the stamp is used.
 * Return: the stamp, or NULL.
 */
static __always_inline struct ptime_stamp *ptime_stamp_find(const struct sk_buff *skb)
{
	struct ptime_stamp *stamp = ptime_stamp_find_first(skb);

	return stamp || likely(!READ_ONCE(ptime_stamps_away)) ? stamp : ptime_stamp_find_away(skb);
}

static __always_inline void ptime_stamp_lose(enum ptime_path_loss loss)
{
	this_cpu_inc(ptime_stamp_losses[loss]);
}

/* what becomes of a packet that is freed where no step is known, or was without being seen */
static __always_inline enum ptime_path_loss ptime_stamp_loss(const struct ptime_stamp *stamp)
{
	return unlikely(stamp->steps && stamp->road.step[stamp->steps - 1] == PTIME_STEP_DEFRAG) ?
	       PTIME_PATH_REASSEMBLED : PTIME_PATH_VANISHED;
}

/* the place, where it is free */
static __always_inline bool ptime_stamp_take(struct ptime_stamp *stamp, const struct sk_buff *skb)
{
	return !READ_ONCE(stamp->skb) && !cmpxchg(&stamp->skb, 0, (unsigned long)skb);
}

/**
 * ptime_stamp_claim() - a packet begins its road
 * @skb: the packet, which the caller has for itself
 * @stamp: of ptime_stamp_find(): what an earlier packet of the same address has left, as
 *	nobody saw its end; nobody else can have it in use
 * @in: number of the device that received it, or 0
 *
 * Context: any, with preemption off, as long as the stamp is used.
 * Return: the stamp, with nothing in it but this; NULL where there is no room.
 */
static __always_inline struct ptime_stamp *
ptime_stamp_claim(const struct sk_buff *skb, struct ptime_stamp *stamp, u32 in)
{
	u16 away = 0;

	if (unlikely(stamp)) {
		ptime_stamp_lose(ptime_stamp_loss(stamp));
		away = stamp->flags & PTIME_STAMP_AWAY;
	} else {
		stamp = ptime_stamp_place(skb, 0);
		if (unlikely(!ptime_stamp_take(stamp, skb))) {
			stamp = ptime_stamp_take_away(skb);
			if (!stamp)
				return NULL;
			away = PTIME_STAMP_AWAY;
		}
	}
	stamp->road.words[0] = 0;
	stamp->road.words[1] = 0;
	stamp->steps = 0;
	stamp->flags = away;
	stamp->in = in;
	return stamp;
}

/**
 * ptime_stamp_begin() - a packet begins its road, and has no stamp yet
 * @stamp: the first place, which was seen to be free
 * @skb: the packet, which the caller has for itself
 * @step: enum ptime_step
 * @in: number of the device that received it, or 0
 * @netns: number of the name space
 * @now: clock's reading
 *
 * Context: as ptime_stamp_find(). Return: whether it still was; else nothing was done, and
 * ptime_stamp_claim() may find another.
 */
static __always_inline bool ptime_stamp_begin(struct ptime_stamp *stamp, const struct sk_buff *skb,
					      u8 step, u32 in, u32 netns, u64 now)
{
	if (unlikely(cmpxchg(&stamp->skb, 0, (unsigned long)skb)))
		return false;
	stamp->road = (union ptime_road){ .step = { step } };
	stamp->steps = 1;
	stamp->flags = 0;
	stamp->in = in;
	stamp->netns = netns;
	stamp->at[0] = now;
	return true;
}

/**
 * ptime_stamp_pass() - a packet takes a step
 * @stamp: the packet's
 * @step: enum ptime_step
 * @now: clock's reading
 *
 * Context: as ptime_stamp_find().
 */
static __always_inline void ptime_stamp_pass(struct ptime_stamp *stamp, u8 step, u64 now)
{
	unsigned long number = stamp->steps;

	/* the end comes last, and takes the place of the step that was there */
	if (unlikely(number == PTIME_STEPS_MAX))
		number--;
	else
		stamp->steps = number + 1;
	stamp->road.step[number] = step;
	stamp->at[number] = now;
}

/**
 * ptime_stamp_inherit() - a packet has the steps of another one
 * @stamp: of ptime_stamp_claim()
 * @from: the other one's
 *
 * Context: as ptime_stamp_find().
 */
static __always_inline void ptime_stamp_inherit(struct ptime_stamp *stamp,
						const struct ptime_stamp *from)
{
	stamp->road = from->road;
	memcpy(stamp->at, from->at, sizeof(stamp->at));
	stamp->steps = from->steps;
	stamp->netns = from->netns;
	stamp->heads = from->heads;
	stamp->flags |= from->flags & (PTIME_STAMP_HEADS | PTIME_STAMP_AGAIN | PTIME_STAMP_MADE);
}

/**
 * ptime_stamp_free() - a packet's road has ended
 * @stamp: the packet's
 *
 * Context: as ptime_stamp_find().
 */
static __always_inline void ptime_stamp_free(struct ptime_stamp *stamp)
{
	if (unlikely(stamp->flags & PTIME_STAMP_AWAY))
		ptime_stamp_free_away(stamp);
	else
		/* who claims the place finds all of it read */
		smp_store_release(&stamp->skb, 0);
}

#endif /* _PATHTIME_STAMP_H */
