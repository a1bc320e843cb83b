// SPDX-License-Identifier: GPL-2.0
/* shadow_stack: the active timed calls of each task, softirq and hardirq */
#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/hash.h>
#include <linux/irqflags.h>
#include <linux/kconfig.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>

#include "record/clock.h"
#include "record/shadow_stack.h"

/* maximum number of tasks that are in timed functions at once; the table is hashed by address */
#define TASKS_MAX	512
#define TASKS_BITS	ilog2(TASKS_MAX)

/* not 0, because overhead other than 0 is what marks a call as having callees */
#define COST_MIN	1U

/* slots tried for a task; if all are taken, the table counts as full */
#define SLOTS_TRIED	8

bool ptime_nesting __ro_after_init;
DEFINE_PER_CPU(struct ptime_shadow_stack * [PTIME_CONTEXTS], ptime_shadow_stacks);
DEFINE_PER_CPU(u64 [PTIME_UNLINKED_REASONS], ptime_shadow_unlinked);
struct ptime_frame ptime_shadow_unlinked_frame;
struct ptime_frame ptime_shadow_unkeyed_frame;

/* value of ptime_shadow_unlinked at the last reset */
static u64 unlinked_before[PTIME_UNLINKED_REASONS];

static struct ptime_shadow_stack *task_stacks __ro_after_init;
static struct ptime_shadow_stack __percpu *interrupt_stacks[PTIME_CONTEXTS] __ro_after_init;

/* number of stacks that are not in their tasks' home slots */
static atomic_t stacks_displaced = ATOMIC_INIT(0);

static void __init stack_init(struct ptime_shadow_stack *stack, enum ptime_context context)
{
	enum ptime_cost_kind kind;
	unsigned int i;

	for (kind = 0; kind < PTIME_COSTS; kind++) {
		stack->cost[kind] = COST_MIN;
		stack->caller_cost[kind] = COST_MIN;
	}
	stack->top = stack->frame;
	stack->last = &stack->frame[PTIME_DEPTH_MAX];
	for (i = 0; i < ARRAY_SIZE(stack->frame); i++)
		stack->frame[i].stack = stack;
	stack->frame[0].sp = ULONG_MAX;
	stack->frame[0].node = ptime_cct_root(context);
	stack->frame[1].fast_ticks = U64_MAX;
}

static int __init interrupt_stacks_init(enum ptime_context context)
{
	struct ptime_shadow_stack *stack;
	int cpu;

	interrupt_stacks[context] = alloc_percpu(struct ptime_shadow_stack);
	if (!interrupt_stacks[context])
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		stack = per_cpu_ptr(interrupt_stacks[context], cpu);
		stack_init(stack, context);
		per_cpu(ptime_shadow_stacks[context], cpu) = stack;
	}
	return 0;
}

static int __init task_stacks_init(void)
{
	unsigned int i;
	int cpu;

	task_stacks = kvcalloc(TASKS_MAX, sizeof(*task_stacks), GFP_KERNEL);
	if (!task_stacks)
		return -ENOMEM;
	for (i = 0; i < TASKS_MAX; i++)
		stack_init(&task_stacks[i], PTIME_CONTEXT_TASK);
	for_each_possible_cpu(cpu)
		per_cpu(ptime_shadow_stacks[PTIME_CONTEXT_TASK], cpu) = task_stacks;
	return 0;
}

/* the task's slot number @tries, from 0, its home slot */
static __always_inline struct ptime_shadow_stack *stack_slot(const struct task_struct *task,
							     u32 tries)
{
	return &task_stacks[(hash_ptr((void *)task, TASKS_BITS) + tries) % TASKS_MAX];
}

/* returns the task's stack, or NULL if it has none */
static notrace struct ptime_shadow_stack *stack_find(const struct task_struct *task)
{
	u32 tries, slots = atomic_read(&stacks_displaced) ? SLOTS_TRIED : 1;

	for (tries = 0; tries < slots; tries++)
		if (READ_ONCE(stack_slot(task, tries)->task) == task)
			return stack_slot(task, tries);
	return NULL;
}
NOKPROBE_SYMBOL(stack_find);

/* A task owns a stack while it is in a timed function; then other tasks may take it. */
static __always_inline bool stack_take(struct ptime_shadow_stack *stack, struct task_struct *task)
{
	return !READ_ONCE(stack->task) && !cmpxchg(&stack->task, NULL, task);
}

