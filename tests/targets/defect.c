// SPDX-License-Identifier: GPL-2.0
/*
 * defect: has one defect, once, that a debugging kernel has to report
 *
 * insmod defect.ko kind=KIND; the kinds are in the table below. It shows that a
 * detector works (tests/guest/bin/detectors), and does no harm without one.
 */
#include <linux/compiler.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/timer.h>

#define RACE_TURNS	200000

static char *kind = "";
module_param(kind, charp, 0);
MODULE_PARM_DESC(kind, "the defect");

/* kmalloc() really gives this much, so a write beyond 60 bytes does no harm */
static int write_beyond_end(void)
{
	char *object = kmalloc(60, GFP_KERNEL);

	if (!object)
		return -ENOMEM;
	OPTIMIZER_HIDE_VAR(object);
	WRITE_ONCE(object[60], 1);
	kfree(object);
	return 0;
}

static int read_freed(void)
{
	char *object = kmalloc(60, GFP_KERNEL), *hidden = object;

	if (!object)
		return -ENOMEM;
	OPTIMIZER_HIDE_VAR(hidden);
	kfree(object);
	READ_ONCE(*hidden);
	return 0;
}

static int leak(void)
{
	return kmalloc(60, GFP_KERNEL) ? 0 : -ENOMEM;
}

static void nothing(struct timer_list *timer)
{
}

/*
 * The checker stops the timer before its memory is freed. Without a checker the timer
 * is not started and does no harm.
 */
static int free_active_timer(void)
{
	struct timer_list *timer = kmalloc(sizeof(*timer), GFP_KERNEL);

	if (!timer)
		return -ENOMEM;
	timer_setup(timer, nothing, 0);
#ifdef CONFIG_DEBUG_OBJECTS_TIMERS
	mod_timer(timer, jiffies + 3600 * HZ);
#endif
	kfree(timer);
	return 0;
}

static int lock_order(void)
{
	static DEFINE_SPINLOCK(a);
	static DEFINE_SPINLOCK(b);

	spin_lock(&a);
	spin_lock(&b);
	spin_unlock(&b);
	spin_unlock(&a);
	spin_lock(&b);
	spin_lock(&a);
	spin_unlock(&a);
	spin_unlock(&b);
	return 0;
}

static int lock_in_interrupt(void)
{
	static DEFINE_RAW_SPINLOCK(lock);
	unsigned long flags;

	raw_spin_lock(&lock);
	raw_spin_unlock(&lock);
	local_irq_save(flags);
	lockdep_hardirq_enter();
	raw_spin_lock(&lock);
	raw_spin_unlock(&lock);
	lockdep_hardirq_exit();
	local_irq_restore(flags);
	return 0;
}

static int rcu_unlocked(void)
{
	static int __rcu *pointer;

	return rcu_dereference(pointer) ? -EINVAL : 0;
}

static int sleep_atomic(void)
{
	static DEFINE_MUTEX(lock);

	preempt_disable();
	mutex_lock(&lock);
	mutex_unlock(&lock);
	preempt_enable();
	return 0;
}

/* a spinlock sleeps only on PREEMPT_RT */
static int spinlock_atomic(void)
{
	static DEFINE_SPINLOCK(lock);

	preempt_disable();
	spin_lock(&lock);
	spin_unlock(&lock);
	preempt_enable();
	return 0;
}

static int processor_id(void)
{
	return smp_processor_id() >= nr_cpu_ids ? -EINVAL : 0;
}

static unsigned long raced;
static DECLARE_COMPLETION(raced_to_the_end);

static int racer(void *unused)
{
	unsigned long turn;

	for (turn = 0; turn < RACE_TURNS; turn++) {
		raced++;
		barrier();
	}
	complete(&raced_to_the_end);
	return 0;
}

static int race(void)
{
	struct task_struct *task;
	int cpu, racers = 0;

	for_each_online_cpu(cpu) {
		task = kthread_create(racer, NULL, "racer/%d", cpu);
		if (IS_ERR(task))
			break;
		kthread_bind(task, cpu);
		wake_up_process(task);
		racers++;
	}
	while (racers--)
		wait_for_completion(&raced_to_the_end);
	return 0;
}

static const struct {
	const char *name;
	int (*function)(void);
} kinds[] = {
	{ "write_beyond_end", write_beyond_end },
	{ "read_freed", read_freed },
	{ "leak", leak },
	{ "free_active_timer", free_active_timer },
	{ "lock_order", lock_order },
	{ "lock_in_interrupt", lock_in_interrupt },
	{ "rcu_unlocked", rcu_unlocked },
	{ "sleep_atomic", sleep_atomic },
	{ "spinlock_atomic", spinlock_atomic },
	{ "processor_id", processor_id },
	{ "race", race },
};

static int __init defect_init(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(kind, kinds[i].name))
			return kinds[i].function();
	pr_err("defect: kind=%s is none of %s to %s\n", kind, kinds[0].name,
	       kinds[ARRAY_SIZE(kinds) - 1].name);
	return -EINVAL;
}

static void __exit defect_exit(void)
{
}

module_init(defect_init);
module_exit(defect_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Defects that a debugging kernel has to report");
