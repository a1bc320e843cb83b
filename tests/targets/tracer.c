// SPDX-License-Identifier: GPL-2.0
/*
 * tracer: another user of a function that pathtime times
 *
 * The kinds stand for tracers, live patches and BPF programs. The parameter "calls"
 * has the number of calls that it saw.
 */
#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../../module/compat/ftrace.h"

static char *function = "";
module_param(function, charp, 0444);
MODULE_PARM_DESC(function, "function of the target, by its name alone");

static char *kind = "ops";
module_param(kind, charp, 0444);
MODULE_PARM_DESC(kind, "ops, livepatch, direct, leaver");

static unsigned int hold_ms;
module_param(hold_ms, uint, 0644);
MODULE_PARM_DESC(hold_ms, "leaver: time that a call of the function stays in the tracer");

static bool inside;
module_param(inside, bool, 0444);
MODULE_PARM_DESC(inside, "leaver: a call is in the tracer");

static atomic_long_t calls;

static int get_calls(char *buffer, const struct kernel_param *kp)
{
	return scnprintf(buffer, PAGE_SIZE, "%ld\n", atomic_long_read(&calls));
}

static const struct kernel_param_ops calls_ops = { .get = get_calls };
module_param_cb(calls, &calls_ops, NULL, 0444);
MODULE_PARM_DESC(calls, "calls seen");

#ifndef PTIME_HAS_ftrace_regs
#define ftrace_regs pt_regs
#define ftrace_regs_set_instruction_pointer(regs, ip) instruction_pointer_set(regs, ip)
#endif

/* its name before 6.5 */
#ifdef PTIME_HAS_ftrace_instruction_pointer_set
#define ftrace_regs_set_instruction_pointer(regs, ip) ftrace_instruction_pointer_set(regs, ip)
#endif

static unsigned long address;

static notrace void count(unsigned long ip, unsigned long parent_ip,
			  struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	atomic_long_inc(&calls);
}

/* replaces the function for its callers, with the same result */
static notrace noinline unsigned long replacement(unsigned long argument)
{
	atomic_long_inc(&calls);
	return argument;
}

static notrace void redirect(unsigned long ip, unsigned long parent_ip,
			     struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	ftrace_regs_set_instruction_pointer(regs, (unsigned long)replacement);
}

static struct ftrace_ops count_ops = {
	.func	= count,
};

/* a kernel that passes arguments passes enough registers to redirect (kernel/livepatch/patch.c) */
#ifdef CONFIG_HAVE_DYNAMIC_FTRACE_WITH_ARGS
#define REDIRECT_FLAGS	FTRACE_OPS_FL_IPMODIFY
#else
#define REDIRECT_FLAGS	(FTRACE_OPS_FL_IPMODIFY | FTRACE_OPS_FL_SAVE_REGS)
#endif

static struct ftrace_ops redirect_ops = {
	.func	= redirect,
	.flags	= REDIRECT_FLAGS,
};

/* stands for a CPU that is interrupted here and runs softirqs */
static notrace void linger(unsigned long ip, unsigned long parent_ip,
			   struct ftrace_ops *ops, struct ftrace_regs *regs)
{
	u64 end = ktime_get_mono_fast_ns() + READ_ONCE(hold_ms) * (u64)NSEC_PER_MSEC;

	atomic_long_inc(&calls);
	WRITE_ONCE(inside, true);
	while (ktime_get_mono_fast_ns() < end)
		cpu_relax();
	WRITE_ONCE(inside, false);
}

static struct ftrace_ops linger_ops = {
	.func	= linger,
};

static int register_ops(struct ftrace_ops *ops)
{
	int err;

	err = ftrace_set_filter_ip(ops, address, 0, 0);
	if (err)
		return err;
	err = register_ftrace_function(ops);
	if (err)
		ftrace_set_filter_ip(ops, address, 1, 0);
	return err;
}

static void unregister_ops(struct ftrace_ops *ops)
{
	unregister_ftrace_function(ops);
	ftrace_set_filter_ip(ops, address, 1, 0);
}

static int add_count(void)
{
	return register_ops(&count_ops);
}

static void remove_count(void)
{
	unregister_ops(&count_ops);
}

static int add_livepatch(void)
{
	return register_ops(&redirect_ops);
}

static void remove_livepatch(void)
{
	unregister_ops(&redirect_ops);
}

static bool left;

