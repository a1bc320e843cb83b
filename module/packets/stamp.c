// SPDX-License-Identifier: GPL-2.0
/* stamp: which packets are on their road, since when, and where they have passed */
#include <linux/bits.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "kernel/wait.h"
#include "packets/stamp.h"

#define STAMPS	BIT(PTIME_STAMPS_BITS)

/* a packet that has not come to its end by then will not, or nobody cares any more */
#define SWEEP_JIFFIES	HZ
#define SWEEPS_MAX	10

/* in place of a packet: its stamp is given up, and may still be in use for a moment */
#define GIVEN_UP	1UL

/*
 * To free these interrupts all CPUs, isolated ones too. So it is done every ten sweeps, or when
 * an eighth of all places is given up, or one that makes every lookup longer (PTIME_STAMP_AWAY).
 */
#define SWEEPS_TO_FREE	10
#define GIVEN_UP_MAX	(STAMPS / 8)

struct ptime_stamp *ptime_stamps __ro_after_init;
DEFINE_PER_CPU(u64 [PTIME_PATH_LOSSES], ptime_stamp_losses);

/*
 * Stamps whose place is not the first that is looked at: as long as there is none, that one
 * tells. Whoever has the packet has seen it counted.
 */
int ptime_stamps_away;

static __always_inline void count_away(int change)
{
	int seen;

	do {
		seen = READ_ONCE(ptime_stamps_away);
	} while (cmpxchg(&ptime_stamps_away, seen, seen + change) != seen);
}

/**
 * ptime_stamp_find_away() - a packet's stamp, not in the first place
 * @skb: the packet, which the caller has for itself
 *
 * Context: as ptime_stamp_find(). Return: the stamp, or NULL.
 */
notrace struct ptime_stamp *ptime_stamp_find_away(const struct sk_buff *skb)
{
	u32 tries;

	for (tries = 1; tries < PTIME_STAMP_PLACES; tries++) {
		struct ptime_stamp *stamp = ptime_stamp_place(skb, tries);

		if (READ_ONCE(stamp->skb) == (unsigned long)skb)
			return stamp;
	}
	return NULL;
}
NOKPROBE_SYMBOL(ptime_stamp_find_away);

/**
 * ptime_stamp_free_away() - likewise, its road has ended
 * @stamp: the stamp
 *
 * Context: as ptime_stamp_find().
 */
notrace void ptime_stamp_free_away(struct ptime_stamp *stamp)
{
	stamp->flags = 0;
	smp_store_release(&stamp->skb, 0);	/* as ptime_stamp_free() */
	count_away(-1);
}
NOKPROBE_SYMBOL(ptime_stamp_free_away);

/**
 * ptime_stamp_take_away() - a place for a packet's stamp, where the first one is taken
 * @skb: the packet, which the caller has for itself
 *
 * Context: as ptime_stamp_find(). Return: the place; NULL where none is free.
 */
notrace struct ptime_stamp *ptime_stamp_take_away(const struct sk_buff *skb)
{
	u32 tries;

	count_away(1);
	for (tries = 1; tries < PTIME_STAMP_PLACES; tries++)
		if (ptime_stamp_take(ptime_stamp_place(skb, tries), skb))
			return ptime_stamp_place(skb, tries);
	count_away(-1);
	ptime_stamp_lose(PTIME_PATH_NO_ROOM);
	return NULL;
}
NOKPROBE_SYMBOL(ptime_stamp_take_away);

/* what the sweeper saw in a place, and how often one after the other */
struct seen {
	unsigned long skb;
	u64 began;
	u32 sweeps;
};

static struct seen *seen __ro_after_init;

