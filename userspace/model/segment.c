// SPDX-License-Identifier: GPL-2.0
/* segment: source, name and warnings of a segment of a capture */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "model/segment.h"

/* the name for programs, and the text that follows the number */
static const struct {
	const char *key;
	const char *text;
} warnings[PTOOL_SEGMENT_WARNINGS] = {
	[PTOOL_SEGMENT_OTHER_TEXT] = {
		"other_text",
		"stretches of other text skipped",
	},
	[PTOOL_SEGMENT_ELISIONS] = {
		"elisions",
		"elisions: the time of the calls left out counts as time of their callers",
	},
	[PTOOL_SEGMENT_LOST_EVENTS] = {
		"lost_events",
		"events lost, as the kernel reports",
	},
	[PTOOL_SEGMENT_MARKS_INSIDE] = {
		"marks_inside",
		"marks within a call, where no segment can end",
	},
	[PTOOL_SEGMENT_UNFINISHED] = {
		"unfinished",
		"calls without an end: missed; in the tree they last as long as their callees",
	},
	[PTOOL_SEGMENT_UNTIMED] = {
		"untimed",
		"calls without a duration: missed; in the tree they last as long as their callees",
	},
	[PTOOL_SEGMENT_UNMATCHED_ENDS] = {
		"unmatched_ends",
		"ends of calls without a beginning",
	},
	[PTOOL_SEGMENT_NAMED] = {
		"named",
		"of these with a name: in the summary, not in the tree",
	},
	[PTOOL_SEGMENT_SHORT] = {
		"short",
		"calls shorter than their callees, whose times the tree uses: a guess was wrong, or braces are missing",
	},
	[PTOOL_SEGMENT_ARROWS] = {
		"arrows",
		"arrows of interrupts without a counterpart",
	},
	[PTOOL_SEGMENT_NOT_KEPT] = {
		"not_kept",
		"calls in no tree: nested too deeply, or too many",
	},
};

static char *copy(const char *text)
{
	char *copied = strdup(text);

	if (!copied)
		ptool_end_without_memory();
	return copied;
}

static void add_warnings(struct ptool_model *model,
			 const u64 counts[PTOOL_SEGMENT_WARNINGS])
{
	size_t i;

	free(model->warning);
	model->warnings = 0;
	model->warning = ptool_alloc(PTOOL_SEGMENT_WARNINGS, sizeof(*model->warning));
	for (i = 0; i < PTOOL_SEGMENT_WARNINGS; i++) {
		struct ptool_warning *warning = &model->warning[model->warnings];

		if (!counts[i])
			continue;
		warning->key = warnings[i].key;
		warning->text = warnings[i].text;
		warning->count = counts[i];
		model->warnings++;
	}
}

void ptool_segment_describe(struct ptool_model *model, const char *source,
			    const char *name,
			 const u64 counts[PTOOL_SEGMENT_WARNINGS])
{
	model->source = ptool_text_clean_copy(source);
	if (*name)
		model->segment = copy(name);
	model->caveat = "the overhead of the tracer is in all times";
	add_warnings(model, counts);
}

void ptool_segment_counts(const struct ptool_model *model,
			  u64 counts[PTOOL_SEGMENT_WARNINGS])
{
	size_t i;

	for (i = 0; i < PTOOL_SEGMENT_WARNINGS; i++)
		counts[i] = ptool_model_warning(model, warnings[i].key);
}
