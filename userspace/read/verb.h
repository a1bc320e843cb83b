/* SPDX-License-Identifier: GPL-2.0 */
/* verb: builds lines for the module's control file */
#ifndef _PATHTIME_VERB_H
#define _PATHTIME_VERB_H

#include <pathtime/abi.h>

#include "base/error.h"

/* size of a buffer for a line with its newline and NUL */
#define PTOOL_VERB_LEN	(PTIME_LINE_MAX + 2)

/**
 * ptool_verb_line() - join words into a line
 * @line: receives the line with its newline, PTOOL_VERB_LEN bytes
 * @words: number of words
 * @word: the words: a control command and its arguments
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_verb_line(char *line, int words, char *const *word,
		    struct ptool_reason *why);

#endif /* _PATHTIME_VERB_H */
