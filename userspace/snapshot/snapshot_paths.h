/* SPDX-License-Identifier: GPL-2.0 */
/* snapshot_paths: decode the paths in the module's binary snapshot (abi.h) */
#ifndef _PATHTIME_SNAPSHOT_PATHS_H
#define _PATHTIME_SNAPSHOT_PATHS_H

#include "model/path.h"
#include "snapshot/cursor.h"

/**
 * ptool_snapshot_take_paths() - Take all paths and interfaces of a snapshot
 * @cursor: where they begin
 * @head: the snapshot's head, with the numbers of paths and interfaces
 * @paths: zeroed; set to the paths, not folded
 *
 * Return: true if they are valid. Otherwise the reason is set, and @paths may
 * have some of them.
 */
bool ptool_snapshot_take_paths(struct ptool_cursor *cursor,
			       const struct ptime_snapshot *head,
			       struct ptool_paths *paths);

#endif /* _PATHTIME_SNAPSHOT_PATHS_H */
