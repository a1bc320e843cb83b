// SPDX-License-Identifier: GPL-2.0
/* json_tree: converts callers and callees, and breakdowns, to JSON */
#include <stdlib.h>

#include <json-c/json.h>

#include "base/error.h"
#include "output/format.h"
#include "output/json_util.h"
#include "output/rows.h"

static void add_function(struct json_object *to,
			 const struct ptool_tree_function *function)
{
	ptool_json_add_text(to, "group", function->group);
	ptool_json_add_text(to, "module", function->module);
	ptool_json_add_text(to, "function", function->name);
}

/* the rows of a tree, and where in the array each node is */
struct rows {
	const struct ptool_tree *tree;
	bool has_raw;
	struct ptool_tree_rows of_tree;
	u32 *place;
};

static struct json_object *node_object(const void *argument, u32 index)
{
	const struct rows *rows = argument;
	const struct ptool_tree *tree = rows->tree;
	const struct ptool_tree_row *row = &rows->of_tree.row[index];
	const struct ptool_node *node = &tree->node[row->node];
	struct json_object *object = json_object_new_object();
	u32 parent = node->parent;

	json_object_object_add(object, "parent", parent == PTOOL_NO_NODE ?
			       NULL : json_object_new_uint64(rows->place[parent]));
	ptool_json_add_number(object, "depth", row->depth);
	ptool_json_add_text(object, "context",
			    ptool_context_name(node->context));
	add_function(object, &tree->function[node->function]);
	ptool_json_add_number(object, "calls", node->calls);
	ptool_json_add_number(object, "unfinished", node->unfinished);
	ptool_json_add_number(object, "total_ns", node->total_ns);
	ptool_json_add_number(object, "self_ns", node->self_ns);
	ptool_json_add_number(object, "interrupt_ns", node->interrupt_ns);
	/* an unknown time is null, not 0 */
	json_object_object_add(object, "raw_total_ns", rows->has_raw ?
			       json_object_new_uint64(node->raw_ns) : NULL);
	return object;
}

static struct rows rows_of(const struct ptool_tree *tree, bool has_raw,
			   const struct ptool_view *view)
{
	struct rows rows = {
		.tree = tree,
		.has_raw = has_raw,
		.of_tree = ptool_rows_of_tree(tree, view, !view->limit),
		.place = ptool_alloc(tree->nodes, sizeof(*rows.place)),
	};
	u32 i;

	for (i = 0; i < rows.of_tree.rows; i++)
		rows.place[rows.of_tree.row[i].node] = i;
	return rows;
}

static void free_rows(struct rows *rows)
{
	free(rows->of_tree.row);
	free(rows->place);
}

/* An array, not nested objects: parsers limit the depth. */
void ptool_json_print_tree(const struct ptool_out *out,
			   const struct ptool_tree *tree, bool has_raw,
			   const struct ptool_view *view)
{
	struct rows rows = rows_of(tree, has_raw, view);

	ptool_json_print_array(out, "tree", node_object, &rows, rows.of_tree.rows);
	ptool_json_print_left_out(out, view, rows.of_tree.left_out);
	free_rows(&rows);
}

static struct json_object *rows_array(const struct ptool_breakdown *breakdown,
				      const struct ptool_breakdown_group *group,
				      const struct ptool_tree *tree)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = group->first; i < group->first + group->rows; i++) {
		const struct ptool_breakdown_row *row = &breakdown->row[i];
		struct json_object *object = json_object_new_object();

		add_function(object, &tree->function[row->function]);
		ptool_json_add_number(object, "calls", row->calls);
		ptool_json_add_number(object, "self_ns", row->self_ns);
		json_object_array_add(array, object);
	}
	return array;
}

struct json_object *
ptool_json_of_breakdown(const struct ptool_breakdown *breakdown,
			const struct ptool_tree *tree)
{
	struct json_object *object = json_object_new_object();
	struct json_object *groups = json_object_new_array();
	u32 i;

	add_function(object, &tree->function[breakdown->root]);
	ptool_json_add_number(object, "calls", breakdown->calls);
	ptool_json_add_number(object, "unfinished", breakdown->unfinished);
	ptool_json_add_number(object, "packets", breakdown->packets);
	ptool_json_add_number(object, "total_ns", breakdown->total_ns);
	ptool_json_add_number(object, "self_ns", breakdown->self_ns);
	ptool_json_add_number(object, "interrupt_ns", breakdown->interrupt_ns);
	for (i = 0; i < breakdown->groups; i++) {
		const struct ptool_breakdown_group *group =
			&breakdown->group[i];
		struct json_object *of_group = json_object_new_object();

		ptool_json_add_text(of_group, "group", group->group);
		ptool_json_add_number(of_group, "calls", group->calls);
		ptool_json_add_number(of_group, "self_ns", group->self_ns);
		json_object_object_add(of_group, "functions",
				       rows_array(breakdown, group, tree));
		json_object_array_add(groups, of_group);
	}
	json_object_object_add(object, "groups", groups);
	return object;
}
