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

static void test_sizes(void)
{
	static const struct {
		const char *text;
		u64 bytes;
	} sizes[] = {
		{ "1", 1 }, { "1000000", 1000000 }, { "512K", 524288 },
		{ "64M", 67108864 }, { "1.5G", 1610612736 },
	};
	static const char * const no_sizes[] = {
		"", "0", "0.5", "-1", "1k", "1KB", "K", "1 K", "0x10", "1e3",
		"1T", "2000000000G", "nan",
	};
	u64 bytes;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		tap_ok(ptool_size_parse(sizes[i].text, &bytes) &&
		       bytes == sizes[i].bytes, "a size: %s", sizes[i].text);
	for (i = 0; i < ARRAY_SIZE(no_sizes); i++)
		tap_ok(!ptool_size_parse(no_sizes[i], &bytes), "no size: '%s'",
		       no_sizes[i]);
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
	test_sizes();
	return tap_done();
}
