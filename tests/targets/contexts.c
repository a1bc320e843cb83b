// SPDX-License-Identifier: GPL-2.0
/*
 * contexts: timed functions that softirqs and hardirqs interrupt
 *
 * /sys/kernel/debug/contexts/
 *	stacks	write "ROUNDS": several tasks, one after the other and on all CPUs in turn, call
 *		context_outer() so often. It calls context_inner(), in which a softirq runs;
 *		read: "below N", "above N", "same N": tasks whose kernel stack lies below that of
 *		the softirq, above it, or is the same
 *	timer	write "CALLS CONTEXT": context_caller() calls context_short() so often in a task,
 *		or in a softirq. Meanwhile a timer calls context_timer() in a hardirq.
 *		The writer must stay on one CPU;
 *		read: how often the timer interrupted the writer
 */
#include <linux/bottom_half.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include "hard_timer.h"

#define LINE_MAX	64
#define TASKS		64
#define PERIOD_NS	(300 * NSEC_PER_USEC)
/* calls in one softirq, so that none takes long */
#define CHUNK		1000

int context_outer(void);
int context_inner(void);
void context_caller(unsigned long calls);
int context_short(unsigned long argument);
void context_timer(void);

/* one writer at a time */
static DEFINE_MUTEX(mutex);

static __always_inline void spin(unsigned int turns)
{
	while (turns--)
		barrier();
}

/* the stacks */

static unsigned long softirq_sp;

static void report_stack(struct tasklet_struct *unused)
{
	WRITE_ONCE(softirq_sp, (unsigned long)__builtin_frame_address(0));
}

static DECLARE_TASKLET(stack_tasklet, report_stack);

/* a pending softirq runs when bottom halves are enabled again, unless ksoftirqd runs it */
static void run_softirq(struct tasklet_struct *tasklet)
{
	local_bh_disable();
	tasklet_schedule(tasklet);
	local_bh_enable();
}

noinline int context_inner(void)
{
	run_softirq(&stack_tasklet);
	spin(1000);
	return 0;
}

noinline int context_outer(void)
{
	int sum;

	spin(100);
	sum = context_inner();
	spin(100);
	return sum;
}

enum place { BELOW, ABOVE, SAME, PLACES };

static const char *const place_names[PLACES] = { "below", "above", "same" };
static unsigned int places[PLACES];

static bool is_on_own_stack(unsigned long sp)
{
	return sp - (unsigned long)current->stack < THREAD_SIZE;
}

static unsigned long rounds;
static DECLARE_COMPLETION(thread_done);

static void try_stack(void)
{
	unsigned long left;

	WRITE_ONCE(softirq_sp, 0);
	for (left = rounds; left; left--)
		context_outer();
	if (!softirq_sp)
		return;
	if (is_on_own_stack(softirq_sp))
		places[SAME]++;
	else if ((unsigned long)current->stack < softirq_sp)
		places[BELOW]++;
	else
		places[ABOVE]++;
}

static int run_thread(void *unused)
{
	try_stack();
	complete(&thread_done);
	return 0;
}

/* all threads exist before the first one runs, so that their stacks are in many places */
static int run_threads(void)
{
	struct task_struct *threads[TASKS];
	unsigned int i, count;
	int cpu = -1, err = 0;

	for (count = 0; count < TASKS; count++) {
		threads[count] = kthread_create(run_thread, NULL, "contexts");
		err = PTR_ERR_OR_ZERO(threads[count]);
		if (err)
			break;
		get_task_struct(threads[count]);
	}
	for (i = 0; i < count; i++) {
		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
		kthread_bind(threads[i], cpu);
		reinit_completion(&thread_done);
		wake_up_process(threads[i]);
		wait_for_completion(&thread_done);
		kthread_stop(threads[i]);
		put_task_struct(threads[i]);
	}
	return err;
}

static DEFINE_MUTEX(work_mutex);
static struct work_struct works[TASKS];

static void run_work(struct work_struct *unused)
{
	/* the others begin meanwhile, each in another worker */
	msleep(200);
	mutex_lock(&work_mutex);
	try_stack();
	mutex_unlock(&work_mutex);
}

/*
 * The last CPU's first worker of high priority is older than that CPU's softirq stack, and has its
 * stack below it. Other workers as old end if they are idle for five minutes, but a pool keeps two,
 * and few works have high priority.
 */
static void run_works(void)
{
	int cpu = cpumask_last(cpu_online_mask);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(works); i++) {
		INIT_WORK(&works[i], run_work);
		queue_work_on(cpu, system_highpri_wq, &works[i]);
	}
	for (i = 0; i < ARRAY_SIZE(works); i++)
		flush_work(&works[i]);
}

