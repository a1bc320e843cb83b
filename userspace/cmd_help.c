// SPDX-License-Identifier: GPL-2.0
/* command help: what the tables of commands and options say */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "error.h"

#define LEFT_WIDTH	24

static void print_names(void)
{
	const struct ptime_command *command;

	for (command = ptime_commands; command->name; command++)
		puts(command->name);
	ptime_options_print_names();
}

static void print_command(const struct ptime_command *command)
{
	const char *arguments = command->arguments;
	int length = printf("  %s%s%s", command->name, arguments ? " " : "",
			    arguments ? arguments : "");

	if (length > LEFT_WIDTH + 2) {
		putchar('\n');
		length = 0;
	}
	printf("%*s %s\n", LEFT_WIDTH + 2 - length, "", command->help);
}

static int print_one(const char *name)
{
	const struct ptime_command *command = ptime_command_of(name);

	if (!command)
		return ptime_usage_error("no command '%s'", name);
	printf("Usage: pathtime %s%s%s%s\n\nIt does: %s.\n",
	       command->options ? "[OPTIONS] " : "", name,
	       command->arguments ? " " : "",
	       command->arguments ? command->arguments : "", command->help);
	if (command->options)
		puts("\nOptions:");
	ptime_options_print_help(command->options);
	puts("\nMore in pathtime(8).");
	return 0;
}

int ptime_cmd_help(const struct ptime_options *options)
{
	const struct ptime_command *command;

	if (options->names) {
		print_names();
		return 0;
	}
	if (options->words > 1 && !strcmp(options->word[0], "help"))
		return print_one(options->word[1]);
	puts("Usage: pathtime [OPTIONS] [COMMAND]\n\n"
	     "Time the kernel's packet path. Without a command: summary.\n\n"
	     "Commands:");
	for (command = ptime_commands; command->name; command++)
		print_command(command);
	puts("\nOptions:");
	ptime_options_print_help(PTIME_OPTIONS_ALL);
	puts("\nMore in pathtime(8).");
	return 0;
}
