/* SPDX-License-Identifier: GPL-2.0 */
/* options: parses the command line */
#ifndef _PATHTIME_OPTIONS_H
#define _PATHTIME_OPTIONS_H

#include "base/address.h"
#include "base/out.h"
#include "base/time.h"
#include "base/units.h"
#include "model/model.h"
#include "output/view.h"

/* the options; bit masks say which ones a command takes, and which ones were given */
enum ptool_option {
	PTOOL_OPTION_JSON,
	PTOOL_OPTION_PRETTY,
	PTOOL_OPTION_GROUP,
	PTOOL_OPTION_CPU,
	PTOOL_OPTION_PER_CPU,
	PTOOL_OPTION_INTERVAL,
	PTOOL_OPTION_COUNT,
	PTOOL_OPTION_UNIT,
	PTOOL_OPTION_FILE,
	PTOOL_OPTION_COLOR,
	PTOOL_OPTION_WIDE,
	PTOOL_OPTION_ALL,
	PTOOL_OPTION_FULL,
	PTOOL_OPTION_SELF,
	PTOOL_OPTION_RAW,
	PTOOL_OPTION_VERBOSE,
	PTOOL_OPTION_ANATOMY,
	PTOOL_OPTION_STAGES,
	PTOOL_OPTION_SLOWEST,
	PTOOL_OPTION_NAMES,
	PTOOL_OPTION_SORT,
	PTOOL_OPTION_LIMIT,
	PTOOL_OPTION_COLUMNS,
	PTOOL_OPTION_PERCENTILES,
	PTOOL_OPTION_FOLDED,
	PTOOL_OPTION_CSV,
	PTOOL_OPTION_PROMETHEUS,
	PTOOL_OPTION_HDR,
	PTOOL_OPTION_HLOG,
	PTOOL_OPTION_OUTPUT,
	PTOOL_OPTION_LISTEN,
	PTOOL_OPTION_BUCKETS,
	PTOOL_OPTION_PATHS,
	PTOOL_OPTION_APPEND,
	PTOOL_OPTION_DURATION,
	PTOOL_OPTION_ROTATE_SIZE,
	PTOOL_OPTION_ROTATE_AGE,
	PTOOL_OPTION_KEEP,
	PTOOL_OPTION_FROM,
	PTOOL_OPTION_TO,
	PTOOL_OPTION_MACHINE,
	PTOOL_OPTION_PER_MACHINE,
	PTOOL_OPTION_FAIL_ABOVE,
	PTOOL_OPTION_HTML,
	PTOOL_OPTION_HELP,
	PTOOL_OPTION_VERSION,
};

#define PTOOL_OPTION_BIT(option)	(1ULL << PTOOL_OPTION_##option)

/* options that choose a file, and a range of a recording, or a machine */
#define PTOOL_OPTIONS_FILE						\
	(PTOOL_OPTION_BIT(FROM) | PTOOL_OPTION_BIT(TO) |		\
	 PTOOL_OPTION_BIT(MACHINE) | PTOOL_OPTION_BIT(PER_MACHINE) |	\
	 PTOOL_OPTION_BIT(FILE))

/* options of all commands that write JSON */
#define PTOOL_OPTIONS_JSON						\
	(PTOOL_OPTION_BIT(JSON) | PTOOL_OPTION_BIT(PRETTY))

/* options of all commands that print tables */
#define PTOOL_OPTIONS_LOOK						\
	(PTOOL_OPTION_BIT(COLOR) | PTOOL_OPTION_BIT(WIDE))

/* options of all commands whose rows can be sorted, and whose columns chosen */
#define PTOOL_OPTIONS_ROWS						\
	(PTOOL_OPTION_BIT(SORT) | PTOOL_OPTION_BIT(LIMIT) |		\
	 PTOOL_OPTION_BIT(COLUMNS))

/* options of flat exports: what to select, at which interval, from which source */
#define PTOOL_OPTIONS_FLAT						\
	(PTOOL_OPTIONS_FILE | PTOOL_OPTION_BIT(GROUP) |			\
	 PTOOL_OPTION_BIT(CPU) | PTOOL_OPTION_BIT(PER_CPU) |		\
	 PTOOL_OPTION_BIT(INTERVAL) | PTOOL_OPTION_BIT(COUNT))

/* options of all commands that show callers and callees */
#define PTOOL_OPTIONS_CALLS						\
	(PTOOL_OPTIONS_FILE | PTOOL_OPTIONS_JSON |			\
	 PTOOL_OPTION_BIT(GROUP) | PTOOL_OPTION_BIT(CPU) |		\
	 PTOOL_OPTION_BIT(INTERVAL) | PTOOL_OPTION_BIT(COUNT) |		\
	 PTOOL_OPTION_BIT(UNIT) | PTOOL_OPTIONS_LOOK)

/* options of all commands that read counts */
#define PTOOL_OPTIONS_READ						\
	(PTOOL_OPTIONS_CALLS | PTOOL_OPTION_BIT(PER_CPU))

