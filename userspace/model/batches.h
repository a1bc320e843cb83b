/* SPDX-License-Identifier: GPL-2.0 */
/* batches: the calls of a model in parts, which show how much they vary */
#ifndef _PATHTIME_BATCHES_H
#define _PATHTIME_BATCHES_H

#include "model/model.h"

/* more intervals of a recording are joined: they would add memory, and little certainty */
#define PTOOL_BATCHES_MOST	128

/**
 * struct ptool_batches - the calls of a model in parts
 * @model: the model, which is the sum of all parts
 * @are_runs: a part is a recording or a snapshot, not an interval of a recording
 * @most: maximum number of parts
 * @batches: number of parts so far
 * @probe: for each probe of @model, @most series; NULL if it had no calls yet
 * @path: for each path of @model, @most series; NULL if it had no packets yet
 * @names: index of the probes of @model
 * @sorted: the paths of @model in the order of ptool_path_compare(); NULL if it
 *	has none
 */
struct ptool_batches {
	const struct ptool_model *model;
	bool are_runs;
	u32 most;
	u32 batches;
	struct ptool_series **probe;
	struct ptool_series **path;
	struct ptool_names names;
	const struct ptool_path **sorted;
};

/**
 * ptool_batches_begin() - Begin without parts
 * @batches: receives the batches, for ptool_batches_free()
 * @model: the sum of all parts; must outlive @batches
 * @most: maximum number of parts
 */
void ptool_batches_begin(struct ptool_batches *batches,
			 const struct ptool_model *model, u32 most);

/**
 * ptool_batches_add() - Add the next part
 * @batches: the batches; a part beyond the maximum is left out
 * @part: the part, whose buckets are at least as fine as the sum's. Functions and
 *	paths that the sum does not have are left out.
 */
void ptool_batches_add(struct ptool_batches *batches,
		       const struct ptool_model *part);

/**
 * ptool_batches_free() - Release the series of all parts
 * @batches: the batches
 */
void ptool_batches_free(struct ptool_batches *batches);

#endif /* _PATHTIME_BATCHES_H */
