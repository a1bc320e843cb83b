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
enum ptime_option {
	PTIME_OPTION_JSON,
	PTIME_OPTION_GROUP,
	PTIME_OPTION_CPU,
	PTIME_OPTION_PER_CPU,
	PTIME_OPTION_INTERVAL,
	PTIME_OPTION_COUNT,
	PTIME_OPTION_UNIT,
	PTIME_OPTION_SNAPSHOT,
	PTIME_OPTION_IMPORT,
	PTIME_OPTION_COLOR,
	PTIME_OPTION_ALL,
	PTIME_OPTION_FULL,
	PTIME_OPTION_SELF,
	PTIME_OPTION_RAW,
	PTIME_OPTION_VERBOSE,
	PTIME_OPTION_NAMES,
	PTIME_OPTION_FOLDED,
	PTIME_OPTION_CSV,
	PTIME_OPTION_PROMETHEUS,
	PTIME_OPTION_HDR,
	PTIME_OPTION_HLOG,
	PTIME_OPTION_OUTPUT,
	PTIME_OPTION_LISTEN,
	PTIME_OPTION_APPEND,
	PTIME_OPTION_DURATION,
	PTIME_OPTION_FROM,
	PTIME_OPTION_TO,
	PTIME_OPTION_MACHINE,
	PTIME_OPTION_PER_MACHINE,
	PTIME_OPTION_FAIL_ABOVE,
	PTIME_OPTION_HTML,
	PTIME_OPTION_IN,
	PTIME_OPTION_OUT,
	PTIME_OPTION_PROTO,
	PTIME_OPTION_NETNS,
	PTIME_OPTION_HELP,
	PTIME_OPTION_VERSION,
};

#define PTIME_OPTION_BIT(option)	(1ULL << PTIME_OPTION_##option)

/* options of all commands that read */
#define PTIME_OPTIONS_READ						\
	(PTIME_OPTION_BIT(JSON) | PTIME_OPTION_BIT(GROUP) |		\
	 PTIME_OPTION_BIT(CPU) | PTIME_OPTION_BIT(PER_CPU) |		\
	 PTIME_OPTION_BIT(INTERVAL) | PTIME_OPTION_BIT(COUNT) |		\
	 PTIME_OPTION_BIT(UNIT) | PTIME_OPTION_BIT(SNAPSHOT) |		\
	 PTIME_OPTION_BIT(IMPORT) | PTIME_OPTION_BIT(COLOR))

/* options of all commands that show callers and callees */
#define PTIME_OPTIONS_CALLS						\
	(PTIME_OPTION_BIT(JSON) | PTIME_OPTION_BIT(GROUP) |		\
	 PTIME_OPTION_BIT(CPU) | PTIME_OPTION_BIT(INTERVAL) |		\
	 PTIME_OPTION_BIT(COUNT) | PTIME_OPTION_BIT(UNIT) |		\
	 PTIME_OPTION_BIT(SNAPSHOT) | PTIME_OPTION_BIT(IMPORT) |	\
	 PTIME_OPTION_BIT(COLOR))

/* options of exports that are like tables: what, of when, of where */
#define PTIME_OPTIONS_FLAT						\
	(PTIME_OPTION_BIT(GROUP) | PTIME_OPTION_BIT(CPU) |		\
	 PTIME_OPTION_BIT(PER_CPU) | PTIME_OPTION_BIT(INTERVAL) |	\
	 PTIME_OPTION_BIT(COUNT) | PTIME_OPTION_BIT(SNAPSHOT) |		\
	 PTIME_OPTION_BIT(IMPORT))

/* options that choose a part of a recording */
#define PTIME_OPTIONS_OF_RECORDINGS					\
	(PTIME_OPTION_BIT(FROM) | PTIME_OPTION_BIT(TO) |		\
	 PTIME_OPTION_BIT(MACHINE) | PTIME_OPTION_BIT(PER_MACHINE))

