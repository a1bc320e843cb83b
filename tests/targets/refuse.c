// SPDX-License-Identifier: GPL-2.0
/*
 * refuse: makes a kernel function fail where pathtime calls it
 *
 * The nth call of the function from pathtime's own code, counted from the last
 * write of "nth", does not take place and returns "value". That needs no kernel
 * built for fault injection, and can refuse every call, one by one. failslab
 * makes allocations inside the kernel's functions fail.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

static char *function = "";
module_param(function, charp, 0444);
MODULE_PARM_DESC(function, "kernel function to fail");

static long value;
module_param(value, long, 0444);
MODULE_PARM_DESC(value, "value that the refused call returns");

static unsigned int nth;
static unsigned int seen;
static bool refused;
module_param(refused, bool, 0444);
MODULE_PARM_DESC(refused, "the nth call was refused");

static int set_nth(const char *text, const struct kernel_param *kp)
{
	WRITE_ONCE(nth, 0);
	seen = 0;
	refused = false;
	return param_set_uint(text, kp);
}

static const struct kernel_param_ops nth_ops = {
	.set = set_nth,
	.get = param_get_uint,
};
module_param_cb(nth, &nth_ops, &nth, 0600);
MODULE_PARM_DESC(nth, "number of the call that fails; 0 for none");

static const struct module *target;

/* the refused call goes here, and so returns to its caller at once */
void refuse_return(void);
asm("	.pushsection .text, \"ax\", @progbits\n"
"	.type refuse_return, @function\n"
"	.globl refuse_return\n"
"refuse_return:\n"
"	endbr64\n"
"	" ASM_RET
"	.size refuse_return, .-refuse_return\n"
"	.popsection\n");

static int refuse(struct kprobe *kp, struct pt_regs *regs)
{
	unsigned long caller = *(unsigned long *)kernel_stack_pointer(regs);
	const struct module *of = READ_ONCE(target);

	if (!READ_ONCE(nth) || !of || !within_module(caller, of) || ++seen != nth)
		return 0;
	refused = true;
	regs_set_return_value(regs, value);
	instruction_pointer_set(regs, (unsigned long)refuse_return);
	return 1;
}
NOKPROBE_SYMBOL(refuse);

/* a kprobe on ftrace may change the instruction pointer only if it has a post handler */
static void after(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe probe = {
	.pre_handler	= refuse,
	.post_handler	= after,
};

static int watch(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *module = data;

	if (strcmp(module->name, "pathtime"))
		return NOTIFY_DONE;
	if (state == MODULE_STATE_COMING)
		WRITE_ONCE(target, module);
	else if (state == MODULE_STATE_GOING)
		WRITE_ONCE(target, NULL);
	return NOTIFY_DONE;
}

static struct notifier_block watcher = { .notifier_call = watch };

static int __init refuse_init(void)
{
	int err;

	probe.symbol_name = function;
	err = register_module_notifier(&watcher);
	if (err)
		return err;
	err = register_kprobe(&probe);
	if (err)
		unregister_module_notifier(&watcher);
	return err;
}

static void __exit refuse_exit(void)
{
	unregister_kprobe(&probe);
	unregister_module_notifier(&watcher);
}

module_init(refuse_init);
module_exit(refuse_exit);

MODULE_DESCRIPTION("Makes a kernel function fail where pathtime calls it");
MODULE_LICENSE("GPL");
