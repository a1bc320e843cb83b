// SPDX-License-Identifier: GPL-2.0
/* empty fprobe: the overhead of an fprobe on the function graph, with handlers that do nothing */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/fprobe.h>
#include <linux/module.h>
#include <linux/timex.h>

#include "functions.h"

static char *function[FUNCTIONS_MAX];
static unsigned int functions;
module_param_array(function, charp, &functions, 0444);
MODULE_PARM_DESC(function, "[module:]functions to be probed");

static bool each;
module_param(each, bool, 0444);
MODULE_PARM_DESC(each, "an fprobe for each function; without, one for all of them");

static bool clock;
module_param(clock, bool, 0444);
MODULE_PARM_DESC(clock, "read the clock at both ends");

/* The data of a call is as large as that of a call of pathtime's, with nesting. */
struct call {
	u64 start;
	void *frame;
};

static unsigned long addresses[FUNCTIONS_MAX];
static struct fprobe probes[FUNCTIONS_MAX];
static unsigned int attached;

/* A missed call is cheap, so that the benchmark must have none. */
static unsigned int missed_calls(void)
{
	unsigned int i, missed = 0;

	for (i = 0; i < attached; i++)
		missed += probes[i].nmissed;
	return missed;
}

static notrace int enter_nothing(struct fprobe *probe, unsigned long function,
				 unsigned long caller, struct ftrace_regs *regs, void *data)
{
	return 0;
}
NOKPROBE_SYMBOL(enter_nothing);

static notrace void leave_nothing(struct fprobe *probe, unsigned long function,
				  unsigned long caller, struct ftrace_regs *regs, void *data)
{
}
NOKPROBE_SYMBOL(leave_nothing);

static notrace int enter_clock(struct fprobe *probe, unsigned long function,
			       unsigned long caller, struct ftrace_regs *regs, void *data)
{
	((struct call *)data)->start = get_cycles();
	return 0;
}
NOKPROBE_SYMBOL(enter_clock);

static notrace void leave_clock(struct fprobe *probe, unsigned long function,
				unsigned long caller, struct ftrace_regs *regs, void *data)
{
	struct call *call = data;

	WRITE_ONCE(call->start, get_cycles() - call->start);
}
NOKPROBE_SYMBOL(leave_clock);

static int attach(unsigned int first, unsigned int count)
{
	struct fprobe *probe = &probes[attached];
	int err;

	probe->entry_data_size = sizeof(struct call);
	probe->entry_handler = clock ? enter_clock : enter_nothing;
	probe->exit_handler = clock ? leave_clock : leave_nothing;
	err = register_fprobe_ips(probe, &addresses[first], count);
	if (!err)
		attached++;
	return err;
}

static void detach_all(void)
{
	unsigned int i;

	for (i = 0; i < attached; i++)
		unregister_fprobe(&probes[i]);
}

static int attach_each(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < functions; i++) {
		err = attach(i, 1);
		if (err) {
			detach_all();
			return err;
		}
	}
	return 0;
}

static int __init empty_init(void)
{
	ktime_t start;
	int err;

	err = functions_resolve(function, addresses, functions);
	if (err)
		return err;
	start = ktime_get();
	err = each ? attach_each() : attach(0, functions);
	if (!err)
		functions_tell("attached", functions, start);
	return err;
}

static void __exit empty_exit(void)
{
	ktime_t start = ktime_get();

	detach_all();
	functions_tell("detached", functions, start);
	if (missed_calls())
		pr_warn("%u calls missed\n", missed_calls());
}

module_init(empty_init);
module_exit(empty_exit);

MODULE_DESCRIPTION("Empty fprobes, for pathtime's benchmark");
MODULE_LICENSE("GPL");
