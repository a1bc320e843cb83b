// SPDX-License-Identifier: GPL-2.0
/* recorder: writes recordings */
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <pathtime/version.h>

#include "base/error.h"
#include "base/system.h"
#include "base/time.h"
#include "recording/pack.h"
#include "recording/recording.h"
#include "snapshot/snapshot.h"

/* a head or a mark as stored in the file */
struct framed_head {
	struct ptool_recording_frame frame;
	struct ptool_recording_head head;
};

struct framed_mark {
	struct ptool_recording_frame frame;
	struct ptool_recording_mark mark;
};

static void frame_struct(struct ptool_recording_frame *frame, u32 magic,
			 u32 bytes)
{
	frame->magic = htole32(magic);
	frame->bytes = htole32(bytes);
}

/* replace characters that the reader would reject in a name (is_text() in recording.c) */
static void copy_text(char *to, const char *from, size_t size)
{
	size_t i;

	for (i = 0; i < size - 1 && from[i]; i++)
		to[i] = isascii(from[i]) && isprint(from[i]) ? from[i] : '?';
}

static void fill_head(struct framed_head *framed, enum ptool_recording_kind kind)
{
	struct ptool_recording_head *head = &framed->head;
	char boot[PTOOL_RECORDING_BOOT_LEN];
	struct utsname uts;

	memset(framed, 0, sizeof(*framed));
	frame_struct(&framed->frame, PTOOL_RECORDING_HEAD_FRAME, sizeof(*head));
	uname(&uts);
	head->bytes = sizeof(*head);
	head->version = PTOOL_RECORDING_VERSION;
	memcpy(head->magic, PTOOL_RECORDING_MAGIC, sizeof(head->magic));
	copy_text(head->machine, uts.nodename, sizeof(head->machine));
	copy_text(head->kernel, uts.release, sizeof(head->kernel));
	copy_text(head->tool, PTIME_VERSION, sizeof(head->tool));
	head->kind = kind;
	ptool_system_line(boot, sizeof(boot), "/proc/sys/kernel/random/boot_id");
	copy_text(head->boot, boot, sizeof(head->boot));
	head->hash = ptool_recording_hash(head, sizeof(*head),
					  offsetof(struct ptool_recording_head,
						   hash));
}

static int fail(const struct ptool_recorder *recorder, const char *what,
		struct ptool_reason *why)
{
	return ptool_fail(why, "%s: %s", recorder->name, what);
}

static void undo(const struct ptool_recorder *recorder)
{
	if (ftruncate(recorder->fd, (off_t)recorder->bytes))
		ptool_warn(recorder->warner,
			   "%s: cannot remove the incomplete snapshot at the end: %s",
			   recorder->name, strerror(errno));
}

/* return 0, or a negative errno */
static int write_all(const struct ptool_recorder *recorder, const void *bytes,
		     size_t size)
{
	ssize_t written = write(recorder->fd, bytes, size);

	if (written < 0)
		return -errno;
	if (written < (ssize_t)size)
		return -ENOSPC;
	return fdatasync(recorder->fd) ? -errno : 0;
}

/*
 * Append with a single write, so that a crash can only cut the end of the file.
 * If not all of it is known to be on the disk, all of it is removed. Otherwise the
 * next snapshot would have the same number.
 */
static int append(struct ptool_recorder *recorder, const void *bytes,
		  size_t size, struct ptool_reason *why)
{
	int error = -write_all(recorder, bytes, size);

	recorder->is_full = error == ENOSPC || error == EDQUOT;
	if (error) {
		undo(recorder);
		return fail(recorder, strerror(error), why);
	}
	recorder->bytes += size;
	return 0;
}

/* the lock is released when the file is closed, or the process ends */
static int lock(const struct ptool_recorder *recorder, struct ptool_reason *why)
{
	if (!flock(recorder->fd, LOCK_EX | LOCK_NB))
		return 0;
	if (errno != EWOULDBLOCK)
		return fail(recorder, strerror(errno), why);
	return fail(recorder,
		    "another pathtime is recording into it: wait until it has ended, or name another file",
		    why);
}

static int create_error(const char *name, enum ptool_recording_kind kind,
			int error, struct ptool_reason *why)
{
	if (error == EEXIST)
		return ptool_fail(why,
				  "%s: File exists: pathtime does not overwrite files: name another one, or remove it%s",
				  name,
				  kind == PTOOL_RECORDING_MODULE ?
				  "; --append continues a recording" : "");
	return ptool_fail(why, "%s: %s", name, strerror(error));
}

static int append_head(struct ptool_recorder *recorder,
		       enum ptool_recording_kind kind, struct ptool_reason *why)
{
	struct framed_head framed;

