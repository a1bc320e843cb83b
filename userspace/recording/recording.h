/* SPDX-License-Identifier: GPL-2.0 */
/*
 * recording: snapshots in a file, one behind the other
 *
 * A recording is a row of zstd frames (RFC 8878), so that `zstd -t` tests it, and
 * `zstd -dc` writes its snapshots:
 *
 *	skippable frame			struct ptool_recording_head
 *	for each snapshot:
 *	  skippable frame		struct ptool_recording_mark
 *	  frame with size and checksum	the snapshot, as abi.h has it
 *
 * A mark and its snapshot are appended by one write, and are on the disk before the
 * next snapshot is taken. So only the end of a file can be cut, and what comes before
 * stands. Marks tell how far it is to the next one: a recording of any size is walked
 * without unpacking it, in memory for one mark.
 *
 * What zstd has of a skippable frame (its magic number and its size, 32 bits each) is
 * little-endian, all else is in the machine's byte order. All structs begin with
 * their size and have a hash of their own, as a skippable frame has no checksum:
 * FNV-1a in 64 bits, of all their bytes with the hash taken as 0, those beyond what is
 * known here, too. A later version of the same number only adds fields at the end of
 * a struct.
 *
 * A recording of the module can be gone on with later, as if one recorder had paused:
 * numbers of snapshots go on. Where the machine was started anew meanwhile, or has
 * another kernel or another pathtime, its head comes again, as of now, before the next
 * mark. Times of marks ascend up to a head with another boot.
 *
 * Snapshots of the module count on from one to the next. Those of captures are one for
 * each part, which counts from 0, and have no times; their marks tell what they are of.
 *
 * Recordings are merged into one file by putting them one behind the other, each as it
 * is behind a section's head, which tells how long it is and how many there are:
 *
 *	for each recording, in the order of the machines' names:
 *	  skippable frame		struct ptool_recording_section
 *	  the recording
 *
 * Such a file is written as a whole: one that was cut is not read.
 */
#ifndef _PATHTIME_RECORDING_H
#define _PATHTIME_RECORDING_H

#include <pathtime/abi.h>

#include "base/types.h"
#include "model/model.h"
#include "model/part.h"

#define PTOOL_RECORDING_MAGIC		"PTIMEREC"
#define PTOOL_RECORDING_SECTION_MAGIC	"PTIMEMRG"
#define PTOOL_RECORDING_VERSION		1

/* of sixteen magic numbers for skippable frames, those of a head, a mark and a section */
#define PTOOL_RECORDING_HEAD_FRAME	0x184d2a5bU
#define PTOOL_RECORDING_MARK_FRAME	0x184d2a5cU
#define PTOOL_RECORDING_SECTION_FRAME	0x184d2a5dU

/* no head, mark or section is larger, whatever a later version adds */
#define PTOOL_RECORDING_STRUCT_MAX	4096

/* nothing is unpacked beyond: as large as a snapshot that is read may be */
#define PTOOL_RECORDING_SNAPSHOT_MAX	(1024ULL * 1024 * 1024)

/* what the snapshots of a recording are of */
enum ptool_recording_kind {
	PTOOL_RECORDING_MODULE		= 0,
	PTOOL_RECORDING_CAPTURES	= 1,
};

/* room for the kernel's name of a start of the machine, with the NUL */
#define PTOOL_RECORDING_BOOT_LEN	40

/* room for the name of a capture: of a longer one its end, with the NUL */
#define PTOOL_RECORDING_SOURCE_LEN	256

/**
 * struct ptool_recording_head - what a recording begins with
 * @bytes: size of this struct
 * @version: PTOOL_RECORDING_VERSION
 * @hash: of this struct
 * @magic: PTOOL_RECORDING_MAGIC, without a NUL
 * @machine: name of the machine
 * @kernel: release of its kernel
 * @tool: version of the pathtime that recorded
 * @kind: enum ptool_recording_kind; at first the struct ended before it
 * @reserved: 0
 * @boot: which start of the machine it is, as the kernel names it; empty where that is
 *	not known; until 0.1.0 the struct ended before it
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
 * struct ptool_recording_part - the part of a capture that a snapshot is of
 * @source: what the capture is called
 * @name: what the part is called; empty where the capture has none
 * @counts: of its remarks, by enum ptool_part_remark
 */
