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

/*
 * columns of tables; NONE is a table's default order. Those above PERCENTILE are
 * percentiles in hundredths of a per cent: PTOOL_COLUMN_PERCENTILE + 9990 is the
 * P99.9.
 */
enum ptool_column {
	PTOOL_COLUMN_NONE,
	PTOOL_COLUMN_FUNCTION,
	PTOOL_COLUMN_PATH,
	PTOOL_COLUMN_CALLS,
	PTOOL_COLUMN_PACKETS,
	PTOOL_COLUMN_SHARE,
	PTOOL_COLUMN_MISSED,
	PTOOL_COLUMN_MIN,
	PTOOL_COLUMN_MEAN,
	PTOOL_COLUMN_MAX,
	PTOOL_COLUMN_TOTAL,
	PTOOL_COLUMN_SELF,
	PTOOL_COLUMN_PERCENTILE,
#define PTIME_PERCENTILE(_name, _permyriad, ...)			\
	PTOOL_COLUMN_##_name = PTOOL_COLUMN_PERCENTILE + (_permyriad),
#include <pathtime/percentiles.def>
	PTOOL_COLUMN_LAST = PTOOL_COLUMN_PERCENTILE + 10000,
};

/* most columns, and most percentiles, that a user can choose */
#define PTOOL_COLUMNS_LEN	32
#define PTOOL_PERCENTILES_LEN	16

/**
 * struct ptool_columns - columns that a user chose
 * @is_chosen: the user chose; otherwise the list is empty
 * @count: number of columns
 * @column: the columns, from left to right
 */
struct ptool_columns {
	bool is_chosen;
	u32 count;
	enum ptool_column column[PTOOL_COLUMNS_LEN];
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
 * ptool_order_node_number() - Get a number of a node
 * @node: the node
 * @column: the column, one that a tree has
 *
 * Return: the number; of a share, the total that it is a share of.
 */
u64 ptool_order_node_number(const struct ptool_node *node,
			    enum ptool_column column);

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
