// SPDX-License-Identifier: GPL-2.0
/* tree: calling context tree: callers and callees, added up */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/ids.h"
#include "model/names.h"
#include "model/tree.h"

static const char *const contexts[] = {
	[PTIME_CONTEXT_TASK]	= "task",
	[PTIME_CONTEXT_SOFTIRQ]	= "softirq",
	[PTIME_CONTEXT_HARDIRQ]	= "hardirq",
};

const char *ptool_context_name(enum ptime_context context)
{
	return contexts[context];
}

void ptool_tree_free(struct ptool_tree *tree)
{
	u32 i;

	if (!tree)
		return;
	for (i = 0; i < tree->functions; i++) {
		free(tree->function[i].group);
		free(tree->function[i].module);
		free(tree->function[i].name);
	}
	free(tree->function);
	free(tree->node);
	free(tree);
}

static char *copy(const char *text)
{
	char *copied = strdup(text);

	if (!copied)
		ptool_end_without_memory();
	return copied;
}

void ptool_tree_set_function(struct ptool_tree_function *function, u64 id,
			     const char *group, const char *module,
			     const char *name)
{
	function->id = id;
	function->group = copy(group);
	function->module = copy(module);
	function->name = copy(name);
}

/* raw self time is not in the snapshot: it is what remains of the raw time */
static void settle_raw(struct ptool_tree *tree)
{
	u64 *inner_ns = ptool_alloc(tree->nodes, sizeof(*inner_ns));
	u32 i;

	for (i = tree->nodes; i--;) {
		struct ptool_node *node = &tree->node[i];

		inner_ns[i] += node->interrupt_ns;
		if (inner_ns[i] > node->raw_ns)
			node->raw_ns = inner_ns[i];
		node->raw_self_ns = node->raw_ns - inner_ns[i];
		if (node->parent != PTOOL_NO_NODE)
			inner_ns[node->parent] += node->raw_ns;
	}
	free(inner_ns);
}

/* callees follow callers, so walking backwards handles callees first */
void ptool_tree_settle(struct ptool_tree *tree)
{
	u64 *inner_ns = ptool_alloc(tree->nodes, sizeof(*inner_ns));
	u32 i;

	for (i = tree->nodes; i--;) {
		struct ptool_node *node = &tree->node[i];

		inner_ns[i] += node->self_ns + node->interrupt_ns;
		if (inner_ns[i] > node->total_ns) {
			node->total_ns = inner_ns[i];
			node->unfinished = 1;
		}
		node->self_ns += node->total_ns - inner_ns[i];
		if (node->parent != PTOOL_NO_NODE)
			inner_ns[node->parent] += node->total_ns;
	}
	free(inner_ns);
	settle_raw(tree);
}

/* identity of a node in its tree, and the node's index */
struct node_key {
	u32 parent;
	enum ptime_context context;
	u64 id;
	u32 node;
};

static int compare_keys(const void *left, const void *right)
{
	const struct node_key *one = left, *other = right;

	if (one->parent != other->parent)
		return one->parent < other->parent ? -1 : 1;
	if (one->context != other->context)
		return one->context < other->context ? -1 : 1;
	if (one->id != other->id)
		return one->id < other->id ? -1 : 1;
	return 0;
}

static struct node_key *sorted_keys(const struct ptool_tree *tree)
{
	struct node_key *key = ptool_alloc(tree->nodes, sizeof(*key));
	u32 i;

	for (i = 0; i < tree->nodes; i++) {
		const struct ptool_node *node = &tree->node[i];

		key[i].parent = node->parent;
		key[i].context = node->context;
		key[i].id = tree->function[node->function].id;
		key[i].node = i;
	}
	qsort(key, tree->nodes, sizeof(*key), compare_keys);
	return key;
}

