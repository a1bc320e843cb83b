// SPDX-License-Identifier: GPL-2.0
/* interrupts: the last interrupts of each CPU, with their times (waits=irq) */
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include <asm/barrier.h>

#include "compat/tracepoint.h"
#include "packets/interrupts.h"
#include "packets/path.h"
#include "packets/wait_list.h"
#include "record/clock.h"

/* interrupts that are kept of each CPU, which is about 100 ms of a busy one; a power of two */
#define KEPT	512

/* the oldest ones are left to the CPU, which may replace them while another one reads */
#define LEFT	8

/**
 * struct interrupt - an interrupt that has ended
 * @began: clock reading at its begin
 * @ended: clock reading at its end
 */
struct interrupt {
	u64 began;
	u64 ended;
};

/**
 * struct interrupts - the last interrupts of a CPU
 * @began: clock reading at the begin of the one that runs; 0 if none does
 * @depth: number of interrupts that run; a handler may turn interrupts on
 * @count: number of interrupts that have ended
 * @kept: the last ones; number N is in entry N % KEPT
 *
 * The CPU writes them with interrupts off. Others may read them meanwhile.
 */
struct interrupts {
	u64 began;
	u32 depth;
	u64 count;
	struct interrupt kept[KEPT];
};

static struct interrupts __percpu *interrupts;

static __always_inline void interrupt_begins(void)
{
	struct interrupts *own;

	/* an NMI may have come in the middle of what this one does */
	if (in_nmi())
		return;
	ptime_traced_begin();
	own = this_cpu_ptr(interrupts);
	if (!own->depth++)
		WRITE_ONCE(own->began, ptime_clock_now());
	ptime_traced_end();
}

static __always_inline void keep(struct interrupts *own, u64 now)
{
	struct interrupt *entry = &own->kept[own->count % KEPT];

	/* pairs with time_on(): a CPU that reads new times of the entry sees this count, too */
	smp_wmb();
	WRITE_ONCE(entry->began, own->began);
	WRITE_ONCE(entry->ended, now);
	/* pairs with time_on(): the interrupt counts as ended before it stops to run */
	smp_store_release(&own->count, own->count + 1);
	/* pairs with time_on(), after the count */
	smp_store_release(&own->began, 0);
}

/* tracing may have begun in the middle of it */
static __always_inline void interrupt_ends(void)
{
	struct interrupts *own;
	unsigned long flags;

	if (in_nmi())
		return;
	ptime_traced_begin();
	own = this_cpu_ptr(interrupts);
	/* a handler may have turned them on */
	raw_local_irq_save(flags);
	if (own->depth && !--own->depth)
		keep(own, ptime_clock_now());
	raw_local_irq_restore(flags);
	ptime_traced_end();
}

/* the hooks of tracepoints */

notrace void ptime_interrupts_enter(void *data, int irq, struct irqaction *action)
{
	interrupt_begins();
}
NOKPROBE_SYMBOL(ptime_interrupts_enter);

notrace void ptime_interrupts_leave(void *data, int irq, struct irqaction *action, int result)
{
	interrupt_ends();
}
NOKPROBE_SYMBOL(ptime_interrupts_leave);

/* x86: the timer's interrupt, and those that another CPU sends */
notrace void ptime_interrupts_enter_vector(void *data, int vector)
{
	interrupt_begins();
}
NOKPROBE_SYMBOL(ptime_interrupts_enter_vector);

notrace void ptime_interrupts_leave_vector(void *data, int vector)
{
	interrupt_ends();
}
NOKPROBE_SYMBOL(ptime_interrupts_leave_vector);

/* arm64: those that another CPU sends */
notrace void ptime_interrupts_enter_ipi(void *data, const char *reason)
{
	interrupt_begins();
}
NOKPROBE_SYMBOL(ptime_interrupts_enter_ipi);

notrace void ptime_interrupts_leave_ipi(void *data, const char *reason)
{
	interrupt_ends();
}
NOKPROBE_SYMBOL(ptime_interrupts_leave_ipi);

