// SPDX-License-Identifier: GPL-2.0
/* recording: reads recordings, one snapshot at a time */
#include <byteswap.h>
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.h"
#include "pack.h"
#include "recording.h"
#include "snapshot.h"

#define FNV_BASIS	0xcbf29ce484222325ULL
#define FNV_PRIME	0x100000001b3ULL

#define FRAME_BYTES	sizeof(struct ptime_recording_frame)

u64 ptime_recording_hash(const void *bytes, size_t size, size_t at)
{
	const unsigned char *byte = bytes;
	u64 hash = FNV_BASIS;
	size_t i;

	for (i = 0; i < size; i++) {
		hash ^= i >= at && i < at + sizeof(hash) ? 0 : byte[i];
		hash *= FNV_PRIME;
	}
	return hash;
}

/* always with file and place */
static int tell_corrupted(const struct ptime_recording *recording, u64 offset,
			  const char *what)
{
	return -ptime_error("%s: corrupted at byte %llu: %s", recording->name,
			    offset, what);
}

/* a file that becomes shorter while it is read ends as one that was cut */
static int read_at(const struct ptime_recording *recording, void *to,
		   size_t size, u64 offset)
{
	size_t done = 0;
	ssize_t length;

	while (done < size) {
		length = pread(recording->fd, (char *)to + done, size - done,
			       (off_t)(offset + done));
		if (length < 0 && errno == EINTR)
			continue;
		if (length < 0)
			return -ptime_error("%s: at byte %llu: %s",
					    recording->name, offset,
					    strerror(errno));
		if (!length)
			return PTIME_RECORDING_CUT;
		done += length;
	}
	return 0;
}

/**
 * struct shape - what a head and a mark have in common
 * @magic: of the skippable frame
 * @known: bytes known here; a later version may have more
 * @hash_at: where the hash is
 * @name: for errors
 */
struct shape {
	u32 magic;
	u32 known;
	u32 hash_at;
	const char *name;
};

static const struct shape head_shape = {
	.magic = PTIME_RECORDING_HEAD_FRAME,
	.known = sizeof(struct ptime_recording_head),
	.hash_at = offsetof(struct ptime_recording_head, hash),
	.name = "no right head",
};

static const struct shape mark_shape = {
	.magic = PTIME_RECORDING_MARK_FRAME,
	.known = sizeof(struct ptime_recording_mark),
	.hash_at = offsetof(struct ptime_recording_mark, hash),
	.name = "no right mark of a snapshot",
};

static int check_struct(const struct ptime_recording *recording, u64 offset,
			const struct shape *shape, const void *bytes, u32 size)
{
	u32 told;
	u64 hash;

	memcpy(&told, bytes, sizeof(told));
	memcpy(&hash, (const char *)bytes + shape->hash_at, sizeof(hash));
	if (told == size &&
	    hash == ptime_recording_hash(bytes, size, shape->hash_at))
		return 0;
	return tell_corrupted(recording, offset, shape->name);
}

/* leaves in @size that of the struct, and in @to what is known of it */
static int take_struct(const struct ptime_recording *recording, u64 offset,
		       const struct shape *shape, void *to, u32 *size)
{
	char bytes[PTIME_RECORDING_STRUCT_MAX];
	struct ptime_recording_frame frame;
	int step = read_at(recording, &frame, sizeof(frame), offset);

	if (step)
		return step;
	*size = le32toh(frame.bytes);
	if (le32toh(frame.magic) != shape->magic || *size < shape->known ||
	    *size > sizeof(bytes))
		return tell_corrupted(recording, offset, shape->name);
	step = read_at(recording, bytes, *size, offset + sizeof(frame));
	if (!step)
		step = check_struct(recording, offset, shape, bytes, *size);
	if (!step)
		memcpy(to, bytes, shape->known);
	return step;
}

static bool is_text(const char *text, size_t size)
{
	const char *end = memchr(text, '\0', size);

	for (; end && text < end; text++)
		if (!isascii(*text) || !isprint(*text))
			return false;
	return end;
}

/* in all versions magic and version are where they are, else it is no recording */
static int check_kind(const struct ptime_recording *recording)
{
	struct {
		struct ptime_recording_frame frame;
		struct ptime_recording_head head;
	} begin = { 0 };
	u32 version;

	if (!recording->size)
		return ptime_error("%s: empty, not a recording",
				   recording->name);
	if (read_at(recording, &begin, sizeof(begin), 0) < 0)
		return PTIME_EXIT_FAILURE;
	if (le32toh(begin.frame.magic) != PTIME_RECORDING_HEAD_FRAME ||
	    memcmp(begin.head.magic, PTIME_RECORDING_MAGIC,
		   sizeof(begin.head.magic)))
		return ptime_error("%s: not a recording of pathtime",
				   recording->name);
	version = begin.head.version;
	if (version == PTIME_RECORDING_VERSION)
		return 0;
	if (bswap_32(version) == PTIME_RECORDING_VERSION)
		return ptime_error("%s: of a machine with the other byte order: read it there",
				   recording->name);
	return ptime_error("%s: a recording of version %u, this tool reads version %u: use the pathtime that recorded it",
			   recording->name, version, PTIME_RECORDING_VERSION);
}

