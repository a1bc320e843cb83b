// SPDX-License-Identifier: GPL-2.0
/* part: source, name and warnings of a segment of a capture */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/part.h"

/* the name for programs, and the text that follows the number */
static const struct {
	const char *key;
	const char *text;
} remarks[PTOOL_PART_REMARKS] = {
	[PTOOL_PART_PASSAGES] = {
		"passages",
		"lines or passages of other text skipped",
	},
	[PTOOL_PART_ELISIONS] = {
		"elisions",
		"elisions: what was left out there looks like time of the callers",
	},
	[PTOOL_PART_LOST_EVENTS] = {
		"lost_events",
		"events lost, by the kernel's own word",
	},
	[PTOOL_PART_MARKS_INSIDE] = {
		"marks_inside",
		"marks within a call, where no part can end",
	},
	[PTOOL_PART_UNENDED] = {
		"unended",
		"calls without an end: missed; in the tree they last as long as what they called",
	},
	[PTOOL_PART_UNTIMED] = {
		"untimed",
		"calls without a duration: missed; in the tree they last as long as what they called",
	},
	[PTOOL_PART_UNOPENED] = {
		"unopened",
		"ends of calls whose beginning is not there",
	},
	[PTOOL_PART_NAMED] = {
		"named",
		"of these with a name: in the summary, not in the tree",
	},
	[PTOOL_PART_SHORT] = {
		"short",
		"calls shorter than what they called, which the tree goes by: a guess went wrong, or braces are missing",
	},
	[PTOOL_PART_ARROWS] = {
		"arrows",
		"arrows of interrupts without the other one",
	},
	[PTOOL_PART_UNKEPT] = {
		"unkept",
		"calls too deep, or with too many others, to be kept in the tree",
	},
};

static char *copy(const char *text)
{
	char *copied = strdup(text);

	if (!copied)
		exit(ptool_error("out of memory"));
	return copied;
}

static void add_remarks(struct ptool_model *model,
			const u64 counts[PTOOL_PART_REMARKS])
{
	size_t i;

	free(model->remark);
	model->remarks = 0;
	model->remark = ptool_alloc(PTOOL_PART_REMARKS, sizeof(*model->remark));
	for (i = 0; i < PTOOL_PART_REMARKS; i++) {
		struct ptool_remark *remark = &model->remark[model->remarks];

		if (!counts[i])
			continue;
		remark->key = remarks[i].key;
		remark->text = remarks[i].text;
		remark->count = counts[i];
		model->remarks++;
	}
}

void ptool_part_describe(struct ptool_model *model, const char *source,
			 const char *name,
			 const u64 counts[PTOOL_PART_REMARKS])
{
	model->source = copy(source);
	if (*name)
		model->part = copy(name);
	model->caveat = "the tracer's own cost is in all times";
	add_remarks(model, counts);
}

void ptool_part_counts(const struct ptool_model *model,
		       u64 counts[PTOOL_PART_REMARKS])
{
	size_t i;

	for (i = 0; i < PTOOL_PART_REMARKS; i++)
		counts[i] = ptool_model_remark(model, remarks[i].key);
}
