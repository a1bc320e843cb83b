/* SPDX-License-Identifier: GPL-2.0 */
/* snapshot: decoder and encoder of the module's binary snapshot (abi.h) */
#ifndef _PATHTIME_SNAPSHOT_H
#define _PATHTIME_SNAPSHOT_H

#include "base/error.h"
#include "base/types.h"
#include "model/model.h"

/**
 * ptool_snapshot_is() - whether bytes begin as a snapshot does
 * @bytes: the bytes
 * @size: their number
 */
bool ptool_snapshot_is(const void *bytes, size_t size);

/**
 * ptool_snapshot_decode() - a snapshot's bytes as a model
 * @bytes: the bytes, of no alignment
 * @size: their number
 * @why: gets the reason where they are no snapshot this tool can read
 *
 * Trusts nothing: each size and count is held against the bytes at hand before
 * memory is taken for it, names are printable, sums do not overflow.
 *
 * Return: the model, folded; NULL where there is a reason.
 */
struct ptool_model *ptool_snapshot_decode(const void *bytes, size_t size,
					  struct ptool_reason *why);

/**
 * ptool_snapshot_take() - likewise, of bytes that nobody needs any more
 * @bytes: the bytes, which are freed: what is added up needs as much memory again
 * @size: their number
 * @why: gets the reason where they are no snapshot this tool can read
 *
 * Return: the model, folded; NULL where there is a reason.
 */
struct ptool_model *ptool_snapshot_take(void *bytes, size_t size,
					struct ptool_reason *why);

/**
 * ptool_snapshot_head() - decode the head only
 * @bytes: the snapshot, whole
 * @size: its size
 * @head: gets the head; what the snapshot's version does not have yet is 0
 * @why: gets the reason of an error
 *
 * Return: whether it is a snapshot, of a version known here and of its full size.
 */
bool ptool_snapshot_head(const void *bytes, size_t size,
			 struct ptime_snapshot *head,
			 struct ptool_reason *why);

/**
 * ptool_snapshot_encode() - the model of a capture as a snapshot (encoder.c)
 * @model: the model, as it was imported, with all of its functions and nodes
 * @bytes: gets the snapshot, which ptool_snapshot_decode() takes
 *
 * It has no raw times and no costs, and its number of possible CPUs is 0, as that is
 * not known. Not in it is what the format has no place for: source, part and remarks,
 * the shortest and longest self times, and how many calls have no end: what these
 * called shows which nodes have any.
 */
void ptool_snapshot_encode(const struct ptool_model *model,
			   struct ptool_bytes *bytes);

#endif /* _PATHTIME_SNAPSHOT_H */
