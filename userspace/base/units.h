/* SPDX-License-Identifier: GPL-2.0 */
/* units: format counts and times to fit a column */
#ifndef _PATHTIME_UNITS_H
#define _PATHTIME_UNITS_H

#include "base/types.h"

/* size of any text made here, including its NUL */
#define PTOOL_NUMBER_LEN	32

enum ptool_unit {
	PTOOL_UNIT_AUTO,
	PTOOL_UNIT_NS,
	PTOOL_UNIT_US,
	PTOOL_UNIT_MS,
	PTOOL_UNIT_S,
};

/**
 * ptool_unit_parse() - Parse the name of a unit
 * @name: "auto", "ns", "us", "ms" or "s"
 * @unit: set to the unit
 *
 * Return: true if @name is one of these.
 */
bool ptool_unit_parse(const char *name, enum ptool_unit *unit);

const char *ptool_unit_name(enum ptool_unit unit);

/**
 * ptool_unit_fitting() - Choose the unit in which times are easy to read
 * @least_ns: shortest of the times that matter
 * @most_ns: longest of them
 *
 * Return: the unit, never PTOOL_UNIT_AUTO.
 */
enum ptool_unit ptool_unit_fitting(u64 least_ns, u64 most_ns);

/**
 * ptool_count_text() - Format a count: 12,345; if that is too wide 12345 or 12.3k
 * @text: buffer of PTOOL_NUMBER_LEN bytes for the text
 * @count: the count
 * @width: width of the column, at least 5
 */
void ptool_count_text(char *text, u64 count, int width);

/**
 * ptool_time_text() - Format a time: 1,234, 12.3 or 0.012; below 0.0005 as 4e-04
 * @text: buffer of PTOOL_NUMBER_LEN bytes for the text
 * @ns: the time
 * @unit: unit of the text; in nanoseconds the time is formatted as a count
 * @width: width of the column, at least 5
 */
void ptool_time_text(char *text, u64 ns, enum ptool_unit unit, int width);

/**
 * ptool_exact_text() - Format a time to the nanosecond, in a column of 14
 * @text: buffer of PTOOL_NUMBER_LEN bytes for the text
 * @ns: the time, within the range of the histogram
 * @unit: unit of the text
 */
void ptool_exact_text(char *text, u64 ns, enum ptool_unit unit);

/**
 * ptool_percent_text() - Format a percentage with three digits, "<0.01" below 0.005
 * @text: buffer of PTOOL_NUMBER_LEN bytes for the text
 * @percent: the percentage, not negative
 * @width: width of the column, at least 5
 */
void ptool_percent_text(char *text, double percent, int width);

/**
 * ptool_span_text() - Format a time span: "1.25 s", "3 min 20 s", "2 d 4 h"
 * @text: buffer of PTOOL_NUMBER_LEN bytes for the text
 * @ns: the span
 */
void ptool_span_text(char *text, u64 ns);

/**
 * ptool_decimal_parse() - Parse a number such as 10 or 2.5
 * @text: digits, and perhaps a point and more digits
 * @end: set to what follows the number
 * @value: set to the number
 *
 * Signs, blanks, exponents and hexadecimal digits are refused, because a typing
 * error would change the number unnoticed.
 *
 * Return: true if @text begins with such a number, and not with a longer one
 * that strtod() would take.
 */
bool ptool_decimal_parse(const char *text, const char **end, double *value);

/**
 * ptool_span_parse() - Parse a time span: "0.5", "500ms", "10m"
 * @text: a number with a unit: ms, s, m, h or d; without one, seconds
 * @seconds: set to the span; the caller checks its range
 *
 * Return: true if @text is a time span.
 */
bool ptool_span_parse(const char *text, double *seconds);

/**
 * ptool_size_parse() - Parse a size: "1000000", "512K", "1.5G"
 * @text: a number of bytes, or of 1024, 1024^2 or 1024^3 of them, with K, M or G
 * @bytes: set to the size
 *
 * Return: true if @text is a size of at least one byte, and below 2^60 bytes.
 */
bool ptool_size_parse(const char *text, u64 *bytes);

#endif /* _PATHTIME_UNITS_H */
