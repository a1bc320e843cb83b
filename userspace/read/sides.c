// SPDX-License-Identifier: GPL-2.0
/* sides: the files of one side of a comparison, added up and in batches */
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "model/fleet.h"
#include "read/sides.h"
#include "recording/range.h"
#include "recording/recording.h"

static int add_batch(struct ptool_model *model, void *argument)
{
	ptool_batches_add(argument, model);
	return 0;
}

/* a snapshot, a segment of a capture and the sum of machines have no intervals */
static bool has_intervals(const struct ptool_model *model)
{
	return model->recordings == 1 && !model->source &&
	       model->recorded->snapshots > 2;
}

/* standard input and pipes cannot be read again; of a file that is not there, the reader says so */
static bool can_be_read_again(const char *file)
{
	struct stat info;

	if (!strcmp(file, "-"))
		return false;
	return stat(file, &info) || S_ISREG(info.st_mode);
}

/* the warnings about the recording have been printed */
static int add_intervals(struct ptool_side *side,
			 const struct ptool_source *source, char *file,
			 struct ptool_reason *why)
{
	struct ptool_source steps = *source;

	if (!has_intervals(side->model))
		return 0;
	if (!can_be_read_again(file)) {
		ptool_warn(source->warner, "%s: its intervals are not compared, as a pipe can be read only once: save the recording in a file",
			   file);
		return 0;
	}
	steps.files = 1;
	steps.file = &file;
	steps.machine = side->model->recorded->machine;
	steps.steps_most = side->batches.most;
	steps.warner = NULL;
	return ptool_reader_steps(&steps, add_batch, &side->batches, why);
}

static int read_one(struct ptool_side *side, const struct ptool_source *source,
		    char *file, struct ptool_reason *why)
{
	int status = ptool_reader_file(source, file, &side->model, why);

	if (status)
		return status;
	ptool_batches_begin(&side->batches, side->model, PTOOL_BATCHES_MOST);
	status = add_intervals(side, source, file, why);
	if (status)
		ptool_side_free(side);
	return status;
}

static int read_recording(const struct ptool_source *source, const char *file,
			  struct ptool_model **model, struct ptool_reason *why)
{
	int status = ptool_reader_file(source, file, model, why);

	if (status || (*model)->recordings)
		return status;
	ptool_model_free(*model);
	return ptool_fail(why, "%s: not a recording of the module, and several files on one side must be such recordings",
			  file);
}

static bool are_same(const char *one, const char *other)
{
	struct stat a, b;

	return !stat(one, &a) && !stat(other, &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

/* a recording that counts twice would make changes look certain */
static int check_files(int files, char **file, struct ptool_reason *why)
{
	int i, j;

	for (i = 0; i < files; i++) {
		if (!can_be_read_again(file[i]))
			return ptool_fail(why, "%s: not a regular file, and of several recordings on a side each must be one",
					  file[i]);
		for (j = 0; j < i; j++)
			if (are_same(file[i], file[j]))
				return ptool_fail_usage(why, "%s: named twice on one side; each recording must be another one",
							file[i]);
	}
	return 0;
}

/* Other faults of the file are reported when it is read. */
static bool has_two_snapshots(const struct ptool_source *source, const char *file)
{
	static const struct ptool_timestamp all;
	struct ptool_recording recording;
	struct ptool_range range;
	struct ptool_reason why;
	bool is_empty;

	if (ptool_recording_open(&recording, file, NULL, &why))
		return true;
	is_empty = recording.head.kind == PTOOL_RECORDING_MODULE &&
		   recording.recordings == 1 &&
		   !ptool_range_find(&range, &recording, &all, &all, &why) &&
		   range.is_empty;
	ptool_recording_close(&recording);
	if (is_empty)
		ptool_warn(source->warner, "%s: left out: %s", file,
			   range.why.text);
	return !is_empty;
}

/*
 * The last file of a recorder that rotates may have one snapshot. Move the others
 * to the front, in their order, and return their number.
 */
static int select_files(const struct ptool_source *source, int files,
			char **file)
{
	int i, selected = 0;
	char *name;

	for (i = 0; i < files; i++) {
		if (!has_two_snapshots(source, file[i]))
			continue;
		name = file[selected];
		file[selected++] = file[i];
		file[i] = name;
	}
	return selected;
}

static int add_up(struct ptool_side *side, const struct ptool_source *source,
		  int files, char **file, struct ptool_reason *why)
{
	struct ptool_model *model;
	struct ptool_reason cause;
	int i, status = 0;

	side->model = NULL;
	for (i = 0; i < files && !status; i++) {
		status = read_recording(source, file[i], &model, why);
		if (!status && !ptool_fleet_add(&side->model, model, &cause))
			status = ptool_fail(why, "%s: %s", file[i], cause.text);
	}
	if (status)
		ptool_model_free(side->model);
	return status;
}

static int add_runs(struct ptool_side *side, const struct ptool_source *source,
		    int files, char **file, struct ptool_reason *why)
{
	struct ptool_source quiet = *source;
	struct ptool_model *model;
	int i, status = 0;

	quiet.warner = NULL;
	for (i = 0; i < files && !status; i++) {
		status = read_recording(&quiet, file[i], &model, why);
		if (status)
			break;
		ptool_batches_add(&side->batches, model);
		ptool_model_free(model);
	}
	return status;
}

/* at least two files, each with two snapshots */
static int read_several(struct ptool_side *side,
			const struct ptool_source *source, int files,
			char **file, struct ptool_reason *why)
{
	int status = add_up(side, source, files, file, why);

	if (status)
		return status;
	ptool_batches_begin(&side->batches, side->model, files);
	side->batches.are_runs = true;
	status = add_runs(side, source, files, file, why);
	if (status)
		ptool_side_free(side);
	return status;
}

int ptool_side_read(struct ptool_side *side, const struct ptool_source *source,
		    int files, char **file, struct ptool_reason *why)
{
	int status, selected;

	if (files == 1)
		return read_one(side, source, *file, why);
	status = check_files(files, file, why);
	if (status)
		return status;
	selected = select_files(source, files, file);
	/* without any, the reader says what is wrong with the first one */
	return selected > 1 ? read_several(side, source, selected, file, why) :
			      read_one(side, source, *file, why);
}

void ptool_side_free(struct ptool_side *side)
{
	ptool_batches_free(&side->batches);
	ptool_model_free(side->model);
}
