/* SPDX-License-Identifier: GPL-2.0 */
/* commands: the commands that the first word of the command line selects */
#ifndef _PATHTIME_COMMANDS_H
#define _PATHTIME_COMMANDS_H

#include "base/out.h"
#include "options/options.h"

/* a command: prints to @out; returns an exit status */
typedef int ptool_command_run(const struct ptool_options *options,
			      const struct ptool_out *out);

/**
 * struct ptool_command - a command of the tool
 * @name: name of the command
 * @run: runs it; returns an exit status
 * @arguments: its arguments, for the help; empty if there are none
 * @least: minimum number of arguments
 * @most: maximum number of arguments
 * @options: bits of the options it accepts
 * @help: one line of help
 */
struct ptool_command {
	const char *name;
	ptool_command_run *run;
	const char *arguments;
	int least;
	int most;
	u64 options;
	const char *help;
};

/* the table of commands; its last name is NULL */
extern const struct ptool_command ptool_commands[];

/**
 * ptool_command_of() - find a command by its name
 * @name: the name
 *
 * Return: the command, or NULL.
 */
const struct ptool_command *ptool_command_of(const char *name);

/**
 * ptool_command_unknown() - Report that there is no command of a name
 * @name: the name
 *
 * If the name is like that of a command, the error says so.
 *
 * Return: an exit status.
 */
int ptool_command_unknown(const char *name);

/**
 * ptool_command_check() - check the options and arguments of a command
 * @command: the command
 * @options: the options; their words begin with the name of the command
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_command_check(const struct ptool_command *command,
			const struct ptool_options *options);

ptool_command_run ptool_cmd_summary;
ptool_command_run ptool_cmd_hist;
ptool_command_run ptool_cmd_probes;
ptool_command_run ptool_cmd_tree;
ptool_command_run ptool_cmd_breakdown;
ptool_command_run ptool_cmd_paths;
ptool_command_run ptool_cmd_polls;
ptool_command_run ptool_cmd_top;
ptool_command_run ptool_cmd_import;
ptool_command_run ptool_cmd_export;
ptool_command_run ptool_cmd_record;
ptool_command_run ptool_cmd_report;
ptool_command_run ptool_cmd_merge;
ptool_command_run ptool_cmd_diff;
ptool_command_run ptool_cmd_doctor;
ptool_command_run ptool_cmd_add;
ptool_command_run ptool_cmd_del;
ptool_command_run ptool_cmd_stop;
ptool_command_run ptool_cmd_verb;
ptool_command_run ptool_cmd_help;
ptool_command_run ptool_cmd_version;

#endif /* _PATHTIME_COMMANDS_H */
