/* SPDX-License-Identifier: GPL-2.0 */
/* tree: builds the calling context tree that readers see */
#ifndef _PATHTIME_TREE_H
#define _PATHTIME_TREE_H

#include <linux/types.h>

#include <pathtime/abi.h>

#include "record/cct.h"

struct ptime_probe;

/**
 * struct ptime_tree_node - a function below its callers
 * @probe: the function's probe
 * @context: context that it was called in
 * @parent: index of its caller, PTIME_NO_PARENT for a root
 * @depth: number of callers above it
 * @counts: sums over all CPUs
 */
struct ptime_tree_node {
	const struct ptime_probe *probe;
	enum ptime_context context;
	u32 parent;
	u32 depth;
	struct ptime_node_sum counts;
};

/**
 * struct ptime_tree - all nodes that have counted calls, and their callers
 * @nodes: number of nodes
 * @node: the nodes by context, each caller before its callees, the largest total first
 */
struct ptime_tree {
	u32 nodes;
	struct ptime_tree_node node[];
};

struct ptime_tree *ptime_tree_read(void);
void ptime_tree_free(struct ptime_tree *tree);

#endif /* _PATHTIME_TREE_H */
