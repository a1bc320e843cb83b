// SPDX-License-Identifier: GPL-2.0
/* text: makes text of unknown origin fit for a terminal and for JSON */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "base/error.h"
#include "base/text.h"

/* returns the length of the printable character at the beginning, or 0 */
static size_t printable_length(const char *text)
{
	mbstate_t state = { 0 };
	wchar_t character;
	size_t length = mbrtowc(&character, text, strlen(text), &state);

	if (length == (size_t)-1 || length == (size_t)-2)
		return 0;
	return iswprint((wint_t)character) ? length : 0;
}

/* If the system has no locale C.UTF-8, the locale of the process decides: ASCII. */
void ptool_text_clean(char *text)
{
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
	size_t length;

	while (*text) {
		length = printable_length(text);
		if (!length)
			*text = '?';
		text += length ? length : 1;
	}
	if (utf8) {
		uselocale(before);
		freelocale(utf8);
	}
}

char *ptool_text_clean_copy(const char *text)
{
	size_t bytes = strlen(text) + 1;
	char *copy = memcpy(ptool_alloc(bytes, 1), text, bytes);

	ptool_text_clean(copy);
	return copy;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* three rows of the table of distances between the beginnings of both words */
struct text_rows {
	size_t before[PTOOL_DISTANCE_LEN + 1];
	size_t last[PTOOL_DISTANCE_LEN + 1];
	size_t now[PTOOL_DISTANCE_LEN + 1];
};

/* fill the row of the first @i characters of @a; returns its least distance */
static size_t fill_row(struct text_rows *rows, const char *a, size_t i, const char *b,
		       size_t length)
{
	size_t j, row_least = i;

	rows->now[0] = i;
	for (j = 1; j <= length; j++) {
		rows->now[j] = least(least(rows->last[j], rows->now[j - 1]) + 1,
				     rows->last[j - 1] + (a[i - 1] != b[j - 1]));
		if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
		    a[i - 2] == b[j - 1])
			rows->now[j] = least(rows->now[j], rows->before[j - 2] + 1);
		row_least = least(row_least, rows->now[j]);
	}
	return row_least;
}

size_t ptool_text_distance(const char *a, const char *b, size_t most)
{
	size_t a_length = strlen(a), b_length = strlen(b), i;
	struct text_rows rows;

	if (a_length > PTOOL_DISTANCE_LEN || b_length > PTOOL_DISTANCE_LEN ||
	    a_length > b_length + most || b_length > a_length + most)
		return most + 1;
	for (i = 0; i <= b_length; i++)
		rows.now[i] = i;
	for (i = 1; i <= a_length; i++) {
		if (i > 1)
			memcpy(rows.before, rows.last, sizeof(rows.before));
		memcpy(rows.last, rows.now, sizeof(rows.last));
		if (fill_row(&rows, a, i, b, b_length) > most)
			return most + 1;
	}
	return rows.now[b_length];
}

void ptool_words_split(struct ptool_words *words, const char *text, char at)
{
	const char delimiters[] = { at, '\0' };
	char *rest, *word;

	words->text = strdup(text);
	if (!words->text)
		ptool_end_without_memory();
	words->count = 0;
	words->word = NULL;
	rest = words->text;
	while ((word = strsep(&rest, delimiters))) {
		words->word = ptool_realloc(words->word, words->count + 1, sizeof(*words->word));
		words->word[words->count++] = word;
	}
}

void ptool_words_free(struct ptool_words *words)
{
	free(words->word);
	free(words->text);
}

void ptool_nearest_begin(struct ptool_nearest *nearest, const char *wanted)
{
	nearest->wanted = wanted;
	nearest->name = NULL;
	nearest->distance = strlen(wanted) / 3 + 1;
}

void ptool_nearest_try(struct ptool_nearest *nearest, const char *name)
{
	size_t distance = ptool_text_distance(nearest->wanted, name,
					      nearest->distance - 1);

	if (distance >= nearest->distance)
		return;
	nearest->distance = distance;
	nearest->name = name;
}
