// SPDX-License-Identifier: GPL-2.0
/* options: parses the command line */
#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "options/options.h"

#define INTERVAL_MIN	0.001
#define INTERVAL_MAX	(365.0 * 24 * 3600)
#define PERCENT_MAX	1e6

/* values of long options in getopt_long(), above all letters */
#define LONG_ONLY	256

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
	return ptool_usage_error("--%s: '%s' is neither a time since the start, such as 10s or 5m, nor a date such as 2026-11-22T10:00:00",
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
	/* accept digits and points only: strtod() also accepts signs, exponents and infinities */
	size_t digits = strspn(text, "0123456789.");
	char *end;

	options->fail_above = strtod(text, &end);
	if (digits && end == text + digits && (!*end || !strcmp(end, "%")) &&
	    options->fail_above <= PERCENT_MAX)
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

static int set_snapshot(struct ptool_options *options, char *text)
{
	options->snapshot = text;
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

static int set_machine(struct ptool_options *options, char *text)
{
	options->machine = text;
	return 0;
}

/* the names stay in argv; only the list is allocated */
static int add_import(struct ptool_options *options, char *name)
{
	options->import = ptool_realloc(options->import, options->imports + 1,
					sizeof(*options->import));
	options->import[options->imports++] = name;
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
	[PTOOL_OPTION_SNAPSHOT] = {
		"snapshot", 's', "FILE", set_snapshot, 0,
		"read a saved snapshot, - for standard input" },
	[PTOOL_OPTION_IMPORT] = {
		"import", 'I', "FILE", add_import, 0,
		"read a function_graph capture, - for standard input" },
	[PTOOL_OPTION_COLOR] = {
		"color", 'c', "WHEN", set_color, 0,
		"use colours: auto, always or never" },
	[PTOOL_OPTION_WIDE] = {
		"wide", 'W', NULL, NULL, FLAG(wide),
		"never cut names, however wide the table" },
	[PTOOL_OPTION_ALL] = {
		"all", 'a', NULL, NULL, FLAG(view.all),
		"show all rows; add: all matches" },
	[PTOOL_OPTION_FULL] = {
		"full", 'f', NULL, NULL, FLAG(view.full),
		"hist: show all buckets, none merged" },
	[PTOOL_OPTION_SELF] = {
		"self", 'S', NULL, NULL, FLAG(self),
		"show self times, without timed callees" },
	[PTOOL_OPTION_RAW] = {
		"raw", 'r', NULL, NULL, FLAG(raw),
		"show times with the overhead of the probes" },
	[PTOOL_OPTION_VERBOSE] = {
		"verbose", 'v', NULL, NULL, FLAG(view.verbose),
		"probes: show overhead; diff: bounds; paths: steps" },
	[PTOOL_OPTION_NAMES] = {
		"names", 'N', NULL, NULL, FLAG(names),
		"help, probes: print only names, one per line" },
	[PTOOL_OPTION_SORT] = {
		"sort", 0, "COLUMN", set_sort, 0,
		"sort by this column; -COLUMN reverses the order" },
	[PTOOL_OPTION_LIMIT] = {
		"limit", 0, "NUMBER", set_limit, 0,
		"show only the first rows; of trees, callees" },
	[PTOOL_OPTION_FOLDED] = {
		"folded", 'F', NULL, NULL, 0,
		"export: write stacks with times, for flame graphs" },
	[PTOOL_OPTION_CSV] = {
		"csv", 't', NULL, NULL, 0,
		"export: write comma-separated values" },
	[PTOOL_OPTION_PROMETHEUS] = {
		"prometheus", 'p', NULL, NULL, 0,
		"export: write Prometheus's text format" },
	[PTOOL_OPTION_HDR] = {
		"hdr", 'H', NULL, NULL, 0,
		"export: write HdrHistogram's percentile distribution" },
	[PTOOL_OPTION_HLOG] = {
		"hlog", 'L', NULL, NULL, 0,
		"export: write an HdrHistogram log" },
	[PTOOL_OPTION_OUTPUT] = {
		"output", 'o', "FILE", set_output, 0,
		"write to this file; record, merge, import: a new one" },
	[PTOOL_OPTION_LISTEN] = {
		"listen", 'l', "ADDR:PORT", set_listen, 0,
		"export: serve Prometheus at this address" },
	[PTOOL_OPTION_APPEND] = {
		"append", 'x', NULL, NULL, FLAG(append),
		"record: continue the recording in the file" },
	[PTOOL_OPTION_DURATION] = {
		"duration", 'd', "TIME", set_duration, 0,
		"record: end after this time" },
	[PTOOL_OPTION_FROM] = {
		"from", 'b', "TIME", set_from, 0,
		"report, diff: begin at 5m, or at a date and time" },
	[PTOOL_OPTION_TO] = {
		"to", 'e', "TIME", set_to, 0,
		"report, diff: end at 10m, or at a date and time" },
	[PTOOL_OPTION_MACHINE] = {
		"machine", 'm', "NAME", set_machine, 0,
		"report, diff: use only this machine of a merged file" },
	[PTOOL_OPTION_PER_MACHINE] = {
		"per-machine", 'M', NULL, NULL, FLAG(view.per_machine),
		"report: show each machine separately" },
	[PTOOL_OPTION_FAIL_ABOVE] = {
		"fail-above", 'A', "PERCENT", set_fail_above, 0,
		"diff: exit with status 3 if a time grew by more" },
	[PTOOL_OPTION_HTML] = {
		"html", 'w', NULL, NULL, 0,
		"report: write a page for a browser, with charts" },
	[PTOOL_OPTION_HELP] = {
		"help", 'h', NULL, NULL, 0,
		"print this help" },
	[PTOOL_OPTION_VERSION] = {
		"version", 'V', NULL, NULL, 0,
		"print the version of the tool" },
};

static void fill_getopt(char *letters, struct option *longs)
{
	size_t i;

	/* with the leading colon, getopt_long() reports a missing argument as ':' instead of '?' */
	*letters++ = ':';
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		longs[i].name = table[i].name;
		longs[i].has_arg = table[i].argument ? required_argument :
						       no_argument;
		longs[i].val = LONG_ONLY + (int)i;
		if (!table[i].letter)
			continue;
		*letters++ = table[i].letter;
		if (table[i].argument)
			*letters++ = ':';
	}
	*letters = '\0';
}

/* @found is what getopt_long() returned: a letter, or LONG_ONLY and an index */
static int set_option(struct ptool_options *options, int found)
{
	size_t i = found >= LONG_ONLY ? found - LONG_ONLY : 0;

	while (found < LONG_ONLY && table[i].letter != found)
		i++;
	options->given |= 1ULL << i;
	if (table[i].set)
		return table[i].set(options, optarg);
	if (table[i].flag)
		*(bool *)((char *)options + table[i].flag) = true;
	return 0;
}

static int refuse_option(int letter, char **argv)
{
	const char *word = argv[optind - 1];
	const char *what = letter == ':' ? "needs an argument" : "is unknown";

	/* getopt_long() leaves optopt at 0 if a long name is unknown */
	if (letter == ':' || !optopt || optopt >= LONG_ONLY || !strncmp(word, "--", 2))
		return ptool_usage_error("option '%s' %s", word, what);
	return ptool_usage_error("option '-%c' %s", optopt, what);
}

/* raw times exist for the module and whole calls only; JSON has them next to corrected times */
static int check_raw(u64 given)
{
	if (given & PTOOL_OPTION_BIT(IMPORT))
		return ptool_usage_error("--raw: a capture has only raw times, nothing was subtracted");
	if (given & PTOOL_OPTION_BIT(SELF))
		return ptool_usage_error("--raw: self times have no raw form; use 'pathtime tree --raw'");
	if (given & PTOOL_OPTION_BIT(JSON))
		return ptool_usage_error("--raw is for tables; JSON has raw times next to the corrected ones");
	return 0;
}

/* refuse options that make no sense without, or together with, another one */
static int check_together(const struct ptool_options *options)
{
	u64 given = options->given;

	if (given & PTOOL_OPTION_BIT(COUNT) &&
	    !(given & PTOOL_OPTION_BIT(INTERVAL)))
		return ptool_usage_error("--count needs --interval");
	if (given & PTOOL_OPTION_BIT(SNAPSHOT) &&
	    given & PTOOL_OPTION_BIT(INTERVAL))
		return ptool_usage_error("--interval reads the counts repeatedly; a saved snapshot does not change");
	if (given & PTOOL_OPTION_BIT(IMPORT) &&
	    given & PTOOL_OPTION_BIT(INTERVAL))
		return ptool_usage_error("--interval reads the counts repeatedly; a capture does not change");
	if (given & PTOOL_OPTION_BIT(IMPORT) &&
	    given & PTOOL_OPTION_BIT(VERBOSE))
		return ptool_usage_error("--verbose shows the overhead of probes, which a capture does not have");
	if (given & PTOOL_OPTION_BIT(SNAPSHOT) &&
	    given & PTOOL_OPTION_BIT(LISTEN))
		return ptool_usage_error("--listen reads the counts for each request; a saved snapshot does not change");
	if (given & PTOOL_OPTION_BIT(INTERVAL) &&
	    given & PTOOL_OPTION_BIT(LISTEN))
		return ptool_usage_error("--listen reads the counts for each request, not at intervals");
	if (given & PTOOL_OPTION_BIT(OUTPUT) && given & PTOOL_OPTION_BIT(LISTEN))
		return ptool_usage_error("--listen answers requests and --output writes a file; they cannot be combined");
	if (given & PTOOL_OPTION_BIT(SELF) && given & PTOOL_OPTION_BIT(JSON))
		return ptool_usage_error("--self is for tables; JSON has self times next to the corrected ones");
	if (given & PTOOL_OPTION_BIT(IMPORT) &&
	    given & PTOOL_OPTION_BIT(SNAPSHOT))
		return ptool_usage_error("--import and --snapshot cannot be combined");
	return given & PTOOL_OPTION_BIT(RAW) ? check_raw(given) : 0;
}

int ptool_options_parse(struct ptool_options *options, int argc, char **argv)
{
	struct option longs[ARRAY_SIZE(table) + 1] = { 0 };
	char letters[2 * ARRAY_SIZE(table) + 2];
	int letter, status;

	memset(options, 0, sizeof(*options));
	fill_getopt(letters, longs);
	opterr = 0;
	while ((letter = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		if (letter == '?' || letter == ':')
			return refuse_option(letter, argv);
		status = set_option(options, letter);
		/* from here on, errors are printed as JSON, too */
		ptool_error_json(options->json);
		if (status)
			return status;
	}
	options->words = argc - optind;
	options->word = argv + optind;
	return check_together(options);
}

void ptool_options_free(struct ptool_options *options)
{
	free(options->group);
	free(options->import);
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

void ptool_options_print_help(FILE *to, u64 which)
{
	char left[32], letter[4];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		if (!(which & (1ULL << i)))
			continue;
		snprintf(letter, sizeof(letter), "-%c,", table[i].letter);
		snprintf(left, sizeof(left), "%3s --%s%s%s",
			 table[i].letter ? letter : "", table[i].name, table[i].argument ? " " : "",
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
