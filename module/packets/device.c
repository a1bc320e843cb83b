// SPDX-License-Identifier: GPL-2.0
/* device: kinds of devices, by their use of packets that they are given to send */
#include <linux/device.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/types.h>
#include <net/rtnetlink.h>

#include "packets/device.h"

/* the first four bytes of a kind of link, zeros after its end */
#define KIND(_a, _b, _c, _d)	((u32)(_a) | (_b) << 8 | (_c) << 16 | (u32)(_d) << 24)

static __always_inline u32 kind_of(const char *name)
{
	u32 i, kind = 0;

	for (i = 0; i < sizeof(kind) && name[i]; i++)
		kind |= (u32)(u8)name[i] << 8 * i;
	return kind;
}

static __always_inline enum ptime_device_kind kind_by_name(const char *name)
{
	switch (kind_of(name)) {
	case KIND('h', 's', 'r', 0):	/* sends copies, and drops the packet */
		return PTIME_DEVICE_LAST;
	case KIND('p', 'p', 'p', 0):	/* may send it by itself, on a serial line */
		return PTIME_DEVICE_STACKED;
	case KIND('a', 'm', 't', 0):
	case KIND('b', 'a', 'r', 'e'):	/* bareudp */
	case KIND('e', 'r', 's', 'p'):	/* erspan */
	case KIND('g', 'e', 'n', 'e'):	/* geneve */
	case KIND('g', 'r', 'e', 0):
	case KIND('g', 'r', 'e', 't'):	/* gretap */
	case KIND('g', 't', 'p', 0):
	case KIND('i', 'f', 'b', 0):	/* it sends or receives its packets again, too */
	case KIND('i', 'p', '6', 'e'):	/* ip6erspan */
	case KIND('i', 'p', '6', 'g'):	/* ip6gre, ip6gretap */
	case KIND('i', 'p', '6', 't'):	/* ip6tnl */
	case KIND('i', 'p', 'i', 'p'):
	case KIND('o', 'p', 'e', 'n'):	/* openvswitch */
	case KIND('o', 'v', 'p', 'n'):
	case KIND('s', 'i', 't', 0):
	case KIND('v', 't', 'i', 0):
	case KIND('v', 't', 'i', '6'):
	case KIND('v', 'x', 'l', 'a'):	/* vxlan */
	case KIND('w', 'i', 'r', 'e'):	/* wireguard */
	case KIND('x', 'f', 'r', 'm'):
		return PTIME_DEVICE_TUNNEL;
	}
	return PTIME_DEVICE_UNKNOWN;
}

/* the Ethernet of L2TP, the only tunnel whose devices have a type and no kind of link */
static __always_inline bool is_l2tp(const struct net_device *dev)
{
	const struct device_type *type = READ_ONCE(dev->dev.type);

	return type && type->name && kind_of(type->name) == KIND('l', '2', 't', 'p');
}

/* a tunnel may have a device below it, too: that of its route */
notrace enum ptime_device_kind ptime_device_kind_rare(const struct net_device *dev)
{
	const struct rtnl_link_ops *ops = READ_ONCE(dev->rtnl_link_ops);
	enum ptime_device_kind kind = ops ? kind_by_name(ops->kind) : PTIME_DEVICE_UNKNOWN;

	if (kind != PTIME_DEVICE_UNKNOWN)
		return kind;
	if (is_l2tp(dev))
		return PTIME_DEVICE_TUNNEL;
	return list_empty(&dev->adj_list.lower) ? PTIME_DEVICE_LAST : PTIME_DEVICE_STACKED;
}
NOKPROBE_SYMBOL(ptime_device_kind_rare);
