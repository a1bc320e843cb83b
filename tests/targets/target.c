// SPDX-License-Identifier: GPL-2.0
/*
 * target: what most tests time, functions that know how often they were called
 * and how long they take
 *
 * /sys/kernel/debug/target/
 *	run	write "FUNCTION CONTEXT TIMES [ARGUMENT]"; CONTEXT is task, softirq,
 *		hardirq, or threads: at once, each in a kernel thread of its
 *		own; returns when all is done
 *	calls	read: "FUNCTION CALLS" for each, since load; write: reset to zero
 *	bench	read: clock ticks per call of target_bench() and its loop: 20,000
 *		calls with bottom halves off, best of five
 *	bench_in_aton	read: the same of in_aton(). BPF can attach only to the kernel's own
 *		functions if modules have no BTF
 *	bench_many	read: the same of target_many_00() to target_many_99(), each called
 *		once in each of 200 rounds, best of five
 */
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/inet.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/netfilter.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/timex.h>
#include <linux/uaccess.h>

#include "../../module/compat/irq_work.h"

#define LINE_MAX	128
#define BENCH_CALLS	20000
#define BENCH_ROUNDS	5
/* calls in one interrupt, so that none takes long */
#define CHUNK		100

/* two instructions a turn: the time is known if an instruction is a nanosecond */
static __always_inline void spin(unsigned long turns)
{
	if (!turns)
		return;
#ifdef CONFIG_X86
	asm volatile("1: dec %0; jnz 1b" : "+r" (turns) : : "cc");
#else
	asm volatile("1: subs %0, %0, #1; b.ne 1b" : "+r" (turns) : : "cc");
#endif
}

enum {
	LEAF, SPIN, NESTED, INNER, RECURSE, SLEEP, ERRNO, VERDICT, FLOW, POLL, BOOL,
	HOOK, POINTER, COPY, REGISTERS, ARGUMENTS, STRUCTURE, ALTERNATE, HOLDER, HELD,
	SEVEN, NINE, TEN, ELEVEN, BY_VALUE, VARIADIC, FUNCTIONS
};

static atomic64_t calls[FUNCTIONS];

/* global and noinline: each is one symbol, and each call in the source is a call */
unsigned long target_leaf(unsigned long argument);
unsigned long target_spin(unsigned long argument);
unsigned long target_nested(unsigned long argument);
unsigned long target_inner(unsigned long argument);
unsigned long target_recurse(unsigned long argument);
unsigned long target_sleep(unsigned long argument);
unsigned long target_errno(unsigned long argument);
unsigned long target_verdict(unsigned long argument);
unsigned long target_flow(unsigned long argument);
unsigned long target_poll(unsigned long argument);
unsigned long target_bool(unsigned long argument);
unsigned long target_hook(unsigned long argument);
unsigned long target_pointer(unsigned long argument);
unsigned long target_alternate(unsigned long argument);
unsigned long target_holder(unsigned long argument);
unsigned long target_held(unsigned long argument);
unsigned long target_bench(unsigned long argument);

/* on x86 these use all registers for arguments and results */
struct wide {
	unsigned long low;
	unsigned long high;
};

struct wide target_registers(unsigned long a, unsigned long b, unsigned long c,
			     unsigned long d, unsigned long e, unsigned long f);

/* uses all registers for arguments on arm64; x86 passes two of them on the stack */
unsigned long target_arguments(unsigned long a, unsigned long b, unsigned long c,
			       unsigned long d, unsigned long e, unsigned long f,
			       unsigned long g, unsigned long h);

unsigned long target_seven(unsigned long a, unsigned long b, unsigned long c, unsigned long d,
			   unsigned long e, unsigned long f, unsigned long g);
unsigned long target_nine(unsigned long a, unsigned long b, unsigned long c, unsigned long d,
			  unsigned long e, unsigned long f, unsigned long g, unsigned long h,
			  unsigned long i);
unsigned long target_ten(unsigned long a, unsigned long b, unsigned long c, unsigned long d,
			 unsigned long e, unsigned long f, unsigned long g, unsigned long h,
			 unsigned long i, unsigned long j);
unsigned long target_eleven(unsigned long a, unsigned long b, unsigned long c, unsigned long d,
			    unsigned long e, unsigned long f, unsigned long g, unsigned long h,
			    unsigned long i, unsigned long j, unsigned long k);
