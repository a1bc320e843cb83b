// SPDX-License-Identifier: GPL-2.0
/* empty kretprobe: what the kernel's own mechanism costs, with nothing in it */
#include <linux/kprobes.h>
#include <linux/module.h>

static char *function = "";
module_param(function, charp, 0444);
MODULE_PARM_DESC(function, "[module:]function to be probed");

static int nothing(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}
NOKPROBE_SYMBOL(nothing);

/* as pathtime's: both handlers, room for one reading of a clock */
static struct kretprobe empty = {
	.entry_handler	= nothing,
	.handler	= nothing,
	.data_size	= sizeof(u64),
	.maxactive	= 64,
};

static int __init empty_init(void)
{
	empty.kp.symbol_name = function;
	return register_kretprobe(&empty);
}

static void __exit empty_exit(void)
{
	unregister_kretprobe(&empty);
}

module_init(empty_init);
module_exit(empty_exit);

MODULE_DESCRIPTION("An empty kretprobe, for pathtime's benchmark");
MODULE_LICENSE("GPL");
