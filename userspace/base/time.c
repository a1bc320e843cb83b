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

/* take exactly @count digits; strptime() would accept fewer, and blanks */
static bool take_digits(const char **at, int count, int *value)
{
	for (*value = 0; count; count--) {
		if (**at < '0' || **at > '9')
			return false;
		*value = 10 * *value + *(*at)++ - '0';
	}
	return true;
}

static bool take_sign(const char **at, char sign)
{
	if (**at != sign)
		return false;
	(*at)++;
	return true;
}

/* 10:00 or 10:00:30 */
static bool take_clock(const char **at, struct tm *tm)
{
	if (!take_digits(at, 2, &tm->tm_hour) || !take_sign(at, ':') ||
	    !take_digits(at, 2, &tm->tm_min))
		return false;
	if (take_sign(at, ':') && !take_digits(at, 2, &tm->tm_sec))
		return false;
	return tm->tm_hour < 24 && tm->tm_min < 60 && tm->tm_sec < 60;
}

/* Z, +01:00 or -0530: seconds to subtract */
static bool take_offset(const char **at, int *seconds)
{
	int sign = **at == '-' ? -1 : 1, hours, minutes;

	*seconds = 0;
	if (take_sign(at, 'Z'))
		return !**at;
	(*at)++;
	if (!take_digits(at, 2, &hours))
		return false;
	take_sign(at, ':');
	*seconds = sign * 3600 * hours;
	if (!take_digits(at, 2, &minutes))
		return false;
	*seconds += sign * 60 * minutes;
	return !**at && hours < 24 && minutes < 60;
}

static bool take_day(const char **at, struct tm *tm)
{
	if (!take_digits(at, 4, &tm->tm_year) || !take_sign(at, '-') ||
	    !take_digits(at, 2, &tm->tm_mon) || !take_sign(at, '-') ||
	    !take_digits(at, 2, &tm->tm_mday))
		return false;
	tm->tm_year -= 1900;
	tm->tm_mon--;
	return true;
}

static bool parse_date(const char *at, struct ptool_timestamp *when)
{
	struct tm typed = { .tm_isdst = -1 }, found;
	int offset = 0;
	time_t seconds;
	bool is_local;

	if (!take_day(&at, &typed))
		return false;
	if (*at && !take_sign(&at, 'T') && !take_sign(&at, ' '))
		return false;
	if (at[-1] == 'T' || at[-1] == ' ')
		if (!take_clock(&at, &typed))
			return false;
	is_local = !*at;
	found = typed;
	seconds = is_local ? mktime(&found) : timegm(&found);
	if (!is_local && !take_offset(&at, &offset))
		return false;
	seconds -= offset;
	when->is_absolute = true;
	when->ns = seconds * PTOOL_NS_PER_S;
	return seconds >= 0 && seconds < SECONDS_MAX &&
	       is_same_day(&typed, &found);
}

static bool parse_of_day(const char *at, struct ptool_timestamp *when)
{
	struct tm tm = { 0 };

	if (!take_clock(&at, &tm) || *at)
		return false;
	when->is_of_day = true;
	when->ns = (tm.tm_hour * 3600 + tm.tm_min * 60 + tm.tm_sec) *
		   PTOOL_NS_PER_S;
	return true;
}

static bool parse_span(const char *at, struct ptool_timestamp *when)
{
	double seconds;

	when->is_before_end = take_sign(&at, '-');
	if (!ptool_span_parse(at, &seconds) || seconds >= SECONDS_MAX)
		return false;
	when->ns = ptool_time_ns(seconds);
	return true;
}

bool ptool_timestamp_parse(const char *text, struct ptool_timestamp *when)
{
	memset(when, 0, sizeof(*when));
	when->text = text;
	return parse_span(text, when) || parse_of_day(text, when) ||
	       (!when->is_before_end && parse_date(text, when));
}

u64 ptool_time_of_day(u64 ns, u64 of_day_ns)
{
	time_t seconds = (time_t)(ns / PTOOL_NS_PER_S);
	struct tm tm;

	if (!localtime_r(&seconds, &tm))
		return ns;
	seconds = (time_t)(of_day_ns / PTOOL_NS_PER_S);
	tm.tm_hour = (int)(seconds / 3600);
	tm.tm_min = (int)(seconds / 60 % 60);
	tm.tm_sec = (int)(seconds % 60);
	tm.tm_isdst = -1;
	return mktime(&tm) * PTOOL_NS_PER_S;
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