static int run_stacks(const char *line)
{
	int err;

	if (sscanf(line, "%lu", &rounds) != 1)
		return -EINVAL;
	memset(places, 0, sizeof(places));
	err = run_threads();
	if (!err)
		run_works();
	return err;
}

static int stacks_show(struct seq_file *seq, void *unused)
{
	enum place place;

	for (place = 0; place < PLACES; place++)
		seq_printf(seq, "%s %u\n", place_names[place], places[place]);
	return 0;
}

/* the timer */

static struct hrtimer timer;
static struct task_struct *interrupted;
static unsigned long interrupts;

noinline void context_timer(void)
{
	spin(3000);
}

/* only when it interrupts the writer, so that each call lies in one of the writer's calls */
static enum hrtimer_restart fire(struct hrtimer *unused)
{
	struct task_struct *task = READ_ONCE(interrupted);

	if (task == current) {
		interrupts++;
		context_timer();
	}
	hrtimer_forward_now(&timer, ns_to_ktime(PERIOD_NS));
	return HRTIMER_RESTART;
}

noinline int context_short(unsigned long argument)
{
	barrier();
	return argument;
}

/* the calls that a softirq has to make */
static unsigned long calls_left;

static void call_in_softirq(struct tasklet_struct *unused)
{
	unsigned int i;

	/* in ksoftirqd it would interrupt no timed function */
	if (current != READ_ONCE(interrupted))
		return;
	for (i = 0; i < CHUNK && calls_left; i++, calls_left--)
		context_short(i);
}

static DECLARE_TASKLET(call_tasklet, call_in_softirq);

static bool in_softirq_wanted;

noinline void context_caller(unsigned long calls)
{
	unsigned long i;

	WRITE_ONCE(interrupted, current);
	if (in_softirq_wanted) {
		for (calls_left = calls; READ_ONCE(calls_left);)
			run_softirq(&call_tasklet);
	} else {
		for (i = 0; i < calls; i++)
			context_short(i);
	}
	WRITE_ONCE(interrupted, NULL);
}

static int run_timer(const char *line)
{
	char context[LINE_MAX];
	unsigned long calls;

	if (sscanf(line, "%lu %63s", &calls, context) != 2)
		return -EINVAL;
	in_softirq_wanted = !strcmp(context, "softirq");
	if (!in_softirq_wanted && strcmp(context, "task"))
		return -EINVAL;
	interrupts = 0;
	hrtimer_start(&timer, ns_to_ktime(PERIOD_NS), HRTIMER_MODE_REL_PINNED_HARD);
	context_caller(calls);
	hrtimer_cancel(&timer);
	/* a tasklet that found no work may be pending */
	tasklet_kill(&call_tasklet);
	return 0;
}

static int timer_show(struct seq_file *seq, void *unused)
{
	seq_printf(seq, "%lu\n", interrupts);
	return 0;
}

static ssize_t run_line(int (*run)(const char *line), const char __user *from, size_t count)
{
	char line[LINE_MAX] = "";
	int err;

	if (count >= sizeof(line))
		return -EINVAL;
	if (copy_from_user(line, from, count))
		return -EFAULT;
	mutex_lock(&mutex);
	err = run(line);
	mutex_unlock(&mutex);
	return err ?: count;
}

#define DEFINE_FILE(_name)							\
static ssize_t _name##_write(struct file *file, const char __user *from,	\
			     size_t count, loff_t *pos)				\
{										\
	return run_line(run_##_name, from, count);				\
}										\
										\
static int _name##_open(struct inode *inode, struct file *file)		\
{										\
	return single_open(file, _name##_show, NULL);				\
}										\
										\
static const struct file_operations _name##_fops = {				\
	.owner		= THIS_MODULE,						\
	.open		= _name##_open,						\
	.read		= seq_read,						\
	.write		= _name##_write,					\
	.llseek		= seq_lseek,						\
	.release	= single_release,					\
}

DEFINE_FILE(stacks);
DEFINE_FILE(timer);

static struct dentry *dir;

static int __init contexts_init(void)
{
	hard_timer_setup(&timer, fire);
	dir = debugfs_create_dir("contexts", NULL);
	debugfs_create_file("stacks", 0600, dir, NULL, &stacks_fops);
	debugfs_create_file("timer", 0600, dir, NULL, &timer_fops);
	return 0;
}

static void __exit contexts_exit(void)
{
	debugfs_remove(dir);
	tasklet_kill(&stack_tasklet);
}

module_init(contexts_init);
module_exit(contexts_exit);

MODULE_DESCRIPTION("Functions that softirqs and hardirqs interrupt");
MODULE_LICENSE("GPL");
