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
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "canary.h"

static bool called;

static int note_call(struct kprobe *kp, struct pt_regs *regs)
{
	WRITE_ONCE(called, true);
	return 0;
}
NOKPROBE_SYMBOL(note_call);

static noinline void traced(void)
{
	barrier();
}

static noinline notrace void untraced(void)
{
	barrier();
}

/**
 * struct canary - a function with a probe
 * @kp: the probe
 * @sing: the function
 * @alive: the probe is there
 */
struct canary {
	struct kprobe kp;
	void (*sing)(void);
	bool alive;
};

static struct canary on_ftrace = {
	.kp.addr	= (kprobe_opcode_t *)traced,
	.kp.pre_handler	= note_call,
	.sing		= traced,
};

static struct canary on_breakpoint = {
	.kp.addr	= (kprobe_opcode_t *)untraced,
	.kp.pre_handler	= note_call,
	.sing		= untraced,
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
		err = register_kprobe(&canaries[i]->kp);
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
			unregister_kprobe(&canaries[i]->kp);
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