u32 ptool_tree_twin(const struct ptool_tree *tree)
{
	struct node_key *key = sorted_keys(tree);
	u32 i, twin = PTOOL_NO_NODE;

	for (i = 1; i < tree->nodes && twin == PTOOL_NO_NODE; i++)
		if (!compare_keys(&key[i - 1], &key[i]))
			twin = key[i].node;
	free(key);
	return twin;
}

static bool is_in_groups(const struct ptool_tree *tree, u32 node,
			 char **group, u32 groups)
{
	const char *own = tree->function[tree->node[node].function].group;
	u32 i;

	for (i = 0; i < groups; i++)
		if (!strcmp(own, group[i]))
			return true;
	return false;
}

/* callees follow callers, so walking backwards handles callees first */
static bool *mark_kept(const struct ptool_tree *tree, char **group, u32 groups)
{
	bool *kept = ptool_alloc(tree->nodes, sizeof(*kept));
	u32 i;

	for (i = tree->nodes; i--;) {
		if (is_in_groups(tree, i, group, groups))
			kept[i] = true;
		if (kept[i] && tree->node[i].parent != PTOOL_NO_NODE)
			kept[tree->node[i].parent] = true;
	}
	return kept;
}

/* the self time of a dropped node becomes self time of its caller */
static void drop_nodes(struct ptool_tree *tree, const bool *kept)
{
	u32 *place = ptool_alloc(tree->nodes, sizeof(*place));
	u32 i, nodes = 0;

	for (i = 0; i < tree->nodes; i++) {
		struct ptool_node node = tree->node[i];

		if (node.parent != PTOOL_NO_NODE)
			node.parent = place[node.parent];
		if (kept[i]) {
			place[i] = nodes;
			tree->node[nodes++] = node;
			continue;
		}
		place[i] = node.parent;
		if (node.parent == PTOOL_NO_NODE)
			continue;
		/* this loop comes to the dropped node's callees later */
		tree->node[node.parent].self_ns += node.self_ns;
		tree->node[node.parent].raw_self_ns += node.raw_self_ns;
		tree->node[node.parent].interrupt_ns += node.interrupt_ns;
	}
	tree->nodes = nodes;
	free(place);
}

void ptool_tree_keep_groups(struct ptool_tree *tree, char **group, u32 groups)
{
	bool *kept = mark_kept(tree, group, groups);

	drop_nodes(tree, kept);
	free(kept);
}

void ptool_tree_keep_raw(struct ptool_tree *tree)
{
	u32 i;

	for (i = 0; i < tree->nodes; i++) {
		tree->node[i].total_ns = tree->node[i].raw_ns;
		tree->node[i].self_ns = tree->node[i].raw_self_ns;
	}
}

static struct ptool_tree *copy_tree(const struct ptool_tree *from)
{
	struct ptool_tree *tree = ptool_alloc(1, sizeof(*tree));
	u32 i;

	tree->functions = from->functions;
	tree->function = ptool_alloc(from->functions, sizeof(*tree->function));
	for (i = 0; i < from->functions; i++) {
		const struct ptool_tree_function *function = &from->function[i];

		ptool_tree_set_function(&tree->function[i], function->id,
					function->group, function->module,
					function->name);
		tree->function[i].calls = function->calls;
		tree->function[i].packets = function->packets;
	}
	tree->nodes = from->nodes;
	tree->node = ptool_alloc(from->nodes, sizeof(*tree->node));
	for (i = 0; i < from->nodes; i++)
		tree->node[i] = from->node[i];
	return tree;
}

/* for each node of @now, the same node in @before, or PTOOL_NO_NODE */
static u32 *find_former(const struct ptool_tree *now,
			const struct ptool_tree *before)
{
	struct node_key *key = sorted_keys(before), *found;
	u32 *former = ptool_alloc(now->nodes, sizeof(*former));
	u32 i;

	for (i = 0; i < now->nodes; i++) {
		const struct ptool_node *node = &now->node[i];
		struct node_key wanted = {
			.parent = PTOOL_NO_NODE,
			.context = node->context,
			.id = now->function[node->function].id,
		};

		former[i] = PTOOL_NO_NODE;
		if (node->parent != PTOOL_NO_NODE) {
			wanted.parent = former[node->parent];
			if (wanted.parent == PTOOL_NO_NODE)
				continue;
		}
		found = bsearch(&wanted, key, before->nodes, sizeof(*key),
				compare_keys);
		if (found)
			former[i] = found->node;
	}
	free(key);
	return former;
}

