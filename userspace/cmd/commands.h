/* SPDX-License-Identifier: GPL-2.0 */
/* commands: what the first word of the command line can be */
#ifndef _PATHTIME_COMMANDS_H
#define _PATHTIME_COMMANDS_H

#include "options/options.h"

/**
 * struct ptime_command - a command
 * @name: its name
 * @run: does it; returns an exit status
 * @arguments: what follows the name, for the help
 * @least: fewest arguments
 * @most: most arguments
 * @options: bits of the options it takes
 * @help: what it does, one line
 */
struct ptime_command {
	const char *name;
	int (*run)(const struct ptime_options *options);
	const char *arguments;
	int least;
	int most;
	u64 options;
	const char *help;
};

/* the table of commands (pathtime.c); its last name is NULL */
extern const struct ptime_command ptime_commands[];

/**
 * ptime_command_of() - a command by its name
 * @name: the name
 *
 * Return: the command, NULL where there is none.
 */
const struct ptime_command *ptime_command_of(const char *name);

/**
 * ptime_command_check() - does a command take what it was given?
 * @command: the command
 * @options: options, and the words from its name on
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_command_check(const struct ptime_command *command,
			const struct ptime_options *options);

int ptime_cmd_summary(const struct ptime_options *options);
int ptime_cmd_hist(const struct ptime_options *options);
int ptime_cmd_probes(const struct ptime_options *options);
int ptime_cmd_tree(const struct ptime_options *options);
int ptime_cmd_breakdown(const struct ptime_options *options);
int ptime_cmd_paths(const struct ptime_options *options);
int ptime_cmd_top(const struct ptime_options *options);
int ptime_cmd_import(const struct ptime_options *options);
int ptime_cmd_export(const struct ptime_options *options);
int ptime_cmd_record(const struct ptime_options *options);
int ptime_cmd_report(const struct ptime_options *options);
int ptime_cmd_merge(const struct ptime_options *options);
int ptime_cmd_diff(const struct ptime_options *options);
int ptime_cmd_doctor(const struct ptime_options *options);
int ptime_cmd_add(const struct ptime_options *options);
int ptime_cmd_stop(const struct ptime_options *options);
int ptime_cmd_verb(const struct ptime_options *options);
int ptime_cmd_help(const struct ptime_options *options);
int ptime_cmd_version(const struct ptime_options *options);

#endif /* _PATHTIME_COMMANDS_H */
