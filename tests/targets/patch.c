// SPDX-License-Identifier: GPL-2.0
/*
 * patch: a live patch of the target's target_leaf()
 *
 * The parameter "calls" has the number of calls of the new function. Before rmmod, write 0 to
 * /sys/kernel/livepatch/patch/enabled.
 */
#include <linux/atomic.h>
#include <linux/livepatch.h>
#include <linux/module.h>

static atomic_long_t calls;

static int get_calls(char *buffer, const struct kernel_param *kp)
{
	return scnprintf(buffer, PAGE_SIZE, "%ld\n", atomic_long_read(&calls));
}

static const struct kernel_param_ops calls_ops = { .get = get_calls };
module_param_cb(calls, &calls_ops, NULL, 0444);
MODULE_PARM_DESC(calls, "calls of the new function");

/* returns the same as the old function, so that callers see no difference */
static unsigned long new_leaf(unsigned long argument)
{
	atomic_long_inc(&calls);
	return 0;
}

static struct klp_func functions[] = {
	{
		.old_name = "target_leaf",
		.new_func = new_leaf,
	},
	{ },
};

static struct klp_object objects[] = {
	{
		.name = "target",
		.funcs = functions,
	},
	{ },
};

static struct klp_patch patch = {
	.mod = THIS_MODULE,
	.objs = objects,
};

static int __init patch_init(void)
{
	return klp_enable_patch(&patch);
}

static void __exit patch_exit(void)
{
}

module_init(patch_init);
module_exit(patch_exit);

MODULE_DESCRIPTION("Live patch of a function that pathtime times");
MODULE_LICENSE("GPL");
MODULE_INFO(livepatch, "Y");
