/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tree: callers and callees as they were seen, added up
 *
 *	ptime_tree
 *	  ptime_tree_function		a function, once
 *	  ptime_node			it, called by the same callers
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

#include "types.h"

#define PTIME_NO_NODE	(~0U)

enum ptime_context {
	PTIME_CONTEXT_TASK,
	PTIME_CONTEXT_SOFTIRQ,
	PTIME_CONTEXT_HARDIRQ,
	PTIME_CONTEXTS,
};

/**
 * struct ptime_tree_function - a function in the tree
 * @group: group's name
 * @module: module that holds it; empty for the kernel itself
 * @name: its name
 */
struct ptime_tree_function {
	const char *group;
	char *module;
	char *name;
};

/**
 * struct ptime_node - a function with its callers
 * @function: number of the function
 * @parent: node of its caller, PTIME_NO_NODE for a root
 * @context: context it ran in
 * @calls: calls, with those whose end was not seen
 * @unended: of these, calls whose end was not seen: they count as long as what
 *	they called
 * @total_ns: sum of their durations
 * @self_ns: what of it is spent in the function itself
 * @elsewhere_ns: what of it is spent in contexts that interrupted the function
 */
struct ptime_node {
	u32 function;
	u32 parent;
	enum ptime_context context;
	u64 calls;
	u64 unended;
	u64 total_ns;
	u64 self_ns;
	u64 elsewhere_ns;
};

/**
 * struct ptime_tree - callers and callees
 * @functions: number of functions
 * @function: these
 * @nodes: number of nodes
 * @node: these
 */
struct ptime_tree {
	u32 functions;
	struct ptime_tree_function *function;
	u32 nodes;
	struct ptime_node *node;
};

/* a node as it is drawn */
struct ptime_tree_row {
	u32 node;
	u32 depth;
};

/**
 * ptime_tree_free() - give a tree's memory back
 * @tree: the tree; may be NULL
 */
void ptime_tree_free(struct ptime_tree *tree);

/**
 * ptime_tree_keep_groups() - leave out what does not lead to some groups
 * @tree: the tree
 * @group: names of the groups
 * @groups: number of them
 *
 * A callee that is left out becomes part of its caller's self time.
 */
void ptime_tree_keep_groups(struct ptime_tree *tree, char **group, u32 groups);

/**
 * ptime_tree_rows() - the nodes in the order in which they are drawn
 * @tree: the tree
 * @rows: gets the number of rows, which is that of the nodes
 *
 * By context, callees below their caller, the largest total first.
 *
 * Return: the rows, for free().
 */
struct ptime_tree_row *ptime_tree_rows(const struct ptime_tree *tree,
				       u32 *rows);

/**
 * ptime_context_name() - name of a context
 * @context: the context
 */
const char *ptime_context_name(enum ptime_context context);

#endif /* _PATHTIME_TREE_H */