/* counters only grow, except those of a function that was removed meanwhile */
static u64 grown(u64 now, u64 before)
{
	return now > before ? now - before : 0;
}

static void subtract(struct ptool_node *node, const struct ptool_node *former)
{
	node->calls = grown(node->calls, former->calls);
	node->self_ns = grown(node->self_ns, former->self_ns);
	node->interrupt_ns = grown(node->interrupt_ns, former->interrupt_ns);
	node->raw_self_ns = grown(node->raw_self_ns, former->raw_self_ns);
}

static void subtract_functions(struct ptool_tree *tree,
			       const struct ptool_tree *before)
{
	struct ptool_ids ids;
	u32 i, at;

	ptool_ids_begin(&ids, before->functions);
	for (i = 0; i < before->functions; i++)
		ptool_ids_add(&ids, before->function[i].id, i);
	for (i = 0; i < tree->functions; i++) {
		struct ptool_tree_function *function = &tree->function[i];
		const struct ptool_tree_function *former;

		at = ptool_ids_find(&ids, function->id);
		if (at == PTOOL_NO_ID)
			continue;
		former = &before->function[at];
		function->calls = grown(function->calls, former->calls);
		function->packets = grown(function->packets, former->packets);
	}
	ptool_ids_free(&ids);
}

static void sum_up(struct ptool_tree *tree)
{
	u32 i;

	for (i = 0; i < tree->nodes; i++) {
		tree->node[i].total_ns = 0;
		tree->node[i].raw_ns = 0;
	}
	for (i = tree->nodes; i--;) {
		struct ptool_node *node = &tree->node[i], *caller;

		node->total_ns += node->self_ns + node->interrupt_ns;
		node->raw_ns += node->raw_self_ns + node->interrupt_ns;
		if (node->parent == PTOOL_NO_NODE)
			continue;
		caller = &tree->node[node->parent];
		caller->total_ns += node->total_ns;
		caller->raw_ns += node->raw_ns;
	}
}

static bool *mark_counting(const struct ptool_tree *tree)
{
	bool *counting = ptool_alloc(tree->nodes, sizeof(*counting));
	u32 i;

	for (i = tree->nodes; i--;) {
		const struct ptool_node *node = &tree->node[i];

		if (node->calls || node->total_ns)
			counting[i] = true;
		if (counting[i] && node->parent != PTOOL_NO_NODE)
			counting[node->parent] = true;
	}
	return counting;
}

struct ptool_tree *ptool_tree_difference(const struct ptool_tree *now,
					 const struct ptool_tree *before)
{
	struct ptool_tree *tree = copy_tree(now);
	u32 *former, i;
	bool *counting;

	if (!before)
		return tree;
	subtract_functions(tree, before);
	former = find_former(now, before);
	for (i = 0; i < tree->nodes; i++)
		if (former[i] != PTOOL_NO_NODE)
			subtract(&tree->node[i], &before->node[former[i]]);
	free(former);
	sum_up(tree);
	counting = mark_counting(tree);
	drop_nodes(tree, counting);
	free(counting);
	return tree;
}

static void function_key(const void *table, u32 index, const char **module,
			 const char **function)
{
	const struct ptool_tree *tree = table;

	*module = tree->function[index].module;
	*function = tree->function[index].name;
}

/*
 * Index of a function in a tree. If it is missing, it is added; the caller has
 * made room for it.
 */
