/* SPDX-License-Identifier: GPL-2.0 */
/* lines: what may be written to the file control, good and bad, by chance */
#ifndef _PATHTIME_ABUSE_LINES_H
#define _PATHTIME_ABUSE_LINES_H

#include "table.h"

/* more than any line that is taken, and than the module copies at once */
#define ABUSE_WRITE_MAX	(256 * 1024)

/* the control commands, and none of them */
enum abuse_verb {
	ABUSE_NONE,
#define PTIME_VERB(_verb, ...)	ABUSE_##_verb,
#include <pathtime/verbs.def>
	ABUSE_VERBS
};

extern const char *const abuse_verb_names[ABUSE_VERBS];

/* the words of the grammar that the module itself lists */
struct abuse_words {
	const char *names[32];
	unsigned int count;
};

/**
 * struct abuse_grammar - the words that a line may be made of here
 * @groups: the built-in ones
 * @rules: of return values
 * @interfaces: of this program's namespace
 * @netns: number of this namespace
 * @paths: the module looks at packets
 */
struct abuse_grammar {
	struct abuse_words groups;
	struct abuse_words rules;
	struct abuse_words interfaces;
	u32 netns;
	bool paths;
};

/**
 * abuse_grammar_read() - read the words of the file control, and those for filters
 * @grammar: takes it
 */
void abuse_grammar_read(struct abuse_grammar *grammar);

/**
 * abuse_words_have() - is a word in a list?
 * @words: the list
 * @word: the word
 */
bool abuse_words_have(const struct abuse_words *words, const char *word);

/**
 * abuse_buffer_make() - one or several lines, whole, mutilated or rubbish
 * @buffer: ABUSE_WRITE_MAX bytes that take them
 * @grammar: the module's words
 * @table: what is probed now, so that a del may hit
 *
 * Return: their length, at least 1.
 */
size_t abuse_buffer_make(char *buffer, const struct abuse_grammar *grammar,
			 const struct abuse_table *table);

#endif /* _PATHTIME_ABUSE_LINES_H */
