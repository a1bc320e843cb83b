// SPDX-License-Identifier: GPL-2.0
/* batches: the calls of a model in parts, which show how much they vary */
#include <stdlib.h>

#include "model/batches.h"
#include "model/require.h"

static u32 paths_of(const struct ptool_model *model)
{
	return model->paths ? model->paths->paths : 0;
}

void ptool_batches_begin(struct ptool_batches *batches,
			 const struct ptool_model *model, u32 most)
{
	*batches = (struct ptool_batches){ .model = model, .most = most };
	batches->probe = ptool_alloc(model->probes, sizeof(*batches->probe));
	batches->path = ptool_alloc(paths_of(model), sizeof(*batches->path));
	ptool_model_names(&batches->names, model, model->probes);
	if (paths_of(model))
		batches->sorted = ptool_paths_sorted(model->paths);
}

static void add_series(struct ptool_batches *batches,
		       struct ptool_series **to,
		       const struct ptool_counts *counts, u32 hist_bits)
{
	if (!counts->sum.calls)
		return;
	if (!*to)
		*to = ptool_alloc(batches->most, sizeof(**to));
	ptool_series_coarsen(&(*to)[batches->batches], &counts->sum, hist_bits,
			     batches->model->hist_bits);
}

static void add_probes(struct ptool_batches *batches,
		       const struct ptool_model *part)
{
	bool *shadowed = ptool_model_shadowed(part);
	u32 i, at;

	for (i = 0; i < part->probes; i++) {
		const struct ptool_probe *probe = &part->probe[i];

		/* a failed probe with the name of another one has no batches */
		if (shadowed[i])
			continue;
		at = ptool_names_find(&batches->names, probe->module,
				      probe->function);
		if (at != PTOOL_NO_NAME)
			add_series(batches, &batches->probe[at], &probe->counts,
				   part->hist_bits);
	}
	free(shadowed);
}

static int compare_paths(const void *left, const void *right)
{
	return ptool_path_compare(left,
				  *(const struct ptool_path *const *)right);
}

static void add_path(struct ptool_batches *batches,
		     const struct ptool_path *path, u32 hist_bits)
{
	const struct ptool_path **found;

	found = bsearch(path, batches->sorted, paths_of(batches->model),
			sizeof(*found), compare_paths);
	if (found)
		add_series(batches,
			   &batches->path[*found - batches->model->paths->path],
			   &path->counts, hist_bits);
}

void ptool_batches_add(struct ptool_batches *batches,
		       const struct ptool_model *part)
{
	u32 i;

	if (batches->batches == batches->most)
		return;
	add_probes(batches, part);
	for (i = 0; batches->sorted && i < paths_of(part); i++)
		add_path(batches, &part->paths->path[i], part->hist_bits);
	batches->batches++;
}

static void free_series(struct ptool_series **series, u32 count, u32 batches)
{
	u32 i, j;

	for (i = 0; i < count; i++) {
		for (j = 0; series[i] && j < batches; j++)
			ptool_series_release(&series[i][j]);
		free(series[i]);
	}
	free(series);
}

void ptool_batches_free(struct ptool_batches *batches)
{
	free_series(batches->probe, batches->model->probes, batches->batches);
	free_series(batches->path, paths_of(batches->model), batches->batches);
	ptool_names_free(&batches->names);
	free(batches->sorted);
}
