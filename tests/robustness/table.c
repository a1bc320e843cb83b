// SPDX-License-Identifier: GPL-2.0
/* table: the file probes, read strictly */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

#define HEADING	"GROUP       FUNCTION "

static bool copy_word(char *to, size_t size, const char *from, size_t length)
{
	if (!length || length >= size)
		return false;
	memcpy(to, from, length);
	to[length] = '\0';
	return true;
}

static bool take_word(char *to, size_t size, char **line)
{
	size_t length = strcspn(*line, " ");

	if (!copy_word(to, size, *line, length))
		return false;
	*line += length;
	*line += strspn(*line, " ");
	return true;
}

static bool take_number(u64 *number, char **line)
{
	char word[24];

	if (!take_word(word, sizeof(word), line) ||
	    word[strspn(word, "0123456789")])
		return false;
	*number = strtoull(word, NULL, 10);
	return true;
}

/* one that is not timed has none, an estimate has a mark */
static bool take_calls(u64 *calls, char **line)
{
	*calls = 0;
	if (!strncmp(*line, "- ", 2)) {
		*line += 1 + strspn(*line + 1, " ");
		return true;
	}
	*line += **line == '~';
	return take_number(calls, line);
}

static bool take_name(struct rob_row *row, char **line)
{
	char name[PTIME_MODULE_LEN + PTIME_FUNCTION_LEN];
	char *colon;

	if (!take_word(name, sizeof(name), line))
		return false;
	colon = strchr(name, ':');
	row->module[0] = '\0';
	if (!colon)
		return copy_word(row->function, sizeof(row->function), name,
				 strlen(name));
	return copy_word(row->module, sizeof(row->module), name, colon - name) &&
	       copy_word(row->function, sizeof(row->function), colon + 1,
			 strlen(colon + 1));
}

static bool is_state(const char *state)
{
	static const char *const states[] = {
		"pending", "armed", "stopped", "failed", "inactive", "stopping", NULL
	};
	const char *const *known;

	for (known = states; *known; known++)
		if (!strcmp(state, *known))
			return true;
	return false;
}

static bool is_reason(const char *text)
{
	for (; *text; text++)
		if (!isascii(*text) || !isprint(*text))
			return false;
	return true;
}

static const char *parse_row(struct rob_row *row, char *line)
{
	if (!take_word(row->group, sizeof(row->group), &line))
		return "a line without a group";
	if (!take_name(row, &line))
		return "a line without a function";
	if (!take_word(row->state, sizeof(row->state), &line) || !is_state(row->state))
		return "a line without a state";
	if (!take_word(row->backend, sizeof(row->backend), &line) ||
	    (strcmp(row->backend, "direct") && strcmp(row->backend, "kretprobe")))
		return "a line without a backend";
	if (!take_calls(&row->calls, &line) || !take_number(&row->missed, &line))
		return "a line without its counts";
	if (!is_reason(line))
		return "a reason that cannot be printed";
	if (!*line && (!strcmp(row->state, "pending") || !strcmp(row->state, "failed")))
		return "a line that should have a reason";
	return NULL;
}

const char *rob_table_parse(struct rob_table *table, const struct rob_text *text)
{
	char *copy, *rest, *line;
	const char *why = NULL;

	table->count = 0;
	if (strlen(text->bytes) != text->length)
		return "a NUL";
	if (strncmp(text->bytes, HEADING, strlen(HEADING)))
		return "no heading";
	if (text->bytes[text->length - 1] != '\n')
		return "no newline at the end";
	copy = strndup(text->bytes, text->length - 1);
	if (!copy)
		rob_die("no memory");
	rest = copy;
	strsep(&rest, "\n");
	while (!why && (line = strsep(&rest, "\n"))) {
		if (table->count == ROB_ROWS_MAX)
			why = "more lines than the test takes";
		else
			why = parse_row(&table->rows[table->count++], line);
	}
	free(copy);
	return why;
}

const struct rob_row *rob_table_find(const struct rob_table *table,
				     const char *module, const char *function)
{
	unsigned int i;

	for (i = 0; i < table->count; i++)
		if (!strcmp(table->rows[i].module, module) &&
		    !strcmp(table->rows[i].function, function))
			return &table->rows[i];
	return NULL;
}