struct ptool_recording_part {
	char	source[PTOOL_RECORDING_SOURCE_LEN];
	char	name[PTOOL_PART_NAME_LEN];
	__u64	counts[PTOOL_PART_REMARKS];
};

/**
 * struct ptool_recording_mark - what is before each snapshot
 * @bytes: size of this struct
 * @resets: of the snapshot
 * @hash: of this struct
 * @number: of the snapshot in the recording, from 0
 * @packed_bytes: size of the frame that follows
 * @snapshot_bytes: size of the snapshot in it
 * @wall_ns: when it was taken, CLOCK_REALTIME
 * @time_ns: likewise, CLOCK_BOOTTIME: .time_ns of the snapshot
 * @since_ns: of the snapshot
 * @part: of a capture only, else the struct ends before it
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
	struct ptool_recording_part part;
};

/**
 * struct ptool_recording_section - what is before each of several recordings in a file
 * @bytes: size of this struct
 * @version: PTOOL_RECORDING_VERSION
 * @hash: of this struct
 * @magic: PTOOL_RECORDING_SECTION_MAGIC, without a NUL
 * @number: of the recording in the file, from 0
 * @recordings: how many there are
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

/* what zstd has before the content of a skippable frame */
struct ptool_recording_frame {
	__le32	magic;
	__le32	bytes;
};

/* a section as it is in the file */
struct ptool_recording_framed_section {
	struct ptool_recording_frame frame;
	struct ptool_recording_section section;
};

/**
 * ptool_recording_fill_section() - make a section
 * @framed: gets it
 * @number: of the recording in the file, from 0
 * @recordings: how many there are
 * @bytes: size of the recording
 */
void ptool_recording_fill_section(struct ptool_recording_framed_section *framed,
				  u32 number, u32 recordings, u64 bytes);

/**
 * ptool_recording_hash() - hash of a head, a mark or a section
 * @bytes: the struct
 * @size: its size
 * @at: where in it its hash is
 */
u64 ptool_recording_hash(const void *bytes, size_t size, size_t at);

/**
 * struct ptool_recorder - a recording that is being written
 * @name: name of its file
 * @fd: its descriptor, which locks it
 * @is_new: it was made, and not gone on with
 * @snapshots: number of snapshots in it
 * @bytes: its size
 */
struct ptool_recorder {
	const char *name;
	int fd;
	bool is_new;
	u64 snapshots;
	u64 bytes;
};

/**
 * ptool_recorder_create() - begin a recording
 * @recorder: gets it
 * @name: name of its file, which must not be there
 * @kind: what its snapshots will be of
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_recorder_create(struct ptool_recorder *recorder, const char *name,
			  enum ptool_recording_kind kind);

/**
 * ptool_recorder_resume() - go on with a recording of the module, or begin one
 * @recorder: gets it
 * @name: name of its file, which is made where it is not there
 *
 * It must be of this machine, no one else may be recording into it, and it must not
 * be merged. What was cut at its end is dropped, and that is told on standard error;
 * after an error it is what it was.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_recorder_resume(struct ptool_recorder *recorder, const char *name);

/**
 * ptool_recorder_append() - append a snapshot, and wait until it is on the disk
 * @recorder: the recording, of the module; after an error it ends behind the
 *	snapshot before
 * @bytes: the snapshot, which has just been read
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_recorder_append(struct ptool_recorder *recorder,
			  const struct ptool_bytes *bytes);

/**
 * ptool_recorder_append_part() - append a part of a capture, likewise
 * @recorder: the recording, of captures
 * @model: the part, as it was imported
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_recorder_append_part(struct ptool_recorder *recorder,
			       const struct ptool_model *model);

/**
 * ptool_recorder_close() - end a recording
 * @recorder: the recording
 */
