// SPDX-License-Identifier: GPL-2.0
/* fuzz target: a snapshot, and what is made of one that is taken */
#include <stdlib.h>

#include "fuzz.h"
#include "snapshot/snapshot.h"

/* each is there to be read: two readings, raw times, fewer CPUs, a tree and paths in their order */
static void use(struct ptool_model *model)
{
	struct ptool_cpu_range range = { .first = 0, .last = 1 };
	struct ptool_cpu_list list = { .ranges = 1, .range = &range };
	struct ptool_model *difference = ptool_model_difference(model, model);
	u32 rows;

	if (difference->tree)
		free(ptool_tree_rows(difference->tree, PTOOL_ORDER_OWN, &rows));
	if (model->paths)
		free(ptool_order_paths(model, PTOOL_ORDER_OWN));
	ptool_model_free(difference);
	if (model->has_raw)
		ptool_model_keep_raw(model);
	ptool_model_keep_cpus(model, &list);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct ptool_reason why;
	struct ptool_model *model = ptool_snapshot_decode(data, size, &why);

	if (model)
		use(model);
	ptool_model_free(model);
	return 0;
}
