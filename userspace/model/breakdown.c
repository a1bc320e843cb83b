// SPDX-License-Identifier: GPL-2.0
/* breakdown: where the time of a function goes, by group and by function */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/breakdown.h"

#define NO_FUNCTION	(~0U)

static bool is_called(const struct ptool_tree_function *function,
		      const char *name)
{
	size_t length = strlen(function->module);

	if (!strcmp(function->name, name))
		return true;
	return length && !strncmp(name, function->module, length) &&
	       name[length] == ':' && !strcmp(name + length + 1,
					      function->name);
}

/* one name per output: a scan takes less than an index of all names */
static u32 find_function(const struct ptool_tree *tree, const char *name)
{
	u32 i;

	for (i = 0; i < tree->functions; i++)
		if (is_called(&tree->function[i], name))
			return i;
	return NO_FUNCTION;
}

bool ptool_breakdown_has(const struct ptool_tree *tree, const char *name)
{
	return find_function(tree, name) != NO_FUNCTION;
}

static u32 largest_root(const struct ptool_tree *tree)
{
	const struct ptool_node *largest = NULL;
	u32 i;

	for (i = 0; i < tree->nodes; i++) {
		const struct ptool_node *node = &tree->node[i];

		if (node->parent == PTOOL_NO_NODE &&
		    (!largest || node->total_ns > largest->total_ns))
			largest = node;
	}
	return largest ? largest->function : NO_FUNCTION;
}

/* argument of compare_rows(): rows of large groups come first */
struct order {
	const struct ptool_tree *tree;
	const struct ptool_breakdown *breakdown;
};

static const struct ptool_breakdown_group *
group_of(const struct order *order, const struct ptool_breakdown_row *row)
{
	const char *name = order->tree->function[row->function].group;
	const struct ptool_breakdown_group *group = order->breakdown->group;

	while (strcmp(group->group, name))
		group++;
	return group;
}

static int descending(u64 one, u64 other)
{
	return one > other ? -1 : one < other;
}

static int compare_rows(const void *left, const void *right, void *argument)
{
	const struct ptool_breakdown_row *one = left, *other = right;
	const struct ptool_breakdown_group *of_one = group_of(argument, one);
	const struct ptool_breakdown_group *of_other = group_of(argument, other);

	if (of_one != of_other)
		return of_one < of_other ? -1 : 1;
	if (one->self_ns != other->self_ns)
		return descending(one->self_ns, other->self_ns);
	return one->function < other->function ? -1 : 1;
}

static int compare_groups(const void *left, const void *right)
{
	const struct ptool_breakdown_group *one = left, *other = right;

	if (one->self_ns != other->self_ns)
		return descending(one->self_ns, other->self_ns);
	return strcmp(one->group, other->group);
}

static struct ptool_breakdown_group *
place_of_group(struct ptool_breakdown *breakdown, const char *name)
{
	struct ptool_breakdown_group *group;
	u32 i;

	for (i = 0; i < breakdown->groups; i++)
		if (!strcmp(breakdown->group[i].group, name))
			return &breakdown->group[i];
	breakdown->group = ptool_realloc(breakdown->group,
					 breakdown->groups + 1,
					 sizeof(*breakdown->group));
	group = &breakdown->group[breakdown->groups++];
	memset(group, 0, sizeof(*group));
	group->group = name;
	return group;
}

static void add_node(struct ptool_breakdown *breakdown,
		     const struct ptool_node *node, bool is_root)
{
	struct ptool_breakdown_row *row = &breakdown->row[node->function];

	breakdown->interrupt_ns += node->interrupt_ns;
	if (is_root) {
		breakdown->calls += node->calls;
		breakdown->unfinished += node->unfinished;
		breakdown->total_ns += node->total_ns;
		breakdown->self_ns += node->self_ns;
		return;
	}
	row->function = node->function;
	row->calls += node->calls;
	row->self_ns += node->self_ns;
}

/* callers precede callees, so within[node->parent] is already set */
static void add_nodes(struct ptool_breakdown *breakdown,
		      const struct ptool_tree *tree)
{
	bool *within = ptool_alloc(tree->nodes, sizeof(*within));
	u32 i;

	for (i = 0; i < tree->nodes; i++) {
		const struct ptool_node *node = &tree->node[i];
		bool nested = node->parent != PTOOL_NO_NODE &&
			      within[node->parent];

		within[i] = nested || node->function == breakdown->root;
		if (within[i])
			add_node(breakdown, node, !nested);
	}
	free(within);
}

static u32 drop_unused_rows(struct ptool_breakdown *breakdown, u32 functions)
{
	u32 i, rows = 0;

	for (i = 0; i < functions; i++)
		if (breakdown->row[i].calls || breakdown->row[i].self_ns)
			breakdown->row[rows++] = breakdown->row[i];
	return rows;
}

static void add_groups(struct ptool_breakdown *breakdown,
		       const struct ptool_tree *tree, u32 rows)
{
	u32 i;

	for (i = 0; i < rows; i++) {
		const struct ptool_breakdown_row *row = &breakdown->row[i];
		struct ptool_breakdown_group *group =
			place_of_group(breakdown,
				       tree->function[row->function].group);

		group->calls += row->calls;
		group->self_ns += row->self_ns;
		group->rows++;
	}
	if (breakdown->groups)
		qsort(breakdown->group, breakdown->groups,
		      sizeof(*breakdown->group), compare_groups);
	for (i = 1; i < breakdown->groups; i++)
		breakdown->group[i].first = breakdown->group[i - 1].first +
					    breakdown->group[i - 1].rows;
}

static void set_packets(struct ptool_breakdown *breakdown,
			const struct ptool_tree_function *root)
{
	breakdown->packets = root->packets;
	if (breakdown->calls < root->calls)
		breakdown->packets = (u64)((double)root->packets / root->calls *
					   breakdown->calls);
}

struct ptool_breakdown *ptool_breakdown_new(const struct ptool_tree *tree,
					    const char *root)
{
	struct ptool_breakdown *breakdown = ptool_alloc(1, sizeof(*breakdown));
	struct order order = { .tree = tree, .breakdown = breakdown };
	u32 rows;

	breakdown->root = root ? find_function(tree, root) :
				 largest_root(tree);
	breakdown->row = ptool_alloc(tree->functions, sizeof(*breakdown->row));
	if (breakdown->root != NO_FUNCTION)
		add_nodes(breakdown, tree);
	if (!breakdown->calls && !breakdown->total_ns) {
		ptool_breakdown_free(breakdown);
		return NULL;
	}
	set_packets(breakdown, &tree->function[breakdown->root]);
	rows = drop_unused_rows(breakdown, tree->functions);
	add_groups(breakdown, tree, rows);
	qsort_r(breakdown->row, rows, sizeof(*breakdown->row), compare_rows,
		&order);
	return breakdown;
}

void ptool_breakdown_free(struct ptool_breakdown *breakdown)
{
	if (!breakdown)
		return;
	free(breakdown->group);
	free(breakdown->row);
	free(breakdown);
}
