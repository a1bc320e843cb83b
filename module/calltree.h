/* SPDX-License-Identifier: GPL-2.0 */
/* calltree: callers and callees, and what each CPU counted of them */
#ifndef _PATHTIME_CALLTREE_H
#define _PATHTIME_CALLTREE_H

#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include <pathtime/abi.h>

/* ways of calling that are told apart; 32 bytes of each CPU for each */
#define PTIME_NODES_MAX		2048
#define PTIME_NODES_BITS	ilog2(PTIME_NODES_MAX)
#define PTIME_NO_NODE		(~0U)

/* functions of different names that were ever timed; 0 is none */
#define PTIME_FUNCTIONS_MAX	4096

/**
 * struct ptime_node_counts - what one CPU counted of a node
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @self_ns: of that, what was spent in the function itself
 * @elsewhere_ns: of that, what other contexts took
 *
 * A node belongs to a context, which no other of the same kind interrupts: so plain
 * additions will do, with preemption off.
 */
struct ptime_node_counts {
	u64 calls;
	u64 total_ns;
	u64 self_ns;
	u64 elsewhere_ns;
};

/*
 * A node's key is its caller's number and its function's; its number is its place in
 * the table. Keys stay where they are until the module goes, so that a call under
 * way may keep a number.
 */
extern u32 ptime_calltree_keys[PTIME_NODES_MAX];

DECLARE_PER_CPU(struct ptime_node_counts *, ptime_node_counts);

int ptime_calltree_init(void);
void ptime_calltree_exit(void);

int ptime_calltree_number(const char *module, const char *function, u16 *number);
void ptime_calltree_read(u32 node, struct ptime_node_counts *sum);
void ptime_calltree_clear(u16 function);

int ptime_calltree_alloc_spare(void);
void ptime_calltree_swap_spare(void);
void ptime_calltree_free_spare(void);

u32 ptime_calltree_find(u32 key);

/* the number of the caller of a context's roots */
static inline u32 ptime_calltree_root(enum ptime_context context)
{
	return PTIME_NODES_MAX + context;
}

static inline u16 ptime_calltree_function(u32 key)
{
	return key & 0xffff;
}

static inline u32 ptime_calltree_caller(u32 key)
{
	return key >> 16;
}

/* the node of a function below a caller, who is a node, or ptime_calltree_root() */
static __always_inline u32 ptime_calltree_key(u32 caller, u16 function)
{
	return caller << 16 | function;
}

/* a node's first place in the table, where it mostly is; else ptime_calltree_find() */
static __always_inline u32 ptime_calltree_place(u32 key)
{
	return hash_32(key, PTIME_NODES_BITS);
}

/**
 * ptime_calltree_count() - count a call
 * @node: its node
 * @ns: its duration
 * @self_ns: of that, what was spent in the function itself
 * @elsewhere_ns: of that, what other contexts took
 *
 * Context: that of the node, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_calltree_count(u32 node, u64 ns, u64 self_ns,
						 u64 elsewhere_ns)
{
	struct ptime_node_counts *counts = raw_cpu_read(ptime_node_counts) + node;

	/* readers on other CPUs may see one before the other, but each whole */
	data_race(({
		counts->calls++;
		counts->total_ns += ns;
		counts->self_ns += self_ns;
		counts->elsewhere_ns += elsewhere_ns;
	}));
}

#endif /* _PATHTIME_CALLTREE_H */
