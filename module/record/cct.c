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
#include "record/counting_cpus.h"

/* slots tried for a node; if all are taken, the table counts as full */
#define SLOTS_TRIED	32

u32 ptime_cct_keys[PTIME_NODES_MAX];
DEFINE_PER_CPU(struct ptime_nodes *, ptime_nodes);

/* counts that a reset is about to install, or has replaced */
static DEFINE_PER_CPU(struct ptime_nodes *, spare_nodes);

/* in place of both on CPUs that have none; nobody reads it */
static struct ptime_nodes *nodes_unread __ro_after_init;

/* "module:function" by number, of every function that was ever timed */
static char *function_names[PTIME_FUNCTIONS_MAX];

static struct ptime_nodes *nodes_alloc(int cpu, gfp_t gfp)
{
	return kvzalloc_node(sizeof(struct ptime_nodes), gfp, ptime_node_of(cpu));
}

static int nodes_add_cpu(struct ptime_nodes **nodes, int cpu, gfp_t gfp)
{
	struct ptime_nodes *one;

	if (*nodes != nodes_unread)
		return 0;
	one = nodes_alloc(cpu, gfp);
	if (!one)
		return -ENOMEM;
	WRITE_ONCE(*nodes, one);
	return 0;
}

static int add_cpu(struct ptime_cpu_memory *memory, int cpu, gfp_t gfp)
{
	return nodes_add_cpu(&per_cpu(ptime_nodes, cpu), cpu, gfp);
}

static int add_cpu_to_spare(struct ptime_cpu_memory *memory, int cpu, gfp_t gfp)
{
	return nodes_add_cpu(&per_cpu(spare_nodes, cpu), cpu, gfp);
}

static struct ptime_cpu_memory nodes_memory = {
	.node		= LIST_HEAD_INIT(nodes_memory.node),
	.add_cpu	= add_cpu,
};

static struct ptime_cpu_memory spare_memory = {
	.node		= LIST_HEAD_INIT(spare_memory.node),
	.add_cpu	= add_cpu_to_spare,
};

static void nodes_free(struct ptime_nodes *__percpu *nodes)
{
	struct ptime_nodes **one;
	int cpu;

	for_each_possible_cpu(cpu) {
		one = per_cpu_ptr(nodes, cpu);
		if (*one != nodes_unread)
			kvfree(*one);
		*one = nodes_unread;
		cond_resched();
	}
}

static int nodes_add(struct ptime_cpu_memory *memory, struct ptime_nodes *__percpu *nodes)
{
	int err = ptime_cpu_memory_add(memory, GFP_KERNEL);

	if (err)
		nodes_free(nodes);
	return err;
}

int __init ptime_cct_init(void)
{
	int cpu, err;

	nodes_unread = nodes_alloc(raw_smp_processor_id(), GFP_KERNEL);
	if (!nodes_unread)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		per_cpu(ptime_nodes, cpu) = nodes_unread;
		per_cpu(spare_nodes, cpu) = nodes_unread;
	}
	err = nodes_add(&nodes_memory, &ptime_nodes);
	if (err)
		kvfree(nodes_unread);
	return err;
}

/**
 * ptime_cct_exit() - Free the counts and the names of functions
 *
 * Context: process, may sleep; no call is under way any more.
 */
void ptime_cct_exit(void)
{
	u32 number;

	ptime_cpu_memory_remove(&nodes_memory);
	nodes_free(&ptime_nodes);
	kvfree(nodes_unread);
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
	const struct ptime_nodes *nodes;
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_counting_cpu(cpu) {
		nodes = READ_ONCE(per_cpu(ptime_nodes, cpu));
		if (nodes == nodes_unread)
			continue;
		counts = &nodes->counts[node];
		children_ns += READ_ONCE(counts->children_ns);
		added += READ_ONCE(counts->added_ticks);
		sum->calls += READ_ONCE(counts->calls);
		sum->total_ns += READ_ONCE(counts->total_ns);
		sum->interrupt_ns += READ_ONCE(nodes->interrupt_ns[node]);
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
	struct ptime_nodes *nodes;
	u32 node;
	int cpu;

	if (!function)
		return;
	for (node = 0; node < PTIME_NODES_MAX; node++) {
		if (ptime_cct_function(ptime_cct_keys[node]) != function)
			continue;
		for_each_counting_cpu(cpu) {
			nodes = per_cpu(ptime_nodes, cpu);
			memset(&nodes->counts[node], 0, sizeof(nodes->counts[node]));
			nodes->interrupt_ns[node] = 0;
		}
	}
}

/* under ptime_probes_lock() */
int ptime_cct_alloc_spare(void)
{
	return nodes_add(&spare_memory, &spare_nodes);
}

/**
 * ptime_cct_swap_spare() - Install the second set of counts
 *
 * Context: process, under ptime_probes_lock(). CPUs may write to the old counts until an RCU
 * grace period has passed.
 */
void ptime_cct_swap_spare(void)
{
	struct ptime_nodes *old;
	int cpu;

	/* no CPU that comes up is between its two */
	ptime_counting_cpus_lock();
	for_each_possible_cpu(cpu) {
		old = per_cpu(ptime_nodes, cpu);
		/* a call that sees the new counts sees them zeroed */
		smp_store_release(&per_cpu(ptime_nodes, cpu), per_cpu(spare_nodes, cpu));
		per_cpu(spare_nodes, cpu) = old;
	}
	ptime_counting_cpus_unlock();
}

/* under ptime_probes_lock() */
void ptime_cct_free_spare(void)
{
	ptime_cpu_memory_remove(&spare_memory);
	nodes_free(&spare_nodes);
}
