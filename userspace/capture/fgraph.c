// SPDX-License-Identifier: GPL-2.0
/* fgraph: parses the text of ftrace's function_graph tracer, record by record */
#include <string.h>

#include <pathtime/abi.h>

#include "capture/fgraph.h"

/* take_mark() looks for a record in a mark of full length, so twice that length is needed */
#define MARK_ROOM	((ptrdiff_t)2 * PTOOL_FGRAPH_RECORD_MAX)

/* a number with more digits is no duration */
#define DIGITS_MAX	15

/* longest duration accepted, 11 days: a longer one is a misread number */
#define NS_MAX		1000000000000000ULL

/* length of "comm-pid" with the blanks around it */
#define TASK_MAX	64

/* bars of a line: after time, CPU and task, latency, duration */
#define BARS_MAX	5

/* position within a record; never beyond .end */
struct cursor {
	const char *at;
	const char *end;
};

enum {
	BLANK	= 0x1,
	DIGIT	= 0x2,
	NAME	= 0x4,	/* in the name of a function or module */
	LETTER	= 0x8,
	LATENCY	= 0x10,
	FLAG	= 0x20,	/* before a long duration */
};

static const unsigned char classes[256] = {
	[' '] = BLANK, ['\t'] = BLANK, ['\r'] = BLANK, ['\n'] = BLANK,
	['\v'] = BLANK, ['\f'] = BLANK, ['\0'] = BLANK,
	['0' ... '9'] = DIGIT | NAME | LATENCY,
	['A' ... 'Z'] = LETTER | NAME | LATENCY,
	['a' ... 'z'] = LETTER | NAME | LATENCY,
	['_'] = NAME, ['.'] = NAME | LATENCY, ['$'] = NAME | FLAG,
	['@'] = FLAG, ['+'] = FLAG, ['!'] = FLAG,
	['#'] = FLAG, ['*'] = FLAG,
};

static bool is(char c, unsigned int class)
{
	return classes[(unsigned char)c] & class;
}

/* return the character at @offset, or a newline beyond the end */
static char peek(const struct cursor *cursor, size_t offset)
{
	if (offset < (size_t)(cursor->end - cursor->at))
		return cursor->at[offset];
	return '\n';
}

/* stop at the end of the line, because a record does not continue on the next one */
static void skip_blanks_of_line(struct cursor *cursor)
{
	while (cursor->at < cursor->end && *cursor->at != '\n' &&
	       is(*cursor->at, BLANK))
		cursor->at++;
}

static bool take_text(struct cursor *cursor, const char *text)
{
	size_t length = strlen(text);

	if ((size_t)(cursor->end - cursor->at) < length ||
	    memcmp(cursor->at, text, length))
		return false;
	cursor->at += length;
	return true;
}

static bool take_number(struct cursor *cursor, u64 *number)
{
	const char *first = cursor->at;

	*number = 0;
	while (is(peek(cursor, 0), DIGIT)) {
		*number = *number * 10 + (*cursor->at++ - '0');
		if (cursor->at - first > DIGITS_MAX)
			return false;
	}
	return cursor->at > first;
}

/* thousandths from the digits after the point; only a timestamp has more than three */
static u64 take_thousandths(struct cursor *cursor)
{
	u64 value = 0, weight = 100;

	for (; is(peek(cursor, 0), DIGIT); cursor->at++, weight /= 10)
		value += (*cursor->at - '0') * weight;
	return value;
}

static bool is_whole_us(struct cursor *cursor)
{
	char next;

	skip_blanks_of_line(cursor);
	if (!take_text(cursor, "us"))
		return false;
	next = peek(cursor, 0);
	return is(next, BLANK) || next == '|';
}

/* "1)", "1.234 us", "1234 us", "1234.567890 |", "1234.567890:" */
static bool take_numeral(struct cursor *cursor,
			 struct ptool_fgraph_record *record)
{
	bool point;
	u64 number;

	if (!take_number(cursor, &number))
		return false;
	if (peek(cursor, 0) == ')') {
		cursor->at++;
		if (number >= PTOOL_FGRAPH_CPUS || record->has_cpu)
			return false;
		record->has_cpu = true;
		record->cpu = number;
		return true;
	}
	point = peek(cursor, 0) == '.' && is(peek(cursor, 1), DIGIT);
	number *= 1000;
	if (point) {
		cursor->at++;
		number += take_thousandths(cursor);
	}
	if (point && take_text(cursor, ":"))
		return true;
	if (is_whole_us(cursor)) {
		record->timed = number <= NS_MAX;
		record->ns = number;
		return true;
	}
	return point && peek(cursor, 0) == '|';
}

