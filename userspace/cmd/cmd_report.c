// SPDX-License-Identifier: GPL-2.0
/* command report: run a reading command on a recording, or write an HTML page */
#include "base/error.h"
#include "cmd/commands.h"
#include "cmd/html_report.h"
#include "recording/pack.h"

/* Every command that reads a saved snapshot can read a recording. */
static bool is_reading(const struct ptool_command *command)
{
	return command && command->options & PTOOL_OPTION_BIT(SNAPSHOT);
}

int ptool_cmd_report(const struct ptool_options *options,
		     const struct ptool_out *out)
{
	struct ptool_options inner = *options;
	const struct ptool_command *command;
	const char *name = "summary";
	struct ptool_reason why;
	int status;

	inner.recording = options->word[1];
	if (options->given & PTOOL_OPTION_BIT(HTML))
		return ptool_html_report(&inner, out);
	inner.words -= 2;
	inner.word += 2;
	inner.given &= ~PTOOL_OPTIONS_OF_RECORDINGS;
	if (inner.words)
		name = inner.word[0];
	command = ptool_command_of(name);
	if (!is_reading(command))
		return ptool_usage_error("report: no command '%s' that reads: there are summary, hist, probes, tree, breakdown, paths and export",
					 name);
	status = ptool_command_check(command, &inner);
	if (status)
		return status;
	status = ptool_pack_check("report", &why);
	if (status)
		return ptool_report(status, &why);
	return command->run(&inner, out);
}
