// SPDX-License-Identifier: GPL-2.0
/* context: which timed calls are open, in each task, softirq and hardirq */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/hash.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>

#include "context.h"

/* places looked at for a task; beyond, the table counts as full */
#define PLACES		8

/* a stack that is changing hands */
#define NOBODY		((struct task_struct *)ERR_PTR(-ESRCH))

bool ptime_nesting __ro_after_init;
struct ptime_stack __percpu *ptime_context_stacks[PTIME_CONTEXTS] __ro_after_init;
DEFINE_PER_CPU(u64 [PTIME_UNLINKED_REASONS], ptime_context_unlinked);

/* of it, before the last reset */
static u64 unlinked_before[PTIME_UNLINKED_REASONS];

struct ptime_stack *ptime_context_tasks __ro_after_init;

/* stacks that are not at their tasks' home */
static atomic_t away = ATOMIC_INIT(0);

static void __init stack_init(struct ptime_stack *stack, enum ptime_context context)
{
	unsigned int i;

	stack->top = stack->open;
	for (i = 0; i < ARRAY_SIZE(stack->open); i++)
		stack->open[i].stack = stack;
	stack->open[0].sp = ULONG_MAX;
	stack->open[0].node = ptime_calltree_root(context);
}

static int __init percpu_init(enum ptime_context context)
{
	struct ptime_stack __percpu *stacks;
	int cpu;

	stacks = alloc_percpu(struct ptime_stack);
	if (!stacks)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		stack_init(per_cpu_ptr(stacks, cpu), context);
	ptime_context_stacks[context] = stacks;
	return 0;
}

static int __init tasks_init(void)
{
	unsigned int i;

	ptime_context_tasks = kvcalloc(PTIME_TASKS_MAX, sizeof(*ptime_context_tasks), GFP_KERNEL);
	if (!ptime_context_tasks)
		return -ENOMEM;
	for (i = 0; i < PTIME_TASKS_MAX; i++)
		stack_init(&ptime_context_tasks[i], PTIME_CONTEXT_TASK);
	return 0;
}

/**
 * ptime_context_init() - make room for open calls and nodes
 * @nesting: calls are to be linked; else nothing is done here
 *
 * Context: process, may sleep. Return: 0 or -ENOMEM.
 */
int __init ptime_context_init(bool nesting)
{
	int err;

	ptime_nesting = nesting;
	if (!nesting)
		return 0;
	err = ptime_calltree_init();
	if (err)
		return err;
	err = tasks_init();
	if (err)
		goto err_exit_calltree;
	err = percpu_init(PTIME_CONTEXT_SOFTIRQ);
	if (err)
		goto err_free_tasks;
	err = percpu_init(PTIME_CONTEXT_HARDIRQ);
	if (err)
		goto err_free_softirqs;
	return 0;

err_free_softirqs:
	free_percpu(ptime_context_stacks[PTIME_CONTEXT_SOFTIRQ]);
err_free_tasks:
	kvfree(ptime_context_tasks);
err_exit_calltree:
	ptime_calltree_exit();
	return err;
}

/**
 * ptime_context_exit() - free all
 *
 * Context: process, may sleep; no call is under way any more.
 */
void ptime_context_exit(void)
{
	if (!ptime_nesting)
		return;
	free_percpu(ptime_context_stacks[PTIME_CONTEXT_HARDIRQ]);
	free_percpu(ptime_context_stacks[PTIME_CONTEXT_SOFTIRQ]);
	kvfree(ptime_context_tasks);
	ptime_calltree_exit();
}

/* a task's place after @tries others were taken */
static __always_inline struct ptime_stack *place(const struct task_struct *task, u32 tries)
{
	u32 at = ptime_context_home(task) - ptime_context_tasks + tries;

	return &ptime_context_tasks[at % PTIME_TASKS_MAX];
}

/* where a task's calls are; NULL where it has none */
static notrace struct ptime_stack *find_task(const struct task_struct *task)
{
	u32 tries, places = atomic_read(&away) ? PLACES : 1;

	for (tries = 0; tries < places; tries++)
		if (ptime_context_is_of(place(task, tries), task))
			return place(task, tries);
	return NULL;
}
NOKPROBE_SYMBOL(find_task);

