// SPDX-License-Identifier: GPL-2.0
/* scrape: what Prometheus is told, read anew each time, or why there is nothing to tell */
#include <string.h>

#include "output/prometheus.h"
#include "read/reader.h"
#include "serve/scrape.h"

/* a log gets a line when something changes, not each time */
static void note_change(struct ptime_scrape *scrape,
			const struct ptime_reason *why)
{
	if (!strcmp(scrape->why.text, why->text))
		return;
	scrape->why = *why;
	if (*why->text)
		ptime_note("%s", why->text);
	else
		ptime_note("the counts can be read again");
}

bool ptime_scrape_print(struct ptime_scrape *scrape, FILE *to)
{
	struct ptime_reason why = { "" };
	struct ptime_model *model;
	int status;

	ptime_error_keep(&why);
	status = ptime_reader_model(scrape->options, &model);
	ptime_error_keep(NULL);
	note_change(scrape, &why);
	if (status)
		return false;
	ptime_prometheus_print(to, model);
	ptime_model_free(model);
	return true;
}
