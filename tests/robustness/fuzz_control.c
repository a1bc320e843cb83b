// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz control: writes good and bad lines to the file control and compares each
 * result with abi.h
 *
 * The modules pathtime and target are loaded, pathtime with groups=. If it has
 * paths=, the group paths is disabled.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "oracle.h"

#define CONTROL		ROB_DIR "/" PTIME_FILE_CONTROL
#define PROBES		ROB_DIR "/" PTIME_FILE_PROBES
#define PATHS		ROB_DIR "/" PTIME_FILE_PATHS
#define KPROBES		"/sys/kernel/debug/kprobes/list"
#define TARGET_RUN	"/sys/kernel/debug/target/run"

/* more are taken away again: a guest has no time to arm hundreds of probes for each line */
#define PROBED_MAX	24
#define LEAKS_EVERY	500
#define CALLS_EVERY	20

#define USAGE "usage: fuzz_control [--seed N] [--writes N] [--seconds N]"

/* the buffer ends where the page after it cannot be read */
static char *buffer, *guard;
static size_t length, readable;

static struct rob_grammar grammar;
static struct rob_table tables[2], *before = &tables[0], *after = &tables[1];
static struct rob_filter filter;
static char last_error[1024];
static bool running = true;
static unsigned int kprobes_elsewhere;

static u64 seed, writes = 1500, seconds, number;
static u64 successes[ROB_VERBS], errors[256];

static __noreturn void fail(const char *what, ssize_t result)
{
	char text[1200];

	rob_escape(text, sizeof(text), buffer, readable);
	rob_die("seed %llu, write %llu of %zu bytes \"%s\" gave %zd (%s): %s; last error: %s",
		seed, number, length, text, result,
		  result < 0 ? strerror(-result) : "taken", what, last_error);
}

static void read_table(struct rob_table *table)
{
	static struct rob_text text;
	const char *why;

	rob_must_read(&text, PROBES);
	why = rob_table_parse(table, &text);
	if (why)
		rob_die("seed %llu, write %llu: the file probes has %s:\n%s", seed,
			number, why, text.bytes);
}

static void read_last_error(void)
{
	static struct rob_text text;
	char *found;

	rob_must_read(&text, CONTROL);
	rob_grammar_disabled(&grammar, text.bytes);
	found = strstr(text.bytes, "\n" PTIME_LAST_ERROR);
	if (!found || strlen(text.bytes) != text.length ||
	    text.bytes[text.length - 1] != '\n')
		rob_die("seed %llu, write %llu: no last line in the file control", seed,
			number);
	text.bytes[text.length - 1] = '\0';
	snprintf(last_error, sizeof(last_error), "%s",
		 found + 1 + strlen(PTIME_LAST_ERROR));
}

static bool is_printable(const char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~')
			return false;
	return true;
}

static void check_last_error(ssize_t result, const char *previous)
{
	bool taken = result >= 0, none;

	read_last_error();
	none = !strcmp(last_error, PTIME_NO_ERROR);
	if (result == -EFAULT) {
		if (strcmp(last_error, previous))
			fail("a line that could not be read has a last error", result);
		return;
	}
	if (none != taken)
		fail("the last error is there when it should not, or not when it should",
		     result);
	if (none)
		return;
	if (!is_printable(last_error))
		fail("the last error cannot be printed", result);
	if (last_error[0] != '\'' || !strstr(last_error, "': ") ||
	    !strstr(last_error, "': ")[3])
		fail("the last error has no reason", result);
}

/* each probe on the kernel's list is one that the file shows, direct calls apart */
static void check_leaks(void)
{
	unsigned int i, shown = 0, there = rob_lines(KPROBES);

	for (i = 0; i < before->count; i++)
		shown += !strcmp(before->rows[i].backend, "kretprobe") &&
			 (!strcmp(before->rows[i].state, "armed") ||
			  !strcmp(before->rows[i].state, "stopped"));
	if (there != kprobes_elsewhere + shown)
		rob_die("seed %llu, write %llu: %u probes are shown, but the kernel has %u",
			seed, number, shown, there - kprobes_elsewhere);
}

/* a probe that is shown as armed counts, another one does not */
static void check_calls(void)
{
	const struct rob_row *old, *new;
	bool armed;

	if (rob_write(TARGET_RUN, "target_leaf task 7") < 0)
		rob_die("the target cannot be called");
	read_table(after);
	old = rob_table_find(before, "target", "target_leaf");
	new = rob_table_find(after, "target", "target_leaf");
	armed = old && !strcmp(old->state, "armed");
	if (old && new->calls + new->missed != old->calls + old->missed + (armed ? 7 : 0))
		rob_die("seed %llu, write %llu: 7 calls of target_leaf, %s, were counted as %lld",
			seed, number, old->state, (long long)(new->calls - old->calls));
}

/* The beginning of the text is enough, but it is no text without its end. */
static void check_filter(ssize_t result)
{
	static struct rob_text text;
	const char *why;

	rob_must_read(&text, PATHS);
	if (text.bytes[text.length - 1] != '\n')
		fail("the file paths has no newline at the end", result);
	why = rob_check_filter(&filter, text.bytes);
	if (why)
		fail(why, result);
}

static ssize_t write_buffer(void)
{
	static int kept = -1;
	static const int flags[] = { O_WRONLY, O_WRONLY | O_APPEND, O_RDWR,
				     O_WRONLY | O_TRUNC };
	ssize_t result;

	if (kept < 0 || rob_chance(5)) {
		if (kept >= 0)
			close(kept);
		kept = open(CONTROL, flags[rob_below(ARRAY_SIZE(flags))]);
		if (kept < 0)
			rob_die("%s: %s", CONTROL, strerror(errno));
	}
	result = write(kept, buffer, length);
	return result < 0 ? -errno : result;
}

