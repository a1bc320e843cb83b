// SPDX-License-Identifier: GPL-2.0
/* pathtime-exporter: the command line of the exporter, and main() */
#include <stdio.h>

#include <pathtime/version.h>

#include "base/error.h"
#include "base/process.h"
#include "options/options.h"
#include "serve/exporter.h"
#include "serve/gzip.h"

#define NAME	"pathtime-exporter"

#define OPTIONS	(PTOOL_OPTIONS_EXPORTER_ONLY | PTOOL_OPTIONS_ALONE |	\
		 PTOOL_OPTION_BIT(GROUP) | PTOOL_OPTION_BIT(CPU) |	\
		 PTOOL_OPTION_BIT(BUCKETS) | PTOOL_OPTION_BIT(PATHS))

/* the address unless --listen gives one; the port is the default one */
#define DEFAULT_ADDRESS	"127.0.0.1"

static int print_help(void)
{
	puts("Usage: " NAME " [OPTIONS]\n\n"
	     "Answer Prometheus with the counts of the module.\n\n"
	     "Options:");
	ptool_options_print_help(stdout, OPTIONS);
	puts("\nMore in " NAME "(8).");
	return 0;
}

static int print_version(void)
{
	const char *feature = ptool_gzip_feature();

	printf(NAME " " PTIME_VERSION "\nfeatures: %s\n",
	       feature ? feature : "none");
	return 0;
}

static int check(const struct ptool_options *options)
{
	const char *refused = ptool_options_refused(options, OPTIONS);

	if (refused)
		return ptool_usage_error("there is no option --%s here; 'pathtime export' may have it",
					 refused);
	if (options->words)
		return ptool_usage_error("'%s' is one word too many: only options are taken",
					 options->word[0]);
	return 0;
}

static int serve(const struct ptool_options *options)
{
	const struct ptool_source source = {
		.command = NAME,
		.keep = {
			.groups = options->groups,
			.group = options->group,
			.cpus = options->cpus,
		},
		.warner = ptool_print_warning,
	};
	const struct ptool_prometheus_style style = {
		.bucket_bits = options->bucket_bits,
	};
	struct ptool_address address = options->listen;
	struct ptool_reason why = { "" };
	int status;

	if (!(options->given & PTOOL_OPTION_BIT(LISTEN)))
		ptool_address_parse(DEFAULT_ADDRESS, &address);
	status = ptool_exporter_run(&source, &style, options->paths, &address,
				    &why);
	return ptool_report(status, &why);
}

static int run(const struct ptool_options *options)
{
	int status;

	if (options->given & PTOOL_OPTION_BIT(HELP))
		return print_help();
	if (options->given & PTOOL_OPTION_BIT(VERSION))
		return print_version();
	status = check(options);
	return status ? status : serve(options);
}

int main(int argc, char **argv)
{
	struct ptool_options options;
	int status;

	ptool_error_program(NAME);
	ptool_process_reserve_descriptors();
	ptool_process_keep_memory();
	status = ptool_options_parse(&options, ~0ULL, argc, argv);
	if (!status)
		status = run(&options);
	ptool_options_free(&options);
	return ptool_error_close_output(status);
}
