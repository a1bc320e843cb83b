// SPDX-License-Identifier: GPL-2.0
/* file: files that can be read, and which kind of file each is */
#include "read/file.h"
#include "recording/recording.h"
#include "snapshot/snapshot.h"

static enum ptool_file_kind kind_of(const struct ptool_input *input)
{
	if (ptool_snapshot_is(input->head, input->head_length))
		return PTOOL_FILE_SNAPSHOT;
	if (ptool_recording_is(input->head, input->head_length))
		return PTOOL_FILE_RECORDING;
	return PTOOL_FILE_CAPTURE;
}

static int refuse(const struct ptool_file *file, struct ptool_reason *why)
{
	const char *name = file->input.name;

	switch (file->kind) {
	case PTOOL_FILE_SNAPSHOT:
		return ptool_fail(why, "%s: a snapshot: read it with 'pathtime --file'",
				  name);
	case PTOOL_FILE_RECORDING:
		return ptool_fail(why, "%s: a recording: read it with 'pathtime --file' or 'pathtime report'",
				  name);
	case PTOOL_FILE_CAPTURE:
		break;
	}
	return ptool_fail(why, "%s: not a recording; if it is a capture, read it with 'pathtime --file'",
			  name);
}

int ptool_file_open(struct ptool_file *file, const char *name,
		    unsigned int kinds, struct ptool_reason *why)
{
	int status = ptool_input_open(&file->input, name, why);

	if (status)
		return status;
	file->kind = kind_of(&file->input);
	if (!file->input.head_length)
		status = ptool_fail(why, "%s: empty", file->input.name);
	else if (!(file->kind & kinds))
		status = refuse(file, why);
	if (status)
		ptool_input_close(&file->input);
	return status;
}
