// SPDX-License-Identifier: GPL-2.0
/* oracle: what a write to the file control must do, by abi.h and verbs.def alone */
#include <errno.h>
#include <net/if.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define WORDS_MAX	8
/* the module looks at no more than the longest line and its newline */
#define LOOKED_AT	(PTIME_LINE_MAX + 1)

static const unsigned int arguments[ROB_VERBS][2] = {
#define PTIME_VERB(_verb, _name, _min, _max, ...)	[ROB_##_verb] = { _min, _max },
#include <pathtime/verbs.def>
};

static void only(struct rob_verdict *verdict, int errno_value)
{
	verdict->may_succeed = false;
	verdict->errnos[0] = errno_value;
	verdict->count = 1;
	verdict->verb = ROB_NONE;
}

static void or_error(struct rob_verdict *verdict, int errno_value)
{
	verdict->errnos[verdict->count++] = errno_value;
}

/* as the kernel's ctype.h has it, which knows Latin-1's blank */
static bool is_blank(unsigned char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xa0;
}

static bool consists_of(const char *text, const char *characters)
{
	return *text && !text[strspn(text, characters)];
}

#define LOWER	"abcdefghijklmnopqrstuvwxyz"
#define UPPER	"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS	"0123456789"

/* "@1" to "@9999": one of several functions that have the name */
static bool is_position(const char *mark)
{
	size_t digits = strspn(mark + 1, DIGITS);

	return digits && digits < 5 && mark[1] != '0' && !mark[1 + digits];
}

/* "[module:]function"; false where that is malformed */
static bool split_name(struct rob_name *split, const char *name)
{
	const char *colon = strchr(name, ':');
	const char *function = colon ? colon + 1 : name;
	const char *mark = strchr(function, '@');
	char bare[PTIME_LINE_MAX + 2];
	char *c;

	if (colon) {
		if (colon == name || colon - name >= PTIME_MODULE_LEN)
			return false;
		memcpy(split->module, name, colon - name);
		for (c = split->module; *c; c++)
			if (*c == '-')
				*c = '_';
		if (!consists_of(split->module, LOWER UPPER DIGITS "_."))
			return false;
	}
	snprintf(bare, sizeof(bare), "%.*s", (int)strcspn(function, "@"), function);
	if (!consists_of(bare, LOWER UPPER DIGITS "_.") || (mark && !is_position(mark)) ||
	    strlen(function) >= PTIME_FUNCTION_LEN)
		return false;
	snprintf(split->function, sizeof(split->function), "%s", function);
	return true;
}

static bool is_copy_of(const char *function, const char *plain)
{
	size_t length = strlen(plain);

	return !strncmp(function, plain, length) &&
	       (!function[length] || function[length] == '.');
}

static const struct rob_row *find_row(const struct rob_table *table,
				      const struct rob_name *name)
{
	bool kernel = !strcmp(name->module, "vmlinux");

	return rob_table_find(table, kernel ? "" : name->module, name->function);
}

static bool is_attached(const struct rob_row *row)
{
	return !strcmp(row->state, "armed") || !strcmp(row->state, "stopped");
}

/* 0 to 255, as the kernel's kstrtou8() has it */
static bool is_byte(const char *word)
{
	word += *word == '+';
	return consists_of(word, DIGITS) && strtoul(word, NULL, 10) <= 255;
}

/* judges one name: returns 0 if it may succeed, or the only error that is possible */
typedef int judge_name(const struct rob_name *name, const struct rob_table *before);

/*
 * A line fails only if it has done nothing for any name, with the error of the
 * first. Returns false if that is so, or the only error of the first in @first.
 */
