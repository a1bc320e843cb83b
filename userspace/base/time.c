// SPDX-License-Identifier: GPL-2.0
/* time: points in time, and when the next of several readings is due */
#include <stdio.h>
#include <string.h>

#include "base/time.h"
#include "base/units.h"

/* 64 bits of nanoseconds last 584 years */
#define SECONDS_MAX	(500.0 * 365 * 24 * 3600)

u64 ptool_time_of(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * PTOOL_NS_PER_S + now.tv_nsec;
}

u64 ptool_time_now(void)
{
	return ptool_time_of(CLOCK_MONOTONIC);
}

u64 ptool_time_ns(double seconds)
{
	return (u64)(seconds * (double)PTOOL_NS_PER_S);
}

struct timespec ptool_timespec(u64 ns)
{
	return (struct timespec){
		.tv_sec = (time_t)(ns / PTOOL_NS_PER_S),
		.tv_nsec = (long)(ns % PTOOL_NS_PER_S),
	};
}

u64 ptool_time_next(u64 due_ns, double interval)
{
	u64 interval_ns = ptool_time_ns(interval);
	u64 now_ns = ptool_time_now();

	due_ns += interval_ns;
	return now_ns > due_ns + interval_ns ? now_ns : due_ns;
}

/* mktime() turns 30 February into a day in March; here it is a typing error */
static bool is_same_day(const struct tm *typed, const struct tm *found)
{
	return typed->tm_mday == found->tm_mday &&
	       typed->tm_mon == found->tm_mon;
}

static bool parse_date(const char *text, struct ptool_timestamp *when)
{
	struct tm typed = { .tm_isdst = -1 }, found;
	const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &typed);
	time_t seconds;

	if (!end || (*end && strcmp(end, "Z")))
		return false;
	found = typed;
	seconds = *end ? timegm(&found) : mktime(&found);
	when->is_absolute = true;
	when->ns = seconds * PTOOL_NS_PER_S;
	return seconds >= 0 && seconds < SECONDS_MAX &&
	       is_same_day(&typed, &found);
}

bool ptool_timestamp_parse(const char *text, struct ptool_timestamp *when)
{
	double seconds;

	when->text = text;
	when->is_absolute = false;
	if (!ptool_span_parse(text, &seconds))
		return parse_date(text, when);
	/* written this way round, the condition also rejects NaN */
	if (!(seconds >= 0 && seconds < SECONDS_MAX))
		return false;
	when->ns = ptool_time_ns(seconds);
	return true;
}

static void local_text(char *text, u64 ns, const char *format)
{
	time_t seconds = (time_t)(ns / PTOOL_NS_PER_S);
	struct tm tm;

	if (!localtime_r(&seconds, &tm) ||
	    !strftime(text, PTOOL_TIMESTAMP_LEN, format, &tm))
		snprintf(text, PTOOL_TIMESTAMP_LEN, "?");
}

void ptool_timestamp_text(char *text, u64 ns)
{
	local_text(text, ns, "%Y-%m-%dT%H:%M:%S");
}

void ptool_timestamp_zone_text(char *text, u64 ns)
{
	local_text(text, ns, "%Y-%m-%dT%H:%M:%S%z");
}
