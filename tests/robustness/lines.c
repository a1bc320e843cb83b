// SPDX-License-Identifier: GPL-2.0
/* lines: what may be written to the file control, good and bad, by chance */
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lines.h"

const char *const rob_verb_names[ROB_VERBS] = {
	[ROB_NONE]	= "nothing",
#define PTIME_VERB(_verb, _name, ...)	[ROB_##_verb] = #_name,
#include <pathtime/verbs.def>
};

/* real ones, which nothing in an idle guest calls often; and all that only looks like one */
static const char *const functions[] = {
	"target_leaf", "target:target_leaf", "target_spin", "target:target_spin",
	"target:target_nested", "target:target_inner", "target_errno",
	"target:target_errno", "target:target_pointer", "target:target_copy",
	"target:target_copy.constprop.12", "target:target_init",
	"ip_rcv", "vmlinux:ip_rcv", "ip_forward", "udp_rcv", "vmlinux:udp_rcv",
	"esp_output", "esp4:esp_output", "esp_input_done", "esp_input_done",
	"esp6:esp_input_done",
	"nf_conntrack:init_conntrack", "init_conntrack", "nf-conntrack:nf_conntrack_in",
	"__switch_to", "do_int3", "kprobe_ftrace_handler", "jiffies", "init_task",
	"pathtime:control_write", "target:__this_module", "target:init_module",
	"nosuch", "target:nosuch", "vmlinux:nosuch", "nomodule:function",
	"nomodule:target_leaf", "no-module:function", "vmlinux:target_leaf",
	"target_leaf.isra.0", "target_leaf.constprop.1", "ip_rcv.part.0", "ip_rcv.cold",
	".", "..", "_", "0", "-1", "18446744073709551616", "0xffffffff81000000",
	"%s%n%x", "../../control", "*", "ip_*", "", ":", "::", "target:", ":ip_rcv",
	"target::target_leaf", "target:target:leaf", "ip_rcv|ip_forward",
	"ip_rcv@0", "ip_rcv@", "@1", "ip_rcv@00001", "vmlinux:ip_rcv@1x",
	"vmlinux:ip_rcv@1", "ip_rcv@1", "ip_rcv@2", "target:target_leaf@1", "ip_rcv@9999",
	"ip_rcv,ip_forward", "ip_rcv;reboot", "$(reboot)", "ip_rcv+0x10",
};

static const char *const groups[] = {
	"added", "mine", "a", "-", "_", "0", "fifteen_letters", "sixteen_letters_",
	"Upper", "", "with.dot", "a:b", "\xc3\xa9", "nosuch", "%s",
};

static const char *const levels[] = {
	":detail", ":", ":landmark", ":DETAIL", ":detail:detail", "::detail",
};

static const char *const backends[] = {
	"auto", "kretprobe", "direct", "direct", "", "Auto", "bpf", "kretprobe,auto",
};

/* no real function of those above takes more words than a direct call passes on */
static const char *const arguments[] = {
	"0", "1", "6", "8", "007", "+5", "9", "11", "255", "256", "-1", "", "six", "0x6",
	"18446744073709551617",
};

static const char *const forces[] = { "force", "force", "force", "force=1", "forced", "Force" };

static const char *const rules[] = {
	"", "rubbish", "ALL", "errno,verdict", "all ", "%n", "0",
};

static const char *const verbs[] = {
	"", "START", "Start", "starts", "sta", "stop;", "restart", "help", "addd", "ad",
	"add:", "del=", "#", "-", "--help", "echo", "0", "\xff", "enable\v", "reset\x1b[0m",
};

static const char *const budgets[] = {
	"off", "1", "100", "50", "007", "+5", "0", "101", "-1", "", "OFF", "1%", "1.5", "0x10",
	"4294967297", "18446744073709551617", "99999999999999999999999", "off off",
};

static const char *const interfaces[] = {
	"nosuch", "", "LO", "lo:1", "lo/", "../lo", ".", "%s", "1", "fifteen_letters",
	"sixteen_letters_", "\xc3\xa9",
};

static const char *const protocols[] = {
	"icmp", "tcp", "udp", "esp", "icmp6", "sctp", "1", "6", "255", "017", "+50",
	"0", "256", "-1", "", "TCP", "tcp,udp", "ip", "0x6", "6.0", "99999999999999999999999",
};

