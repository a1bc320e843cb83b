/* SPDX-License-Identifier: GPL-2.0 */
/* lines: what may be written to the file control, good and bad, by chance */
#ifndef _PATHTIME_ROB_LINES_H
#define _PATHTIME_ROB_LINES_H

#include "table.h"

/* more than any line that is taken, and than the module copies at once */
#define ROB_WRITE_MAX	(256 * 1024)

/* the control commands, and none of them */
enum rob_verb {
	ROB_NONE,
#define PTIME_VERB(_verb, ...)	ROB_##_verb,
#include <pathtime/verbs.def>
	ROB_VERBS
};

extern const char *const rob_verb_names[ROB_VERBS];

/* the words of the grammar that the module itself lists */
struct rob_words {
	const char *names[32];
	unsigned int count;
};

/**
 * struct rob_grammar - the words that a line may be made of here
 * @groups: the built-in ones
 * @disabled: groups that users made, and that are disabled now
 * @rules: of return values
 * @interfaces: of this program's namespace
 * @netns: number of this namespace
 * @paths: the module looks at packets
 */
struct rob_grammar {
	struct rob_words groups;
	struct rob_words disabled;
	struct rob_words rules;
	struct rob_words interfaces;
	u32 netns;
	bool paths;
};

/**
 * rob_grammar_read() - read the words of the file control, and those for filters
 * @grammar: takes it
 */
void rob_grammar_read(struct rob_grammar *grammar);

/**
 * rob_grammar_disabled() - read which groups are disabled now
 * @grammar: takes them
 * @text: the file control
 */
void rob_grammar_disabled(struct rob_grammar *grammar, const char *text);

/**
 * rob_words_have() - is a word in a list?
 * @words: the list
 * @word: the word
 */
bool rob_words_have(const struct rob_words *words, const char *word);

/**
 * rob_buffer_make() - one or several lines, whole, mutilated or rubbish
 * @buffer: ROB_WRITE_MAX bytes that take them
 * @grammar: the module's words
 * @table: what is probed now, so that a del may hit
 *
 * Return: their length, at least 1.
 */
size_t rob_buffer_make(char *buffer, const struct rob_grammar *grammar,
		       const struct rob_table *table);

#endif /* _PATHTIME_ROB_LINES_H */