static noinline notrace struct ptime_shadow_stack *stack_take_any(struct task_struct *task)
{
	struct ptime_shadow_stack *stack;
	u32 tries;

	for (tries = 0; tries < SLOTS_TRIED; tries++) {
		stack = stack_slot(task, tries);
		if (!stack_take(stack, task))
			continue;
		if (tries)
			atomic_inc(&stacks_displaced);
		stack->displaced = tries;
		return stack;
	}
	this_cpu_inc(ptime_shadow_unlinked[PTIME_UNLINKED_TASKS]);
	return NULL;
}
NOKPROBE_SYMBOL(stack_take_any);

/* returns the task's stack, or a new one, or NULL if there is no free slot */
static __always_inline struct ptime_shadow_stack *stack_find_or_take(struct task_struct *task)
{
	struct ptime_shadow_stack *home_slot = stack_slot(task, 0);

	if (READ_ONCE(home_slot->task) == task)
		return home_slot;
	/* if no stack is displaced, the task has none in another slot */
	if (likely(!atomic_read(&stacks_displaced)) && stack_take(home_slot, task)) {
		home_slot->displaced = false;
		return home_slot;
	}
	return stack_find(task) ?: stack_take_any(task);
}

static __always_inline void stack_give_back(struct ptime_shadow_stack *stack)
{
	if (unlikely(stack->displaced))
		atomic_dec(&stacks_displaced);
	/* the next owner sees the stack as it is now */
	smp_store_release(&stack->task, NULL);
}

static __always_inline void children_add(struct ptime_children *to,
					 const struct ptime_children *from)
{
	to->added_ticks += from->added_ticks;
	to->ticks += from->ticks;
	to->ns += from->ns;
}

static __always_inline struct ptime_children *interrupts_of(const struct ptime_frame *frame)
{
	return &frame->stack->interrupts[frame - frame->stack->frame];
}

/* interrupts are off, because calls in interrupts add to it, too */
static __always_inline void add_interrupts(struct ptime_frame *frame,
					   const struct ptime_children *children)
{
	if (!(READ_ONCE(frame->sp) & PTIME_SP_INTERRUPTED))
		ptime_shadow_clear(interrupts_of(frame));
	children_add(interrupts_of(frame), children);
	/* atomic, as ptime_shadow_forget() may write to .sp on another CPU */
	set_bit(PTIME_SP_INTERRUPTED_BIT, &frame->sp);
}

/*
 * Add @children to the interrupt time of the caller. A root has no caller: its sentinel passes
 * them to the call that the root interrupts.
 */
static __always_inline void pass_on(struct ptime_frame *frame,
				    const struct ptime_children *children)
{
	struct ptime_frame *caller = frame - 1;

	if (caller == frame->stack->frame)
		children_add(&caller->children, children);
	else
		add_interrupts(caller, children);
}

/**
 * ptime_shadow_hand_on() - Pass late interrupt time of a call to its caller
 * @frame: the call's frame, which has been popped
 *
 * Late interrupts ended after the duration of the call was read and its interrupt time was
 * counted.
 *
 * Context: the call's context, with preemption off. Writes the memory of this context and this
 * CPU only.
 */
notrace void ptime_shadow_hand_on(struct ptime_frame *frame)
{
	unsigned long flags;

	if (!ptime_shadow_is_late(frame))
		return;
	raw_local_irq_save(flags);
	pass_on(frame, interrupts_of(frame));
	raw_local_irq_restore(flags);
}
NOKPROBE_SYMBOL(ptime_shadow_hand_on);

/*
 * Pop the frames above @caller, whose calls have ended unseen. Their children were inside of
 * @caller, too, unless @caller is the sentinel.
 */
static notrace void stack_abandon(struct ptime_shadow_stack *stack, struct ptime_frame *caller)
{
	struct ptime_frame *frame = stack->top;

	WRITE_ONCE(stack->top, caller);
	/* from here on no interrupt adds to these frames */
	barrier();
	for (; frame > caller; frame--) {
		if (caller != stack->frame) {
			children_add(&caller->children, &frame->children);
			ptime_shadow_hand_on(frame);
		}
		ptime_shadow_clear(&frame->children);
	}
}
NOKPROBE_SYMBOL(stack_abandon);

