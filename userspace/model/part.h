/* SPDX-License-Identifier: GPL-2.0 */
/* part: what there is to tell of a part of a capture beside its counts */
#ifndef _PATHTIME_PART_H
#define _PATHTIME_PART_H

#include "model/model.h"

/* room for a part's name, with the NUL: of a mark's words, this much */
#define PTIME_PART_NAME_LEN	64

/* what is counted of what a capture lacks: a later version only adds at the end */
enum ptime_part_remark {
	PTIME_PART_PASSAGES	= 0,
	PTIME_PART_ELISIONS	= 1,
	PTIME_PART_LOST_EVENTS	= 2,
	PTIME_PART_MARKS_INSIDE	= 3,
	PTIME_PART_UNENDED	= 4,
	PTIME_PART_UNTIMED	= 5,
	PTIME_PART_UNOPENED	= 6,
	PTIME_PART_NAMED	= 7,
	PTIME_PART_SHORT	= 8,
	PTIME_PART_ARROWS	= 9,
	PTIME_PART_UNKEPT	= 10,
	PTIME_PART_REMARKS	= 11,
};

/**
 * ptime_part_describe() - have a model tell that it is of a part of a capture
 * @model: the model, whose remarks are replaced
 * @source: what the capture is called
 * @name: what the part is called; empty where the capture has none
 * @counts: how often was what an enum ptime_part_remark says
 */
void ptime_part_describe(struct ptime_model *model, const char *source,
			 const char *name,
			 const u64 counts[PTIME_PART_REMARKS]);

/**
 * ptime_part_counts() - the numbers of a part's remarks
 * @model: the model of the part
 * @counts: gets them, 0 where there is no remark
 */
void ptime_part_counts(const struct ptime_model *model,
		       u64 counts[PTIME_PART_REMARKS]);

#endif /* _PATHTIME_PART_H */
