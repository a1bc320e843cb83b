// SPDX-License-Identifier: GPL-2.0
/* prints how many kHz the time stamp counter has: an emulated CPU's is that of this machine */
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#define MEASURE_NS	100000000

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC_RAW, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(void)
{
	long long start = now(), end;
	unsigned long long ticks = __rdtsc();

	do {
		end = now();
	} while (end - start < MEASURE_NS);
	ticks = __rdtsc() - ticks;
	printf("%.0f\n", ticks * 1e6 / (end - start));
	return 0;
}
