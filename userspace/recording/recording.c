// SPDX-License-Identifier: GPL-2.0
/* recording: reads recordings, one snapshot at a time */
#include <byteswap.h>
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "recording/pack.h"
#include "recording/recording.h"
#include "snapshot/snapshot.h"

#define FNV_BASIS	0xcbf29ce484222325ULL
#define FNV_PRIME	0x100000001b3ULL

#define FRAME_BYTES	sizeof(struct ptool_recording_frame)

u64 ptool_recording_hash(const void *bytes, size_t size, size_t at)
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

void ptool_recording_fill_section(struct ptool_recording_framed_section *framed,
				  u32 number, u32 recordings, u64 bytes)
{
	struct ptool_recording_section *section = &framed->section;

	memset(framed, 0, sizeof(*framed));
	framed->frame.magic = htole32(PTOOL_RECORDING_SECTION_FRAME);
	framed->frame.bytes = htole32(sizeof(*section));
	section->bytes = sizeof(*section);
	section->version = PTOOL_RECORDING_VERSION;
	memcpy(section->magic, PTOOL_RECORDING_SECTION_MAGIC, sizeof(section->magic));
	section->number = number;
	section->recordings = recordings;
	section->recording_bytes = bytes;
	section->hash = ptool_recording_hash(section, sizeof(*section),
					     offsetof(struct ptool_recording_section,
						      hash));
}

/* each such error names the file and the byte offset */
static int report_corrupted(const struct ptool_recording *recording, u64 offset,
			    const char *what, struct ptool_reason *why)
{
	return -ptool_fail(why, "%s: corrupted at byte %llu: %s",
			   recording->name, offset, what);
}

/* a file that shrinks while it is read looks like one that was cut */
static int read_at(const struct ptool_recording *recording, void *to,
		   size_t size, u64 offset, struct ptool_reason *why)
{
	size_t done = 0;
	ssize_t length;

	while (done < size) {
		length = pread(recording->fd, (char *)to + done, size - done,
			       (off_t)(offset + done));
		if (length < 0 && errno == EINTR)
			continue;
		if (length < 0)
			return -ptool_fail(why, "%s: at byte %llu: %s",
					   recording->name, offset,
					   strerror(errno));
		if (!length)
			return PTOOL_RECORDING_CUT;
		done += length;
	}
	return 0;
}

/**
 * struct shape - common properties of a head, a mark and a section
 * @magic: magic number of the skippable frame
 * @least: size of the first version of the struct; missing bytes read as 0
 * @known: size known to this version; a later version may have more
 * @hash_at: offset of the hash
 * @name: text for errors
 */
struct shape {
	u32 magic;
	u32 least;
	u32 known;
	u32 hash_at;
	const char *name;
};

static const struct shape head_shape = {
	.magic = PTOOL_RECORDING_HEAD_FRAME,
	.least = offsetof(struct ptool_recording_head, kind),
	.known = sizeof(struct ptool_recording_head),
	.hash_at = offsetof(struct ptool_recording_head, hash),
	.name = "not a valid head",
};

static const struct shape mark_shape = {
	.magic = PTOOL_RECORDING_MARK_FRAME,
	.least = offsetof(struct ptool_recording_mark, segment),
	.known = sizeof(struct ptool_recording_mark),
	.hash_at = offsetof(struct ptool_recording_mark, hash),
	.name = "not a valid mark of a snapshot",
};

static const struct shape section_shape = {
	.magic = PTOOL_RECORDING_SECTION_FRAME,
	.least = sizeof(struct ptool_recording_section),
	.known = sizeof(struct ptool_recording_section),
	.hash_at = offsetof(struct ptool_recording_section, hash),
	.name = "not a valid beginning of a recording",
};

static int check_struct(const struct ptool_recording *recording, u64 offset,
			const struct shape *shape, const void *bytes, u32 size,
			struct ptool_reason *why)
{
	u32 stated;
	u64 hash;

