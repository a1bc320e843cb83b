// SPDX-License-Identifier: GPL-2.0
/*
 * trees: functions that call each other, and how long their calls take
 *
 * /sys/kernel/debug/trees
 *	write	"FUNCTION CALLS TURNS": call it, some calls at a time with interrupts off;
 *		each function spins so many turns of two instructions
 *	read	clock ticks that a call takes, itself included, in thousandths: the
 *		shortest of the last write
 *
 * FUNCTION is
 *	depth_1		calls depth_2, and so on, to depth_8
 *	depth_2 to depth_8	as they are
 *	wide		calls leaf 40 times
 *	leaf		calls nothing
 *	down_0 to down_8	calls down: itself, as often as its number says
 */
#include <linux/compiler.h>
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/timex.h>
#include <linux/uaccess.h>

#define LINE_MAX	64
#define WIDTH		40
/* calls between two clock readings, so that a tick of many instructions is precise enough */
#define CALLS		20

static unsigned long turns;
static u64 took_milli;

static __always_inline void spin(void)
{
	unsigned long left = turns;

	if (!left)
		return;
#ifdef CONFIG_X86
	asm volatile("1: dec %0; jnz 1b" : "+r" (left) : : "cc");
#else
	asm volatile("1: subs %0, %0, #1; b.ne 1b" : "+r" (left) : : "cc");
#endif
}

/* prevents tail calls, and makes each body unique */
#define DEFINE_DEPTH(_number, _callee)					\
noinline void tree_depth_##_number(void);				\
noinline void tree_depth_##_number(void)				\
{									\
	spin();								\
	_callee;							\
	asm volatile("" : : "i" (_number) : "memory");			\
}

DEFINE_DEPTH(8, barrier())
DEFINE_DEPTH(7, tree_depth_8())
DEFINE_DEPTH(6, tree_depth_7())
DEFINE_DEPTH(5, tree_depth_6())
DEFINE_DEPTH(4, tree_depth_5())
DEFINE_DEPTH(3, tree_depth_4())
DEFINE_DEPTH(2, tree_depth_3())
DEFINE_DEPTH(1, tree_depth_2())

noinline void tree_leaf(void);
noinline void tree_leaf(void)
{
	spin();
}

noinline void tree_wide(void);
noinline void tree_wide(void)
{
	unsigned int i;

	for (i = 0; i < WIDTH; i++)
		tree_leaf();
	spin();
}

noinline void tree_down(unsigned long left);
noinline void tree_down(unsigned long left)
{
	spin();
	if (left)
		tree_down(left - 1);
	barrier();
}

/* the shortest time of some calls, in ticks */
#define DEFINE_SHORTEST(_name, _call)					\
static u64 shortest_##_name(unsigned long rounds)			\
{									\
	u64 ticks, best = U64_MAX;					\
	unsigned long flags;						\
	unsigned int i;							\
									\
	while (rounds--) {						\
		local_irq_save(flags);					\
		ticks = get_cycles();					\
		for (i = 0; i < CALLS; i++)				\
			_call;						\
		ticks = get_cycles() - ticks;				\
		local_irq_restore(flags);				\
		/* a pending reschedule would slow each call down */	\
		cond_resched();						\
		best = min(best, ticks);				\
	}								\
	return best;							\
}

DEFINE_SHORTEST(nothing, barrier())

#define FUNCTIONS(_do)							\
	_do(depth_1, tree_depth_1()) _do(depth_2, tree_depth_2())	\
	_do(depth_3, tree_depth_3()) _do(depth_4, tree_depth_4())	\
	_do(depth_5, tree_depth_5()) _do(depth_6, tree_depth_6())	\
	_do(depth_7, tree_depth_7()) _do(depth_8, tree_depth_8())	\
	_do(wide, tree_wide()) _do(leaf, tree_leaf())			\
	_do(down_0, tree_down(0)) _do(down_1, tree_down(1))		\
	_do(down_2, tree_down(2)) _do(down_3, tree_down(3))		\
	_do(down_4, tree_down(4)) _do(down_5, tree_down(5))		\
	_do(down_6, tree_down(6)) _do(down_7, tree_down(7))		\
	_do(down_8, tree_down(8))

FUNCTIONS(DEFINE_SHORTEST)

#define ENTRY(_name, _call)	{ #_name, shortest_##_name },
static const struct {
	const char *name;
	u64 (*shortest)(unsigned long rounds);
} functions[] = { FUNCTIONS(ENTRY) };

static int run(const char *name, unsigned long calls)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(functions); i++) {
		if (strcmp(functions[i].name, name))
			continue;
		took_milli = 1000 / CALLS *
			     (functions[i].shortest(calls / CALLS) - shortest_nothing(10));
		return 0;
	}
	return -ENOENT;
}

static ssize_t trees_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	char line[LINE_MAX] = "", name[LINE_MAX];
	unsigned long calls;
	int err;

	if (count >= sizeof(line))
		return -EINVAL;
	if (copy_from_user(line, from, count))
		return -EFAULT;
	if (sscanf(line, "%63s %lu %lu", name, &calls, &turns) != 3 || !calls || calls % CALLS)
		return -EINVAL;
	err = run(name, calls);
	return err ?: count;
}

static int trees_show(struct seq_file *seq, void *unused)
{
	seq_printf(seq, "%llu\n", took_milli);
	return 0;
}

static int trees_open(struct inode *inode, struct file *file)
{
	return single_open(file, trees_show, NULL);
}

static const struct file_operations trees_fops = {
	.owner		= THIS_MODULE,
	.open		= trees_open,
	.read		= seq_read,
	.write		= trees_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static struct dentry *trees_file;

static int __init trees_init(void)
{
	trees_file = debugfs_create_file("trees", 0600, NULL, NULL, &trees_fops);
	return PTR_ERR_OR_ZERO(trees_file);
}

static void __exit trees_exit(void)
{
	debugfs_remove(trees_file);
}

module_init(trees_init);
module_exit(trees_exit);

MODULE_DESCRIPTION("Functions that call each other");
MODULE_LICENSE("GPL");
