/* SPDX-License-Identifier: GPL-2.0 */
/* scrape: read the counts for Prometheus again and again, and note when that begins to fail */
#ifndef _PATHTIME_SCRAPE_H
#define _PATHTIME_SCRAPE_H

#include "base/out.h"
#include "model/path_limit.h"
#include "output/prometheus.h"
#include "read/reader.h"

/**
 * struct ptool_scrape - state across successive readings, for ptool_scrape_free()
 * @source: groups and CPUs to keep; its warner receives the lines of the log
 * @style: how to print the counts; .start_ns and .other_paths are set here
 * @limit: the paths that are printed
 * @why: why the last reading failed; empty if it did not
 * @since_ns: when the counts of the last reading began, CLOCK_BOOTTIME
 * @model: the last reading; NULL if it failed
 */
struct ptool_scrape {
	const struct ptool_source *source;
	struct ptool_prometheus_style style;
	struct ptool_path_limit limit;
	struct ptool_reason why;
	u64 since_ns;
	struct ptool_model *model;
};

/**
 * ptool_scrape_read() - Read the counts so far
 * @scrape: the state
 *
 * The log gets a line on a change only, not at every reading that fails.
 */
void ptool_scrape_read(struct ptool_scrape *scrape);

/**
 * ptool_scrape_print() - Print the last reading
 * @scrape: the state
 * @format: the format
 * @out: where to print; nothing is printed if the reading failed
 *
 * Return: true if the counts could be read.
 */
bool ptool_scrape_print(const struct ptool_scrape *scrape,
			const struct ptool_exposition *format,
			const struct ptool_out *out);

void ptool_scrape_free(struct ptool_scrape *scrape);

#endif /* _PATHTIME_SCRAPE_H */
