/* SPDX-License-Identifier: GPL-2.0 */
/* choice: what a person answers when asked which of a list */
#ifndef _PATHTIME_CHOICE_H
#define _PATHTIME_CHOICE_H

#include "base/types.h"

/**
 * ptool_choice_parse() - read an answer
 * @answer: numbers from 1 on, parted by blanks or commas, or "a" for all;
 *	changed in place
 * @count: length of the list
 * @chosen: gets for each of the list whether it is chosen; all false before
 *
 * Return: whether the answer makes sense; an empty one does, and chooses none.
 */
bool ptool_choice_parse(char *answer, size_t count, bool *chosen);

#endif /* _PATHTIME_CHOICE_H */
