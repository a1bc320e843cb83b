// SPDX-License-Identifier: GPL-2.0
/* command version: print the version of the tool and its features */
#include <stdio.h>

#include <pathtime/version.h>

#include "cmd/commands.h"
#include "output/html.h"
#include "recording/pack.h"
#include "serve/http.h"
#include "top/screen.h"

/* each returns the name of a feature, NULL if it was not built in */
static const char *(*const features[])(void) = {
	ptool_pack_feature,
	ptool_http_feature,
	ptool_screen_feature,
	ptool_html_feature,
};

int ptool_cmd_version(const struct ptool_options *options,
		      const struct ptool_out *out)
{
	bool has_any = false;
	const char *name;
	size_t i;

	(void)options;
	fputs("pathtime " PTIME_VERSION "\nfeatures:", out->file);
	for (i = 0; i < ARRAY_SIZE(features); i++) {
		name = features[i]();
		if (!name)
			continue;
		fprintf(out->file, " %s", name);
		has_any = true;
	}
	fprintf(out->file, "%s\n", has_any ? "" : " none");
	return 0;
}
