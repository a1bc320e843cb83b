/* SPDX-License-Identifier: GPL-2.0 */
/* segment: source, name and warnings of a segment of a capture */
#ifndef _PATHTIME_SEGMENT_H
#define _PATHTIME_SEGMENT_H

#include "model/model.h"

/* size of a segment's name, including the NUL; a longer mark is truncated */
#define PTOOL_SEGMENT_NAME_LEN	64

/* warnings about a capture; a later version only adds at the end */
enum ptool_segment_warning {
	PTOOL_SEGMENT_OTHER_TEXT	= 0,
	PTOOL_SEGMENT_ELISIONS	= 1,
	PTOOL_SEGMENT_LOST_EVENTS	= 2,
	PTOOL_SEGMENT_MARKS_INSIDE	= 3,
	PTOOL_SEGMENT_UNFINISHED	= 4,
	PTOOL_SEGMENT_UNTIMED	= 5,
	PTOOL_SEGMENT_UNMATCHED_ENDS	= 6,
	PTOOL_SEGMENT_NAMED	= 7,
	PTOOL_SEGMENT_SHORT	= 8,
	PTOOL_SEGMENT_ARROWS	= 9,
	PTOOL_SEGMENT_NOT_KEPT	= 10,
	PTOOL_SEGMENT_WARNINGS	= 11,
};

/**
 * ptool_segment_describe() - Describe a model as that of a segment of a capture
 * @model: the model, whose warnings are replaced
 * @source: name of the capture
 * @name: name of the segment; empty if the capture has no segments
 * @counts: count of each enum ptool_segment_warning
 */
void ptool_segment_describe(struct ptool_model *model, const char *source,
			    const char *name,
			 const u64 counts[PTOOL_SEGMENT_WARNINGS]);

/**
 * ptool_segment_counts() - Get the counts of a segment's warnings
 * @model: the model of the segment
 * @counts: set to the counts, 0 for a warning that the model does not have
 */
void ptool_segment_counts(const struct ptool_model *model,
			  u64 counts[PTOOL_SEGMENT_WARNINGS]);

#endif /* _PATHTIME_SEGMENT_H */
