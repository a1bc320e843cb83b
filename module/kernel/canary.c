// SPDX-License-Identifier: GPL-2.0
/*
 * canary: does the kernel call probes at all?
 *
 * kernel.ftrace_enabled and debugfs' kprobes/enabled turn probes off behind the
 * backs of those who registered them, and neither can be read by a module. So
 * there are two functions that nobody else calls, each with a probe of the kind
 * that the functions to be timed have, and whoever wants to know calls them.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/compiler.h>
#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "kernel/canary.h"

static bool called;

static int mark_call(struct kprobe *kp, struct pt_regs *regs)
{
	WRITE_ONCE(called, true);
	return 0;
}
NOKPROBE_SYMBOL(mark_call);

static noinline void traced(void)
{
	barrier();
}

static noinline notrace void untraced(void)
{
	barrier();
}

#if defined(PTIME_HAS_DIRECT) && !defined(CONFIG_KPROBES_ON_FTRACE)

/* kprobes do without ftrace, direct calls do not */
static notrace void mark_ftrace_call(unsigned long ip, unsigned long parent_ip,
				     struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	WRITE_ONCE(called, true);
}

static struct ftrace_ops on_ftrace_ops = { .func = mark_ftrace_call };

static int watch_traced(void)
{
	int err;

	err = ftrace_set_filter_ip(&on_ftrace_ops, (unsigned long)traced, 0, 0);
	if (!err)
		err = register_ftrace_function(&on_ftrace_ops);
	if (err)
		ftrace_free_filter(&on_ftrace_ops);
	return err;
}

static void unwatch_traced(void)
{
	unregister_ftrace_function(&on_ftrace_ops);
	ftrace_free_filter(&on_ftrace_ops);
}

#else

static struct kprobe on_ftrace_probe = {
	.addr		= (kprobe_opcode_t *)traced,
	.pre_handler	= mark_call,
};

static int watch_traced(void)
{
	return register_kprobe(&on_ftrace_probe);
}

static void unwatch_traced(void)
{
	unregister_kprobe(&on_ftrace_probe);
}

#endif

static void do_nothing(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}
NOKPROBE_SYMBOL(do_nothing);

/*
 * The kernel optimizes no kprobe with a post handler. The optimizer would wait for RCU tasks with
 * the locks of kprobes, of CPU hotplug and of text patching held.
 */
static struct kprobe on_breakpoint_probe = {
	.addr		= (kprobe_opcode_t *)untraced,
	.pre_handler	= mark_call,
	.post_handler	= do_nothing,
};

static int watch_untraced(void)
{
	return register_kprobe(&on_breakpoint_probe);
}

static void unwatch_untraced(void)
{
	unregister_kprobe(&on_breakpoint_probe);
}

/**
 * struct canary - a function with a probe
 * @sing: the function
 * @watch: make the probe
 * @unwatch: end it
 * @alive: the probe is there
 */
struct canary {
	void (*sing)(void);
	int (*watch)(void);
	void (*unwatch)(void);
	bool alive;
};

static struct canary on_ftrace = {
	.sing		= traced,
	.watch		= watch_traced,
	.unwatch	= unwatch_traced,
};

static struct canary on_breakpoint = {
	.sing		= untraced,
	.watch		= watch_untraced,
	.unwatch	= unwatch_untraced,
};

static struct canary *const canaries[] = { &on_ftrace, &on_breakpoint };

static bool sings(const struct canary *canary)
{
	WRITE_ONCE(called, false);
	canary->sing();
	return READ_ONCE(called) || !canary->alive;
}

/**
 * ptime_canary_init() - prepare to tell
 *
 * Where a probe cannot be had, probes of its kind are taken to be called.
 *
 * Context: process, may sleep.
 */
void ptime_canary_init(void)
{
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(canaries); i++) {
		err = canaries[i]->watch();
		if (err)
			pr_warn("cannot tell when the kernel calls no probes (%d)\n", err);
		canaries[i]->alive = !err;
	}
}

/**
 * ptime_canary_exit() - undo ptime_canary_init()
 *
 * Context: process, may sleep.
 */
void ptime_canary_exit(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(canaries); i++)
		if (canaries[i]->alive)
			canaries[i]->unwatch();
}

/**
 * ptime_canary_is_in_ftrace() - has ftrace a probe of ours that it may not give back?
 *
 * Context: any. Return: whether it has.
 */
bool ptime_canary_is_in_ftrace(void)
{
	return on_ftrace.alive;
}

/**
 * ptime_canary_silence() - why the kernel calls no probes
 * @kprobe: asks for those that are kprobes
 * @ftrace: asks for those that work by ftrace; not known while there are no
 *	kprobes
 *
 * Context: process, under ptime_probes_lock(): a call is noted in one place.
 * Return: a sentence for a person; NULL where probes are called.
 */
const char *ptime_canary_silence(bool kprobe, bool ftrace)
{
	if (!sings(&on_breakpoint))
		return kprobe ?
		       "the kernel calls no probes: kprobes/enabled in debugfs is 0" : NULL;
	if (ftrace && !sings(&on_ftrace))
		return "the kernel calls no probes: kernel.ftrace_enabled is 0";
	return NULL;
}
