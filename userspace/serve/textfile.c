// SPDX-License-Identifier: GPL-2.0
/* textfile: writes the current counts to a file, for Prometheus's node_exporter */
#include "base/output.h"
#include "base/process.h"
#include "base/time.h"
#include "output/prometheus.h"
#include "serve/scrape.h"
#include "serve/textfile.h"

/* if a reading fails, write pathtime_up 0: nothing in the file would show that counts are old */
static int rewrite(struct ptool_scrape *scrape, const char *file, bool *is_full,
		   struct ptool_reason *why)
{
	/* not needed: there always is a file */
	static const struct ptool_out out;
	struct ptool_output output;
	int status = ptool_output_begin(&output, file, &out, why);

	if (!status) {
		ptool_scrape_read(scrape);
		if (!ptool_scrape_print(scrape, &ptool_exposition_text,
					&output.out))
			ptool_prometheus_print_down(&output.out);
		status = ptool_output_end(&output, 0, why);
	}
	*is_full = output.is_full;
	return status;
}

/* The disk may have room later. The old file is whole meanwhile. Both changes are reported. */
static void note_full(const struct ptool_scrape *scrape, const char *file,
		      bool is_full, bool was_full,
		      const struct ptool_reason *why)
{
	if (is_full && !was_full)
		ptool_warn(scrape->source->warner,
			   "%s: the file keeps its old counts, and is tried again at each interval",
			   why->text);
	else if (was_full && !is_full)
		ptool_warn(scrape->source->warner, "%s: written again", file);
}

int ptool_textfile_run(const struct ptool_source *source,
		       const struct ptool_prometheus_style *style, u32 paths,
		       const char *file, struct ptool_reason *why)
{
	struct ptool_scrape scrape = {
		.source = source,
		.style = *style,
		.limit.max = paths,
	};
	u64 due_ns = ptool_time_now(), written = 0;
	bool is_full, was_full = false;
	int status;

	ptool_signals_catch_end();
	do {
		status = rewrite(&scrape, file, &is_full, why);
		note_full(&scrape, file, is_full, was_full, why);
		was_full = is_full;
		due_ns = ptool_time_next(due_ns, source->interval);
	} while ((!status || is_full) && ++written != source->count &&
		 !ptool_signals_wait(NULL, due_ns, NULL));
	ptool_scrape_free(&scrape);
	return status;
}
