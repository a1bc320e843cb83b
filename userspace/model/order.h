/* SPDX-License-Identifier: GPL-2.0 */
/* order: which rows of a table come first */
#ifndef _PATHTIME_ORDER_H
#define _PATHTIME_ORDER_H

#include "base/types.h"

struct ptime_model;
struct ptime_node;
struct ptime_path;
struct ptime_probe;
struct ptime_tree;

/* what rows can be sorted by; NONE is the order that a table has by itself */
enum ptime_column {
	PTIME_COLUMN_NONE,
	PTIME_COLUMN_FUNCTION,
	PTIME_COLUMN_CALLS,
	PTIME_COLUMN_MISSED,
	PTIME_COLUMN_MEAN,
	PTIME_COLUMN_P50,
	PTIME_COLUMN_P99,
	PTIME_COLUMN_P999,
	PTIME_COLUMN_MAX,
	PTIME_COLUMN_TOTAL,
	PTIME_COLUMN_SELF,
	PTIME_COLUMN_PATH,
	PTIME_COLUMN_PACKETS,
};

/**
 * struct ptime_order - an order of rows
 * @column: by what; names ascend, numbers descend
 * @is_reversed: the other way round
 */
struct ptime_order {
	enum ptime_column column;
	bool is_reversed;
};

/* as a table has it by itself */
#define PTIME_ORDER_OWN	((struct ptime_order){ .column = PTIME_COLUMN_NONE })

/**
 * ptime_column_name() - name of a column, as it stands above it
 * @column: the column
 */
const char *ptime_column_name(enum ptime_column column);

/**
 * ptime_order_probes() - the functions of a model in an order
 * @model: the model
 * @order: the order; functions that are alike in it stay as they are in the model
 *
 * Return: pointers to all of them, for free().
 */
const struct ptime_probe **ptime_order_probes(const struct ptime_model *model,
					      struct ptime_order order);

/**
 * ptime_order_paths() - the paths of a model in an order
 * @model: the model, which has paths
 * @order: the order, by a column that paths have; NONE is by packets
 *
 * Those that are alike in it are in an order of their own, which is the same in the
 * next reading.
 *
 * Return: pointers to all of them, for free().
 */
const struct ptime_path **ptime_order_paths(const struct ptime_model *model,
					    struct ptime_order order);

/**
 * ptime_order_nodes() - which of two nodes of a tree comes first
 * @tree: the tree
 * @order: the order, by a column that a tree has; NONE is by total
 * @one: a node
 * @other: another one
 *
 * Return: less than 0 where it is @one, more than 0 where it is @other, 0 where they
 * are alike.
 */
int ptime_order_nodes(const struct ptime_tree *tree, struct ptime_order order,
		      const struct ptime_node *one,
		      const struct ptime_node *other);

#endif /* _PATHTIME_ORDER_H */
