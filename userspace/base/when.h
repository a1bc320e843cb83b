/* SPDX-License-Identifier: GPL-2.0 */
/* when: points in time as they are typed and shown */
#ifndef _PATHTIME_WHEN_H
#define _PATHTIME_WHEN_H

#include "base/types.h"

/* room for a point in time as text */
#define PTOOL_WHEN_LEN	32

/**
 * struct ptool_when - a point in time
 * @text: as it was typed; NULL for none
 * @is_absolute: it is a date and a time of day, and not a span since a beginning
 * @ns: nanoseconds since that, or since the epoch
 */
struct ptool_when {
	const char *text;
	bool is_absolute;
	u64 ns;
};

/**
 * ptool_when_parse() - a point in time as it is typed
 * @text: a span since the beginning (5m), or a date and a time of day as in ISO 8601,
 *	local or, with a Z, UTC: 2026-11-22T10:00:00
 * @when: gets it
 *
 * Return: whether it is one.
 */
bool ptool_when_parse(const char *text, struct ptool_when *when);

/**
 * ptool_when_text() - a point in time, local, in the form in which it can be typed
 * @text: gets PTOOL_WHEN_LEN bytes at most
 * @ns: nanoseconds since the epoch
 */
void ptool_when_text(char *text, u64 ns);

#endif /* _PATHTIME_WHEN_H */
