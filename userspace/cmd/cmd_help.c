// SPDX-License-Identifier: GPL-2.0
/* commands help and version: print commands, options, version and features */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <pathtime/version.h>

#include "base/error.h"
#include "cmd/commands.h"
#include "output/html.h"
#include "recording/pack.h"
#include "top/screen.h"

#define LEFT_WIDTH	24
#define LINE_WIDTH	80
/* of what does not fit the line, with the blank before each word */
#define INDENT		5

static void print_names(const struct ptool_out *out)
{
	const struct ptool_command *command;

	for (command = ptool_commands; command->name; command++)
		fprintf(out->file, "%s\n", command->name);
	ptool_options_print_names(out->file, PTOOL_OPTIONS_ALL);
}

/* print words behind what is on the line, wrapped; returns the line's length */
static int print_words(const struct ptool_out *out, const char *words, int column)
{
	int length;

	for (; *words; words += length + !!words[length]) {
		length = strcspn(words, " ");
		if (column + 1 + length >= LINE_WIDTH)
			column = fprintf(out->file, "\n%*s", INDENT, "") - 1;
		column += fprintf(out->file, " %.*s", length, words);
	}
	return column;
}

static void print_command(const struct ptool_out *out,
			  const struct ptool_command *command)
{
	int length = fprintf(out->file, "  %s", command->name);

	length = print_words(out, command->arguments, length);
	if (length > LEFT_WIDTH + 2) {
		fputc('\n', out->file);
		length = 0;
	}
	fprintf(out->file, "%*s %s\n", LEFT_WIDTH + 2 - length, "",
		command->help);
}

static void print_all(const struct ptool_out *out)
{
	const struct ptool_command *command;

	fputs("Usage: pathtime [OPTIONS] [COMMAND]\n\n"
	      "Time the kernel's packet path. Without a command: summary.\n\n"
	      "Commands:\n",
	      out->file);
	for (command = ptool_commands; command->name; command++)
		print_command(out, command);
	fputs("\nOptions:\n", out->file);
	ptool_options_print_help(out->file, PTOOL_OPTIONS_ALL);
	fputs("\nMore in pathtime(8).\n", out->file);
}

static void print_usage(const struct ptool_out *out,
			const struct ptool_command *command)
{
	int length = fprintf(out->file, "Usage: pathtime %s%s",
			    command->options ? "[OPTIONS] " : "",
			    command->name);

	print_words(out, command->arguments, length);
	fputc('\n', out->file);
}

static void print_one(const struct ptool_out *out,
		      const struct ptool_command *command)
{
	print_usage(out, command);
	fprintf(out->file, "\n%c%s.\n", toupper(*command->help), command->help + 1);
	if (command->options)
		fputs("\nOptions:\n", out->file);
	ptool_options_print_help(out->file, command->options);
	fprintf(out->file, "\nMore in pathtime-%s(8).\n", command->name);
}

/* the command of "help hist" or "hist --help"; NULL for the general help */
static const char *subject(const struct ptool_options *options)
{
	int at = options->given & PTOOL_OPTION_BIT(HELP) ? 0 : 1;

	return options->words > at ? options->word[at] : NULL;
}

int ptool_cmd_help(const struct ptool_options *options,
		   const struct ptool_out *out)
{
	const char *name = subject(options);
	const struct ptool_command *command = NULL;

	if (name) {
		command = ptool_command_of(name);
		if (!command)
			return ptool_command_unknown(name);
	}
	if (command && options->names)
		ptool_options_print_names(out->file, command->options);
	else if (command)
		print_one(out, command);
	else if (options->names)
		print_names(out);
	else
		print_all(out);
	return 0;
}

/* each returns the name of a feature, NULL if it was not built in */
static const char *(*const features[])(void) = {
	ptool_pack_feature,
	ptool_screen_feature,
	ptool_html_feature,
};

int ptool_cmd_version(const struct ptool_options *options,
		      const struct ptool_out *out)
{
	bool has_any = false;
	const char *name;
	size_t i;

	(void)options;
	fputs("pathtime " PTIME_VERSION "\nfeatures:", out->file);
	for (i = 0; i < ARRAY_SIZE(features); i++) {
		name = features[i]();
		if (!name)
			continue;
		fprintf(out->file, " %s", name);
		has_any = true;
	}
	fprintf(out->file, "%s\n", has_any ? "" : " none");
	return 0;
}