	memcpy(&stated, bytes, sizeof(stated));
	memcpy(&hash, (const char *)bytes + shape->hash_at, sizeof(hash));
	if (stated == size &&
	    hash == ptool_recording_hash(bytes, size, shape->hash_at))
		return 0;
	return report_corrupted(recording, offset, shape->name, why);
}

/* returns the size of the struct in @size, and the known part of it in @to */
static int take_framed(const struct ptool_recording *recording, u64 offset,
		       const struct ptool_recording_frame *frame,
		       const struct shape *shape, void *to, u32 *size,
		       struct ptool_reason *why)
{
	char bytes[PTOOL_RECORDING_STRUCT_MAX];
	int step;

	*size = le32toh(frame->bytes);
	if (le32toh(frame->magic) != shape->magic || *size < shape->least ||
	    *size > sizeof(bytes))
		return report_corrupted(recording, offset, shape->name, why);
	step = read_at(recording, bytes, *size, offset + sizeof(*frame), why);
	if (!step)
		step = check_struct(recording, offset, shape, bytes, *size,
				    why);
	if (step)
		return step;
	memset(to, 0, shape->known);
	memcpy(to, bytes, *size < shape->known ? *size : shape->known);
	return 0;
}

static int take_struct(const struct ptool_recording *recording, u64 offset,
		       const struct shape *shape, void *to, u32 *size,
		       struct ptool_reason *why)
{
	struct ptool_recording_frame frame;
	int step = read_at(recording, &frame, sizeof(frame), offset, why);

	return step ? step : take_framed(recording, offset, &frame, shape, to,
					 size, why);
}

static bool is_text(const char *text, size_t size)
{
	const char *end = memchr(text, '\0', size);

	for (; end && text < end; text++)
		if (!isascii(*text) || !isprint(*text))
			return false;
	return end;
}

/* the beginning of heads and sections in all versions */
struct beginning {
	struct ptool_recording_frame frame;
	__u32 bytes;
	__u32 version;
	__u64 hash;
	char magic[8];
};

static int check_version(const struct ptool_recording *recording, u32 version,
			 struct ptool_reason *why)
{
	if (version == PTOOL_RECORDING_VERSION)
		return 0;
	if (bswap_32(version) == PTOOL_RECORDING_VERSION)
		return ptool_fail(why,
				  "%s: recorded on a machine with the other byte order: read it there",
				  recording->name);
	return ptool_fail(why,
			  "%s: a recording of version %u, this tool reads version %u: use the pathtime that recorded it",
			  recording->name, version, PTOOL_RECORDING_VERSION);
}

/* magic and version have the same offsets in all versions; a file without them is no recording */
static int check_kind(const struct ptool_recording *recording, u64 offset,
		      u32 frame, const char *magic, struct ptool_reason *why)
{
	struct beginning begin = { 0 };

	if (!recording->file_bytes)
		return ptool_fail(why, "%s: empty, not a recording",
				  recording->name);
	if (read_at(recording, &begin, sizeof(begin), offset, why) < 0)
		return PTOOL_EXIT_FAILURE;
	if (le32toh(begin.frame.magic) != frame ||
	    memcmp(begin.magic, magic, sizeof(begin.magic)))
		return offset ? -report_corrupted(recording, offset,
						  "no recording begins here",
						  why) :
		       ptool_fail(why, "%s: not a recording of pathtime",
				  recording->name);
	return check_version(recording, begin.version, why);
}

static int report_cut(const struct ptool_recording *recording,
		      struct ptool_reason *why)
{
	return ptool_fail(why,
			  "%s: cut at byte %llu, in recording %u of %u: merge them again",
			  recording->name, recording->file_bytes,
			  recording->number + 1, recording->recordings);
}

/* a section must begin at @offset; the first one says how many there are */
static int take_section(struct ptool_recording *recording, u64 offset,
			struct ptool_reason *why)
{
	struct ptool_recording_section section = { 0 };
	int step, status;
	u32 size;