static u32 place_of_function(struct ptool_tree *tree, struct ptool_names *names,
			     const struct ptool_tree_function *wanted)
{
	u32 i = ptool_names_find(names, wanted->module, wanted->name);

	if (i != PTOOL_NO_NAME)
		return i;
	i = tree->functions++;
	memset(&tree->function[i], 0, sizeof(tree->function[i]));
	ptool_tree_set_function(&tree->function[i], i, wanted->group,
				wanted->module, wanted->name);
	ptool_names_add(names, i);
	return i;
}

/*
 * A probe's id is only unique within one load of the module. So that functions
 * of both trees can be compared, ids become indices in @sum.
 */
static void add_functions(struct ptool_tree *sum, struct ptool_tree *add)
{
	struct ptool_names names;
	u32 i;

	ptool_names_begin(&names, function_key, sum);
	for (i = 0; i < sum->functions; i++) {
		sum->function[i].id = i;
		ptool_names_add(&names, i);
	}
	sum->function = ptool_realloc(sum->function, (size_t)sum->functions +
				      add->functions + 1,
				      sizeof(*sum->function));
	for (i = 0; i < add->functions; i++) {
		struct ptool_tree_function *from = &add->function[i];
		u32 place = place_of_function(sum, &names, from);

		from->id = place;
		sum->function[place].calls += from->calls;
		sum->function[place].packets += from->packets;
	}
	ptool_names_free(&names);
}

static void add_node(struct ptool_node *to, const struct ptool_node *from)
{
	to->calls += from->calls;
	to->unfinished |= from->unfinished;
	to->total_ns += from->total_ns;
	to->self_ns += from->self_ns;
	to->interrupt_ns += from->interrupt_ns;
	to->raw_ns += from->raw_ns;
	to->raw_self_ns += from->raw_self_ns;
}

/* callers precede callees, so the place of a new node's caller is known */
void ptool_tree_add(struct ptool_tree *sum, struct ptool_tree *add)
{
	u32 *place, i;

	add_functions(sum, add);
	place = find_former(add, sum);
	sum->node = ptool_realloc(sum->node, (size_t)sum->nodes + add->nodes + 1,
				  sizeof(*sum->node));
	for (i = 0; i < add->nodes; i++) {
		struct ptool_node node = add->node[i];

		if (place[i] != PTOOL_NO_NODE) {
			add_node(&sum->node[place[i]], &node);
			continue;
		}
		place[i] = sum->nodes;
		node.function = add->function[node.function].id;
		if (node.parent != PTOOL_NO_NODE)
			node.parent = place[node.parent];
		sum->node[sum->nodes++] = node;
	}
	free(place);
}

/**
 * struct tree_walk - state of sorting nodes into the order in which they are drawn
 * @tree: the tree
 * @by: order of siblings
 * @order: indices of the nodes, sorted, siblings together
 * @first: for each node, the position in @order of its first callee; the last
 *	entry is the position of the first root
 * @row: the rows
 * @rows: number of rows written
 */
struct tree_walk {
	const struct ptool_tree *tree;
	struct ptool_order by;
	u32 *order;
	u32 *first;
	struct ptool_tree_row *row;
	u32 rows;
};

static int compare(const void *left, const void *right, void *argument)
{
	const struct tree_walk *walk = argument;
	const struct ptool_node *node = walk->tree->node;
	u32 a = *(const u32 *)left, b = *(const u32 *)right;
	const struct ptool_node *one = &node[a], *other = &node[b];
	int result;

	if (one->parent != other->parent)
		return one->parent < other->parent ? -1 : 1;
	if (one->context != other->context)
		return one->context < other->context ? -1 : 1;
	result = ptool_order_nodes(walk->tree, walk->by, one, other);
	if (result)
		return result;
	return a < b ? -1 : a > b;
}

/* index in walk.first of a parent's callees; that of the roots is the last one */
static u32 family(const struct ptool_tree *tree, u32 parent)
{
	return parent == PTOOL_NO_NODE ? tree->nodes : parent;
}

