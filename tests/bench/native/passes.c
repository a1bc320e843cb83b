// SPDX-License-Identifier: GPL-2.0
/* passes: the time of calls, in passes over a function with a trampoline and without */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/types.h"
#include "kernel.h"
#include "passes.h"
#include "recording_path.h"

#define OTHERS		31
#define OTHER_BYTES	4096
#define LINE		64

/* all of the module's per-CPU memory that is in use is within these bytes */
#define PERCPU_BYTES	(4UL << 20)

#define NS_PER_S	1000000000.0
#define RATE_S		0.1

static function_t others[OTHERS];
static double ns_per_tick;

/* code or data of the module may be read before the first of these or after the last */
static inline u64 now(void)
{
	u32 low, high;

	asm volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return low | (u64)high << 32;
}

static double seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC_RAW, &time);
	return time.tv_sec + time.tv_nsec / NS_PER_S;
}

static double find_rate(void)
{
	double began = seconds(), took;
	u64 from = now(), to;

	do
		took = seconds() - began;
	while (took < RATE_S);
	to = now();
	return took * NS_PER_S / (to - from);
}

void passes_begin(void)
{
	unsigned int i;

	ns_per_tick = find_rate();
	for (i = 0; i < OTHERS; i++)
		others[i] = function_make_timed(0, NULL, 0, NULL);
}

static void touch_others(void *packet)
{
	static __thread unsigned char memory[OTHER_BYTES];
	unsigned int i;

	for (i = 0; i < OTHERS; i++)
		others[i](packet);
	for (i = 0; i < OTHER_BYTES; i += LINE)
		asm volatile("incb %0" : "+m"(memory[i]));
}

static void flush(const char *begin, const char *end)
{
	for (; begin < end; begin += LINE)
		asm volatile("clflush (%0)" : : "r"(begin) : "memory");
}

static void empty_caches(unsigned int cpu)
{
	const char *percpu = kernel_percpu(cpu);
	size_t bytes;
	const char *memory = kernel_memory(&bytes);

	flush(__executable_start, _end);
	flush(memory, memory + bytes);
	flush(percpu, percpu + PERCPU_BYTES);
	asm volatile("mfence" : : : "memory");
}

#define CALLS	1000

static double time_calls(function_t called, void *packet)
{
	u64 began = now();
	int i;

	for (i = 0; i < CALLS; i++)
		called(packet);
	return (double)(now() - began) / CALLS;
}

static double time_ways(function_t called, void *packet)
{
	u64 began = now();
	int i;

	for (i = 0; i < CALLS; i++) {
		path_packet_arrives(packet);
		called(packet);
		path_packet_leaves(packet);
	}
	return (double)(now() - began) / CALLS;
}

static double time_call(function_t called, void *packet)
{
	u64 began = now();

	called(packet);
	return now() - began;
}

static double pass(enum state state, function_t called, void *packet, unsigned int cpu)
{
	switch (state) {
	case AFTER_OTHERS:
		touch_others(packet);
		return time_call(called, packet);
	case EMPTIED:
		/* the call itself stays: it is the caller's */
		empty_caches(cpu);
		asm volatile("prefetcht0 (%0)" : : "r"(called));
		return time_call(called, packet);
	case ON_ITS_WAY:
		return time_ways(called, packet);
	default:
		return time_calls(called, packet);
	}
}

static int compare(const void *a, const void *b)
{
	double first = *(const double *)a, second = *(const double *)b;

	return (first > second) - (first < second);
}

static double mean_of_middle(const double *sorted, int count)
{
	double sum = 0;
	int i;

	for (i = count / 10; i < count - count / 10; i++)
		sum += sorted[i];
	return sum / (count - 2 * (count / 10));
}

static const int passes_of[STATES] = {
	[WARM] = 1001, [AFTER_OTHERS] = 20001, [EMPTIED] = 1001, [ON_ITS_WAY] = 1001,
};

#define PASSES_MAX	20001
#define WARM_UP		20

void passes_run(enum state state, const struct comparison *comparison, void *packet,
		unsigned int cpu, struct figures *figures)
{
	double *took = calloc(PASSES_MAX, sizeof(*took));
	double least = 1e9, least_without = 1e9;
	double scale = ns_per_tick / comparison->per;
	int i, passes = passes_of[state];

	if (!took)
		abort();
	for (i = -WARM_UP; i < passes; i++) {
		double without = pass(state, comparison->without, packet, cpu);
		double with = pass(state, comparison->with, packet, cpu);

		if (i < 0)
			continue;
		took[i] = with - without;
		least = with < least ? with : least;
		if (without < least_without)
			least_without = without;
	}
	qsort(took, passes, sizeof(*took), compare);
	figures->least = (least - least_without) * scale;
	figures->median = scale * (state == AFTER_OTHERS || state == EMPTIED ?
				   mean_of_middle(took, passes) : took[passes / 2]);
	figures->p90 = took[passes * 9 / 10] * scale;
	free(took);
}
