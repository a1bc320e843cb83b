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

/* code and data, memory per CPU, and what the module has allocated; a packet is not the module's */
static void empty_caches(unsigned int cpu)
{
	const char *percpu = kernel_percpu(cpu);
	unsigned int i;

	flush(__executable_start, _end);
	flush(percpu, percpu + kernel_percpu_bytes());
	for (i = 0; i < kernel_regions_count; i++)
		if (!kernel_regions[i].percpu && !kernel_regions[i].name)
			flush(kernel_regions[i].begin,
			      kernel_regions[i].begin + kernel_regions[i].bytes);
	asm volatile("mfence" : : : "memory");
}

#define CALLS	1000

/* each packet in turn, as the ways of all of them must begin before the first call */
static double time_packets(const struct bench_way *way, unsigned int cpu)
{
	u64 began, took = 0;
	int i, number;

	for (i = 0; i < CALLS; i += PATH_PACKETS) {
		for (number = 0; way->before && number < PATH_PACKETS; number++)
			way->before(path_packet(cpu, number));
		began = now();
		for (number = 0; number < PATH_PACKETS; number++)
			way->call(path_packet(cpu, number));
		took += now() - began;
		for (number = 0; way->after && number < PATH_PACKETS; number++)
			way->after(path_packet(cpu, number));
	}
	return (double)took / i;
}

static double time_calls(const struct bench_way *way, unsigned int cpu)
{
	void *packet = path_packet(cpu, 0);
	u64 began = now();
	int i;

	for (i = 0; i < CALLS; i++)
		way->call(packet);
	return (double)(now() - began) / CALLS;
}

static double time_call(const struct bench_way *way, enum state state, unsigned int cpu)
{
	void *packet = path_packet(cpu, 0);
	u64 began;

	if (way->before)
		way->before(packet);
	if (state == EMPTIED) {
		empty_caches(cpu);
		/* the call itself stays: it is the caller's */
		asm volatile("prefetcht0 (%0)" : : "r"(way->call));
	} else {
		touch_others(packet);
	}
	began = now();
	way->call(packet);
	began = now() - began;
	if (way->after)
		way->after(packet);
	return began;
}

static double pass(enum state state, const struct comparison *comparison,
		   const struct bench_way *way, unsigned int cpu)
{
	if (state != WARM)
		return time_call(way, state, cpu);
	return comparison->with.before || comparison->with.after ? time_packets(way, cpu) :
								   time_calls(way, cpu);
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
	[WARM] = 1001, [AFTER_OTHERS] = 10001, [EMPTIED] = 301,
};

#define PASSES_MAX	10001
#define WARM_UP		20

void passes_run(enum state state, const struct comparison *comparison, unsigned int cpu,
		struct figures *figures)
{
	double *took = calloc(PASSES_MAX, sizeof(*took));
	double least = 1e9, least_without = 1e9;
	double scale = ns_per_tick / comparison->per;
	int i, passes = passes_of[state];

	if (!took)
		abort();
	for (i = -WARM_UP; i < passes; i++) {
		double without = pass(state, comparison, &comparison->without, cpu);
		double with = pass(state, comparison, &comparison->with, cpu);

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
