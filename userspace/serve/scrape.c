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

void ptool_scrape_read(struct ptool_scrape *scrape)
{
	struct ptool_reason why = { "" };

	ptool_model_free(scrape->model);
	scrape->model = NULL;
	if (ptool_reader_model(scrape->source, &scrape->model, &why))
		scrape->model = NULL;
	note_change(scrape, &why);
	if (!scrape->model)
		return;
	note_start(scrape, scrape->model);
	if (scrape->model->paths)
		scrape->style.other_paths =
			ptool_path_limit_apply(&scrape->limit,
					       scrape->model->paths);
}

bool ptool_scrape_print(const struct ptool_scrape *scrape,
			const struct ptool_exposition *format,
			const struct ptool_out *out)
{
	if (!scrape->model)
		return false;
	ptool_prometheus_print(out, format, scrape->model, &scrape->style);
	return true;
}

void ptool_scrape_free(struct ptool_scrape *scrape)
{
	ptool_model_free(scrape->model);
	ptool_path_limit_free(&scrape->limit);
}
