// SPDX-License-Identifier: GPL-2.0
/*
 * slow calibration: makes kretprobes more expensive while pathtime measures them
 *
 * To be loaded before pathtime. When pathtime comes, a kprobe is placed on the empty function
 * that it measures kretprobes with. The kernel calls the newest probe of a function first, so
 * this one runs after pathtime's probe has read the clock. It spins only if the return address
 * is no longer the caller's, as calls without a kretprobe are measured, too.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

static unsigned long turns = 500;
module_param(turns, ulong, 0444);
MODULE_PARM_DESC(turns, "half the instructions that are added to a kretprobe");

static struct module *pathtime;

static unsigned long caller_of(const struct pt_regs *regs)
{
#ifdef CONFIG_X86
	return *(unsigned long *)regs->sp;
#else
	return regs->regs[30];
#endif
}

static int spin_if_probed(struct kprobe *p, struct pt_regs *regs)
{
	unsigned long i;

	if (within_module(caller_of(regs), pathtime))
		return 0;
	for (i = 0; i < turns; i++)
		barrier();
	return 0;
}
NOKPROBE_SYMBOL(spin_if_probed);

static struct kprobe slow = {
	.symbol_name	= "pathtime:ptime_calibrate_kretprobe_empty",
	.pre_handler	= spin_if_probed,
};

static int on_module(struct notifier_block *nb, unsigned long event, void *data)
{
	struct module *module = data;
	int err;

	if (event != MODULE_STATE_COMING || pathtime || strcmp(module->name, "pathtime"))
		return NOTIFY_DONE;
	pathtime = module;
	err = register_kprobe(&slow);
	if (err) {
		pr_err("slow_calibration: no kprobe (%d)\n", err);
		pathtime = NULL;
	}
	return NOTIFY_OK;
}

static struct notifier_block notifier = {
	.notifier_call	= on_module,
};

static int __init slow_init(void)
{
	return register_module_notifier(&notifier);
}

static void __exit slow_exit(void)
{
	unregister_module_notifier(&notifier);
	if (pathtime)
		unregister_kprobe(&slow);
}

module_init(slow_init);
module_exit(slow_exit);

MODULE_DESCRIPTION("Makes kretprobes more expensive while pathtime measures them");
MODULE_LICENSE("GPL");
