// SPDX-License-Identifier: GPL-2.0
/* calltree: callers and callees, and what each CPU counted of them */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>

#include "record/cct.h"

/* places looked at for a node; beyond, the table counts as full */
#define PLACES	32

u32 ptime_cct_keys[PTIME_NODES_MAX];
DEFINE_PER_CPU(struct ptime_node_counts *, ptime_node_counts);

/* that a reset is about to put in place, or took out */
static DEFINE_PER_CPU(struct ptime_node_counts *, spare);

/* "module:function" by number, of functions timed now or before */
static char *names[PTIME_FUNCTIONS_MAX];

static void free_counts(struct ptime_node_counts *__percpu *counts)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		kvfree(*per_cpu_ptr(counts, cpu));
		*per_cpu_ptr(counts, cpu) = NULL;
		cond_resched();
	}
}

static int alloc_counts(struct ptime_node_counts *__percpu *counts)
{
	struct ptime_node_counts *one;
	int cpu;

	for_each_possible_cpu(cpu) {
		one = kvzalloc_node(PTIME_NODES_MAX * sizeof(*one), GFP_KERNEL,
				    cpu_to_node(cpu));
		if (!one) {
			free_counts(counts);
			return -ENOMEM;
		}
		*per_cpu_ptr(counts, cpu) = one;
		cond_resched();
	}
	return 0;
}

/**
 * ptime_cct_init() - make room for all nodes
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM.
 */
int __init ptime_cct_init(void)
{
	return alloc_counts(&ptime_node_counts);
}

/**
 * ptime_cct_exit() - free all
 *
 * Context: process, may sleep; no call is under way any more.
 */
void ptime_cct_exit(void)
{
	u32 number;

	free_counts(&ptime_node_counts);
	for (number = 1; number < PTIME_FUNCTIONS_MAX; number++)
		kfree(names[number]);
}

/**
 * ptime_cct_number() - a function's number
 * @module: module that holds it; empty for the kernel itself
 * @function: its name
 * @number: takes the number, the same whenever this function is timed
 *
 * Context: process, may sleep, under the probes' mutex.
 * Return: 0; -ENOMEM; -ENOSPC where there are too many.
 */
int ptime_cct_number(const char *module, const char *function, u16 *number)
{
	char *name;
	u32 at;

	name = kasprintf(GFP_KERNEL, "%s:%s", module, function);
	if (!name)
		return -ENOMEM;
	for (at = 1; at < PTIME_FUNCTIONS_MAX; at++) {
		if (names[at] && strcmp(names[at], name))
			continue;
		*number = at;
		if (names[at])
			kfree(name);
		else
			names[at] = name;
		return 0;
	}
	kfree(name);
	return -ENOSPC;
}

/**
 * ptime_cct_find() - a node, in whichever place
 * @key: its key
 *
 * Who comes first takes a free place; all look at the places in the same order, so
 * that there is one of each.
 *
 * Context: any. Return: its number, PTIME_NO_NODE where there is no room.
 */
notrace u32 ptime_cct_find(u32 key)
{
	u32 i, seen, node = ptime_cct_slot(key);

	for (i = 0; i < PLACES; i++, node = ptime_cct_next_slot(node)) {
		seen = READ_ONCE(ptime_cct_keys[node]);
		if (!seen)
			seen = cmpxchg(&ptime_cct_keys[node], 0, key) ?: key;
		if (seen == key)
			return node;
	}
	return PTIME_NO_NODE;
}
NOKPROBE_SYMBOL(ptime_cct_find);

/**
 * ptime_cct_read() - what all CPUs counted of a node
 * @node: its number
 * @kind: of its function's probe
 * @sum: takes the sums
 *
 * Context: process, under the probes' mutex.
 */
void ptime_cct_read(u32 node, enum ptime_cost_kind kind, struct ptime_node_sum *sum)
{
	const struct ptime_node_counts *counts;
	u64 added = 0, nested_ns = 0;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		counts = per_cpu(ptime_node_counts, cpu) + node;
		nested_ns += READ_ONCE(counts->nested_ns);
		added += READ_ONCE(counts->added_ticks);
		sum->calls += READ_ONCE(counts->calls);
		sum->total_ns += READ_ONCE(counts->total_ns);
		sum->elsewhere_ns += READ_ONCE(counts->elsewhere_ns);
	}
	added += sum->calls * ptime_cost_in_window[kind];
	sum->raw_ns = ptime_cost_raw_ns(sum->total_ns, added);
	/* the total of a call may have been read before it was counted */
	sum->self_ns = sum->total_ns > nested_ns ? sum->total_ns - nested_ns : 0;
}

/**
 * ptime_cct_clear() - forget what was counted of a function
 * @function: its number, or 0; no call of it will count
 *
 * Context: process, under the probes' mutex.
 */
void ptime_cct_clear(u16 function)
{
	u32 node;
	int cpu;

	if (!function)
		return;
	for (node = 0; node < PTIME_NODES_MAX; node++) {
		if (ptime_cct_function(ptime_cct_keys[node]) != function)
			continue;
		for_each_possible_cpu(cpu)
			memset(per_cpu(ptime_node_counts, cpu) + node, 0,
			       sizeof(struct ptime_node_counts));
	}
}

/**
 * ptime_cct_alloc_spare() - make room for all counts once more, at zero
 *
 * Context: process, may sleep, under the probes' mutex. Return: 0 or -ENOMEM.
 */
int ptime_cct_alloc_spare(void)
{
	return alloc_counts(&spare);
}

/**
 * ptime_cct_swap_spare() - count there from now on
 *
 * Context: process, under the probes' mutex. The old counts may be written to until
 * an RCU grace period is over.
 */
void ptime_cct_swap_spare(void)
{
	struct ptime_node_counts *old;
	int cpu;

	for_each_possible_cpu(cpu) {
		old = per_cpu(ptime_node_counts, cpu);
		/* a hit that sees the counts sees them at zero */
		smp_store_release(&per_cpu(ptime_node_counts, cpu), per_cpu(spare, cpu));
		per_cpu(spare, cpu) = old;
	}
}

/**
 * ptime_cct_free_spare() - free what is not in place
 *
 * Context: process, under the probes' mutex.
 */
void ptime_cct_free_spare(void)
{
	free_counts(&spare);
}
