// SPDX-License-Identifier: GPL-2.0
/* schedule: since when instances of NAPI are scheduled (waits=poll) */
#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>

#include <asm/barrier.h>

#include "compat/netdevice.h"
#include "packets/schedule.h"
#include "packets/wait_list.h"
#include "record/clock.h"

/* a power of two; the kernel numbers instances of NAPI one after the other */
#define ENTRIES		256

/**
 * struct scheduled - an instance of NAPI
 * @napi: its number; BUSY while the other fields change
 * @cpu: number of the CPU that scheduled it
 * @at: clock reading, when it was scheduled; 0 if it is not, or if that is not known
 *
 * The CPU that has scheduled or polls the instance writes it. Two instances with the same entry
 * take it from each other, so the time of one of them is not known.
 */
struct scheduled {
	u32 napi;
	u16 cpu;
	u64 at;
} ____cacheline_aligned_in_smp;

static struct scheduled *entries;

static __always_inline struct scheduled *entry_of(u32 napi)
{
	return &entries[napi % ENTRIES];
}

/* the entry of some instance changes; no instance has this number */
#define BUSY		U32_MAX

/* Without a number, an instance has no entry. If another one writes the entry, it keeps it. */
static __always_inline void set(u32 napi, u64 at)
{
	struct scheduled *entry = entry_of(napi);
	u32 seen = READ_ONCE(entry->napi);

	if (!napi || seen == BUSY || cmpxchg(&entry->napi, seen, BUSY) != seen)
		return;
	WRITE_ONCE(entry->at, at);
	WRITE_ONCE(entry->cpu, raw_smp_processor_id());
	/* pairs with ptime_schedule_of() */
	smp_store_release(&entry->napi, napi);
}

/**
 * ptime_schedule_begin() - Note that an instance of NAPI was scheduled
 * @napi: the instance
 *
 * Context: Any, with preemption off.
 */
noinline notrace void ptime_schedule_begin(const struct napi_struct *napi)
{
	set(ptime_napi_id(napi), ptime_clock_now());
}
NOKPROBE_SYMBOL(ptime_schedule_begin);

/**
 * ptime_schedule_renew() - Note that a poll has left packets, so the instance stays scheduled
 * @napi: the instance
 * @now: clock reading
 *
 * Context: Any, with preemption off.
 */
notrace void ptime_schedule_renew(const struct napi_struct *napi, u64 now)
{
	set(ptime_napi_id(napi), now);
}
NOKPROBE_SYMBOL(ptime_schedule_renew);

/**
 * ptime_schedule_end() - Note that a poll has left no packets
 * @napi: the instance
 * @began: clock reading at its begin; U64_MAX if it is not known
 *
 * The instance may have been scheduled once more since the poll began.
 *
 * Context: Any, with preemption off.
 */
notrace void ptime_schedule_end(const struct napi_struct *napi, u64 began)
{
	struct scheduled *entry = entry_of(ptime_napi_id(napi));
	u64 at = READ_ONCE(entry->at);

	/* an interrupt may schedule it right now, here or on another CPU */
	if (READ_ONCE(entry->napi) == ptime_napi_id(napi) && at <= began)
		cmpxchg(&entry->at, at, 0);
}
NOKPROBE_SYMBOL(ptime_schedule_end);

/**
 * ptime_schedule_of() - Get the time since when the instance of NAPI is scheduled that has a packet
 * @skb: the packet, which GRO is about to get
 *
 * Context: Any, with preemption off.
 * Return: The time and the CPU.
 */
notrace struct ptime_schedule ptime_schedule_of(const struct sk_buff *skb)
{
	u32 napi = ptime_skb_napi_id(skb);
	const struct scheduled *entry = entry_of(napi);
	struct ptime_schedule schedule = { 0 };

	/* pairs with set() */
	if (!napi || smp_load_acquire(&entry->napi) != napi)
		return schedule;
	schedule.at = READ_ONCE(entry->at);
	schedule.cpu = READ_ONCE(entry->cpu);
	smp_rmb();	/* pairs with set() */
	if (READ_ONCE(entry->napi) != napi)
		schedule.at = 0;
	return schedule;
}
NOKPROBE_SYMBOL(ptime_schedule_of);

/**
 * ptime_schedules_start() - Forget what was scheduled before
 *
 * Context: Process, before the hooks are registered.
 */
void ptime_schedules_start(void)
{
	if (entries)
		memset(entries, 0, ENTRIES * sizeof(*entries));
}

/**
 * ptime_schedules_init() - Allocate what waits=poll needs
 *
 * Context: Process, may sleep, at load.
 * Return: 0 or -ENOMEM.
 */
int __init ptime_schedules_init(void)
{
	if (!static_key_enabled(&ptime_wait_polls))
		return 0;
	entries = kcalloc(ENTRIES, sizeof(*entries), GFP_KERNEL);
	return entries ? 0 : -ENOMEM;
}

/* after the last hook has returned */
void ptime_schedules_exit(void)
{
	kfree(entries);
	entries = NULL;
}
