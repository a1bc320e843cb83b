// SPDX-License-Identifier: GPL-2.0
/* test of units: parts of a hundred as text, text as spans of time */
#include <stdio.h>
#include <string.h>

#include "base/types.h"
#include "base/units.h"
#include "tap.h"

static const struct {
	double percent;
	const char *text;
} percents[] = {
	{ 0, "0.00" },
	{ 0.000000001, "<0.01" },
	{ 0.00499, "<0.01" },
	{ 0.00501, "0.01" },
	{ 9.994, "9.99" },
	{ 9.996, "10.0" },
	{ 99.94, "99.9" },
	{ 99.96, "100" },
	{ 6400, "6,400" },
	{ 1234567, "1.23M" },
	{ 1e30, "1.00E" },
};

static const struct {
	const char *text;
	double seconds;
} spans[] = {
	{ "1", 1 },
	{ "0.5", 0.5 },
	{ "250ms", 0.25 },
	{ "1.5s", 1.5 },
	{ "10m", 600 },
	{ "2h", 7200 },
	{ "1d", 86400 },
};

static const char *const no_spans[] = { "", "s", "1 s", "1x", "1sm", "10mi" };

static void test_spans(void)
{
	double seconds;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(spans); i++)
		tap_ok(ptool_span_parse(spans[i].text, &seconds) &&
		       seconds == spans[i].seconds, "a span: %s",
		       spans[i].text);
	for (i = 0; i < ARRAY_SIZE(no_spans); i++)
		tap_ok(!ptool_span_parse(no_spans[i], &seconds),
		       "no span: '%s'", no_spans[i]);
}

int main(void)
{
	char text[PTOOL_NUMBER_LEN];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(percents); i++) {
		ptool_percent_text(text, percents[i].percent, 6);
		if (!tap_ok(!strcmp(text, percents[i].text), "%s %%",
			    percents[i].text))
			tap_diag("got '%s'", text);
	}
	test_spans();
	return tap_done();
}
