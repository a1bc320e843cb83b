/* SPDX-License-Identifier: GPL-2.0 */
/* due: when the next of several readings is due */
#ifndef _PATHTIME_DUE_H
#define _PATHTIME_DUE_H

#include <time.h>

#include "base/types.h"

#define PTOOL_NS_PER_S	1000000000ULL

/**
 * ptool_due_now() - Get the present time
 *
 * Return: CLOCK_MONOTONIC in nanoseconds.
 */
u64 ptool_due_now(void);

/**
 * ptool_due_ns() - Convert seconds to nanoseconds
 * @seconds: not negative, at most years
 *
 * Return: nanoseconds, rounded down.
 */
u64 ptool_due_ns(double seconds);

/**
 * ptool_due_timespec() - Convert a time for system calls
 * @ns: nanoseconds
 *
 * Return: the time as a struct timespec.
 */
struct timespec ptool_due_timespec(u64 ns);

/**
 * ptool_due_next() - Compute when the next reading is due
 * @due_ns: when the last reading was due
 * @interval: seconds between two readings
 *
 * The result is a point in time and not a delay, so the work between readings
 * does not make them drift. If more than one interval was missed, for example
 * because the process was stopped, the missed readings are skipped.
 *
 * Return: when the next reading is due, at most one interval in the past.
 */
u64 ptool_due_next(u64 due_ns, double interval);

#endif /* _PATHTIME_DUE_H */
