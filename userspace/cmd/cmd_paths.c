// SPDX-License-Identifier: GPL-2.0
/* command paths: which paths packets took, and where the time went */
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

/* the names of the options, and of the control command's words */
static const char *const filters[PTOOL_FILTERS] = {
	[PTOOL_FILTER_IN]	= "in",
	[PTOOL_FILTER_OUT]	= "out",
	[PTOOL_FILTER_PROTO]	= "proto",
	[PTOOL_FILTER_NETNS]	= "netns",
};

/* Without any word, the module traces all packets. */
static int set_filter(const struct ptool_options *options)
{
	char text[PTOOL_FILTERS][PTOOL_VERB_LEN], line[PTOOL_VERB_LEN];
	char verb[PTOOL_VERB_LEN], *word[PTOOL_FILTERS + 1] = { verb };
	int i, status, words = 1;

	snprintf(verb, sizeof(verb), "%s", ptime_verb_name(PTIME_VERB_FILTER));
	for (i = 0; i < PTOOL_FILTERS; i++) {
		if (!options->filter[i])
			continue;
		/* A truncated word is too long for a control line: an error below. */
		snprintf(text[i], sizeof(text[i]), "%s=%s", filters[i],
			 options->filter[i]);
		word[words++] = text[i];
	}
	status = ptool_verb_line(line, words, word);
	return status ? status : ptool_debugfs_write(line);
}

/*
 * The module applies the filter, before packets are counted. It cannot change
 * what was read from a file.
 */
static int apply_filter(const struct ptool_options *options)
{
	const char *filter = ptool_options_refused(options,
						   ~PTOOL_OPTIONS_FILTER);
	const char *given = options->view.all ? "all" : filter;

	if (!given)
		return 0;
	if (options->view.all && filter)
		return ptool_usage_error("paths: --all has the module look at all packets, --%s at some of them: one at a time",
					 filter);
	if (!ptool_reader_is_live(options))
		return ptool_usage_error("paths: --%s tells the module which packets to look at from now on, which changes no snapshot and no recording",
					 given);
	return set_filter(options);
}

static int show(struct ptool_model *model, const struct ptool_options *options)
{
	int status = ptool_roads_check("paths", model);

	if (!status)
		ptool_format_of(options)->paths(model, &options->view);
	return status;
}

int ptool_cmd_paths(const struct ptool_options *options)
{
	struct ptool_options inner = *options;
	int status = apply_filter(options);

	if (status)
		return status;
	/*
	 * Resolve interface names for live data only. On another machine, or at
	 * another time, a number may belong to another interface.
	 */
	if (ptool_reader_is_live(options))
		inner.view.netns = ptool_packet_netns();
	return ptool_reader_run(&inner, show);
}
