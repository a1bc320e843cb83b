/* SPDX-License-Identifier: GPL-2.0 */
/* rotation: the files of a recording that begins a new file from time to time */
#ifndef _PATHTIME_ROTATION_H
#define _PATHTIME_ROTATION_H

#include "base/error.h"
#include "base/types.h"
#include "recording/recording.h"

/*
 * The name of a file has the time of its first snapshot, in UTC, before the
 * suffix: day.ptime becomes day-20261126T095209Z.ptime. Names ascend, also if the
 * clock was set back.
 */

/**
 * struct ptool_rotation - state of the rotation
 * @bytes: size from which a file is followed by a new one; 0 for no limit
 * @age_ns: age from which it is; 0 for no limit
 * @keep: number of files to keep; 0 for all
 * @warner: receives warnings; NULL to drop them
 * @directory: name of the directory of the files
 * @prefix: what their names have before the time
 * @suffix: what they have behind it
 * @last: the time in the name of the newest file, in seconds since the epoch
 * @name: name of the newest file; NULL if there is none yet
 * @is_stuck: old files could not be removed, which was reported
 */
struct ptool_rotation {
	u64 bytes;
	u64 age_ns;
	u32 keep;
	ptool_warner *warner;
	char *directory;
	char *prefix;
	char *suffix;
	u64 last;
	char *name;
	bool is_stuck;
};

/**
 * ptool_rotation_begin() - begin to rotate
 * @rotation: the rotation, with its limits and @warner only; for
 *	ptool_rotation_free(), also after an error
 * @output: name from which those of the files are made
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error: @output is a directory or is in none,
 * or another process is recording into one of the files.
 */
int ptool_rotation_begin(struct ptool_rotation *rotation, const char *output,
			 struct ptool_reason *why);

/**
 * ptool_rotation_create() - begin the first file
 * @rotation: the rotation
 * @recorder: receives the recording
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_rotation_create(struct ptool_rotation *rotation,
			  struct ptool_recorder *recorder,
			  struct ptool_reason *why);

/**
 * ptool_rotation_is_due() - check whether a new file is due
 * @rotation: the rotation
 * @recorder: the recording
 * @age_ns: time since the first snapshot of the file
 *
 * Return: true if it is.
 */
bool ptool_rotation_is_due(const struct ptool_rotation *rotation,
			   const struct ptool_recorder *recorder, u64 age_ns);

/**
 * ptool_rotation_turn() - begin a new file, and remove files that are too many
 * @rotation: the rotation
 * @recorder: the recording, which continues in the new file; unchanged on error
 * @bytes: the last snapshot, which becomes the first one of the new file
 * @why: set to the reason of an error
 *
 * Old files are removed when the snapshot is on the disk.
 *
 * Return: 0, or an exit status on error.
 */
int ptool_rotation_turn(struct ptool_rotation *rotation,
			struct ptool_recorder *recorder,
			const struct ptool_bytes *bytes,
			struct ptool_reason *why);

/**
 * ptool_rotation_prune() - remove the oldest files, so that the kept ones stay
 * @rotation: the rotation
 *
 * A file into which another process is recording stays.
 */
void ptool_rotation_prune(struct ptool_rotation *rotation);

void ptool_rotation_free(struct ptool_rotation *rotation);

#endif /* _PATHTIME_ROTATION_H */