	if (recording->file_bytes - offset < FRAME_BYTES + sizeof(section))
		return report_cut(recording, why);
	status = check_kind(recording, offset, PTOOL_RECORDING_SECTION_FRAME,
			    PTOOL_RECORDING_SECTION_MAGIC, why);
	if (status)
		return status;
	step = take_struct(recording, offset, &section_shape, &section, &size,
			   why);
	if (step == PTOOL_RECORDING_CUT)
		return report_cut(recording, why);
	if (step)
		return -step;
	if (!recording->recordings)
		recording->recordings = section.recordings;
	if (section.number != recording->number || !section.recordings ||
	    section.recordings != recording->recordings)
		return -report_corrupted(recording, offset,
					 "another recording is expected", why);
	recording->begin = offset + FRAME_BYTES + size;
	if (section.recording_bytes > recording->file_bytes - recording->begin)
		return report_cut(recording, why);
	recording->end = recording->begin + section.recording_bytes;
	return 0;
}

static char *name_of(const char *file, const char *machine)
{
	char *name;

	if (asprintf(&name, "%s%s%s", file, machine ? ": " : "",
		     machine ? machine : "") < 0)
		ptool_end_without_memory();
	return name;
}

static void set_name(struct ptool_recording *recording, const char *machine)
{
	free(recording->name);
	recording->name = name_of(recording->file, machine);
}

static bool has_names(const struct ptool_recording_head *head)
{
	return is_text(head->machine, sizeof(head->machine)) &&
	       is_text(head->kernel, sizeof(head->kernel)) &&
	       is_text(head->tool, sizeof(head->tool)) &&
	       is_text(head->boot, sizeof(head->boot));
}

static int take_head(struct ptool_recording *recording,
		     struct ptool_reason *why)
{
	struct ptool_recording_head *head = &recording->head;
	int step, status;
	u32 size;

	status = check_kind(recording, recording->begin,
			    PTOOL_RECORDING_HEAD_FRAME, PTOOL_RECORDING_MAGIC,
			    why);
	if (status)
		return status;
	step = take_struct(recording, recording->begin, &head_shape, head,
			   &size, why);
	if (step == PTOOL_RECORDING_CUT)
		return ptool_fail(why, "%s: cut at byte %llu, in the head",
				  recording->name, recording->file_bytes);
	if (step)
		return -step;
	if (!has_names(head))
		return -report_corrupted(recording, recording->begin,
					 "names in the head", why);
	if (head->kind > PTOOL_RECORDING_CAPTURES)
		return ptool_fail(why,
				  "%s: a recording of a kind that this tool does not know: use the pathtime that made it",
				  recording->name);
	if (head->kind != PTOOL_RECORDING_MODULE && recording->recordings > 1)
		return -report_corrupted(recording, recording->begin,
					 "captures among merged recordings", why);
	recording->offset = recording->begin + FRAME_BYTES + size;
	if (recording->offset > recording->end)
		return -report_corrupted(recording, recording->begin,
					 "a head longer than its recording", why);
	recording->head_at = recording->begin;
	recording->boots = 0;
	if (recording->recordings > 1)
		set_name(recording, head->machine);
	return 0;
}

/* check that a repeated head is of the same machine, and of the module */
static bool goes_on(const struct ptool_recording_head *head,
		    const struct ptool_recording_head *before)
{
	return head->version == PTOOL_RECORDING_VERSION &&
	       !memcmp(head->magic, before->magic, sizeof(head->magic)) &&
	       has_names(head) && !strcmp(head->machine, before->machine) &&
	       head->kind == PTOOL_RECORDING_MODULE &&
	       before->kind == PTOOL_RECORDING_MODULE;
}

static bool is_same_boot(const struct ptool_recording_head *head,
			 const struct ptool_recording_head *before)
{
	return *head->boot && !strcmp(head->boot, before->boot);
}

/* process a repeated head, which applies to the snapshots after it */
static int pass_head(struct ptool_recording *recording,
		     const struct ptool_recording_frame *frame,
		     struct ptool_reason *why)
{
	struct ptool_recording_head head = { 0 }, *before = &recording->head;
	u32 size;
	int step = take_framed(recording, recording->offset, frame,
			       &head_shape, &head, &size, why);