static void sort_nodes(struct tree_walk *walk)
{
	const struct ptool_tree *tree = walk->tree;
	u32 i;

	for (i = 0; i < tree->nodes; i++)
		walk->order[i] = i;
	for (i = 0; i <= tree->nodes; i++)
		walk->first[i] = PTOOL_NO_NODE;
	qsort_r(walk->order, tree->nodes, sizeof(*walk->order), compare,
		walk);
	for (i = tree->nodes; i--;)
		walk->first[family(tree, tree->node[walk->order[i]].parent)] =
			i;
}

static u32 next_sibling(const struct tree_walk *walk, u32 place)
{
	const struct ptool_node *node = walk->tree->node;

	if (place + 1 == walk->tree->nodes ||
	    node[walk->order[place + 1]].parent !=
	    node[walk->order[place]].parent)
		return PTOOL_NO_NODE;
	return place + 1;
}

/* @pending has one position per level to continue from, instead of recursion */
static void walk_nodes(struct tree_walk *walk)
{
	u32 *pending = ptool_alloc((size_t)walk->tree->nodes + 1,
				   sizeof(*pending));
	u32 depth = 0, place = walk->first[walk->tree->nodes];

	for (;;) {
		if (place == PTOOL_NO_NODE) {
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

struct ptool_tree_row *ptool_tree_rows(const struct ptool_tree *tree,
				       struct ptool_order by, u32 *rows)
{
	struct tree_walk walk = {
		.tree = tree,
		.by = by,
		.order = ptool_alloc(tree->nodes, sizeof(*walk.order)),
		.first = ptool_alloc((size_t)tree->nodes + 1,
				     sizeof(*walk.first)),
		.row = ptool_alloc(tree->nodes, sizeof(*walk.row)),
	};

	sort_nodes(&walk);
	walk_nodes(&walk);
	free(walk.order);
	free(walk.first);
	*rows = walk.rows;
	return walk.row;
}

static u32 deepest(const struct ptool_tree_row *row, u32 rows)
{
	u32 i, depth = 0;

	for (i = 0; i < rows; i++)
		if (row[i].depth > depth)
			depth = row[i].depth;
	return depth;
}

/* From the last row up: keep a row if it is wanted, or leads to one that is. */
u32 ptool_tree_keep(const struct ptool_tree *tree, struct ptool_tree_row *row,
		    u32 rows,
		    bool (*is_wanted)(const struct ptool_tree_function *function,
				      const void *argument),
		    const void *argument)
{
	bool *leads = ptool_alloc((size_t)deepest(row, rows) + 2, sizeof(*leads));
	bool *stays = ptool_alloc(rows, sizeof(*stays));
	u32 i, kept = 0;

	for (i = rows; i--;) {
		const struct ptool_node *node = &tree->node[row[i].node];
		u32 depth = row[i].depth;

		stays[i] = leads[depth + 1] ||
			   is_wanted(&tree->function[node->function], argument);
		leads[depth + 1] = false;
		leads[depth] |= stays[i];
	}
	for (i = 0; i < rows; i++)
		if (stays[i])
			row[kept++] = row[i];
	free(stays);
	free(leads);
	return kept;
}

u32 ptool_tree_limit(const struct ptool_tree *tree, struct ptool_tree_row *row,
		     u32 rows, u32 limit)
{
	/* for each depth, the siblings so far; a row that is dropped drops those below it */
	u32 *siblings = ptool_alloc((size_t)deepest(row, rows) + 2,
				    sizeof(*siblings));
	u32 i, kept = 0, dropped = ~0U;
	enum ptime_context context = PTIME_CONTEXTS;

	for (i = 0; i < rows; i++) {
		u32 depth = row[i].depth;

		if (!depth && tree->node[row[i].node].context != context) {
			context = tree->node[row[i].node].context;
			siblings[0] = 0;
		}
		if (depth > dropped)
			continue;
		dropped = siblings[depth]++ < limit ? ~0U : depth;
		siblings[depth + 1] = 0;
		if (dropped == ~0U)
			row[kept++] = row[i];
	}
	free(siblings);
	return kept;
}
