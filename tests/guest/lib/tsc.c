// SPDX-License-Identifier: GPL-2.0
/* prints how many kHz the time stamp counter has: an emulated CPU's is that of this machine */
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

#define MEASURE_NS	100000000
#define TRIES		1000

struct moment {
	long long ns;
	unsigned long long ticks;
};

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC_RAW, &time);
	return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/*
 * On a busy machine a process may be interrupted between two readings. The closest
 * pair of many counts.
 */
static struct moment moment(void)
{
	struct moment moment = { 0 };
	long long shortest = MEASURE_NS, before, after;
	unsigned long long ticks;
	int i;

	for (i = 0; i < TRIES; i++) {
		before = now();
		ticks = __rdtsc();
		after = now();
		if (after - before < shortest) {
			shortest = after - before;
			moment.ns = before + shortest / 2;
			moment.ticks = ticks;
		}
	}
	return moment;
}

int main(void)
{
	struct moment start = moment(), end;

	while (now() - start.ns < MEASURE_NS)
		;
	end = moment();
	printf("%.0f\n", (end.ticks - start.ticks) * 1e6 / (end.ns - start.ns));
	return 0;
}
