// SPDX-License-Identifier: GPL-2.0
/* inflight: the table of in-flight records, its displaced records, and the sweeper */
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "kernel/pin.h"
#include "kernel/wait.h"
#include "packets/inflight.h"

/* a record is given up after ten seconds: its packet's end was missed, or no longer matters */
#define SWEEP_JIFFIES	HZ
#define SWEEPS_MAX	10

/* value of @skb in a record that is given up; a CPU that found it before may still use it */
#define GIVEN_UP	1UL

/*
 * Freeing the records that are given up interrupts all CPUs, also isolated ones
 * (ptime_wait_for_trampolines()). So the sweeper frees them every ten sweeps. It frees them
 * earlier if more than an eighth of all slots is given up.
 */
#define SWEEPS_TO_FREE	10
#define GIVEN_UP_SHARE	8

/* records that the sweeper looks at before it lets other tasks run */
#define RECORDS_AT_ONCE	4096

struct ptime_inflight *ptime_inflight_table __ro_after_init;
unsigned long ptime_inflight_mask __ro_after_init;
static u32 records __ro_after_init;

DEFINE_PER_CPU(u64 [PTIME_PATH_LOSSES], ptime_inflight_losses);

/*
 * Count displaced records in their home slot: a lookup reads that slot anyway, and tries others
 * only if this one has displaced records. A record is counted before its slot is claimed, so a CPU
 * that is handed the packet sees it counted.
 */
static __always_inline void count_displaced(struct ptime_inflight *home, int change)
{
	int seen;

	do {
		seen = READ_ONCE(home->displaced);
	} while (cmpxchg(&home->displaced, seen, seen + change) != seen);
}

/**
 * ptime_inflight_find_displaced() - Find the displaced record of a packet
 * @skb: the packet, held by the caller alone; it has no record in its home slot
 *
 * Context: Any, with preemption off for as long as the record is used.
 * Return: The record, or NULL.
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
 * ptime_inflight_free_displaced() - Free a displaced record
 * @record: the record
 *
 * Context: Any, with preemption off since the record was found.
 */
notrace void ptime_inflight_free_displaced(struct ptime_inflight *record)
{
	struct ptime_inflight *home = &ptime_inflight_table[record->home];

	record->flags = 0;
	smp_store_release(&record->skb, 0);	/* see ptime_inflight_free() */
	count_displaced(home, -1);
}
NOKPROBE_SYMBOL(ptime_inflight_free_displaced);

/**
 * ptime_inflight_take_displaced() - Take a slot for a packet whose home slot is taken
 * @skb: the packet, held by the caller alone
 *
 * Context: Any, with preemption off for as long as the record is used.
 * Return: The slot; NULL if none is free, which is counted.
 */
notrace struct ptime_inflight *ptime_inflight_take_displaced(const struct sk_buff *skb)
{
	struct ptime_inflight *record, *home = ptime_inflight_slot(skb, 0);
	u32 tries;

	count_displaced(home, 1);
	for (tries = 1; tries < PTIME_INFLIGHT_SLOTS; tries++) {
		record = ptime_inflight_slot(skb, tries);
		if (!ptime_inflight_take(record, skb))
			continue;
		record->home = home - ptime_inflight_table;
		return record;
	}
	count_displaced(home, -1);
	ptime_inflight_lose(PTIME_PATH_TABLE_FULL);
	return NULL;
}
NOKPROBE_SYMBOL(ptime_inflight_take_displaced);

/* contents of a slot at the last sweep that found new ones, and number of sweeps since */
struct seen {
	unsigned long skb;
	u64 began;
	u32 sweeps;
};

static struct seen *inflight_seen __ro_after_init;

/* arguments: .in, .netns and .flags of the record */
static void count_timed_out(u32 in, u32 netns, u32 flags)
{
	if (flags & PTIME_INFLIGHT_GIVEN_BACK)
		return;
	preempt_disable();
	ptime_inflight_lose(PTIME_PATH_TIMED_OUT);
	if (in && !(flags & PTIME_INFLIGHT_UNCOUNTED))
		ptime_account(in, netns, PTIME_RX_TIMED_OUT);
	preempt_enable();
}

/*
 * The age of a record is counted in sweeps, not read from a clock. For a moment after it is
 * claimed, a record still has the time of the slot's previous packet.
 */
static bool record_give_up(struct ptime_inflight *record, struct seen *before)
{
	unsigned long skb = READ_ONCE(record->skb);
	u64 began;
	u32 in, netns, flags;

	/* nearly all slots are free: read them, but do not write */
	if (!skb && !before->skb)
		return false;
	began = READ_ONCE(record->at[0]);
	if (skb <= GIVEN_UP || skb != before->skb || began != before->began) {
		*before = (struct seen){ .skb = skb, .began = began };
		return false;
	}
	if (++before->sweeps < SWEEPS_MAX)
		return false;
	/* as soon as it is given up, another packet may claim the slot, so this is read before */
	in = record->in;
	netns = record->netns;
	flags = record->flags;
	if (cmpxchg(&record->skb, skb, GIVEN_UP) != skb)
		return false;
	count_timed_out(in, netns, flags);
	return true;
}

