// SPDX-License-Identifier: GPL-2.0
/* command merge: merge recordings of several machines into one */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/output.h"
#include "cmd/commands.h"
#include "model/fleet.h"
#include "read/file.h"
#include "read/reader.h"
#include "recording/pack.h"

#define COPY_BYTES	(256 * 1024)

/**
 * struct piece - a recording to be merged
 * @file: name of its file
 * @copy: descriptor of a copy of the file, if it was read from a pipe; otherwise -1
 * @number: number of the recording within the file
 * @begin: offset of its start in the file
 * @end: offset of the end of its last snapshot in the file
 * @machine: machine on which it was made
 * @first: its first mark
 * @last: its last mark
 */
struct piece {
	const char *file;
	int copy;
	u32 number;
	u64 begin;
	u64 end;
	char machine[PTOOL_MACHINE_LEN];
	struct ptool_recording_mark first;
	struct ptool_recording_mark last;
};

/**
 * struct merge - state of the merge
 * @options: the options; their words name the files
 * @out: where to write the merged recording
 * @pieces: number of recordings in the files
 * @piece: the recordings
 * @copies: number of files that are pipes
 * @copy: descriptors of their copies
 * @sum: the sum of their counts, as a report would show it
 */
struct merge {
	const struct ptool_options *options;
	FILE *out;
	u32 pieces;
	struct piece *piece;
	u32 copies;
	int *copy;
	struct ptool_model *sum;
};

static int open_copy(const char *name, int copy,
		     struct ptool_recording *recording,
		     struct ptool_reason *why)
{
	int fd = fcntl(copy, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	return fd < 0 ? ptool_fail(why, "%s: %s", name, strerror(errno)) :
	       ptool_recording_take(recording, fd, name, ptool_print_warning,
				    why);
}

/* each file is read twice, so a copy of a pipe is kept until the end */
static int open_pipe(struct merge *merge, const char *name,
		     struct ptool_recording *recording, int *copy,
		     struct ptool_reason *why)
{
	struct ptool_file file;
	int status = ptool_file_open(&file, name, PTOOL_FILE_RECORDING, why);

	if (status)
		return status;
	*copy = ptool_input_reopen(&file.input, why);
	ptool_input_close(&file.input);
	if (*copy < 0)
		return -*copy;
	merge->copy = ptool_realloc(merge->copy, merge->copies + 1,
				    sizeof(*merge->copy));
	merge->copy[merge->copies++] = *copy;
	return open_copy(file.input.name, *copy, recording, why);
}

static bool is_pipe(const char *name)
{
	struct stat there;

	return !strcmp(name, "-") ||
	       (!stat(name, &there) && S_ISFIFO(there.st_mode));
}

static int open_first(struct merge *merge, const char *name,
		      struct ptool_recording *recording, int *copy,
		      struct ptool_reason *why)
{
	*copy = -1;
	if (is_pipe(name))
		return open_pipe(merge, name, recording, copy, why);
	return ptool_recording_open(recording, name, ptool_print_warning, why);
}

static int open_again(const struct piece *piece,
		      struct ptool_recording *recording,
		      struct ptool_reason *why)
{
	if (piece->copy >= 0)
		return open_copy(piece->file, piece->copy, recording, why);
	return ptool_recording_open(recording, piece->file, ptool_print_warning,
				    why);
}

/* Refuse here what a report of the merged file would refuse. */
static int add_counts(struct merge *merge,
		      struct ptool_recording *recording,
		      const struct ptool_range *range, struct ptool_reason *why)
{
	static const struct ptool_selection all;
	struct ptool_model *model;
	struct ptool_reason cause;
	int status = ptool_reader_range(&all, recording, range, &model, why);

	if (status || ptool_fleet_add(&merge->sum, model, &cause))
		return status;
	return ptool_fail(why, "%s: %s", recording->name, cause.text);
}

/*
 * The last file of a recorder that rotates may have one snapshot, of which the file
 * before has all counts.
 */
static int pass_empty(const struct merge *merge,
		      const struct ptool_recording *recording,
		      const struct ptool_range *range, struct ptool_reason *why)
{
	if (merge->options->words == 2)
		return ptool_fail(why, "%s: %s", recording->name,
				  range->why.text);
	ptool_warn(recording->warner, "%s: left out: %s", recording->name,
		   range->why.text);
	return 0;
}

static int collect_piece(struct merge *merge, struct ptool_recording *recording,
			 int copy, struct ptool_reason *why)
{
	static const struct ptool_timestamp all;
	struct ptool_range range;
	struct piece *piece;
	int status;

	if (recording->head.kind != PTOOL_RECORDING_MODULE)
		return ptool_fail(why,
				  "%s: a recording of captures, which cannot be merged: give all captures to one 'pathtime import'",
				  recording->name);
	status = ptool_range_find(&range, recording, &all, &all, why);
	if (status)
		return status;
	if (range.is_empty)
		return pass_empty(merge, recording, &range, why);
	merge->piece = ptool_realloc(merge->piece, merge->pieces + 1,
				     sizeof(*piece));
	piece = &merge->piece[merge->pieces++];
	piece->file = recording->file;
	piece->copy = copy;
	piece->number = recording->number;
	piece->begin = recording->begin;
	piece->end = range.last.next;
	piece->first = range.first.mark;
	piece->last = range.last.mark;
	memcpy(piece->machine, recording->head.machine, PTOOL_MACHINE_LEN);
	return add_counts(merge, recording, &range, why);
}

static int collect_file(struct merge *merge, const char *name,
			struct ptool_reason *why)
{
	struct ptool_recording recording;
	int copy, step, status = open_first(merge, name, &recording, &copy, why);