/* A packet that has just come has the time of one before it, for a moment; so no clock is asked. */
static bool give_up(struct ptime_stamp *stamp, struct seen *before)
{
	unsigned long skb = READ_ONCE(stamp->skb);
	u64 began = READ_ONCE(stamp->at[0]);

	if (skb <= GIVEN_UP || skb != before->skb || began != before->began) {
		*before = (struct seen){ .skb = skb, .began = began };
		return false;
	}
	return ++before->sweeps >= SWEEPS_MAX && cmpxchg(&stamp->skb, skb, GIVEN_UP) == skb;
}

/* unless its owner has come to the end, and another may have it */
static void free_given_up(struct ptime_stamp *stamp)
{
	bool away = stamp->flags & PTIME_STAMP_AWAY;

	if (READ_ONCE(stamp->skb) == GIVEN_UP && cmpxchg(&stamp->skb, GIVEN_UP, 0) == GIVEN_UP &&
	    away)
		count_away(-1);
}

/* written by the sweeper, or while it does not run */
static u32 given_up;
static u32 sweeps_since_free;

static void sweep(struct work_struct *work);
static DECLARE_DELAYED_WORK(sweeper, sweep);

/*
 * Who has found a stamp may go on writing to it, so that it stays until all who have are
 * done. Its owner may come to the packet's end meanwhile, and free it; then another may
 * have it.
 */
static void sweep(struct work_struct *work)
{
	bool urgent = false;
	u32 i, old = 0;

	for (i = 0; i < STAMPS; i++) {
		if (!give_up(&ptime_stamps[i], &seen[i]))
			continue;
		old++;
		urgent |= READ_ONCE(ptime_stamps[i].flags) & PTIME_STAMP_AWAY;
	}
	this_cpu_add(ptime_stamp_losses[PTIME_PATH_EVICTED], old);
	given_up += old;
	sweeps_since_free++;
	/* the module stays meanwhile: unloading would wait for it */
	urgent |= sweeps_since_free >= SWEEPS_TO_FREE || given_up > GIVEN_UP_MAX;
	if (given_up && urgent && try_module_get(THIS_MODULE)) {
		ptime_wait_for_entries();
		for (i = 0; i < STAMPS; i++)
			free_given_up(&ptime_stamps[i]);
		given_up = 0;
		sweeps_since_free = 0;
		module_put(THIS_MODULE);
	}
	schedule_delayed_work(&sweeper, SWEEP_JIFFIES);
}

/**
 * ptime_stamps_clear() - free all stamps, and sweep no more
 *
 * Context: a worker, may sleep; nobody makes any, and of those who look for one there are
 * only entries that add a step.
 */
void ptime_stamps_clear(void)
{
	u32 i;

	cancel_delayed_work_sync(&sweeper);
	ptime_wait_for_entries();
	for (i = 0; i < STAMPS; i++)
		WRITE_ONCE(ptime_stamps[i].skb, 0);
	WRITE_ONCE(ptime_stamps_away, 0);
	given_up = 0;
	ptime_wait_for_entries();
}

/**
 * ptime_stamps_sweep() - look for stamps that their packets have left behind, from now on
 *
 * Context: process.
 */
void ptime_stamps_sweep(void)
{
	schedule_delayed_work(&sweeper, SWEEP_JIFFIES);
}

/**
 * ptime_stamps_init() - make room for packets
 *
 * Context: process, at load. Return: 0 or -ENOMEM.
 */
int __init ptime_stamps_init(void)
{
	ptime_stamps = kvcalloc(STAMPS, sizeof(*ptime_stamps), GFP_KERNEL);
	seen = kvcalloc(STAMPS, sizeof(*seen), GFP_KERNEL);
	if (!ptime_stamps || !seen)
		goto err_free;
	return 0;

err_free:
	kvfree(seen);
	kvfree(ptime_stamps);
	return -ENOMEM;
}

/**
 * ptime_stamps_exit() - free it
 *
 * Context: process, may sleep; nobody looks for a stamp any more.
 */
void ptime_stamps_exit(void)
{
	cancel_delayed_work_sync(&sweeper);
	kvfree(seen);
	kvfree(ptime_stamps);
}
