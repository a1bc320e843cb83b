// SPDX-License-Identifier: GPL-2.0
/* options: parses the command line */
#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "model/stats.h"
#include "options/options.h"

#include <pathtime/hist.h>

#define INTERVAL_MIN	0.001
#define INTERVAL_MAX	(365.0 * 24 * 3600)
#define PERCENT_MAX	1e6

/* A path has about 40 series for Prometheus. */
#define PATHS_DEFAULT	100

static int set_group(struct ptool_options *options, char *list)
{
	char *rest = list, *name;

	while ((name = strsep(&rest, ","))) {
		if (!*name)
			return ptool_usage_error("--group: a name is empty");
		options->group = ptool_realloc(options->group,
					       options->groups + 1,
					       sizeof(*options->group));
		options->group[options->groups++] = name;
	}
	return 0;
}

/* accept digits only: strtoul() accepts blanks and signs as well */
static bool parse_number(char **at, u32 *number)
{
	unsigned long value;

	if (**at < '0' || **at > '9')
		return false;
	errno = 0;
	value = strtoul(*at, at, 10);
	*number = value;
	return !errno && value == *number;
}

static bool parse_range(char *text, struct ptool_cpu_range *range)
{
	if (!parse_number(&text, &range->first))
		return false;
	range->last = range->first;
	if (*text == '-') {
		text++;
		if (!parse_number(&text, &range->last))
			return false;
	}
	return !*text && range->first <= range->last;
}

static int set_cpu(struct ptool_options *options, char *list)
{
	struct ptool_cpu_list *cpus = &options->cpus;
	char *rest = list, *text;

	while ((text = strsep(&rest, ","))) {
		cpus->range = ptool_realloc(cpus->range, cpus->ranges + 1,
					    sizeof(*cpus->range));
		if (!parse_range(text, &cpus->range[cpus->ranges++]))
			return ptool_usage_error("--cpu: '%s' is not a list of CPUs such as 0-2,5",
						 text);
	}
	return 0;
}

/* these comparisons are false for NaN, so it is refused as well */
static bool is_span(const char *text, double *seconds)
{
	return ptool_span_parse(text, seconds) && *seconds >= INTERVAL_MIN &&
	       *seconds <= INTERVAL_MAX;
}

static int set_interval(struct ptool_options *options, char *text)
{
	if (is_span(text, &options->interval))
		return 0;
	return ptool_usage_error("--interval: '%s' is not a time such as 1, 500ms or 10m, from 1ms to 365d",
				 text);
}

static int set_duration(struct ptool_options *options, char *text)
{
	if (is_span(text, &options->duration))
		return 0;
	return ptool_usage_error("--duration: '%s' is not a time such as 30s, 10m or 2h, from 1ms to 365d",
				 text);
}

static int set_rotate_size(struct ptool_options *options, char *text)
{
	if (ptool_size_parse(text, &options->rotate_bytes))
		return 0;
	return ptool_usage_error("--rotate-size: '%s' is not a size in bytes such as 1000000, 512K, 64M or 2G",
				 text);
}

/* the time in the name of a file has seconds */
static int set_rotate_age(struct ptool_options *options, char *text)
{
	if (is_span(text, &options->rotate_age) && options->rotate_age >= 1)
		return 0;
	return ptool_usage_error("--rotate-age: '%s' is not a time such as 10m, 1h or 1d, from 1s to 365d",
				 text);
}

/* right after a change of file, the newest one has nothing but a first snapshot */
static int set_keep(struct ptool_options *options, char *text)
{
	char *end = text;

	if (parse_number(&end, &options->keep) && !*end && options->keep >= 2)
		return 0;
	return ptool_usage_error("--keep: '%s' is not a number of files, at least 2",
				 text);
}

static int set_count(struct ptool_options *options, char *text)
{
	char *end = text;
	u32 count;

	if (!parse_number(&end, &count) || *end || !count)
		return ptool_usage_error("--count: '%s' is not a number of intervals",
					 text);
	options->count = count;
	return 0;
}

