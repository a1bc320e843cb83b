/* SPDX-License-Identifier: GPL-2.0 */
/* scrape: what Prometheus is told, read anew each time, or why there is nothing to tell */
#ifndef _PATHTIME_SCRAPE_H
#define _PATHTIME_SCRAPE_H

#include <stdio.h>

#include "base/error.h"
#include "options/options.h"

/**
 * struct ptool_scrape - readings, one after another
 * @options: groups and CPUs to keep
 * @why: why the last one failed; empty if it did not
 */
struct ptool_scrape {
	const struct ptool_options *options;
	struct ptool_reason why;
};

/**
 * ptool_scrape_print() - read the counts so far, and write them for Prometheus
 * @scrape: the readings; zero but for its options before the first one
 * @to: where to; nothing is written where the reading fails
 *
 * Why one failed is said on standard error, but not again while it stays so.
 *
 * Return: whether there is something to tell.
 */
bool ptool_scrape_print(struct ptool_scrape *scrape, FILE *to);

#endif /* _PATHTIME_SCRAPE_H */