	if (step)
		return step;
	if (!goes_on(&head, before))
		return report_corrupted(recording, recording->offset,
					"a head that does not continue the recording",
					why);
	recording->boots += !is_same_boot(&head, before);
	*before = head;
	recording->head_at = recording->offset;
	recording->offset += FRAME_BYTES + size;
	return recording->offset < recording->end ? PTOOL_RECORDING_PLACE :
						    PTOOL_RECORDING_END;
}

/* process the heads before the next mark, and return the frame of that mark in @frame */
static int find_mark(struct ptool_recording *recording,
		     struct ptool_recording_frame *frame,
		     struct ptool_reason *why)
{
	int step = recording->offset == recording->end ? PTOOL_RECORDING_END :
		   read_at(recording, frame, sizeof(*frame),
			   recording->offset, why);

	while (!step &&
	       le32toh(frame->magic) == PTOOL_RECORDING_HEAD_FRAME) {
		step = pass_head(recording, frame, why);
		if (!step)
			step = read_at(recording, frame, sizeof(*frame),
				       recording->offset, why);
	}
	return step;
}

/* return the magic number of the first frame, or 0 if the file is shorter */
static u32 first_frame(int fd)
{
	__le32 magic;

	return pread(fd, &magic, sizeof(magic), 0) == sizeof(magic) ?
	       le32toh(magic) : 0;
}

bool ptool_recording_is(const void *bytes, size_t size)
{
	__le32 magic;
	u32 frame;

	if (size < sizeof(magic))
		return false;
	memcpy(&magic, bytes, sizeof(magic));
	frame = le32toh(magic);
	return frame == PTOOL_RECORDING_HEAD_FRAME ||
	       frame == PTOOL_RECORDING_SECTION_FRAME;
}

static int check_file(struct ptool_recording *recording,
		      struct ptool_reason *why)
{
	struct stat there;

	if (fstat(recording->fd, &there))
		return ptool_fail(why, "%s: %s", recording->name,
				  strerror(errno));
	if (!S_ISREG(there.st_mode))
		return ptool_fail(why,
				  "%s: not a regular file, as a recording must be",
				  recording->name);
	recording->file_bytes = there.st_size;
	recording->end = recording->file_bytes;
	return 0;
}

static void select_volume(struct ptool_recording *recording, u32 number)
{
	const struct ptool_recording_volume *volume;

	if (!recording->volumes)
		return;
	volume = &recording->volume[number];
	recording->at = number;
	recording->name = volume->name;
	recording->file = volume->file;
	recording->fd = volume->fd;
	recording->file_bytes = volume->bytes;
	recording->end = volume->bytes;
}

int ptool_recording_again(struct ptool_recording *recording,
			  struct ptool_reason *why)
{
	select_volume(recording, 0);
	recording->passed = 0;
	recording->last.next = 0;
	return take_head(recording, why);
}

int ptool_recording_take(struct ptool_recording *recording, int fd,
			 const char *name, ptool_warner *warner,
			 struct ptool_reason *why)
{
	int status;

	memset(recording, 0, sizeof(*recording));
	recording->file = name;
	recording->warner = warner;
	recording->fd = fd;
	set_name(recording, NULL);
	status = check_file(recording, why);
	if (!status && first_frame(recording->fd) == PTOOL_RECORDING_SECTION_FRAME)
		status = take_section(recording, 0, why);
	else
		recording->recordings = 1;
	if (!status)
		status = take_head(recording, why);
	if (status)
		ptool_recording_close(recording);
	return status;
}

int ptool_recording_open(struct ptool_recording *recording, const char *name,
			 ptool_warner *warner, struct ptool_reason *why)
{
	/* with O_NONBLOCK, open() of a FIFO does not wait for a writer; check_file() refuses it */
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return ptool_fail(why, "%s: %s", name, strerror(errno));
	return ptool_recording_take(recording, fd, name, warner, why);
}

static void add_volume(struct ptool_recording *recording,
		       const struct ptool_recording *from)
{
	struct ptool_recording_volume *volume;

	recording->volume = ptool_realloc(recording->volume,
					  recording->volumes + 1,
					  sizeof(*volume));
	volume = &recording->volume[recording->volumes++];
	volume->name = from->name;
	volume->file = from->file;
	volume->fd = from->fd;
	volume->bytes = from->file_bytes;
	volume->is_known_cut = false;
}