static int set_when(struct ptool_timestamp *when, const char *option,
		    const char *text)
{
	if (ptool_timestamp_parse(text, when))
		return 0;
	return ptool_usage_error("--%s: '%s' is neither a time since the start, such as 10s, nor one before the end, such as -5m, nor a time of day or date, such as 10:00 or 2026-11-22T10:00:00",
				 option, text);
}

static int set_from(struct ptool_options *options, char *text)
{
	return set_when(&options->from, "from", text);
}

static int set_to(struct ptool_options *options, char *text)
{
	return set_when(&options->to, "to", text);
}

static int set_fail_above(struct ptool_options *options, char *text)
{
	const char *end;

	if (ptool_decimal_parse(text, &end, &options->fail_above) &&
	    (!*end || !strcmp(end, "%")) && options->fail_above <= PERCENT_MAX)
		return 0;
	return ptool_usage_error("--fail-above: '%s' is not a percentage such as 10 or 2.5%%",
				 text);
}

static int set_unit(struct ptool_options *options, char *text)
{
	if (ptool_unit_parse(text, &options->view.unit))
		return 0;
	return ptool_usage_error("--unit: '%s' is not one of auto, ns, us, ms, s",
				 text);
}

/* the names stay in argv; only the list is allocated */
static int add_file(struct ptool_options *options, char *name)
{
	if (!*name)
		return ptool_usage_error("--file: the name is empty");
	options->file = ptool_realloc(options->file, options->files + 1,
				      sizeof(*options->file));
	options->file[options->files++] = name;
	return 0;
}

static int set_output(struct ptool_options *options, char *text)
{
	if (!*text)
		return ptool_usage_error("--output: the name is empty");
	options->output = text;
	return 0;
}

static int set_listen(struct ptool_options *options, char *text)
{
	if (ptool_address_parse(text, &options->listen))
		return 0;
	return ptool_usage_error("--listen: '%s' is not a port or an address such as :7284, 127.0.0.1:7284 or [::1]:7284",
				 text);
}

static int set_buckets(struct ptool_options *options, char *text)
{
	char *end = text;
	u32 bits = 0, buckets;

	if (parse_number(&end, &buckets) && !*end)
		while (bits <= PTIME_HIST_BITS_MAX && 1U << bits != buckets)
			bits++;
	else
		bits = PTIME_HIST_BITS_MAX + 1;
	options->bucket_bits = bits;
	if (bits <= PTIME_HIST_BITS_MAX)
		return 0;
	return ptool_usage_error("--buckets: '%s' is not 1, 2, 4, 8, 16, 32, 64 or 128",
				 text);
}

static int set_paths(struct ptool_options *options, char *text)
{
	char *end = text;

	if (parse_number(&end, &options->paths) && !*end)
		return 0;
	return ptool_usage_error("--paths: '%s' is not a number of paths",
				 text);
}

static int set_machine(struct ptool_options *options, char *text)
{
	options->machine = text;
	return 0;
}

static int set_color(struct ptool_options *options, char *text)
{
	if (ptool_color_parse(text, &options->color))
		return 0;
	return ptool_usage_error("--color: '%s' is not one of auto, always, never",
				 text);
}

#define FLAG(member)	offsetof(struct ptool_options, member)

static int set_limit(struct ptool_options *options, char *text)
{
	char *end = text;

	if (parse_number(&end, &options->view.limit) && !*end &&
	    options->view.limit)
		return 0;
	return ptool_usage_error("--limit: '%s' is not a number of rows", text);
}

/* whether a command has the column is checked when the command is known */
static int set_sort(struct ptool_options *options, char *text)
{
	struct ptool_order *order = &options->view.order;

	order->is_reversed = *text == '-';
	if (ptool_column_parse(text + order->is_reversed, &order->column))
		return 0;
	return ptool_usage_error("--sort: no table has a column '%s'", text);
}

/* whether a command has the columns is checked when the command is known */
static int set_columns(struct ptool_options *options, char *text)
{
	options->columns = text;
	return 0;
}

