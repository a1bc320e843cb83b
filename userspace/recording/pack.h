/* SPDX-License-Identifier: GPL-2.0 */
/* pack: bytes made smaller, and back; by zstd, or not at all where a build leaves it out */
#ifndef _PATHTIME_PACK_H
#define _PATHTIME_PACK_H

#include "base/error.h"

/**
 * ptool_pack_feature() - what `pathtime version` tells of it
 *
 * Return: the feature's name; NULL where it was left out.
 */
const char *ptool_pack_feature(void);

/**
 * ptool_pack_check() - can this build pack at all?
 * @command: the command that has to
 *
 * Return: 0, or an exit status after an error was told.
 */
int ptool_pack_check(const char *command);

/**
 * ptool_pack_room() - the most bytes that packing can give
 * @size: number of bytes to pack
 */
size_t ptool_pack_room(size_t size);

/**
 * ptool_pack() - pack bytes into a frame of zstd, with its size and a checksum
 * @to: gets the frame
 * @room: bytes at @to, as ptool_pack_room() says
 * @from: the bytes
 * @size: their number
 * @why: gets the reason of an error
 *
 * Return: size of the frame; 0 is an error.
 */
size_t ptool_pack(void *to, size_t room, const void *from, size_t size,
		  struct ptool_reason *why);

/**
 * ptool_unpack() - unpack a frame
 * @to: gets the bytes
 * @size: how many there must be
 * @from: the frame
 * @packed: its size, of which nothing may be left
 * @why: gets the reason of an error
 *
 * Return: whether it is whole, and right by its checksum.
 */
bool ptool_unpack(void *to, size_t size, const void *from, size_t packed,
		  struct ptool_reason *why);

#endif /* _PATHTIME_PACK_H */
