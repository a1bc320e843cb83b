/* SPDX-License-Identifier: GPL-2.0 */
/*
 * recording: a file of snapshots, one after the other
 *
 * A recording is a sequence of zstd frames (RFC 8878). So `zstd -t` tests it, and
 * `zstd -dc` prints its snapshots:
 *
 *	skippable frame			struct ptool_recording_head
 *	for each snapshot:
 *	  skippable frame		struct ptool_recording_mark
 *	  frame with size and checksum	the snapshot, as abi.h has it
 *
 * A mark and its snapshot are appended by one write, and are on the disk before
 * the next snapshot is taken. So only the end of a file can be cut, and all that
 * precedes it is intact. Each mark holds the distance to the next one. So a
 * recording of any size can be walked without unpacking it, with memory for one
 * mark.
 *
 * The zstd header of a skippable frame (its magic number and its size, 32 bits
 * each) is little-endian. Everything else is in the byte order of the machine.
 * All structs begin with their size. Each has a hash of its own, because a
 * skippable frame has no checksum. The hash is 64-bit FNV-1a over all bytes of
 * the struct, with the hash taken as 0. Bytes that this version does not know
 * are included. A
 * later version with the same version number only adds fields at the end of a
 * struct.
 *
 * A recording of the module can be continued later, as if one recorder had
 * paused: the numbers of snapshots continue. If the machine was rebooted in
 * between, or has another kernel or another pathtime, a new head precedes the
 * next mark. The times of marks ascend until a head with another boot.
 *
 * The counts of the module continue from one snapshot to the next. Of captures,
 * each snapshot is one segment. Its counts start at 0, it has no times, and its
 * mark names the segment.
 *
 * A recorder that rotates its files begins each one with the last snapshot of the
 * one before. So each interval is in one file, and each file can be read alone.
 *
 * Recordings are merged by concatenating them in one file. Each one follows the
 * head of a section, which gives its size and the number of recordings:
 *
 *	for each recording, in the order of the machines' names:
 *	  skippable frame		struct ptool_recording_section
 *	  the recording
 *
 * A merged file is written as a whole. If it was cut, it is not read.
 */
#ifndef _PATHTIME_RECORDING_H
#define _PATHTIME_RECORDING_H

#include <pathtime/abi.h>

#include "base/error.h"
#include "base/types.h"
#include "model/model.h"
#include "model/segment.h"

#define PTOOL_RECORDING_MAGIC		"PTIMEREC"
#define PTOOL_RECORDING_SECTION_MAGIC	"PTIMEMRG"
#define PTOOL_RECORDING_VERSION		1

/* three of the sixteen magic numbers of skippable frames: for a head, a mark, a section */
#define PTOOL_RECORDING_HEAD_FRAME	0x184d2a5bU
#define PTOOL_RECORDING_MARK_FRAME	0x184d2a5cU
#define PTOOL_RECORDING_SECTION_FRAME	0x184d2a5dU

/* maximum size of a head, a mark or a section, including additions of later versions */
#define PTOOL_RECORDING_STRUCT_MAX	4096

/* maximum size of an unpacked snapshot, the same as that of one read from a file */
#define PTOOL_RECORDING_SNAPSHOT_MAX	(1024ULL * 1024 * 1024)

/* the source of the snapshots of a recording */
enum ptool_recording_kind {
	PTOOL_RECORDING_MODULE		= 0,
	PTOOL_RECORDING_CAPTURES	= 1,
};

/* size of a buffer for the kernel's boot_id, with the NUL */
#define PTOOL_RECORDING_BOOT_LEN	40

/* size of a buffer for the name of a capture, with the NUL; of a longer name, the end is kept */
#define PTOOL_RECORDING_SOURCE_LEN	256

/**
 * struct ptool_recording_head - start of a recording
 * @bytes: size of this struct
 * @version: PTOOL_RECORDING_VERSION
 * @hash: hash of this struct
 * @magic: PTOOL_RECORDING_MAGIC, without a NUL
 * @machine: name of the machine
 * @kernel: release of its kernel
 * @tool: version of the pathtime that recorded
 * @kind: enum ptool_recording_kind; the first version of the struct ended before
 *	it
 * @reserved: 0
 * @boot: boot_id of the kernel; empty if unknown; until 0.1.0 the struct ended
 *	before it
 */
