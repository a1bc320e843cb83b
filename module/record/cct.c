// SPDX-License-Identifier: GPL-2.0
/* cct: the nodes of the calling context tree, and their counts on each CPU */
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

/* slots tried for a node; if all are taken, the table counts as full */
#define SLOTS_TRIED	32

u32 ptime_cct_keys[PTIME_NODES_MAX];
DEFINE_PER_CPU(struct ptime_node_counts *, ptime_node_counts);

/* counts that a reset is about to install, or has replaced */
static DEFINE_PER_CPU(struct ptime_node_counts *, spare_counts);

/* "module:function" by number, of every function that was ever timed */
static char *function_names[PTIME_FUNCTIONS_MAX];

static void cct_free_counts(struct ptime_node_counts *__percpu *counts)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		kvfree(*per_cpu_ptr(counts, cpu));
		*per_cpu_ptr(counts, cpu) = NULL;
		cond_resched();
	}
}

static int cct_alloc_counts(struct ptime_node_counts *__percpu *counts)
{
	struct ptime_node_counts *one;
	int cpu;

	for_each_possible_cpu(cpu) {
		one = kvzalloc_node(PTIME_NODES_MAX * sizeof(*one), GFP_KERNEL,
				    cpu_to_node(cpu));
		if (!one) {
			cct_free_counts(counts);
			return -ENOMEM;
		}
		*per_cpu_ptr(counts, cpu) = one;
		cond_resched();
	}
	return 0;
}

int __init ptime_cct_init(void)
{
	return cct_alloc_counts(&ptime_node_counts);
}

/**
 * ptime_cct_exit() - Free the counts and the names of functions
 *
 * Context: process, may sleep; no call is under way any more.
 */
void ptime_cct_exit(void)
{
	u32 number;

	cct_free_counts(&ptime_node_counts);
	for (number = 1; number < PTIME_FUNCTIONS_MAX; number++)
		kfree(function_names[number]);
}

/**
 * ptime_cct_number() - Look up or assign the number of a function
 * @module: name of the function's module; empty for the kernel itself
 * @function: name of the function
 * @number: set to the number, which is the same whenever this function is timed
 *
 * Context: process, may sleep, under ptime_probes_lock().
 * Return: 0; -ENOMEM; -ENOSPC if all numbers are taken.
 */
int ptime_cct_number(const char *module, const char *function, u16 *number)
{
	char *name;
	u32 at;

	name = kasprintf(GFP_KERNEL, "%s:%s", module, function);
	if (!name)
		return -ENOMEM;
	for (at = 1; at < PTIME_FUNCTIONS_MAX; at++) {
		if (function_names[at] && strcmp(function_names[at], name))
			continue;
		*number = at;
		if (function_names[at])
			kfree(name);
		else
			function_names[at] = name;
		return 0;
	}
	kfree(name);
	return -ENOSPC;
}

/**
 * ptime_cct_find() - Find or create the node of a key
 * @key: the key
 *
 * The first caller takes a free slot. All callers try the slots in the same order, so a key
 * has one node only.
 *
 * Context: any.
 * Return: the node's number; PTIME_NO_NODE if there is no free slot.
 */
notrace u32 ptime_cct_find(u32 key)
{
	u32 i, seen, node = ptime_cct_slot(key);

	for (i = 0; i < SLOTS_TRIED; i++, node = ptime_cct_next_slot(node)) {
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
 * ptime_cct_read() - Sum what all CPUs counted in a node
 * @node: number of the node
 * @kind: kind of the probe on the node's function
 * @sum: set to the sums
 *
 * Context: process, under ptime_probes_lock().
 */
void ptime_cct_read(u32 node, enum ptime_cost_kind kind, struct ptime_node_sum *sum)
{
	const struct ptime_node_counts *counts;
	u64 added = 0, children_ns = 0;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		counts = per_cpu(ptime_node_counts, cpu) + node;
		children_ns += READ_ONCE(counts->children_ns);
		added += READ_ONCE(counts->added_ticks);
		sum->calls += READ_ONCE(counts->calls);
		sum->total_ns += READ_ONCE(counts->total_ns);
		sum->interrupt_ns += READ_ONCE(counts->interrupt_ns);
	}
	added += sum->calls * ptime_cost_in_window[kind];
	sum->raw_ns = ptime_cost_raw_ns(sum->total_ns, added);
	/* a call may be in children_ns and not yet in total_ns: both are read while calls count */
	sum->self_ns = sum->total_ns > children_ns ? sum->total_ns - children_ns : 0;
}

/**
 * ptime_cct_clear() - Clear the counts of all nodes of a function
 * @function: number of the function, or 0; no call of it is counted any more
 *
 * Context: process, under ptime_probes_lock().
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

/* under ptime_probes_lock() */
int ptime_cct_alloc_spare(void)
{
	return cct_alloc_counts(&spare_counts);
}

/**
 * ptime_cct_swap_spare() - Install the second set of counts
 *
 * Context: process, under ptime_probes_lock(). CPUs may write to the old counts until an RCU
 * grace period has passed.
 */
void ptime_cct_swap_spare(void)
{
	struct ptime_node_counts *old;
	int cpu;

	for_each_possible_cpu(cpu) {
		old = per_cpu(ptime_node_counts, cpu);
		/* a call that sees the new counts sees them zeroed */
		smp_store_release(&per_cpu(ptime_node_counts, cpu), per_cpu(spare_counts, cpu));
		per_cpu(spare_counts, cpu) = old;
	}
}

/* under ptime_probes_lock() */
void ptime_cct_free_spare(void)
{
	cct_free_counts(&spare_counts);
}
