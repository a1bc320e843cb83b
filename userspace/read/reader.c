// SPDX-License-Identifier: GPL-2.0
/* reader: reads a source into models, once or at intervals */
#include <endian.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "read/reader.h"
#include "read/sources.h"
#include "recording/pack.h"

bool ptool_reader_is_live(const struct ptool_source *source)
{
	return !source->files;
}

const char *ptool_source_range(const struct ptool_source *source)
{
	if (source->from.text)
		return "from";
	if (source->to.text)
		return "to";
	if (source->machine)
		return "machine";
	return source->per_machine ? "per-machine" : NULL;
}

/* shows a recording of the module */
typedef int show_module(const struct ptool_source *source,
			ptool_reader_show *show, void *argument,
			struct ptool_recording *recording,
			struct ptool_reason *why);

/*
 * A power failure right after a recorder began a file leaves it so. Standard input
 * and pipes are not looked at, as they can be read only once.
 */
static bool is_cut_in_head(const char *name)
{
	struct ptool_recording_frame frame;
	struct stat there;
	bool is_cut = true;
	int fd;

	if (!strcmp(name, "-") || stat(name, &there) || !S_ISREG(there.st_mode))
		return false;
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	if (pread(fd, &frame, sizeof(frame), 0) == sizeof(frame))
		is_cut = le32toh(frame.magic) == PTOOL_RECORDING_HEAD_FRAME &&
			 there.st_size - (off_t)sizeof(frame) < le32toh(frame.bytes);
	close(fd);
	return is_cut;
}

/* Copy the source to @whole without the files of which not even the head is there. */
static void leave_out_cut(const struct ptool_source *source,
			  struct ptool_source *whole)
{
	u32 i;

	*whole = *source;
	whole->file = ptool_alloc(source->files, sizeof(*whole->file));
	whole->files = 0;
	for (i = 0; i < source->files; i++) {
		if (is_cut_in_head(source->file[i]))
			ptool_warn(source->warner, "%s: empty, or cut in the head of the recording: it is left out",
				   source->file[i]);
		else
			whole->file[whole->files++] = source->file[i];
	}
}

/* all files of a recording are open at once, and the soft limit is often 1,024 */
static void allow_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* reads a source, of which all files are there */
typedef int read_source(const struct ptool_source *source, void *argument,
			struct ptool_reason *why);

/* a single file that is cut is an error */
static int with_whole(const struct ptool_source *source, read_source *read,
		      void *argument, struct ptool_reason *why)
{
	struct ptool_source whole;
	int status;

	if (source->files < 2)
		return read(source, argument, why);
	allow_files();
	leave_out_cut(source, &whole);
	status = read(whole.files ? &whole : source, argument, why);
	free(whole.file);
	return status;
}

static int open_first(const struct ptool_source *source,
		      struct ptool_input *input,
		      struct ptool_recording *recording,
		      struct ptool_reason *why)
{
	int fd, status = ptool_pack_check(source->command, why);

	if (status)
		return status;
	fd = ptool_input_reopen(input, why);
	return fd < 0 ? -fd : ptool_recording_take(recording, fd, input->name,
						   source->warner, why);
}

static int open_next(struct ptool_recording *recording, const char *name,
		     struct ptool_reason *why)
{
	struct ptool_file file;
	int fd, status = ptool_file_open(&file, name, PTOOL_FILE_RECORDING,
					 why);

	if (status)
		return status;
	fd = ptool_input_reopen(&file.input, why);
	status = fd < 0 ? -fd :
		 ptool_recording_continue(recording, fd, file.input.name, why);
	ptool_input_close(&file.input);
	return status;
}

/* several files of the source are those of one recorder that rotated them */
static int open_recording(const struct ptool_source *source,
			  struct ptool_input *input,
			  struct ptool_recording *recording,
			  struct ptool_reason *why)
{
	int status = open_first(source, input, recording, why);
	u32 i;

	if (status)
		return status;
	for (i = 1; i < source->files && !status; i++)
		status = open_next(recording, source->file[i], why);
	if (status)
		ptool_recording_close(recording);
	return status;
}

static int show_recorded(const struct ptool_source *source,
			 struct ptool_input *input, ptool_reader_show *show,
			 void *argument, show_module *show_module,
			 struct ptool_reason *why)
{
	struct ptool_recording recording;
	int status = open_recording(source, input, &recording, why);

	if (status)
		return status;
	if (recording.head.kind == PTOOL_RECORDING_CAPTURES)
		status = ptool_captures_show_recorded(source, show, argument,
						      &recording, why);
	else
		status = show_module(source, show, argument, &recording, why);
	ptool_recording_close(&recording);
	return status;
}

static int read_recorded(const struct ptool_source *source,
			 struct ptool_input *input, ptool_reader_see *see,
			 void *argument, struct ptool_model **model,
			 struct ptool_reason *why)
{
	struct ptool_recording recording;
	int status = open_recording(source, input, &recording, why);

	if (status)
		return status;
	if (recording.head.kind == PTOOL_RECORDING_CAPTURES)
		status = ptool_captures_read_only(source, &recording, model,
						  why);
	else
		status = ptool_recordings_sum(source, &recording, see, argument,
					      model, why);
	ptool_recording_close(&recording);
	return status;
}

/* the arguments of ptool_reader_recording() */
struct recording_call {
	ptool_reader_see *see;
	void *argument;
	struct ptool_model **model;
};

