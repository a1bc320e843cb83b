// SPDX-License-Identifier: GPL-2.0
/* empty kretprobe: the overhead of the kernel's own mechanism, with empty handlers */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/module.h>

#include "functions.h"

static char *function[FUNCTIONS_MAX];
static unsigned int functions;
module_param_array(function, charp, &functions, 0444);
MODULE_PARM_DESC(function, "[module:]functions to be probed");

static unsigned long addresses[FUNCTIONS_MAX];
static struct kretprobe probes[FUNCTIONS_MAX];
static struct kretprobe *attached[FUNCTIONS_MAX];

static int nothing(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}
NOKPROBE_SYMBOL(nothing);

/* like pathtime's: both handlers, and room for one clock reading */
static void prepare(struct kretprobe *probe, unsigned long address)
{
	probe->kp.addr = (void *)address;
	probe->entry_handler = nothing;
	probe->handler = nothing;
	probe->data_size = sizeof(u64);
	probe->maxactive = 64;
}

static int __init empty_init(void)
{
	unsigned int i;
	ktime_t start;
	int err;

	err = functions_resolve(function, addresses, functions);
	if (err)
		return err;
	for (i = 0; i < functions; i++) {
		prepare(&probes[i], addresses[i]);
		attached[i] = &probes[i];
	}
	start = ktime_get();
	err = register_kretprobes(attached, functions);
	if (!err)
		functions_tell("attached", functions, start);
	return err;
}

static void __exit empty_exit(void)
{
	ktime_t start = ktime_get();

	unregister_kretprobes(attached, functions);
	functions_tell("detached", functions, start);
}

module_init(empty_init);
module_exit(empty_exit);

MODULE_DESCRIPTION("Empty kretprobes, for pathtime's benchmark");
MODULE_LICENSE("GPL");