/*
 * A stack belongs to a task while it is in a timed function; then others may take it.
 * One that has the task's address and another number is that of a task that is no more.
 */
static notrace struct ptime_stack *take(struct task_struct *task)
{
	struct task_struct *before;
	struct ptime_stack *stack;
	u32 tries;

	for (tries = 0; tries < PLACES; tries++) {
		stack = place(task, tries);
		before = READ_ONCE(stack->task);
		if ((before && before != task) ||
		    cmpxchg(&stack->task, before, NOBODY) != before)
			continue;
		if (tries && !before)
			atomic_inc(&away);
		WRITE_ONCE(stack->top, stack->open);
		WRITE_ONCE(stack->pid, task->pid);
		/* who sees whose it is sees the number */
		smp_store_release(&stack->task, task);
		return stack;
	}
	this_cpu_inc(ptime_context_unlinked[PTIME_UNLINKED_TASKS]);
	return NULL;
}
NOKPROBE_SYMBOL(take);

static __always_inline void give_back(struct ptime_stack *stack, const struct task_struct *task)
{
	if (stack != ptime_context_home(task))
		atomic_dec(&away);
	/* the next one has it as it is now */
	smp_store_release(&stack->task, NULL);
}

/*
 * A breakpoint makes the kernel count an NMI. So what is called in one cannot be
 * told from what is called by a function that has one.
 */
static notrace struct ptime_stack *find_stack(void)
{
	if (preempt_count() & NMI_MASK) {
		this_cpu_inc(ptime_context_unlinked[PTIME_UNLINKED_CONTEXT]);
		return NULL;
	}
	if (preempt_count() & HARDIRQ_MASK)
		return raw_cpu_ptr(ptime_context_stacks[PTIME_CONTEXT_HARDIRQ]);
	if (preempt_count() & SOFTIRQ_OFFSET)
		return raw_cpu_ptr(ptime_context_stacks[PTIME_CONTEXT_SOFTIRQ]);
	return find_task(current) ?: take(current);
}
NOKPROBE_SYMBOL(find_stack);

/**
 * ptime_context_enter_rare() - ptime_context_enter() in all other cases
 * @frame: the call
 * @function: number of the function
 * @sp: the kernel's stack pointer there
 *
 * An open call whose place on the kernel's stack is below has ended, unseen.
 *
 * Context: any. Writes the memory of this context only, and takes room for it.
 * Return: the open call; NULL where it cannot be linked, which is counted.
 */
notrace struct ptime_open *
ptime_context_enter_rare(const struct ptime_frame *frame, u16 function, unsigned long sp)
{
	struct ptime_stack *stack = find_stack();
	struct ptime_open *caller;
	u32 node;

	if (!stack)
		return NULL;
	caller = stack->top;
	while (READ_ONCE(caller->sp) < sp)
		caller--;
	if (caller == &stack->open[PTIME_DEPTH_MAX]) {
		this_cpu_inc(ptime_context_unlinked[PTIME_UNLINKED_DEPTH]);
		return NULL;
	}
	node = ptime_calltree_find(ptime_calltree_key(caller->node, function));
	if (node == PTIME_NO_NODE) {
		this_cpu_inc(ptime_context_unlinked[PTIME_UNLINKED_NODES]);
		return NULL;
	}
	return ptime_context_push(stack, caller, frame, sp, node);
}
NOKPROBE_SYMBOL(ptime_context_enter_rare);

/**
 * ptime_context_lost() - a call ends that was taken for one that had ended
 *
 * Context: any. Writes this CPU's memory only.
 */
notrace void ptime_context_lost(void)
{
	this_cpu_inc(ptime_context_unlinked[PTIME_UNLINKED_LOST]);
}
NOKPROBE_SYMBOL(ptime_context_lost);

/* the last call in a stack; NULL where there is none */
static __always_inline struct ptime_open *last_call(struct ptime_stack *stack)
{
	struct ptime_open *top = READ_ONCE(stack->top);

	return top == stack->open ? NULL : top;
}