static __always_inline u64 overlap(u64 began, u64 ended, u64 from, u64 to)
{
	u64 first = max(began, from), last = min(ended, to);

	return first < last ? last - first : 0;
}

/* the number of the first interrupt from @first to @end - 1 that ended after @at, or @end */
static __always_inline u64 first_after(const struct interrupts *all, u64 first, u64 end, u64 at)
{
	u64 middle;

	while (first < end) {
		middle = first + (end - first) / 2;
		if (READ_ONCE(all->kept[middle % KEPT].ended) <= at)
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

/*
 * Add the time that a CPU was in interrupts between two clock readings, both of them in the past.
 * Returns false if not all of these interrupts are kept.
 */
static __always_inline bool time_on(int cpu, u64 from, u64 to, u64 *ticks)
{
	const struct interrupts *all = per_cpu_ptr(interrupts, cpu);
	u64 running = smp_load_acquire(&all->began);	/* pairs with keep() */
	u64 count = smp_load_acquire(&all->count);	/* pairs with keep() */
	u64 began, oldest = count > KEPT - LEFT ? count - (KEPT - LEFT) : 0;
	u64 first = first_after(all, oldest, count, from), i = first;
	u64 sum = running ? overlap(running, to, from, to) : 0;

	for (; i < count; i++) {
		began = READ_ONCE(all->kept[i % KEPT].began);
		/* those behind it began later */
		if (began >= to)
			break;
		/* it ended just now */
		if (began != running)
			sum += overlap(began, READ_ONCE(all->kept[i % KEPT].ended), from, to);
	}
	smp_rmb();	/* pairs with keep() */
	/* the CPU has replaced what was read, or is about to */
	if (READ_ONCE(all->count) - oldest >= KEPT)
		return false;
	*ticks += sum;
	return first > oldest || !oldest;
}

/**
 * ptime_interrupts_during() - Sum up the interrupts during a packet's path
 * @record: record of the packet, with all of its steps
 * @irq_ns: receives how long CPUs were in interrupts: during each stage, the CPU on which it ended
 *
 * Context: Any, if ptime_interrupts_are_timed().
 * Return: enum ptime_slow_irq.
 */
notrace u32 ptime_interrupts_during(const struct ptime_inflight *record, u64 *irq_ns)
{
	u32 i, steps = min_t(u32, record->steps, PTIME_STEPS_MAX);
	bool whole = true;
	u64 ticks = 0;

	for (i = 1; i < steps; i++)
		whole &= time_on(record->cpu[i], record->at[i - 1], record->at[i], &ticks);
	*irq_ns = ptime_clock_ns(ticks);
	return whole ? PTIME_SLOW_IRQ_WHOLE : PTIME_SLOW_IRQ_PART;
}
NOKPROBE_SYMBOL(ptime_interrupts_during);

/* with waits=irq, after ptime_interrupts_init() */
bool ptime_interrupts_are_timed(void)
{
	return interrupts;
}

/**
 * ptime_interrupts_start() - Forget the interrupts of before
 *
 * Context: Process, before the hooks are registered.
 */
void ptime_interrupts_start(void)
{
	int cpu;

	if (!interrupts)
		return;
	for_each_possible_cpu(cpu)
		memset(per_cpu_ptr(interrupts, cpu), 0, sizeof(*interrupts));
}

/**
 * ptime_interrupts_init() - Allocate what waits=irq needs
 *
 * Without slowest packets nothing is needed, and no interrupt is timed.
 *
 * Context: Process, may sleep, at load, after ptime_paths_init().
 * Return: 0 or -ENOMEM.
 */
int __init ptime_interrupts_init(void)
{
	if (!static_key_enabled(&ptime_wait_interrupts) || !ptime_paths_slowest)
		return 0;
	interrupts = alloc_percpu(struct interrupts);
	return interrupts ? 0 : -ENOMEM;
}

/* after the last hook has returned */
void ptime_interrupts_exit(void)
{
	free_percpu(interrupts);
	interrupts = NULL;
}