static int check_alone(const struct ptool_recording *recording,
		       struct ptool_reason *why)
{
	if (recording->begin)
		return ptool_fail(why, "%s: a merged recording, which must be the only file",
				  recording->file);
	if (recording->head.kind != PTOOL_RECORDING_MODULE)
		return ptool_fail(why, "%s: a recording of captures, which must be the only file",
				  recording->file);
	return 0;
}

static int check_volume(const struct ptool_recording *recording,
			const struct ptool_recording *more,
			struct ptool_reason *why)
{
	int status = check_alone(recording, why);

	if (!status)
		status = check_alone(more, why);
	if (status || !strcmp(recording->head.machine, more->head.machine))
		return status;
	return ptool_fail(why, "%s: a recording of the machine %s, and %s is of %s: 'pathtime merge' joins them",
			  more->file, more->head.machine, recording->file,
			  recording->head.machine);
}

int ptool_recording_continue(struct ptool_recording *recording, int fd,
			     const char *name, struct ptool_reason *why)
{
	struct ptool_recording more;
	int status = ptool_recording_take(&more, fd, name, NULL, why);

	if (status)
		return status;
	status = check_volume(recording, &more, why);
	if (status) {
		ptool_recording_close(&more);
		return status;
	}
	if (!recording->volumes)
		add_volume(recording, recording);
	add_volume(recording, &more);
	return 0;
}

const char *ptool_recording_file_of(const struct ptool_recording *recording,
				    const struct ptool_place *place)
{
	return recording->volumes ? recording->volume[place->volume].name :
				    recording->name;
}

static void close_volumes(struct ptool_recording *recording)
{
	u32 i;

	for (i = 0; i < recording->volumes; i++) {
		close(recording->volume[i].fd);
		free(recording->volume[i].name);
	}
	free(recording->volume);
}

void ptool_recording_close(struct ptool_recording *recording)
{
	if (recording->volumes) {
		close_volumes(recording);
		return;
	}
	close(recording->fd);
	free(recording->name);
}

int ptool_recording_turn(struct ptool_recording *recording,
			 struct ptool_reason *why)
{
	int status;

	if (recording->volumes)
		return PTOOL_RECORDING_END;
	set_name(recording, NULL);
	if (recording->number + 1 < recording->recordings) {
		recording->number++;
		status = take_section(recording, recording->end, why);
		if (!status)
			status = take_head(recording, why);
		return status ? -status : PTOOL_RECORDING_PLACE;
	}
	if (recording->end == recording->file_bytes)
		return PTOOL_RECORDING_END;
	return report_corrupted(recording, recording->end,
				"data after the last recording", why);
}

/* merging copies complete snapshots only, so in a merged file this is corruption */
static int end_short(const struct ptool_recording *recording, u64 offset,
		     struct ptool_reason *why)
{
	if (!recording->begin)
		return PTOOL_RECORDING_CUT;
	return report_corrupted(recording, offset,
				"a snapshot longer than its recording", why);
}

static int next_in_file(struct ptool_recording *recording,
			struct ptool_place *place, struct ptool_reason *why)
{
	struct ptool_recording_mark mark = { 0 };
	struct ptool_recording_frame frame;
	u64 offset, behind;
	u32 size;
	int step = find_mark(recording, &frame, why);

