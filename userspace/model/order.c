// SPDX-License-Identifier: GPL-2.0
/* order: sort the rows of a table */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/model.h"
#include "model/order.h"
#include "model/stats.h"

/* sort key of a row: a name, or a number if the name is NULL */
struct order_key {
	const char *name;
	u64 number;
};

/* a function or a path to sort, with its key */
struct order_place {
	const struct ptool_probe *probe;
	const struct ptool_path *path;
	struct order_key key;
};

static int compare_keys(const struct order_key *one, const struct order_key *other,
			bool is_reversed)
{
	int result;

	if (one->name)
		result = strcmp(one->name, other->name);
	else
		result = one->number > other->number ? -1 :
			 one->number < other->number;
	return is_reversed ? -result : result;
}

/* without calls there are no times: sort such rows as if they were 0 */
static u64 series_number(const struct ptool_series *series, u32 hist_bits,
			 enum ptool_column column)
{
	struct ptool_statistic statistic = ptool_statistic_of(column);

	return series->calls ? ptool_statistic_value(&statistic, series,
						     hist_bits) : 0;
}

static struct order_key probe_key(const struct ptool_probe *probe, u32 hist_bits,
				  enum ptool_column column)
{
	if (column == PTOOL_COLUMN_FUNCTION)
		return (struct order_key){ .name = probe->function };
	if (column == PTOOL_COLUMN_MISSED)
		return (struct order_key){ .number = probe->missed };
	return (struct order_key){
		.number = series_number(&probe->counts.sum, hist_bits, column),
	};
}

static int compare_places(const void *left, const void *right, void *argument)
{
	const struct order_place *one = left, *other = right;
	const struct ptool_order *order = argument;
	int result = compare_keys(&one->key, &other->key, order->is_reversed);

	if (result)
		return result;
	if (one->path)
		return ptool_path_compare(one->path, other->path);
	return one->probe < other->probe ? -1 : one->probe > other->probe;
}

const struct ptool_probe **ptool_order_probes(const struct ptool_model *model,
					      struct ptool_order order)
{
	const struct ptool_probe **probe = ptool_alloc(model->probes,
						       sizeof(*probe));
	struct order_place *place = ptool_alloc(model->probes, sizeof(*place));
	u32 i;

	for (i = 0; i < model->probes; i++) {
		place[i].probe = &model->probe[i];
		place[i].key = probe_key(&model->probe[i], model->hist_bits,
					 order.column);
	}
	qsort_r(place, model->probes, sizeof(*place), compare_places, &order);
	for (i = 0; i < model->probes; i++)
		probe[i] = place[i].probe;
	free(place);
	return probe;
}

/* @name is a buffer for the name, as a path stores only its steps */
static struct order_key path_key(const struct ptool_path *path, u32 hist_bits,
				 enum ptool_column column, char *name)
{
	if (column == PTOOL_COLUMN_PATH) {
		ptool_path_full_name(name, path);
		return (struct order_key){ .name = name };
	}
	if (column == PTOOL_COLUMN_NONE)
		column = PTOOL_COLUMN_PACKETS;
	return (struct order_key){
		.number = series_number(&path->counts.sum, hist_bits, column),
	};
}

const struct ptool_path **ptool_order_paths(const struct ptool_model *model,
					    struct ptool_order order)
{
	const struct ptool_paths *paths = model->paths;
	const struct ptool_path **path = ptool_alloc(paths->paths,
						     sizeof(*path));
	struct order_place *place = ptool_alloc(paths->paths, sizeof(*place));
	char (*name)[PTOOL_PATH_FULL_LEN] = ptool_alloc(paths->paths,
							sizeof(*name));
	u32 i;

	for (i = 0; i < paths->paths; i++) {
		place[i].path = &paths->path[i];
		place[i].key = path_key(&paths->path[i], model->hist_bits,
					order.column, name[i]);
	}
	qsort_r(place, paths->paths, sizeof(*place), compare_places, &order);
	for (i = 0; i < paths->paths; i++)
		path[i] = place[i].path;
	free(name);
	free(place);
	return path;
}

u64 ptool_order_node_number(const struct ptool_node *node,
			    enum ptool_column column)
{
	switch (column) {
	case PTOOL_COLUMN_CALLS:
		return node->calls;
	case PTOOL_COLUMN_SELF:
		return node->self_ns;
	case PTOOL_COLUMN_MEAN:
		return node->calls ? ptool_stats_per(node->total_ns,
						     node->calls) : 0;
	default:
		return node->total_ns;
	}
}

static struct order_key node_key(const struct ptool_tree *tree,
				 const struct ptool_node *node,
				 enum ptool_column column)
{
	if (column == PTOOL_COLUMN_FUNCTION)
		return (struct order_key){
			.name = tree->function[node->function].name,
		};
	return (struct order_key){ .number = ptool_order_node_number(node, column) };
}

int ptool_order_nodes(const struct ptool_tree *tree, struct ptool_order order,
		      const struct ptool_node *one,
		      const struct ptool_node *other)
{
	struct order_key left = node_key(tree, one, order.column);
	struct order_key right = node_key(tree, other, order.column);

	return compare_keys(&left, &right, order.is_reversed);
}
