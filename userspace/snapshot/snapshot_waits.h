/* SPDX-License-Identifier: GPL-2.0 */
/* snapshot_waits: decode waits and polls in the module's binary snapshot (abi.h) */
#ifndef _PATHTIME_SNAPSHOT_WAITS_H
#define _PATHTIME_SNAPSHOT_WAITS_H

#include "model/waits.h"
#include "snapshot/cursor.h"

/**
 * ptool_snapshot_take_waits() - Take waits, and the polls of CPUs
 * @cursor: the cursor, behind the interfaces
 * @head: the head of the snapshot
 * @waits: set to them
 *
 * Return: true if they are valid.
 */
bool ptool_snapshot_take_waits(struct ptool_cursor *cursor,
			       const struct ptime_snapshot *head,
			       struct ptool_waits *waits);

#endif /* _PATHTIME_SNAPSHOT_WAITS_H */
