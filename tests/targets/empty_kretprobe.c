// SPDX-License-Identifier: GPL-2.0
/* empty kretprobe: the overhead of the kernel's own mechanism, with empty handlers */
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

/* like pathtime's: both handlers, and room for one clock reading */
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