struct ptool_recording_head {
	__u32	bytes;
	__u32	version;
	__u64	hash;
	__u8	magic[8];
	char	machine[PTOOL_MACHINE_LEN];
	char	kernel[PTOOL_MACHINE_LEN];
	char	tool[PTIME_VERSION_LEN];
	__u32	kind;
	__u32	reserved;
	char	boot[PTOOL_RECORDING_BOOT_LEN];
};

/**
 * struct ptool_recording_segment - the segment of a capture that a snapshot holds
 * @source: name of the capture
 * @name: name of the segment; empty if it has none
 * @counts: counts of its warnings, by enum ptool_segment_warning
 */
struct ptool_recording_segment {
	char	source[PTOOL_RECORDING_SOURCE_LEN];
	char	name[PTOOL_SEGMENT_NAME_LEN];
	__u64	counts[PTOOL_SEGMENT_WARNINGS];
};

/**
 * struct ptool_recording_mark - mark that precedes each snapshot
 * @bytes: size of this struct
 * @resets: .resets of the snapshot
 * @hash: hash of this struct
 * @number: number of the snapshot in the recording, from 0
 * @packed_bytes: size of the frame that follows
 * @snapshot_bytes: size of the unpacked snapshot
 * @wall_ns: when the snapshot was appended, CLOCK_REALTIME
 * @time_ns: .time_ns of the snapshot: when it was taken, CLOCK_BOOTTIME
 * @since_ns: .since_ns of the snapshot
 * @segment: for captures only; otherwise the struct ends before it
 */
struct ptool_recording_mark {
	__u32	bytes;
	__u32	resets;
	__u64	hash;
	__u64	number;
	__u64	packed_bytes;
	__u64	snapshot_bytes;
	__u64	wall_ns;
	__u64	time_ns;
	__u64	since_ns;
	struct ptool_recording_segment segment;
};

/**
 * struct ptool_recording_section - head of each recording in a merged file
 * @bytes: size of this struct
 * @version: PTOOL_RECORDING_VERSION
 * @hash: hash of this struct
 * @magic: PTOOL_RECORDING_SECTION_MAGIC, without a NUL
 * @number: number of the recording in the file, from 0
 * @recordings: number of recordings in the file
 * @recording_bytes: size of the recording
 */
struct ptool_recording_section {
	__u32	bytes;
	__u32	version;
	__u64	hash;
	__u8	magic[8];
	__u32	number;
	__u32	recordings;
	__u64	recording_bytes;
};

/* zstd's header of a skippable frame */
struct ptool_recording_frame {
	__le32	magic;
	__le32	bytes;
};

/* a section as stored in the file */
struct ptool_recording_framed_section {
	struct ptool_recording_frame frame;
	struct ptool_recording_section section;
};

/**
 * ptool_recording_fill_section() - fill in a section
 * @framed: receives the section
 * @number: number of the recording in the file, from 0
 * @recordings: number of recordings in the file
 * @bytes: size of the recording
 */
void ptool_recording_fill_section(struct ptool_recording_framed_section *framed,
				  u32 number, u32 recordings, u64 bytes);

/**
 * ptool_recording_hash() - compute the hash of a head, a mark or a section
 * @bytes: the struct
 * @size: size of the struct
 * @at: offset of its hash
 *
 * Return: the hash.
 */
u64 ptool_recording_hash(const void *bytes, size_t size, size_t at);

/**
 * struct ptool_recorder - a recording that is being written
 * @name: name of the file
 * @warner: receives warnings
 * @fd: descriptor of the file, which holds a lock on it
 * @is_new: the recording was created, not continued
 * @is_taken: it was not created because there is a file of its name
 * @is_full: the last write failed because the disk or the quota is full; a later
 *	one may succeed
 * @snapshots: number of snapshots in the recording
 * @bytes: size of the recording
 */
struct ptool_recorder {
	const char *name;
	ptool_warner *warner;
	int fd;
	bool is_new;
	bool is_taken;
	bool is_full;
	u64 snapshots;
	u64 bytes;
};

