// SPDX-License-Identifier: GPL-2.0
/* scrape: read the counts for Prometheus again and again, and note when that begins to fail */
#include <string.h>

#include "base/time.h"
#include "serve/scrape.h"

static void note_change(struct ptool_scrape *scrape,
			const struct ptool_reason *why)
{
	if (!strcmp(scrape->why.text, why->text))
		return;
	scrape->why = *why;
	ptool_warn(scrape->source->warner, "%s",
		   *why->text ? why->text : "the counts can be read again");
}

/* once for all readings of the same counts, so that the time of day is not seen to drift */
static void note_start(struct ptool_scrape *scrape,
		       const struct ptool_model *model)
{
	if (scrape->since_ns == model->since_ns)
		return;
	scrape->since_ns = model->since_ns;
	scrape->style.start_ns = ptool_time_of(CLOCK_REALTIME) -
				 ptool_time_of(CLOCK_BOOTTIME) + model->since_ns;
}

bool ptool_scrape_print(struct ptool_scrape *scrape, const struct ptool_out *out)
{
	struct ptool_reason why = { "" };
	struct ptool_model *model;
	int status = ptool_reader_model(scrape->source, &model, &why);

	note_change(scrape, &why);
	if (status)
		return false;
	note_start(scrape, model);
	if (model->paths)
		scrape->style.other_paths =
			ptool_path_limit_apply(&scrape->limit, model->paths);
	ptool_prometheus_print(out, &ptool_exposition_text, model,
			       &scrape->style);
	ptool_model_free(model);
	return true;
}
