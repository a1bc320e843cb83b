/* SPDX-License-Identifier: GPL-2.0 */
/* kernel: what the module's objects need of a kernel, in a program */
#ifndef _PATHTIME_BENCH_KERNEL_H
#define _PATHTIME_BENCH_KERNEL_H

/* size and alignment of a task's stack: THREAD_SIZE of x86-64 */
#define KERNEL_STACK_BYTES	16384

/**
 * kernel_begin() - Load the module's objects, and let the calling thread be CPU 0
 * @cpus: number of possible CPUs
 */
void kernel_begin(unsigned int cpus);

/**
 * kernel_enter_cpu() - Let the calling thread be a CPU that runs a task
 * @cpu: number of the CPU
 * @task: the task, struct task_struct
 */
void kernel_enter_cpu(unsigned int cpu, void *task);

/* the first byte of a CPU's memory */
void *kernel_percpu(unsigned int cpu);

/* memory that is not per CPU, and how much of it is in use */
void *kernel_memory(size_t *bytes);

/* memory for code, near enough for calls of the module's */
void *kernel_alloc_code(unsigned long bytes);
void *kernel_alloc_stack(void);

/* call a function on a task's stack */
void kernel_run_on(void *stack, void (*function)(void *), void *argument);

/* of the linker: code and data of the program begin and end there, without what is per CPU */
extern char __executable_start[], _end[];

#endif /* _PATHTIME_BENCH_KERNEL_H */
