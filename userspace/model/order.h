/* SPDX-License-Identifier: GPL-2.0 */
/* order: sort the rows of a table */
#ifndef _PATHTIME_ORDER_H
#define _PATHTIME_ORDER_H

#include "base/types.h"

struct ptool_model;
struct ptool_node;
struct ptool_path;
struct ptool_probe;
struct ptool_tree;

/* columns to sort rows by; NONE is a table's default order */
enum ptool_column {
	PTOOL_COLUMN_NONE,
	PTOOL_COLUMN_FUNCTION,
	PTOOL_COLUMN_CALLS,
	PTOOL_COLUMN_MISSED,
	PTOOL_COLUMN_MEAN,
#define PTIME_PERCENTILE(_name, ...)	PTOOL_COLUMN_##_name,
#include <pathtime/percentiles.def>
	PTOOL_COLUMN_MAX,
	PTOOL_COLUMN_TOTAL,
	PTOOL_COLUMN_SELF,
	PTOOL_COLUMN_PATH,
	PTOOL_COLUMN_PACKETS,
};

/**
 * struct ptool_order - an order of rows
 * @column: column to sort by: names in ascending, numbers in descending order
 * @is_reversed: reverse the order
 */
struct ptool_order {
	enum ptool_column column;
	bool is_reversed;
};

/* a table's default order */
#define PTOOL_ORDER_OWN	((struct ptool_order){ .column = PTOOL_COLUMN_NONE })

const char *ptool_column_name(enum ptool_column column);

/**
 * ptool_column_parse() - Find a column by its name
 * @name: the name, in any case
 * @column: set to the column
 *
 * Return: true if there is such a column.
 */
bool ptool_column_parse(const char *name, enum ptool_column *column);

/**
 * ptool_order_probes() - Sort the functions of a model
 * @model: the model
 * @order: the order; ties stay in the order of the model
 *
 * Return: pointers to all of them, for free().
 */
const struct ptool_probe **ptool_order_probes(const struct ptool_model *model,
					      struct ptool_order order);

/**
 * ptool_order_paths() - Sort the paths of a model
 * @model: the model, which has paths
 * @order: the order, by a column that paths have; NONE sorts by packets
 *
 * Ties are in the order of ptool_path_compare(), which is the same in each
 * reading.
 *
 * Return: pointers to all of them, for free().
 */
const struct ptool_path **ptool_order_paths(const struct ptool_model *model,
					    struct ptool_order order);

/**
 * ptool_order_nodes() - Compare two nodes of a tree
 * @tree: the tree
 * @order: the order, by a column that a tree has; NONE sorts by total
 * @one: a node
 * @other: another node
 *
 * Return: less than 0 if @one comes first, more than 0 if @other does, 0 if
 * they are equal.
 */
int ptool_order_nodes(const struct ptool_tree *tree, struct ptool_order order,
		      const struct ptool_node *one,
		      const struct ptool_node *other);

#endif /* _PATHTIME_ORDER_H */