/* unless the packet came to its end meanwhile, and the slot was freed or claimed again */
static void record_free_given_up(struct ptime_inflight *record)
{
	bool displaced = record->flags & PTIME_INFLIGHT_DISPLACED;
	struct ptime_inflight *home = &ptime_inflight_table[record->home];

	if (READ_ONCE(record->skb) == GIVEN_UP && cmpxchg(&record->skb, GIVEN_UP, 0) == GIVEN_UP &&
	    displaced)
		count_displaced(home, -1);
}

/* written by the sweeper, or by ptime_inflight_clear() after it has stopped the sweeper */
static u32 given_up;
static u32 sweeps_since_free;

static void inflight_sweep(struct work_struct *work);
static DECLARE_DELAYED_WORK(inflight_sweeper, inflight_sweep);

/*
 * Wait until no CPU uses a record that was given up before. Kprobes and tracepoint probes run with
 * preemption off. Trampolines do not, but no task is in one unless the module is pinned. The wait
 * for them may take as long as a task is busy. So the module is held meanwhile, and unloading is
 * refused instead of waiting. Returns false if the module is being unloaded.
 */
static bool wait_for_users(void)
{
	if (!ptime_is_pinned()) {
		synchronize_rcu();
		return true;
	}
	if (ptime_pin_hold())
		return false;
	ptime_wait_for_trampolines();
	ptime_pin_release();
	return true;
}

static void let_others_run(u32 i)
{
	if (!(i % RECORDS_AT_ONCE))
		cond_resched();
}

static void free_given_up(void)
{
	u32 i;

	for (i = 0; i < records; i++) {
		record_free_given_up(&ptime_inflight_table[i]);
		let_others_run(i);
	}
	given_up = 0;
	sweeps_since_free = 0;
}

/*
 * A CPU that has found a record may still write to it. So a record that is given up keeps its slot
 * until all such CPUs are done. Meanwhile its packet may come to its end and free the slot, and
 * another packet may claim it.
 */
static void inflight_sweep(struct work_struct *work)
{
	bool urgent;
	u32 i, old = 0;

	for (i = 0; i < records; i++) {
		old += record_give_up(&ptime_inflight_table[i], &inflight_seen[i]);
		let_others_run(i);
	}
	given_up += old;
	sweeps_since_free++;
	urgent = sweeps_since_free >= SWEEPS_TO_FREE || given_up > records / GIVEN_UP_SHARE;
	if (given_up && urgent && wait_for_users())
		free_given_up();
	schedule_delayed_work(&inflight_sweeper, SWEEP_JIFFIES);
}

/* the ends of packets that were in flight when packet tracing stopped were not seen */
static void record_clear(struct ptime_inflight *record)
{
	if (record->skb > GIVEN_UP) {
		preempt_disable();
		ptime_inflight_lose_record(record, ptime_inflight_loss(record));
		preempt_enable();
	}
	WRITE_ONCE(record->skb, 0);
	WRITE_ONCE(record->displaced, 0);
}

/**
 * ptime_inflight_clear() - Free all records and stop the sweeper
 *
 * Context: A worker, may sleep, after ptime_hooks_stop(): no records are made.
 */
void ptime_inflight_clear(void)
{
	u32 i;

	cancel_delayed_work_sync(&inflight_sweeper);
	ptime_wait_for_callers();
	for (i = 0; i < records; i++) {
		record_clear(&ptime_inflight_table[i]);
		let_others_run(i);
	}
	given_up = 0;
	ptime_wait_for_callers();
}

/* The sweeper gives up the records of packets whose end is not seen. */
void ptime_inflight_sweep(void)
{
	schedule_delayed_work(&inflight_sweeper, SWEEP_JIFFIES);
}

/**
 * ptime_inflight_init() - Allocate the table of in-flight records
 * @count: number of records, up to PTIME_INFLIGHT_MAX; rounded up to a power of two
 *
 * Context: Process, may sleep, at load.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_inflight_init(u32 count)
{
	records = roundup_pow_of_two(count);
	ptime_inflight_mask = (records - 1UL) * PTIME_INFLIGHT_BYTES;
	ptime_inflight_table = kvcalloc(records, sizeof(*ptime_inflight_table), GFP_KERNEL);
	inflight_seen = kvcalloc(records, sizeof(*inflight_seen), GFP_KERNEL);
	if (!ptime_inflight_table || !inflight_seen)
		goto err_free;
	return 0;

err_free:
	kvfree(inflight_seen);
	kvfree(ptime_inflight_table);
	return -ENOMEM;
}

/**
 * ptime_inflight_exit() - Stop the sweeper and free the table
 *
 * Context: Process, may sleep; no lookups may follow or be running.
 */
void ptime_inflight_exit(void)
{
	cancel_delayed_work_sync(&inflight_sweeper);
	kvfree(inflight_seen);
	kvfree(ptime_inflight_table);
}
