/* SPDX-License-Identifier: GPL-2.0 */
/* one_device: the network device of a test module, from its load to its unload */
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/netdevice.h>

static struct net_device *device;

/* register a device that @setup fills in; @name may be "busy%d" */
static int one_device_register(const char *name, void (*setup)(struct net_device *dev))
{
	int err;

	device = alloc_netdev(0, name, NET_NAME_ENUM, setup);
	if (!device)
		return -ENOMEM;
	err = register_netdev(device);
	if (err)
		free_netdev(device);
	return err;
}
