/* SPDX-License-Identifier: GPL-2.0 */
/* groups: which of the built-in groups a function belongs to */
#ifndef _PATHTIME_GROUPS_H
#define _PATHTIME_GROUPS_H

#include "base/types.h"

/* what belongs to none of them */
#define PTOOL_GROUP_OTHER	"other"

/**
 * ptool_group_of() - the built-in group of a function
 * @module: module that holds it; empty for the kernel itself
 * @function: its name, which may end in GCC's suffixes
 *
 * A function that pathtime does not know has its module's group, as do the
 * functions it knows in that module, if these are all in one.
 *
 * Return: the group's name, PTOOL_GROUP_OTHER where there is none.
 */
const char *ptool_group_of(const char *module, const char *function);

/**
 * ptool_group_is_known() - whether there can be functions of a group
 * @group: its name
 */
bool ptool_group_is_known(const char *group);

/**
 * ptool_group_rank() - the place of a group in the built-in table
 * @group: its name
 *
 * Return: the place; a group that is not there comes after all others.
 */
u32 ptool_group_rank(const char *group);

#endif /* _PATHTIME_GROUPS_H */