/*
 * The task may have ended in a timed function. Release its stack before another task gets the
 * same address.
 */
static void hook_task_free(void *data, struct task_struct *task)
{
	struct ptime_shadow_stack *stack = stack_find(task);

	if (!stack)
		return;
	stack_abandon(stack, stack->frame);
	stack_give_back(stack);
}

static struct tracepoint *task_free __ro_after_init;

static void __init find_task_free(struct tracepoint *tracepoint, void *data)
{
	if (!strcmp(tracepoint->name, "sched_process_free"))
		task_free = tracepoint;
}

/* some minimal kernels have no such tracepoint */
static int __init watch_tasks(void)
{
	/* the compiler checks the hook's type, as kCFI does at run time */
	check_trace_callback_type_sched_process_free(hook_task_free);
	if (IS_ENABLED(CONFIG_TRACEPOINTS))
		for_each_kernel_tracepoint(find_task_free, NULL);
	if (!IS_ENABLED(CONFIG_TRACEPOINTS) || !task_free)
		return -EOPNOTSUPP;
	return tracepoint_probe_register(task_free, hook_task_free, NULL);
}

static void unwatch_tasks(void)
{
	if (!IS_ENABLED(CONFIG_TRACEPOINTS))
		return;
	tracepoint_probe_unregister(task_free, hook_task_free, NULL);
	tracepoint_synchronize_unregister();
}

/**
 * ptime_shadow_init() - Allocate the shadow stacks and the nodes
 * @nesting: calls are linked to their callers; if false, nothing is allocated
 *
 * Context: process, may sleep.
 * Return: 0; -ENOMEM; -EOPNOTSUPP if the kernel does not report the end of a task; what
 * tracepoint_probe_register() returns.
 */
int __init ptime_shadow_init(bool nesting)
{
	int err;

	ptime_nesting = nesting;
	if (!nesting)
		return 0;
	err = ptime_cct_init();
	if (err)
		return err;
	err = task_stacks_init();
	if (err)
		goto err_exit_cct;
	err = interrupt_stacks_init(PTIME_CONTEXT_SOFTIRQ);
	if (err)
		goto err_free_tasks;
	err = interrupt_stacks_init(PTIME_CONTEXT_HARDIRQ);
	if (err)
		goto err_free_softirqs;
	err = watch_tasks();
	if (err)
		goto err_free_hardirqs;
	return 0;

err_free_hardirqs:
	free_percpu(interrupt_stacks[PTIME_CONTEXT_HARDIRQ]);
err_free_softirqs:
	free_percpu(interrupt_stacks[PTIME_CONTEXT_SOFTIRQ]);
err_free_tasks:
	kvfree(task_stacks);
err_exit_cct:
	ptime_cct_exit();
	return err;
}

/**
 * ptime_shadow_exit() - Free the shadow stacks and the nodes
 *
 * Context: process, may sleep; no call is under way any more.
 */
void ptime_shadow_exit(void)
{
	if (!ptime_nesting)
		return;
	unwatch_tasks();
	free_percpu(interrupt_stacks[PTIME_CONTEXT_HARDIRQ]);
	free_percpu(interrupt_stacks[PTIME_CONTEXT_SOFTIRQ]);
	kvfree(task_stacks);
	ptime_cct_exit();
}

static void stack_set_cost(struct ptime_shadow_stack *stack, enum ptime_cost_kind kind,
			   u32 cost, u32 caller_cost, u32 root_cost)
{
	WRITE_ONCE(stack->cost[kind], max(cost, COST_MIN));
	WRITE_ONCE(stack->caller_cost[kind], max(caller_cost, COST_MIN));
	WRITE_ONCE(stack->root_cost[kind], root_cost);
}

/**
 * ptime_shadow_set_cost() - Set the overhead to subtract for the children of a call
 * @context: context of the children
 * @kind: kind of their probes
 * @cost: overhead that such a probe adds to the caller of its function, in ticks
 * @caller_cost: overhead that it adds to the caller if its own call has children, in ticks,
 *	without the overhead of their probes
 * @root_cost: extra overhead, in ticks, that a root call adds to the call it interrupts
 *
 * Calls may be recorded at the same time: each of them takes the old or the new figures.
 *
 * Context: process, with nesting.
 */
