/* SPDX-License-Identifier: GPL-2.0 */
/*
 * recording: snapshots in a file, one behind the other
 *
 * A recording is a row of zstd frames (RFC 8878), so that `zstd -t` tests it, and
 * `zstd -dc` writes its snapshots:
 *
 *	skippable frame			struct ptime_recording_head
 *	for each snapshot:
 *	  skippable frame		struct ptime_recording_mark
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
 *	  skippable frame		struct ptime_recording_section
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

#define PTIME_RECORDING_MAGIC		"PTIMEREC"
#define PTIME_RECORDING_SECTION_MAGIC	"PTIMEMRG"
#define PTIME_RECORDING_VERSION		1

/* of sixteen magic numbers for skippable frames, those of a head, a mark and a section */
#define PTIME_RECORDING_HEAD_FRAME	0x184d2a5bU
#define PTIME_RECORDING_MARK_FRAME	0x184d2a5cU
#define PTIME_RECORDING_SECTION_FRAME	0x184d2a5dU

/* no head, mark or section is larger, whatever a later version adds */
#define PTIME_RECORDING_STRUCT_MAX	4096

/* nothing is unpacked beyond: as large as a snapshot that is read may be */
#define PTIME_RECORDING_SNAPSHOT_MAX	(1024ULL * 1024 * 1024)

/* what the snapshots of a recording are of */
enum ptime_recording_kind {
	PTIME_RECORDING_MODULE		= 0,
	PTIME_RECORDING_CAPTURES	= 1,
};

/* room for the kernel's name of a start of the machine, with the NUL */
#define PTIME_RECORDING_BOOT_LEN	40

/* room for the name of a capture: of a longer one its end, with the NUL */
#define PTIME_RECORDING_SOURCE_LEN	256

/**
 * struct ptime_recording_head - what a recording begins with
 * @bytes: size of this struct
 * @version: PTIME_RECORDING_VERSION
 * @hash: of this struct
 * @magic: PTIME_RECORDING_MAGIC, without a NUL
 * @machine: name of the machine
 * @kernel: release of its kernel
 * @tool: version of the pathtime that recorded
 * @kind: enum ptime_recording_kind; at first the struct ended before it
 * @reserved: 0
 * @boot: which start of the machine it is, as the kernel names it; empty where that is
 *	not known; until 0.1.0 the struct ended before it
 */
struct ptime_recording_head {
	__u32	bytes;
	__u32	version;
	__u64	hash;
	__u8	magic[8];
	char	machine[PTIME_MACHINE_LEN];
	char	kernel[PTIME_MACHINE_LEN];
	char	tool[PTIME_VERSION_LEN];
	__u32	kind;
	__u32	reserved;
	char	boot[PTIME_RECORDING_BOOT_LEN];
};

/**
 * struct ptime_recording_part - the part of a capture that a snapshot is of
 * @source: what the capture is called
 * @name: what the part is called; empty where the capture has none
 * @counts: of its remarks, by enum ptime_part_remark
 */
struct ptime_recording_part {
	char	source[PTIME_RECORDING_SOURCE_LEN];
	char	name[PTIME_PART_NAME_LEN];
	__u64	counts[PTIME_PART_REMARKS];
};

/**
 * struct ptime_recording_mark - what is before each snapshot
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
struct ptime_recording_mark {
	__u32	bytes;
	__u32	resets;
	__u64	hash;
	__u64	number;
	__u64	packed_bytes;
	__u64	snapshot_bytes;
	__u64	wall_ns;
	__u64	time_ns;
	__u64	since_ns;
	struct ptime_recording_part part;
};

/**
 * struct ptime_recording_section - what is before each of several recordings in a file
 * @bytes: size of this struct
 * @version: PTIME_RECORDING_VERSION
 * @hash: of this struct
 * @magic: PTIME_RECORDING_SECTION_MAGIC, without a NUL
 * @number: of the recording in the file, from 0
 * @recordings: how many there are
 * @recording_bytes: size of the recording
 */
struct ptime_recording_section {
	__u32	bytes;
	__u32	version;
	__u64	hash;
	__u8	magic[8];
	__u32	number;
	__u32	recordings;
	__u64	recording_bytes;
};

/* what zstd has before the content of a skippable frame */
struct ptime_recording_frame {
	__le32	magic;
	__le32	bytes;
};

/* a section as it is in the file */
struct ptime_recording_framed_section {
	struct ptime_recording_frame frame;
	struct ptime_recording_section section;
};

/**
 * ptime_recording_fill_section() - make a section
 * @framed: gets it
 * @number: of the recording in the file, from 0
 * @recordings: how many there are
 * @bytes: size of the recording
 */
void ptime_recording_fill_section(struct ptime_recording_framed_section *framed,
				  u32 number, u32 recordings, u64 bytes);

/**
 * ptime_recording_hash() - hash of a head, a mark or a section
 * @bytes: the struct
 * @size: its size
 * @at: where in it its hash is
 */
u64 ptime_recording_hash(const void *bytes, size_t size, size_t at);

/**
 * struct ptime_recorder - a recording that is being written
 * @name: name of its file
 * @fd: its descriptor, which locks it
 * @is_new: it was made, and not gone on with
 * @snapshots: number of snapshots in it
 * @bytes: its size
 */
