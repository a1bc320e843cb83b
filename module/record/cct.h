/* SPDX-License-Identifier: GPL-2.0 */
/* calltree: callers and callees, and what each CPU counted of them */
#ifndef _PATHTIME_CCT_H
#define _PATHTIME_CCT_H

#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "record/cost.h"

/* ways of calling that are told apart; 40 bytes of each CPU for each */
#define PTIME_NODES_MAX		2048
#define PTIME_NODES_BITS	ilog2(PTIME_NODES_MAX)
#define PTIME_NO_NODE		(~0U)

/* numbers of callers: nodes, and those of ptime_cct_root() */
#define PTIME_CALLER_BITS	(PTIME_NODES_BITS + 1)

/* functions of different names that were ever timed; 0 is none */
#define PTIME_FUNCTIONS_MAX	4096
#define PTIME_NO_FUNCTION	PTIME_FUNCTIONS_MAX

/**
 * struct ptime_node_counts - what one CPU counted of a node
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @nested_ns: of that, what was not spent in the function itself
 * @elsewhere_ns: of that, what other contexts took
 * @added_ticks: what callees' probes added to the durations, before it was taken off,
 *	less what was taken off too much; modulo 2^64
 *
 * A node belongs to a context, which no other of the same kind interrupts: so plain
 * additions will do, with preemption off.
 */
struct ptime_node_counts {
	u64 calls;
	u64 total_ns;
	u64 nested_ns;
	u64 elsewhere_ns;
	u64 added_ticks;
};

/**
 * struct ptime_node_sum - what all CPUs counted of a node
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @self_ns: of that, what was spent in the function itself
 * @elsewhere_ns: of that, what other contexts took
 * @raw_ns: sum of their durations with what probes added
 */
struct ptime_node_sum {
	u64 calls;
	u64 total_ns;
	u64 self_ns;
	u64 elsewhere_ns;
	u64 raw_ns;
};

/*
 * A node's key is its caller's number or-ed to its function's part; its number is its place in
 * the table. Keys stay where they are until the module goes, so that a call under
 * way may keep a number.
 */
extern u32 ptime_cct_keys[PTIME_NODES_MAX];

DECLARE_PER_CPU(struct ptime_node_counts *, ptime_node_counts);

int ptime_cct_init(void);
void ptime_cct_exit(void);

int ptime_cct_number(const char *module, const char *function, u16 *number);
void ptime_cct_read(u32 node, enum ptime_cost_kind kind, struct ptime_node_sum *sum);
void ptime_cct_clear(u16 function);

int ptime_cct_alloc_spare(void);
void ptime_cct_swap_spare(void);
void ptime_cct_free_spare(void);

u32 ptime_cct_find(u32 key);

/* the number of the caller of a context's roots */
static inline u32 ptime_cct_root(enum ptime_context context)
{
	return PTIME_NODES_MAX + context;
}

/* a function's part of a key */
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

/* a node's first place in the table; it is mostly there or in the next: ptime_cct_find() */
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
	return raw_cpu_read(ptime_node_counts) + node;
}

/**
 * ptime_cct_count() - count a call
 * @counts: of its node
 * @ns: its duration
 *
 * Context: that of the node, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_cct_count(struct ptime_node_counts *counts, u64 ns)
{
	/* readers on other CPUs may see one before the other, but each whole */
	data_race(({
		counts->calls++;
		counts->total_ns += ns;
	}));
}

/**
 * ptime_cct_count_children() - count what of a call was not spent in the function itself
 * @counts: of its node
 * @nested_ns: that time
 * @added_ticks: what others' probes had added to the call
 *
 * Context: that of the node, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_cct_count_children(struct ptime_node_counts *counts,
						     u64 nested_ns, u64 added_ticks)
{
	/* read as above */
	data_race(({
		counts->nested_ns += nested_ns;
		counts->added_ticks += added_ticks;
	}));
}

/**
 * ptime_cct_count_short() - too much was taken off a call
 * @counts: of its node
 * @ticks: what was too much
 *
 * Context: that of the node, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_cct_count_short(struct ptime_node_counts *counts, u64 ticks)
{
	/* read as above */
	data_race(counts->added_ticks -= ticks);
}

/**
 * ptime_cct_count_interrupts() - count what of that time other contexts took
 * @counts: of the call's node
 * @ns: what they took
 *
 * Context: that of the node, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_cct_count_interrupts(struct ptime_node_counts *counts,
						       u64 ns)
{
	/* read as above */
	data_race(counts->elsewhere_ns += ns);
}

#endif /* _PATHTIME_CCT_H */