static int set_percentiles(struct ptool_options *options, char *list)
{
	struct ptool_columns *to = &options->view.percentiles;
	enum ptool_column column;
	char *rest = list, *text;

	to->is_chosen = true;
	while ((text = strsep(&rest, ","))) {
		if (!ptool_percentile_parse(text, &column))
			return ptool_usage_error("--percentiles: '%s' is not a percentile such as 50 or 99.9, above 0 and up to 100, with at most two decimals",
						 text);
		if (to->count == PTOOL_PERCENTILES_LEN)
			return ptool_usage_error("--percentiles: more than %d",
						 PTOOL_PERCENTILES_LEN);
		ptool_percentiles_add(to, column);
	}
	return 0;
}

/*
 * An option with an argument has a setter; any other has a flag, or neither.
 * Letters are only for options that are typed often.
 */
static const struct {
	const char *name;
	char letter;
	const char *argument;
	int (*set)(struct ptool_options *options, char *argument);
	size_t flag;
	const char *help;
} table[] = {
	[PTOOL_OPTION_JSON] = {
		"json", 'j', NULL, NULL, FLAG(json),
		"write JSON" },
	[PTOOL_OPTION_PRETTY] = {
		"pretty", 'p', NULL, NULL, FLAG(pretty),
		"indent JSON, with a line for each member" },
	[PTOOL_OPTION_GROUP] = {
		"group", 'g', "NAME", set_group, 0,
		"show only these groups, separated by commas" },
	[PTOOL_OPTION_CPU] = {
		"cpu", 'C', "LIST", set_cpu, 0,
		"show only what these CPUs counted: 0-2,5" },
	[PTOOL_OPTION_PER_CPU] = {
		"per-cpu", 'P', NULL, NULL, FLAG(view.per_cpu),
		"show each CPU separately" },
	[PTOOL_OPTION_INTERVAL] = {
		"interval", 'i', "TIME", set_interval, 0,
		"show the counts of each interval" },
	[PTOOL_OPTION_COUNT] = {
		"count", 'n', "NUMBER", set_count, 0,
		"end after this many intervals" },
	[PTOOL_OPTION_UNIT] = {
		"unit", 'u', "UNIT", set_unit, 0,
		"show times in this unit: auto, ns, us, ms or s" },
	[PTOOL_OPTION_FILE] = {
		"file", 'f', "FILE", add_file, 0,
		"read a snapshot, a recording or a capture" },
	[PTOOL_OPTION_COLOR] = {
		"color", 'c', "WHEN", set_color, 0,
		"use colours: auto, always or never" },
	[PTOOL_OPTION_WIDE] = {
		"wide", 'W', NULL, NULL, FLAG(wide),
		"never cut names, however wide the table" },
	[PTOOL_OPTION_ALL] = {
		"all", 'a', NULL, NULL, FLAG(view.all),
		"show all rows; add, del: all matches" },
	[PTOOL_OPTION_FULL] = {
		"full", 0, NULL, NULL, FLAG(view.full),
		"hist: show all buckets, none merged" },
	[PTOOL_OPTION_SELF] = {
		"self", 'S', NULL, NULL, FLAG(self),
		"show self times, without timed callees" },
	[PTOOL_OPTION_RAW] = {
		"raw", 'r', NULL, NULL, FLAG(raw),
		"show times with the overhead of the probes" },
	[PTOOL_OPTION_VERBOSE] = {
		"verbose", 'v', NULL, NULL, FLAG(view.verbose),
		"probes: show overhead; diff: bounds; paths: stages" },
	[PTOOL_OPTION_ANATOMY] = {
		"anatomy", 0, NULL, NULL, FLAG(view.anatomy),
		"paths: where fast and slow packets spent their time" },
	[PTOOL_OPTION_STAGES] = {
		"stages", 0, NULL, NULL, FLAG(view.stages),
		"paths: show the times of each stage (stages=1)" },
	[PTOOL_OPTION_SLOWEST] = {
		"slowest", 0, NULL, NULL, FLAG(view.slowest),
		"paths: show the slowest packets of each path" },
	[PTOOL_OPTION_NAMES] = {
		"names", 0, NULL, NULL, FLAG(names),
		"help, probes: print only names, one per line" },
	[PTOOL_OPTION_SORT] = {
		"sort", 0, "COLUMN", set_sort, 0,
		"sort by this column; -COLUMN reverses the order" },
	[PTOOL_OPTION_LIMIT] = {
		"limit", 0, "NUMBER", set_limit, 0,
		"show only the first rows; of trees, callees" },
	[PTOOL_OPTION_COLUMNS] = {
		"columns", 0, "LIST", set_columns, 0,
		"show only these columns, separated by commas" },
	[PTOOL_OPTION_PERCENTILES] = {
		"percentiles", 0, "LIST", set_percentiles, 0,
		"show these percentiles, such as 50,95,99.9" },
	[PTOOL_OPTION_FOLDED] = {
		"folded", 0, NULL, NULL, 0,
		"export: write stacks with times, for flame graphs" },
	[PTOOL_OPTION_CSV] = {
		"csv", 0, NULL, NULL, 0,
		"export: write comma-separated values" },
	[PTOOL_OPTION_PROMETHEUS] = {
		"prometheus", 0, NULL, NULL, 0,
		"export: write Prometheus's text format" },
	[PTOOL_OPTION_HDR] = {
		"hdr", 0, NULL, NULL, 0,
		"export: write HdrHistogram's percentile distribution" },
	[PTOOL_OPTION_HLOG] = {
		"hlog", 0, NULL, NULL, 0,
		"export: write an HdrHistogram log" },
	[PTOOL_OPTION_OUTPUT] = {
		"output", 'o', "FILE", set_output, 0,
		"write to this file; record, merge, import: a new one" },
	[PTOOL_OPTION_LISTEN] = {
		"listen", 'l', "ADDR:PORT", set_listen, 0,
		"answer at this address; the default is 127.0.0.1:7284" },
	[PTOOL_OPTION_BUCKETS] = {
		"buckets", 0, "NUMBER", set_buckets, 0,
		"Prometheus: buckets per power of two: 1, 2 ... 128" },
	[PTOOL_OPTION_PATHS] = {
		"paths", 0, "NUMBER", set_paths, 0,
		"Prometheus: paths to write, the others added up; 100" },
	[PTOOL_OPTION_APPEND] = {
		"append", 0, NULL, NULL, FLAG(append),
		"record: continue the recording in the file" },
	[PTOOL_OPTION_DURATION] = {
		"duration", 'd', "TIME", set_duration, 0,
		"record: end after this time" },
	[PTOOL_OPTION_ROTATE_SIZE] = {
		"rotate-size", 0, "SIZE", set_rotate_size, 0,
		"record: begin a new file at this size, such as 64M" },
	[PTOOL_OPTION_ROTATE_AGE] = {
		"rotate-age", 0, "TIME", set_rotate_age, 0,
		"record: begin a new file after this time" },
	[PTOOL_OPTION_KEEP] = {
		"keep", 0, "NUMBER", set_keep, 0,
		"record: keep only this many files, the newest ones" },
	[PTOOL_OPTION_FROM] = {
		"from", 0, "TIME", set_from, 0,
		"begin at 5m, or at a date and time" },
	[PTOOL_OPTION_TO] = {
		"to", 0, "TIME", set_to, 0,
		"end at 10m, or at a date and time" },
	[PTOOL_OPTION_MACHINE] = {
		"machine", 'm', "NAME", set_machine, 0,
		"use only this machine of a merged recording" },
	[PTOOL_OPTION_PER_MACHINE] = {
		"per-machine", 0, NULL, NULL, FLAG(view.per_machine),
		"show each machine of a recording separately" },
	[PTOOL_OPTION_FAIL_ABOVE] = {
		"fail-above", 0, "PERCENT", set_fail_above, 0,
		"diff: exit with status 3 if a time grew by more" },
	[PTOOL_OPTION_HTML] = {
		"html", 0, NULL, NULL, 0,
		"report: write a page for a browser, with charts" },
	[PTOOL_OPTION_HELP] = {
		"help", 'h', NULL, NULL, 0,
		"print this help" },
	[PTOOL_OPTION_VERSION] = {
		"version", 'V', NULL, NULL, 0,
		"print the version of the tool" },
};

