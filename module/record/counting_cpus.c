// SPDX-License-Identifier: GPL-2.0
/*
 * counting_cpus: the CPUs that count, and the memory that each of them has for it
 *
 * Those are the CPUs that are online, or were at any time since load. A machine can have many more
 * possible CPUs: a virtual machine of 4 CPUs has 240 if its hypervisor can add them.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/sched.h>

#include "record/counting_cpus.h"

struct cpumask ptime_counting_cpus;

/* A CPU that comes up waits for it, so it is held for one memory at a time. */
static DEFINE_MUTEX(counting_mutex);
static LIST_HEAD(memories);

/* number of the hotplug state, or an error */
static int hotplug_state __ro_after_init;

/*
 * A CPU is about to come up. If there is no memory, it comes up all the same, and its counts are
 * lost, until it comes up again.
 */
static int prepare_cpu(unsigned int cpu)
{
	struct ptime_cpu_memory *memory;
	int err = 0;

	mutex_lock(&counting_mutex);
	list_for_each_entry(memory, &memories, node) {
		err = memory->add_cpu(memory, cpu, PTIME_GFP_SPARE) ?: err;
		cond_resched();
	}
	cpumask_set_cpu(cpu, &ptime_counting_cpus);
	mutex_unlock(&counting_mutex);
	if (err)
		pr_warn("no memory for CPU %u: some of its calls will not be counted\n", cpu);
	return 0;
}

/**
 * ptime_counting_cpus_init() - Watch for CPUs that come up
 *
 * If the kernel cannot tell, all possible CPUs count from now on. The callback is not called for
 * CPUs that are up, as there is no memory to allocate yet. Some kernels would not call it anyway:
 * they take only CPUHP_AP_ONLINE_DYN for dynamic.
 *
 * Context: process, may sleep, at load, before any memory is added.
 */
void __init ptime_counting_cpus_init(void)
{
	cpus_read_lock();
	hotplug_state = cpuhp_setup_state_nocalls_cpuslocked(CPUHP_BP_PREPARE_DYN,
							     "pathtime:prepare", prepare_cpu, NULL);
	cpumask_copy(&ptime_counting_cpus,
		     hotplug_state < 0 ? cpu_possible_mask : cpu_online_mask);
	cpus_read_unlock();
}

/* when all memory has been removed */
void ptime_counting_cpus_exit(void)
{
	if (hotplug_state >= 0)
		cpuhp_remove_state_nocalls(hotplug_state);
}

/* until this is unlocked, no CPU gets memory */
void ptime_counting_cpus_lock(void)
{
	mutex_lock(&counting_mutex);
}

void ptime_counting_cpus_unlock(void)
{
	mutex_unlock(&counting_mutex);
}

/**
 * ptime_cpu_memory_add() - Allocate memory on each CPU that counts, and on each that will
 * @memory: the memory
 * @gfp: how to allocate it now
 *
 * Context: process, may sleep.
 * Return: 0; or -ENOMEM, and the caller frees what the CPUs have.
 */
int ptime_cpu_memory_add(struct ptime_cpu_memory *memory, gfp_t gfp)
{
	int cpu, err = 0;

	mutex_lock(&counting_mutex);
	for_each_counting_cpu(cpu) {
		err = memory->add_cpu(memory, cpu, gfp);
		if (err)
			break;
	}
	if (!err)
		list_add_tail(&memory->node, &memories);
	mutex_unlock(&counting_mutex);
	return err;
}

/**
 * ptime_cpu_memory_remove() - Allocate no more memory on CPUs that come up
 * @memory: the memory, which need not have been added; the caller frees what the CPUs have
 *
 * Context: process, may sleep.
 */
void ptime_cpu_memory_remove(struct ptime_cpu_memory *memory)
{
	mutex_lock(&counting_mutex);
	list_del_init(&memory->node);
	mutex_unlock(&counting_mutex);
}
