// SPDX-License-Identifier: GPL-2.0
/* counter: the time of a stretch of code, in cycles or in ns */
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "counter.h"

#define NS_PER_S	1000000000ULL

static int cycles = -1;

const char *counter_open(void)
{
	struct perf_event_attr attributes = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.size = sizeof(attributes),
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.pinned = 1,
	};

	cycles = syscall(SYS_perf_event_open, &attributes, 0, -1, -1,
			 PERF_FLAG_FD_CLOEXEC);
	return cycles < 0 ? "ns" : "cycles";
}

static u64 read_cycles(void)
{
	u64 value;

	if (read(cycles, &value, sizeof(value)) != sizeof(value))
		exit(ptool_error("the counter of cycles was taken away"));
	return value;
}

static u64 read_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

u64 counter_read(void)
{
	return cycles < 0 ? read_clock() : read_cycles();
}