void ptime_shadow_set_cost(enum ptime_context context, enum ptime_cost_kind kind,
			   u32 cost, u32 caller_cost, u32 root_cost)
{
	unsigned int i;
	int cpu;

	if (context == PTIME_CONTEXT_TASK)
		for (i = 0; i < TASKS_MAX; i++)
			stack_set_cost(&task_stacks[i], kind, cost, caller_cost, root_cost);
	else
		for_each_possible_cpu(cpu)
			stack_set_cost(per_cpu_ptr(interrupt_stacks[context], cpu), kind, cost,
				       caller_cost, root_cost);
}

/*
 * A breakpoint counts as an NMI in the preempt count. A call in an NMI therefore looks like a
 * call whose probe is a breakpoint, and neither is linked.
 */
static notrace struct ptime_shadow_stack *stack_of_context(unsigned long sp)
{
	unsigned int count = preempt_count();
	struct ptime_shadow_stack *stack;

	if (count & NMI_MASK) {
		this_cpu_inc(ptime_shadow_unlinked[PTIME_UNLINKED_CONTEXT]);
		return NULL;
	}
	if (count & HARDIRQ_MASK)
		return raw_cpu_read(ptime_shadow_stacks[PTIME_CONTEXT_HARDIRQ]);
	if (count & SOFTIRQ_OFFSET)
		return raw_cpu_read(ptime_shadow_stacks[PTIME_CONTEXT_SOFTIRQ]);
	if (unlikely(!ptime_shadow_is_on_task_stack(sp))) {
		this_cpu_inc(ptime_shadow_unlinked[PTIME_UNLINKED_STACK]);
		return NULL;
	}
	stack = stack_find_or_take(current);
	if (stack)
		raw_cpu_write(ptime_shadow_stacks[PTIME_CONTEXT_TASK], stack);
	return stack;
}
NOKPROBE_SYMBOL(stack_of_context);

/* An active frame whose stack pointer is below the new call's has ended. */
static __always_inline struct ptime_frame *stack_find_caller(struct ptime_shadow_stack *stack,
							     unsigned long sp)
{
	struct ptime_frame *caller = stack->top;

	while (READ_ONCE(caller->sp) < sp)
		caller--;
	if (caller != stack->top)
		stack_abandon(stack, caller);
	return caller;
}

/**
 * ptime_shadow_enter_slow() - Push a frame for a call
 * @function_key: the function's part of a key; that of PTIME_NO_FUNCTION if the call is not to
 *	be linked
 * @sp: the kernel's stack pointer at the entry
 *
 * Context: any. Writes the memory of this context only, and may take a stack for its task.
 * Return: the frame; &ptime_shadow_unlinked_frame if the call cannot be linked, which is
 * counted by its reason; &ptime_shadow_unkeyed_frame if it is not to be linked, which is counted
 * at its end, if it is timed by then.
 */
__visible notrace struct ptime_frame *ptime_shadow_enter_slow(u32 function_key, unsigned long sp)
{
	struct ptime_shadow_stack *stack;
	struct ptime_frame *caller;
	u32 node;

	if (ptime_cct_function(function_key) == PTIME_NO_FUNCTION)
		return &ptime_shadow_unkeyed_frame;
	stack = stack_of_context(sp);
	if (!stack)
		return &ptime_shadow_unlinked_frame;
	caller = stack_find_caller(stack, sp);
	if (caller == stack->last) {
		this_cpu_inc(ptime_shadow_unlinked[PTIME_UNLINKED_DEPTH]);
		return &ptime_shadow_unlinked_frame;
	}
	node = ptime_cct_find(caller->node | function_key);
	if (node == PTIME_NO_NODE) {
		this_cpu_inc(ptime_shadow_unlinked[PTIME_UNLINKED_NODES]);
		return &ptime_shadow_unlinked_frame;
	}
	return ptime_shadow_push(stack, caller, sp, node);
}
NOKPROBE_SYMBOL(ptime_shadow_enter_slow);

/* counts a call that ends after its frame was given up */
notrace void ptime_shadow_lost(void)
{
	this_cpu_inc(ptime_shadow_unlinked[PTIME_UNLINKED_GIVEN_UP]);
}
NOKPROBE_SYMBOL(ptime_shadow_lost);

