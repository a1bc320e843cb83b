/* SPDX-License-Identifier: GPL-2.0 */
/* time: points in time, and when the next of several readings is due */
#ifndef _PATHTIME_TIME_H
#define _PATHTIME_TIME_H

#include <time.h>

#include "base/types.h"

#define PTOOL_NS_PER_S	1000000000ULL

/**
 * ptool_time_of() - Read a clock
 * @clock: the clock
 *
 * Return: its time in nanoseconds.
 */
u64 ptool_time_of(clockid_t clock);

/* CLOCK_MONOTONIC in nanoseconds */
u64 ptool_time_now(void);

/**
 * ptool_time_ns() - Convert seconds to nanoseconds
 * @seconds: not negative, at most years
 *
 * Return: nanoseconds, rounded down.
 */
u64 ptool_time_ns(double seconds);

/**
 * ptool_timespec() - Convert a time for system calls
 * @ns: nanoseconds
 *
 * Return: the time as a struct timespec.
 */
struct timespec ptool_timespec(u64 ns);

/**
 * ptool_time_next() - Compute when the next reading is due
 * @due_ns: when the last reading was due
 * @interval: seconds between two readings
 *
 * The result is a point in time and not a delay, so the work between readings
 * does not make them drift. If more than one interval was missed, for example
 * because the process was stopped, the missed readings are skipped.
 *
 * Return: when the next reading is due, at most one interval in the past.
 */
u64 ptool_time_next(u64 due_ns, double interval);

/* size of a point in time as text */
#define PTOOL_TIMESTAMP_LEN	32

/**
 * struct ptool_timestamp - a point in time
 * @text: the text that was parsed; NULL for none
 * @is_absolute: it is a date and time of day; otherwise it is a span
 * @is_before_end: it is a span before the end; otherwise one since the beginning
 * @is_of_day: it is a time of day without a date
 * @ns: nanoseconds since the epoch, since the beginning, before the end, or
 *	since midnight
 */
struct ptool_timestamp {
	const char *text;
	bool is_absolute;
	bool is_before_end;
	bool is_of_day;
	u64 ns;
};

/**
 * ptool_timestamp_parse() - Parse a point in time
 * @text: a span since the beginning (5m) or before the end (-5m), a time of day
 *	(10:00, 10:00:30), a date, or both with a T or a blank between them
 *	(2026-11-22T10:00). It is local time, unless it ends in Z or in an offset
 *	from UTC (+01:00).
 * @when: set to the point in time
 *
 * Return: true if @text is a point in time.
 */
bool ptool_timestamp_parse(const char *text, struct ptool_timestamp *when);

/**
 * ptool_time_of_day() - Find a time of day on the day of a point in time
 * @ns: the point in time, in nanoseconds since the epoch
 * @of_day_ns: the time of day, in nanoseconds since midnight, local time
 *
 * Return: nanoseconds since the epoch.
 */
u64 ptool_time_of_day(u64 ns, u64 of_day_ns);

/**
 * ptool_timestamp_text() - Format a point in time as local time, so that it can be parsed again
 * @text: buffer of PTOOL_TIMESTAMP_LEN bytes for the text
 * @ns: nanoseconds since the epoch
 */
void ptool_timestamp_text(char *text, u64 ns);

/**
 * ptool_timestamp_zone_text() - Format a point in time as local time, with its offset from UTC
 * @text: buffer of PTOOL_TIMESTAMP_LEN bytes for the text
 * @ns: nanoseconds since the epoch
 */
void ptool_timestamp_zone_text(char *text, u64 ns);

#endif /* _PATHTIME_TIME_H */