	offset = recording->offset;
	if (!step)
		step = take_framed(recording, offset, &frame, &mark_shape,
				   &mark, &size, why);
	if (step)
		return step == PTOOL_RECORDING_CUT ?
		       end_short(recording, offset, why) : step;
	behind = offset + FRAME_BYTES + size;
	if (!mark.packed_bytes || !mark.snapshot_bytes ||
	    mark.snapshot_bytes > PTOOL_RECORDING_SNAPSHOT_MAX ||
	    mark.since_ns > mark.time_ns)
		return report_corrupted(recording, offset, "sizes or times", why);
	if (!is_text(mark.segment.source, sizeof(mark.segment.source)) ||
	    !is_text(mark.segment.name, sizeof(mark.segment.name)))
		return report_corrupted(recording, offset, "names in the mark",
					why);
	if (behind > recording->end ||
	    mark.packed_bytes > recording->end - behind)
		return end_short(recording, offset, why);
	place->offset = offset;
	place->next = behind + mark.packed_bytes;
	place->head_at = recording->head_at;
	place->boots = recording->boots;
	place->volume = recording->at;
	place->passed = recording->passed;
	place->mark = mark;
	place->mark.number += recording->passed;
	recording->offset = place->next;
	return PTOOL_RECORDING_PLACE;
}

/* The clock may have been set back across a reboot, but no boot returns. */
static int check_boot(const struct ptool_recording *recording,
		      struct ptool_reason *why)
{
	struct ptool_recording earlier = *recording;
	struct ptool_recording_head head;
	struct ptool_reason cause;
	u32 i, size;

	for (i = 0; i < recording->at; i++) {
		select_volume(&earlier, i);
		if (!take_struct(&earlier, 0, &head_shape, &head, &size, &cause) &&
		    is_same_boot(&head, &recording->head))
			return ptool_fail(why, "%s: of the same boot as %s, and another boot is between them: name the files in the order of their times",
					  recording->name, earlier.name);
	}
	return 0;
}

/* a later file may be of another boot, and numbers its snapshots from 0 */
static int begin_volume(struct ptool_recording *recording,
			struct ptool_reason *why)
{
	struct ptool_recording_head before = recording->head;
	u32 boots = recording->boots;
	int status;

	select_volume(recording, recording->at + 1);
	status = take_head(recording, why);
	if (!status && !is_same_boot(&recording->head, &before)) {
		boots++;
		status = check_boot(recording, why);
	}
	recording->boots = boots;
	recording->passed = recording->last.next ?
			    recording->last.mark.number + 1 : 0;
	return status;
}

/*
 * A rotating recorder writes the snapshot at the change of file into both. No two
 * snapshots have the same times, so this also holds where the boot is unknown.
 */
static bool is_repeated(const struct ptool_recording_mark *mark,
			const struct ptool_recording_mark *last)
{
	return mark->time_ns == last->time_ns &&
	       mark->since_ns == last->since_ns &&
	       mark->resets == last->resets;
}

static int report_order(const struct ptool_recording *recording,
			struct ptool_reason *why)
{
	return -ptool_fail(why, "%s: begins before %s ends: name the files in the order of their times",
			   recording->name,
			   recording->volume[recording->at - 1].name);
}

static int first_of_volume(struct ptool_recording *recording,
			   struct ptool_place *place, struct ptool_reason *why)
{
	const struct ptool_place *last = &recording->last;
	struct ptool_place first;
	int step = next_in_file(recording, &first, why);

	if (step)
		return step;
	if (last->next && is_repeated(&first.mark, &last->mark)) {
		recording->passed--;
		recording->boots = last->boots;
		return next_in_file(recording, place, why);
	}
	if (last->next && first.boots == last->boots &&
	    first.mark.time_ns < last->mark.time_ns)
		return report_order(recording, why);
	*place = first;
	return PTOOL_RECORDING_PLACE;
}

static bool is_followed(const struct ptool_recording *recording)
{
	return recording->at + 1 < recording->volumes;
}

/* warn once, however often the recording is read */
static void pass_cut(struct ptool_recording *recording)
{
	bool *is_known = &recording->volume[recording->at].is_known_cut;

	if (*is_known || !recording->warner)
		return;
	*is_known = true;
	ptool_recording_warn_cut(recording);
}

int ptool_recording_next(struct ptool_recording *recording,
			 struct ptool_place *place, struct ptool_reason *why)
{
	int status, step = next_in_file(recording, place, why);

	while (step > 0 && is_followed(recording)) {
		if (step == PTOOL_RECORDING_CUT)
			pass_cut(recording);
		status = begin_volume(recording, why);
		step = status ? -status : first_of_volume(recording, place, why);
	}
	if (step == PTOOL_RECORDING_PLACE)
		recording->last = *place;
	return step;
}

