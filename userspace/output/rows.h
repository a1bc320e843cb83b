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
 * ptool_rows_of() - choose the functions to print
 * @model: the model
 * @view: order, limit and pattern
 * @is_shown: returns whether a function is printed at all; NULL for all
 *
 * Return: the functions; free .probe.
 */
struct ptool_rows ptool_rows_of(const struct ptool_model *model,
				const struct ptool_view *view,
				bool (*is_shown)(const struct ptool_probe *probe,
						 const struct ptool_view *view));

/**
 * ptool_rows_of_tree() - choose the nodes of a tree to print
 * @tree: the tree
 * @view: order, limit and pattern
 * @rows: set to the number of rows
 * @left_out: set to the number of further rows, because of the limit
 *
 * Return: the rows, for free().
 */
struct ptool_tree_row *ptool_rows_of_tree(const struct ptool_tree *tree,
					  const struct ptool_view *view,
					  u32 *rows, u32 *left_out);

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