/* a value that is no letter and neither ':' nor '?' */
#define LONG_BASE	256

/* names that --file had; not in the help */
static const struct {
	const char *name;
	char letter;
} aliases[] = {
	{ "snapshot", 's' },
	{ "import", 'I' },
};

static void fill_aliases(char *letters, struct option *longs)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(aliases); i++) {
		longs[i].name = aliases[i].name;
		longs[i].has_arg = required_argument;
		longs[i].val = LONG_BASE + PTOOL_OPTION_FILE;
		*letters++ = aliases[i].letter;
		*letters++ = ':';
	}
	*letters = '\0';
}

/* A name that the program does not know must not make the beginning of another one ambiguous. */
static void fill_getopt(char *letters, struct option *longs, u64 known)
{
	size_t i;

	/* with the leading colon, getopt_long() reports a missing argument as ':' instead of '?' */
	*letters++ = ':';
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		if (known & (1ULL << i)) {
			longs->name = table[i].name;
			longs->has_arg = table[i].argument ? required_argument :
							     no_argument;
			longs->val = LONG_BASE + (int)i;
			longs++;
		}
		if (!table[i].letter)
			continue;
		*letters++ = table[i].letter;
		if (table[i].argument)
			*letters++ = ':';
	}
	fill_aliases(letters, longs);
}

