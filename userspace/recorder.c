// SPDX-License-Identifier: GPL-2.0
/* recorder: writes recordings */
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <pathtime/version.h>

#include "due.h"
#include "error.h"
#include "pack.h"
#include "recording.h"
#include "snapshot.h"

/* a head or a mark as it is in the file */
struct framed_head {
	struct ptime_recording_frame frame;
	struct ptime_recording_head head;
};

struct framed_mark {
	struct ptime_recording_frame frame;
	struct ptime_recording_mark mark;
};

static void frame_struct(struct ptime_recording_frame *frame, u32 magic,
			 u32 bytes)
{
	frame->magic = htole32(magic);
	frame->bytes = htole32(bytes);
}

/* what would not be a text for those who read it is no name of a machine either */
static void copy_text(char *to, const char *from, size_t size)
{
	size_t i;

	for (i = 0; i < size - 1 && from[i]; i++)
		to[i] = isascii(from[i]) && isprint(from[i]) ? from[i] : '?';
}

static void fill_head(struct framed_head *framed)
{
	struct ptime_recording_head *head = &framed->head;
	struct utsname uts;

	memset(framed, 0, sizeof(*framed));
	frame_struct(&framed->frame, PTIME_RECORDING_HEAD_FRAME, sizeof(*head));
	uname(&uts);
	head->bytes = sizeof(*head);
	head->version = PTIME_RECORDING_VERSION;
	memcpy(head->magic, PTIME_RECORDING_MAGIC, sizeof(head->magic));
	copy_text(head->machine, uts.nodename, sizeof(head->machine));
	copy_text(head->kernel, uts.release, sizeof(head->kernel));
	copy_text(head->tool, PTIME_VERSION, sizeof(head->tool));
	head->hash = ptime_recording_hash(head, sizeof(*head),
					  offsetof(struct ptime_recording_head,
						   hash));
}

static int fail(const struct ptime_recorder *recorder, const char *what)
{
	return ptime_error("%s: %s", recorder->name, what);
}

/*
 * One write, so that what is there is whole or at the end. A part of it, as where the
 * disk is full, is taken back.
 */
static int append(struct ptime_recorder *recorder, const void *bytes,
		  size_t size)
{
	ssize_t written = write(recorder->fd, bytes, size);
	int error = written < 0 ? errno : ENOSPC;

	if (written == (ssize_t)size) {
		recorder->bytes += size;
		return fdatasync(recorder->fd) ?
		       fail(recorder, strerror(errno)) : 0;
	}
	if (written > 0 && ftruncate(recorder->fd, (off_t)recorder->bytes))
		ptime_note("%s: what was written last cannot be taken back: %s",
			   recorder->name, strerror(errno));
	return fail(recorder, strerror(error));
}

static int create_error(const char *name, int error)
{
	if (error == EEXIST)
		return ptime_error("%s: File exists: what is there is never written over; name another file, or remove it",
				   name);
	return ptime_error("%s: %s", name, strerror(error));
}

int ptime_recorder_create(struct ptime_recorder *recorder, const char *name)
{
	struct framed_head framed;
	int status;

	memset(recorder, 0, sizeof(*recorder));
	recorder->name = name;
	recorder->fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND |
			    O_CLOEXEC, 0666);
	if (recorder->fd < 0)
		return create_error(name, errno);
	fill_head(&framed);
	status = append(recorder, &framed, sizeof(framed));
	if (status) {
		ptime_recorder_close(recorder);
		unlink(name);
	}
	return status;
}

static u64 wall_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * PTIME_NS_PER_S + now.tv_nsec;
}

static void fill_mark(const struct ptime_recorder *recorder,
		      struct framed_mark *framed,
		      const struct ptime_snapshot *head, size_t packed)
{
	struct ptime_recording_mark *mark = &framed->mark;

	memset(framed, 0, sizeof(*framed));
	frame_struct(&framed->frame, PTIME_RECORDING_MARK_FRAME, sizeof(*mark));
	mark->bytes = sizeof(*mark);
	mark->resets = head->resets;
	mark->number = recorder->snapshots;
	mark->packed_bytes = packed;
	mark->snapshot_bytes = head->total_bytes;
	mark->wall_ns = wall_ns();
	mark->time_ns = head->time_ns;
	mark->since_ns = head->since_ns;
	mark->hash = ptime_recording_hash(mark, sizeof(*mark),
					  offsetof(struct ptime_recording_mark,
						   hash));
}

/* mark and snapshot in one piece, for free(); 0 is an error */
static size_t pack(const struct ptime_recorder *recorder,
		   const struct ptime_bytes *bytes, char **piece,
		   struct ptime_reason *why)
{
	size_t room = ptime_pack_room(bytes->size), packed;
	struct ptime_snapshot head;
	struct framed_mark framed;

	*piece = NULL;
	if (!ptime_snapshot_head(bytes->data, bytes->size, &head, why))
		return 0;
	*piece = ptime_alloc(1, sizeof(framed) + room);
	packed = ptime_pack(*piece + sizeof(framed), room, bytes->data,
			    bytes->size, why);
	if (!packed)
		return 0;
	fill_mark(recorder, &framed, &head, packed);
	memcpy(*piece, &framed, sizeof(framed));
	return sizeof(framed) + packed;
}

int ptime_recorder_append(struct ptime_recorder *recorder,
			  const struct ptime_bytes *bytes)
{
	struct ptime_reason why;
	char *piece;
	size_t size = pack(recorder, bytes, &piece, &why);
	int status;

	if (size)
		status = append(recorder, piece, size);
	else
		status = ptime_error("snapshot of the module: %s", why.text);
	free(piece);
	if (!status)
		recorder->snapshots++;
	return status;
}

void ptime_recorder_close(struct ptime_recorder *recorder)
{
	close(recorder->fd);
}
