/* SPDX-License-Identifier: GPL-2.0 */
/* commands: the commands that the first word of the command line selects */
#ifndef _PATHTIME_COMMANDS_H
#define _PATHTIME_COMMANDS_H

#include "options/options.h"

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
	int (*run)(const struct ptool_options *options);
	const char *arguments;
	int least;
	int most;
	u64 options;
	const char *help;
};

/* the table of commands (pathtime.c); its last name is NULL */
extern const struct ptool_command ptool_commands[];

/**
 * ptool_command_of() - find a command by its name
 * @name: the name
 *
 * Return: the command, or NULL.
 */
const struct ptool_command *ptool_command_of(const char *name);

/**
 * ptool_command_check() - check the options and arguments of a command
 * @command: the command
 * @options: the options; their words begin with the name of the command
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_command_check(const struct ptool_command *command,
			const struct ptool_options *options);

int ptool_cmd_summary(const struct ptool_options *options);
int ptool_cmd_hist(const struct ptool_options *options);
int ptool_cmd_probes(const struct ptool_options *options);
int ptool_cmd_tree(const struct ptool_options *options);
int ptool_cmd_breakdown(const struct ptool_options *options);
int ptool_cmd_paths(const struct ptool_options *options);
int ptool_cmd_top(const struct ptool_options *options);
int ptool_cmd_import(const struct ptool_options *options);
int ptool_cmd_export(const struct ptool_options *options);
int ptool_cmd_record(const struct ptool_options *options);
int ptool_cmd_report(const struct ptool_options *options);
int ptool_cmd_merge(const struct ptool_options *options);
int ptool_cmd_diff(const struct ptool_options *options);
int ptool_cmd_doctor(const struct ptool_options *options);
int ptool_cmd_add(const struct ptool_options *options);
int ptool_cmd_stop(const struct ptool_options *options);
int ptool_cmd_verb(const struct ptool_options *options);
int ptool_cmd_help(const struct ptool_options *options);
int ptool_cmd_version(const struct ptool_options *options);

#endif /* _PATHTIME_COMMANDS_H */