/*
 * The ops look like those of the kernel's own tracers, which belong to no module: ftrace does not
 * wait for a CPU that is in them. So this module must stay as long as a CPU is.
 */
static void leave(void)
{
	if (left)
		return;
	left = true;
	linger_ops.flags &= ~FTRACE_OPS_FL_DYNAMIC;
	unregister_ops(&linger_ops);
}

/* When the flag is set again, ftrace frees the memory that it has allocated for the ops. */
static void remove_leaver(void)
{
	leave();
	hold_ms = 0;
	if (!register_ops(&linger_ops))
		unregister_ops(&linger_ops);
}

static int add_leaver(void)
{
	return register_ops(&linger_ops);
}

static int set_leave(const char *value, const struct kernel_param *kp)
{
	leave();
	return 0;
}

static const struct kernel_param_ops leave_ops = { .set = set_leave };
module_param_cb(leave, &leave_ops, NULL, 0200);
MODULE_PARM_DESC(leave, "leaver: remove the tracer, although a call may be in it");

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS
void tracer_trampoline(void);

static __used notrace void tracer_note(void)
{
	atomic_long_inc(&calls);
}

/* like a BPF program's: called from the function's first instruction, keeps its arguments */
#ifdef CONFIG_X86_64
#define TRAMPOLINE							\
	"	endbr64\n"						\
	"	pushq %rbp\n"						\
	"	movq %rsp, %rbp\n"					\
	"	pushq %rdi\n"						\
	"	pushq %rsi\n"						\
	"	call tracer_note\n"					\
	"	popq %rsi\n"						\
	"	popq %rdi\n"						\
	"	leave\n"						\
	"	" ASM_RET
#endif

/* x9 is the return address of the function, x30 that of this trampoline */
#ifdef CONFIG_ARM64
#define TRAMPOLINE							\
	"	hint 34 // bti c\n"					\
	"	stp x29, x9, [sp, #-32]!\n"				\
	"	mov x29, sp\n"						\
	"	stp x0, x30, [sp, #16]\n"				\
	"	bl tracer_note\n"					\
	"	ldp x0, x10, [sp, #16]\n"				\
	"	ldp x29, x30, [sp], #32\n"				\
	"	ret x10\n"
#endif

asm("	.pushsection .text, \"ax\", @progbits\n"
"	.type tracer_trampoline, @function\n"
"	.globl tracer_trampoline\n"
"tracer_trampoline:\n"
	TRAMPOLINE
"	.size tracer_trampoline, .-tracer_trampoline\n"
"	.popsection\n");

static struct ptime_direct_site site;

static int add_direct(void)
{
	int err;

	site.ip = address;
	err = ptime_direct_register(&site, (unsigned long)tracer_trampoline);
	if (err)
		ptime_direct_free(&site);
	return err;
}

static void remove_direct(void)
{
	ptime_direct_unregister(&site, (unsigned long)tracer_trampoline);
	ptime_direct_free(&site);
}
#else
static int add_direct(void)
{
	return -EOPNOTSUPP;
}

static void remove_direct(void)
{
}
#endif

static const struct {
	const char *name;
	int (*add)(void);
	void (*remove)(void);
} kinds[] = {
	{ "ops", add_count, remove_count },
	{ "livepatch", add_livepatch, remove_livepatch },
	{ "direct", add_direct, remove_direct },
	{ "leaver", add_leaver, remove_leaver },
};

static size_t chosen;

/* the address that ftrace patches: a kprobe without an offset gets the function's address */
static int find(void)
{
	struct kprobe kp = {
		.symbol_name	= function,
		.flags		= KPROBE_FLAG_DISABLED,
	};
	int err;

	err = register_kprobe(&kp);
	if (err)
		return err;
	address = (unsigned long)kp.addr;
	unregister_kprobe(&kp);
	return 0;
}

static int __init tracer_init(void)
{
	int err;

	err = find();
	if (err)
		return err;
	while (chosen < ARRAY_SIZE(kinds) && strcmp(kinds[chosen].name, kind))
		chosen++;
	return chosen < ARRAY_SIZE(kinds) ? kinds[chosen].add() : -EINVAL;
}

static void __exit tracer_exit(void)
{
	kinds[chosen].remove();
}

module_init(tracer_init);
module_exit(tracer_exit);

MODULE_DESCRIPTION("Another user of a function that pathtime times");
MODULE_LICENSE("GPL");