struct ptime_recorder {
	const char *name;
	int fd;
	bool is_new;
	u64 snapshots;
	u64 bytes;
};

/**
 * ptime_recorder_create() - begin a recording
 * @recorder: gets it
 * @name: name of its file, which must not be there
 * @kind: what its snapshots will be of
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recorder_create(struct ptime_recorder *recorder, const char *name,
			  enum ptime_recording_kind kind);

/**
 * ptime_recorder_resume() - go on with a recording of the module, or begin one
 * @recorder: gets it
 * @name: name of its file, which is made where it is not there
 *
 * It must be of this machine, no one else may be recording into it, and it must not
 * be merged. What was cut at its end is dropped, and that is told on standard error;
 * after an error it is what it was.
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recorder_resume(struct ptime_recorder *recorder, const char *name);

/**
 * ptime_recorder_append() - append a snapshot, and wait until it is on the disk
 * @recorder: the recording, of the module; after an error it ends behind the
 *	snapshot before
 * @bytes: the snapshot, which has just been read
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recorder_append(struct ptime_recorder *recorder,
			  const struct ptime_bytes *bytes);

/**
 * ptime_recorder_append_part() - append a part of a capture, likewise
 * @recorder: the recording, of captures
 * @model: the part, as it was imported
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recorder_append_part(struct ptime_recorder *recorder,
			       const struct ptime_model *model);

/**
 * ptime_recorder_close() - end a recording
 * @recorder: the recording
 */
void ptime_recorder_close(struct ptime_recorder *recorder);

/**
 * ptime_recorder_discard() - end a recording, and remove it if it is new
 * @recorder: the recording
 */
void ptime_recorder_discard(struct ptime_recorder *recorder);

/**
 * struct ptime_recording - a recording that is being read
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
struct ptime_recording {
	char *name;
	const char *file;
	int fd;
	u64 file_bytes;
	u32 number;
	u32 recordings;
	u64 begin;
	u64 end;
	u64 offset;
	struct ptime_recording_head head;
	u64 head_at;
	u32 boots;
};

/**
 * struct ptime_place - where a snapshot of a recording is
 * @offset: of its mark
 * @next: of what comes behind the snapshot
 * @head_at: where the head is that holds for it
 * @boots: how often the machine was started anew before it, as far as that is known
 * @mark: the mark
 */
struct ptime_place {
	u64 offset;
	u64 next;
	u64 head_at;
	u32 boots;
	struct ptime_recording_mark mark;
};

/**
 * ptime_recording_is() - does a file begin as a recording, or several, do?
 * @name: name of the file
 *
 * Return: whether it does; not if it cannot be read, or is no regular file, from which
 * nothing may be taken.
 */
bool ptime_recording_is(const char *name);

/**
 * ptime_recording_open() - open a file and read the head of its first recording
 * @recording: gets it, at its first mark
 * @name: name of the file, which has to stay
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recording_open(struct ptime_recording *recording, const char *name);

/**
 * ptime_recording_close() - close it
 * @recording: the recording
 */
void ptime_recording_close(struct ptime_recording *recording);

/* what was found next; below 0 is the negative of an exit status */
enum ptime_recording_step {
	PTIME_RECORDING_PLACE	= 0,	/* a snapshot, or a recording */
	PTIME_RECORDING_END	= 1,	/* the end */
	PTIME_RECORDING_CUT	= 2,	/* a snapshot that is not all there */
};

/**
 * ptime_recording_turn() - go on to the next recording of the file
 * @recording: gets it, at its first mark; at the end it stays what it was
 *
 * Return: PTIME_RECORDING_PLACE or PTIME_RECORDING_END; or, after an error was told,
 * the negative of an exit status.
 */
int ptime_recording_turn(struct ptime_recording *recording);

/**
 * ptime_recording_next() - go on to the next snapshot
 * @recording: the recording
 * @place: gets where it is; at the end, or a cut, it stays what it was
 *
 * Return: what was found; or, after an error was told, the negative of an exit status.
 */
int ptime_recording_next(struct ptime_recording *recording,
			 struct ptime_place *place);

/**
 * ptime_recording_return() - go back to a snapshot, for the next one to be that behind it
 * @recording: the recording
 * @place: where the snapshot is, as ptime_recording_next() told
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recording_return(struct ptime_recording *recording,
			   const struct ptime_place *place);

/**
 * ptime_recording_tell_cut() - say on standard error that the last snapshot is cut
 * @recording: the recording, where ptime_recording_next() found the cut
 */
void ptime_recording_tell_cut(const struct ptime_recording *recording);

/**
 * ptime_recording_check() - is a snapshot what was written?
 * @recording: the recording
 * @place: where it is
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recording_check(const struct ptime_recording *recording,
			  const struct ptime_place *place);

/**
 * ptime_recording_model() - read a snapshot
 * @recording: the recording
 * @place: where it is
 * @model: gets it; that of a part of a capture as it was imported, as far as a
 *	snapshot has it, see ptime_snapshot_encode()
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recording_model(const struct ptime_recording *recording,
			  const struct ptime_place *place,
			  struct ptime_model **model);

#endif /* _PATHTIME_RECORDING_H */
