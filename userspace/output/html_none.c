// SPDX-License-Identifier: GPL-2.0
/* html_none: reports that the build has no HTML page */
#include "output/html.h"

const char *ptool_html_feature(void)
{
	return NULL;
}

int ptool_html_check(struct ptool_reason *why)
{
	return ptool_fail(why,
			  "report: --html needs a library for charts, which this pathtime was built without: 'make page' fetches it, and TOOL_FEATURES must include page; 'report FILE export --json' has the numbers");
}

void ptool_html_print(const struct ptool_out *out, const struct ptool_page *page)
{
	(void)out;
	(void)page;
}
