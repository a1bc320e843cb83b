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
#include "packets/inflight.h"

#define RECORDS	BIT(PTIME_INFLIGHT_TABLE_BITS)

/* a packet that has not come to its end by then will not, or nobody cares any more */
#define SWEEP_JIFFIES	HZ
#define SWEEPS_MAX	10

/* in place of a packet: its record is given up, and may still be in use for a moment */
#define GIVEN_UP	1UL

/*
 * To free these interrupts all CPUs, isolated ones too. So it is done every ten sweeps, or when
 * an eighth of all slots is given up, or one that makes every lookup longer
 * (PTIME_INFLIGHT_DISPLACED).
 */
#define SWEEPS_TO_FREE	10
#define GIVEN_UP_MAX	(RECORDS / 8)

struct ptime_inflight *ptime_inflight_table __ro_after_init;
DEFINE_PER_CPU(u64 [PTIME_PATH_LOSSES], ptime_inflight_losses);

/*
 * Stamps whose place is not the first that is looked at: as long as there is none, that one
 * tells. Whoever has the packet has seen it counted.
 */
int ptime_inflight_displaced;

static __always_inline void count_displaced(int change)
{
	int seen;

	do {
		seen = READ_ONCE(ptime_inflight_displaced);
	} while (cmpxchg(&ptime_inflight_displaced, seen, seen + change) != seen);
}

/**
 * ptime_inflight_find_displaced() - a packet's stamp, not in the first place
 * @skb: the packet, which the caller has for itself
 *
 * Context: as ptime_inflight_find(). Return: the stamp, or NULL.
 */
notrace struct ptime_inflight *ptime_inflight_find_displaced(const struct sk_buff *skb)
{
	u32 tries;

	for (tries = 1; tries < PTIME_INFLIGHT_SLOTS; tries++) {
		struct ptime_inflight *record = ptime_inflight_slot(skb, tries);

		if (READ_ONCE(record->skb) == (unsigned long)skb)
			return record;
	}
	return NULL;
}
NOKPROBE_SYMBOL(ptime_inflight_find_displaced);

/**
 * ptime_inflight_free_displaced() - likewise, its road has ended
 * @record: the stamp
 *
 * Context: as ptime_inflight_find().
 */
notrace void ptime_inflight_free_displaced(struct ptime_inflight *record)
{
	record->flags = 0;
	smp_store_release(&record->skb, 0);	/* as ptime_inflight_free() */
	count_displaced(-1);
}
NOKPROBE_SYMBOL(ptime_inflight_free_displaced);

/**
 * ptime_inflight_take_displaced() - a place for a packet's stamp, where the first one is taken
 * @skb: the packet, which the caller has for itself
 *
 * Context: as ptime_inflight_find(). Return: the place; NULL where none is free.
 */
notrace struct ptime_inflight *ptime_inflight_take_displaced(const struct sk_buff *skb)
{
	u32 tries;

	count_displaced(1);
	for (tries = 1; tries < PTIME_INFLIGHT_SLOTS; tries++)
		if (ptime_inflight_take(ptime_inflight_slot(skb, tries), skb))
			return ptime_inflight_slot(skb, tries);
	count_displaced(-1);
	ptime_inflight_lose(PTIME_PATH_NO_ROOM);
	return NULL;
}
NOKPROBE_SYMBOL(ptime_inflight_take_displaced);

/* what the sweeper saw in a place, and how often one after the other */
struct seen {
	unsigned long skb;
	u64 began;
	u32 sweeps;
};

static struct seen *seen __ro_after_init;

/* A packet that has just come has the time of one before it, for a moment; so no clock is asked. */
static bool give_up(struct ptime_inflight *record, struct seen *before)
{
	unsigned long skb = READ_ONCE(record->skb);
	u64 began = READ_ONCE(record->at[0]);

	if (skb <= GIVEN_UP || skb != before->skb || began != before->began) {
		*before = (struct seen){ .skb = skb, .began = began };
		return false;
	}
	return ++before->sweeps >= SWEEPS_MAX && cmpxchg(&record->skb, skb, GIVEN_UP) == skb;
}

/* unless its owner has come to the end, and another may have it */
static void free_given_up(struct ptime_inflight *record)
{
	bool displaced = record->flags & PTIME_INFLIGHT_DISPLACED;

	if (READ_ONCE(record->skb) == GIVEN_UP && cmpxchg(&record->skb, GIVEN_UP, 0) == GIVEN_UP &&
	    displaced)
		count_displaced(-1);
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

	for (i = 0; i < RECORDS; i++) {
		if (!give_up(&ptime_inflight_table[i], &seen[i]))
			continue;
		old++;
		urgent |= READ_ONCE(ptime_inflight_table[i].flags) & PTIME_INFLIGHT_DISPLACED;
	}
	this_cpu_add(ptime_inflight_losses[PTIME_PATH_EVICTED], old);
	given_up += old;
	sweeps_since_free++;
	/* the module stays meanwhile: unloading would wait for it */
	urgent |= sweeps_since_free >= SWEEPS_TO_FREE || given_up > GIVEN_UP_MAX;
	if (given_up && urgent && try_module_get(THIS_MODULE)) {
		ptime_wait_for_trampolines();
		for (i = 0; i < RECORDS; i++)
			free_given_up(&ptime_inflight_table[i]);
		given_up = 0;
		sweeps_since_free = 0;
		module_put(THIS_MODULE);
	}
	schedule_delayed_work(&sweeper, SWEEP_JIFFIES);
}

/**
 * ptime_inflight_clear() - free all stamps, and sweep no more
 *
 * Context: a worker, may sleep; nobody makes any, and of those who look for one there are
 * only entries that add a step.
 */
void ptime_inflight_clear(void)
{
	u32 i;

	cancel_delayed_work_sync(&sweeper);
	ptime_wait_for_trampolines();
	for (i = 0; i < RECORDS; i++)
		WRITE_ONCE(ptime_inflight_table[i].skb, 0);
	WRITE_ONCE(ptime_inflight_displaced, 0);
	given_up = 0;
	ptime_wait_for_trampolines();
}

/**
 * ptime_inflight_sweep() - look for stamps that their packets have left behind, from now on
 *
 * Context: process.
 */
void ptime_inflight_sweep(void)
{
	schedule_delayed_work(&sweeper, SWEEP_JIFFIES);
}

/**
 * ptime_inflight_init() - make room for packets
 *
 * Context: process, at load. Return: 0 or -ENOMEM.
 */
int __init ptime_inflight_init(void)
{
	ptime_inflight_table = kvcalloc(RECORDS, sizeof(*ptime_inflight_table), GFP_KERNEL);
	seen = kvcalloc(RECORDS, sizeof(*seen), GFP_KERNEL);
	if (!ptime_inflight_table || !seen)
		goto err_free;
	return 0;

err_free:
	kvfree(seen);
	kvfree(ptime_inflight_table);
	return -ENOMEM;
}

/**
 * ptime_inflight_exit() - free it
 *
 * Context: process, may sleep; nobody looks for a stamp any more.
 */
void ptime_inflight_exit(void)
{
	cancel_delayed_work_sync(&sweeper);
	kvfree(seen);
	kvfree(ptime_inflight_table);
}