unsigned long target_variadic(unsigned long numbers, ...);

/* too large to be returned in registers: one register has the address for it */
struct structure {
	unsigned long words[4];
};

/* x86 passes the first two structures in registers, if there is room, and the last on the stack */
unsigned long target_by_value(struct wide a, unsigned long b, struct wide c,
			      struct structure d);

struct structure target_structure(unsigned long a, unsigned long b);

/* each is different, as GCC merges functions that are the same */
#define FOR_TEN(macro, tens)						\
	macro(tens##0) macro(tens##1) macro(tens##2) macro(tens##3)	\
	macro(tens##4) macro(tens##5) macro(tens##6) macro(tens##7)	\
	macro(tens##8) macro(tens##9)
#define FOR_MANY(macro)							\
	FOR_TEN(macro, 0) FOR_TEN(macro, 1) FOR_TEN(macro, 2)		\
	FOR_TEN(macro, 3) FOR_TEN(macro, 4) FOR_TEN(macro, 5)		\
	FOR_TEN(macro, 6) FOR_TEN(macro, 7) FOR_TEN(macro, 8)		\
	FOR_TEN(macro, 9)

#define DECLARE_MANY(number)						\
	unsigned long target_many_##number(unsigned long argument);
FOR_MANY(DECLARE_MANY)

/* named as GCC names a copy, with a number that no kernel has to show */
unsigned long target_copy(unsigned long argument) asm("target_copy.constprop.12");

noinline unsigned long target_leaf(unsigned long argument)
{
	atomic64_inc(&calls[LEAF]);
	return 0;
}

/* takes 2 * argument instructions, and a few more */
noinline unsigned long target_spin(unsigned long argument)
{
	atomic64_inc(&calls[SPIN]);
	spin(argument);
	return 0;
}

noinline unsigned long target_inner(unsigned long argument)
{
	atomic64_inc(&calls[INNER]);
	spin(argument);
	return 0;
}

/* spins as long as each of the two functions it calls */
noinline unsigned long target_nested(unsigned long argument)
{
	atomic64_inc(&calls[NESTED]);
	target_inner(argument);
	spin(argument);
	target_inner(argument);
	return 0;
}

/* calls itself argument times; no tail call */
noinline unsigned long target_recurse(unsigned long argument)
{
	unsigned long below = 0;

	atomic64_inc(&calls[RECURSE]);
	if (argument)
		below = target_recurse(argument - 1);
	barrier();
	return below + 1;
}

/* argument milliseconds */
noinline unsigned long target_sleep(unsigned long argument)
{
	atomic64_inc(&calls[SLEEP]);
	msleep_interruptible(argument);
	return 0;
}

/* argument milliseconds after a call that takes as many */
noinline unsigned long target_held(unsigned long argument)
{
	atomic64_inc(&calls[HELD]);
	target_sleep(argument);
	msleep_interruptible(argument);
	return 0;
}

/* takes twice argument milliseconds, or almost no time for 0 */
noinline unsigned long target_holder(unsigned long argument)
{
	atomic64_inc(&calls[HOLDER]);
	if (argument)
		target_held(argument);
	else
		target_leaf(argument);
	barrier();
	return 0;
}

/*
 * The return values rotate, so the number of calls gives the number of each value.
 * For an int the upper half of the register has random bits, as the compiler may
 * leave them there.
 */
#define RUBBISH	0x5a5a5a5a00000000UL

static unsigned long in_turn(int function, const long *values, unsigned int count)
{
	u64 turn = atomic64_inc_return(&calls[function]) - 1;

	return values[turn % count];
}

static unsigned long int_in_turn(int function, const long *values, unsigned int count)
{
	return (u32)in_turn(function, values, count) | RUBBISH;
}

noinline unsigned long target_errno(unsigned long argument)
{
	static const long values[] = { 0, 17, -EINVAL, -EINPROGRESS, 0, -ENOMEM };

	return int_in_turn(ERRNO, values, ARRAY_SIZE(values));
}

noinline unsigned long target_verdict(unsigned long argument)
{
	static const long values[] = { NF_ACCEPT, NF_DROP, NF_STOLEN, NF_QUEUE,
				       NF_DROP_ERR(-EPERM), -NF_ACCEPT,
				       -NF_REPEAT };

	return int_in_turn(VERDICT, values, ARRAY_SIZE(values));
}

noinline unsigned long target_flow(unsigned long argument)
{
	static const long values[] = { NF_STOLEN, NF_STOLEN, NF_STOLEN, NF_ACCEPT,
				       NF_DROP };

	return int_in_turn(FLOW, values, ARRAY_SIZE(values));
}

noinline unsigned long target_poll(unsigned long argument)
{
	static const long values[] = { 0, 1, 7, 8, 64 };

	return int_in_turn(POLL, values, ARRAY_SIZE(values));
}

noinline unsigned long target_bool(unsigned long argument)
{
	static const long values[] = { true, false, true };

	return (u8)in_turn(BOOL, values, ARRAY_SIZE(values)) | RUBBISH | 0x5a5a5a00;
}

noinline unsigned long target_hook(unsigned long argument)
{
	static const long values[] = { 1, 0, -EPERM };

	return int_in_turn(HOOK, values, ARRAY_SIZE(values));
}

noinline unsigned long target_pointer(unsigned long argument)
{
	const long values[] = { (long)calls, 0, -ENOENT, (long)calls };

	return in_turn(POINTER, values, ARRAY_SIZE(values));
}

/* every odd call takes 2 * argument instructions more, and returns true */
noinline unsigned long target_alternate(unsigned long argument)
{
	bool longer = atomic64_inc_return(&calls[ALTERNATE]) & 1;

	if (longer)
		spin(argument);
	return longer;
}

noinline unsigned long target_copy(unsigned long argument)
{
	atomic64_inc(&calls[COPY]);
	return 0;
}

noinline struct wide target_registers(unsigned long a, unsigned long b, unsigned long c,
				      unsigned long d, unsigned long e, unsigned long f)
{
	struct wide wide = {
		.low = a + 2 * b + 3 * c,
		.high = 4 * d + 5 * e + 6 * f,
	};

	atomic64_inc(&calls[REGISTERS]);
	return wide;
}

static unsigned long call_registers(unsigned long argument)
{
	struct wide wide = target_registers(argument, argument + 1, argument + 2,
					    argument + 3, argument + 4, argument + 5);

	WARN_ON_ONCE(wide.low != 6 * argument + 8 || wide.high != 15 * argument + 62);
	return wide.low;
}

noinline unsigned long target_arguments(unsigned long a, unsigned long b, unsigned long c,
					unsigned long d, unsigned long e, unsigned long f,
					unsigned long g, unsigned long h)
{
	atomic64_inc(&calls[ARGUMENTS]);
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
}

static unsigned long call_arguments(unsigned long argument)
{
	unsigned long sum = target_arguments(argument, argument + 1, argument + 2,
					     argument + 3, argument + 4, argument + 5,
					     argument + 6, argument + 7);

	WARN_ON_ONCE(sum != 36 * argument + 168);
	return sum;
}

noinline unsigned long target_seven(unsigned long a, unsigned long b, unsigned long c,
				    unsigned long d, unsigned long e, unsigned long f,
				    unsigned long g)
{
	atomic64_inc(&calls[SEVEN]);
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g;
}

static unsigned long call_seven(unsigned long argument)
{
	unsigned long sum = target_seven(argument, argument + 1, argument + 2, argument + 3,
					 argument + 4, argument + 5, argument + 6);

	WARN_ON_ONCE(sum != 28 * argument + 112);
	return sum;
}

noinline unsigned long target_nine(unsigned long a, unsigned long b, unsigned long c,
				   unsigned long d, unsigned long e, unsigned long f,
				   unsigned long g, unsigned long h, unsigned long i)
{
	atomic64_inc(&calls[NINE]);
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i;
}

static unsigned long call_nine(unsigned long argument)
{
	unsigned long sum = target_nine(argument, argument + 1, argument + 2, argument + 3,
					argument + 4, argument + 5, argument + 6, argument + 7,
					argument + 8);

	WARN_ON_ONCE(sum != 45 * argument + 240);
	return sum;
}

noinline unsigned long target_ten(unsigned long a, unsigned long b, unsigned long c,
				  unsigned long d, unsigned long e, unsigned long f,
				  unsigned long g, unsigned long h, unsigned long i,
				  unsigned long j)
{
	atomic64_inc(&calls[TEN]);
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}

static unsigned long call_ten(unsigned long argument)
{
	unsigned long sum = target_ten(argument, argument + 1, argument + 2, argument + 3,
				       argument + 4, argument + 5, argument + 6, argument + 7,
				       argument + 8, argument + 9);

	WARN_ON_ONCE(sum != 55 * argument + 330);
	return sum;
}

noinline unsigned long target_eleven(unsigned long a, unsigned long b, unsigned long c,
				     unsigned long d, unsigned long e, unsigned long f,
				     unsigned long g, unsigned long h, unsigned long i,
				     unsigned long j, unsigned long k)
{
	atomic64_inc(&calls[ELEVEN]);
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k;
}

static unsigned long call_eleven(unsigned long argument)
{
	unsigned long sum = target_eleven(argument, argument + 1, argument + 2, argument + 3,
					  argument + 4, argument + 5, argument + 6, argument + 7,
					  argument + 8, argument + 9, argument + 10);

	WARN_ON_ONCE(sum != 66 * argument + 440);
	return sum;
}

noinline unsigned long target_by_value(struct wide a, unsigned long b, struct wide c,
				       struct structure d)
{
	atomic64_inc(&calls[BY_VALUE]);
	return a.low + 2 * a.high + 3 * b + 4 * c.low + 5 * c.high + 6 * d.words[0] +
	       7 * d.words[1] + 8 * d.words[2] + 9 * d.words[3];
}

static unsigned long call_by_value(unsigned long argument)
{
	struct wide a = { argument, argument + 1 }, c = { argument + 3, argument + 4 };
	struct structure d = { { argument + 5, argument + 6, argument + 7, argument + 8 } };
	unsigned long sum = target_by_value(a, argument + 2, c, d);

	WARN_ON_ONCE(sum != 45 * argument + 240);
	return sum;
}

noinline unsigned long target_variadic(unsigned long numbers, ...)
{
	unsigned long sum = 0;
	va_list list;

	atomic64_inc(&calls[VARIADIC]);
	va_start(list, numbers);
	while (numbers--)
		sum += va_arg(list, unsigned long);
	va_end(list);
	return sum;
}

static unsigned long call_variadic(unsigned long argument)
{
	unsigned long sum = target_variadic(3, argument, argument + 1, argument + 2);

	WARN_ON_ONCE(sum != 3 * argument + 3);
	return sum;
}

noinline struct structure target_structure(unsigned long a, unsigned long b)
{
	struct structure structure = { { a, b, a + b, a - b } };

	atomic64_inc(&calls[STRUCTURE]);
	return structure;
}

static unsigned long call_structure(unsigned long argument)
{
	struct structure structure = target_structure(3 * argument, argument);

	WARN_ON_ONCE(structure.words[0] != 3 * argument || structure.words[1] != argument ||
		     structure.words[2] != 4 * argument || structure.words[3] != 2 * argument);
	return structure.words[0];
}

/* called by a benchmark: does nothing, so that only the call counts */
noinline unsigned long target_bench(unsigned long argument)
{
	barrier();
	return argument;
}

#define DEFINE_MANY(number)						\
noinline unsigned long target_many_##number(unsigned long argument)	\
{									\
	barrier();							\
	return argument + 1##number;					\
}

FOR_MANY(DEFINE_MANY)

#define POINT_TO_MANY(number)	target_many_##number,
static unsigned long (*const many[])(unsigned long argument) = {
	FOR_MANY(POINT_TO_MANY)
};

static const struct {
	const char *name;
	unsigned long (*function)(unsigned long argument);
} functions[FUNCTIONS] = {
	[LEAF]		= { "target_leaf", target_leaf },
	[SPIN]		= { "target_spin", target_spin },
	[NESTED]	= { "target_nested", target_nested },
	[INNER]		= { "target_inner", target_inner },
	[RECURSE]	= { "target_recurse", target_recurse },
	[SLEEP]		= { "target_sleep", target_sleep },
	[ERRNO]		= { "target_errno", target_errno },
	[VERDICT]	= { "target_verdict", target_verdict },
	[FLOW]		= { "target_flow", target_flow },
	[POLL]		= { "target_poll", target_poll },
	[BOOL]		= { "target_bool", target_bool },
	[HOOK]		= { "target_hook", target_hook },
	[POINTER]	= { "target_pointer", target_pointer },
	[COPY]		= { "target_copy", target_copy },
	[REGISTERS]	= { "target_registers", call_registers },
	[ARGUMENTS]	= { "target_arguments", call_arguments },
	[STRUCTURE]	= { "target_structure", call_structure },
	[ALTERNATE]	= { "target_alternate", target_alternate },
	[HOLDER]	= { "target_holder", target_holder },
	[HELD]		= { "target_held", target_held },
	[SEVEN]		= { "target_seven", call_seven },
	[NINE]		= { "target_nine", call_nine },
	[TEN]		= { "target_ten", call_ten },
	[ELEVEN]	= { "target_eleven", call_eleven },
	[BY_VALUE]	= { "target_by_value", call_by_value },
	[VARIADIC]	= { "target_variadic", call_variadic },
};

/* one write to "run", of which several may be under way */
struct run {
	unsigned long (*function)(unsigned long argument);
	unsigned long left;
	unsigned long argument;
	struct irq_work work;
	struct tasklet_struct tasklet;
	struct completion done;
};

static void do_chunk(struct run *run)
{
	unsigned int i;

	for (i = 0; i < CHUNK && run->left; i++, run->left--)
		run->function(run->argument);
	complete(&run->done);
}

static void hardirq_chunk(struct irq_work *work)
{
	struct run *run = container_of(work, struct run, work);

	WARN_ON_ONCE(!hardirq_count());
	do_chunk(run);
}

static void softirq_chunk(struct tasklet_struct *tasklet)
{
	struct run *run = container_of(tasklet, struct run, tasklet);

	WARN_ON_ONCE(!in_serving_softirq());
	do_chunk(run);
}

static void run_in_task(struct run *run)
{
	while (run->left && !signal_pending(current)) {
		do_chunk(run);
		cond_resched();
	}
}

static void run_in_softirq(struct run *run)
{
	tasklet_setup(&run->tasklet, softirq_chunk);
	while (run->left) {
		tasklet_schedule(&run->tasklet);
		wait_for_completion(&run->done);
	}
	tasklet_kill(&run->tasklet);
}

static void run_in_hardirq(struct run *run)
{
	/* in hardirq context on a real-time kernel, too */
	run->work = IRQ_WORK_INIT_HARD(hardirq_chunk);
	while (run->left) {
		irq_work_queue(&run->work);
		wait_for_completion(&run->done);
		irq_work_sync(&run->work);
	}
}

static int run_once(void *data)
{
	struct run *run = data;

	run->function(run->argument);
	complete(&run->done);
	return 0;
}

static void run_in_threads(struct run *run)
{
	struct task_struct **threads;
	unsigned long i, left;

	threads = kvcalloc(run->left, sizeof(*threads), GFP_KERNEL);
	if (!threads)
		return;
	for (i = 0; i < run->left; i++) {
		threads[i] = kthread_create(run_once, run, "target");
		if (IS_ERR(threads[i]))
			break;
		/* the thread may end before kthread_stop() */
		get_task_struct(threads[i]);
		wake_up_process(threads[i]);
	}
	/* a thread that is stopped before it ran does not run */
	for (left = i; left; left--)
		wait_for_completion(&run->done);
	while (i--) {
		kthread_stop(threads[i]);
		put_task_struct(threads[i]);
	}
	kvfree(threads);
}

static const struct {
	const char *name;
	void (*run)(struct run *run);
} contexts[] = {
	{ "task", run_in_task },
	{ "softirq", run_in_softirq },
	{ "hardirq", run_in_hardirq },
	{ "threads", run_in_threads },
};

static int parse_run(const char *line, struct run *run, void (**in)(struct run *run))
{
	char function[32], context[16];
	size_t i;

	run->argument = 0;
	if (sscanf(line, "%31s %15s %lu %lu", function, context, &run->left,
		   &run->argument) < 3)
		return -EINVAL;
	for (i = 0; i < FUNCTIONS; i++)
		if (!strcmp(functions[i].name, function))
			run->function = functions[i].function;
	*in = NULL;
	for (i = 0; i < ARRAY_SIZE(contexts); i++)
		if (!strcmp(contexts[i].name, context))
			*in = contexts[i].run;
	return run->function && *in ? 0 : -EINVAL;
}

static int copy_line(char *line, const char __user *from, size_t count)
{
	if (count >= LINE_MAX)
		return -E2BIG;
	if (copy_from_user(line, from, count))
		return -EFAULT;
	line[count] = '\0';
	return 0;
}

static ssize_t run_write(struct file *file, const char __user *from, size_t count,
			 loff_t *pos)
{
	void (*in)(struct run *run);
	char line[LINE_MAX];
	struct run *run;
	int err;

	err = copy_line(line, from, count);
	if (err)
		return err;
	run = kzalloc(sizeof(*run), GFP_KERNEL);
	if (!run)
		return -ENOMEM;
	init_completion(&run->done);
	err = parse_run(line, run, &in);
	if (!err)
		in(run);
	kfree(run);
	return err ?: count;
}

static const struct file_operations run_fops = {
	.owner	= THIS_MODULE,
	.write	= run_write,
};

static int calls_show(struct seq_file *seq, void *unused)
{
	int i;

	for (i = 0; i < FUNCTIONS; i++)
		seq_printf(seq, "%s %lld\n", functions[i].name,
			   atomic64_read(&calls[i]));
	return 0;
}

static ssize_t calls_write(struct file *file, const char __user *from, size_t count,
			   loff_t *pos)
{
	int i;

	for (i = 0; i < FUNCTIONS; i++)
		atomic64_set(&calls[i], 0);
	return count;
}

static int calls_open(struct inode *inode, struct file *file)
{
	return single_open(file, calls_show, NULL);
}

static const struct file_operations calls_fops = {
	.owner		= THIS_MODULE,
	.open		= calls_open,
	.read		= seq_read,
	.write		= calls_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static __always_inline void call_target(unsigned int i)
{
	target_bench(i);
}

static __always_inline void call_in_aton(unsigned int i)
{
	in_aton("");
}

/* inlined, so that the call in the loop is a direct one */
static __always_inline u64 bench_round(void (*call)(unsigned int i))
{
	unsigned int i;
	u64 start;

	local_bh_disable();
	start = get_cycles();
	for (i = 0; i < BENCH_CALLS; i++)
		call(i);
	start = get_cycles() - start;
	local_bh_enable();
	return start;
}

static int show_best(struct seq_file *seq, u64 (*round)(void), unsigned int calls)
{
	u64 best = U64_MAX;
	int i;

	for (i = 0; i < BENCH_ROUNDS; i++) {
		best = min(best, round());
		cond_resched();
	}
	best = div_u64(best * 100, calls);
	seq_printf(seq, "%llu.%02llu\n", best / 100, best % 100);
	return 0;
}

static u64 target_round(void)
{
	return bench_round(call_target);
}

static int bench_show(struct seq_file *seq, void *unused)
{
	return show_best(seq, target_round, BENCH_CALLS);
}
DEFINE_SHOW_ATTRIBUTE(bench);

static u64 in_aton_round(void)
{
	return bench_round(call_in_aton);
}

static int bench_in_aton_show(struct seq_file *seq, void *unused)
{
	return show_best(seq, in_aton_round, BENCH_CALLS);
}
DEFINE_SHOW_ATTRIBUTE(bench_in_aton);

static u64 many_round(void)
{
	unsigned int turn, i;
	u64 start;

	local_bh_disable();
	start = get_cycles();
	for (turn = 0; turn < BENCH_CALLS / ARRAY_SIZE(many); turn++)
		for (i = 0; i < ARRAY_SIZE(many); i++)
			many[i](i);
	start = get_cycles() - start;
	local_bh_enable();
	return start;
}

static int bench_many_show(struct seq_file *seq, void *unused)
{
	return show_best(seq, many_round, BENCH_CALLS / ARRAY_SIZE(many));
}
DEFINE_SHOW_ATTRIBUTE(bench_many);

static struct dentry *dir;

static int __init target_init(void)
{
	dir = debugfs_create_dir("target", NULL);
	debugfs_create_file("run", 0200, dir, NULL, &run_fops);
	debugfs_create_file("calls", 0600, dir, NULL, &calls_fops);
	debugfs_create_file("bench", 0400, dir, NULL, &bench_fops);
	debugfs_create_file("bench_in_aton", 0400, dir, NULL, &bench_in_aton_fops);
	debugfs_create_file("bench_many", 0400, dir, NULL, &bench_many_fops);
	return 0;
}

static void __exit target_exit(void)
{
	debugfs_remove(dir);
}

module_init(target_init);
module_exit(target_exit);

MODULE_DESCRIPTION("Functions for pathtime's tests to time");
MODULE_LICENSE("GPL");
