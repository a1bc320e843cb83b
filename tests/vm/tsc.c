// SPDX-License-Identifier: GPL-2.0
/* prints how many kHz the time stamp counter has: an emulated CPU's is the same as this machine's */
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#define MEASURE_NS	100000000

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC_RAW, &time);
	return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

int main(void)
{
	int64_t start = now(), end;
	uint64_t ticks = __rdtsc();

	do {
		end = now();
	} while (end - start < MEASURE_NS);
	ticks = __rdtsc() - ticks;
	printf("%.0f\n", ticks * 1e6 / (end - start));
	return 0;
}
