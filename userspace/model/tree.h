/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tree: callers and callees as they were seen, added up
 *
 *	ptool_tree
 *	  ptool_tree_function		a function, once
 *	  ptool_node			it, called by the same callers
 *	    .parent			  its caller
 *
 * A function under two callers is two nodes; a function that calls itself is
 * under itself. Callers come before callees. What one context interrupts is
 * no caller of it: each context has roots of its own. To the nanosecond
 *
 *	total = self + elsewhere + totals of the callees
 */
#ifndef _PATHTIME_TREE_H
#define _PATHTIME_TREE_H

#include <pathtime/abi.h>

#include "base/types.h"
#include "model/order.h"

#define PTOOL_NO_NODE	(~0U)

/**
 * struct ptool_tree_function - a function in the tree
 * @id: the probe's number for it
 * @group: group's name
 * @module: module that holds it; empty for the kernel itself
 * @name: its name
 * @calls: its calls, where their packets are known: with those that are in no node
 * @packets: packets these calls handled, where that is known; else 0
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
 * @function: number of the function
 * @parent: node of its caller, PTOOL_NO_NODE for a root
 * @context: context it ran in
 * @calls: calls; of a capture with those whose end was not seen
 * @unended: calls whose end was not seen: they count as long as what they called.
 *	Of the module 1, where there are any: it counts no call before its end
 * @unended_ns: how long these count; 0 where that is not told
 * @total_ns: sum of their durations
 * @self_ns: what of it is spent in the function itself
 * @elsewhere_ns: what of it is spent in contexts that interrupted the function
 * @raw_ns: sum of the durations with what probes added, where that is known
 * @raw_self_ns: what of it is spent in the function itself: it is so that
 *	raw = raw self + elsewhere + raw of the callees
 */
struct ptool_node {
	u32 function;
	u32 parent;
	enum ptime_context context;
	u64 calls;
	u64 unended;
	u64 unended_ns;
	u64 total_ns;
	u64 self_ns;
	u64 elsewhere_ns;
	u64 raw_ns;
	u64 raw_self_ns;
};

/**
 * struct ptool_tree - callers and callees
 * @functions: number of functions
 * @function: these
 * @nodes: number of nodes
 * @node: these
 */
struct ptool_tree {
	u32 functions;
	struct ptool_tree_function *function;
	u32 nodes;
	struct ptool_node *node;
};

/* a node as it is drawn */
struct ptool_tree_row {
	u32 node;
	u32 depth;
};

/**
 * ptool_tree_free() - give a tree's memory back
 * @tree: the tree; may be NULL
 */
void ptool_tree_free(struct ptool_tree *tree);

/**
 * ptool_tree_set_function() - say which function one in the tree is
 * @function: gets names of its own
 * @id: the probe's number for it
 * @group: group's name
 * @module: module that holds it
 * @name: its name
 */
void ptool_tree_set_function(struct ptool_tree_function *function, u64 id,
			     const char *group, const char *module,
			     const char *name);

/**
 * ptool_tree_settle() - make nodes consist of their parts
 * @tree: the tree
 *
 * A call that has not returned is not in its node, its callees are in theirs: it
 * counts as long as they took. What is missing the other way round was in callees
 * that are no longer counted, and becomes self time. From here on each total is
 * self + elsewhere + totals of the callees, and so is it with raw times.
 */
void ptool_tree_settle(struct ptool_tree *tree);

/**
 * ptool_tree_twin() - two nodes of the same function below the same caller
 * @tree: the tree
 *
 * Return: the second of them, PTOOL_NO_NODE where each is once.
 */
u32 ptool_tree_twin(const struct ptool_tree *tree);

/**
 * ptool_tree_difference() - what was counted between two readings
 * @now: the later reading, settled
 * @before: the earlier one, settled; NULL where the counts began anew since
 *
 * Nodes are those of the same function below the same callers. What counted nothing
 * is left out. A call that was under way at the first reading has in its total only
 * what its callees took after it.
 *
 * Return: a tree of its own, settled.
 */
struct ptool_tree *ptool_tree_difference(const struct ptool_tree *now,
					 const struct ptool_tree *before);

/**
 * ptool_tree_add() - add what another machine counted
 * @sum: the tree that gets it, settled
 * @add: what is added, settled
 *
 * Functions are the same by module and name, nodes by their functions and callers. In
 * both trees functions have other numbers afterwards.
 */
void ptool_tree_add(struct ptool_tree *sum, struct ptool_tree *add);

/**
 * ptool_tree_keep_raw() - have raw times in place of corrected ones
 * @tree: the tree, settled
 */
void ptool_tree_keep_raw(struct ptool_tree *tree);

/**
 * ptool_tree_keep_groups() - leave out what does not lead to some groups
 * @tree: the tree
 * @group: names of the groups
 * @groups: number of them
 *
 * A callee that is left out becomes part of its caller's self time.
 */
void ptool_tree_keep_groups(struct ptool_tree *tree, char **group, u32 groups);

/**
 * ptool_tree_rows() - the nodes in the order in which they are drawn
 * @tree: the tree
 * @by: the order of what is called by the same caller; the largest total first where
 *	it is none
 * @rows: gets the number of rows, which is that of the nodes
 *
 * By context, callees below their caller.
 *
 * Return: the rows, for free().
 */
struct ptool_tree_row *ptool_tree_rows(const struct ptool_tree *tree,
				       struct ptool_order by, u32 *rows);

/**
 * ptool_context_name() - name of a context
 * @context: the context
 */
const char *ptool_context_name(enum ptime_context context);

#endif /* _PATHTIME_TREE_H */
