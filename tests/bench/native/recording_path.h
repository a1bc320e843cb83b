/* SPDX-License-Identifier: GPL-2.0 */
/* recording_path: the module's recording path, without the kernel's types */
#ifndef _PATHTIME_BENCH_RECORDING_PATH_H
#define _PATHTIME_BENCH_RECORDING_PATH_H

/* functions that can be timed at once */
#define PATH_SLOTS	200

/* histograms of the floor */
#define PATH_FLOORS	2

/* packets of each CPU, and the length of one */
#define PATH_PACKETS	16
#define PATH_PACKET_BYTES	64

/* buckets of a histogram with hist_bits=4 */
#define PATH_BUCKETS	529

/**
 * struct path_counts - the module's counts of a function, on all CPUs
 * @calls: calls that returned
 * @total_ns: sum of their durations
 * @self_ns: part of it that was not spent in timed callees
 * @min_ns: the shortest duration
 * @max_ns: the longest duration
 * @packets: sum of the numbers of packets that the calls returned
 * @active: calls begun minus calls ended
 * @buckets: number of calls in each bucket of the histogram
 * @self_buckets: the same by their self times
 */
struct path_counts {
	unsigned long long calls;
	unsigned long long total_ns;
	unsigned long long self_ns;
	unsigned long long min_ns;
	unsigned long long max_ns;
	unsigned long long packets;
	unsigned int active;
	unsigned long long buckets[PATH_BUCKETS];
	unsigned long long self_buckets[PATH_BUCKETS];
};

/**
 * struct path_sum - the module's counts of packets' paths, on all CPUs
 * @packets: packets that ended
 * @total_ns: sum of the times from their first steps to their last
 * @stages_ns: sum of the times between two steps
 * @bytes: sum of the packets' lengths
 */
struct path_sum {
	unsigned long long packets;
	unsigned long long total_ns;
	unsigned long long stages_ns;
	unsigned long long bytes;
};

/**
 * struct path_costs - overhead that is subtracted, in ticks
 * @in_window: from each call
 * @callee: from a call for each timed callee
 * @caller: from a call for each timed callee that has callees, without theirs
 */
struct path_costs {
	unsigned int in_window;
	unsigned int callee;
	unsigned int caller;
};

/* Prepare the module as insmod does; returns 0, or -errno. */
int path_begin(unsigned int cpus);

/*
 * Time a function by the trampolines of a slot. @body is the function's second instruction.
 * Returns 0, or -errno.
 */
int path_time(unsigned int slot, unsigned long body);
/* The same for a NIC's poll, whose result is a number of packets. Its rule differs with nesting. */
int path_time_poll(unsigned int slot, unsigned long body, int nesting);
/* The function reports a step of the packet that is its first argument. */
void path_add_step(unsigned int slot);
/* With sample=, no call is due for the next 2^30 calls. */
void path_never_due(unsigned int slot);

/* the addresses of a slot's trampolines */
unsigned long path_trampoline(unsigned int slot);
unsigned long path_sampled_trampoline(unsigned int slot);

void path_set_nesting(int on);
void path_set_tracing(int on);
/* Let the record of another packet be displaced, or end that; turns tracing on. */
void path_set_displaced(int on);
/* the number of records that are displaced */
int path_displaced(void);
void path_set_costs(const struct path_costs *costs);

void path_counts(unsigned int slot, struct path_counts *counts);
/* calls in no tree, and packets that were lost */
unsigned long long path_unlinked(void);
unsigned long long path_lost(void);
/* packets that were consumed in the middle of their path, and so are lost */
unsigned long long path_consumed(void);
/* packets whose paths have ended */
unsigned long long path_ended(void);
/* end a packet on each path of some that differ in their last steps only; returns their number */
unsigned int path_end_alike(void *packet);
/* entries in use one after the other, at most, in the table of paths; tracing is on */
unsigned int path_longest_run(void);
/* counts of the paths that have this number of steps; 0: of all paths */
void path_sums(unsigned int steps, struct path_sum *sum);

/*
 * The packets of a CPU, and their way through the machine. The second function of each pair does
 * what the first one does, but the tracepoint's hook is not called.
 */
void *path_packet(unsigned int cpu, unsigned int number);
void path_packet_arrives(void *packet);
void path_packet_comes(void *packet);
void path_packet_leaves(void *packet);
void path_packet_goes(void *packet);
void path_packet_is_consumed(void *packet);
void path_packet_is_kept(void *packet);

/* the addresses of hooks */
enum path_hook { PATH_ARRIVAL, PATH_XMIT, PATH_CONSUME };
void *path_hook(enum path_hook hook);

/* for the floor: record a duration in one of its histograms, and nothing else */
void path_set_floor(unsigned int number);
void path_record(unsigned long long ticks);

/* the task that runs on a CPU, and its stack */
void *path_task(unsigned int cpu, void *stack);
/* let the thread be in a softirq, or in the task */
void path_set_softirq(int on);

#endif /* _PATHTIME_BENCH_RECORDING_PATH_H */
