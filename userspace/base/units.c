// SPDX-License-Identifier: GPL-2.0
/* units: format counts and times to fit a column */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

static const struct {
	const char *name;
	u64 ns;
	int decimals;
} units[] = {
	[PTOOL_UNIT_AUTO] = { "auto", 1, 0 },
	[PTOOL_UNIT_NS]	  = { "ns", 1, 0 },
	[PTOOL_UNIT_US]	  = { "us", 1000, 3 },
	[PTOOL_UNIT_MS]	  = { "ms", 1000 * 1000, 6 },
	[PTOOL_UNIT_S]	  = { "s", 1000 * 1000 * 1000, 9 },
};

bool ptool_unit_parse(const char *name, enum ptool_unit *unit)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (strcmp(name, units[i].name))
			continue;
		*unit = i;
		return true;
	}
	return false;
}

const char *ptool_unit_name(enum ptool_unit unit)
{
	return units[unit].name;
}

enum ptool_unit ptool_unit_fitting(u64 least_ns, u64 most_ns)
{
	if (most_ns < units[PTOOL_UNIT_US].ns)
		return PTOOL_UNIT_NS;
	if (least_ns < units[PTOOL_UNIT_MS].ns)
		return PTOOL_UNIT_US;
	return least_ns < units[PTOOL_UNIT_S].ns ? PTOOL_UNIT_MS : PTOOL_UNIT_S;
}

static void separated_text(char *text, u64 count)
{
	char digits[PTOOL_NUMBER_LEN];
	int i, length = snprintf(digits, sizeof(digits), "%llu", count);

	for (i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			*text++ = ',';
		*text++ = digits[i];
	}
	*text = '\0';
}

static void scaled_text(char *text, double value)
{
	const char *scale = "kMGTPE";

	value /= 1000;
	while (value >= 999.5) {
		value /= 1000;
		scale++;
	}
	snprintf(text, PTOOL_NUMBER_LEN, "%.*f%c",
		 value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value, *scale);
}

void ptool_count_text(char *text, u64 count, int width)
{
	separated_text(text, count);
	if ((int)strlen(text) <= width)
		return;
	if (snprintf(text, PTOOL_NUMBER_LEN, "%llu", count) > width)
		scaled_text(text, count);
}

void ptool_time_text(char *text, u64 ns, enum ptool_unit unit, int width)
{
	double value = (double)ns / units[unit].ns;

	if (units[unit].ns == 1)
		ptool_count_text(text, ns, width);
	else if (ns && value < 0.0005)
		snprintf(text, PTOOL_NUMBER_LEN, "%.0e", value);
	else if (value < 0.9995)
		snprintf(text, PTOOL_NUMBER_LEN, "%.3f", value);
	else if (value < 9.995)
		snprintf(text, PTOOL_NUMBER_LEN, "%.2f", value);
	else if (value < 99.95)
		snprintf(text, PTOOL_NUMBER_LEN, "%.1f", value);
	else
		ptool_count_text(text, (ns + units[unit].ns / 2) /
				 units[unit].ns, width);
}

void ptool_exact_text(char *text, u64 ns, enum ptool_unit unit)
{
	if (units[unit].ns == 1)
		separated_text(text, ns);
	else
		snprintf(text, PTOOL_NUMBER_LEN, "%llu.%0*llu",
			 ns / units[unit].ns, units[unit].decimals,
			 ns % units[unit].ns);
}

void ptool_percent_text(char *text, double percent, int width)
{
	if (percent > 0 && percent < 0.005)
		snprintf(text, PTOOL_NUMBER_LEN, "<0.01");
	else if (percent < 99.95)
		snprintf(text, PTOOL_NUMBER_LEN, "%.*f",
			 percent < 9.995 ? 2 : 1, percent);
	else
		/* no CPU count reaches this limit, but a file may */
		ptool_count_text(text, percent < 1e18 ? (u64)(percent + 0.5) :
				 (u64)1e18, width);
}

void ptool_span_text(char *text, u64 ns)
{
	u64 s = ns / units[PTOOL_UNIT_S].ns;

	if (s < 100)
		snprintf(text, PTOOL_NUMBER_LEN, "%.3g s", ns / 1e9);
	else if (s < 3600)
		snprintf(text, PTOOL_NUMBER_LEN, "%llu min %llu s", s / 60,
			 s % 60);
	else if (s < 24 * 3600)
		snprintf(text, PTOOL_NUMBER_LEN, "%llu h %llu min", s / 3600,
			 s / 60 % 60);
	else
		snprintf(text, PTOOL_NUMBER_LEN, "%llu d %llu h",
			 s / (24 * 3600), s / 3600 % 24);
}

static const struct {
	const char *name;
	double seconds;
} spans[] = {
	{ "", 1 },
	{ "ms", 0.001 },
	{ "s", 1 },
	{ "m", 60 },
	{ "h", 3600 },
	{ "d", 24 * 3600 },
};

/* strtod() also accepts signs, blanks, hex, exponents and infinities */
bool ptool_decimal_parse(const char *text, const char **end, double *value)
{
	size_t length = strspn(text, "0123456789");
	char *parsed;

	if (!length)
		return false;
	if (text[length] == '.')
		length += 1 + strspn(text + length + 1, "0123456789");
	*value = strtod(text, &parsed);
	*end = parsed;
	return parsed == text + length;
}

bool ptool_span_parse(const char *text, double *seconds)
{
	const char *end;
	size_t i;

	if (!ptool_decimal_parse(text, &end, seconds))
		return false;
	for (i = 0; i < ARRAY_SIZE(spans); i++) {
		if (strcmp(end, spans[i].name))
			continue;
		*seconds *= spans[i].seconds;
		return true;
	}
	return false;
}

#define SIZE_MOST	(1024ULL << 50)

bool ptool_size_parse(const char *text, u64 *bytes)
{
	static const char units[] = "KMG";
	const char *end, *unit;
	double value;

	if (!ptool_decimal_parse(text, &end, &value))
		return false;
	if (*end) {
		unit = strchr(units, *end);
		if (!unit || end[1])
			return false;
		for (value *= 1024; unit > units; unit--)
			value *= 1024;
	}
	if (value < 1 || value >= (double)SIZE_MOST)
		return false;
	*bytes = (u64)value;
	return true;
}
