// SPDX-License-Identifier: GPL-2.0
/* pathtime: main() of the tool */
#include "base/error.h"
#include "base/process.h"
#include "cmd/commands.h"

/* --help and --version act as commands; the default is summary */
static const char *command_name(const struct ptool_options *options)
{
	if (options->given & PTOOL_OPTION_BIT(HELP))
		return "help";
	if (options->given & PTOOL_OPTION_BIT(VERSION))
		return "version";
	return options->words ? options->word[0] : "summary";
}

static int run_command(const struct ptool_command *command,
		       const struct ptool_options *options,
		       enum ptool_color_when when)
{
	struct ptool_out out = ptool_out_standard(when, options->wide);

	out.is_pretty = options->pretty;
	return command->run(options, &out);
}

static int run(const struct ptool_options *options)
{
	const char *name = command_name(options);
	const struct ptool_command *command = ptool_command_of(name);
	int status;

	if (!command)
		return ptool_command_unknown(name);
	if (options->given & PTOOL_OPTIONS_ALONE)
		return run_command(command, options, PTOOL_COLOR_NEVER);
	status = ptool_command_check(command, options);
	if (status)
		return status;
	return run_command(command, options, options->color);
}

int main(int argc, char **argv)
{
	struct ptool_options options;
	int status;

	ptool_process_reserve_descriptors();
	ptool_process_keep_memory();
	status = ptool_options_parse(&options, PTOOL_OPTIONS_ALL, argc, argv);
	if (!status)
		status = run(&options);
	ptool_options_free(&options);
	return ptool_error_close_output(status);
}