	fill_head(&framed, kind);
	return append(recorder, &framed, sizeof(framed), why);
}

int ptool_recorder_create(struct ptool_recorder *recorder, const char *name,
			  enum ptool_recording_kind kind,
			  ptool_warner *warner, struct ptool_reason *why)
{
	int status;

	memset(recorder, 0, sizeof(*recorder));
	recorder->name = name;
	recorder->warner = warner;
	recorder->is_new = true;
	recorder->fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_APPEND |
			    O_CLOEXEC, 0666);
	recorder->is_taken = recorder->fd < 0 && errno == EEXIST;
	if (recorder->fd < 0)
		return create_error(name, kind, errno, why);
	status = lock(recorder, why);
	if (!status)
		status = append_head(recorder, kind, why);
	if (status)
		ptool_recorder_discard(recorder);
	return status;
}

/* compare what stays the same until a reboot or an upgrade of kernel or pathtime */
static bool is_head_of_now(const struct ptool_recording_head *head)
{
	struct framed_head now;

	fill_head(&now, PTOOL_RECORDING_MODULE);
	return *head->boot && !strcmp(head->boot, now.head.boot) &&
	       !strcmp(head->kernel, now.head.kernel) &&
	       !strcmp(head->tool, now.head.tool);
}

static int check_kind(const struct ptool_recording *recording,
		      struct ptool_reason *why)
{
	struct framed_head now;

	if (recording->begin)
		return ptool_fail(why,
				  "%s: a merged recording, which cannot be appended to: record into another file, and merge the two",
				  recording->file);
	if (recording->head.kind != PTOOL_RECORDING_MODULE)
		return ptool_fail(why,
				  "%s: a recording of captures, which cannot be appended to: name another file",
				  recording->file);
	fill_head(&now, PTOOL_RECORDING_MODULE);
	if (strcmp(recording->head.machine, now.head.machine))
		return ptool_fail(why,
				  "%s: a recording of the machine %s, and this is %s: name another file; 'pathtime merge' joins the two",
				  recording->file, recording->head.machine,
				  now.head.machine);
	return 0;
}

/*
 * Find the end of the last complete snapshot. Unpack this snapshot, because
 * after a power failure its data may be wrong although its length is right.
 */
static int find_end(struct ptool_recorder *recorder,
		    struct ptool_recording *recording, struct ptool_reason *why)
{
	struct ptool_place place;
	int step;

	do {
		step = ptool_recording_next(recording, &place, why);
		if (step == PTOOL_RECORDING_PLACE &&
		    place.mark.number != recorder->snapshots++)
			return ptool_fail(why,
					  "%s: corrupted at byte %llu: snapshot %llu is out of order",
					  recording->name, place.offset,
					  (u64)place.mark.number);
	} while (step == PTOOL_RECORDING_PLACE);
	if (step < 0)
		return -step;
	recorder->bytes = recording->offset;
	return recorder->snapshots ?
	       ptool_recording_check(recording, &place, why) : 0;
}

static int drop_rest(const struct ptool_recorder *recorder,
		     const struct ptool_recording *recording,
		     struct ptool_reason *why)
{
	u64 rest = recording->end - recorder->bytes;

	if (!rest)
		return 0;
	if (ftruncate(recorder->fd, (off_t)recorder->bytes))
		return fail(recorder, strerror(errno), why);
	ptool_warn(recorder->warner,
		   "%s: cut: the incomplete last snapshot is dropped, %llu bytes from byte %llu on",
		   recorder->name, rest, recorder->bytes);
	return 0;
}

static int resume(struct ptool_recorder *recorder,
		  struct ptool_recording *recording, struct ptool_reason *why)
{
	int status = check_kind(recording, why);

	if (!status)
		status = find_end(recorder, recording, why);
	if (!status)
		status = drop_rest(recorder, recording, why);
	if (!status && !is_head_of_now(&recording->head))
		status = append_head(recorder, PTOOL_RECORDING_MODULE, why);
	return status;
}

static int resume_locked(struct ptool_recorder *recorder,
			 struct ptool_reason *why)
{
	struct ptool_recording recording;
	int status = lock(recorder, why);

	if (!status)
		status = ptool_recording_open(&recording, recorder->name,
					      recorder->warner, why);
	if (status)
		return status;
	status = resume(recorder, &recording, why);
	ptool_recording_close(&recording);
	return status;
}

int ptool_recorder_resume(struct ptool_recorder *recorder, const char *name,
			  ptool_warner *warner, struct ptool_reason *why)
{
	int status;

	memset(recorder, 0, sizeof(*recorder));
	recorder->name = name;
	recorder->warner = warner;
	/* with O_NONBLOCK, open() fails on a FIFO without a reader instead of blocking */
	recorder->fd = open(name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK);
	if (recorder->fd < 0 && errno == ENOENT)
		return ptool_recorder_create(recorder, name,
					     PTOOL_RECORDING_MODULE, warner,
					     why);
	if (recorder->fd < 0)
		return ptool_fail(why, "%s: %s", name, strerror(errno));
	status = resume_locked(recorder, why);
	if (status)
		ptool_recorder_close(recorder);
	return status;
}

