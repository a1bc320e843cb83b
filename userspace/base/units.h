/* SPDX-License-Identifier: GPL-2.0 */
/* units: counts and times as text that fits a column */
#ifndef _PATHTIME_UNITS_H
#define _PATHTIME_UNITS_H

#include "base/types.h"

/* room for any text made here, its NUL included */
#define PTOOL_NUMBER_LEN	32

enum ptool_unit {
	PTOOL_UNIT_AUTO,
	PTOOL_UNIT_NS,
	PTOOL_UNIT_US,
	PTOOL_UNIT_MS,
	PTOOL_UNIT_S,
};

/**
 * ptool_unit_parse() - a unit by its name
 * @name: "auto", "ns", "us", "ms" or "s"
 * @unit: gets the unit
 *
 * Return: whether there is one of that name.
 */
bool ptool_unit_parse(const char *name, enum ptool_unit *unit);

/**
 * ptool_unit_name() - name of a unit
 * @unit: the unit
 */
const char *ptool_unit_name(enum ptool_unit unit);

/**
 * ptool_unit_fitting() - the unit in which times are easy to read
 * @least_ns: smallest of the times that matter
 * @most_ns: largest of them
 */
enum ptool_unit ptool_unit_fitting(u64 least_ns, u64 most_ns);

/**
 * ptool_count_text() - a count: 12,345; where that is too wide 12345 or 12.3k
 * @text: gets PTOOL_NUMBER_LEN bytes at most
 * @count: the count
 * @width: width of the column, at least 5
 */
void ptool_count_text(char *text, u64 count, int width);

/**
 * ptool_time_text() - a time in three digits or more, but never below 1 ns
 * @text: gets PTOOL_NUMBER_LEN bytes at most
 * @ns: the time
 * @unit: unit to tell it in
 * @width: width of the column, at least 5
 */
void ptool_time_text(char *text, u64 ns, enum ptool_unit unit, int width);

/**
 * ptool_exact_text() - a time to the last nanosecond, in a column of 14
 * @text: gets PTOOL_NUMBER_LEN bytes at most
 * @ns: the time, up to the bounds of the histogram
 * @unit: unit to tell it in
 */
void ptool_exact_text(char *text, u64 ns, enum ptool_unit unit);

/**
 * ptool_percent_text() - a part of a hundred in three digits, "<0.01" if less
 * @text: gets PTOOL_NUMBER_LEN bytes at most
 * @percent: the part, not negative
 * @width: width of the column, at least 5
 */
void ptool_percent_text(char *text, double percent, int width);

/**
 * ptool_span_text() - a span of time: "1.25 s", "3 min 20 s", "2 d 4 h"
 * @text: gets PTOOL_NUMBER_LEN bytes at most
 * @ns: the span
 */
void ptool_span_text(char *text, u64 ns);

/**
 * ptool_span_parse() - a span of time as it is typed: "0.5", "500ms", "10m"
 * @text: a number, and a unit: ms, s, m, h or d; seconds without one
 * @seconds: gets the span, of which the caller says what it may be
 *
 * Return: whether it is one.
 */
bool ptool_span_parse(const char *text, double *seconds);

#endif /* _PATHTIME_UNITS_H */
