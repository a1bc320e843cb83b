/* SPDX-License-Identifier: GPL-2.0 */
/* device: kinds of devices, by their use of packets that they are given to send */
#ifndef _PATHTIME_DEVICE_H
#define _PATHTIME_DEVICE_H

#include <linux/compiler.h>
#include <linux/if_vlan.h>
#include <linux/kconfig.h>
#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>

/**
 * enum ptime_device_kind - kinds of devices by their use of packets that they are given to send
 * @PTIME_DEVICE_UNKNOWN: its name does not tell
 * @PTIME_DEVICE_LAST: a driver sends them
 * @PTIME_DEVICE_STACKED: it passes them to a device below it; a few it may send by itself
 * @PTIME_DEVICE_TUNNEL: it sends them again, inside other packets
 */
enum ptime_device_kind {
	PTIME_DEVICE_UNKNOWN,
	PTIME_DEVICE_LAST,
	PTIME_DEVICE_STACKED,
	PTIME_DEVICE_TUNNEL,
};

enum ptime_device_kind ptime_device_kind_rare(const struct net_device *dev);

/**
 * ptime_device_is_virtual() - Check whether a device may pass packets to other devices, or get
 * them from others
 * @dev: the device, held by the caller
 *
 * Context: Any.
 * Return: false for a device that a driver of hardware made, unless it has a type, as a wlan has.
 */
static __always_inline bool ptime_device_is_virtual(const struct net_device *dev)
{
	return dev->rtnl_link_ops || dev->dev.type || !list_empty(&dev->adj_list.lower);
}

/**
 * ptime_device_below_vlan() - Get the device that a VLAN gets its packets from
 * @dev: a device, held by the caller
 *
 * Context: Any.
 * Return: The device, which may be a VLAN, too; NULL if @dev is no VLAN.
 */
static __always_inline const struct net_device *
ptime_device_below_vlan(const struct net_device *dev)
{
#if IS_ENABLED(CONFIG_VLAN_8021Q)
	return is_vlan_dev(dev) ? vlan_dev_priv(dev)->real_dev : NULL;
#else
	return NULL;
#endif
}

/**
 * ptime_device_gave_back() - Check whether an ifb gives a packet back to the device it came in by
 * @skb: the packet, which is received now
 *
 * An ifb marks the packets that it has received. It also marks those that it sends on, which may be
 * received behind a veth, but these look like new ones.
 *
 * Context: Any.
 * Return: true if an ifb has sent it.
 */
static __always_inline bool ptime_device_gave_back(const struct sk_buff *skb)
{
#ifdef CONFIG_NET_CLS_ACT
	return skb->tc_skip_classify;
#else
	return false;
#endif
}

/**
 * ptime_device_kind() - Find out what a device does with packets that it is given to send
 * @dev: the device, held by the caller
 *
 * Context: Any.
 * Return: The kind; not PTIME_DEVICE_UNKNOWN.
 */
static __always_inline enum ptime_device_kind ptime_device_kind(const struct net_device *dev)
{
	if (likely(!ptime_device_is_virtual(dev)))
		return PTIME_DEVICE_LAST;
	return ptime_device_kind_rare(dev);
}

#endif /* _PATHTIME_DEVICE_H */
