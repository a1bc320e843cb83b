// SPDX-License-Identifier: GPL-2.0
/* fuzz target: a snapshot, and what is made of one that is taken */
#include <stdlib.h>

#include "fuzz.h"
#include "snapshot/snapshot.h"

/* each is there to be read: two readings, raw times, fewer CPUs, a tree and paths in their order */
static void use(struct ptime_model *model)
{
	struct ptime_cpu_range range = { .first = 0, .last = 1 };
	struct ptime_cpu_list list = { .ranges = 1, .range = &range };
	struct ptime_model *difference = ptime_model_difference(model, model);
	u32 rows;

	if (difference->tree)
		free(ptime_tree_rows(difference->tree, PTIME_ORDER_OWN, &rows));
	if (model->paths)
		free(ptime_order_paths(model, PTIME_ORDER_OWN));
	ptime_model_free(difference);
	if (model->has_raw)
		ptime_model_keep_raw(model);
	ptime_model_keep_cpus(model, &list);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct ptime_reason why;
	struct ptime_model *model = ptime_snapshot_decode(data, size, &why);

	if (model)
		use(model);
	ptime_model_free(model);
	return 0;
}
