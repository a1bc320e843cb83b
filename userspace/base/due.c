// SPDX-License-Identifier: GPL-2.0
/* due: when the next of several readings is due */
#include "base/due.h"

u64 ptool_due_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * PTOOL_NS_PER_S + now.tv_nsec;
}

u64 ptool_due_ns(double seconds)
{
	return (u64)(seconds * (double)PTOOL_NS_PER_S);
}

struct timespec ptool_due_timespec(u64 ns)
{
	return (struct timespec){
		.tv_sec = (time_t)(ns / PTOOL_NS_PER_S),
		.tv_nsec = (long)(ns % PTOOL_NS_PER_S),
	};
}

u64 ptool_due_next(u64 due_ns, double interval)
{
	u64 interval_ns = ptool_due_ns(interval);
	u64 now_ns = ptool_due_now();

	due_ns += interval_ns;
	return now_ns > due_ns + interval_ns ? now_ns : due_ns;
}
