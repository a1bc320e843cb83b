/* SPDX-License-Identifier: GPL-2.0 */
/* cct: the nodes of the calling context tree, and their counts on each CPU */
#ifndef _PATHTIME_CCT_H
#define _PATHTIME_CCT_H

#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "record/cost.h"

/* maximum number of nodes; each takes 40 bytes on each CPU that counts */
#define PTIME_NODES_MAX		2048
#define PTIME_NODES_BITS	ilog2(PTIME_NODES_MAX)
#define PTIME_NO_NODE		(~0U)

/* a caller's number is a node's or one of ptime_cct_root(), so it needs one bit more */
#define PTIME_CALLER_BITS	(PTIME_NODES_BITS + 1)

/* numbers of function names that were ever timed are below this; 0 is no function */
#define PTIME_FUNCTIONS_MAX	4096
#define PTIME_NO_FUNCTION	PTIME_FUNCTIONS_MAX

/**
 * struct ptime_node_counts - counts of one CPU in a node
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @children_ns: part of @total_ns that was not spent in the function itself
 * @added_ticks: overhead that other calls' probes added to the durations and that was
 *	subtracted, less what was subtracted in excess; modulo 2^64
 *
 * Only calls of the node's context write to its counts, and no context interrupts another one
 * of its kind on the same CPU. With preemption off, plain additions are therefore enough.
 */
struct ptime_node_counts {
	u64 calls;
	u64 total_ns;
	u64 children_ns;
	u64 added_ticks;
} __aligned(32);

/**
 * struct ptime_nodes - counts of one CPU in all nodes
 * @counts: what most calls change: half a cache line for each node
 * @interrupt_ns: part of each node's total time that timed calls in other contexts took
 */
struct ptime_nodes {
	struct ptime_node_counts counts[PTIME_NODES_MAX];
	u64 interrupt_ns[PTIME_NODES_MAX];
};

/**
 * struct ptime_node_sum - counts of all CPUs in a node
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @self_ns: part of @total_ns that was spent in the function itself
 * @interrupt_ns: part of @total_ns that timed calls in other contexts took
 * @raw_ns: sum of the durations including probe overhead
 */
struct ptime_node_sum {
	u64 calls;
	u64 total_ns;
	u64 self_ns;
	u64 interrupt_ns;
	u64 raw_ns;
};

/*
 * A node's key is its caller's number and its function's part, or-ed. The node's number is its
 * slot in this table. A key stays until the module is unloaded, so a call under way may keep
 * the number.
 */
extern u32 ptime_cct_keys[PTIME_NODES_MAX];

DECLARE_PER_CPU(struct ptime_nodes *, ptime_nodes);

int ptime_cct_init(void);
void ptime_cct_exit(void);

int ptime_cct_number(const char *module, const char *function, u16 *number);
void ptime_cct_read(u32 node, enum ptime_cost_kind kind, struct ptime_node_sum *sum);
void ptime_cct_clear(u16 function);

int ptime_cct_alloc_spare(void);
void ptime_cct_swap_spare(void);
void ptime_cct_free_spare(void);

u32 ptime_cct_find(u32 key);

/* caller's number for the root calls of a context */
static inline u32 ptime_cct_root(enum ptime_context context)
{
	return PTIME_NODES_MAX + context;
}

static inline u32 ptime_cct_function_key(u32 function)
{
	return function << PTIME_CALLER_BITS;
}

static inline u16 ptime_cct_function(u32 key)
{
	return key >> PTIME_CALLER_BITS;
}

static inline u32 ptime_cct_caller(u32 key)
{
	return key & ((1U << PTIME_CALLER_BITS) - 1);
}

/* home slot of a key; ptime_cct_find() finds nodes beyond this slot and the next */
static __always_inline u32 ptime_cct_slot(u32 key)
{
	return hash_32(key, PTIME_NODES_BITS);
}

static __always_inline u32 ptime_cct_next_slot(u32 node)
{
	return (node + 1) % PTIME_NODES_MAX;
}

static __always_inline struct ptime_node_counts *ptime_cct_counts(u32 node)
{
	return &raw_cpu_read(ptime_nodes)->counts[node];
}

/**
 * ptime_cct_count() - Count a call in its node
 * @counts: counts of the node on this CPU
 * @ns: duration of the call
 *
 * Context: the node's context, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_cct_count(struct ptime_node_counts *counts, u64 ns)
{
	/* readers on other CPUs may see one update before the other, but no torn value */
	data_race(({
		counts->calls++;
		counts->total_ns += ns;
	}));
}

/**
 * ptime_cct_count_children() - Count the part of a call that was not spent in the function
 * @counts: counts of the call's node on this CPU
 * @children_ns: that part
 * @added_ticks: overhead that other calls' probes added to the call
 *
 * Context: the node's context, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_cct_count_children(struct ptime_node_counts *counts,
						     u64 children_ns, u64 added_ticks)
{
	/* see ptime_cct_count() */
	data_race(({
		counts->children_ns += children_ns;
		counts->added_ticks += added_ticks;
	}));
}

/**
 * ptime_cct_count_short() - Count overhead that was subtracted from a call in excess
 * @counts: counts of the call's node on this CPU
 * @ticks: the excess
 *
 * Context: the node's context, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_cct_count_short(struct ptime_node_counts *counts, u64 ticks)
{
	/* see ptime_cct_count() */
	data_race(counts->added_ticks -= ticks);
}

/**
 * ptime_cct_count_interrupts() - Count the interrupt time of a call
 * @counts: counts of the call's node on this CPU
 * @node: the call's node
 * @ns: time that timed calls in other contexts took of the call
 *
 * Context: the node's context, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_cct_count_interrupts(struct ptime_node_counts *counts, u32 node,
						       u64 ns)
{
	struct ptime_nodes *nodes = container_of(counts - node, struct ptime_nodes, counts[0]);

	/* see ptime_cct_count() */
	data_race(nodes->interrupt_ns[node] += ns);
}

#endif /* _PATHTIME_CCT_H */
