/* SPDX-License-Identifier: GPL-2.0 */
/* prompt: parse the user's choice from a list */
#ifndef _PATHTIME_PROMPT_H
#define _PATHTIME_PROMPT_H

#include "base/types.h"

/**
 * ptool_prompt_parse() - Parse a choice from a list
 * @answer: numbers from 1, separated by blanks or commas, or "a" for all;
 *	modified
 * @count: length of the list
 * @chosen: one flag for each entry of the list, all false; set to true for each
 *	chosen entry
 *
 * Return: true if @answer is valid. An empty answer is valid and chooses no
 * entry.
 */
bool ptool_prompt_parse(char *answer, size_t count, bool *chosen);

#endif /* _PATHTIME_PROMPT_H */
