/* SPDX-License-Identifier: GPL-2.0 */
/* groups: which of the built-in groups a function belongs to */
#ifndef _PATHTIME_GROUPS_H
#define _PATHTIME_GROUPS_H

#include "base/types.h"

/* group of functions that belong to no built-in group */
#define PTOOL_GROUP_OTHER	"other"

/**
 * ptool_group_of() - Find the built-in group of a function
 * @module: module that holds it; empty for the kernel itself
 * @function: its name, which may have a suffix that GCC added
 *
 * A function that is not a target gets the group of its module: the group of
 * the targets in that module, if they all have the same one.
 *
 * Return: the group's name; PTOOL_GROUP_OTHER if there is none.
 */
const char *ptool_group_of(const char *module, const char *function);

/**
 * ptool_group_is_known() - Check whether a group is built in or PTOOL_GROUP_OTHER
 * @group: its name
 *
 * Return: true if it is.
 */
bool ptool_group_is_known(const char *group);

/**
 * ptool_group_rank() - Get the position of a group in the built-in table
 * @group: its name
 *
 * Return: the position; an unknown group comes after all others.
 */
u32 ptool_group_rank(const char *group);

#endif /* _PATHTIME_GROUPS_H */
