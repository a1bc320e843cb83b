// SPDX-License-Identifier: GPL-2.0
/* snapshot_interfaces: decode the interfaces in the module's binary snapshot (abi.h) */
#include <string.h>

#include "snapshot/snapshot_interfaces.h"

/* one more than have counts of their own: that of all others */
#define INTERFACES_MAX	(PTIME_INTERFACES_MAX + 1)

static bool add_packets(struct ptool_cursor *cursor, u64 *sum,
			const struct ptime_snapshot_interface *raw)
{
	u32 i;

	for (i = 0; i < PTIME_ACCOUNTS; i++)
		if (!ptool_cursor_add(sum, raw->packets[i]))
			return ptool_reason_set(cursor->why,
				"corrupted: more packets of interfaces than can be counted");
	return true;
}

static bool take_interface(struct ptool_cursor *cursor,
			   struct ptool_interfaces *interfaces, u64 *sum)
{
	struct ptool_interface *interface =
		&interfaces->interface[interfaces->count];
	struct ptime_snapshot_interface raw;

	if (!ptool_cursor_take(cursor, &raw, sizeof(raw), "interface"))
		return false;
	if (!raw.ifindex && raw.netns)
		return ptool_reason_set(cursor->why,
			"corrupted: interface %u without a number, but in a namespace",
			interfaces->count);
	if (!add_packets(cursor, sum, &raw))
		return false;
	interface->ifindex = raw.ifindex;
	interface->netns = raw.netns;
	memcpy(interface->packets, raw.packets, sizeof(raw.packets));
	interfaces->count++;
	return true;
}

static bool check_head(const struct ptool_cursor *cursor,
		       const struct ptime_snapshot *head)
{
	if (head->path_interfaces && !head->paths_max)
		return ptool_reason_set(cursor->why,
			"corrupted: %u interfaces, where no packets are traced",
			head->path_interfaces);
	if (head->path_interfaces > INTERFACES_MAX)
		return ptool_reason_set(cursor->why,
			"corrupted: %u interfaces", head->path_interfaces);
	return ptool_cursor_can_follow(cursor, head->path_interfaces,
				       sizeof(struct ptime_snapshot_interface),
				       "interfaces");
}

bool ptool_snapshot_take_interfaces(struct ptool_cursor *cursor,
				    const struct ptime_snapshot *head,
				    struct ptool_interfaces *interfaces)
{
	u64 sum = 0;
	u32 i;

	if (!check_head(cursor, head))
		return false;
	interfaces->interface = ptool_alloc(head->path_interfaces,
					    sizeof(*interfaces->interface));
	for (i = 0; i < head->path_interfaces; i++)
		if (!take_interface(cursor, interfaces, &sum))
			return false;
	if (ptool_interfaces_has_twins(interfaces))
		return ptool_reason_set(cursor->why,
			"corrupted: an interface is there twice");
	return true;
}
