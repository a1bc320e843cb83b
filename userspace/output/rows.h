/* SPDX-License-Identifier: GPL-2.0 */
/* rows: which functions, nodes and paths a view shows, and in which order */
#ifndef _PATHTIME_ROWS_H
#define _PATHTIME_ROWS_H

#include "model/model.h"
#include "output/view.h"

/**
 * struct ptool_rows - functions to print
 * @probe: the functions, in the order of the view
 * @rows: number of functions
 * @left_out: number of further functions, because of the limit
 */
struct ptool_rows {
	const struct ptool_probe **probe;
	u32 rows;
	u32 left_out;
};

/**
 * struct ptool_path_rows - paths to print
 * @path: the paths, in the order of the view
 * @rows: number of paths
 * @left_out: number of further paths, because of the limit
 */
struct ptool_path_rows {
	const struct ptool_path **path;
	u32 rows;
	u32 left_out;
};

/**
 * ptool_rows_is_empty() - find out whether a function has nothing to show
 * @probe: the function
 * @view: if it wants all functions, none is empty
 *
 * Return: true if the function had no calls, not even missed ones.
 */
bool ptool_rows_is_empty(const struct ptool_probe *probe,
			 const struct ptool_view *view);

/* returns whether a function is printed at all */
typedef bool ptool_rows_shown(const struct ptool_probe *probe,
			      const struct ptool_view *view);

/**
 * ptool_rows_of() - choose the functions to print
 * @model: the model
 * @view: order, limit and pattern
 * @is_shown: returns whether a function is printed; the limit counts only these
 *
 * Return: the functions; free .probe.
 */
struct ptool_rows ptool_rows_of(const struct ptool_model *model,
				const struct ptool_view *view,
				ptool_rows_shown *is_shown);

/**
 * struct ptool_tree_rows - nodes of a tree to print
 * @row: the nodes, in the order of the view; for free()
 * @rows: number of nodes
 * @small: number of further nodes, because they are small
 * @left_out: number of further nodes, because of the limit
 */
struct ptool_tree_rows {
	struct ptool_tree_row *row;
	u32 rows;
	u32 small;
	u32 left_out;
};

/**
 * ptool_rows_of_tree() - choose the nodes of a tree to print
 * @tree: the tree
 * @view: order, limit and pattern
 * @has_small: print nodes with less than 1 % of their context, too. They are
 *	printed anyway if the view wants all nodes, or has a pattern or a filter.
 *
 * Return: the nodes; free .row.
 */
struct ptool_tree_rows ptool_rows_of_tree(const struct ptool_tree *tree,
					  const struct ptool_view *view,
					  bool has_small);

/**
 * ptool_rows_sum_contexts() - add up the times of each context
 * @tree: the tree
 * @total: set to the total of each context
 */
void ptool_rows_sum_contexts(const struct ptool_tree *tree,
			     u64 total[PTIME_CONTEXTS]);

/**
 * ptool_rows_of_paths() - choose the paths to print
 * @model: the model, which must have paths
 * @view: order, limit, pattern and filter
 * @has_empty: print paths without packets, too
 *
 * Return: the paths; free .path.
 */
struct ptool_path_rows ptool_rows_of_paths(const struct ptool_model *model,
					   const struct ptool_view *view,
					   bool has_empty);

/**
 * ptool_rows_has_function() - match a function against the pattern of a view
 * @view: the view
 * @module: module of the function
 * @function: name of the function
 *
 * Return: true if FUNCTION or MODULE:FUNCTION matches, or if there is no pattern.
 */
bool ptool_rows_has_function(const struct ptool_view *view, const char *module,
			     const char *function);

/**
 * ptool_rows_has_path() - match a path against the pattern of a view
 * @view: the view
 * @path: the path
 *
 * Return: true if its whole name, one of its steps or its drop reason matches,
 * or if there is no pattern.
 */
bool ptool_rows_has_path(const struct ptool_view *view,
			 const struct ptool_path *path);

#endif /* _PATHTIME_ROWS_H */