/* No word is the number of a namespace. The oracle relies on it. */
static const char *const namespaces[] = {
	"1", "4294967295", "+7", "0", "4294967296", "-1", "", "client", "0xf0000000",
	"18446744073709551617", "net:[4026531840]",
};

static const char *const no_filters[] = {
	"in", "lo", "=lo", "IN=lo", "interface=lo", "in==lo", "netns", "proto", "group=added",
};

static const char *const blanks[] = { "  ", "\t", " \t ", "\r", "\v", "\xa0" };

static const char *const ends[] = {
	"\n", "\n", "\n", "\n", "\n", "\n", "\n", "", "",
	"\r\n", "\n\n", " \n", "\t\n", "\n\r", "\r", "\f\n",
};

struct line {
	char *bytes;
	size_t length;
};

static void put(struct line *line, const char *text)
{
	size_t length = strlen(text);

	memcpy(line->bytes + line->length, text, length);
	line->length += length;
}

static void put_many(struct line *line, char byte, size_t times)
{
	memset(line->bytes + line->length, byte, times);
	line->length += times;
}

static void put_blank(struct line *line)
{
	put(line, rob_chance(85) ? " " : rob_one_of(blanks));
}

/* lengths at which something ends: a name's room, a line's, a page */
static size_t edge(void)
{
	static const size_t edges[] = {
		PTIME_GROUP_LEN, PTIME_MODULE_LEN, 64, PTIME_FUNCTION_LEN,
		PTIME_MODULE_LEN + PTIME_FUNCTION_LEN, PTIME_LINE_MAX, 4096, 65536,
	};

	return edges[rob_below(ARRAY_SIZE(edges))] - 3 + rob_below(6);
}

static void put_probed(struct line *line, const struct rob_table *table)
{
	const struct rob_row *row;

	if (!table->count)
		return;
	row = &table->rows[rob_below(table->count)];
	if (*row->module && rob_chance(70)) {
		put(line, row->module);
		put(line, ":");
	}
	put(line, row->function);
}

static void put_function(struct line *line, const struct rob_table *table)
{
	size_t length;

	switch (rob_below(20)) {
	case 0:
		put(line, "target:");
		put_many(line, 'f', edge());
		break;
	case 1:
		put_many(line, 'f', edge());
		break;
	case 2:
		length = edge();
		put_many(line, 'm', length);
		put(line, ":function");
		break;
	case 3 ... 9:
		put_probed(line, table);
		break;
	default:
		put(line, rob_one_of(functions));
	}
}

static void put_group(struct line *line, const struct rob_grammar *grammar)
{
	if (grammar->disabled.count && rob_chance(20))
		put(line, rob_name(grammar->disabled.names, grammar->disabled.count));
	else if (rob_chance(40))
		put(line, rob_one_of(groups));
	else
		put(line, rob_name(grammar->groups.names, grammar->groups.count));
}

static void put_leveled_group(struct line *line, const struct rob_grammar *grammar)
{
	put_group(line, grammar);
	if (rob_chance(30))
		put(line, rob_one_of(levels));
}

static void put_option(struct line *line, const struct rob_grammar *grammar)
{
	switch (rob_below(13)) {
	case 0 ... 2:
		put(line, "group=");
		put_group(line, grammar);
		break;
	case 3 ... 5:
		put(line, "returns=");
		if (rob_chance(25))
			put(line, rob_one_of(rules));
		else
			put(line, rob_name(grammar->rules.names, grammar->rules.count));
		break;
	case 6 ... 7:
		put(line, "backend=");
		put(line, rob_one_of(backends));
		break;
	case 8:
		put(line, rob_one_of(rules));
		break;
	case 9 ... 10:
		put(line, "arguments=");
		put(line, rob_one_of(arguments));
		break;
	case 11:
		put(line, rob_one_of(forces));
		break;
	default:
		put(line, "group");
	}
}

static void put_interface(struct line *line, const struct rob_grammar *grammar)
{
	if (rob_chance(5))
		put_many(line, 'i', edge());
	else if (rob_chance(30))
		put(line, rob_one_of(interfaces));
	else
		put(line, rob_name(grammar->interfaces.names, grammar->interfaces.count));
}

