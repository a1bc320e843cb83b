// SPDX-License-Identifier: GPL-2.0
/* commands: the table of commands, and how one is found in it */
#include <limits.h>
#include <string.h>

#include <pathtime/abi.h>

#include "base/error.h"
#include "base/text.h"
#include "cmd/commands.h"

/* additions of the tool to the control commands for which it has a function */
#define OPTIONS_OF_STOP		0
#define MORE_HELP_OF_STOP	""
#define OPTIONS_OF_ADD		PTOOL_OPTION_BIT(ALL)
#define MORE_HELP_OF_ADD	"; FUNCTION may be a pattern"
#define OPTIONS_OF_DEL		PTOOL_OPTION_BIT(ALL)
#define MORE_HELP_OF_DEL	"; patterns, too"

const struct ptool_command ptool_commands[] = {
	{ "summary", ptool_cmd_summary, "[FUNCTION]", 0, 1,
	  PTOOL_OPTIONS_READ | PTOOL_OPTIONS_ROWS |
	  PTOOL_OPTION_BIT(PERCENTILES) | PTOOL_OPTION_BIT(ALL) |
	  PTOOL_OPTION_BIT(SELF) | PTOOL_OPTION_BIT(RAW),
	  "show a line per function: calls, missed calls, times" },
	{ "hist", ptool_cmd_hist, "[FUNCTION]", 0, 1,
	  PTOOL_OPTIONS_READ | PTOOL_OPTIONS_ROWS |
	  PTOOL_OPTION_BIT(PERCENTILES) | PTOOL_OPTION_BIT(FULL) |
	  PTOOL_OPTION_BIT(SELF),
	  "show histograms; FUNCTION may be a pattern" },
	{ "probes", ptool_cmd_probes, "", 0, 0,
	  PTOOL_OPTIONS_READ | PTOOL_OPTION_BIT(NAMES) |
	  PTOOL_OPTION_BIT(VERBOSE),
	  "show the probe of each function, and its state" },
	{ "tree", ptool_cmd_tree, "[FUNCTION]", 0, 1,
	  PTOOL_OPTIONS_CALLS | PTOOL_OPTIONS_ROWS | PTOOL_OPTION_BIT(ALL) |
	  PTOOL_OPTION_BIT(RAW),
	  "show callers and callees" },
	{ "breakdown", ptool_cmd_breakdown, "[ROOT]", 0, 1,
	  PTOOL_OPTIONS_CALLS | PTOOL_OPTION_BIT(ALL) |
	  PTOOL_OPTION_BIT(RAW),
	  "show where the time of the function ROOT goes" },
	{ "paths", ptool_cmd_paths, "[PATH]", 0, 1,
	  PTOOL_OPTIONS_FILE | PTOOL_OPTIONS_ROWS |
	  PTOOL_OPTION_BIT(PERCENTILES) | PTOOL_OPTIONS_JSON |
	  PTOOL_OPTION_BIT(CPU) | PTOOL_OPTION_BIT(INTERVAL) |
	  PTOOL_OPTION_BIT(COUNT) | PTOOL_OPTION_BIT(UNIT) |
	  PTOOL_OPTIONS_LOOK | PTOOL_OPTION_BIT(VERBOSE) |
	  PTOOL_OPTION_BIT(ANATOMY) | PTOOL_OPTION_BIT(STAGES) |
	  PTOOL_OPTION_BIT(SLOWEST),
	  "show the paths that packets took, and their times" },
	{ "polls", ptool_cmd_polls, "", 0, 0,
	  PTOOL_OPTIONS_FILE | PTOOL_OPTION_BIT(PERCENTILES) |
	  PTOOL_OPTIONS_JSON | PTOOL_OPTION_BIT(CPU) |
	  PTOOL_OPTION_BIT(PER_CPU) | PTOOL_OPTION_BIT(INTERVAL) |
	  PTOOL_OPTION_BIT(COUNT) | PTOOL_OPTION_BIT(UNIT) |
	  PTOOL_OPTIONS_LOOK,
	  "show how long received packets wait for NAPI's polls" },
	{ "top", ptool_cmd_top, "", 0, 0,
	  PTOOL_OPTION_BIT(GROUP) | PTOOL_OPTION_BIT(INTERVAL) |
	  PTOOL_OPTION_BIT(UNIT) | PTOOL_OPTION_BIT(COLOR) |
	  PTOOL_OPTION_BIT(ALL) | PTOOL_OPTION_BIT(FULL) |
	  PTOOL_OPTION_BIT(VERBOSE),
	  "interactive live view; press ? for help" },
	{ "import", ptool_cmd_import, "FILE...", 1, INT_MAX,
	  PTOOL_OPTIONS_JSON | PTOOL_OPTION_BIT(GROUP) |
	  PTOOL_OPTION_BIT(CPU) | PTOOL_OPTION_BIT(PER_CPU) |
	  PTOOL_OPTION_BIT(UNIT) | PTOOL_OPTIONS_LOOK |
	  PTOOL_OPTION_BIT(ALL) | PTOOL_OPTION_BIT(OUTPUT),
	  "show summary, tree and breakdown of captures" },
	{ "export", ptool_cmd_export, "[paths [PATH] | FUNCTION [OUTCOME]]", 0, 2,
	  PTOOL_OPTIONS_FORMATS | PTOOL_OPTION_BIT(PRETTY) |
	  PTOOL_OPTIONS_FLAT | PTOOL_OPTION_BIT(RAW) |
	  PTOOL_OPTION_BIT(COLUMNS) | PTOOL_OPTION_BIT(PERCENTILES) |
	  PTOOL_OPTION_BIT(OUTPUT) | PTOOL_OPTION_BIT(BUCKETS) |
	  PTOOL_OPTION_BIT(PATHS),
	  "write the counts for other programs" },
	{ "record", ptool_cmd_record, "[-- COMMAND [ARG]...]", 0, INT_MAX,
	  PTOOL_OPTION_BIT(OUTPUT) | PTOOL_OPTION_BIT(APPEND) |
	  PTOOL_OPTION_BIT(INTERVAL) | PTOOL_OPTION_BIT(DURATION) |
	  PTOOL_OPTIONS_ROTATE | PTOOL_OPTION_BIT(KEEP),
	  "save snapshots to a file at intervals" },
	{ "report", ptool_cmd_report, "FILE... [COMMAND [ARG]]", 1, INT_MAX,
	  PTOOL_OPTIONS_RECORDED | PTOOL_OPTION_BIT(HTML),
	  "show a recording, or a range of it" },
	{ "merge", ptool_cmd_merge, "FILE... -o FILE", 1, INT_MAX,
	  PTOOL_OPTION_BIT(OUTPUT),
	  "merge recordings of several machines" },
	{ "diff", ptool_cmd_diff, "A B | A... -- B...", 2, INT_MAX,
	  PTOOL_OPTIONS_JSON | PTOOL_OPTION_BIT(GROUP) |
	  PTOOL_OPTION_BIT(CPU) | PTOOL_OPTION_BIT(UNIT) |
	  PTOOL_OPTIONS_LOOK | PTOOL_OPTION_BIT(VERBOSE) |
	  PTOOL_OPTION_BIT(FROM) | PTOOL_OPTION_BIT(TO) |
	  PTOOL_OPTION_BIT(MACHINE) | PTOOL_OPTION_BIT(FAIL_ABOVE),
	  "compare two recordings, snapshots or captures" },
	{ "doctor", ptool_cmd_doctor, "", 0, 0,
	  PTOOL_OPTIONS_JSON | PTOOL_OPTION_BIT(COLOR),
	  "check whether pathtime can run on this machine" },
#define PTIME_VERB(_verb, _name, _min, _max, _waits, _usage, _help)	\
	{ #_name, ptool_cmd_verb, _usage, _min, _max, 0, _help },
#define PTIME_TOOL_VERB(_verb, _name, _min, _max, _waits, _usage, _help) \
	{ #_name, ptool_cmd_##_name, _usage, _min, _max,		\
	  OPTIONS_OF_##_verb, _help MORE_HELP_OF_##_verb },
#include <pathtime/verbs.def>
	{ "help", ptool_cmd_help, "[COMMAND]", 0, 1, PTOOL_OPTION_BIT(NAMES),
	  "print this help, or that of a command" },
	{ "version", ptool_cmd_version, "", 0, 0, 0,
	  "print the version of the tool" },
	{ .name = NULL }
};

const struct ptool_command *ptool_command_of(const char *name)
{
	const struct ptool_command *command = ptool_commands;

	while (command->name && strcmp(command->name, name))
		command++;
	return command->name ? command : NULL;
}

int ptool_command_unknown(const char *name)
{
	const struct ptool_command *command;
	struct ptool_nearest nearest;

	ptool_nearest_begin(&nearest, name);
	for (command = ptool_commands; command->name; command++)
		ptool_nearest_try(&nearest, command->name);
	if (!nearest.name)
		return ptool_usage_error("no command '%s'", name);
	return ptool_usage_error("no command '%s': did you mean '%s'?", name,
				 nearest.name);
}

/* the exporter was once an option of export */
static const char *exporter_hint(const struct ptool_options *options)
{
	return options->given & PTOOL_OPTIONS_EXPORTER_ONLY ?
	       ", which pathtime-exporter does" : "";
}

int ptool_command_check(const struct ptool_command *command,
			const struct ptool_options *options)
{
	int arguments = options->words ? options->words - 1 : 0;
	const char *refused = ptool_options_refused(options, command->options);

	if (refused)
		return ptool_usage_error("%s does not take --%s%s", command->name,
					 refused, exporter_hint(options));
	if (arguments < command->least || arguments > command->most)
		return ptool_usage_error("usage: pathtime %s%s%s",
					 command->name,
					 *command->arguments ? " " : "",
					 command->arguments);
	return 0;
}