static int read_recording(const struct ptool_source *source, void *argument,
			  struct ptool_reason *why)
{
	const struct recording_call *call = argument;
	struct ptool_file file;
	int status = ptool_file_open(&file, source->file[0],
				     PTOOL_FILE_RECORDING, why);

	if (status)
		return status;
	status = read_recorded(source, &file.input, call->see, call->argument,
			       call->model, why);
	ptool_input_close(&file.input);
	return status;
}

int ptool_reader_recording(const struct ptool_source *source,
			   ptool_reader_see *see, void *argument,
			   struct ptool_model **model, struct ptool_reason *why)
{
	struct recording_call call = { see, argument, model };

	return with_whole(source, read_recording, &call, why);
}

/* only recordings have ranges and machines */
static int check_range(const struct ptool_source *source,
		       const struct ptool_file *file, struct ptool_reason *why)
{
	static const char * const names[] = {
		[PTOOL_FILE_SNAPSHOT] = "a snapshot",
		[PTOOL_FILE_CAPTURE] = "a capture",
	};
	const char *refused = ptool_source_range(source);

	if (!refused || file->kind == PTOOL_FILE_RECORDING)
		return 0;
	return ptool_fail(why, "%s: --%s needs a recording, and this is %s",
			  file->input.name, refused, names[file->kind]);
}

static int open_file(const struct ptool_source *source, const char *name,
		     struct ptool_file *file, struct ptool_reason *why)
{
	int status = ptool_file_open(file, name,
				     source->kinds ? source->kinds : ~0U, why);

	if (status)
		return status;
	status = check_range(source, file, why);
	if (status)
		ptool_input_close(&file->input);
	return status;
}

int ptool_reader_file(const struct ptool_source *source, const char *name,
		      struct ptool_model **model, struct ptool_reason *why)
{
	struct ptool_file file;
	int status = open_file(source, name, &file, why);

	if (status)
		return status;
	switch (file.kind) {
	case PTOOL_FILE_SNAPSHOT:
		status = ptool_live_read_saved(source, &file.input, model, why);
		break;
	case PTOOL_FILE_RECORDING:
		status = read_recorded(source, &file.input, NULL, NULL, model,
				       why);
		break;
	case PTOOL_FILE_CAPTURE:
		status = ptool_captures_read(source, &file.input, model, why);
		break;
	}
	ptool_input_close(&file.input);
	return status;
}

static int show_file(const struct ptool_source *source, struct ptool_file *file,
		     ptool_reader_show *show, void *argument,
		     show_module *show_module, struct ptool_reason *why)
{
	switch (file->kind) {
	case PTOOL_FILE_SNAPSHOT:
		return ptool_live_show_saved(source, &file->input, show,
					     argument, why);
	case PTOOL_FILE_RECORDING:
		return show_recorded(source, &file->input, show, argument,
				     show_module, why);
	case PTOOL_FILE_CAPTURE:
		break;
	}
	return ptool_captures_show(source, &file->input, show, argument, why);
}

/* nothing says how the counts of several snapshots belong together */
static int check_several(const struct ptool_source *source,
			 const struct ptool_file *file,
			 struct ptool_reason *why)
{
	if (source->files == 1 || file->kind == PTOOL_FILE_CAPTURE)
		return 0;
	return ptool_fail_usage(why, "%s: one of several files, which must be captures only or recordings only: 'pathtime diff' compares two files",
				file->input.name);
}

/* the arguments of run() */
struct show_call {
	ptool_reader_show *show;
	void *argument;
	show_module *show_module;
};

static int show_files(const struct ptool_source *source, void *argument,
		      struct ptool_reason *why)
{
	const struct show_call *call = argument;
	struct ptool_file file = { .kind = PTOOL_FILE_CAPTURE };
	int status = 0;
	u32 i;

	/* a recording is read together with all files that follow */
	for (i = 0; i < source->files && !status &&
	     file.kind != PTOOL_FILE_RECORDING; i++) {
		status = open_file(source, source->file[i], &file, why);
		if (status)
			break;
		if (i || file.kind != PTOOL_FILE_RECORDING)
			status = check_several(source, &file, why);
		if (!status)
			status = show_file(source, &file, call->show,
					   call->argument, call->show_module,
					   why);
		ptool_input_close(&file.input);
	}
	return status;
}

static int run(const struct ptool_source *source, ptool_reader_show *show,
	       void *argument, show_module *show_module,
	       struct ptool_reason *why)
{
	struct show_call call = { show, argument, show_module };
	const char *refused = ptool_source_range(source);

	if (source->files)
		return with_whole(source, show_files, &call, why);
	if (refused)
		return ptool_fail_usage(why, "--%s needs a recording: name it with --file",
					refused);
	if (source->interval > 0)
		return ptool_live_show_intervals(source, show, argument, why);
	return ptool_live_show(source, show, argument, why);
}

int ptool_reader_run(const struct ptool_source *source, ptool_reader_show *show,
		     void *argument, struct ptool_reason *why)
{
	return run(source, show, argument, ptool_recordings_show, why);
}

int ptool_reader_steps(const struct ptool_source *source,
		       ptool_reader_show *show, void *argument,
		       struct ptool_reason *why)
{
	return run(source, show, argument, ptool_recordings_show_steps, why);
}
