// SPDX-License-Identifier: GPL-2.0
/*
 * path_pool: memory for paths that are yet to occur, which a probe can take
 *
 * Most gateways see ten to twenty paths, and paths= allows for many more. So a path gets its memory
 * when its first packet ends. That is in a probe, where nothing can be allocated. A worker fills up
 * what has been taken.
 */
#include <linux/compiler.h>
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>

#include "compat/workqueue.h"
#include "packets/path_pool.h"
#include "record/counting_cpus.h"

/* more than the paths that usually begin before the worker comes */
#define ENTRIES_MAX	16U

/* after memory could not be had, wait that long before trying again */
#define PAUSE		HZ

/* a probe has the series of the entry, and may give it back */
#define LENT		1UL

/* each entry is a series, LENT, or 0 if it was taken; as unsigned long, which cmpxchg() takes */
static unsigned long pool[ENTRIES_MAX];
static u32 pool_entries __ro_after_init;
static const struct ptime_hist_extra *pool_extra __ro_after_init;

/* time until which no memory is looked for; valid with out_of_memory */
static unsigned long pause_end;
static bool out_of_memory;

/* the worker was called and has not begun yet */
static int called;

/* returns false if there is no memory */
static bool fill(unsigned long *entry, gfp_t gfp)
{
	struct ptime_percpu_hist __percpu *hist;

	if (READ_ONCE(*entry))
		return true;
	hist = ptime_percpu_hist_alloc(pool_extra, gfp);
	/* pairs with cmpxchg(): a probe that takes the series finds it initialised */
	smp_store_release(entry, (__force unsigned long)hist);
	return hist;
}

static bool fill_all(gfp_t gfp)
{
	u32 i;

	for (i = 0; i < pool_entries; i++)
		if (!fill(&pool[i], gfp))
			return false;
	return true;
}

static void refill(struct work_struct *work)
{
	bool filled;

	WRITE_ONCE(called, 0);
	smp_mb();	/* an entry that is taken from here on is found, or leads to another call */
	filled = fill_all(PTIME_GFP_SPARE);
	WRITE_ONCE(pause_end, jiffies + PAUSE);
	smp_wmb();	/* a probe that sees the flag sees the time */
	WRITE_ONCE(out_of_memory, !filled);
}

static DECLARE_WORK(refill_work, refill);

/* A probe may be in a place where a work cannot be queued. */
static void queue_refill(struct irq_work *work)
{
	queue_work(system_dfl_wq, &refill_work);
}

static struct irq_work refill_irq_work;

/* memory was looked for in vain a moment ago */
static __always_inline bool pauses(void)
{
	if (likely(!READ_ONCE(out_of_memory)))
		return false;
	smp_rmb();	/* pairs with refill() */
	return time_before(jiffies, READ_ONCE(pause_end));
}

/**
 * ptime_path_pool_init() - Allocate the memory of the first paths
 * @entries: number of paths that can occur, at least 1
 * @extra: kind of their series
 *
 * Context: process, may sleep, at load.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_path_pool_init(u32 entries, const struct ptime_hist_extra *extra)
{
	init_irq_work(&refill_irq_work, queue_refill);
	pool_entries = min(entries, ENTRIES_MAX);
	pool_extra = extra;
	if (fill_all(GFP_KERNEL))
		return 0;
	ptime_path_pool_exit();
	return -ENOMEM;
}

/**
 * ptime_path_pool_exit() - Free what was not taken
 *
 * Context: process, may sleep. Nobody takes anything any more.
 */
void ptime_path_pool_exit(void)
{
	u32 i;

	irq_work_sync(&refill_irq_work);
	cancel_work_sync(&refill_work);
	for (i = 0; i < pool_entries; i++)
		ptime_percpu_hist_free((struct ptime_percpu_hist __force __percpu *)pool[i]);
}

static __always_inline void call_worker(void)
{
	if (!pauses() && !READ_ONCE(called) && !xchg(&called, 1))
		irq_work_queue(&refill_irq_work);
}

/**
 * ptime_path_pool_take() - Take the memory of a path
 * @entry: set to the pool's entry
 *
 * ptime_path_pool_keep() has to follow, with preemption off until then.
 *
 * Context: any but NMI, with preemption off.
 * Return: an empty series; NULL if there is none at the moment.
 */
notrace struct ptime_percpu_hist __percpu *ptime_path_pool_take(u32 *entry)
{
	unsigned long hist;
	u32 i;

	for (i = 0; i < pool_entries; i++) {
		hist = READ_ONCE(pool[i]);
		if (hist && hist != LENT && cmpxchg(&pool[i], hist, LENT) == hist) {
			*entry = i;
			return (struct ptime_percpu_hist __force __percpu *)hist;
		}
	}
	call_worker();
	return NULL;
}
NOKPROBE_SYMBOL(ptime_path_pool_take);

/* the path has the series now */
notrace void ptime_path_pool_keep(u32 entry)
{
	WRITE_ONCE(pool[entry], 0);
	smp_mb();	/* pairs with refill() */
	call_worker();
}
NOKPROBE_SYMBOL(ptime_path_pool_keep);