/**
 * ptool_recorder_create() - begin a recording
 * @recorder: receives the recording
 * @name: name of the file, which must not exist
 * @kind: source of its snapshots
 * @warner: receives warnings; NULL to drop them
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recorder_create(struct ptool_recorder *recorder, const char *name,
			  enum ptool_recording_kind kind,
			  ptool_warner *warner, struct ptool_reason *why);

/**
 * ptool_recorder_resume() - continue a recording of the module, or begin one
 * @recorder: receives the recording
 * @name: name of the file, which is created if it does not exist
 * @warner: receives warnings; NULL to drop them
 * @why: set to the reason of an error
 *
 * The recording must be of this machine. It must not be merged, and no other
 * process may be recording into it. An incomplete snapshot at its end is
 * dropped, with a warning.
 *
 * Return: 0, or an exit status on error; the complete
 * snapshots are unchanged then.
 */
int ptool_recorder_resume(struct ptool_recorder *recorder, const char *name,
			  ptool_warner *warner, struct ptool_reason *why);

/**
 * ptool_recorder_append() - append a snapshot, and wait until it is on the disk
 * @recorder: the recording, of the module; after a failed write it ends after
 *	the previous snapshot
 * @bytes: the snapshot, which has just been read
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recorder_append(struct ptool_recorder *recorder,
			  const struct ptool_bytes *bytes,
			  struct ptool_reason *why);

/**
 * ptool_recorder_append_segment() - append a segment, and wait until it is on the disk
 * @recorder: the recording, of captures
 * @model: the segment, as it was imported
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recorder_append_segment(struct ptool_recorder *recorder,
				  const struct ptool_model *model,
				  struct ptool_reason *why);

void ptool_recorder_close(struct ptool_recorder *recorder);

/**
 * ptool_recorder_discard() - close a recording, and remove it if it is new
 * @recorder: the recording
 */
void ptool_recorder_discard(struct ptool_recorder *recorder);

/**
 * struct ptool_recording_volume - one of the files that are read as one recording
 * @name: name of the file
 * @file: the same, as the caller named it
 * @fd: descriptor of the file
 * @bytes: size of the file
 * @is_known_cut: it was reported that its last snapshot is incomplete
 */
struct ptool_recording_volume {
	char *name;
	const char *file;
	int fd;
	u64 bytes;
	bool is_known_cut;
};

/**
 * struct ptool_place - position of a snapshot in a recording
 * @offset: offset in the file of its mark
 * @next: offset in the file of what follows the snapshot
 * @head_at: offset in the file of the head that applies to the snapshot
 * @boots: number of reboots before the snapshot, as far as known
 * @volume: number of its file, of several that are read as one recording
 * @passed: number of snapshots in the files before that one
 * @mark: the mark; its number counts the snapshots of all files
 */
struct ptool_place {
	u64 offset;
	u64 next;
	u64 head_at;
	u32 boots;
	u32 volume;
	u64 passed;
	struct ptool_recording_mark mark;
};

/**
 * struct ptool_recording - a recording that is being read
 * @name: name of the file; in a merged file, followed by that of the machine
 * @file: name of the file
 * @warner: receives warnings
 * @fd: descriptor of the file
 * @file_bytes: size of the file
 * @number: number of the recording in the file, from 0
 * @recordings: number of recordings in the file
 * @begin: offset in the file at which the recording begins
 * @end: offset in the file at which it ends
 * @offset: offset in the file of the next mark, or of a head before it
 * @head: the head; if the recording was continued, the last head so far
 * @head_at: offset in the file of @head
 * @boots: number of reboots so far, as far as known
 * @volumes: number of files that are read as one recording; 0 if it is only one
 * @volume: these files; @name, @file, @fd and the offsets are those of @at
 * @at: number of the file that is being read
 * @passed: number of snapshots in the files before it
 * @last: the last snapshot so far; its .next is 0 if there is none
 */
struct ptool_recording {
	char *name;
	const char *file;
	ptool_warner *warner;
	int fd;
	u64 file_bytes;
	u32 number;
	u32 recordings;
	u64 begin;
	u64 end;
	u64 offset;
	struct ptool_recording_head head;
	u64 head_at;
	u32 boots;
	u32 volumes;
	struct ptool_recording_volume *volume;
	u32 at;
	u64 passed;
	struct ptool_place last;
};

/**
 * ptool_recording_is() - check whether bytes begin like a recording or a merged file
 * @bytes: the first bytes of a file
 * @size: their number
 *
 * Return: true if they do.
 */
bool ptool_recording_is(const void *bytes, size_t size);