static size_t option_of(int value)
{
	size_t i;

	if (value >= LONG_BASE)
		return value - LONG_BASE;
	for (i = 0; i < ARRAY_SIZE(aliases); i++)
		if (aliases[i].letter == value)
			return PTOOL_OPTION_FILE;
	i = 0;
	while (table[i].letter != value)
		i++;
	return i;
}

/* options that may be repeated: their arguments add up */
#define REPEATED							\
	(PTOOL_OPTION_BIT(GROUP) | PTOOL_OPTION_BIT(CPU) |		\
	 PTOOL_OPTION_BIT(FILE))

static int set_option(struct ptool_options *options, size_t i)
{
	if (table[i].argument && options->given & ~REPEATED & (1ULL << i))
		return ptool_usage_error("--%s is given twice", table[i].name);
	options->given |= 1ULL << i;
	if (table[i].set)
		return table[i].set(options, optarg);
	if (table[i].flag)
		*(bool *)((char *)options + table[i].flag) = true;
	return 0;
}

/* list the options that begin so; returns their number */
static size_t list_candidates(const struct option *longs, const char *name,
			      char *list, size_t size)
{
	size_t candidates = 0, length = 0;

	for (; longs->name; longs++) {
		if (strncmp(longs->name, name, strlen(name)) || length >= size)
			continue;
		length += snprintf(list + length, size - length, "%s--%s",
				   candidates++ ? ", " : "", longs->name);
	}
	return candidates;
}

static const char *nearest_name(const char *name, u64 known)
{
	struct ptool_nearest nearest;
	size_t i;

	ptool_nearest_begin(&nearest, name);
	for (i = 0; i < ARRAY_SIZE(table); i++)
		if (known & (1ULL << i))
			ptool_nearest_try(&nearest, table[i].name);
	return nearest.name;
}

static int refuse_name(const char *word, const char *name,
		       const struct option *longs, u64 known)
{
	char candidates[512] = "";
	const char *nearest;

	/* getopt_long() takes any beginning that only one option has */
	if (list_candidates(longs, name, candidates, sizeof(candidates)) > 1)
		return ptool_usage_error("option '%s' is ambiguous: %s",
					 word, candidates);
	if (!(known & PTOOL_OPTIONS_EXPORTER_ONLY) &&
	    !strcmp(name, table[PTOOL_OPTION_LISTEN].name))
		return ptool_usage_error("option '--%s' is one of pathtime-exporter", name);
	nearest = nearest_name(name, known);
	if (!nearest)
		return ptool_usage_error("option '%s' is unknown", word);
	return ptool_usage_error("option '%s' is unknown: did you mean --%s?",
				 word, nearest);
}

