/* SPDX-License-Identifier: GPL-2.0 */
/* counting_cpus: the CPUs that count, and the memory that each of them has for it */
#ifndef _PATHTIME_COUNTING_CPUS_H
#define _PATHTIME_COUNTING_CPUS_H

#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/nodemask.h>
#include <linux/numa.h>
#include <linux/topology.h>
#include <linux/types.h>

/* for memory that nobody asked for by a command: rather none than that the kernel ends a task */
#define PTIME_GFP_SPARE		(GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN)

/**
 * struct ptime_cpu_memory - memory that each CPU that counts has
 * @node: for this file
 * @add_cpu: allocate the memory of a CPU with these GFP flags, if it has none, in process
 *	context. The CPU does not count yet, or nothing is counted in this memory yet. Return 0
 *	or -ENOMEM. Without memory the CPU keeps what all CPUs begin with, where nobody reads what
 *	it counts.
 */
struct ptime_cpu_memory {
	struct list_head node;
	int (*add_cpu)(struct ptime_cpu_memory *memory, int cpu, gfp_t gfp);
};

extern struct cpumask ptime_counting_cpus;

#define for_each_counting_cpu(_cpu)	for_each_cpu(_cpu, &ptime_counting_cpus)

/* the node for a CPU's memory; the CPU's own may be gone */
static inline int ptime_node_of(int cpu)
{
	int node = cpu_to_node(cpu);

	return node != NUMA_NO_NODE && node_online(node) ? node : NUMA_NO_NODE;
}

void ptime_counting_cpus_init(void);
void ptime_counting_cpus_exit(void);

void ptime_counting_cpus_lock(void);
void ptime_counting_cpus_unlock(void);

int ptime_cpu_memory_add(struct ptime_cpu_memory *memory, gfp_t gfp);
void ptime_cpu_memory_remove(struct ptime_cpu_memory *memory);

#endif /* _PATHTIME_COUNTING_CPUS_H */
