// SPDX-License-Identifier: GPL-2.0
/*
 * dropper: drops forwarded IPv4 packets without a reason
 *
 * Packets with the TOS 0x20 are dropped at two places of one function, in turns. Those with 0x40
 * are dropped in another function, and those with 0x60 in one that ends in a jump to the kernel's.
 */
#include <linux/compiler.h>
#include <linux/ip.h>
#include <linux/module.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/skbuff.h>
#include <net/net_namespace.h>

static atomic_t turns;

static noinline void dropper_first(struct sk_buff *skb)
{
	if (atomic_inc_return(&turns) % 2)
		kfree_skb(skb);
	else
		kfree_skb(skb);
	/* kfree_skb() returns to here, and not to the caller */
	barrier();
}

static noinline void dropper_second(struct sk_buff *skb)
{
	kfree_skb(skb);
	barrier();
}

static noinline void dropper_last(struct sk_buff *skb)
{
	kfree_skb(skb);
}

static unsigned int dropper_hook(void *priv, struct sk_buff *skb, const struct nf_hook_state *state)
{
	switch (ip_hdr(skb)->tos) {
	case 0x20:
		dropper_first(skb);
		return NF_STOLEN;
	case 0x40:
		dropper_second(skb);
		return NF_STOLEN;
	case 0x60:
		dropper_last(skb);
		return NF_STOLEN;
	}
	return NF_ACCEPT;
}

static const struct nf_hook_ops dropper_ops = {
	.hook		= dropper_hook,
	.pf		= NFPROTO_IPV4,
	.hooknum	= NF_INET_FORWARD,
	.priority	= NF_IP_PRI_FILTER,
};

static int __init dropper_init(void)
{
	return nf_register_net_hook(&init_net, &dropper_ops);
}

static void __exit dropper_exit(void)
{
	nf_unregister_net_hook(&init_net, &dropper_ops);
}

module_init(dropper_init);
module_exit(dropper_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("drops packets without a reason, for tests of pathtime");