/* "--sumary=x" is compared as "sumary" */
static int refuse_long(const char *word, const struct option *longs, u64 known)
{
	char *name = strndup(word + 2, strcspn(word + 2, "="));
	int status;

	if (!name)
		ptool_end_without_memory();
	status = refuse_name(word, name, longs, known);
	free(name);
	return status;
}

static int refuse_option(int letter, char **argv, const struct option *longs,
			 u64 known)
{
	const char *word = argv[optind - 1];
	const char *what = letter == ':' ? "needs an argument" : "is unknown";

	/* "--json=1": getopt_long() knows the option, and so sets optopt */
	if (letter == '?' && optopt >= LONG_BASE)
		return ptool_usage_error("--%s takes no argument",
					 table[option_of(optopt)].name);
	if (letter == '?' && !strncmp(word, "--", 2))
		return refuse_long(word, longs, known);
	/* getopt_long() leaves optopt at 0 if a long name is unknown */
	if (letter == ':' || !optopt || optopt >= LONG_BASE || !strncmp(word, "--", 2))
		return ptool_usage_error("option '%s' %s", word, what);
	return ptool_usage_error("option '-%c' %s", optopt, what);
}

/* raw times exist for whole calls only; JSON has them next to corrected times */
static int check_raw(u64 given)
{
	if (given & PTOOL_OPTION_BIT(SELF))
		return ptool_usage_error("--raw: self times have no raw form; use 'pathtime tree --raw'");
	if (given & PTOOL_OPTION_BIT(JSON))
		return ptool_usage_error("--raw is for tables; JSON has raw times next to the corrected ones");
	return 0;
}

/* pairs of options that make no sense together */
static const struct {
	u64 options;
	const char *why;
} apart[] = {
	{ PTOOL_OPTION_BIT(INTERVAL) | PTOOL_OPTION_BIT(FILE),
	  "--interval reads the counts repeatedly; a file does not change" },
	{ PTOOL_OPTION_BIT(SELF) | PTOOL_OPTION_BIT(JSON),
	  "--self is for tables; JSON has self times next to the corrected ones" },
	{ PTOOL_OPTION_BIT(ANATOMY) | PTOOL_OPTION_BIT(JSON),
	  "--anatomy is for tables; JSON has it as 'octaves'" },
	{ PTOOL_OPTION_BIT(STAGES) | PTOOL_OPTION_BIT(JSON),
	  "--stages is for tables; JSON has the times of stages in 'steps'" },
	{ PTOOL_OPTION_BIT(SLOWEST) | PTOOL_OPTION_BIT(JSON),
	  "--slowest is for tables; JSON always has the slowest packets" },
	{ PTOOL_OPTION_BIT(COLUMNS) | PTOOL_OPTION_BIT(JSON),
	  "--columns is for tables and CSV; JSON has all, for jq to choose from" },
	{ PTOOL_OPTION_BIT(COLUMNS) | PTOOL_OPTION_BIT(PERCENTILES),
	  "--percentiles: with --columns, name percentiles as columns: p50,p99.9" },
	{ PTOOL_OPTION_BIT(APPEND) | PTOOL_OPTION_BIT(ROTATE_SIZE),
	  "--append continues a file; with --rotate-size, each start begins a new one" },
	{ PTOOL_OPTION_BIT(APPEND) | PTOOL_OPTION_BIT(ROTATE_AGE),
	  "--append continues a file; with --rotate-age, each start begins a new one" },
};

