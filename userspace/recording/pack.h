/* SPDX-License-Identifier: GPL-2.0 */
/* pack: compresses bytes by zstd or, if built without it, not at all */
#ifndef _PATHTIME_PACK_H
#define _PATHTIME_PACK_H

#include "base/error.h"

/* NULL if it was not built in */
const char *ptool_pack_feature(void);

/**
 * ptool_pack_check() - check that this build can compress
 * @command: name of the command that needs it
 * @why: set to the reason of an error
 *
 * Return: 0, or an exit status on error.
 */
int ptool_pack_check(const char *command, struct ptool_reason *why);

/* the maximum size of a frame of @size bytes before compression */
size_t ptool_pack_room(size_t size);

/**
 * ptool_pack() - compress bytes into a zstd frame with content size and checksum
 * @to: receives the frame
 * @room: size of @to in bytes, at least ptool_pack_room() of @size
 * @from: the bytes
 * @size: number of bytes
 * @why: receives the reason of an error
 *
 * Return: the size of the frame; 0 on error.
 */
size_t ptool_pack(void *to, size_t room, const void *from, size_t size,
		  struct ptool_reason *why);

/**
 * ptool_unpack() - decompress a frame
 * @to: receives the bytes
 * @size: expected number of bytes; any other is an error
 * @from: the frame
 * @packed: expected size of the frame; any other is an error
 * @why: receives the reason of an error
 *
 * Return: true if the frame is complete and its checksum is correct.
 */
bool ptool_unpack(void *to, size_t size, const void *from, size_t packed,
		  struct ptool_reason *why);

#endif /* _PATHTIME_PACK_H */
