// SPDX-License-Identifier: GPL-2.0
/*
 * holdoff: gives the kernel a packet of an experimental protocol, and lets the receive softirq wait
 * for as many us as are written to the parameter "us"
 */
#include <linux/bottom_half.h>
#include <linux/if_ether.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/processor.h>
#include <linux/skbuff.h>
#include <linux/time64.h>
#include <net/net_namespace.h>

/* IEEE Std 802 Local Experimental 1: nobody wants it */
#define ETH_P_EXPERIMENTAL	0x88b5

static struct sk_buff *make_packet(void)
{
	struct sk_buff *skb = alloc_skb(ETH_ZLEN, GFP_KERNEL);

	if (!skb)
		return NULL;
	skb_put_zero(skb, ETH_ZLEN);
	skb->dev = init_net.loopback_dev;
	skb->protocol = htons(ETH_P_EXPERIMENTAL);
	skb_reset_mac_header(skb);
	skb_reset_network_header(skb);
	return skb;
}

static int hold_off(const char *text, const struct kernel_param *param)
{
	struct sk_buff *skb;
	unsigned int us;
	u64 end_ns;
	int err;

	err = kstrtouint(text, 0, &us);
	if (err)
		return err;
	skb = make_packet();
	if (!skb)
		return -ENOMEM;
	local_bh_disable();
	netif_rx(skb);
	end_ns = ktime_get_ns() + (u64)us * NSEC_PER_USEC;
	while (ktime_get_ns() < end_ns)
		cpu_relax();
	local_bh_enable();
	return 0;
}

static const struct kernel_param_ops us_ops = { .set = hold_off };
module_param_cb(us, &us_ops, NULL, 0200);

static int __init holdoff_init(void)
{
	return 0;
}

static void __exit holdoff_exit(void)
{
}

module_init(holdoff_init);
module_exit(holdoff_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("lets the receive softirq wait, for tests of pathtime");
