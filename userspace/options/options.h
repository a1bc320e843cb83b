/* SPDX-License-Identifier: GPL-2.0 */
/* options: the command line, taken apart */
#ifndef _PATHTIME_OPTIONS_H
#define _PATHTIME_OPTIONS_H

#include "base/address.h"
#include "base/terminal.h"
#include "base/units.h"
#include "base/when.h"
#include "model/model.h"

/* which options a command takes, and which were given: one bit each */
enum ptool_option {
	PTOOL_OPTION_JSON,
	PTOOL_OPTION_GROUP,
	PTOOL_OPTION_CPU,
	PTOOL_OPTION_PER_CPU,
	PTOOL_OPTION_INTERVAL,
	PTOOL_OPTION_COUNT,
	PTOOL_OPTION_UNIT,
	PTOOL_OPTION_SNAPSHOT,
	PTOOL_OPTION_IMPORT,
	PTOOL_OPTION_COLOR,
	PTOOL_OPTION_ALL,
	PTOOL_OPTION_FULL,
	PTOOL_OPTION_SELF,
	PTOOL_OPTION_RAW,
	PTOOL_OPTION_VERBOSE,
	PTOOL_OPTION_NAMES,
	PTOOL_OPTION_FOLDED,
	PTOOL_OPTION_CSV,
	PTOOL_OPTION_PROMETHEUS,
	PTOOL_OPTION_HDR,
	PTOOL_OPTION_HLOG,
	PTOOL_OPTION_OUTPUT,
	PTOOL_OPTION_LISTEN,
	PTOOL_OPTION_APPEND,
	PTOOL_OPTION_DURATION,
	PTOOL_OPTION_FROM,
	PTOOL_OPTION_TO,
	PTOOL_OPTION_MACHINE,
	PTOOL_OPTION_PER_MACHINE,
	PTOOL_OPTION_FAIL_ABOVE,
	PTOOL_OPTION_HTML,
	PTOOL_OPTION_IN,
	PTOOL_OPTION_OUT,
	PTOOL_OPTION_PROTO,
	PTOOL_OPTION_NETNS,
	PTOOL_OPTION_HELP,
	PTOOL_OPTION_VERSION,
};

#define PTOOL_OPTION_BIT(option)	(1ULL << PTOOL_OPTION_##option)

/* options of all commands that read */
#define PTOOL_OPTIONS_READ						\
	(PTOOL_OPTION_BIT(JSON) | PTOOL_OPTION_BIT(GROUP) |		\
	 PTOOL_OPTION_BIT(CPU) | PTOOL_OPTION_BIT(PER_CPU) |		\
	 PTOOL_OPTION_BIT(INTERVAL) | PTOOL_OPTION_BIT(COUNT) |		\
	 PTOOL_OPTION_BIT(UNIT) | PTOOL_OPTION_BIT(SNAPSHOT) |		\
	 PTOOL_OPTION_BIT(IMPORT) | PTOOL_OPTION_BIT(COLOR))

/* options of all commands that show callers and callees */
#define PTOOL_OPTIONS_CALLS						\
	(PTOOL_OPTION_BIT(JSON) | PTOOL_OPTION_BIT(GROUP) |		\
	 PTOOL_OPTION_BIT(CPU) | PTOOL_OPTION_BIT(INTERVAL) |		\
	 PTOOL_OPTION_BIT(COUNT) | PTOOL_OPTION_BIT(UNIT) |		\
	 PTOOL_OPTION_BIT(SNAPSHOT) | PTOOL_OPTION_BIT(IMPORT) |	\
	 PTOOL_OPTION_BIT(COLOR))

/* options of exports that are like tables: what, of when, of where */
#define PTOOL_OPTIONS_FLAT						\
	(PTOOL_OPTION_BIT(GROUP) | PTOOL_OPTION_BIT(CPU) |		\
	 PTOOL_OPTION_BIT(PER_CPU) | PTOOL_OPTION_BIT(INTERVAL) |	\
	 PTOOL_OPTION_BIT(COUNT) | PTOOL_OPTION_BIT(SNAPSHOT) |		\
	 PTOOL_OPTION_BIT(IMPORT))

/* options that choose a part of a recording */
#define PTOOL_OPTIONS_OF_RECORDINGS					\
	(PTOOL_OPTION_BIT(FROM) | PTOOL_OPTION_BIT(TO) |		\
	 PTOOL_OPTION_BIT(MACHINE) | PTOOL_OPTION_BIT(PER_MACHINE))

/* options of what reads a recording, whatever command that is */
#define PTOOL_OPTIONS_RECORDED						\
	(PTOOL_OPTIONS_FORMS | PTOOL_OPTION_BIT(GROUP) |		\
	 PTOOL_OPTION_BIT(CPU) | PTOOL_OPTION_BIT(PER_CPU) |		\
	 PTOOL_OPTION_BIT(UNIT) | PTOOL_OPTION_BIT(COLOR) |		\
	 PTOOL_OPTION_BIT(ALL) | PTOOL_OPTION_BIT(FULL) |		\
	 PTOOL_OPTION_BIT(SELF) | PTOOL_OPTION_BIT(RAW) |		\
	 PTOOL_OPTION_BIT(VERBOSE) | PTOOL_OPTION_BIT(NAMES) |		\
	 PTOOL_OPTION_BIT(OUTPUT))

