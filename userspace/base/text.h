/* SPDX-License-Identifier: GPL-2.0 */
/* text: makes text of unknown origin fit for a terminal and for JSON */
#ifndef _PATHTIME_TEXT_H
#define _PATHTIME_TEXT_H

#include <stddef.h>

/**
 * ptool_text_clean() - Replace what is not printable UTF-8
 * @text: the text, such as the name of a file; changed in place
 *
 * A terminal obeys control characters, and JSON must be valid UTF-8. Each byte
 * of a control character or of an invalid sequence becomes '?'.
 */
void ptool_text_clean(char *text);

/**
 * ptool_text_clean_copy() - Copy a text, and clean the copy
 * @text: the text
 *
 * Return: the copy, to be freed.
 */
char *ptool_text_clean_copy(const char *text);

/**
 * struct ptool_words - parts of a text
 * @count: number of parts, at least 1
 * @word: the parts, which may be empty
 * @text: the text that they are in
 */
struct ptool_words {
	unsigned int count;
	char **word;
	char *text;
};

/**
 * ptool_words_split() - Split a text at each occurrence of a character
 * @words: receives the parts, for ptool_words_free()
 * @text: the text
 * @at: the character
 */
void ptool_words_split(struct ptool_words *words, const char *text, char at);

void ptool_words_free(struct ptool_words *words);

/**
 * struct ptool_nearest - the name that is most like a misspelt word
 * @wanted: the word
 * @name: the nearest name so far; NULL if none is near
 * @distance: its distance
 */
struct ptool_nearest {
	const char *wanted;
	const char *name;
	size_t distance;
};

/**
 * ptool_nearest_begin() - Begin a search without names
 * @nearest: the search
 * @wanted: the misspelt word
 */
void ptool_nearest_begin(struct ptool_nearest *nearest, const char *wanted);

/**
 * ptool_nearest_try() - Compare one more name
 * @nearest: the search
 * @name: the name; must outlive @nearest
 *
 * The distance is the number of characters to insert, delete, replace, or
 * exchange with the next one. A name is near if that is at most a third of the
 * length of the word.
 */
void ptool_nearest_try(struct ptool_nearest *nearest, const char *name);

/**
 * ptool_text_distance() - Count the typing errors between two words
 * @a: a word
 * @b: another one
 * @most: stop at more than this
 *
 * Return: characters to insert, delete, replace, or exchange with the next one;
 * a number above @most if there are more, or if a word is longer than
 * PTOOL_DISTANCE_LEN.
 */
size_t ptool_text_distance(const char *a, const char *b, size_t most);

/* longest word that is compared */
#define PTOOL_DISTANCE_LEN	127

#endif /* _PATHTIME_TEXT_H */