	if (status)
		return status;
	do {
		status = collect_piece(merge, &recording, copy, why);
		step = status ? -status : ptool_recording_turn(&recording, why);
	} while (step == PTOOL_RECORDING_PLACE);
	ptool_recording_close(&recording);
	return step < 0 ? -step : 0;
}

/*
 * The result must not depend on the order of the files. Recordings of one
 * machine are adjacent.
 */
static int compare_pieces(const void *left, const void *right)
{
	const struct piece *a = left, *b = right;
	int order = strcmp(a->machine, b->machine);

	if (order)
		return order;
	if (a->first.wall_ns != b->first.wall_ns)
		return a->first.wall_ns < b->first.wall_ns ? -1 : 1;
	return memcmp(&a->first, &b->first, sizeof(a->first));
}

static int collect(struct merge *merge, struct ptool_reason *why)
{
	const struct ptool_options *options = merge->options;
	int i, status = 0;

	for (i = 1; i < options->words && !status; i++)
		status = collect_file(merge, options->word[i], why);
	if (status)
		return status;
	if (!merge->pieces)
		return ptool_fail(why, "no recording has the two snapshots that are needed");
	qsort(merge->piece, merge->pieces, sizeof(*merge->piece),
	      compare_pieces);
	return 0;
}

/*
 * An epoch is one load of the module between two resets. No two begin at the
 * same nanosecond.
 */
static bool is_same_epoch(const struct ptool_recording_mark *one,
			  const struct ptool_recording_mark *other)
{
	return one->since_ns == other->since_ns && one->resets == other->resets;
}

/*
 * @before and @mark are consecutive marks of @piece. If @other begins between
 * them, in the epoch of @mark, both count the same calls.
 */
static bool overlaps(const struct piece *piece,
		     const struct ptool_recording_mark *before,
		     const struct ptool_recording_mark *mark,
		     const struct piece *other)
{
	return piece != other && is_same_epoch(mark, &other->first) &&
	       (!is_same_epoch(mark, before) ||
		other->first.time_ns >= before->time_ns) &&
	       other->first.time_ns < mark->time_ns &&
	       !strcmp(piece->machine, other->machine);
}

static int check_overlap(const struct merge *merge, const struct piece *piece,
			 const struct ptool_recording_mark *before,
			 const struct ptool_recording_mark *mark,
			 struct ptool_reason *why)
{
	u32 i;

	for (i = 0; i < merge->pieces; i++)
		if (overlaps(piece, before, mark, &merge->piece[i]))
			return ptool_fail(why,
					  "%s and %s: both have counts of %s for the same time, which would count twice: leave one out",
					  piece->file, merge->piece[i].file,
					  piece->machine);
	return 0;
}

/* the snapshot at a change of file is in both files */
static bool has_gap(const struct piece *before, const struct piece *now)
{
	return !strcmp(before->machine, now->machine) &&
	       (!is_same_epoch(&before->last, &now->first) ||
		before->last.time_ns < now->first.time_ns);
}

/* Only a report of the files themselves subtracts the one from the other. */
static void warn_gaps(const struct merge *merge)
{
	u32 i, gap = 0, gaps = 0;

	for (i = 1; i < merge->pieces; i++) {
		if (!has_gap(&merge->piece[i - 1], &merge->piece[i]))
			continue;
		gap = gaps++ ? gap : i;
	}
	if (gaps)
		ptool_note("%s and %s: what %s counted between them is not in the result%s: 'pathtime report' of the files of one machine adds it",
			   merge->piece[gap - 1].file, merge->piece[gap].file,
			   merge->piece[gap].machine, gaps > 1 ? ", and so with others" : "");
}

static int put(const struct merge *merge, const void *bytes, size_t size,
	       struct ptool_reason *why)
{
	if (fwrite(bytes, 1, size, merge->out) == size)
		return 0;
	return ptool_fail(why, "cannot write the merged recording: %s",
			  strerror(errno));
}

static int put_bytes(const struct merge *merge,
		     const struct ptool_recording *recording, u64 from, u64 to,
		     struct ptool_reason *why)
{
	static char bytes[COPY_BYTES];