static int take_head(struct ptime_recording *recording)
{
	struct ptime_recording_head *head = &recording->head;
	int step, status = check_kind(recording);
	u32 size;

	if (status)
		return status;
	step = take_struct(recording, 0, &head_shape, head, &size);
	if (step == PTIME_RECORDING_CUT)
		return ptime_error("%s: cut at byte %llu, in the head",
				   recording->name, recording->size);
	if (step)
		return -step;
	if (!is_text(head->machine, sizeof(head->machine)) ||
	    !is_text(head->kernel, sizeof(head->kernel)) ||
	    !is_text(head->tool, sizeof(head->tool)))
		return -tell_corrupted(recording, 0, "names in the head");
	recording->offset = FRAME_BYTES + size;
	return 0;
}

bool ptime_recording_is(const char *name)
{
	struct stat there;
	__le32 magic = 0;
	bool is;
	int fd;

	if (stat(name, &there) || !S_ISREG(there.st_mode))
		return false;
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	is = pread(fd, &magic, sizeof(magic), 0) == sizeof(magic) &&
	     le32toh(magic) == PTIME_RECORDING_HEAD_FRAME;
	close(fd);
	return is;
}

static int check_file(struct ptime_recording *recording)
{
	struct stat there;

	if (fstat(recording->fd, &there))
		return ptime_error("%s: %s", recording->name, strerror(errno));
	if (!S_ISREG(there.st_mode))
		return ptime_error("%s: no regular file, which a recording is",
				   recording->name);
	recording->size = there.st_size;
	return 0;
}

int ptime_recording_open(struct ptime_recording *recording, const char *name)
{
	int status;

	memset(recording, 0, sizeof(*recording));
	recording->name = name;
	/* a pipe without a writer is refused, not waited for */
	recording->fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (recording->fd < 0)
		return ptime_error("%s: %s", name, strerror(errno));
	status = check_file(recording);
	if (!status)
		status = take_head(recording);
	if (status)
		ptime_recording_close(recording);
	return status;
}

void ptime_recording_close(struct ptime_recording *recording)
{
	close(recording->fd);
}

int ptime_recording_next(struct ptime_recording *recording,
			 struct ptime_place *place)
{
	u64 offset = recording->offset, behind;
	struct ptime_recording_mark mark = { 0 };
	u32 size;
	int step;

	if (offset == recording->size)
		return PTIME_RECORDING_END;
	step = take_struct(recording, offset, &mark_shape, &mark, &size);
	if (step)
		return step;
	behind = offset + FRAME_BYTES + size;
	if (!mark.packed_bytes || !mark.snapshot_bytes ||
	    mark.snapshot_bytes > PTIME_RECORDING_SNAPSHOT_MAX ||
	    mark.since_ns > mark.time_ns)
		return tell_corrupted(recording, offset, "sizes or times");
	if (behind > recording->size ||
	    mark.packed_bytes > recording->size - behind)
		return PTIME_RECORDING_CUT;
	place->offset = offset;
	place->next = behind + mark.packed_bytes;
	place->mark = mark;
	recording->offset = place->next;
	return PTIME_RECORDING_PLACE;
}

/* @frame is bounded by the file, @snapshot by the format */
static int unpack(const struct ptime_recording *recording,
		  const struct ptime_place *place, void *frame, void *snapshot)
{
	const struct ptime_recording_mark *mark = &place->mark;
	u64 offset = place->next - mark->packed_bytes;
	struct ptime_reason why;
	int step = read_at(recording, frame, mark->packed_bytes, offset);

	if (step < 0)
		return -step;
	if (step)
		return ptime_error("%s: became shorter while it was read",
				   recording->name);
	if (ptime_unpack(snapshot, mark->snapshot_bytes, frame,
			 mark->packed_bytes, &why))
		return 0;
	return -tell_corrupted(recording, offset, why.text);
}

static int decode(const struct ptime_recording *recording,
		  const struct ptime_place *place, const void *snapshot,
		  struct ptime_model **model)
{
	const struct ptime_recording_mark *mark = &place->mark;
	struct ptime_reason why;

	*model = ptime_snapshot_decode(snapshot, mark->snapshot_bytes, &why);
	if (!*model)
		return ptime_error("%s: snapshot at byte %llu: %s",
				   recording->name, place->offset, why.text);
	if ((*model)->time_ns == mark->time_ns &&
	    (*model)->since_ns == mark->since_ns &&
	    (*model)->resets == mark->resets)
		return 0;
	ptime_model_free(*model);
	return -tell_corrupted(recording, place->offset,
			  "not what the snapshot behind it says of itself");
}

int ptime_recording_model(const struct ptime_recording *recording,
			  const struct ptime_place *place,
			  struct ptime_model **model)
{
	void *frame = ptime_alloc(1, place->mark.packed_bytes);
	void *snapshot = ptime_alloc(1, place->mark.snapshot_bytes);
	int status = unpack(recording, place, frame, snapshot);

	free(frame);
	if (!status)
		status = decode(recording, place, snapshot, model);
	free(snapshot);
	return status;
}
