/* SPDX-License-Identifier: GPL-2.0 */
/* verb: lines for the module's control file */
#ifndef _PATHTIME_VERB_H
#define _PATHTIME_VERB_H

#include <pathtime/abi.h>

/* room for a line, its newline and NUL */
#define PTOOL_VERB_LEN	(PTIME_LINE_MAX + 2)

/**
 * ptool_verb_line() - make a line of words
 * @line: gets it, with its newline, PTOOL_VERB_LEN bytes
 * @words: number of words
 * @word: these; a verb and its arguments
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_verb_line(char *line, int words, char *const *word);

#endif /* _PATHTIME_VERB_H */