/* the end of what was made is put against the page that cannot be read */
static void place_buffer(const char *made, size_t made_length)
{
	readable = made_length;
	length = made_length;
	if (rob_chance(3))
		length += 1 + rob_below(300);
	buffer = guard - readable;
	memcpy(buffer, made, readable);
}

static void note(const struct rob_verdict *verdict, ssize_t result)
{
	if (result < 0)
		errors[-result & 0xff]++;
	else
		successes[verdict->verb]++;
}

static void write_and_check(void)
{
	struct rob_verdict verdict;
	struct rob_table *swap;
	char previous[sizeof(last_error)];
	const char *why;
	ssize_t result;

	number++;
	memcpy(previous, last_error, sizeof(previous));
	rob_judge(&verdict, buffer, length, readable, &grammar, before);
	result = write_buffer();
	note(&verdict, result);
	check_last_error(result, previous);
	if (!rob_verdict_allows(&verdict, result))
		fail("abi.h says otherwise", result);
	if (result >= 0 && verdict.verb == ROB_START)
		running = true;
	if (result >= 0 && verdict.verb == ROB_STOP)
		running = false;
	if (result >= 0 && verdict.verb == ROB_FILTER)
		filter = verdict.filter;
	check_filter(result);
	read_table(after);
	why = rob_check_change(&verdict, result >= 0, running, before, after);
	if (why)
		fail(why, result);
	swap = before;
	before = after;
	after = swap;
}

static void write_line(const char *line)
{
	place_buffer(line, strlen(line));
	length = readable;
	write_and_check();
}

/* the last group goes: what was added by hand, or a whole built-in one */
static void thin_out(void)
{
	char line[64];

	while (before->count > PROBED_MAX) {
		snprintf(line, sizeof(line), "disable %s\n",
			 before->rows[rob_below(before->count)].group);
		write_line(line);
	}
}

static void end_all(void)
{
	char line[64];

	while (before->count) {
		snprintf(line, sizeof(line), "disable %s\n", before->rows[0].group);
		write_line(line);
	}
	write_line("start\n");
	check_leaks();
}

static void make_room(void)
{
	size_t room = ROB_WRITE_MAX + 4096;
	char *pages = mmap(NULL, room + 4096, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED)
		rob_die("no memory");
	guard = pages + room;
	if (mprotect(guard, 4096, PROT_NONE))
		rob_die("mprotect: %s", strerror(errno));
}

static void parse_options(int argc, char *argv[])
{
	static const struct option options[] = {
		{ "seed", required_argument, NULL, 's' },
		{ "writes", required_argument, NULL, 'w' },
		{ "seconds", required_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 's')
			seed = rob_number("--seed", optarg);
		else if (option == 'w')
			writes = rob_number("--writes", optarg);
		else if (option == 't')
			seconds = rob_number("--seconds", optarg);
		else
			rob_die(USAGE);
	}
	if (optind < argc)
		rob_die(USAGE);
}

/* a filter names an interface, or there are no paths to be filtered */
static bool can_come(int errno_value)
{
	return errno_value != (grammar.paths ? EOPNOTSUPP : ENODEV);
}

/* a run that met nothing proves nothing */
static void report(void)
{
	static const struct {
		int number;
		const char *name;
	} expected[] = {
		{ EINVAL, "EINVAL" }, { ENOENT, "ENOENT" }, { EEXIST, "EEXIST" },
		{ E2BIG, "E2BIG" }, { EFAULT, "EFAULT" }, { ENODEV, "ENODEV" },
		{ EOPNOTSUPP, "EOPNOTSUPP" },
	};
	unsigned int i;

	printf("seed %llu: %llu writes;", seed, number);
	for (i = ROB_NONE + 1; i < ROB_VERBS; i++)
		printf(" %s %llu", rob_verb_names[i], successes[i]);
	putchar(';');
	for (i = 0; i < ARRAY_SIZE(expected); i++)
		printf(" %s %llu", expected[i].name, errors[expected[i].number]);
	putchar('\n');
	for (i = ROB_NONE + 1; i < ROB_VERBS && number >= 10000; i++)
		if (!successes[i] && (i != ROB_FILTER || grammar.paths))
			rob_die("no %s was taken", rob_verb_names[i]);
	for (i = 0; i < ARRAY_SIZE(expected) && number >= 1000; i++)
		if (!errors[expected[i].number] && can_come(expected[i].number))
			rob_die("no %s was met", expected[i].name);
}

int main(int argc, char *argv[])
{
	static char made[ROB_WRITE_MAX];
	time_t end;

	parse_options(argc, argv);
	seed = rob_seed(seed);
	printf("seed %llu\n", seed);
	fflush(stdout);
	make_room();
	rob_grammar_read(&grammar);
	read_last_error();
	read_table(before);
	if (before->count)
		rob_die("begin with nothing probed: groups=");
	kprobes_elsewhere = rob_lines(KPROBES);
	end = time(NULL) + seconds;
	while (number < writes && (!seconds || time(NULL) < end)) {
		place_buffer(made, rob_buffer_make(made, &grammar, before));
		write_and_check();
		thin_out();
		if (!(number % CALLS_EVERY)) {
			check_calls();
			read_table(before);
		}
		if (!(number % LEAKS_EVERY))
			check_leaks();
	}
	end_all();
	report();
	return 0;
}
