// SPDX-License-Identifier: GPL-2.0
/* test of units: parts of a hundred as text */
#include <stdio.h>
#include <string.h>

#include "tap.h"
#include "types.h"
#include "units.h"

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

int main(void)
{
	char text[PTIME_NUMBER_LEN];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(percents); i++) {
		ptime_percent_text(text, percents[i].percent, 6);
		if (!tap_ok(!strcmp(text, percents[i].text), "%s %%",
			    percents[i].text))
			tap_diag("got '%s'", text);
	}
	return tap_done();
}
