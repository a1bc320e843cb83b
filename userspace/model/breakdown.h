/* SPDX-License-Identifier: GPL-2.0 */
/* breakdown: where the time of a function goes, by group and by function */
#ifndef _PATHTIME_BREAKDOWN_H
#define _PATHTIME_BREAKDOWN_H

#include "model/tree.h"

/**
 * struct ptool_breakdown_row - a function's part in the time
 * @function: number of the function in the tree
 * @calls: its calls within the root
 * @self_ns: time spent in it, not in what it called
 */
struct ptool_breakdown_row {
	u32 function;
	u64 calls;
	u64 self_ns;
};

/**
 * struct ptool_breakdown_group - a group's part in the time
 * @group: its name
 * @calls: calls of its functions within the root
 * @self_ns: sum of its rows
 * @first: number of its first row
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
 * struct ptool_breakdown - where the time of a function goes
 * @root: number of the function in the tree
 * @calls: its calls, without those it made of itself
 * @unended: calls whose end was not seen
 * @packets: packets these calls handled, where that is known; else 0. Where not all
 *	calls of the function are these, it is their part by number
 * @total_ns: their time: @self_ns, @elsewhere_ns, and all the groups'
 * @self_ns: time in the function itself, covered by no callee
 * @elsewhere_ns: time in contexts that interrupted it, or what it called
 * @groups: number of groups
 * @group: these, the largest first
 * @row: functions, by group, the largest first
 */
struct ptool_breakdown {
	u32 root;
	u64 calls;
	u64 unended;
	u64 packets;
	u64 total_ns;
	u64 self_ns;
	u64 elsewhere_ns;
	u32 groups;
	struct ptool_breakdown_group *group;
	struct ptool_breakdown_row *row;
};

/**
 * ptool_breakdown_has() - whether a function is in a tree, called or not
 * @tree: the tree
 * @name: the function, "[module:]function"
 */
bool ptool_breakdown_has(const struct ptool_tree *tree, const char *name);

/**
 * ptool_breakdown_new() - reckon where the time of a function goes
 * @tree: the tree
 * @root: the function, "[module:]function"; NULL for the root of the tree that
 *	has the largest total
 *
 * Return: the breakdown, for ptool_breakdown_free(); NULL where there is no
 * such function, or no call of it.
 */
struct ptool_breakdown *ptool_breakdown_new(const struct ptool_tree *tree,
					    const char *root);

/**
 * ptool_breakdown_free() - give a breakdown's memory back
 * @breakdown: the breakdown; may be NULL
 */
void ptool_breakdown_free(struct ptool_breakdown *breakdown);

#endif /* _PATHTIME_BREAKDOWN_H */
