// SPDX-License-Identifier: GPL-2.0
/*
 * headroom: while it is loaded, a network device of the initial namespace asks for more room in
 * front of each packet. The kernel has to make that room: it copies the packet's data, or puts
 * another sk_buff in the packet's place.
 */
#include <linux/errno.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/printk.h>
#include <linux/rtnetlink.h>
#include <net/net_namespace.h>

static char *device = "";
module_param(device, charp, 0);
MODULE_PARM_DESC(device, "name of the device");

static unsigned short bytes = 512;
module_param(bytes, ushort, 0);
MODULE_PARM_DESC(bytes, "bytes of room that are added");

static struct net_device *dev;

static int __init headroom_init(void)
{
	dev = dev_get_by_name(&init_net, device);
	if (!dev) {
		pr_err("headroom: no device \"%s\"\n", device);
		return -ENODEV;
	}
	rtnl_lock();
	dev->needed_headroom += bytes;
	rtnl_unlock();
	return 0;
}

static void __exit headroom_exit(void)
{
	rtnl_lock();
	dev->needed_headroom -= bytes;
	rtnl_unlock();
	dev_put(dev);
}

module_init(headroom_init);
module_exit(headroom_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("has a device ask for more headroom, for tests of pathtime");