/* "comm-pid", up to @end; blanks in the name are accepted only if @blanks is set */
static bool parse_task(const char *at, const char *end, bool blanks, u32 *task)
{
	u64 number = 0;
	const char *dash;

	while (end > at && is(end[-1], BLANK))
		end--;
	for (dash = end; dash > at && is(dash[-1], DIGIT); dash--)
		;
	if (dash == end || end - dash > 10 || dash - at < 2 || dash[-1] != '-')
		return false;
	while (!blanks && at < dash)
		if (is(*at++, BLANK))
			return false;
	while (dash < end)
		number = number * 10 + (*dash++ - '0');
	*task = number;
	return number <= ~0U;
}

/* the name of a task ends at a bar, an arrow, a bracket or the end of the line */
static const char *end_of_task(const struct cursor *cursor)
{
	const char *at = cursor->at, *end = cursor->end;

	if (end - at > TASK_MAX)
		end = at + TASK_MAX;
	for (; at < end && *at != '\n' && *at != '|'; at++) {
		if (at + 1 < end && !memcmp(at, "=>", 2))
			break;
		/* the dashed rule after a task switch, in a capture on a single line */
		if (at + 1 < end && !memcmp(at, "--", 2))
			break;
		if (*at == '[' && at > cursor->at && is(at[-1], BLANK))
			break;
	}
	return at;
}

static bool take_task(struct cursor *cursor,
		      struct ptool_fgraph_record *record, bool *switches)
{
	const char *end = end_of_task(cursor);

	if (record->has_task ||
	    !parse_task(cursor->at, end, record->has_cpu, &record->task))
		return false;
	record->has_task = true;
	cursor->at = end;
	*switches = take_text(cursor, "=>");
	if (*switches) {
		skip_blanks_of_line(cursor);
		end = end_of_task(cursor);
		record->kind = PTOOL_FGRAPH_SWITCH;
		if (!record->has_cpu ||
		    !parse_task(cursor->at, end, true, &record->next_task))
			return false;
		cursor->at = end;
		return true;
	}
	return peek(cursor, 0) == '|' || peek(cursor, 0) == '[';
}

/* "d.h1": interrupts, rescheduling, context, depth, and additions of newer kernels */
static bool take_latency(struct cursor *cursor,
			 struct ptool_fgraph_record *record)
{
	size_t length = 0;

	if (!record->has_cpu && !record->has_task)
		return false;
	while (length < 8 && is(peek(cursor, length), LATENCY))
		length++;
	if (length < 4 || length > 7 ||
	    !(is(peek(cursor, length), BLANK) || peek(cursor, length) == '|'))
		return false;
	switch (cursor->at[2]) {
	case 'h': case 'H': case 'z': case 'Z':
		record->context = PTOOL_FGRAPH_HARDIRQ;
		break;
	case 's':
		record->context = PTOOL_FGRAPH_SOFTIRQ;
		break;
	case '.':
		record->context = PTOOL_FGRAPH_TASK;
		break;
	default:
		return false;
	}
	cursor->at += length;
	return true;
}

static bool take_arrow(struct cursor *cursor,
		       struct ptool_fgraph_record *record)
{
	bool leaves = take_text(cursor, "<");
	const char *first = cursor->at;

	while (peek(cursor, 0) == '=')
		cursor->at++;
	if (cursor->at - first < 4 || (!leaves && !take_text(cursor, ">")))
		return false;
	record->kind = leaves ? PTOOL_FGRAPH_IRQ_LEAVE : PTOOL_FGRAPH_IRQ_ENTER;
	skip_blanks_of_line(cursor);
	take_text(cursor, "|");
	return true;
}

static bool take_cpu_in_brackets(struct cursor *cursor,
				 struct ptool_fgraph_record *record)
{
	u64 number;

	cursor->at++;
	if (!record->has_task || !take_number(cursor, &number) ||
	    number >= PTOOL_FGRAPH_CPUS || !take_text(cursor, "]"))
		return false;
	record->has_cpu = true;
	record->cpu = number;
	return true;
}

static void take_name(struct cursor *cursor, struct ptool_fgraph_word *word)
{
	word->text = cursor->at;
	while (is(peek(cursor, 0), NAME))
		cursor->at++;
	word->length = cursor->at - word->text;
}

/* " [module]" */
static bool take_module(struct cursor *cursor, struct ptool_fgraph_word *module)
{
	skip_blanks_of_line(cursor);
	if (!take_text(cursor, "["))
		return true;
	take_name(cursor, module);
	return module->length && module->length < PTIME_MODULE_LEN &&
	       take_text(cursor, "]");
}

/* skip a comment, if there is one, up to its end or the end of the line */
static void take_comment(struct cursor *cursor)
{
	if (!take_text(cursor, "/*"))
		return;
	while (cursor->at < cursor->end && *cursor->at != '\n' &&
	       !take_text(cursor, "*/"))
		cursor->at++;
}

