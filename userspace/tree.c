// SPDX-License-Identifier: GPL-2.0
/* tree: callers and callees as they were seen, added up */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "tree.h"

static const char *const contexts[] = {
	[PTIME_CONTEXT_TASK]	= "task",
	[PTIME_CONTEXT_SOFTIRQ]	= "softirq",
	[PTIME_CONTEXT_HARDIRQ]	= "hardirq",
};

const char *ptime_context_name(enum ptime_context context)
{
	return contexts[context];
}

void ptime_tree_free(struct ptime_tree *tree)
{
	u32 i;

	if (!tree)
		return;
	for (i = 0; i < tree->functions; i++) {
		free(tree->function[i].module);
		free(tree->function[i].name);
	}
	free(tree->function);
	free(tree->node);
	free(tree);
}

static bool is_in_groups(const struct ptime_tree *tree, u32 node,
			 char **group, u32 groups)
{
	const char *own = tree->function[tree->node[node].function].group;
	u32 i;

	for (i = 0; i < groups; i++)
		if (!strcmp(own, group[i]))
			return true;
	return false;
}

/* callees come after callers: from the last to the first, all are settled */
static bool *mark_kept(const struct ptime_tree *tree, char **group, u32 groups)
{
	bool *kept = ptime_alloc(tree->nodes, sizeof(*kept));
	u32 i;

	for (i = tree->nodes; i--;) {
		if (is_in_groups(tree, i, group, groups))
			kept[i] = true;
		if (kept[i] && tree->node[i].parent != PTIME_NO_NODE)
			kept[tree->node[i].parent] = true;
	}
	return kept;
}

void ptime_tree_keep_groups(struct ptime_tree *tree, char **group, u32 groups)
{
	bool *kept = mark_kept(tree, group, groups);
	u32 *place = ptime_alloc(tree->nodes, sizeof(*place));
	u32 i, nodes = 0;

	for (i = 0; i < tree->nodes; i++) {
		struct ptime_node node = tree->node[i];

		if (node.parent != PTIME_NO_NODE)
			node.parent = place[node.parent];
		if (kept[i]) {
			place[i] = nodes;
			tree->node[nodes++] = node;
			continue;
		}
		place[i] = node.parent;
		if (node.parent == PTIME_NO_NODE)
			continue;
		/* what the callee's own callees took comes with their turn */
		tree->node[node.parent].self_ns += node.self_ns;
		tree->node[node.parent].elsewhere_ns += node.elsewhere_ns;
	}
	tree->nodes = nodes;
	free(place);
	free(kept);
}

static int compare(const void *left, const void *right, void *argument)
{
	const struct ptime_tree *tree = argument;
	u32 a = *(const u32 *)left, b = *(const u32 *)right;
	const struct ptime_node *one = &tree->node[a], *other = &tree->node[b];

	if (one->parent != other->parent)
		return one->parent < other->parent ? -1 : 1;
	if (one->context != other->context)
		return one->context < other->context ? -1 : 1;
	if (one->total_ns != other->total_ns)
		return one->total_ns > other->total_ns ? -1 : 1;
	return a < b ? -1 : a > b;
}

/**
 * struct walk - the nodes on their way into the order of drawing
 * @tree: the tree
 * @order: its nodes, siblings together and in their order
 * @first: place in @order of each node's first callee, of the first root at the end
 * @row: the rows
 * @rows: those written
 */
struct walk {
	const struct ptime_tree *tree;
	u32 *order;
	u32 *first;
	struct ptime_tree_row *row;
	u32 rows;
};

/* roots have the largest number of a parent, and so come last */
static u32 family(const struct ptime_tree *tree, u32 parent)
{
	return parent == PTIME_NO_NODE ? tree->nodes : parent;
}

static void sort_nodes(struct walk *walk)
{
	const struct ptime_tree *tree = walk->tree;
	u32 i;

	for (i = 0; i < tree->nodes; i++)
		walk->order[i] = i;
	for (i = 0; i <= tree->nodes; i++)
		walk->first[i] = PTIME_NO_NODE;
	qsort_r(walk->order, tree->nodes, sizeof(*walk->order), compare,
		(void *)tree);
	for (i = tree->nodes; i--;)
		walk->first[family(tree, tree->node[walk->order[i]].parent)] =
			i;
}

static u32 next_sibling(const struct walk *walk, u32 place)
{
	const struct ptime_node *node = walk->tree->node;

	if (place + 1 == walk->tree->nodes ||
	    node[walk->order[place + 1]].parent !=
	    node[walk->order[place]].parent)
		return PTIME_NO_NODE;
	return place + 1;
}

/* places to go on from, one for each level, so that depth needs no recursion */
static void walk_nodes(struct walk *walk)
{
	u32 *pending = ptime_alloc((size_t)walk->tree->nodes + 1,
				   sizeof(*pending));
	u32 depth = 0, place = walk->first[walk->tree->nodes];

	for (;;) {
		if (place == PTIME_NO_NODE) {
			if (!depth)
				break;
			place = pending[--depth];
			continue;
		}
		walk->row[walk->rows].node = walk->order[place];
		walk->row[walk->rows++].depth = depth;
		pending[depth++] = next_sibling(walk, place);
		place = walk->first[walk->order[place]];
	}
	free(pending);
}

struct ptime_tree_row *ptime_tree_rows(const struct ptime_tree *tree,
				       u32 *rows)
{
	struct walk walk = {
		.tree = tree,
		.order = ptime_alloc(tree->nodes, sizeof(*walk.order)),
		.first = ptime_alloc((size_t)tree->nodes + 1,
				     sizeof(*walk.first)),
		.row = ptime_alloc(tree->nodes, sizeof(*walk.row)),
	};

	sort_nodes(&walk);
	walk_nodes(&walk);
	free(walk.order);
	free(walk.first);
	*rows = walk.rows;
	return walk.row;
}