static void put_filter_option(struct line *line, const struct rob_grammar *grammar)
{
	char number[16];

	switch (rob_below(10)) {
	case 0 ... 2:
		put(line, "in=");
		put_interface(line, grammar);
		break;
	case 3 ... 5:
		put(line, "out=");
		put_interface(line, grammar);
		break;
	case 6 ... 7:
		put(line, "proto=");
		put(line, rob_one_of(protocols));
		break;
	case 8:
		snprintf(number, sizeof(number), "%u", grammar->netns);
		put(line, "netns=");
		put(line, rob_chance(50) ? number : rob_one_of(namespaces));
		break;
	default:
		put(line, rob_one_of(no_filters));
	}
}

static void put_filter_options(struct line *line, const struct rob_grammar *grammar,
			       const struct rob_table *table)
{
	unsigned int options = rob_below(4);

	(void)table;
	while (options--) {
		put_blank(line);
		put_filter_option(line, grammar);
	}
}

static void put_function_argument(struct line *line, const struct rob_grammar *grammar,
				  const struct rob_table *table)
{
	(void)grammar;
	put_blank(line);
	put_function(line, table);
	while (rob_chance(15)) {
		put(line, rob_chance(90) ? "," : ",,");
		put_function(line, table);
	}
	if (rob_chance(1))
		put_many(line, ',', PTIME_NAMES_MAX - 2 + rob_below(4));
}

static void put_group_argument(struct line *line, const struct rob_grammar *grammar,
			       const struct rob_table *table)
{
	(void)table;
	put_blank(line);
	put_leveled_group(line, grammar);
}

static void put_budget_argument(struct line *line, const struct rob_grammar *grammar,
				const struct rob_table *table)
{
	(void)grammar;
	(void)table;
	put_blank(line);
	put(line, rob_one_of(budgets));
}

/*
 * How often each command is written, and what follows it. Without a row, a
 * command is written as often as start, without arguments.
 */
static const struct {
	unsigned int weight;
	void (*put_arguments)(struct line *line, const struct rob_grammar *grammar,
			      const struct rob_table *table);
} habits[ROB_VERBS] = {
	[ROB_NONE]	= { 6, NULL },
	[ROB_STOP]	= { 1, NULL },
	[ROB_RESET]	= { 1, NULL },
	[ROB_ADD]	= { 26, put_function_argument },
	[ROB_DEL]	= { 18, put_function_argument },
	[ROB_ENABLE]	= { 1, put_group_argument },
	[ROB_DISABLE]	= { 4, put_group_argument },
	[ROB_BUDGET]	= { 1, put_budget_argument },
	[ROB_FILTER]	= { 5, put_filter_options },
};

static unsigned int weight_of(enum rob_verb verb)
{
	return habits[verb].weight ?: 2;
}

static enum rob_verb some_verb(void)
{
	unsigned int total = 0, dice;
	enum rob_verb verb;

	for (verb = ROB_NONE; verb < ROB_VERBS; verb++)
		total += weight_of(verb);
	dice = rob_below(total);
	for (verb = ROB_NONE; dice >= weight_of(verb); verb++)
		dice -= weight_of(verb);
	return verb;
}

static void put_verb(struct line *line, const struct rob_grammar *grammar,
		     const struct rob_table *table)
{
	enum rob_verb verb = some_verb();

	put(line, verb == ROB_NONE ? rob_one_of(verbs) : rob_verb_names[verb]);
	if (habits[verb].put_arguments)
		habits[verb].put_arguments(line, grammar, table);
}

/* just as long as a line may be, or a byte off */
static void pad_to_limit(struct line *line, size_t begin)
{
	size_t length = PTIME_LINE_MAX - 2 + rob_below(5);

	if (line->length - begin < length)
		put_many(line, rob_chance(50) ? ' ' : 'x', length - (line->length - begin));
}

static void put_line(struct line *line, const struct rob_grammar *grammar,
		     const struct rob_table *table)
{
	size_t begin = line->length;

	if (rob_chance(10))
		put(line, rob_one_of(blanks));
	put_verb(line, grammar, table);
	while (rob_chance(20)) {
		put_blank(line);
		put_option(line, grammar);
	}
	if (rob_chance(2))
		put_many(line, rob_chance(50) ? ' ' : 'x', edge());
	if (rob_chance(4))
		pad_to_limit(line, begin);
	put(line, rob_one_of(ends));
}

static void put_rubbish(struct line *line)
{
	size_t i, length = rob_chance(80) ? rob_below(40) : edge();

	for (i = 0; i < length; i++)
		line->bytes[line->length++] = rob_below(256);
}

