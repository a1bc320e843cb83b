// SPDX-License-Identifier: GPL-2.0
/* command paths: which roads packets took, and where on them the time went */
#include <stdio.h>

#include <pathtime/abi.h>

#include "base/error.h"
#include "cmd/commands.h"
#include "model/packet.h"
#include "model/roads.h"
#include "output/format.h"
#include "read/debugfs.h"
#include "read/reader.h"
#include "read/verb.h"

/* the options have the names of the verb's words */
static const char *const filters[PTIME_FILTERS] = {
	[PTIME_FILTER_IN]	= "in",
	[PTIME_FILTER_OUT]	= "out",
	[PTIME_FILTER_PROTO]	= "proto",
	[PTIME_FILTER_NETNS]	= "netns",
};

/* without any word all packets are looked at */
static int set_filter(const struct ptime_options *options)
{
	char text[PTIME_FILTERS][PTIME_VERB_LEN], line[PTIME_VERB_LEN];
	char *word[PTIME_FILTERS + 1] = { PTIME_VERB_FILTER };
	int i, status, words = 1;

	for (i = 0; i < PTIME_FILTERS; i++) {
		if (!options->filter[i])
			continue;
		/* what is cut off here is too long for a line anyway */
		snprintf(text[i], sizeof(text[i]), "%s=%s", filters[i],
			 options->filter[i]);
		word[words++] = text[i];
	}
	status = ptime_verb_line(line, words, word);
	return status ? status : ptime_debugfs_write(line);
}

/* which packets are looked at is the module's matter, before they are counted */
static int apply_filter(const struct ptime_options *options)
{
	const char *filter = ptime_options_refused(options,
						   ~PTIME_OPTIONS_FILTER);
	const char *given = options->view.all ? "all" : filter;

	if (!given)
		return 0;
	if (options->view.all && filter)
		return ptime_usage_error("paths: --all has the module look at all packets, --%s at some of them: one at a time",
					 filter);
	if (!ptime_reader_is_live(options))
		return ptime_usage_error("paths: --%s tells the module which packets to look at from now on, which changes no snapshot and no recording",
					 given);
	return set_filter(options);
}

static int show(struct ptime_model *model, const struct ptime_options *options)
{
	int status = ptime_roads_check("paths", model);

	if (!status)
		ptime_format_of(options)->paths(model, &options->view);
	return status;
}

int ptime_cmd_paths(const struct ptime_options *options)
{
	struct ptime_options inner = *options;
	int status = apply_filter(options);

	if (status)
		return status;
	/* interfaces of another machine, or of then, may have been others */
	if (ptime_reader_is_live(options))
		inner.view.netns = ptime_packet_netns();
	return ptime_reader_run(&inner, show);
}