int ptool_recording_return(struct ptool_recording *recording,
			   const struct ptool_place *place,
			   struct ptool_reason *why)
{
	u32 size;
	int step;

	select_volume(recording, place->volume);
	step = take_struct(recording, place->head_at, &head_shape,
			   &recording->head, &size, why);
	recording->offset = place->next;
	recording->passed = place->passed;
	recording->last = *place;
	recording->head_at = place->head_at;
	recording->boots = place->boots;
	if (step == PTOOL_RECORDING_CUT)
		return ptool_fail(why, "%s: became shorter while it was read: try again",
				  recording->name);
	return -step;
}

void ptool_recording_warn_cut(const struct ptool_recording *recording)
{
	ptool_warn(recording->warner,
		   "%s: cut at byte %llu: the last snapshot, which begins at byte %llu, is incomplete and left out",
		   recording->name, recording->end, recording->offset);
}

/* the size of @frame is limited by the file, that of @snapshot by the format */
static int unpack(const struct ptool_recording *recording,
		  const struct ptool_place *place, void *frame, void *snapshot,
		  struct ptool_reason *why)
{
	const struct ptool_recording_mark *mark = &place->mark;
	u64 offset = place->next - mark->packed_bytes;
	struct ptool_reason cause;
	int step = read_at(recording, frame, mark->packed_bytes, offset, why);

	if (step < 0)
		return -step;
	if (step)
		return ptool_fail(why, "%s: became shorter while it was read: try again",
				  recording->name);
	if (ptool_unpack(snapshot, mark->snapshot_bytes, frame,
			 mark->packed_bytes, &cause))
		return 0;
	return -report_corrupted(recording, offset, cause.text, why);
}

int ptool_recording_check(const struct ptool_recording *recording,
			  const struct ptool_place *place,
			  struct ptool_reason *why)
{
	struct ptool_recording there = *recording;
	void *frame = ptool_alloc(1, place->mark.packed_bytes);
	void *snapshot = ptool_alloc(1, place->mark.snapshot_bytes);
	int status;

	select_volume(&there, place->volume);
	status = unpack(&there, place, frame, snapshot, why);
	free(frame);
	free(snapshot);
	return status;
}

static int decode(const struct ptool_recording *recording,
		  const struct ptool_place *place, const void *snapshot,
		  struct ptool_model **model, struct ptool_reason *why)
{
	const struct ptool_recording_mark *mark = &place->mark;
	struct ptool_reason cause;

	*model = ptool_snapshot_decode(snapshot, mark->snapshot_bytes, &cause);
	if (!*model)
		return ptool_fail(why, "%s: snapshot at byte %llu: %s",
				  recording->name, place->offset, cause.text);
	if ((*model)->time_ns == mark->time_ns &&
	    (*model)->since_ns == mark->since_ns &&
	    (*model)->resets == mark->resets)
		return 0;
	ptool_model_free(*model);
	return -report_corrupted(recording, place->offset,
				 "its mark contradicts the snapshot",
				 why);
}

/* the snapshot itself does not say that it is of a capture */
static void describe(const struct ptool_recording *recording,
		     const struct ptool_recording_segment *segment,
		     struct ptool_model *model)
{
	if (recording->head.kind == PTOOL_RECORDING_CAPTURES)
		ptool_segment_describe(model, segment->source, segment->name,
				       segment->counts);
}

int ptool_recording_model(const struct ptool_recording *recording,
			  const struct ptool_place *place,
			  struct ptool_model **model, struct ptool_reason *why)
{
	struct ptool_recording there = *recording;
	void *frame = ptool_alloc(1, place->mark.packed_bytes);
	void *snapshot = ptool_alloc(1, place->mark.snapshot_bytes);
	int status;

	select_volume(&there, place->volume);
	status = unpack(&there, place, frame, snapshot, why);
	free(frame);
	if (!status)
		status = decode(&there, place, snapshot, model, why);
	free(snapshot);
	if (!status)
		describe(recording, &place->mark.segment, *model);
	return status;
}