static u32 mark_bytes(const struct ptool_recording_segment *segment)
{
	return segment ? sizeof(struct ptool_recording_mark) :
		      offsetof(struct ptool_recording_mark, segment);
}

/* @framed is zeroed; without @segment, it is allocated only up to .mark.segment */
static void fill_mark(const struct ptool_recorder *recorder,
		      struct framed_mark *framed,
		      const struct ptool_recording_segment *segment,
		      const struct ptime_snapshot *head, size_t packed)
{
	struct ptool_recording_mark *mark = &framed->mark;

	mark->bytes = mark_bytes(segment);
	frame_struct(&framed->frame, PTOOL_RECORDING_MARK_FRAME, mark->bytes);
	if (segment)
		mark->segment = *segment;
	mark->resets = head->resets;
	mark->number = recorder->snapshots;
	mark->packed_bytes = packed;
	mark->snapshot_bytes = head->total_bytes;
	mark->wall_ns = ptool_time_of(CLOCK_REALTIME);
	mark->time_ns = head->time_ns;
	mark->since_ns = head->since_ns;
	mark->hash = ptool_recording_hash(mark, mark->bytes,
					  offsetof(struct ptool_recording_mark,
						   hash));
}

/* put mark and snapshot into one buffer, for free(); return its size, or 0 on error */
static size_t pack(const struct ptool_recorder *recorder,
		   const struct ptool_bytes *bytes,
		   const struct ptool_recording_segment *segment, char **piece,
		   struct ptool_reason *why)
{
	size_t room = ptool_pack_room(bytes->size), packed;
	size_t before = offsetof(struct framed_mark, mark) + mark_bytes(segment);
	struct ptime_snapshot head;

	*piece = NULL;
	if (!ptool_snapshot_head(bytes->data, bytes->size, &head, why))
		return 0;
	*piece = ptool_alloc(1, before + room);
	packed = ptool_pack(*piece + before, room, bytes->data, bytes->size,
			    why);
	if (!packed)
		return 0;
	fill_mark(recorder, (struct framed_mark *)*piece, segment, &head, packed);
	return before + packed;
}

static int append_snapshot(struct ptool_recorder *recorder,
			   const struct ptool_bytes *bytes,
			   const struct ptool_recording_segment *segment,
			   struct ptool_reason *why)
{
	struct ptool_reason cause;
	char *piece;
	size_t size = pack(recorder, bytes, segment, &piece, &cause);
	int status;

	if (size)
		status = append(recorder, piece, size, why);
	else
		status = ptool_fail(why, "%s: %s",
				    segment ? segment->source : "snapshot of the module",
				    cause.text);
	free(piece);
	if (!status)
		recorder->snapshots++;
	return status;
}

int ptool_recorder_append(struct ptool_recorder *recorder,
			  const struct ptool_bytes *bytes,
			  struct ptool_reason *why)
{
	return append_snapshot(recorder, bytes, NULL, why);
}

static void fill_segment(struct ptool_recording_segment *segment,
			 const struct ptool_model *model)
{
	size_t length = strlen(model->source), most = sizeof(segment->source) - 1;
	const char *source = model->source;

	if (length > most)
		source += length - most;
	memset(segment, 0, sizeof(*segment));
	copy_text(segment->source, source, sizeof(segment->source));
	if (model->segment)
		copy_text(segment->name, model->segment, sizeof(segment->name));
	ptool_segment_counts(model, segment->counts);
}

int ptool_recorder_append_segment(struct ptool_recorder *recorder,
				  const struct ptool_model *model,
				  struct ptool_reason *why)
{
	struct ptool_recording_segment segment;
	struct ptool_bytes bytes;
	int status;

	fill_segment(&segment, model);
	ptool_snapshot_encode(model, &bytes);
	if (bytes.size > PTOOL_RECORDING_SNAPSHOT_MAX)
		status = ptool_fail(why,
				    "%s: too many functions and durations for a recording",
				    model->source);
	else
		status = append_snapshot(recorder, &bytes, &segment, why);
	free(bytes.data);
	return status;
}

void ptool_recorder_close(struct ptool_recorder *recorder)
{
	close(recorder->fd);
}

void ptool_recorder_discard(struct ptool_recorder *recorder)
{
	if (recorder->is_new)
		unlink(recorder->name);
	ptool_recorder_close(recorder);
}
