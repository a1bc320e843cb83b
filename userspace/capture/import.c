// SPDX-License-Identifier: GPL-2.0
/* import: reads captures of ftrace's function_graph tracer into models */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/text.h"
#include "capture/calls.h"
#include "capture/import.h"
#include "model/segment.h"

#define BUFFER_BYTES	(256 * 1024)

/* give up after this many bytes without a record: no capture, and possibly endless */
#define WITHOUT_RECORD	(64ULL * 1024 * 1024)

/**
 * struct ptool_import - a capture that is being read
 * @name: name of the capture
 * @each: called with each segment
 * @argument: passed to @each
 * @cpus: CPUs whose calls count; NULL for all
 * @fgraph: position in the text
 * @reported: counts of @fgraph already reported with earlier segments
 * @calls: active calls
 * @tally: calls of the segment that have ended
 * @segment: name of the segment; may be empty
 * @next_segment: name of the next segment
 * @is_marked: a mark was read, and no call since
 * @is_over: that mark says that the segment ends
 * @marks_inside: number of marks within calls, which begin no segment
 * @status: exit status of @each
 */
struct ptool_import {
	const char *name;
	ptool_import_each *each;
	void *argument;
	const struct ptool_cpu_list *cpus;
	struct ptool_fgraph fgraph;
	struct ptool_fgraph_counts reported;
	struct ptool_calls *calls;
	struct ptool_tally *tally;
	char segment[PTOOL_SEGMENT_NAME_LEN];
	char next_segment[PTOOL_SEGMENT_NAME_LEN];
	bool is_marked;
	bool is_over;
	u64 marks_inside;
	int status;
};

struct ptool_import *ptool_import_begin(const char *name,
					const struct ptool_cpu_list *cpus,
					ptool_import_each *each,
					void *argument)
{
	struct ptool_import *import = ptool_alloc(1, sizeof(*import));

	import->name = name;
	import->cpus = cpus;
	import->each = each;
	import->argument = argument;
	import->calls = ptool_calls_new(cpus);
	import->tally = ptool_tally_new();
	ptool_calls_begin(import->calls, import->tally);
	return import;
}

static struct ptool_model *make_model(const struct ptool_import *import,
				      const struct ptool_calls_counts *calls)
{
	const struct ptool_fgraph_counts *found = &import->fgraph.counts;
	const struct ptool_fgraph_counts *reported = &import->reported;
	const u64 counts[PTOOL_SEGMENT_WARNINGS] = {
		[PTOOL_SEGMENT_OTHER_TEXT] = found->other_text -
					   reported->other_text,
		[PTOOL_SEGMENT_ELISIONS] = found->elisions -
					  reported->elisions,
		[PTOOL_SEGMENT_LOST_EVENTS] = found->lost_events -
					     reported->lost_events,
		[PTOOL_SEGMENT_MARKS_INSIDE] = import->marks_inside,
		[PTOOL_SEGMENT_UNFINISHED] = calls->unfinished,
		[PTOOL_SEGMENT_UNTIMED] = calls->untimed,
		[PTOOL_SEGMENT_UNMATCHED_ENDS] = calls->unmatched_ends,
		[PTOOL_SEGMENT_NAMED] = calls->named,
		[PTOOL_SEGMENT_SHORT] = calls->short_ones,
		[PTOOL_SEGMENT_ARROWS] = calls->arrows,
		[PTOOL_SEGMENT_NOT_KEPT] = calls->not_kept,
	};
	struct ptool_model *model = ptool_tally_model(import->tally);

	ptool_segment_describe(model, import->name, import->segment, counts);
	model->some_cpus = import->cpus;
	return model;
}

/*
 * Drop a segment in which no function was seen, with its warnings. The text before
 * the first mark belongs to the first segment.
 */
static void end_segment(struct ptool_import *import)
{
	struct ptool_calls_counts calls = ptool_calls_end(import->calls);
	bool is_empty = ptool_tally_is_empty(import->tally);

	if (is_empty && !*import->segment)
		return;
	if (!is_empty && !import->status)
		import->status = import->each(make_model(import, &calls),
					      import->argument);
	import->reported = import->fgraph.counts;
	import->marks_inside = 0;
	ptool_tally_free(import->tally);
	import->tally = ptool_tally_new();
	ptool_calls_begin(import->calls, import->tally);
}

/* "Packet 1, end" */
static bool says_end(const struct ptool_fgraph_word *mark)
{
	const char *last = mark->text + mark->length - 3;

	return mark->length >= 3 && !strncasecmp(last, "end", 3) &&
	       (mark->length == 3 || last[-1] == ' ' || last[-1] == ',');
}

