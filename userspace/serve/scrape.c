// SPDX-License-Identifier: GPL-2.0
/* scrape: reads the counts for each request of Prometheus, or reports why it cannot */
#include <string.h>

#include "output/prometheus.h"
#include "read/reader.h"
#include "serve/scrape.h"

/* write to the log on a change only, not at every scrape */
static void note_change(struct ptool_scrape *scrape,
			const struct ptool_reason *why)
{
	if (!strcmp(scrape->why.text, why->text))
		return;
	scrape->why = *why;
	if (*why->text)
		ptool_note("%s", why->text);
	else
		ptool_note("the counts can be read again");
}

bool ptool_scrape_print(struct ptool_scrape *scrape,
			const struct ptool_out *out)
{
	struct ptool_reason why = { "" };
	struct ptool_model *model;
	int status = ptool_reader_model(scrape->source, &model, &why);

	note_change(scrape, &why);
	if (status)
		return false;
	ptool_prometheus_print(out, model);
	ptool_model_free(model);
	return true;
}
