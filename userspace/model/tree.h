/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tree: calling context tree: callers and callees, added up
 *
 *	ptool_tree
 *	  ptool_tree_function		a function, once
 *	  ptool_node			a function, with the same chain of callers
 *	    .parent			  its caller
 *
 * A function with two callers has two nodes. A function that calls itself is
 * its own child. Callers precede callees. A function that was interrupted is
 * not a caller: each context has its own roots. To the nanosecond
 *
 *	total = self + interrupts + totals of the callees
 *
 * The term "interrupts" is the interrupt time, .interrupt_ns.
 */
#ifndef _PATHTIME_TREE_H
#define _PATHTIME_TREE_H

#include <pathtime/abi.h>

#include "base/types.h"
#include "model/order.h"

#define PTOOL_NO_NODE	(~0U)

/**
 * struct ptool_tree_function - a function in the tree
 * @id: id of its probe
 * @group: name of its group
 * @module: module that holds it; empty for the kernel itself
 * @name: its name
 * @calls: all its calls, even those that are in no node, if their packets are
 *	known
 * @packets: packets that these calls handled; 0 if unknown
 */
struct ptool_tree_function {
	u64 id;
	char *group;
	char *module;
	char *name;
	u64 calls;
	u64 packets;
};

/**
 * struct ptool_node - a function with its callers
 * @function: index of the function
 * @parent: node of its caller; PTOOL_NO_NODE for a root
 * @context: context it ran in
 * @calls: number of calls; from a capture, including those whose end was not
 *	seen
 * @unfinished: calls whose end was not seen; they count as long as their callees.
 *	From the module, 1 if there are any, as it counts a call only at its
 *	end.
 * @unfinished_ns: how long the unfinished calls count; 0 if unknown
 * @total_ns: sum of the durations
 * @self_ns: part of it spent in the function itself
 * @interrupt_ns: interrupt time: part of it spent in contexts that interrupted
 *	the function
 * @raw_ns: sum of the durations including probe overhead, if known
 * @raw_self_ns: part of @raw_ns spent in the function itself, so that raw = raw
 *	self + interrupts + raw of the callees
 */
struct ptool_node {
	u32 function;
	u32 parent;
	enum ptime_context context;
	u64 calls;
	u64 unfinished;
	u64 unfinished_ns;
	u64 total_ns;
	u64 self_ns;
	u64 interrupt_ns;
	u64 raw_ns;
	u64 raw_self_ns;
};

/**
 * struct ptool_tree - callers and callees
 * @functions: number of functions
 * @function: the functions
 * @nodes: number of nodes
 * @node: the nodes
 */
struct ptool_tree {
	u32 functions;
	struct ptool_tree_function *function;
	u32 nodes;
	struct ptool_node *node;
};

/* a node to be drawn */
struct ptool_tree_row {
	u32 node;
	u32 depth;
};

/**
 * ptool_tree_free() - Release a tree
 * @tree: the tree, or NULL
 */
void ptool_tree_free(struct ptool_tree *tree);

/**
 * ptool_tree_set_function() - Set the id and names of a function in the tree
 * @function: the function, which gets copies of the names
 * @id: id of its probe
 * @group: name of its group
 * @module: module that holds it
 * @name: its name
 */
void ptool_tree_set_function(struct ptool_tree_function *function, u64 id,
			     const char *group, const char *module,
			     const char *name);

/**
 * ptool_tree_settle() - Reconcile the total of each node with its parts
 * @tree: the tree
 *
 * A call that has not returned is not yet in its node, but its callees are in
 * theirs: it counts as long as they took. If a total is larger than its parts,
 * the rest was spent in callees that are no longer counted, and becomes self
 * time. Afterwards, each total is self + interrupts + totals of the callees,
 * and so are raw times.
 */
void ptool_tree_settle(struct ptool_tree *tree);

/**
 * ptool_tree_twin() - Find two nodes of the same function, caller and context
 * @tree: the tree
 *
 * Return: index of one of them; PTOOL_NO_NODE if there are none.
 */
u32 ptool_tree_twin(const struct ptool_tree *tree);

/**
 * ptool_tree_difference() - Compute what was counted between two readings
 * @now: the later reading, reconciled
 * @before: the earlier reading, reconciled; NULL if the counts restarted since
 *
 * Nodes of both readings are the same if the function and its callers are.
 * Nodes that counted nothing are left out. A call that was active at the first
 * reading has in its total only the callee time after that reading.
 *
 * Return: a tree of its own, reconciled.
 */
struct ptool_tree *ptool_tree_difference(const struct ptool_tree *now,
					 const struct ptool_tree *before);

/**
 * ptool_tree_add() - Add the tree of another machine
 * @sum: the tree to add to, reconciled
 * @add: the tree to add, reconciled
 *
 * Functions are the same if their module and name are, nodes if their functions
 * and callers are. The ids of the functions in both trees change.
 */
void ptool_tree_add(struct ptool_tree *sum, struct ptool_tree *add);

/**
 * ptool_tree_keep_raw() - Replace corrected times by raw times
 * @tree: the tree, reconciled
 */
void ptool_tree_keep_raw(struct ptool_tree *tree);

/**
 * ptool_tree_keep_groups() - Keep only nodes of some groups, and their callers
 * @tree: the tree
 * @group: names of the groups
 * @groups: number of groups
 *
 * The time of a dropped callee becomes self time of its caller.
 */
void ptool_tree_keep_groups(struct ptool_tree *tree, char **group, u32 groups);

/**
 * ptool_tree_rows() - Sort the nodes into the order in which they are drawn
 * @tree: the tree
 * @by: order of the callees of the same caller; NONE puts the largest total
 *	first
 * @rows: set to the number of rows, which is that of the nodes
 *
 * Rows are sorted by context, with callees below their caller.
 *
 * Return: the rows, for free().
 */
struct ptool_tree_row *ptool_tree_rows(const struct ptool_tree *tree,
				       struct ptool_order by, u32 *rows);

/**
 * ptool_tree_keep() - Drop rows, but none that leads to one that stays
 * @tree: the tree
 * @row: rows of ptool_tree_rows(); modified
 * @rows: number of rows
 * @is_wanted: returns whether the rows of a function stay
 * @argument: passed to @is_wanted
 *
 * Return: the number of rows that stay.
 */
u32 ptool_tree_keep(const struct ptool_tree *tree, struct ptool_tree_row *row,
		    u32 rows,
		    bool (*is_wanted)(const struct ptool_tree_function *function,
				      const void *argument),
		    const void *argument);

/**
 * ptool_tree_limit() - Drop all but the first callees of each caller
 * @tree: the tree
 * @row: rows of ptool_tree_rows(); modified
 * @rows: number of rows
 * @limit: number of callees, and of roots of each context
 *
 * Return: the number of rows that stay.
 */
u32 ptool_tree_limit(const struct ptool_tree *tree, struct ptool_tree_row *row,
		     u32 rows, u32 limit);

const char *ptool_context_name(enum ptime_context context);

#endif /* _PATHTIME_TREE_H */