/**
 * ptool_recording_open() - open a file, and read the head of its first recording
 * @recording: receives the recording, positioned at its first mark
 * @name: name of the file; must outlive @recording
 * @warner: receives warnings, also those about ranges of the recording; NULL to
 *	drop them
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recording_open(struct ptool_recording *recording, const char *name,
			 ptool_warner *warner, struct ptool_reason *why);

/**
 * ptool_recording_take() - read the head of the first recording of an open file
 * @recording: receives the recording, as with ptool_recording_open()
 * @fd: descriptor of the file, which belongs to @recording, also after an error
 * @name: name of the file; must outlive @recording
 * @warner: receives warnings; NULL to drop them
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recording_take(struct ptool_recording *recording, int fd,
			 const char *name, ptool_warner *warner,
			 struct ptool_reason *why);

/**
 * ptool_recording_continue() - read one more file as a part of the recording
 * @recording: the recording, of the module, not merged, and not yet read from
 * @fd: descriptor of the file, which belongs to @recording, also after an error
 * @name: name of the file; must outlive @recording
 * @why: set to the reason of an error
 *
 * The snapshots of the files are read as if one recorder had written them into
 * one file. A first snapshot that is also the last one of the file before is
 * read once.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recording_continue(struct ptool_recording *recording, int fd,
			     const char *name, struct ptool_reason *why);

/**
 * ptool_recording_file_of() - name the file that has a snapshot
 * @recording: the recording
 * @place: position of the snapshot
 *
 * Return: the name.
 */
const char *ptool_recording_file_of(const struct ptool_recording *recording,
				    const struct ptool_place *place);

/**
 * ptool_recording_close() - close a file
 * @recording: the recording
 */
void ptool_recording_close(struct ptool_recording *recording);

/* the next find; a value below 0 is the negative of an exit status */
enum ptool_recording_step {
	PTOOL_RECORDING_PLACE	= 0,	/* a snapshot, or a recording */
	PTOOL_RECORDING_END	= 1,	/* the end */
	PTOOL_RECORDING_CUT	= 2,	/* an incomplete snapshot */
};

/**
 * ptool_recording_turn() - go to the next recording of the file
 * @recording: receives the next recording, positioned at its first mark; at the
 *	end, only its name changes, to that of the file
 * @why: set to the reason of an error
 *
 * Return: PTOOL_RECORDING_PLACE or PTOOL_RECORDING_END; or, on error, the
 * negative of an exit status.
 */
int ptool_recording_turn(struct ptool_recording *recording,
			 struct ptool_reason *why);

/**
 * ptool_recording_next() - go to the next snapshot
 * @recording: the recording
 * @place: receives the position of the snapshot; unchanged at the end, or if the
 *	snapshot is incomplete
 * @why: set to the reason of an error
 *
 * Return: enum ptool_recording_step; or, on error, the negative of an exit
 * status.
 */
int ptool_recording_next(struct ptool_recording *recording,
			 struct ptool_place *place, struct ptool_reason *why);

/**
 * ptool_recording_again() - go back to the first mark of the recording
 * @recording: the recording
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recording_again(struct ptool_recording *recording,
			  struct ptool_reason *why);

/**
 * ptool_recording_return() - go back to a position right after a snapshot
 * @recording: the recording
 * @place: position of the snapshot, from ptool_recording_next()
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recording_return(struct ptool_recording *recording,
			   const struct ptool_place *place,
			   struct ptool_reason *why);

/**
 * ptool_recording_warn_cut() - warn that the last snapshot is incomplete
 * @recording: the recording, after ptool_recording_next() returned
 *	PTOOL_RECORDING_CUT
 */
void ptool_recording_warn_cut(const struct ptool_recording *recording);

/**
 * ptool_recording_check() - check that a snapshot can be unpacked, with the right checksum
 * @recording: the recording
 * @place: position of the snapshot
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recording_check(const struct ptool_recording *recording,
			  const struct ptool_place *place,
			  struct ptool_reason *why);

/**
 * ptool_recording_model() - read a snapshot into a model
 * @recording: the recording
 * @place: position of the snapshot
 * @model: receives the model; that of a segment is as it was imported, as far as
 *	a snapshot can hold it, see ptool_snapshot_encode()
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_recording_model(const struct ptool_recording *recording,
			  const struct ptool_place *place,
			  struct ptool_model **model, struct ptool_reason *why);

#endif /* _PATHTIME_RECORDING_H */