static bool judge_names(struct rob_verdict *verdict, char *list, judge_name *judge,
			const struct rob_table *before, int *first)
{
	bool may_succeed = false;
	int errno_value;
	char *word;

	while ((word = strsep(&list, ","))) {
		struct rob_name *name = &verdict->name[verdict->names];

		if (verdict->names == PTIME_NAMES_MAX) {
			only(verdict, EINVAL);
			return false;
		}
		if (split_name(name, word)) {
			errno_value = judge(name, before);
		} else {
			memset(name, 0, sizeof(*name));
			errno_value = EINVAL;
		}
		if (!verdict->names++)
			*first = errno_value;
		may_succeed |= !errno_value;
	}
	if (!may_succeed)
		only(verdict, *first);
	return may_succeed;
}

static int judge_add_name(const struct rob_name *name, const struct rob_table *before)
{
	const struct rob_row *row = find_row(before, name);

	return row && is_attached(row) ? EEXIST : 0;
}

static void judge_add(struct rob_verdict *verdict, char **words, unsigned int count,
		      const struct rob_grammar *grammar, const struct rob_table *before)
{
	int first = 0;
	bool group = false, rule = false, backend = false, stated = false, force = false;
	bool direct = false;
	unsigned int i;

	snprintf(verdict->group, sizeof(verdict->group), "added");
	for (i = 2; i < count; i++) {
		if (!strncmp(words[i], "group=", 6) && !group) {
			group = true;
			if (!consists_of(words[i] + 6, LOWER DIGITS "_-") ||
			    strlen(words[i] + 6) >= PTIME_GROUP_LEN)
				return only(verdict, EINVAL);
			snprintf(verdict->group, sizeof(verdict->group), "%s", words[i] + 6);
		} else if (!strncmp(words[i], "returns=", 8) && !rule) {
			rule = true;
			if (!rob_words_have(&grammar->rules, words[i] + 8))
				return only(verdict, EINVAL);
		} else if (!strncmp(words[i], "backend=", 8) && !backend) {
			backend = true;
			direct = !strcmp(words[i] + 8, "direct");
			if (!direct && strcmp(words[i] + 8, "auto") &&
			    strcmp(words[i] + 8, "kretprobe"))
				return only(verdict, EINVAL);
		} else if (!strncmp(words[i], "arguments=", 10) && !stated) {
			stated = true;
			if (!is_byte(words[i] + 10))
				return only(verdict, EINVAL);
		} else if (!strcmp(words[i], "force") && !force) {
			force = true;
		} else {
			return only(verdict, EINVAL);
		}
	}
	if (!judge_names(verdict, words[1], judge_add_name, before, &first))
		return;
	if (first)
		return or_error(verdict, first);
	/* the kernel's symbols and its list of forbidden functions decide */
	or_error(verdict, EEXIST);
	or_error(verdict, ENOENT);
	or_error(verdict, EINVAL);
	/*
	 * Its arguments are not known or too many; the kernel may have no direct
	 * calls, too. Without force, a function that ftrace cannot call from is
	 * refused.
	 */
	if (direct || !force)
		or_error(verdict, EOPNOTSUPP);
}

static unsigned int count_function(const struct rob_table *table, const char *function)
{
	unsigned int i, count = 0;

	for (i = 0; i < table->count; i++)
		count += !strcmp(table->rows[i].function, function);
	return count;
}

static int judge_del_name(const struct rob_name *name, const struct rob_table *before)
{
	(void)name;
	(void)before;
	return 0;
}

static void judge_del(struct rob_verdict *verdict, char **words,
		      const struct rob_table *before)
{
	int first = 0;

	if (!judge_names(verdict, words[1], judge_del_name, before, &first))
		return;
	if (first)
		return or_error(verdict, first);
	if (count_function(before, verdict->name[0].function) > 1 || verdict->disabled)
		or_error(verdict, EINVAL);
	/* it may still be found, by the name that a GCC's copy was added by */
	if (!find_row(before, &verdict->name[0]))
		or_error(verdict, ENOENT);
}

static bool group_is_there(const struct rob_table *table, const char *group)
{
	unsigned int i;

	for (i = 0; i < table->count; i++)
		if (!strcmp(table->rows[i].group, group))
			return true;
	return false;
}

