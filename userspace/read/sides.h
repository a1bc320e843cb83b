/* SPDX-License-Identifier: GPL-2.0 */
/* sides: the files of one side of a comparison, added up and in batches */
#ifndef _PATHTIME_SIDES_H
#define _PATHTIME_SIDES_H

#include "base/error.h"
#include "model/batches.h"
#include "read/reader.h"

/**
 * struct ptool_side - one side of a comparison
 * @model: the counts of all its files
 * @batches: the same counts in batches: the recordings, or the intervals of the
 *	only one; none if they are not known
 */
struct ptool_side {
	struct ptool_model *model;
	struct ptool_batches batches;
};

/**
 * ptool_side_read() - Read the files of one side
 * @side: receives the side, for ptool_side_free()
 * @source: what to keep, and the range of recordings
 * @files: number of files; if there are several, all are recordings, and those
 *	with fewer than two snapshots are left out, with a warning
 * @file: their names, whose order is changed
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_side_read(struct ptool_side *side, const struct ptool_source *source,
		    int files, char **file, struct ptool_reason *why);

void ptool_side_free(struct ptool_side *side);

#endif /* _PATHTIME_SIDES_H */
