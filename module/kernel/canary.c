// SPDX-License-Identifier: GPL-2.0
/*
 * canary: checks whether the kernel calls probes at all
 *
 * kernel.ftrace_enabled and kprobes/enabled in debugfs turn probes off without notice to the
 * code that registered them, and a module can read neither. So there are two functions that
 * nothing else calls, each with a probe of the kind that timed functions have. To check,
 * pathtime calls them.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/compiler.h>
#include <linux/ftrace.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "kernel/canary.h"

static bool canary_called;

static int canary_mark(struct kprobe *kp, struct pt_regs *regs)
{
	WRITE_ONCE(canary_called, true);
	return 0;
}
NOKPROBE_SYMBOL(canary_mark);

static noinline void canary_traced(void)
{
	barrier();
}

static noinline notrace void canary_untraced(void)
{
	barrier();
}

#if defined(PTIME_HAS_DIRECT) && !defined(CONFIG_KPROBES_ON_FTRACE)

/* kprobes work without ftrace, direct calls do not */
static notrace void canary_mark_ftrace(unsigned long ip, unsigned long parent_ip,
				       struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	WRITE_ONCE(canary_called, true);
}

static struct ftrace_ops canary_ftrace_ops = { .func = canary_mark_ftrace };

static int canary_watch_traced(void)
{
	int err;

	err = ftrace_set_filter_ip(&canary_ftrace_ops, (unsigned long)canary_traced, 0, 0);
	if (!err)
		err = register_ftrace_function(&canary_ftrace_ops);
	if (err)
		ftrace_free_filter(&canary_ftrace_ops);
	return err;
}

static void canary_unwatch_traced(void)
{
	unregister_ftrace_function(&canary_ftrace_ops);
	ftrace_free_filter(&canary_ftrace_ops);
}

#else

static struct kprobe canary_traced_probe = {
	.addr		= (kprobe_opcode_t *)canary_traced,
	.pre_handler	= canary_mark,
};

static int canary_watch_traced(void)
{
	return register_kprobe(&canary_traced_probe);
}

static void canary_unwatch_traced(void)
{
	unregister_kprobe(&canary_traced_probe);
}

#endif

static void canary_post_handler(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}
NOKPROBE_SYMBOL(canary_post_handler);

/*
 * The kernel does not optimize a kprobe that has a post handler. The optimizer would wait for
 * RCU tasks while it holds the locks of kprobes, CPU hotplug and text patching.
 */
static struct kprobe canary_untraced_probe = {
	.addr		= (kprobe_opcode_t *)canary_untraced,
	.pre_handler	= canary_mark,
	.post_handler	= canary_post_handler,
};

static int canary_watch_untraced(void)
{
	return register_kprobe(&canary_untraced_probe);
}

static void canary_unwatch_untraced(void)
{
	unregister_kprobe(&canary_untraced_probe);
}

/**
 * struct canary - a function with a probe
 * @call: the function
 * @watch: registers the probe
 * @unwatch: unregisters the probe
 * @alive: the probe is registered
 */
struct canary {
	void (*call)(void);
	int (*watch)(void);
	void (*unwatch)(void);
	bool alive;
};

static struct canary on_ftrace = {
	.call		= canary_traced,
	.watch		= canary_watch_traced,
	.unwatch	= canary_unwatch_traced,
};

static struct canary on_breakpoint = {
	.call		= canary_untraced,
	.watch		= canary_watch_untraced,
	.unwatch	= canary_unwatch_untraced,
};

static struct canary *const canaries[] = { &on_ftrace, &on_breakpoint };

/*
 * Interrupts are off. In an interrupt that comes within a kprobe's handler, the kernel calls no
 * kprobe: each timed call there, and in the softirqs at its end, would be missed.
 */
static bool canary_is_called(const struct canary *canary)
{
	unsigned long flags;

	WRITE_ONCE(canary_called, false);
	local_irq_save(flags);
	canary->call();
	local_irq_restore(flags);
	return READ_ONCE(canary_called) || !canary->alive;
}

/**
 * ptime_canary_init() - Register the canaries' probes
 *
 * If one cannot be registered, probes of its kind are assumed to be called, and the log says
 * so.
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
			pr_warn("cannot check whether the kernel calls probes (%d)\n", err);
		canaries[i]->alive = !err;
	}
}

/**
 * ptime_canary_exit() - Unregister the canaries' probes
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

/* If ftrace shuts itself down, it does not give the probe of a canary back. */
bool ptime_canary_is_in_ftrace(void)
{
	return on_ftrace.alive;
}

/**
 * ptime_canary_reason() - Find out why the kernel calls no probes
 * @kprobe: the question is about kprobes
 * @ftrace: the question is about probes that use ftrace; unknown while kprobes are off
 *
 * Context: process, under ptime_probes_lock(), because all calls set the same variable.
 * Return: a sentence for the user; NULL if probes are called.
 */
const char *ptime_canary_reason(bool kprobe, bool ftrace)
{
	if (!canary_is_called(&on_breakpoint))
		return kprobe ?
		       "the kernel calls no probes: kprobes/enabled in debugfs is 0" : NULL;
	if (ftrace && !canary_is_called(&on_ftrace))
		return "the kernel calls no probes: kernel.ftrace_enabled is 0";
	return NULL;
}