/* take the function from "fn [module] ret=0x0"; "= 0x0" and "ret=0x0" have none */
static void parse_comment(struct cursor cursor,
			  struct ptool_fgraph_record *record)
{
	struct ptool_fgraph_word function, module = { 0 };
	char next;

	if (!take_text(&cursor, "/*"))
		return;
	skip_blanks_of_line(&cursor);
	take_name(&cursor, &function);
	next = peek(&cursor, 0);
	if (!function.length || function.length >= PTIME_FUNCTION_LEN ||
	    !(is(next, BLANK) || next == '*') || !take_module(&cursor, &module))
		return;
	/* "ret = 0" is a value, not a function of that name */
	if (function.length == 3 && !memcmp(function.text, "ret", 3) &&
	    peek(&cursor, 0) == '=')
		return;
	record->function = function;
	record->module = module;
}

static bool take_arguments(struct cursor *cursor)
{
	int depth = 0;

	for (; cursor->at < cursor->end && *cursor->at != '\n'; cursor->at++) {
		if (*cursor->at == '(')
			depth++;
		if (*cursor->at != ')' || --depth)
			continue;
		cursor->at++;
		return true;
	}
	return false;
}

static bool take_function(struct cursor *cursor,
			  struct ptool_fgraph_record *record)
{
	take_name(cursor, &record->function);
	if (!record->function.length ||
	    record->function.length >= PTIME_FUNCTION_LEN ||
	    !take_module(cursor, &record->module) ||
	    peek(cursor, 0) != '(' || !take_arguments(cursor))
		return false;
	skip_blanks_of_line(cursor);
	if (take_text(cursor, "{"))
		record->kind = PTOOL_FGRAPH_OPEN;
	else if (take_text(cursor, ";"))
		record->kind = PTOOL_FGRAPH_LEAF;
	else
		return false;
	skip_blanks_of_line(cursor);
	take_comment(cursor);
	return true;
}

/* parse what follows the last bar */
static bool take_call(struct cursor *cursor, struct ptool_fgraph_record *record)
{
	record->indent = 0;
	record->function.length = 0;
	record->module.length = 0;
	for (; is(peek(cursor, 0), BLANK); cursor->at++) {
		if (peek(cursor, 0) == '\n')
			return false;
		record->indent += *cursor->at == '\t' ?
				  8 - record->indent % 8 : 1;
	}
	switch (peek(cursor, 0)) {
	case '}':
		cursor->at++;
		record->kind = PTOOL_FGRAPH_CLOSE;
		skip_blanks_of_line(cursor);
		parse_comment(*cursor, record);
		take_comment(cursor);
		return true;
	case '/':
		if (peek(cursor, 1) != '*')
			return false;
		record->kind = PTOOL_FGRAPH_EVENT;
		take_comment(cursor);
		return true;
	default:
		return take_function(cursor, record);
	}
}

/* a bar ends a column if no call follows it */
static void take_bar(struct cursor *cursor, struct ptool_fgraph_record *record,
		     bool *done)
{
	struct cursor call = *cursor;

	call.at++;
	*done = take_call(&call, record);
	if (*done)
		*cursor = call;
	else
		cursor->at++;
}

static bool take_column(struct cursor *cursor,
			struct ptool_fgraph_record *record, bool *done)
{
	char first = peek(cursor, 0), second = peek(cursor, 1);

	if (is(first, DIGIT))
		return take_numeral(cursor, record);
	if (first == '=' || (first == '<' && second == '=')) {
		*done = true;
		return take_arrow(cursor, record);
	}
	if (first == '[')
		return take_cpu_in_brackets(cursor, record);
	if (is(first, FLAG) && is(second, BLANK)) {
		cursor->at++;
		skip_blanks_of_line(cursor);
		return is(peek(cursor, 0), DIGIT);
	}
	/* words that trace-cmd report prints */
	if (take_text(cursor, "funcgraph_entry:") ||
	    take_text(cursor, "funcgraph_exit:"))
		return true;
	return take_latency(cursor, record) || take_task(cursor, record, done);
}

/* return the end of the record, or NULL if there is none */
static const char *parse_record(const char *at, const char *end,
				struct ptool_fgraph_record *record)
{
	struct cursor cursor = { .at = at, .end = end };
	bool done = false;
	int bars = 0;

	memset(record, 0, sizeof(*record));
	while (!done) {
		skip_blanks_of_line(&cursor);
		if (peek(&cursor, 0) == '|' && bars++ < BARS_MAX)
			take_bar(&cursor, record, &done);
		else if (!take_column(&cursor, record, &done))
			return NULL;
	}
	return cursor.at;
}

