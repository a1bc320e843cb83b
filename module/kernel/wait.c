// SPDX-License-Identifier: GPL-2.0
/* wait: for all who may be in code that the kernel was told to call no more */
#include <linux/completion.h>
#include <linux/rcupdate_wait.h>

#include "compat/rcupdate.h"
#include "kernel/wait.h"

/**
 * ptime_wait_for_tasks() - wait until each task has slept or been in user space
 *
 * As synchronize_rcu_tasks(), which a task that is busy in the kernel for a minute delays by a
 * minute; but it may take minutes without being a hung task. No signal reaches a worker, so none
 * ends the sleep.
 *
 * Context: a worker, may sleep, with no lock that anybody else needs.
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
 * ptime_wait_for_trampolines() - wait until those who are in an entry have left it
 *
 * A task in an entry, not in the function that the entry calls, does not sleep
 * of its own will, which is what the first waits for; idle tasks and interrupts
 * hold their CPU, which the second waits for. So after this, calls that ftrace
 * let in before it was told to stop have counted themselves, and those that
 * have uncounted themselves have left the entry. BPF's trampolines wait so, too
 * (kernel/bpf/trampoline.c).
 *
 * Context: as ptime_wait_for_tasks().
 */
void ptime_wait_for_trampolines(void)
{
	ptime_wait_for_tasks();
	synchronize_rcu_tasks_rude();
}