/* one byte becomes another, goes, or comes: mostly such as mean something */
static void mutilate(struct line *line)
{
	static const char bytes[] = "\0\n\r\t :=,|\xff\x80\x7f\x1b\x01%az.";
	size_t at = rob_below(line->length);
	char byte = bytes[rob_below(sizeof(bytes) - 1)];

	switch (rob_below(4)) {
	case 0:
		line->bytes[at] ^= 1 << rob_below(8);
		break;
	case 1:
		line->bytes[at] = byte;
		break;
	case 2:
		memmove(line->bytes + at + 1, line->bytes + at, line->length - at);
		line->bytes[at] = byte;
		line->length++;
		break;
	default:
		line->length = at + 1;
	}
}

size_t rob_buffer_make(char *buffer, const struct rob_grammar *grammar,
		       const struct rob_table *table)
{
	struct line line = { buffer, 0 };
	unsigned int lines = rob_chance(85) ? 1 : 1 + rob_below(6);

	/* a line is at most two edges and some words: far from a third of the room */
	while (lines-- && line.length < ROB_WRITE_MAX / 3) {
		if (rob_chance(4))
			put_rubbish(&line);
		else
			put_line(&line, grammar, table);
	}
	if (!line.length)
		put(&line, "\n");
	if (rob_chance(12))
		mutilate(&line);
	return line.length;
}

bool rob_words_have(const struct rob_words *words, const char *word)
{
	unsigned int i;

	for (i = 0; i < words->count; i++)
		if (!strcmp(words->names[i], word))
			return true;
	return false;
}

/* "HEADING: WORD...", continued on lines that begin with blanks */
static void read_words(struct rob_words *words, const char *text, const char *heading)
{
	const char *found = strstr(text, heading);
	char *copy, *word;

	if (!found)
		rob_die("no '%s' in the file control", heading);
	copy = strdup(found + strlen(heading));
	if (!copy)
		rob_die("no memory");
	for (word = strchr(copy, '\n'); word; word = strchr(word, '\n')) {
		if (word[1] != ' ') {
			*word = '\0';
			break;
		}
		word++;
	}
	while ((word = strsep(&copy, " \n")))
		if (*word && words->count < ARRAY_SIZE(words->names))
			words->names[words->count++] = word;
	if (!words->count)
		rob_die("nothing after '%s' in the file control", heading);
}

void rob_grammar_disabled(struct rob_grammar *grammar, const char *text)
{
	struct rob_words *words = &grammar->disabled;
	const char *line = text;

	while (words->count)
		free((char *)words->names[--words->count]);
	while ((line = strstr(line, "\n" PTIME_DISABLED_GROUP))) {
		line += strlen("\n" PTIME_DISABLED_GROUP);
		if (words->count == ARRAY_SIZE(words->names))
			rob_die("more disabled groups than the test takes");
		words->names[words->count] = strndup(line, strcspn(line, " "));
		if (!words->names[words->count++])
			rob_die("no memory");
	}
}

static void read_interfaces(struct rob_words *words)
{
	struct if_nameindex *all = if_nameindex(), *one;

	if (!all)
		rob_die("no list of interfaces");
	words->count = 0;
	for (one = all; one->if_index && words->count < ARRAY_SIZE(words->names); one++) {
		words->names[words->count] = strdup(one->if_name);
		if (!words->names[words->count++])
			rob_die("no memory");
	}
	if_freenameindex(all);
	if (!words->count)
		rob_die("no interface here");
}

void rob_grammar_read(struct rob_grammar *grammar)
{
	struct rob_text text = { NULL, 0 };
	struct stat netns;

	rob_must_read(&text, ROB_DIR "/" PTIME_FILE_CONTROL);
	grammar->groups.count = 0;
	grammar->rules.count = 0;
	read_words(&grammar->groups, text.bytes, "\nGROUP:");
	read_words(&grammar->rules, text.bytes, "\nRULE:");
	read_interfaces(&grammar->interfaces);
	if (stat("/proc/self/ns/net", &netns))
		rob_die("no name space of the network");
	grammar->netns = netns.st_ino;
	rob_must_read(&text, "/sys/module/" PTIME_MODULE_NAME "/parameters/paths");
	grammar->paths = strcmp(text.bytes, "0\n") != 0;
	free(text.bytes);
}