void ptool_fgraph_feed(struct ptool_fgraph *fgraph, const char *text,
		       size_t size, bool ended)
{
	const char *end = text + size, *newline;

	fgraph->at = text;
	fgraph->end = end;
	fgraph->ended = ended;
	fgraph->safe = end;
	if (ended)
		return;
	newline = memrchr(text, '\n', size);
	fgraph->safe = newline ? newline + 1 : text;
	if (end - fgraph->safe > MARK_ROOM)
		fgraph->safe = end - MARK_ROOM;
}

static const char *at_most(const struct ptool_fgraph *fgraph, const char *at)
{
	return fgraph->end - at > PTOOL_FGRAPH_RECORD_MAX ?
	       at + PTOOL_FGRAPH_RECORD_MAX : fgraph->end;
}

static void end_passage(struct ptool_fgraph *fgraph)
{
	fgraph->counts.other_text += fgraph->in_passage;
	fgraph->in_passage = false;
	fgraph->in_header = false;
	fgraph->lost = false;
}

static bool has(const char *at, const char *end, const char *text)
{
	return memmem(at, end - at, text, strlen(text));
}

/* "...", "[...]", "[snip]", or U+2026 HORIZONTAL ELLIPSIS */
static bool is_elision(const char *at, const char *end)
{
	size_t dots = 0;

	if (has(at, end, "snip") || has(at, end, "\xe2\x80\xa6"))
		return true;
	for (; at < end; at++) {
		if (*at == '.')
			dots++;
		else if (!strchr("[](){}<>-", *at))
			return false;
	}
	return dots > 1;
}

static void count_lost(struct ptool_fgraph *fgraph, const char *at,
		       const char *end)
{
	struct cursor cursor = { .at = at, .end = end };
	u64 number;

	if (fgraph->lost && take_number(&cursor, &number))
		fgraph->counts.lost_events += number;
	fgraph->lost = end - at == 5 && !memcmp(at, "[LOST", 5);
}

/* skip a word of other text; without letters, as numbers and rules before a record, it is none */
static void skip_word(struct ptool_fgraph *fgraph)
{
	const char *at = fgraph->at, *word = at, *end = at_most(fgraph, at);
	bool letters = false;

	for (; at < end && !is(*at, BLANK); at++)
		letters |= is(*at, LETTER) || *at & 0x80;
	fgraph->at = at;
	count_lost(fgraph, word, at);
	if (*word == '#')
		fgraph->in_header = true;
	if (fgraph->in_header)
		return;
	if (is_elision(word, at)) {
		fgraph->counts.elisions++;
		return;
	}
	fgraph->in_passage |= letters;
}

/* a mark ends at the end of the line, at more '#' characters, or at a record */
static bool take_mark(struct ptool_fgraph *fgraph,
		      struct ptool_fgraph_word *mark)
{
	const char *at = fgraph->at, *end = at_most(fgraph, at), *last;
	struct ptool_fgraph_record record;

	while (at < end && *at == '#')
		at++;
	while (at < end && *at != '\n' && is(*at, BLANK))
		at++;
	mark->text = at;
	for (last = at; at < end && *at != '\n' && *at != '#'; at++) {
		if (is(*at, BLANK))
			continue;
		if (is(at[-1], BLANK) &&
		    parse_record(at, at_most(fgraph, at), &record))
			break;
		last = at + 1;
	}
	while (at < end && *at == '#')
		at++;
	fgraph->at = at;
	mark->length = last - mark->text;
	/* the kernel prints this line for each CPU's buffer; it is no mark */
	return mark->length && !has(mark->text, last, "buffer started");
}

enum ptool_fgraph_found ptool_fgraph_next(struct ptool_fgraph *fgraph,
					  struct ptool_fgraph_record *record,
					  struct ptool_fgraph_word *mark)
{
	const char *next;

	while (fgraph->at < fgraph->safe) {
		const char *at = fgraph->at;

		if (is(*at, BLANK)) {
			if (*at == '\n')
				end_passage(fgraph);
			fgraph->at++;
			continue;
		}
		next = parse_record(at, at_most(fgraph, at), record);
		if (next) {
			end_passage(fgraph);
			fgraph->counts.records++;
			fgraph->at = next;
			return PTOOL_FGRAPH_RECORD;
		}
		if (fgraph->end - at < 2 || memcmp(at, "##", 2)) {
			skip_word(fgraph);
			continue;
		}
		end_passage(fgraph);
		if (take_mark(fgraph, mark))
			return PTOOL_FGRAPH_MARK;
	}
	if (fgraph->ended)
		end_passage(fgraph);
	return PTOOL_FGRAPH_MORE;
}
