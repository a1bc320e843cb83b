// SPDX-License-Identifier: GPL-2.0
/* http_none: reports that pathtime was built without libmicrohttpd */
#include <unistd.h>

#include "serve/http.h"

const char *ptool_http_feature(void)
{
	return NULL;
}

int ptool_http_check(struct ptool_reason *why)
{
	return ptool_fail(why,
			  "export: --listen needs libmicrohttpd, which this pathtime was built without: TOOL_FEATURES must include microhttpd; --output FILE --interval TIME does not need it");
}

int ptool_http_serve(int listener, const struct ptool_http_page *pages,
		     void *argument, struct ptool_reason *why)
{
	(void)pages;
	(void)argument;
	close(listener);
	return ptool_http_check(why);
}