	while (from < to) {
		u64 left = to - from;
		ssize_t length = pread(recording->fd, bytes, left < COPY_BYTES ?
				       left : COPY_BYTES, (off_t)from);

		if (length <= 0)
			return ptool_fail(why, "%s: at byte %llu: %s",
					  recording->name, from,
					  length < 0 ? strerror(errno) :
					  "became shorter while it was read: try again");
		if (put(merge, bytes, length, why))
			return PTOOL_EXIT_FAILURE;
		from += length;
	}
	return 0;
}

static int report_changed(const struct ptool_recording *recording,
			  struct ptool_reason *why)
{
	return ptool_fail(why, "%s: changed while it was read: try again",
			  recording->name);
}

/* Check every snapshot: the merged file may become the only copy. */
static int put_snapshots(const struct merge *merge, const struct piece *piece,
			 struct ptool_recording *recording,
			 struct ptool_reason *why)
{
	struct ptool_recording_mark before = piece->first;
	u64 done = recording->offset;
	struct ptool_place place;
	int step, status;

	while (recording->offset < piece->end) {
		step = ptool_recording_next(recording, &place, why);
		if (step)
			return step < 0 ? -step : report_changed(recording, why);
		status = check_overlap(merge, piece, &before, &place.mark, why);
		if (!status)
			status = ptool_recording_check(recording, &place, why);
		/*
		 * from @done on, so that a repeated head before the snapshot is
		 * copied, too
		 */
		if (!status)
			status = put_bytes(merge, recording, done, place.next,
					   why);
		if (status)
			return status;
		before = place.mark;
		done = place.next;
	}
	return 0;
}

static int turn_to(struct ptool_recording *recording, u32 number,
		   struct ptool_reason *why)
{
	int step = 0;

	while (!step && recording->number < number)
		step = ptool_recording_turn(recording, why);
	return step > 0 ? report_changed(recording, why) : -step;
}

static int put_piece(const struct merge *merge, u32 number,
		     struct ptool_reason *why)
{
	const struct piece *piece = &merge->piece[number];
	struct ptool_recording_framed_section framed;
	struct ptool_recording recording;
	int status = open_again(piece, &recording, why);

	if (status)
		return status;
	status = turn_to(&recording, piece->number, why);
	ptool_recording_fill_section(&framed, number, merge->pieces,
				     piece->end - piece->begin);
	if (!status)
		status = put(merge, &framed, sizeof(framed), why);
	if (!status)
		status = put_bytes(merge, &recording, piece->begin,
				   recording.offset, why);
	if (!status)
		status = put_snapshots(merge, piece, &recording, why);
	ptool_recording_close(&recording);
	return status;
}

static int put_all(const struct merge *merge, struct ptool_reason *why)
{
	int status = 0;
	u32 i;

	for (i = 0; i < merge->pieces && !status; i++)
		status = put_piece(merge, i, why);
	return status;
}

static int check_files(const struct ptool_options *options,
		       struct ptool_reason *why)
{
	struct stat one, other;
	int i, j;

	for (i = 1; i < options->words; i++)
		for (j = 1; j < i; j++)
			if (!stat(options->word[i], &one) &&
			    !stat(options->word[j], &other) &&
			    one.st_dev == other.st_dev &&
			    one.st_ino == other.st_ino)
				return ptool_fail(why,
						  "%s and %s are the same file, which would count twice: leave one out",
						  options->word[j],
						  options->word[i]);
	return 0;
}

static int run(struct merge *merge)
{
	struct ptool_output output;
	struct ptool_reason why = { "" };
	int status = ptool_output_begin_new(&output, merge->options->output,
					    &why);

	if (status)
		return ptool_report(status, &why);
	merge->out = output.out.file;
	status = check_files(merge->options, &why);
	if (!status)
		status = collect(merge, &why);
	if (!status)
		status = put_all(merge, &why);
	if (!status)
		warn_gaps(merge);
	status = ptool_output_end(&output, status, &why);
	return ptool_report(status, &why);
}

static void close_copies(struct merge *merge)
{
	u32 i;

	for (i = 0; i < merge->copies; i++)
		close(merge->copy[i]);
	free(merge->copy);
}

int ptool_cmd_merge(const struct ptool_options *options,
		    const struct ptool_out *out)
{
	struct merge merge = { .options = options };
	struct ptool_reason why;
	int status = ptool_pack_check("merge", &why);

	(void)out;
	if (status)
		return ptool_report(status, &why);
	if (!options->output)
		return ptool_usage_error("merge: name the file to write with --output");
	status = run(&merge);
	close_copies(&merge);
	free(merge.piece);
	ptool_model_free(merge.sum);
	return status;
}