static void judge_group(struct rob_verdict *verdict, char **words,
			const struct rob_grammar *grammar,
			const struct rob_table *before)
{
	char *colon = strchr(words[1], ':');

	if (colon && strcmp(colon, ":detail"))
		return only(verdict, EINVAL);
	verdict->detail = colon;
	if (colon)
		*colon = '\0';
	if (strlen(words[1]) >= PTIME_GROUP_LEN)
		return only(verdict, ENOENT);
	snprintf(verdict->group, sizeof(verdict->group), "%s", words[1]);
	if (verdict->verb == ROB_ENABLE) {
		if (!rob_words_have(&grammar->groups, verdict->group) &&
		    !rob_words_have(&grammar->disabled, verdict->group) &&
		    !group_is_there(before, verdict->group))
			only(verdict, ENOENT);
	} else if (!group_is_there(before, verdict->group)) {
		only(verdict, ENOENT);
	} else if (verdict->detail) {
		or_error(verdict, ENOENT);
	}
}

/* 1 to the most, as the kernel's kstrtou32() has it, which knows a plus; 0 is none such */
static u32 number_of(const char *word, unsigned long most)
{
	unsigned long number;

	word += *word == '+';
	number = strtoul(word, NULL, 10);
	return consists_of(word, DIGITS) && number <= most ? number : 0;
}

static void judge_budget(struct rob_verdict *verdict, const char *word)
{
	if (strcmp(word, PTIME_BUDGET_OFF) && !number_of(word, PTIME_BUDGET_MAX))
		only(verdict, EINVAL);
}

