// SPDX-License-Identifier: GPL-2.0
/* rows: which functions, nodes and paths a view shows, and in which order */
#include <fnmatch.h>
#include <stdlib.h>

#include "output/rows.h"

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

struct ptool_rows ptool_rows_of(const struct ptool_model *model,
				const struct ptool_view *view,
				bool (*is_shown)(const struct ptool_probe *probe,
						 const struct ptool_view *view))
{
	struct ptool_rows rows = {
		.probe = ptool_order_probes(model, view->order),
	};
	u32 i;

	for (i = 0; i < model->probes; i++) {
		const struct ptool_probe *probe = rows.probe[i];

		if (is_shown && !is_shown(probe, view))
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

struct ptool_tree_row *ptool_rows_of_tree(const struct ptool_tree *tree,
					  const struct ptool_view *view,
					  u32 *rows, u32 *left_out)
{
	struct ptool_tree_row *row = ptool_tree_rows(tree, view->order, rows);

	if (view->pattern)
		*rows = ptool_tree_keep(tree, row, *rows, is_wanted, view);
	*left_out = *rows;
	if (view->limit)
		*rows = ptool_tree_limit(tree, row, *rows, view->limit);
	*left_out -= *rows;
	return row;
}
