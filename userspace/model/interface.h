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
 * @own_netns: number of the network namespace of this process; 0 if names cannot
 *	be looked up
 */
void ptool_interface_name(char *name, const struct ptool_interface *interface,
			  u32 own_netns);

/**
 * struct ptool_fates - packets of an interface in one direction, by what became of them
 * @packets: sum of the others
 * @in_paths: in a path, or on their way
 * @merged: received packets that became part of another one, by GRO or as
 *	fragments of a datagram
 * @lost: received packets that are in no path for one of the other reasons of
 *	ptool_account_is_loss()
 * @protocol: packets of other protocols
 * @filtered: packets that the filter left out
 * @no_record: other packets without an in-flight record
 *
 * A packet may be lost in a later interval than that in which it was received.
 * If more were lost than received, @in_paths is 0, and @packets is less than the
 * sum.
 */
struct ptool_fates {
	u64 packets;
	u64 in_paths;
	u64 merged;
	u64 lost;
	u64 protocol;
	u64 filtered;
	u64 no_record;
};

/**
 * ptool_interface_received() - Sort out the packets that an interface received
 * @interface: the interface
 *
 * Return: what became of them.
 */
struct ptool_fates
ptool_interface_received(const struct ptool_interface *interface);

/**
 * ptool_interface_sent() - Sort out the packets that an interface was given to send
 * @interface: the interface
 *
 * Return: what became of them; none are merged or lost.
 */
struct ptool_fates ptool_interface_sent(const struct ptool_interface *interface);

/**
 * ptool_account_direction() - Name the direction of packets
 * @account: what became of them
 *
 * Return: "received" or "sent".
 */
const char *ptool_account_direction(enum ptime_account account);

/**
 * ptool_account_fate() - Name what became of packets
 * @account: what became of them
 *
 * Return: the name for programs; a loss has that of ptool_path_loss_key().
 */
const char *ptool_account_fate(enum ptime_account account);

/**
 * ptool_account_is_loss() - Are the packets in no path for a reason of enum ptime_path_loss?
 * @account: what became of them
 *
 * Return: true if they are. They are counted as PTIME_RX_RECORD, too.
 */
bool ptool_account_is_loss(enum ptime_account account);

#endif /* _PATHTIME_INTERFACE_H */
