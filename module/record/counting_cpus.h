/* SPDX-License-Identifier: GPL-2.0 */
/* counting_cpus: the CPUs that count, and the memory that each of them has for it */
#ifndef _PATHTIME_COUNTING_CPUS_H
#define _PATHTIME_COUNTING_CPUS_H

#include <linux/cpumask.h>
#include <linux/types.h>

/**
 * struct ptime_cpu_memory - memory that each CPU that counts has
 * @node: for this file
 * @add_cpu: allocate the memory of a CPU, in process context. The CPU does not count yet, or
 *	nothing is counted in this memory yet. Return 0 or -ENOMEM. Without memory the CPU keeps
 *	what all CPUs begin with, where nobody reads what it counts.
 */
struct ptime_cpu_memory {
	struct list_head node;
	int (*add_cpu)(struct ptime_cpu_memory *memory, int cpu);
};

extern struct cpumask ptime_counting_cpus;

#define for_each_counting_cpu(_cpu)	for_each_cpu(_cpu, &ptime_counting_cpus)

void ptime_counting_cpus_init(void);
void ptime_counting_cpus_exit(void);

void ptime_counting_cpus_lock(void);
void ptime_counting_cpus_unlock(void);

int ptime_cpu_memory_add(struct ptime_cpu_memory *memory);
void ptime_cpu_memory_remove(struct ptime_cpu_memory *memory);

#endif /* _PATHTIME_COUNTING_CPUS_H */
