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
 * little-endian, all else is in the machine's byte order. Both structs begin with
 * their size and have a hash of their own, as a skippable frame has no checksum:
 * FNV-1a in 64 bits, of all their bytes with the hash taken as 0, those beyond what is
 * known here, too. A later version of the same number only adds fields at the end of
 * a struct.
 */
#ifndef _PATHTIME_RECORDING_H
#define _PATHTIME_RECORDING_H

#include <pathtime/abi.h>

#include "debugfs.h"
#include "model.h"

#define PTIME_RECORDING_MAGIC		"PTIMEREC"
#define PTIME_RECORDING_VERSION		1

/* of sixteen magic numbers for skippable frames, those of a head and of a mark */
#define PTIME_RECORDING_HEAD_FRAME	0x184d2a5bU
#define PTIME_RECORDING_MARK_FRAME	0x184d2a5cU

/* no head and no mark is larger, whatever a later version adds */
#define PTIME_RECORDING_STRUCT_MAX	4096

/* nothing is unpacked beyond: as large as a snapshot that is read may be */
#define PTIME_RECORDING_SNAPSHOT_MAX	(1024ULL * 1024 * 1024)

/**
 * struct ptime_recording_head - what a recording begins with
 * @bytes: size of this struct
 * @version: PTIME_RECORDING_VERSION
 * @hash: of this struct
 * @magic: PTIME_RECORDING_MAGIC, without a NUL
 * @machine: name of the machine
 * @kernel: release of its kernel
 * @tool: version of the pathtime that recorded
 */
struct ptime_recording_head {
	__u32	bytes;
	__u32	version;
	__u64	hash;
	__u8	magic[8];
	char	machine[PTIME_MACHINE_LEN];
	char	kernel[PTIME_MACHINE_LEN];
	char	tool[PTIME_VERSION_LEN];
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
};

/* what zstd has before the content of a skippable frame */
struct ptime_recording_frame {
	__le32	magic;
	__le32	bytes;
};

/**
 * ptime_recording_hash() - hash of a head or of a mark
 * @bytes: the struct
 * @size: its size
 * @at: where in it its hash is
 */
u64 ptime_recording_hash(const void *bytes, size_t size, size_t at);

/**
 * struct ptime_recorder - a recording that is being written
 * @name: name of its file
 * @fd: its descriptor
 * @snapshots: number of snapshots in it
 * @bytes: its size
 */
struct ptime_recorder {
	const char *name;
	int fd;
	u64 snapshots;
	u64 bytes;
};

/**
 * ptime_recorder_create() - begin a recording
 * @recorder: gets it
 * @name: name of its file, which must not be there
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recorder_create(struct ptime_recorder *recorder, const char *name);

/**
 * ptime_recorder_append() - append a snapshot, and wait until it is on the disk
 * @recorder: the recording; after an error it ends behind the snapshot before
 * @bytes: the snapshot, which has just been read
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recorder_append(struct ptime_recorder *recorder,
			  const struct ptime_bytes *bytes);

/**
 * ptime_recorder_close() - end a recording
 * @recorder: the recording
 */
void ptime_recorder_close(struct ptime_recorder *recorder);

/**
 * struct ptime_recording - a recording that is being read
 * @name: name of its file
 * @fd: its descriptor
 * @size: its size
 * @offset: where the next mark is
 * @head: what it begins with
 */
struct ptime_recording {
	const char *name;
	int fd;
	u64 size;
	u64 offset;
	struct ptime_recording_head head;
};

/**
 * struct ptime_place - where a snapshot of a recording is
 * @offset: of its mark
 * @next: of what comes behind the snapshot
 * @mark: the mark
 */
struct ptime_place {
	u64 offset;
	u64 next;
	struct ptime_recording_mark mark;
};

/**
 * ptime_recording_is() - does a file begin as a recording does?
 * @name: name of the file
 *
 * Return: whether it does; not if it cannot be read, or is no regular file, from which
 * nothing may be taken.
 */
bool ptime_recording_is(const char *name);

/**
 * ptime_recording_open() - open a recording and read its head
 * @recording: gets it, at its first mark
 * @name: name of the file
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recording_open(struct ptime_recording *recording, const char *name);

/**
 * ptime_recording_close() - close it
 * @recording: the recording
 */
void ptime_recording_close(struct ptime_recording *recording);

/* what ptime_recording_next() found; below 0 is the negative of an exit status */
enum ptime_recording_step {
	PTIME_RECORDING_PLACE	= 0,	/* a snapshot */
	PTIME_RECORDING_END	= 1,	/* the end */
	PTIME_RECORDING_CUT	= 2,	/* a snapshot that is not all there */
};

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
 * ptime_recording_model() - read a snapshot
 * @recording: the recording
 * @place: where it is
 * @model: gets it
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptime_recording_model(const struct ptime_recording *recording,
			  const struct ptime_place *place,
			  struct ptime_model **model);

#endif /* _PATHTIME_RECORDING_H */