/* the call that this CPU was in when the context of a stack began; NULL where in none */
static notrace struct ptime_open *interrupted_by(const struct ptime_stack *stack)
{
	struct ptime_open *open = NULL;
	struct ptime_stack *below;

	if (stack == raw_cpu_ptr(ptime_context_stacks[PTIME_CONTEXT_HARDIRQ]) &&
	    preempt_count() & SOFTIRQ_OFFSET)
		open = last_call(raw_cpu_ptr(ptime_context_stacks[PTIME_CONTEXT_SOFTIRQ]));
	if (open)
		return open;
	below = find_task(current);
	return below ? last_call(below) : NULL;
}
NOKPROBE_SYMBOL(interrupted_by);

/**
 * ptime_context_root_ended() - a call ended that was made in no other one
 * @stack: where it was
 * @ns: its duration
 *
 * Context: that of the call, with preemption off.
 */
notrace void ptime_context_root_ended(struct ptime_stack *stack, u64 ns)
{
	struct ptime_open *open;

	if (READ_ONCE(stack->task)) {
		give_back(stack, current);
		return;
	}
	open = interrupted_by(stack);
	if (open)
		WRITE_ONCE(open->elsewhere_ns, open->elsewhere_ns + ns);
}
NOKPROBE_SYMBOL(ptime_context_root_ended);

static void forget_in(struct ptime_stack *stack, u16 function)
{
	struct ptime_open *open;
	unsigned int i;

	for (i = 1; i < ARRAY_SIZE(stack->open); i++) {
		open = &stack->open[i];
		if (ptime_calltree_function(ptime_calltree_keys[READ_ONCE(open->node)]) == function)
			WRITE_ONCE(open->sp, 0);
	}
}

/**
 * ptime_context_forget() - calls of a function will not be seen to end
 * @function: its number, or 0; its calls do not begin any more either
 *
 * They are taken off when the next call of their context begins. Where another call
 * takes the place meanwhile, that one is, and is counted as lost.
 *
 * Context: process.
 */
void ptime_context_forget(u16 function)
{
	enum ptime_context context;
	unsigned int i;
	int cpu;

	if (!function)
		return;
	for (i = 0; i < PTIME_TASKS_MAX; i++)
		forget_in(&ptime_context_tasks[i], function);
	for (context = PTIME_CONTEXT_SOFTIRQ; context < PTIME_CONTEXTS; context++)
		for_each_possible_cpu(cpu)
			forget_in(per_cpu_ptr(ptime_context_stacks[context], cpu), function);
}

static bool is_alive(const struct task_struct *task, pid_t pid)
{
	bool alive;

	rcu_read_lock();
	alive = pid_task(find_pid_ns(pid, &init_pid_ns), PIDTYPE_PID) == task;
	rcu_read_unlock();
	return alive;
}

/**
 * ptime_context_reap() - take stacks back from tasks that ended in a timed function
 *
 * Context: process.
 */
void ptime_context_reap(void)
{
	struct ptime_stack *stack;
	struct task_struct *task;
	unsigned int i;
	pid_t pid;

	for (i = 0; i < PTIME_TASKS_MAX; i++) {
		stack = &ptime_context_tasks[i];
		/* the number is this task's, or a later one's */
		task = smp_load_acquire(&stack->task);
		pid = READ_ONCE(stack->pid);
		/* idle tasks have no number, and do not end */
		if (!task || task == NOBODY || !pid || is_alive(task, pid) ||
		    cmpxchg(&stack->task, task, NOBODY) != task)
			continue;
		WRITE_ONCE(stack->top, stack->open);
		give_back(stack, task);
	}
}

static u64 unlinked_ever(enum ptime_unlinked reason)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(ptime_context_unlinked[reason], cpu));
	return sum;
}

/**
 * ptime_context_clear_unlinked() - count calls that are in no node from zero
 *
 * Context: process, under the probes' mutex.
 */
void ptime_context_clear_unlinked(void)
{
	enum ptime_unlinked reason;

	for (reason = 0; reason < PTIME_UNLINKED_REASONS; reason++)
		unlinked_before[reason] = unlinked_ever(reason);
}

/**
 * ptime_context_unlinked_sum() - calls that are in no node, since load or reset
 * @reason: for this reason
 *
 * Context: process, under the probes' mutex.
 */
u64 ptime_context_unlinked_sum(enum ptime_unlinked reason)
{
	return unlinked_ever(reason) - unlinked_before[reason];
}