/* refuse options that make no sense without, or together with, another one */
static int check_together(const struct ptool_options *options)
{
	u64 given = options->given;
	size_t i;

	if (given & PTOOL_OPTION_BIT(COUNT) &&
	    !(given & PTOOL_OPTION_BIT(INTERVAL)))
		return ptool_usage_error("--count needs --interval");
	if (given & PTOOL_OPTION_BIT(PRETTY) &&
	    !(given & PTOOL_OPTION_BIT(JSON)))
		return ptool_usage_error("--pretty needs --json");
	if (given & PTOOL_OPTION_BIT(KEEP) && !(given & PTOOL_OPTIONS_ROTATE))
		return ptool_usage_error("--keep needs --rotate-size or --rotate-age");
	for (i = 0; i < ARRAY_SIZE(apart); i++)
		if (!(apart[i].options & ~given))
			return ptool_usage_error("%s", apart[i].why);
	return given & PTOOL_OPTION_BIT(RAW) ? check_raw(given) : 0;
}

/*
 * getopt_long() moves "--" behind the options, to before the first word. So its
 * place is that of before, unless it was the argument of an option.
 */
static const char *end_of_options(int argc, char **argv, const char *argument)
{
	const char *word = optind > 1 && optind <= argc ? argv[optind - 1] : "";

	return strcmp(word, "--") || word == argument ? NULL : word;
}

static int words_after(int argc, char *const *given, const char *end)
{
	int i = 0;

	while (end && i < argc && given[i] != end)
		i++;
	return end && i < argc ? argc - i - 1 : 0;
}

/*
 * An error must be JSON also if --json comes after what is wrong. getopt_long()
 * moves words: in a copy, so that an option at the end gets no word as argument.
 */
static void find_json(int argc, char **argv, const char *letters,
		      const struct option *longs)
{
	char **copy = ptool_alloc(argc + 1, sizeof(*copy));
	int value;

	memcpy(copy, argv, argc * sizeof(*copy));
	while ((value = getopt_long(argc, copy, letters, longs, NULL)) != -1)
		if (value == table[PTOOL_OPTION_JSON].letter ||
		    value == LONG_BASE + PTOOL_OPTION_JSON)
			ptool_error_json(true);
	free(copy);
	/* begin again; 0 is glibc's value for that */
	optind = 0;
}

int ptool_options_parse(struct ptool_options *options, u64 known, int argc,
			char **argv)
{
	struct option longs[ARRAY_SIZE(table) + ARRAY_SIZE(aliases) + 1] = { 0 };
	char letters[2 * (ARRAY_SIZE(table) + ARRAY_SIZE(aliases)) + 2];
	char *given[argc];
	const char *argument = NULL;
	int letter, status;

	memset(options, 0, sizeof(*options));
	memcpy(given, argv, sizeof(given));
	options->paths = PATHS_DEFAULT;
	fill_getopt(letters, longs, known);
	opterr = 0;
	find_json(argc, argv, letters, longs);
	while ((letter = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		if (letter == '?' || letter == ':')
			return refuse_option(letter, argv, longs, known);
		if (optarg)
			argument = optarg;
		status = set_option(options, option_of(letter));
		if (status)
			return status;
	}
	options->words = argc - optind;
	options->word = argv + optind;
	options->words_after = words_after(argc, given,
					   end_of_options(argc, argv, argument));
	return check_together(options);
}

void ptool_options_free(struct ptool_options *options)
{
	free(options->group);
	free(options->file);
	free(options->cpus.range);
}

const char *ptool_options_refused(const struct ptool_options *options,
				  u64 taken)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		if (options->given & ~taken & (1ULL << i))
			return table[i].name;
	return NULL;
}

/* "-j, ", or as many blanks */
static void print_letter(char text[5], char letter)
{
	if (letter)
		snprintf(text, 5, "-%c, ", letter);
	else
		snprintf(text, 5, "    ");
}

void ptool_options_print_help(FILE *to, u64 which)
{
	char left[32], letter[5];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		if (!(which & (1ULL << i)))
			continue;
		print_letter(letter, table[i].letter);
		snprintf(left, sizeof(left), "%s--%s%s%s", letter,
			 table[i].name, table[i].argument ? " " : "",
			 table[i].argument ? table[i].argument : "");
		fprintf(to, "  %-24s %s\n", left, table[i].help);
	}
}

void ptool_options_print_names(FILE *to, u64 which)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		if (which & (1ULL << i))
			fprintf(to, "--%s\n", table[i].name);
}
