/* SPDX-License-Identifier: GPL-2.0 */
/* snapshot_interfaces: decode the interfaces in the module's binary snapshot (abi.h) */
#ifndef _PATHTIME_SNAPSHOT_INTERFACES_H
#define _PATHTIME_SNAPSHOT_INTERFACES_H

#include "model/interface.h"
#include "snapshot/cursor.h"

/**
 * ptool_snapshot_take_interfaces() - Take all interfaces of a snapshot
 * @cursor: where they begin
 * @head: the snapshot's head, with the number of interfaces
 * @interfaces: zeroed; set to the interfaces
 *
 * Return: true if they are valid. Otherwise the reason is set, and @interfaces
 * may have some of them.
 */
bool ptool_snapshot_take_interfaces(struct ptool_cursor *cursor,
				    const struct ptime_snapshot *head,
				    struct ptool_interfaces *interfaces);

#endif /* _PATHTIME_SNAPSHOT_INTERFACES_H */
