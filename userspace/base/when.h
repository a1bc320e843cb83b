/* SPDX-License-Identifier: GPL-2.0 */
/* when: parse and format points in time */
#ifndef _PATHTIME_WHEN_H
#define _PATHTIME_WHEN_H

#include "base/types.h"

/* size of a point in time as text */
#define PTOOL_WHEN_LEN	32

/**
 * struct ptool_when - a point in time
 * @text: the text that was parsed; NULL for none
 * @is_absolute: it is a date and time of day; otherwise it is a span since the
 *	beginning
 * @ns: nanoseconds since the epoch, or since the beginning
 */
struct ptool_when {
	const char *text;
	bool is_absolute;
	u64 ns;
};

/**
 * ptool_when_parse() - Parse a point in time
 * @text: a span since the beginning (5m), or a date and time of day in ISO 8601
 *	(2026-11-22T10:00:00): local time, or UTC if it ends in Z
 * @when: set to the point in time
 *
 * Return: true if @text is a point in time.
 */
bool ptool_when_parse(const char *text, struct ptool_when *when);

/**
 * ptool_when_text() - Format a point in time as local time, so that it can be parsed again
 * @text: buffer of PTOOL_WHEN_LEN bytes for the text
 * @ns: nanoseconds since the epoch
 */
void ptool_when_text(char *text, u64 ns);

#endif /* _PATHTIME_WHEN_H */
