/* SPDX-License-Identifier: GPL-2.0 */
/* order: which rows of a table come first */
#ifndef _PATHTIME_ORDER_H
#define _PATHTIME_ORDER_H

#include "base/types.h"

struct ptool_model;
struct ptool_node;
struct ptool_path;
struct ptool_probe;
struct ptool_tree;

/* what rows can be sorted by; NONE is the order that a table has by itself */
enum ptool_column {
	PTOOL_COLUMN_NONE,
	PTOOL_COLUMN_FUNCTION,
	PTOOL_COLUMN_CALLS,
	PTOOL_COLUMN_MISSED,
	PTOOL_COLUMN_MEAN,
	PTOOL_COLUMN_P50,
	PTOOL_COLUMN_P99,
	PTOOL_COLUMN_P999,
	PTOOL_COLUMN_MAX,
	PTOOL_COLUMN_TOTAL,
	PTOOL_COLUMN_SELF,
	PTOOL_COLUMN_PATH,
	PTOOL_COLUMN_PACKETS,
};

/**
 * struct ptool_order - an order of rows
 * @column: by what; names ascend, numbers descend
 * @is_reversed: the other way round
 */
struct ptool_order {
	enum ptool_column column;
	bool is_reversed;
};

/* as a table has it by itself */
#define PTOOL_ORDER_OWN	((struct ptool_order){ .column = PTOOL_COLUMN_NONE })

/**
 * ptool_column_name() - name of a column, as it stands above it
 * @column: the column
 */
const char *ptool_column_name(enum ptool_column column);

/**
 * ptool_order_probes() - the functions of a model in an order
 * @model: the model
 * @order: the order; functions that are alike in it stay as they are in the model
 *
 * Return: pointers to all of them, for free().
 */
const struct ptool_probe **ptool_order_probes(const struct ptool_model *model,
					      struct ptool_order order);

/**
 * ptool_order_paths() - the paths of a model in an order
 * @model: the model, which has paths
 * @order: the order, by a column that paths have; NONE is by packets
 *
 * Those that are alike in it are in an order of their own, which is the same in the
 * next reading.
 *
 * Return: pointers to all of them, for free().
 */
const struct ptool_path **ptool_order_paths(const struct ptool_model *model,
					    struct ptool_order order);

/**
 * ptool_order_nodes() - which of two nodes of a tree comes first
 * @tree: the tree
 * @order: the order, by a column that a tree has; NONE is by total
 * @one: a node
 * @other: another one
 *
 * Return: less than 0 where it is @one, more than 0 where it is @other, 0 where they
 * are alike.
 */
int ptool_order_nodes(const struct ptool_tree *tree, struct ptool_order order,
		      const struct ptool_node *one,
		      const struct ptool_node *other);

#endif /* _PATHTIME_ORDER_H */
