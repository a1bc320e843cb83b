// SPDX-License-Identifier: GPL-2.0
/* part: what there is to tell of a part of a capture beside its counts */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/part.h"

/* for programs, and what follows the number for people */
static const struct {
	const char *key;
	const char *text;
} remarks[PTIME_PART_REMARKS] = {
	[PTIME_PART_PASSAGES] = {
		"passages",
		"lines or passages of other text skipped",
	},
	[PTIME_PART_ELISIONS] = {
		"elisions",
		"elisions: what was left out there looks like time of the callers",
	},
	[PTIME_PART_LOST_EVENTS] = {
		"lost_events",
		"events lost, by the kernel's own word",
	},
	[PTIME_PART_MARKS_INSIDE] = {
		"marks_inside",
		"marks within a call, where no part can end",
	},
	[PTIME_PART_UNENDED] = {
		"unended",
		"calls without an end: missed; in the tree they last as long as what they called",
	},
	[PTIME_PART_UNTIMED] = {
		"untimed",
		"calls without a duration: missed; in the tree they last as long as what they called",
	},
	[PTIME_PART_UNOPENED] = {
		"unopened",
		"ends of calls whose beginning is not there",
	},
	[PTIME_PART_NAMED] = {
		"named",
		"of these with a name: in the summary, not in the tree",
	},
	[PTIME_PART_SHORT] = {
		"short",
		"calls shorter than what they called, which the tree goes by: a guess went wrong, or braces are missing",
	},
	[PTIME_PART_ARROWS] = {
		"arrows",
		"arrows of interrupts without the other one",
	},
	[PTIME_PART_UNKEPT] = {
		"unkept",
		"calls too deep, or with too many others, to be kept in the tree",
	},
};

static char *copy(const char *text)
{
	char *copied = strdup(text);

	if (!copied)
		exit(ptime_error("out of memory"));
	return copied;
}

static void add_remarks(struct ptime_model *model,
			const u64 counts[PTIME_PART_REMARKS])
{
	size_t i;

	free(model->remark);
	model->remarks = 0;
	model->remark = ptime_alloc(PTIME_PART_REMARKS, sizeof(*model->remark));
	for (i = 0; i < PTIME_PART_REMARKS; i++) {
		struct ptime_remark *remark = &model->remark[model->remarks];

		if (!counts[i])
			continue;
		remark->key = remarks[i].key;
		remark->text = remarks[i].text;
		remark->count = counts[i];
		model->remarks++;
	}
}

void ptime_part_describe(struct ptime_model *model, const char *source,
			 const char *name,
			 const u64 counts[PTIME_PART_REMARKS])
{
	model->source = copy(source);
	if (*name)
		model->part = copy(name);
	model->caveat = "the tracer's own cost is in all times";
	add_remarks(model, counts);
}

void ptime_part_counts(const struct ptime_model *model,
		       u64 counts[PTIME_PART_REMARKS])
{
	size_t i;

	for (i = 0; i < PTIME_PART_REMARKS; i++)
		counts[i] = ptime_model_remark(model, remarks[i].key);
}
