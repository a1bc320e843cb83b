// SPDX-License-Identifier: GPL-2.0
/* wait: waits until no task is in code that the kernel has stopped calling */
#include <linux/completion.h>
#include <linux/rcupdate.h>
#include <linux/rcupdate_wait.h>

#include "compat/rcupdate.h"
#include "kernel/pin.h"
#include "kernel/wait.h"

/**
 * ptime_wait_for_tasks() - Wait until each task has slept or been in user space
 *
 * This is synchronize_rcu_tasks() with an interruptible sleep. A task that is busy in the
 * kernel for a minute delays it by a minute, and a longer wait is not reported as a hung task.
 * Workers receive no signals, so none ends the sleep.
 *
 * Context: a worker, may sleep, with no lock held that others need.
 */
void ptime_wait_for_tasks(void)
{
	struct rcu_synchronize wait;

	init_rcu_head_on_stack(&wait.head);
	init_completion(&wait.completion);
	call_rcu_tasks(&wait.head, wakeme_after_rcu);
	while (wait_for_completion_interruptible(&wait.completion))
		;
	destroy_rcu_head_on_stack(&wait.head);
}

/**
 * ptime_wait_for_trampolines() - Wait until every task has left the trampolines
 *
 * A task in a trampoline, but not in the function that the trampoline calls, does not sleep
 * voluntarily: ptime_wait_for_tasks() waits for it. Idle tasks and interrupts keep their CPU:
 * synchronize_rcu_tasks_rude() waits for them. After this, calls that ftrace let in before it
 * was stopped have incremented their slot's count, and calls that have decremented it have
 * left the trampoline. BPF trampolines wait in the same way (kernel/bpf/trampoline.c).
 *
 * Context: a worker, may sleep, with no lock held that others need.
 */
void ptime_wait_for_trampolines(void)
{
	ptime_wait_for_tasks();
	synchronize_rcu_tasks_rude();
}

/**
 * ptime_wait_for_callers() - Wait until no task runs code that the kernel has stopped calling
 *
 * Tasks are in trampolines only while the module is pinned. At unload it is not pinned, as all
 * probes were stopped before. A wait for all tasks would then make rmmod hang for as long as one
 * of them is busy. Kprobes and tracepoint probes run with preemption off.
 *
 * Context: a worker, may sleep, with no lock held that others need.
 */
void ptime_wait_for_callers(void)
{
	if (ptime_is_pinned())
		ptime_wait_for_trampolines();
	else
		synchronize_rcu();
}
