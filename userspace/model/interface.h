/* SPDX-License-Identifier: GPL-2.0 */
/* interface: packets that each interface received and was given to send */
#ifndef _PATHTIME_INTERFACE_H
#define _PATHTIME_INTERFACE_H

#include <pathtime/abi.h>

#include "base/types.h"

/**
 * struct ptool_interface - the packets of an interface, by what became of them
 * @ifindex: its number; 0 for all interfaces that have no counts of their own
 * @netns: number of its network namespace; 0 if it is unknown, and with
 *	@ifindex 0
 * @packets: packets on all CPUs, even if CPUs were left out
 */
struct ptool_interface {
	u32 ifindex;
	u32 netns;
	u64 packets[PTIME_ACCOUNTS];
};

/**
 * struct ptool_interfaces - the interfaces of one machine
 * @count: their number
 * @interface: the interfaces, in any order
 */
struct ptool_interfaces {
	u32 count;
	struct ptool_interface *interface;
};

/**
 * ptool_interfaces_free() - Release interfaces, and have none
 * @interfaces: the interfaces
 */
void ptool_interfaces_free(struct ptool_interfaces *interfaces);

/**
 * ptool_interfaces_has_twins() - Find two interfaces with the same number and namespace
 * @interfaces: the interfaces
 *
 * Return: true if there are such interfaces.
 */
bool ptool_interfaces_has_twins(const struct ptool_interfaces *interfaces);

/**
 * ptool_interfaces_difference() - Compute what was counted between two readings
 * @now: the later reading
 * @before: the earlier reading
 *
 * Interfaces that counted nothing are left out.
 *
 * Return: new interfaces.
 */
struct ptool_interfaces
ptool_interfaces_difference(const struct ptool_interfaces *now,
			    const struct ptool_interfaces *before);

/**
 * ptool_interfaces_add() - Add the packets of a later part of a recording
 * @sum: the interfaces to add to
 * @add: the interfaces to add, of the same machine
 *
 * Interfaces are the same if their numbers and namespaces are.
 */
void ptool_interfaces_add(struct ptool_interfaces *sum,
			  const struct ptool_interfaces *add);

/**
 * ptool_interfaces_total() - Add up all counts of all interfaces
 * @interfaces: the interfaces, whose decoder has checked this sum
 *
 * Return: the sum.
 */
u64 ptool_interfaces_total(const struct ptool_interfaces *interfaces);

/**
 * ptool_interfaces_sorted() - Sort interfaces by namespace and number
 * @interfaces: the interfaces
 * @own_netns: number of the namespace that comes first; 0 for none
 *
 * The interfaces without counts of their own come last.
 *
 * Return: pointers to all of them, for free().
 */
const struct ptool_interface **
ptool_interfaces_sorted(const struct ptool_interfaces *interfaces,
			u32 own_netns);

/**
 * ptool_interface_name() - Format the name of an interface
 * @name: buffer of PTOOL_NETNAME_LEN bytes for the name, as of
 *	ptool_net_interface(), or "other interfaces"
 * @interface: the interface
 * @own_netns: number of the network namespace in which names can be looked up;
 *	0 for none
 */
void ptool_interface_name(char *name, const struct ptool_interface *interface,
			  u32 own_netns);

/**
 * ptool_interface_received() - Add up the packets that an interface received
 * @interface: the interface
 *
 * Return: the number of packets.
 */
u64 ptool_interface_received(const struct ptool_interface *interface);

/**
 * ptool_interface_received_in_paths() - Subtract lost packets from those with a record
 * @interface: the interface
 *
 * A packet may be lost in a later interval than that in which it was received.
 *
 * Return: the number of received packets that are in a path, or on their way; 0
 * if more were lost.
 */
u64 ptool_interface_received_in_paths(const struct ptool_interface *interface);

/**
 * ptool_interface_sent() - Add up the packets that an interface was given to send
 * @interface: the interface
 *
 * Return: the number of packets.
 */
u64 ptool_interface_sent(const struct ptool_interface *interface);

#endif /* _PATHTIME_INTERFACE_H */
