// SPDX-License-Identifier: GPL-2.0
/* fuzz target: a recording, or several, read as a report does */
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "read/file.h"
#include "read/reader.h"
#include "recording/recording.h"

/* The hash is at the same place in head, mark and part. */
#define HASH_AT	offsetof(struct ptool_recording_mark, hash)

static bool has_hash(u32 magic)
{
	return magic == PTOOL_RECORDING_HEAD_FRAME ||
	       magic == PTOOL_RECORDING_MARK_FRAME ||
	       magic == PTOOL_RECORDING_SECTION_FRAME;
}

/* by chance no hash would be right: each is made so, wherever such a frame may begin */
static void mend_hashes(unsigned char *bytes, size_t size)
{
	struct ptool_recording_frame frame;
	size_t at, room;
	u64 hash;

	for (at = 0; at + sizeof(frame) <= size; at++) {
		memcpy(&frame, bytes + at, sizeof(frame));
		room = size - at - sizeof(frame);
		if (!has_hash(le32toh(frame.magic)) ||
		    le32toh(frame.bytes) > room ||
		    le32toh(frame.bytes) < HASH_AT + sizeof(hash))
			continue;
		hash = ptool_recording_hash(bytes + at + sizeof(frame),
					    le32toh(frame.bytes), HASH_AT);
		memcpy(bytes + at + sizeof(frame) + HASH_AT, &hash,
		       sizeof(hash));
	}
}

static void read_file(const char *name)
{
	const struct ptool_source source = {
		.command = "diff",
		.kinds = PTOOL_FILE_RECORDING,
	};
	struct ptool_reason why;
	struct ptool_model *model;

	if (!ptool_reader_file(&source, name, &model, &why))
		ptool_model_free(model);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	unsigned char *bytes = malloc(size + 1);
	int file = memfd_create("recording", 0);
	char name[32];

	if (!bytes || file < 0)
		abort();
	memcpy(bytes, data, size);
	mend_hashes(bytes, size);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", file);
	if (write(file, bytes, size) == (ssize_t)size)
		read_file(name);
	close(file);
	free(bytes);
	return 0;
}
