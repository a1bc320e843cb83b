// SPDX-License-Identifier: GPL-2.0
/*
 * busy_device: the network device busy0, whose driver has no room at two of four attempts in a row,
 * drops every fifth of the packets that it takes, and sends none. The parameter given_back counts
 * attempts that it had no room for.
 */
#include <linux/skbuff.h>

#include "one_device.h"

static unsigned int given_back;
module_param(given_back, uint, 0444);

static unsigned int given, taken;

static netdev_tx_t busy_xmit(struct sk_buff *skb, struct net_device *dev)
{
	if (++given % 4 > 1) {
		given_back++;
		return NETDEV_TX_BUSY;
	}
	if (++taken % 5 == 0) {
		dev->stats.tx_dropped++;
		dev_kfree_skb_any(skb);
		return NETDEV_TX_OK;
	}
	dev->stats.tx_packets++;
	dev->stats.tx_bytes += skb->len;
	dev_consume_skb_any(skb);
	return NETDEV_TX_OK;
}

static const struct net_device_ops busy_ops = {
	.ndo_start_xmit	= busy_xmit,
};

static void busy_setup(struct net_device *dev)
{
	ether_setup(dev);
	dev->netdev_ops = &busy_ops;
	eth_hw_addr_random(dev);
}

static int __init busy_init(void)
{
	return one_device_register("busy%d", busy_setup);
}

static void __exit busy_exit(void)
{
	unregister_netdev(device);
	free_netdev(device);
}

module_init(busy_init);
module_exit(busy_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("network device whose driver is often busy, for tests of pathtime");
