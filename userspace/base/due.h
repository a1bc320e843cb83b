/* SPDX-License-Identifier: GPL-2.0 */
/* due: when the next of several readings is to be made */
#ifndef _PATHTIME_DUE_H
#define _PATHTIME_DUE_H

#include <time.h>

#include "base/types.h"

#define PTOOL_NS_PER_S	1000000000ULL

/**
 * ptool_due_now() - the time now
 *
 * Return: CLOCK_MONOTONIC in nanoseconds.
 */
u64 ptool_due_now(void);

/**
 * ptool_due_ns() - seconds as nanoseconds, rounded down
 * @seconds: not negative, years at most
 */
u64 ptool_due_ns(double seconds);

/**
 * ptool_due_timespec() - a time as system calls take it
 * @ns: nanoseconds
 */
struct timespec ptool_due_timespec(u64 ns);

/**
 * ptool_due_next() - when the next reading is due
 * @due_ns: when the last one was
 * @interval: seconds between two of them
 *
 * A point in time, not a length: intervals do not drift by the work between. What a
 * process slept away that was stopped meanwhile is not made up for.
 *
 * Return: when it is due; past at most by the time of one interval.
 */
u64 ptool_due_next(u64 due_ns, double interval);

#endif /* _PATHTIME_DUE_H */
