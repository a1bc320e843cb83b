// SPDX-License-Identifier: GPL-2.0
/* interface: packets that each interface received and was given to send */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "model/counts.h"
#include "model/interface.h"
#include "model/netnames.h"

void ptool_interfaces_free(struct ptool_interfaces *interfaces)
{
	free(interfaces->interface);
	interfaces->interface = NULL;
	interfaces->count = 0;
}

/* the others, whose number is 0, are behind all */
static int compare(const struct ptool_interface *one,
		   const struct ptool_interface *other, u32 own_netns)
{
	if (!one->ifindex != !other->ifindex)
		return one->ifindex ? -1 : 1;
	if (one->netns != other->netns) {
		if (one->netns == own_netns || other->netns == own_netns)
			return one->netns == own_netns ? -1 : 1;
		return one->netns < other->netns ? -1 : 1;
	}
	return one->ifindex < other->ifindex ? -1 :
	       one->ifindex > other->ifindex;
}

static int compare_places(const void *left, const void *right,
			  void *own_netns)
{
	return compare(*(const struct ptool_interface *const *)left,
		       *(const struct ptool_interface *const *)right,
		       *(const u32 *)own_netns);
}

const struct ptool_interface **
ptool_interfaces_sorted(const struct ptool_interfaces *interfaces,
			u32 own_netns)
{
	const struct ptool_interface **place = ptool_alloc(interfaces->count,
							   sizeof(*place));
	u32 i;

	for (i = 0; i < interfaces->count; i++)
		place[i] = &interfaces->interface[i];
	qsort_r(place, interfaces->count, sizeof(*place), compare_places,
		&own_netns);
	return place;
}

bool ptool_interfaces_has_twins(const struct ptool_interfaces *interfaces)
{
	const struct ptool_interface **place =
		ptool_interfaces_sorted(interfaces, 0);
	bool has_twins = false;
	u32 i;

	for (i = 1; i < interfaces->count && !has_twins; i++)
		has_twins = !compare(place[i - 1], place[i], 0);
	free(place);
	return has_twins;
}

/* a scan: the module counts at most PTIME_INTERFACES_MAX + 1 interfaces */
static struct ptool_interface *find(const struct ptool_interfaces *interfaces,
				    const struct ptool_interface *wanted)
{
	u32 i;

	for (i = 0; i < interfaces->count; i++)
		if (!compare(&interfaces->interface[i], wanted, 0))
			return &interfaces->interface[i];
	return NULL;
}

/* returns true if anything was counted */
static bool subtract(struct ptool_interface *from,
		     const struct ptool_interface *before)
{
	bool is_counted = false;
	u32 i;

	for (i = 0; i < PTIME_ACCOUNTS; i++) {
		if (before)
			from->packets[i] = ptool_grown(from->packets[i],
						       before->packets[i]);
		is_counted |= from->packets[i];
	}
	return is_counted;
}

struct ptool_interfaces
ptool_interfaces_difference(const struct ptool_interfaces *now,
			    const struct ptool_interfaces *before)
{
	struct ptool_interfaces to = {
		.interface = ptool_alloc(now->count, sizeof(*to.interface)),
	};
	u32 i;

	for (i = 0; i < now->count; i++) {
		struct ptool_interface *left = &to.interface[to.count];

		*left = now->interface[i];
		to.count += subtract(left, find(before, left));
	}
	return to;
}

static void add_packets(struct ptool_interface *to,
			const struct ptool_interface *from)
{
	u32 i;

	for (i = 0; i < PTIME_ACCOUNTS; i++)
		to->packets[i] += from->packets[i];
}

void ptool_interfaces_add(struct ptool_interfaces *sum,
			  const struct ptool_interfaces *add)
{
	struct ptool_interface *found;
	u32 i;

	sum->interface = ptool_realloc(sum->interface,
				       (size_t)sum->count + add->count + 1,
				       sizeof(*sum->interface));
	for (i = 0; i < add->count; i++) {
		found = find(sum, &add->interface[i]);
		if (found)
			add_packets(found, &add->interface[i]);
		else
			sum->interface[sum->count++] = add->interface[i];
	}
}

u64 ptool_interfaces_total(const struct ptool_interfaces *interfaces)
{
	u64 total = 0;
	u32 i, account;

	for (i = 0; i < interfaces->count; i++)
		for (account = 0; account < PTIME_ACCOUNTS; account++)
			total += interfaces->interface[i].packets[account];
	return total;
}

void ptool_interface_name(char *name, const struct ptool_interface *interface,
			  u32 own_netns)
{
	if (interface->ifindex)
		ptool_net_interface(name, interface->ifindex, interface->netns,
				    own_netns);
	else
		snprintf(name, PTOOL_NETNAME_LEN, "other interfaces");
}

static const struct {
	const char *direction;
	const char *fate;
	bool is_loss;
} accounts[PTIME_ACCOUNTS] = {
#define PTIME_ACCOUNT(_account, _direction, _fate)	\
	[PTIME_##_account] = { #_direction, #_fate, false },
#define PTIME_ACCOUNT_LOSS(_loss, _fate)	\
	[PTIME_RX_##_loss] = { "received", #_fate, true },
#include <pathtime/accounts.def>
};

const char *ptool_account_direction(enum ptime_account account)
{
	return accounts[account].direction;
}

const char *ptool_account_fate(enum ptime_account account)
{
	return accounts[account].fate;
}

bool ptool_account_is_loss(enum ptime_account account)
{
	return accounts[account].is_loss;
}

static u64 count_losses(const u64 *packets)
{
	u64 sum = 0;
	u32 i;

	for (i = 0; i < PTIME_ACCOUNTS; i++)
		if (accounts[i].is_loss)
			sum += packets[i];
	return sum;
}

struct ptool_fates
ptool_interface_received(const struct ptool_interface *interface)
{
	const u64 *packets = interface->packets;
	u64 losses = count_losses(packets);
	u64 later = packets[PTIME_RX_PROTOCOL_LATER] +
		    packets[PTIME_RX_FILTERED_LATER];
	u64 merged = packets[PTIME_RX_GRO_MERGED] +
		     packets[PTIME_RX_REASSEMBLED];

	return (struct ptool_fates){
		.packets = packets[PTIME_RX_RECORD] +
			   packets[PTIME_RX_PROTOCOL] +
			   packets[PTIME_RX_FILTERED] +
			   packets[PTIME_RX_NO_RECORD],
		.in_paths = ptool_grown(packets[PTIME_RX_RECORD],
					losses + later),
		.merged = merged,
		.lost = losses - merged,
		.protocol = packets[PTIME_RX_PROTOCOL] +
			    packets[PTIME_RX_PROTOCOL_LATER],
		.filtered = packets[PTIME_RX_FILTERED] +
			    packets[PTIME_RX_FILTERED_LATER],
		.no_record = packets[PTIME_RX_NO_RECORD],
	};
}

struct ptool_fates ptool_interface_sent(const struct ptool_interface *interface)
{
	const u64 *packets = interface->packets;

	return (struct ptool_fates){
		.packets = packets[PTIME_TX_RECORD] +
			   packets[PTIME_TX_PROTOCOL] +
			   packets[PTIME_TX_FILTERED] +
			   packets[PTIME_TX_NO_RECORD],
		.in_paths = packets[PTIME_TX_RECORD],
		.protocol = packets[PTIME_TX_PROTOCOL],
		.filtered = packets[PTIME_TX_FILTERED],
		.no_record = packets[PTIME_TX_NO_RECORD],
	};
}