/* options that apply to recordings, whatever the command */
#define PTOOL_OPTIONS_RECORDED						\
	(PTOOL_OPTIONS_FORMATS | PTOOL_OPTION_BIT(PRETTY) |		\
	 PTOOL_OPTION_BIT(GROUP) |					\
	 PTOOL_OPTION_BIT(CPU) | PTOOL_OPTION_BIT(PER_CPU) |		\
	 PTOOL_OPTION_BIT(UNIT) | PTOOL_OPTIONS_LOOK |		\
	 PTOOL_OPTION_BIT(ALL) | PTOOL_OPTION_BIT(FULL) |		\
	 PTOOL_OPTIONS_ROWS | PTOOL_OPTION_BIT(PERCENTILES) |		\
	 PTOOL_OPTION_BIT(SELF) | PTOOL_OPTION_BIT(RAW) |		\
	 PTOOL_OPTION_BIT(VERBOSE) | PTOOL_OPTION_BIT(ANATOMY) |	\
	 PTOOL_OPTION_BIT(STAGES) | PTOOL_OPTION_BIT(SLOWEST) |		\
	 PTOOL_OPTION_BIT(NAMES) | PTOOL_OPTION_BIT(OUTPUT) |		\
	 PTOOL_OPTION_BIT(BUCKETS) | PTOOL_OPTION_BIT(PATHS) |		\
	 (PTOOL_OPTIONS_FILE & ~PTOOL_OPTION_BIT(FILE)))

/* options that name a format for programs, which has no blank lines */
#define PTOOL_OPTIONS_FORMATS						\
	(PTOOL_OPTION_BIT(JSON) | PTOOL_OPTION_BIT(FOLDED) |		\
	 PTOOL_OPTION_BIT(CSV) | PTOOL_OPTION_BIT(PROMETHEUS) |		\
	 PTOOL_OPTION_BIT(HDR) | PTOOL_OPTION_BIT(HLOG))

/* options with which record begins a new file from time to time */
#define PTOOL_OPTIONS_ROTATE						\
	(PTOOL_OPTION_BIT(ROTATE_SIZE) | PTOOL_OPTION_BIT(ROTATE_AGE))

/* options of pathtime-exporter that no command of pathtime takes */
#define PTOOL_OPTIONS_EXPORTER_ONLY	PTOOL_OPTION_BIT(LISTEN)

/* options of all commands of pathtime */
#define PTOOL_OPTIONS_ALL	(~PTOOL_OPTIONS_EXPORTER_ONLY)

/* options that stand without a command */
#define PTOOL_OPTIONS_ALONE						\
	(PTOOL_OPTION_BIT(HELP) | PTOOL_OPTION_BIT(VERSION))

/**
 * struct ptool_options - the parsed command line
 * @given: bits of the options given
 * @words: number of words that are no options
 * @word: these words: the command and its arguments
 * @words_after: number of words after "--"; 0 if there is none
 * @view: what to print, and how
 * @groups: number of groups to keep; 0 for all
 * @group: names of these groups
 * @cpus: CPUs to keep; no range for all
 * @interval: seconds between two readings
 * @count: number of readings to show; 0 for no limit
 * @files: number of files to read; 0 for the module
 * @file: names of these files
 * @file_kinds: kinds of files that the command takes; 0 for all
 * @color: when to use colour
 * @wide: never cut names
 * @self: show self times
 * @raw: show raw times
 * @json: write JSON
 * @pretty: indent it
 * @names: write names only
 * @columns: names of the columns to show, separated by commas; NULL for all
 * @untimed: show functions that are only steps of paths, too
 * @output: file to write; NULL for standard output
 * @listen: address on which pathtime-exporter answers; valid only if given
 * @bucket_bits: exponent of the buckets per power of two that Prometheus gets
 * @paths: number of paths that Prometheus gets
 * @append: continue an existing recording
 * @duration: seconds to record; 0 for no limit
 * @rotate_bytes: size of a file from which record begins a new one; 0 for no
 *	limit
 * @rotate_age: seconds after which it does; 0 for no limit
 * @keep: number of files to keep; 0 for all
 * @machine: name of the only machine to read from it; NULL for all
 * @from: start of the range to read
 * @to: end of the range to read
 * @fail_above: growth in percent above which diff fails, if the growth is
 *	certain; valid only if given
 */
struct ptool_options {
	u64 given;
	int words;
	char **word;
	int words_after;
	struct ptool_view view;
	u32 groups;
	char **group;
	struct ptool_cpu_list cpus;
	double interval;
	u64 count;
	u32 files;
	char **file;
	unsigned int file_kinds;
	enum ptool_color_when color;
	bool wide;
	bool self;
	bool raw;
	bool json;
	bool pretty;
	bool names;
	const char *columns;
	bool untimed;
	const char *output;
	struct ptool_address listen;
	u32 bucket_bits;
	u32 paths;
	bool append;
	double duration;
	u64 rotate_bytes;
	double rotate_age;
	u32 keep;
	const char *machine;
	struct ptool_timestamp from;
	struct ptool_timestamp to;
	double fail_above;
};

/**
 * ptool_options_parse() - parse the command line
 * @options: receives the result, for ptool_options_free(), also after an error
 * @known: bits of the options whose names the program knows
 * @argc: argc of main()
 * @argv: argv of main(); words are moved behind the options
 *
 * Return: 0, or an exit status after an error was reported.
 */
int ptool_options_parse(struct ptool_options *options, u64 known, int argc,
			char **argv);

void ptool_options_free(struct ptool_options *options);

/**
 * ptool_options_refused() - find a given option that a command does not take
 * @options: the options
 * @taken: bits of the options that the command takes
 *
 * Return: the name of the first such option; NULL if there is none.
 */
const char *ptool_options_refused(const struct ptool_options *options,
				  u64 taken);

/**
 * ptool_options_print_help() - print one line per option
 * @to: where to print
 * @which: bits of the options
 */
void ptool_options_print_help(FILE *to, u64 which);

/**
 * ptool_options_print_names() - print the names of options, one per line
 * @to: where to print
 * @which: bits of the options
 */
void ptool_options_print_names(FILE *to, u64 which);

#endif /* _PATHTIME_OPTIONS_H */
