// SPDX-License-Identifier: GPL-2.0
/*
 * ring_device: the network device ring0, whose driver keeps each packet for the parameter hold_ms,
 * and then frees it. It sends none. The parameter held_ns is the time that it had all packets.
 */
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/skbuff.h>
#include <linux/workqueue.h>

#include "one_device.h"

static unsigned int hold_ms = 20;
module_param(hold_ms, uint, 0644);

/* changes in ring_clean() only, of which one runs at a time */
static unsigned long held_ns;
module_param(held_ns, ulong, 0644);

static struct sk_buff_head ring;

/* in a packet's control block: when it came, and when it may be freed */
struct stay {
	u64 begin_ns;
	u64 end_ns;
};

static struct stay *stay_of(struct sk_buff *skb)
{
	return (struct stay *)skb->cb;
}

static void ring_clean(struct work_struct *work);
static DECLARE_DELAYED_WORK(ring_work, ring_clean);

static void ring_clean(struct work_struct *work)
{
	struct sk_buff *skb;
	u64 now, rest;

	while ((skb = skb_dequeue(&ring))) {
		now = ktime_get_ns();
		if (now < stay_of(skb)->end_ns) {
			rest = stay_of(skb)->end_ns - now;
			skb_queue_head(&ring, skb);
			schedule_delayed_work(&ring_work, nsecs_to_jiffies(rest) + 1);
			return;
		}
		held_ns += now - stay_of(skb)->begin_ns;
		dev_consume_skb_any(skb);
	}
}

static netdev_tx_t ring_xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev->stats.tx_packets++;
	dev->stats.tx_bytes += skb->len;
	/* not by jiffies, which are late when the CPU that counts them is */
	stay_of(skb)->begin_ns = ktime_get_ns();
	stay_of(skb)->end_ns = stay_of(skb)->begin_ns + (u64)hold_ms * NSEC_PER_MSEC;
	skb_queue_tail(&ring, skb);
	schedule_delayed_work(&ring_work, msecs_to_jiffies(hold_ms) + 1);
	return NETDEV_TX_OK;
}

static const struct net_device_ops ring_ops = {
	.ndo_start_xmit	= ring_xmit,
};

static void ring_setup(struct net_device *dev)
{
	ether_setup(dev);
	dev->netdev_ops = &ring_ops;
	eth_hw_addr_random(dev);
}

static int __init ring_init(void)
{
	skb_queue_head_init(&ring);
	return one_device_register("ring%d", ring_setup);
}

static void __exit ring_exit(void)
{
	unregister_netdev(device);
	cancel_delayed_work_sync(&ring_work);
	skb_queue_purge(&ring);
	free_netdev(device);
}

module_init(ring_init);
module_exit(ring_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("network device that frees packets late, for tests of pathtime");
