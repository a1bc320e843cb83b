/* SPDX-License-Identifier: GPL-2.0 */
/* part: source, name and warnings of a segment of a capture */
#ifndef _PATHTIME_PART_H
#define _PATHTIME_PART_H

#include "model/model.h"

/* size of a segment's name, including the NUL; a longer mark is truncated */
#define PTOOL_PART_NAME_LEN	64

/* warnings about a capture; a later version only adds at the end */
enum ptool_part_remark {
	PTOOL_PART_PASSAGES	= 0,
	PTOOL_PART_ELISIONS	= 1,
	PTOOL_PART_LOST_EVENTS	= 2,
	PTOOL_PART_MARKS_INSIDE	= 3,
	PTOOL_PART_UNENDED	= 4,
	PTOOL_PART_UNTIMED	= 5,
	PTOOL_PART_UNOPENED	= 6,
	PTOOL_PART_NAMED	= 7,
	PTOOL_PART_SHORT	= 8,
	PTOOL_PART_ARROWS	= 9,
	PTOOL_PART_UNKEPT	= 10,
	PTOOL_PART_REMARKS	= 11,
};

/**
 * ptool_part_describe() - Describe a model as that of a segment of a capture
 * @model: the model, whose warnings are replaced
 * @source: name of the capture
 * @name: name of the segment; empty if the capture has no segments
 * @counts: count of each enum ptool_part_remark
 */
void ptool_part_describe(struct ptool_model *model, const char *source,
			 const char *name,
			 const u64 counts[PTOOL_PART_REMARKS]);

/**
 * ptool_part_counts() - Get the counts of a segment's warnings
 * @model: the model of the segment
 * @counts: set to the counts, 0 for a warning that the model does not have
 */
void ptool_part_counts(const struct ptool_model *model,
		       u64 counts[PTOOL_PART_REMARKS]);

#endif /* _PATHTIME_PART_H */