/*
 * If several marks precede a call, the last one names the segment. A mark with
 * a colon is an exception, because it only describes the mark before it:
 * "Packet 3 and 4", then "Packet 3: TCP ACK".
 */
static void take_mark(struct ptool_import *import,
		      const struct ptool_fgraph_word *mark)
{
	size_t most = PTOOL_SEGMENT_NAME_LEN - 1;
	size_t length = mark->length < most ? mark->length : most;

	import->is_marked = true;
	if (says_end(mark)) {
		import->is_over = true;
		return;
	}
	if (*import->next_segment && memchr(mark->text, ':', mark->length))
		return;
	memcpy(import->next_segment, mark->text, length);
	import->next_segment[length] = '\0';
	ptool_text_clean(import->next_segment);
}

/* a mark in the middle of a call does not end the segment, unless it says so */
static void settle_mark(struct ptool_import *import,
			const struct ptool_fgraph_record *record)
{
	if (import->is_over ||
	    !ptool_calls_is_inside(import->calls, record)) {
		end_segment(import);
		memcpy(import->segment, import->next_segment, PTOOL_SEGMENT_NAME_LEN);
	} else {
		import->marks_inside++;
	}
	*import->next_segment = '\0';
	import->is_marked = false;
	import->is_over = false;
}

static bool is_call(const struct ptool_fgraph_record *record)
{
	return record->kind <= PTOOL_FGRAPH_CLOSE;
}

int ptool_import_text(struct ptool_import *import, const char *text,
		      size_t size, bool ended, size_t *taken)
{
	struct ptool_fgraph_record record;
	struct ptool_fgraph_word mark;

	ptool_fgraph_feed(&import->fgraph, text, size, ended);
	while (!import->status) {
		switch (ptool_fgraph_next(&import->fgraph, &record, &mark)) {
		case PTOOL_FGRAPH_RECORD:
			if (import->is_marked && is_call(&record))
				settle_mark(import, &record);
			ptool_calls_record(import->calls, &record);
			continue;
		case PTOOL_FGRAPH_MARK:
			take_mark(import, &mark);
			continue;
		case PTOOL_FGRAPH_MORE:
			break;
		}
		break;
	}
	*taken = import->fgraph.at - text;
	if (ended)
		end_segment(import);
	return import->status;
}

u64 ptool_import_end(struct ptool_import *import)
{
	u64 records = import->fgraph.counts.records;

	ptool_calls_end(import->calls);
	ptool_tally_free(import->tally);
	ptool_calls_free(import->calls);
	free(import);
	return records;
}

/* files that are mistaken for captures, by their first bytes */
static const struct {
	const char *magic;
	const char *fix;
} others[] = {
	{ "\x1f\x8b", ": it is compressed, try 'zcat FILE | pathtime import -'" },
	{ "\xfd\x37zXZ", ": it is compressed, try 'xzcat FILE | pathtime import -'" },
	{ "\x17\x08\x44tracing", ": it is trace-cmd's own format, try 'trace-cmd report FILE'" },
	{ "PERFILE", ": it is perf's own format; import the text that 'perf ftrace' prints" },
};

static const char *fix_of(const char *text, size_t size)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(others); i++) {
		size_t length = strlen(others[i].magic);

		if (size >= length && !memcmp(text, others[i].magic, length))
			return others[i].fix;
	}
	return "";
}

static int read_text(struct ptool_import *import, struct ptool_input *input,
		     char *buffer, struct ptool_reason *why)
{
	size_t kept = 0, taken;
	u64 bytes = 0;
	ssize_t length;
	int status;

	do {
		length = ptool_input_read(input, buffer + kept,
					  BUFFER_BYTES - kept);
		if (length < 0)
			return ptool_fail(why, "%s: %s", import->name,
					  strerror(errno));
		bytes += length;
		status = ptool_import_text(import, buffer, kept + length,
					   !length, &taken);
		if (status)
			return status;
		kept += length - taken;
		memmove(buffer, buffer + taken, kept);
	} while (length && (import->fgraph.counts.records ||
			    bytes < WITHOUT_RECORD));
	return 0;
}

int ptool_import_input(struct ptool_input *input,
		       const struct ptool_cpu_list *cpus,
		       ptool_import_each *each, void *argument,
		       struct ptool_reason *why)
{
	struct ptool_import *import = ptool_import_begin(input->name, cpus,
							 each, argument);
	char *buffer = ptool_alloc(BUFFER_BYTES, 1);
	int status = read_text(import, input, buffer, why);

	free(buffer);
	if (!ptool_import_end(import) && !status)
		return ptool_fail(why, "%s: neither a snapshot, nor a recording, nor a function_graph capture%s",
				  input->name,
				  fix_of(input->head, input->head_length));
	return status;
}
