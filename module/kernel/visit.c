// SPDX-License-Identifier: GPL-2.0
/*
 * visit: runs a function in a task on a given CPU, and waits for no CPU for long
 *
 * A cross call would run in an interrupt, and on the interrupt stack. A probe takes no call there
 * for one of a task, whatever the preempt count indicates.
 */
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include "kernel/visit.h"

struct visit {
	void (*call)(void *data);
	void *data;
	struct completion done;
};

/* the caller must find the thread out of the module's code, so the thread waits to be stopped */
static int visit_run(void *data)
{
	struct visit *visit = data;

	visit->call(visit->data);
	complete(&visit->done);
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

/* Moves the thread to the CPU of this task. It moves even if it cannot run where it is. */
static void bring_home(struct task_struct *thread)
{
	set_cpus_allowed_ptr(thread, cpumask_of(raw_smp_processor_id()));
}

/*
 * Returns whether the thread was done in time. A real-time task may keep the CPU for ever. A thread
 * that gets no time there is moved away.
 */
static bool visit_wait(struct visit *visit, struct task_struct *thread, unsigned int wait_ms)
{
	bool in_time = wait_for_completion_timeout(&visit->done, msecs_to_jiffies(wait_ms));
	bool done = in_time;

	while (!done) {
		bring_home(thread);
		done = wait_for_completion_timeout(&visit->done, msecs_to_jiffies(wait_ms));
	}
	return in_time;
}

/**
 * ptime_visit() - Run a function in a kernel thread on a given CPU
 * @cpu: number of the CPU
 * @wait_ms: how long to wait for it, in milliseconds
 * @call: the function, which may sleep. It has to check which CPU it is on, with preemption off.
 *	If the CPU goes offline or gives the thread no time, @call runs or continues on another
 *	one.
 * @data: passed to @call
 *
 * Context: process, may sleep, with no lock held that others need.
 * Return: true if @call returned in time; false if it was moved away, or never ran for lack of
 * memory or because of a fatal signal.
 */
bool ptime_visit(int cpu, unsigned int wait_ms, void (*call)(void *data), void *data)
{
	struct visit visit = { .call = call, .data = data };
	struct task_struct *thread;
	bool in_time;

	init_completion(&visit.done);
	thread = kthread_create(visit_run, &visit, "pathtime/%d", cpu);
	if (IS_ERR(thread))
		return false;
	set_user_nice(thread, MIN_NICE);
	kthread_bind(thread, cpu);
	wake_up_process(thread);
	in_time = visit_wait(&visit, thread, wait_ms);
	/* there the thread gets the time to end, as this task does */
	bring_home(thread);
	kthread_stop(thread);
	return in_time;
}
