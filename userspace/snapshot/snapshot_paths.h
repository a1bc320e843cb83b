/* SPDX-License-Identifier: GPL-2.0 */
/* snapshot_paths: decoder of the paths in the module's binary snapshot (abi.h) */
#ifndef _PATHTIME_SNAPSHOT_PATHS_H
#define _PATHTIME_SNAPSHOT_PATHS_H

#include "model/path.h"
#include "snapshot/cursor.h"

/**
 * ptool_snapshot_take_paths() - take all paths
 * @cursor: where they begin
 * @head: the snapshot's head, which has them
 * @paths: gets them, not folded; it is zero
 *
 * Return: whether they are right; if not, there is a reason, and some were taken.
 */
bool ptool_snapshot_take_paths(struct ptool_cursor *cursor,
			       const struct ptime_snapshot *head,
			       struct ptool_paths *paths);

#endif /* _PATHTIME_SNAPSHOT_PATHS_H */