void ptool_recorder_close(struct ptool_recorder *recorder);

/**
 * ptool_recorder_discard() - end a recording, and remove it if it is new
 * @recorder: the recording
 */
void ptool_recorder_discard(struct ptool_recorder *recorder);

/**
 * struct ptool_recording - a recording that is being read
 * @name: name of its file; where that has several, with the machine's behind it
 * @file: name of its file
 * @fd: its descriptor
 * @file_bytes: its size
 * @number: of the recording in it, from 0
 * @recordings: how many there are
 * @begin: where the recording begins in it
 * @end: where it ends, likewise
 * @offset: where the next mark is, or a head before it, likewise
 * @head: what it begins with; or, where it was gone on with, the last head so far
 * @head_at: where that is
 * @boots: how often the machine was started anew so far, as far as that is known
 */
struct ptool_recording {
	char *name;
	const char *file;
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
};

/**
 * struct ptool_place - where a snapshot of a recording is
 * @offset: of its mark
 * @next: of what comes behind the snapshot
 * @head_at: where the head is that holds for it
 * @boots: how often the machine was started anew before it, as far as that is known
 * @mark: the mark
 */
struct ptool_place {
	u64 offset;
	u64 next;
	u64 head_at;
	u32 boots;
	struct ptool_recording_mark mark;
};

/**
 * ptool_recording_is() - does a file begin as a recording, or several, do?
 * @name: name of the file
 *
 * Return: whether it does; not if it cannot be read, or is no regular file, from which
 * nothing may be taken.
 */
bool ptool_recording_is(const char *name);

/**
 * ptool_recording_open() - open a file and read the head of its first recording
 * @recording: gets it, at its first mark
 * @name: name of the file, which has to stay
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_recording_open(struct ptool_recording *recording, const char *name);

/**
 * ptool_recording_close() - close it
 * @recording: the recording
 */
void ptool_recording_close(struct ptool_recording *recording);

/* what was found next; below 0 is the negative of an exit status */
enum ptool_recording_step {
	PTOOL_RECORDING_PLACE	= 0,	/* a snapshot, or a recording */
	PTOOL_RECORDING_END	= 1,	/* the end */
	PTOOL_RECORDING_CUT	= 2,	/* a snapshot that is not all there */
};

/**
 * ptool_recording_turn() - go on to the next recording of the file
 * @recording: gets it, at its first mark; at the end it stays what it was
 *
 * Return: PTOOL_RECORDING_PLACE or PTOOL_RECORDING_END; or, after an error was told,
 * the negative of an exit status.
 */
int ptool_recording_turn(struct ptool_recording *recording);

/**
 * ptool_recording_next() - go on to the next snapshot
 * @recording: the recording
 * @place: gets where it is; at the end, or a cut, it stays what it was
 *
 * Return: what was found; or, after an error was told, the negative of an exit status.
 */
int ptool_recording_next(struct ptool_recording *recording,
			 struct ptool_place *place);

/**
 * ptool_recording_return() - go back to a snapshot, for the next one to be that behind it
 * @recording: the recording
 * @place: where the snapshot is, as ptool_recording_next() told
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_recording_return(struct ptool_recording *recording,
			   const struct ptool_place *place);

/**
 * ptool_recording_tell_cut() - say on standard error that the last snapshot is cut
 * @recording: the recording, where ptool_recording_next() found the cut
 */
void ptool_recording_tell_cut(const struct ptool_recording *recording);

/**
 * ptool_recording_check() - is a snapshot what was written?
 * @recording: the recording
 * @place: where it is
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_recording_check(const struct ptool_recording *recording,
			  const struct ptool_place *place);

/**
 * ptool_recording_model() - read a snapshot
 * @recording: the recording
 * @place: where it is
 * @model: gets it; that of a part of a capture as it was imported, as far as a
 *	snapshot has it, see ptool_snapshot_encode()
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_recording_model(const struct ptool_recording *recording,
			  const struct ptool_place *place,
			  struct ptool_model **model);

#endif /* _PATHTIME_RECORDING_H */