/* options that name a form for programs, which has no blank lines */
#define PTOOL_OPTIONS_FORMS						\
	(PTOOL_OPTION_BIT(JSON) | PTOOL_OPTION_BIT(FOLDED) |		\
	 PTOOL_OPTION_BIT(CSV) | PTOOL_OPTION_BIT(PROMETHEUS) |		\
	 PTOOL_OPTION_BIT(HDR) | PTOOL_OPTION_BIT(HLOG))

/* options that have the module look at some packets only */
#define PTOOL_OPTIONS_FILTER						\
	(PTOOL_OPTION_BIT(IN) | PTOOL_OPTION_BIT(OUT) |			\
	 PTOOL_OPTION_BIT(PROTO) | PTOOL_OPTION_BIT(NETNS))

#define PTOOL_OPTIONS_ALL	(~0ULL)

/* options that are for no command in particular */
#define PTOOL_OPTIONS_ALONE						\
	(PTOOL_OPTION_BIT(HELP) | PTOOL_OPTION_BIT(VERSION))

/* what packets can be told apart by, in the order of the verb's words */
enum ptool_filter {
	PTOOL_FILTER_IN,
	PTOOL_FILTER_OUT,
	PTOOL_FILTER_PROTO,
	PTOOL_FILTER_NETNS,
	PTOOL_FILTERS
};

/**
 * struct ptool_view - what a writer may show of a model, and how
 * @unit: unit of times
 * @order: of the rows of a table
 * @filter: names of functions have this in them; NULL for all functions
 * @only: number of the only function of a histogram; 0 for all
 * @all: leave nothing out
 * @full: merge no buckets
 * @per_cpu: tell each CPU apart
 * @per_machine: show one machine after the other
 * @verbose: tell more
 * @netns: number of the name space in which interfaces can be asked for their names, as
 *	the packets were there; 0 for none
 */
struct ptool_view {
	enum ptool_unit unit;
	struct ptool_order order;
	const char *filter;
	u64 only;
	bool all;
	bool full;
	bool per_cpu;
	bool per_machine;
	bool verbose;
	u32 netns;
};

/**
 * struct ptool_options - the command line, taken apart
 * @given: bits of the options given
 * @words: number of words that are no options: the command and its arguments
 * @word: these
 * @view: what to show, and how
 * @groups: number of groups to keep; 0 for all
 * @group: these
 * @cpus: CPUs to keep; no range for all
 * @interval: seconds between two readings
 * @count: readings to show; 0 for no end
 * @snapshot: file to read, NULL for the module's
 * @imports: number of captures to read; 0 for none
 * @import: their names
 * @color: when to use colour
 * @self: show self times
 * @raw: show raw times
 * @json: write JSON
 * @names: write names only
 * @untimed: show functions that only tell where packets pass, too
 * @output: file to write, NULL for standard output
 * @listen: where to answer requests, if it was given
 * @append: go on with a recording that is there
 * @duration: seconds to record; 0 for no end
 * @recording: recording to read, NULL for none
 * @machine: the one of its machines that is wanted, NULL for all
 * @from: when the part of it begins that is wanted
 * @to: when that ends
 * @filter: which packets are wanted, by enum ptool_filter; NULL for all
 * @fail_above: per cent by which nothing may have grown certainly, if it was given
 */
struct ptool_options {
	u64 given;
	int words;
	char **word;
	struct ptool_view view;
	u32 groups;
	char **group;
	struct ptool_cpu_list cpus;
	double interval;
	u64 count;
	const char *snapshot;
	u32 imports;
	char **import;
	enum ptool_color_when color;
	bool self;
	bool raw;
	bool json;
	bool names;
	bool untimed;
	const char *output;
	struct ptool_address listen;
	bool append;
	double duration;
	const char *recording;
	const char *machine;
	struct ptool_when from;
	struct ptool_when to;
	const char *filter[PTOOL_FILTERS];
	double fail_above;
};

/**
 * ptool_options_parse() - take the command line apart
 * @options: gets what was found
 * @argc: as main() got it
 * @argv: likewise; words are moved behind options
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_options_parse(struct ptool_options *options, int argc, char **argv);

/**
 * ptool_options_free() - give back what parsing took
 * @options: the options
 */
void ptool_options_free(struct ptool_options *options);

/**
 * ptool_options_refused() - an option given that a command does not take
 * @options: the options
 * @taken: bits of the options it takes
 *
 * Return: the option's name; NULL where there is none.
 */
const char *ptool_options_refused(const struct ptool_options *options,
				  u64 taken);

/**
 * ptool_options_print_help() - print one line per option
 * @which: bits of the options
 */
void ptool_options_print_help(u64 which);

/**
 * ptool_options_print_names() - print the names only, one per line
 * @which: bits of the options
 */
void ptool_options_print_names(u64 which);

#endif /* _PATHTIME_OPTIONS_H */
