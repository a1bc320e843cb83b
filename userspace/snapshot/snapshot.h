/* SPDX-License-Identifier: GPL-2.0 */
/* snapshot: decode and encode the module's binary snapshot (abi.h) */
#ifndef _PATHTIME_SNAPSHOT_H
#define _PATHTIME_SNAPSHOT_H

#include "base/error.h"
#include "base/types.h"
#include "model/model.h"

/**
 * ptool_snapshot_is() - Check whether bytes begin like a snapshot
 * @bytes: the bytes
 * @size: number of bytes
 *
 * Return: true if they do.
 */
bool ptool_snapshot_is(const void *bytes, size_t size);

/**
 * ptool_snapshot_decode() - Decode a snapshot into a model
 * @bytes: the bytes, with any alignment
 * @size: number of bytes
 * @why: set to the reason if this tool cannot read the snapshot
 *
 * The bytes are not trusted. Each size and count is checked against the bytes
 * that are left before memory is allocated for it. Names must be printable, and
 * sums must not overflow.
 *
 * Return: the model, folded, or NULL with a reason.
 */
struct ptool_model *ptool_snapshot_decode(const void *bytes, size_t size,
					  struct ptool_reason *why);

/**
 * ptool_snapshot_take() - Decode a snapshot into a model and free its bytes
 * @bytes: the bytes, which are freed even on failure
 * @size: number of bytes
 * @why: set to the reason if this tool cannot read the snapshot
 *
 * The bytes are freed before the sums are computed, which need as much memory
 * again.
 *
 * Return: the model, folded, or NULL with a reason.
 */
struct ptool_model *ptool_snapshot_take(void *bytes, size_t size,
					struct ptool_reason *why);

/**
 * ptool_snapshot_head() - Decode the head of a snapshot
 * @bytes: the whole snapshot
 * @size: number of bytes
 * @head: set to the head. Members that its version does not have are 0, except
 *	.sample, which is 1.
 * @why: set to the reason of an error
 *
 * Return: true if it is a snapshot of a known version and of its full size.
 */
bool ptool_snapshot_head(const void *bytes, size_t size,
			 struct ptime_snapshot *head,
			 struct ptool_reason *why);

/**
 * ptool_snapshot_encode() - Encode the model of a capture as a snapshot (encoder.c)
 * @model: the model, as it was imported, with all of its functions and nodes
 * @bytes: set to the snapshot, which ptool_snapshot_decode() can read
 *
 * The snapshot has no raw times and no overheads. Its number of possible CPUs
 * is 0 for unknown. The format has no room for source, segment and warnings,
 * for the shortest and longest self times, and for the number of calls without
 * an end. Which nodes have such calls can be seen from their callees.
 */
void ptool_snapshot_encode(const struct ptool_model *model,
			   struct ptool_bytes *bytes);

#endif /* _PATHTIME_SNAPSHOT_H */