/* returns the innermost frame, or NULL if the stack is empty */
static __always_inline struct ptime_frame *stack_last_call(struct ptime_shadow_stack *stack)
{
	struct ptime_frame *top = READ_ONCE(stack->top);

	return top == stack->frame ? NULL : top;
}

/* returns the call on this CPU that the context of @stack has interrupted, or NULL */
static __always_inline struct ptime_frame *interrupted_by(const struct ptime_shadow_stack *stack)
{
	struct ptime_frame *frame = NULL;
	struct ptime_shadow_stack *below;

	if (stack == raw_cpu_read(ptime_shadow_stacks[PTIME_CONTEXT_HARDIRQ]) &&
	    preempt_count() & SOFTIRQ_OFFSET)
		frame = stack_last_call(raw_cpu_read(ptime_shadow_stacks[PTIME_CONTEXT_SOFTIRQ]));
	if (frame)
		return frame;
	below = stack_find(current);
	return below ? stack_last_call(below) : NULL;
}

/* limits @part to @room ticks and returns the rest */
static __always_inline struct ptime_children children_cut(struct ptime_children *part, u64 room)
{
	struct ptime_children rest = { .added_ticks = 0 };

	if (part->added_ticks + part->ticks <= room)
		return rest;
	rest = *part;
	part->ticks = min(part->ticks, room);
	part->added_ticks = room - part->ticks;
	part->ns = min(part->ns, ptime_clock_ns(part->ticks));
	rest.added_ticks -= part->added_ticks;
	rest.ticks -= part->ticks;
	rest.ns -= part->ns;
	return rest;
}

/**
 * ptime_shadow_fold_interrupts() - Move the interrupt time of a call to its children
 * @frame: the call's frame; its .sp has PTIME_SP_INTERRUPTED
 * @counts: counts of its node on this CPU
 * @own_ticks: duration of the call without its callees, in ticks; negative if these took more
 *
 * An interrupt between the clock reading and this function counts as inside of the call. If
 * the call then has more interrupt time than it took, the rest goes to its caller.
 *
 * Context: the call's context, with preemption off. Writes the memory of this context and this
 * CPU only.
 * Return: the remaining ticks; negative if @own_ticks is.
 */
notrace s64 ptime_shadow_fold_interrupts(struct ptime_frame *frame,
					 struct ptime_node_counts *counts, s64 own_ticks)
{
	struct ptime_children children, rest;
	unsigned long flags;

	raw_local_irq_save(flags);
	children = *interrupts_of(frame);
	/* interrupts that end from here on are late */
	clear_bit(PTIME_SP_INTERRUPTED_BIT, &frame->sp);
	rest = children_cut(&children, max_t(s64, own_ticks, 0));
	if (rest.added_ticks || rest.ticks)
		pass_on(frame, &rest);
	raw_local_irq_restore(flags);
	children_add(&frame->children, &children);
	ptime_cct_count_interrupts(counts, frame->node, children.ns);
	return own_ticks - children.added_ticks - children.ticks;
}
NOKPROBE_SYMBOL(ptime_shadow_fold_interrupts);

/* A separate function, so that a root which interrupted no timed call saves no register. */
static noinline notrace void add_to_interrupted(struct ptime_frame *frame,
						struct ptime_children *call)
{
	unsigned long flags;

	raw_local_irq_save(flags);
	add_interrupts(frame, call);
	raw_local_irq_restore(flags);
	ptime_shadow_clear(call);
}
NOKPROBE_SYMBOL(add_to_interrupted);

static __always_inline void interrupt_ended(struct ptime_shadow_stack *stack, u64 extra_ticks)
{
	struct ptime_children *call = &stack->frame[0].children;
	struct ptime_frame *frame = interrupted_by(stack);

	if (likely(!frame)) {
		ptime_shadow_clear(call);
		return;
	}
	call->added_ticks += extra_ticks;
	add_to_interrupted(frame, call);
}

/* the call's time has already been added to the sentinel, as to any caller */
static __always_inline void root_ended(struct ptime_shadow_stack *stack, u64 extra_ticks)
{
	if (READ_ONCE(stack->task))
		stack_give_back(stack);
	else
		interrupt_ended(stack, extra_ticks);
}

/**
 * ptime_shadow_ended_slow() - Finish a call that was a root or was interrupted late
 * @frame: the call's frame, which has been popped
 * @extra_ticks: extra overhead, in ticks, that a root adds to the call it interrupts
 *
 * Context: the call's context, with preemption off.
 */
