// SPDX-License-Identifier: GPL-2.0
/* when: parse and format points in time */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/due.h"
#include "base/units.h"
#include "base/when.h"

/* 64 bits of nanoseconds last 584 years */
#define SECONDS_MAX	(500.0 * 365 * 24 * 3600)

/* mktime() turns 30 February into a day in March; here it is a typing error */
static bool is_same_day(const struct tm *typed, const struct tm *found)
{
	return typed->tm_mday == found->tm_mday &&
	       typed->tm_mon == found->tm_mon;
}

static bool parse_date(const char *text, struct ptool_when *when)
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

bool ptool_when_parse(const char *text, struct ptool_when *when)
{
	double seconds;

	when->text = text;
	when->is_absolute = false;
	if (!ptool_span_parse(text, &seconds))
		return parse_date(text, when);
	/* written this way round, the condition also rejects NaN */
	if (!(seconds >= 0 && seconds < SECONDS_MAX))
		return false;
	when->ns = ptool_due_ns(seconds);
	return true;
}

void ptool_when_text(char *text, u64 ns)
{
	time_t seconds = (time_t)(ns / PTOOL_NS_PER_S);
	struct tm tm;

	if (!localtime_r(&seconds, &tm) ||
	    !strftime(text, PTOOL_WHEN_LEN, "%Y-%m-%dT%H:%M:%S", &tm))
		snprintf(text, PTOOL_WHEN_LEN, "?");
}