/* options of what reads a recording, whatever command that is */
#define PTIME_OPTIONS_RECORDED						\
	(PTIME_OPTIONS_FORMS | PTIME_OPTION_BIT(GROUP) |		\
	 PTIME_OPTION_BIT(CPU) | PTIME_OPTION_BIT(PER_CPU) |		\
	 PTIME_OPTION_BIT(UNIT) | PTIME_OPTION_BIT(COLOR) |		\
	 PTIME_OPTION_BIT(ALL) | PTIME_OPTION_BIT(FULL) |		\
	 PTIME_OPTION_BIT(SELF) | PTIME_OPTION_BIT(RAW) |		\
	 PTIME_OPTION_BIT(VERBOSE) | PTIME_OPTION_BIT(NAMES) |		\
	 PTIME_OPTION_BIT(OUTPUT))

/* options that name a form for programs, which has no blank lines */
#define PTIME_OPTIONS_FORMS						\
	(PTIME_OPTION_BIT(JSON) | PTIME_OPTION_BIT(FOLDED) |		\
	 PTIME_OPTION_BIT(CSV) | PTIME_OPTION_BIT(PROMETHEUS) |		\
	 PTIME_OPTION_BIT(HDR) | PTIME_OPTION_BIT(HLOG))

/* options that have the module look at some packets only */
#define PTIME_OPTIONS_FILTER						\
	(PTIME_OPTION_BIT(IN) | PTIME_OPTION_BIT(OUT) |			\
	 PTIME_OPTION_BIT(PROTO) | PTIME_OPTION_BIT(NETNS))

#define PTIME_OPTIONS_ALL	(~0ULL)

/* options that are for no command in particular */
#define PTIME_OPTIONS_ALONE						\
	(PTIME_OPTION_BIT(HELP) | PTIME_OPTION_BIT(VERSION))

/* what packets can be told apart by, in the order of the verb's words */
enum ptime_filter {
	PTIME_FILTER_IN,
	PTIME_FILTER_OUT,
	PTIME_FILTER_PROTO,
	PTIME_FILTER_NETNS,
	PTIME_FILTERS
};

/**
 * struct ptime_view - what a writer may show of a model, and how
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
struct ptime_view {
	enum ptime_unit unit;
	struct ptime_order order;
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
 * struct ptime_options - the command line, taken apart
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
 * @filter: which packets are wanted, by enum ptime_filter; NULL for all
 * @fail_above: per cent by which nothing may have grown certainly, if it was given
 */
struct ptime_options {
	u64 given;
	int words;
	char **word;
	struct ptime_view view;
	u32 groups;
	char **group;
	struct ptime_cpu_list cpus;
	double interval;
	u64 count;
	const char *snapshot;
	u32 imports;
	char **import;
	enum ptime_color_when color;
	bool self;
	bool raw;
	bool json;
	bool names;
	bool untimed;
	const char *output;
	struct ptime_address listen;
	bool append;
	double duration;
	const char *recording;
	const char *machine;
	struct ptime_when from;
	struct ptime_when to;
	const char *filter[PTIME_FILTERS];
	double fail_above;
};

/**
 * ptime_options_parse() - take the command line apart
 * @options: gets what was found
 * @argc: as main() got it
 * @argv: likewise; words are moved behind options
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_options_parse(struct ptime_options *options, int argc, char **argv);

/**
 * ptime_options_free() - give back what parsing took
 * @options: the options
 */
void ptime_options_free(struct ptime_options *options);

/**
 * ptime_options_refused() - an option given that a command does not take
 * @options: the options
 * @taken: bits of the options it takes
 *
 * Return: the option's name; NULL where there is none.
 */
const char *ptime_options_refused(const struct ptime_options *options,
				  u64 taken);

/**
 * ptime_options_print_help() - print one line per option
 * @which: bits of the options
 */
void ptime_options_print_help(u64 which);

/**
 * ptime_options_print_names() - print the names only, one per line
 * @which: bits of the options
 */
void ptime_options_print_names(u64 which);

#endif /* _PATHTIME_OPTIONS_H */
