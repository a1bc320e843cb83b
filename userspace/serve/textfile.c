// SPDX-License-Identifier: GPL-2.0
/* textfile: a file for node_exporter's textfile collector, written anew at intervals */
#include <stdio.h>
#include <unistd.h>

#include "base/due.h"
#include "base/interrupt.h"
#include "base/output.h"
#include "output/prometheus.h"
#include "serve/scrape.h"
#include "serve/textfile.h"

/* old counts would be taken for new ones, as nothing tells when they were read */
static int write_anew(struct ptime_scrape *scrape)
{
	struct ptime_output output;
	int status = ptime_output_begin(&output, scrape->options->output);

	if (status)
		return status;
	if (!ptime_scrape_print(scrape, stdout))
		ptime_prometheus_print_down(stdout);
	return ptime_output_end(&output, 0);
}

int ptime_textfile_run(const struct ptime_options *options)
{
	struct ptime_scrape scrape = { .options = options };
	int interrupt = ptime_interrupt_open();
	u64 due_ns = ptime_due_now(), written = 0;
	int status;

	if (interrupt < 0)
		return PTIME_EXIT_FAILURE;
	do {
		status = write_anew(&scrape);
		due_ns = ptime_due_next(due_ns, options->interval);
	} while (!status && ++written != options->count &&
		 !ptime_interrupt_wait(interrupt, -1, due_ns));
	close(interrupt);
	return status;
}
