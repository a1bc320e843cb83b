// SPDX-License-Identifier: GPL-2.0
/* command help: print the tables of commands and options */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cmd/commands.h"

#define LEFT_WIDTH	24
#define LINE_WIDTH	80
/* of what does not fit the line, with the blank before each word */
#define INDENT		5

static void print_names(void)
{
	const struct ptool_command *command;

	for (command = ptool_commands; command->name; command++)
		puts(command->name);
	ptool_options_print_names(PTOOL_OPTIONS_ALL);
}

/* print words behind what is on the line, wrapped; returns the line's length */
static int print_words(const char *words, int column)
{
	int length;

	for (; *words; words += length + !!words[length]) {
		length = strcspn(words, " ");
		if (column + 1 + length >= LINE_WIDTH)
			column = printf("\n%*s", INDENT, "") - 1;
		column += printf(" %.*s", length, words);
	}
	return column;
}

static void print_command(const struct ptool_command *command)
{
	int length = printf("  %s", command->name);

	length = print_words(command->arguments, length);
	if (length > LEFT_WIDTH + 2) {
		putchar('\n');
		length = 0;
	}
	printf("%*s %s\n", LEFT_WIDTH + 2 - length, "", command->help);
}

static void print_all(void)
{
	const struct ptool_command *command;

	puts("Usage: pathtime [OPTIONS] [COMMAND]\n\n"
	     "Time the kernel's packet path. Without a command: summary.\n\n"
	     "Commands:");
	for (command = ptool_commands; command->name; command++)
		print_command(command);
	puts("\nOptions:");
	ptool_options_print_help(PTOOL_OPTIONS_ALL);
	puts("\nMore in pathtime(8).");
}

static void print_usage(const struct ptool_command *command)
{
	int length = printf("Usage: pathtime %s%s",
			    command->options ? "[OPTIONS] " : "",
			    command->name);

	print_words(command->arguments, length);
	putchar('\n');
}

static void print_one(const struct ptool_command *command)
{
	print_usage(command);
	printf("\nIt does: %s.\n", command->help);
	if (command->options)
		puts("\nOptions:");
	ptool_options_print_help(command->options);
	printf("\nMore in pathtime-%s(8).\n", command->name);
}

/* the command of "help hist" or "hist --help"; NULL for the general help */
static const char *subject(const struct ptool_options *options)
{
	int at = options->given & PTOOL_OPTION_BIT(HELP) ? 0 : 1;

	return options->words > at ? options->word[at] : NULL;
}

int ptool_cmd_help(const struct ptool_options *options)
{
	const char *name = subject(options);
	const struct ptool_command *command = NULL;

	if (name) {
		command = ptool_command_of(name);
		if (!command)
			return ptool_usage_error("no command '%s'", name);
	}
	if (command && options->names)
		ptool_options_print_names(command->options);
	else if (command)
		print_one(command);
	else if (options->names)
		print_names();
	else
		print_all();
	return 0;
}
