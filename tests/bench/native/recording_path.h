/* SPDX-License-Identifier: GPL-2.0 */
/* recording_path: the module's recording path, without the kernel's types */
#ifndef _PATHTIME_BENCH_RECORDING_PATH_H
#define _PATHTIME_BENCH_RECORDING_PATH_H

/* functions that can be timed at once, and CPUs */
#define PATH_SLOTS	200

/**
 * struct path_counts - the module's counts of a function, on all CPUs
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @self_ns: part of it that was not spent in timed callees
 * @active: calls begun minus calls ended
 */
struct path_counts {
	unsigned long long calls;
	unsigned long long total_ns;
	unsigned long long self_ns;
	unsigned int active;
};

/* Prepare the module as insmod does; returns 0, or -errno. */
int path_begin(unsigned int cpus);

/*
 * Time a function by the trampolines of a slot. @body is the function's second instruction.
 * Returns 0, or -errno.
 */
int path_time(unsigned int slot, unsigned long body);
/* The function reports a step of the packet that is its first argument. */
void path_add_step(unsigned int slot);
/* With sample=, no call is due for the next 2^30 calls. */
void path_never_due(unsigned int slot);

/* the addresses of a slot's trampolines */
unsigned long path_trampoline(unsigned int slot);
unsigned long path_sampled_trampoline(unsigned int slot);

void path_set_nesting(int on);
void path_set_tracing(int on);
/* as if the record of another packet were not in its home slot */
void path_set_displaced(int count);

struct path_counts path_counts(unsigned int slot);
/* calls in no tree, and packets that were lost */
unsigned long long path_unlinked(void);
unsigned long long path_lost(void);
/* packets on a CPU's paths */
unsigned long long path_ended(void);

/* the packet of a CPU, and its way through the machine */
void *path_packet(unsigned int cpu);
void path_packet_arrives(void *packet);
void path_packet_leaves(void *packet);

/* for the floor: record a duration, and nothing else */
void path_record(unsigned long long ticks);

/* the task that runs on a CPU, and its stack */
void *path_task(unsigned int cpu, void *stack);
/* let the thread be in a softirq, or in the task */
void path_set_softirq(int on);

#endif /* _PATHTIME_BENCH_RECORDING_PATH_H */
