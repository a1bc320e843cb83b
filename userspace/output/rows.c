// SPDX-License-Identifier: GPL-2.0
/* rows: which functions, nodes and paths a view shows, and in which order */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "output/rows.h"

/* rows of a tree with less than 1/LEAST_PART of their context are small */
#define LEAST_PART	100

static bool matches(const struct ptool_view *view, const char *name)
{
	return !view->pattern || !fnmatch(view->pattern, name, 0);
}

bool ptool_rows_has_function(const struct ptool_view *view, const char *module,
			     const char *function)
{
	char name[PTOOL_NAME_LEN];

	ptool_name_text(name, sizeof(name), module, function);
	return matches(view, function) || matches(view, name);
}

bool ptool_rows_has_path(const struct ptool_view *view,
			 const struct ptool_path *path)
{
	char name[PTOOL_PATH_FULL_LEN], reason[PTIME_DROP_LEN];
	u32 i;

	ptool_path_full_name(name, path);
	if (matches(view, name) ||
	    (ptool_path_reason(reason, path) && matches(view, reason)))
		return true;
	for (i = 0; i < path->steps; i++)
		if (matches(view, path->step[i].name))
			return true;
	return false;
}

bool ptool_rows_is_empty(const struct ptool_probe *probe,
			 const struct ptool_view *view)
{
	return !view->all && !probe->counts.sum.calls && !probe->missed;
}

struct ptool_rows ptool_rows_of(const struct ptool_model *model,
				const struct ptool_view *view,
				ptool_rows_shown *is_shown)
{
	struct ptool_rows rows = {
		.probe = ptool_order_probes(model, view->order),
	};
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const struct ptool_probe *probe = rows.probe[i];

		if (!is_shown(probe, view))
			continue;
		if (view->limit && rows.rows == view->limit)
			rows.left_out++;
		else
			rows.probe[rows.rows++] = probe;
	}
	return rows;
}

static bool is_wanted(const struct ptool_tree_function *function,
		      const void *argument)
{
	return ptool_rows_has_function(argument, function->module,
				       function->name);
}

void ptool_rows_sum_contexts(const struct ptool_tree *tree,
			     u64 total[PTIME_CONTEXTS])
{
	u32 i;

	memset(total, 0, PTIME_CONTEXTS * sizeof(*total));
	for (i = 0; i < tree->nodes; i++)
		if (tree->node[i].parent == PTOOL_NO_NODE)
			total[tree->node[i].context] += tree->node[i].total_ns;
}

/*
 * The total of a callee is at most that of its caller, so no branch loses its
 * root.
 */
static u32 drop_small(const struct ptool_tree *tree, struct ptool_tree_row *row,
		      u32 rows)
{
	u64 total[PTIME_CONTEXTS];
	u32 i, kept = 0;

	ptool_rows_sum_contexts(tree, total);
	for (i = 0; i < rows; i++) {
		const struct ptool_node *node = &tree->node[row[i].node];

		if (node->total_ns >= total[node->context] / LEAST_PART)
			row[kept++] = row[i];
	}
	return kept;
}

/* The limit counts only rows that would otherwise be shown. */
struct ptool_tree_rows ptool_rows_of_tree(const struct ptool_tree *tree,
					  const struct ptool_view *view,
					  bool has_small)
{
	struct ptool_tree_rows rows = { 0 };
	u32 all;

	rows.row = ptool_tree_rows(tree, view->order, &all);
	if (view->pattern)
		all = ptool_tree_keep(tree, rows.row, all, is_wanted, view);
	rows.rows = all;
	/* With a filter or a pattern, the user asked for small rows, too. */
	if (!has_small && !view->all && !view->pattern && !view->filter)
		rows.rows = drop_small(tree, rows.row, all);
	rows.small = all - rows.rows;
	rows.left_out = rows.rows;
	if (view->limit)
		rows.rows = ptool_tree_limit(tree, rows.row, rows.rows,
					     view->limit);
	rows.left_out -= rows.rows;
	return rows;
}

static bool is_path_shown(const struct ptool_view *view,
			  const struct ptool_path *path)
{
	char name[PTOOL_PATH_FULL_LEN];

	if (!ptool_rows_has_path(view, path))
		return false;
	ptool_path_full_name(name, path);
	return !view->filter || strcasestr(name, view->filter);
}

/* those behind other paths have the same packets once more */
static void put_behind_last(const struct ptool_path **path, u32 paths)
{
	const struct ptool_path **behind = ptool_alloc(paths, sizeof(*behind));
	u32 i, kept = 0, moved = 0;

	for (i = 0; i < paths; i++)
		if (ptool_path_is_behind(path[i]))
			behind[moved++] = path[i];
		else
			path[kept++] = path[i];
	for (i = 0; i < moved; i++)
		path[kept + i] = behind[i];
	free(behind);
}

struct ptool_path_rows ptool_rows_of_paths(const struct ptool_model *model,
					   const struct ptool_view *view,
					   bool has_empty)
{
	struct ptool_path_rows rows = {
		.path = ptool_order_paths(model, view->order),
	};
	u32 i;

	put_behind_last(rows.path, model->paths->paths);
	for (i = 0; i < model->paths->paths; i++) {
		const struct ptool_path *path = rows.path[i];

		if ((!has_empty && !path->counts.sum.calls) ||
		    !is_path_shown(view, path))
			continue;
		if (view->limit && rows.rows == view->limit)
			rows.left_out++;
		else
			rows.path[rows.rows++] = path;
	}
	return rows;
}
