// SPDX-License-Identifier: GPL-2.0
/*
 * holdoff: gives the kernel a packet of an experimental protocol, and lets the receive softirq wait
 * for as many us as are written to the parameter "us". With "ksoftirqd_us", ksoftirqd runs it then.
 */
#include <linux/bottom_half.h>
#include <linux/if_ether.h>
#include <linux/interrupt.h>
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

static void do_nothing(struct tasklet_struct *unused)
{
}

static DECLARE_TASKLET(nothing, do_nothing);

/* a tasklet that a task schedules lets ksoftirqd run all softirqs that are raised */
static void let_ksoftirqd_run(void)
{
	/* this one runs no softirq that was raised meanwhile; with PREEMPT_RT there is none */
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		local_bh_enable();
	else
		_local_bh_enable();
	tasklet_schedule(&nothing);
}

static int hold_off(const char *text, bool in_ksoftirqd)
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
	if (in_ksoftirqd)
		let_ksoftirqd_run();
	else
		local_bh_enable();
	return 0;
}

static int set_us(const char *text, const struct kernel_param *param)
{
	return hold_off(text, false);
}

static int set_ksoftirqd_us(const char *text, const struct kernel_param *param)
{
	return hold_off(text, true);
}

static const struct kernel_param_ops us_ops = { .set = set_us };
module_param_cb(us, &us_ops, NULL, 0200);

static const struct kernel_param_ops ksoftirqd_us_ops = { .set = set_ksoftirqd_us };
module_param_cb(ksoftirqd_us, &ksoftirqd_us_ops, NULL, 0200);

static int __init holdoff_init(void)
{
	return 0;
}

static void __exit holdoff_exit(void)
{
	tasklet_kill(&nothing);
}

module_init(holdoff_init);
module_exit(holdoff_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("lets the receive softirq wait, for tests of pathtime");
