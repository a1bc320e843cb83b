/* SPDX-License-Identifier: GPL-2.0 */
/* part: what there is to tell of a part of a capture beside its counts */
#ifndef _PATHTIME_PART_H
#define _PATHTIME_PART_H

#include "model/model.h"

/* room for a part's name, with the NUL: of a mark's words, this much */
#define PTOOL_PART_NAME_LEN	64

/* what is counted of what a capture lacks: a later version only adds at the end */
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
 * ptool_part_describe() - have a model tell that it is of a part of a capture
 * @model: the model, whose remarks are replaced
 * @source: what the capture is called
 * @name: what the part is called; empty where the capture has none
 * @counts: how often was what an enum ptool_part_remark says
 */
void ptool_part_describe(struct ptool_model *model, const char *source,
			 const char *name,
			 const u64 counts[PTOOL_PART_REMARKS]);

/**
 * ptool_part_counts() - the numbers of a part's remarks
 * @model: the model of the part
 * @counts: gets them, 0 where there is no remark
 */
void ptool_part_counts(const struct ptool_model *model,
		       u64 counts[PTOOL_PART_REMARKS]);

#endif /* _PATHTIME_PART_H */