notrace void ptime_shadow_ended_slow(struct ptime_frame *frame, u64 extra_ticks)
{
	struct ptime_shadow_stack *stack = frame->stack;

	ptime_shadow_hand_on(frame);
	if (frame - 1 == stack->frame)
		root_ended(stack, extra_ticks);
}
NOKPROBE_SYMBOL(ptime_shadow_ended_slow);

/**
 * ptime_shadow_reconcile() - Pop the frames above a call that ends
 * @frame: the call's frame
 *
 * The ends of their calls were not seen. Their children were inside of this call. If they
 * stayed, the next calls would get them.
 *
 * Context: the call's context, with preemption off. Writes the memory of this context only.
 */
notrace void ptime_shadow_reconcile(struct ptime_frame *frame)
{
	stack_abandon(frame->stack, frame);
}
NOKPROBE_SYMBOL(ptime_shadow_reconcile);

/**
 * ptime_shadow_drop() - Pop the frame of a call whose probe has ended
 * @frame: the call's frame; it may have been popped before
 * @sp: stack pointer at the entry
 *
 * The call is not counted. Its children go to its caller.
 *
 * Context: the call's context, with preemption off. Writes the memory of this context only.
 */
notrace void ptime_shadow_drop(struct ptime_frame *frame, unsigned long sp)
{
	struct ptime_frame *caller = frame - 1;

	if (!ptime_shadow_is_active(frame, sp))
		return;
	ptime_shadow_reconcile(frame);
	children_add(&caller->children, &frame->children);
	ptime_shadow_clear(&frame->children);
	ptime_shadow_pop(frame->stack, caller);
	ptime_shadow_ended_slow(frame, 0);
}
NOKPROBE_SYMBOL(ptime_shadow_drop);

static bool frame_is_of(const struct ptime_frame *frame, u16 function)
{
	return ptime_cct_function(ptime_cct_keys[READ_ONCE(frame->node)]) == function;
}

/* the flag stays, so that interrupt time goes to the caller when the frame is popped */
static void frame_forget(struct ptime_frame *frame, u16 function)
{
	unsigned long sp;

	do {
		sp = READ_ONCE(frame->sp);
	} while (frame_is_of(frame, function) &&
		 cmpxchg(&frame->sp, sp, sp & PTIME_SP_INTERRUPTED) != sp);
}

static void stack_forget(struct ptime_shadow_stack *stack, u16 function)
{
	unsigned int i;

	for (i = 1; i < ARRAY_SIZE(stack->frame); i++)
		frame_forget(&stack->frame[i], function);
}

/**
 * ptime_shadow_forget() - Mark the frames of a function whose calls will not be seen to end
 * @function: number of the function, or 0; no call of it begins any more
 *
 * The frames are popped when the next call of their context begins. If another call takes over
 * a frame at the same time, that call is popped instead and counted as lost.
 *
 * Context: process.
 */
void ptime_shadow_forget(u16 function)
{
	enum ptime_context context;
	unsigned int i;
	int cpu;

	if (!function)
		return;
	for (i = 0; i < TASKS_MAX; i++)
		stack_forget(&task_stacks[i], function);
	for (context = PTIME_CONTEXT_SOFTIRQ; context < PTIME_CONTEXTS; context++)
		for_each_possible_cpu(cpu)
			stack_forget(per_cpu_ptr(interrupt_stacks[context], cpu), function);
}

static u64 unlinked_ever(enum ptime_unlinked reason)
{
	u64 sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += READ_ONCE(per_cpu(ptime_shadow_unlinked[reason], cpu));
	return sum;
}

/**
 * ptime_shadow_clear_unlinked() - Count unlinked calls from zero again
 *
 * Context: process, under ptime_probes_lock().
 */
void ptime_shadow_clear_unlinked(void)
{
	enum ptime_unlinked reason;

	for (reason = 0; reason < PTIME_UNLINKED_REASONS; reason++)
		unlinked_before[reason] = unlinked_ever(reason);
}

/* since load or reset; under ptime_probes_lock() */
u64 ptime_shadow_unlinked_sum(enum ptime_unlinked reason)
{
	return unlinked_ever(reason) - unlinked_before[reason];
}
