/* SPDX-License-Identifier: GPL-2.0 */
/* breakdown: where the time of a function goes, by group and by function */
#ifndef _PATHTIME_BREAKDOWN_H
#define _PATHTIME_BREAKDOWN_H

#include "model/tree.h"

/**
 * struct ptool_breakdown_row - a function's share of the time
 * @function: index of the function in the tree
 * @calls: its calls within the root
 * @self_ns: time spent in the function itself, without its callees
 */
struct ptool_breakdown_row {
	u32 function;
	u64 calls;
	u64 self_ns;
};

/**
 * struct ptool_breakdown_group - a group's share of the time
 * @group: its name
 * @calls: calls of its functions within the root
 * @self_ns: sum of its rows
 * @first: index of its first row
 * @rows: number of its rows
 */
struct ptool_breakdown_group {
	const char *group;
	u64 calls;
	u64 self_ns;
	u32 first;
	u32 rows;
};

/**
 * struct ptool_breakdown - the parts of the time of a function
 * @root: index of the function in the tree
 * @calls: its calls, without recursive ones
 * @unfinished: calls whose end was not seen
 * @packets: packets that these calls handled; 0 if unknown. If the function has
 *	more calls than these, their share in proportion to the number of calls.
 * @total_ns: time of these calls: @self_ns, @interrupt_ns and all groups
 * @self_ns: time in the function itself, without its callees
 * @interrupt_ns: interrupt time: time in contexts that interrupted the function
 *	or its callees
 * @groups: number of groups
 * @group: the groups, the largest first
 * @row: functions, by group, the largest of a group first
 */
struct ptool_breakdown {
	u32 root;
	u64 calls;
	u64 unfinished;
	u64 packets;
	u64 total_ns;
	u64 self_ns;
	u64 interrupt_ns;
	u32 groups;
	struct ptool_breakdown_group *group;
	struct ptool_breakdown_row *row;
};

/* @name is "[module:]function"; it need not have been called */
bool ptool_breakdown_has(const struct ptool_tree *tree, const char *name);

/**
 * ptool_breakdown_new() - Compute where the time of a function goes
 * @tree: the tree
 * @root: the function, "[module:]function"; NULL for the root of the tree with
 *	the largest total
 *
 * Return: the breakdown, for ptool_breakdown_free(), or NULL if there is no
 * such function or no call of it.
 */
struct ptool_breakdown *ptool_breakdown_new(const struct ptool_tree *tree,
					    const char *root);

/**
 * ptool_breakdown_free() - Release a breakdown
 * @breakdown: the breakdown, or NULL
 */
void ptool_breakdown_free(struct ptool_breakdown *breakdown);

#endif /* _PATHTIME_BREAKDOWN_H */
