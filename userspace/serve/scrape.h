/* SPDX-License-Identifier: GPL-2.0 */
/* scrape: reads the counts for each request of Prometheus, or reports why it cannot */
#ifndef _PATHTIME_SCRAPE_H
#define _PATHTIME_SCRAPE_H

#include "base/error.h"
#include "base/out.h"
#include "read/reader.h"

/**
 * struct ptool_scrape - state across successive readings
 * @source: groups and CPUs to keep
 * @why: why the last reading failed; empty if it did not
 */
struct ptool_scrape {
	const struct ptool_source *source;
	struct ptool_reason why;
};

/**
 * ptool_scrape_print() - read the counts so far, and print them for Prometheus
 * @scrape: the state; zeroed, except for its source, before the first reading
 * @out: where to print; nothing is printed if the reading fails
 *
 * The reason of a failure is printed on standard error, and again only after it
 * has changed.
 *
 * Return: true if the counts were read and printed.
 */
bool ptool_scrape_print(struct ptool_scrape *scrape,
			const struct ptool_out *out);

#endif /* _PATHTIME_SCRAPE_H */
