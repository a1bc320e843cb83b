// SPDX-License-Identifier: GPL-2.0
/* command help: what the tables of commands and options say */
#include <stdio.h>

#include "commands.h"

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

int ptime_cmd_help(const struct ptime_options *options)
{
	const struct ptime_command *command;

	if (options->names) {
		print_names();
		return 0;
	}
	puts("Usage: pathtime [OPTIONS] [COMMAND]\n\n"
	     "Time the kernel's packet path. Without a command: summary.\n\n"
	     "Commands:");
	for (command = ptime_commands; command->name; command++)
		print_command(command);
	puts("\nOptions:");
	ptime_options_print_help();
	puts("\nMore in pathtime(8).");
	return 0;
}