static u32 protocol_of(const char *word)
{
	static const struct {
		const char *name;
		u32 number;
	} protocols[] = {
		{ "icmp", 1 }, { "tcp", 6 }, { "udp", 17 }, { "esp", 50 }, { "icmp6", 58 },
		{ "sctp", 132 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(protocols); i++)
		if (!strcmp(word, protocols[i].name))
			return protocols[i].number;
	return number_of(word, 255);
}

/* The kernel is asked for names of its own list only: of others it may take a part. */
static u32 interface_of(const char *word, const struct rob_grammar *grammar)
{
	return rob_words_have(&grammar->interfaces, word) ? if_nametoindex(word) : 0;
}

/* Return: 0, or the errno of a word that is wrong */
static int judge_filter_word(struct rob_filter *filter, const char *word,
			     const struct rob_grammar *grammar)
{
	if (!strncmp(word, "in=", 3) && !filter->in) {
		filter->in = interface_of(word + 3, grammar);
		return filter->in ? 0 : ENODEV;
	}
	if (!strncmp(word, "out=", 4) && !filter->out) {
		filter->out = interface_of(word + 4, grammar);
		return filter->out ? 0 : ENODEV;
	}
	if (!strncmp(word, "proto=", 6) && !filter->proto) {
		filter->proto = protocol_of(word + 6);
		return filter->proto ? 0 : EINVAL;
	}
	if (!strncmp(word, "netns=", 6) && !filter->netns) {
		filter->netns = number_of(word + 6, UINT32_MAX);
		if (!filter->netns)
			return EINVAL;
		return filter->netns == grammar->netns ? 0 : ENOENT;
	}
	return EINVAL;
}

/* the first of several wrong words decides the error */
static void judge_filter(struct rob_verdict *verdict, char **words, unsigned int count,
			 const struct rob_grammar *grammar)
{
	struct rob_filter *filter = &verdict->filter;
	unsigned int i;
	int wrong;

	if (!grammar->paths)
		return only(verdict, EOPNOTSUPP);
	for (i = 1; i < count; i++) {
		wrong = judge_filter_word(filter, words[i], grammar);
		if (wrong)
			return only(verdict, wrong);
	}
	if (filter->in || filter->out)
		filter->netns = grammar->netns;
}

static void judge_line(struct rob_verdict *verdict, char *line,
		       const struct rob_grammar *grammar,
		       const struct rob_table *before)
{
	char *words[WORDS_MAX], *word;
	unsigned int i, count = 0;

	while ((word = strsep(&line, " \t"))) {
		if (count && !*word)
			continue;
		if (count == WORDS_MAX)
			return only(verdict, EINVAL);
		words[count++] = word;
	}
	for (i = ROB_NONE + 1; i < ROB_VERBS; i++)
		if (!strcmp(words[0], rob_verb_names[i]))
			break;
	if (i == ROB_VERBS || count - 1 < arguments[i][0] || count - 1 > arguments[i][1])
		return only(verdict, EINVAL);
	verdict->verb = i;
	verdict->may_succeed = true;
	verdict->disabled = grammar->disabled.count;
	switch (verdict->verb) {
	case ROB_ADD:
		return judge_add(verdict, words, count, grammar, before);
	case ROB_DEL:
		return judge_del(verdict, words, before);
	case ROB_ENABLE:
	case ROB_DISABLE:
		return judge_group(verdict, words, grammar, before);
	case ROB_BUDGET:
		return judge_budget(verdict, words[1]);
	case ROB_FILTER:
		return judge_filter(verdict, words, count, grammar);
	default:
		return;
	}
}

void rob_judge(struct rob_verdict *verdict, const char *buffer, size_t length,
	       size_t readable, const struct rob_grammar *grammar,
		 const struct rob_table *before)
{
	size_t looked_at = length < LOOKED_AT ? length : LOOKED_AT;
	const char *newline;
	char line[LOOKED_AT + 1];
	size_t begin = 0, end;

	memset(verdict, 0, sizeof(*verdict));
	if (readable < looked_at)
		return only(verdict, EFAULT);
	newline = memchr(buffer, '\n', looked_at);
	verdict->taken = newline ? (size_t)(newline - buffer) + 1 : looked_at;
	if (memchr(buffer, '\0', verdict->taken))
		return only(verdict, EINVAL);
	if (!newline && length > PTIME_LINE_MAX)
		return only(verdict, E2BIG);
	end = verdict->taken;
	while (end && is_blank(buffer[end - 1]))
		end--;
	while (begin < end && is_blank(buffer[begin]))
		begin++;
	memcpy(line, buffer + begin, end - begin);
	line[end - begin] = '\0';
	judge_line(verdict, line, grammar, before);
}

bool rob_verdict_allows(const struct rob_verdict *verdict, ssize_t result)
{
	unsigned int i;

	if (result >= 0)
		return verdict->may_succeed && (size_t)result == verdict->taken;
	for (i = 0; i < verdict->count; i++)
		if (result == -verdict->errnos[i])
			return true;
	return false;
}

static size_t put_part(char *text, size_t size, const char *name, u32 value)
{
	return value ? snprintf(text, size, " %s=%u", name, value) : 0;
}

const char *rob_check_filter(const struct rob_filter *filter, const char *text)
{
	const char *heading = "\nonly packets with:", *shown = strstr(text, heading);
	char wanted[128];
	size_t length = 0;

	length += put_part(wanted + length, sizeof(wanted) - length, "in", filter->in);
	length += put_part(wanted + length, sizeof(wanted) - length, "out", filter->out);
	length += put_part(wanted + length, sizeof(wanted) - length, "proto", filter->proto);
	length += put_part(wanted + length, sizeof(wanted) - length, "netns", filter->netns);
	if (!length)
		return shown ? "there is a filter that nobody asked for" : NULL;
	if (!shown)
		return "there is no filter";
	shown += strlen(heading);
	if (strcspn(shown, "\n") != length || strncmp(shown, wanted, length))
		return "the filter is another one";
	return NULL;
}

static bool is_ours(const struct rob_row *row)
{
	return !strcmp(row->module, "target");
}

/* nothing but this program calls the target's functions */
static bool keeps_counts(enum rob_verb verb, const struct rob_row *before,
			 const struct rob_row *after)
{
	return !is_ours(before) || verb == ROB_RESET ||
	       (before->calls == after->calls && before->missed == after->missed);
}

/* if a function had two probes and loses one, the other one is armed */
static bool keeps_state(enum rob_verb verb, const struct rob_row *before,
			const struct rob_row *after)
{
	if (!strcmp(before->state, after->state))
		return true;
	switch (verb) {
	case ROB_START:
		return !strcmp(before->state, "stopped") && !strcmp(after->state, "armed");
	case ROB_STOP:
		return !strcmp(before->state, "armed") && !strcmp(after->state, "stopped");
	case ROB_DEL:
	case ROB_DISABLE:
		return !strcmp(before->state, "failed");
	default:
		return false;
	}
}

static bool is_same(const struct rob_row *a, const struct rob_row *b)
{
	return !strcmp(a->group, b->group) && !strcmp(a->module, b->module) &&
	       !strcmp(a->function, b->function);
}

static bool is_named(const struct rob_name *name, const struct rob_row *row)
{
	if (*name->module && strcmp(row->module, name->module) &&
	    (strcmp(name->module, "vmlinux") || *row->module))
		return false;
	return is_copy_of(row->function, name->function);
}

static bool is_function(const struct rob_verdict *verdict, const struct rob_row *row)
{
	unsigned int i;

	for (i = 0; i < verdict->names; i++)
		if (is_named(&verdict->name[i], row))
			return true;
	return false;
}

/* is it the row that the verb says comes or goes? */
static bool is_meant(const struct rob_verdict *verdict, const struct rob_row *row)
{
	switch (verdict->verb) {
	case ROB_ADD:
		return !strcmp(row->group, verdict->group) && is_function(verdict, row);
	case ROB_DEL:
		return is_function(verdict, row);
	case ROB_ENABLE:
	case ROB_DISABLE:
		return !strcmp(row->group, verdict->group);
	default:
		return false;
	}
}

static const char *check_states(const struct rob_table *after, bool running)
{
	const char *wrong = running ? "stopped" : "armed";
	unsigned int i;

	for (i = 0; i < after->count; i++)
		if (!strcmp(after->rows[i].state, wrong))
			return running ? "a probe is stopped while pathtime runs" :
					 "a probe is armed while pathtime is stopped";
	return NULL;
}

/* a function of a disabled group has no row that could go */
static bool is_number_right(const struct rob_verdict *verdict, enum rob_verb verb,
			    unsigned int rows)
{
	if (verb != ROB_ADD && verb != ROB_DEL)
		return true;
	return (rows && rows <= verdict->names) ||
	       (!rows && verb == ROB_DEL && verdict->disabled);
}

const char *rob_check_change(const struct rob_verdict *verdict, bool done, bool running,
			     const struct rob_table *before,
			       const struct rob_table *after)
{
	enum rob_verb verb = done ? verdict->verb : ROB_NONE;
	bool grows = verb == ROB_ADD || verb == ROB_ENABLE;
	bool shrinks = verb == ROB_DEL || verb == ROB_DISABLE;
	unsigned int i = 0, j = 0, others = 0;

	/* the rows keep their order, so what is not the same came or went */
	while (i < before->count || j < after->count) {
		const struct rob_row *old = &before->rows[i], *new = &after->rows[j];

		if (i < before->count && j < after->count && is_same(old, new)) {
			if (!keeps_state(verb, old, new))
				return "a state changed that should not";
			if (!keeps_counts(verb, old, new))
				return "counts of the target changed";
			i++;
			j++;
		} else if (grows && j < after->count && is_meant(verdict, new)) {
			others++;
			j++;
		} else if (shrinks && i < before->count && is_meant(verdict, old)) {
			others++;
			i++;
		} else {
			return "a row came, went or moved that should not";
		}
	}
	if (!is_number_right(verdict, verb, others))
		return "more or fewer rows came or went than the line has names";
	if (verb == ROB_DISABLE &&
	    (!others || (!verdict->detail && group_is_there(after, verdict->group))))
		return "the group is still there";
	return check_states(after, running);
}
