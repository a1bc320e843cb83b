/* SPDX-License-Identifier: GPL-2.0 */
/* tree: callers and callees as readers see them */
#ifndef _PATHTIME_TREE_H
#define _PATHTIME_TREE_H

#include <linux/types.h>

#include <pathtime/abi.h>

#include "record/cct.h"

struct ptime_probe;

/**
 * struct ptime_tree_node - a function below its callers
 * @probe: the function
 * @context: what it was called in
 * @parent: index of its caller, PTIME_NO_PARENT for a root
 * @depth: number of callers above it
 * @counts: what all CPUs counted
 */
struct ptime_tree_node {
	const struct ptime_probe *probe;
	enum ptime_context context;
	u32 parent;
	u32 depth;
	struct ptime_node_sum counts;
};

/**
 * struct ptime_tree - all nodes that have counted, or have one below them that has
 * @nodes: number of nodes
 * @node: these, each behind its caller: by context, then the largest total first
 */
struct ptime_tree {
	u32 nodes;
	struct ptime_tree_node node[];
};

struct ptime_tree *ptime_tree_read(void);
void ptime_tree_free(struct ptime_tree *tree);

#endif /* _PATHTIME_TREE_H */
