/* SPDX-License-Identifier: GPL-2.0 */
/* functions: addresses of functions by name, and the time that attaching to them takes */
#ifndef _PATHTIME_TARGETS_FUNCTIONS_H
#define _PATHTIME_TARGETS_FUNCTIONS_H

#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/printk.h>
#include <linux/types.h>

#define FUNCTIONS_MAX	256

/* Look up "[module:]function". The kernel exports no other way than a disabled kprobe. */
static unsigned long function_address(const char *name)
{
	struct kprobe probe = {
		.symbol_name	= name,
		.flags		= KPROBE_FLAG_DISABLED,
	};
	unsigned long address;

	if (register_kprobe(&probe))
		return 0;
	address = (unsigned long)probe.addr;
	unregister_kprobe(&probe);
	return address;
}

static int functions_resolve(char *const *names, unsigned long *addresses, unsigned int count)
{
	unsigned int i;

	if (!count)
		return -EINVAL;
	for (i = 0; i < count; i++) {
		addresses[i] = function_address(names[i]);
		if (!addresses[i])
			return -ENOENT;
	}
	return 0;
}

static void functions_tell(const char *what, unsigned int count, ktime_t start)
{
	pr_info("%s %u in %lld us\n", what, count, ktime_us_delta(ktime_get(), start));
}

#endif /* _PATHTIME_TARGETS_FUNCTIONS_H */
