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

/**
 * struct kernel_region - memory that was allocated
 * @name: what it is for; NULL if @by is known
 * @by: an address in the function that has allocated it
 * @begin: its first byte; with @percpu that of a CPU whose memory begins at 0
 * @bytes: its size
 * @percpu: each CPU has such memory
 */
struct kernel_region {
	const char *name;
	const void *by;
	char *begin;
	unsigned long bytes;
	int percpu;
};

extern struct kernel_region kernel_regions[];
extern unsigned int kernel_regions_count;

/* the first byte of a CPU's memory, and how many bytes are in use */
unsigned long kernel_percpu_bytes(void);
void *kernel_percpu(unsigned int cpu);

/* memory for code, near enough for calls of the module's */
void *kernel_alloc_code(unsigned long bytes);
void *kernel_alloc_stack(void);
/* other memory that is not the module's, all 0 */
void *kernel_alloc(const char *name, unsigned long bytes);

/* call a function on a task's stack */
void kernel_run_on(void *stack, void (*function)(void *), void *argument);

/* of the linker: code and data of the program begin and end there, without what is per CPU */
extern char __executable_start[], _end[];

#endif /* _PATHTIME_BENCH_KERNEL_H */
