/* SPDX-License-Identifier: GPL-2.0 */
/* context: which timed calls are open, in each task, softirq and hardirq */
#ifndef _PATHTIME_SHADOW_STACK_H
#define _PATHTIME_SHADOW_STACK_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "record/cct.h"
#include "record/cost.h"

/* open calls of a context that are linked */
#define PTIME_DEPTH_MAX		31

struct ptime_shadow_stack;

/**
 * struct ptime_children - what of a call's time was spent within, and not in the function
 * @added_ticks: what probes added to it
 * @ticks: without
 * @ns: as counted, rounded down for each call
 */
struct ptime_children {
	u64 added_ticks;
	u64 ticks;
	u64 ns;
};

/* a flag in a place on the stack, which is aligned: another context's calls were added */
#define PTIME_SP_INTERRUPTED_BIT	0
#define PTIME_SP_INTERRUPTED	BIT(PTIME_SP_INTERRUPTED_BIT)

/**
 * struct ptime_frame - a call under way
 * @sp: where it was made on its kernel stack, by which it is known; 0, but for the flag,
 *	where it will not end any more
 * @node: the call's node
 * @children: in the calls it made; nothing in a place that is free
 * @interrupts: in other contexts; these add to it in the last one only. Holds nothing
 *	unless @sp has PTIME_SP_INTERRUPTED.
 * @fast_ticks: what @children.added_ticks is where the call has no callees: 0; in the
 *	place of roots, which are told by it, what it never is
 * @stack: where this is
 */
struct ptime_frame {
	unsigned long sp;
	u32 node;
	struct ptime_children children;
	struct ptime_children interrupts;
	u64 fast_ticks;
	struct ptime_shadow_stack *stack;
};

/**
 * struct ptime_shadow_stack - the calls under way in a context
 * @top: the last one
 * @task: whose they are, where they are a task's
 * @last: the last place for one
 * @cost: what a probe adds to a caller of its function, in ticks; not 0
 * @caller_cost: likewise, of a call that has others within, without what these add
 * @root_cost: what it adds beside to whom a call interrupts that is made in no other one
 * @displaced: it is not at its task's home
 * @frame: these; the first is none, but the caller of roots, and never ends
 */
struct ptime_shadow_stack {
	struct ptime_frame *top;
	struct task_struct *task;
	struct ptime_frame *last;
	u64 cost[PTIME_COSTS];
	u64 caller_cost[PTIME_COSTS];
	u32 root_cost[PTIME_COSTS];
	bool displaced;
	struct ptime_frame frame[PTIME_DEPTH_MAX + 1];
};

extern bool ptime_nesting;
DECLARE_PER_CPU(struct ptime_shadow_stack * [PTIME_CONTEXTS], ptime_shadow_stacks);
DECLARE_PER_CPU(u64 [PTIME_UNLINKED_REASONS], ptime_shadow_unlinked);

int ptime_shadow_init(bool nesting);
void ptime_shadow_exit(void);

void ptime_shadow_set_cost(enum ptime_context context, enum ptime_cost_kind kind,
			   u32 cost, u32 caller_cost, u32 root_cost);
void ptime_shadow_forget(u16 function);
void ptime_shadow_clear_unlinked(void);
u64 ptime_shadow_unlinked_sum(enum ptime_unlinked reason);

/* what calls have for their place that have none */
extern struct ptime_frame ptime_shadow_unlinked_frame;

struct ptime_frame *ptime_shadow_enter_slow(u32 function_key, unsigned long sp);
void ptime_shadow_lost(void);
s64 ptime_shadow_fold_interrupts(struct ptime_frame *frame, s64 own_ticks);
void ptime_shadow_ended_slow(struct ptime_frame *frame, u64 beside_ticks);
void ptime_shadow_hand_on(struct ptime_frame *frame);
void ptime_shadow_reconcile(struct ptime_frame *frame);
void ptime_shadow_drop(struct ptime_frame *frame, unsigned long sp);

/**
 * ptime_shadow_is_on_task_stack() - does the current task's own stack hold an address?
 * @sp: the address
 *
 * The preempt count says that it is the task's context as well where the kernel is about to enter
 * or to leave a softirq, on the stack for interrupts. Addresses of two stacks cannot be compared.
 *
 * Context: any.
 */
static __always_inline bool ptime_shadow_is_on_task_stack(unsigned long sp)
{
	return sp - (unsigned long)task_stack_page(current) < THREAD_SIZE;
}

/* where the calls of this context are, as it mostly is; else NULL */
static __always_inline struct ptime_shadow_stack *ptime_shadow_fast_stack(unsigned long sp)
{
	unsigned int count = preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET);
	struct ptime_shadow_stack *stack;

	if (likely(count == SOFTIRQ_OFFSET))
		return raw_cpu_read(ptime_shadow_stacks[PTIME_CONTEXT_SOFTIRQ]);
	if (count)
		return NULL;
	/* that of the last task here: whose it is decides, not where it is looked for */
	stack = raw_cpu_read(ptime_shadow_stacks[PTIME_CONTEXT_TASK]);
	return likely(READ_ONCE(stack->task) == current && ptime_shadow_is_on_task_stack(sp)) ?
	       stack : NULL;
}

/* @caller is followed by room for one more */
static __always_inline struct ptime_frame *
ptime_shadow_push(struct ptime_shadow_stack *stack, struct ptime_frame *caller, unsigned long sp,
		  u32 node)
{
	struct ptime_frame *frame = caller + 1;

	WRITE_ONCE(frame->sp, sp);
	WRITE_ONCE(frame->node, node);
	/* an interrupt finds it whole, or not at all */
	barrier();
	WRITE_ONCE(stack->top, frame);
	return frame;
}

/**
 * ptime_shadow_enter_fast() - a call begins, as most do
 * @function_key: the function's, of ptime_cct_function_key(); that of
 *	PTIME_NO_FUNCTION where the call is not to be linked
 * @sp: the kernel's stack pointer there
 *
 * x86's nested entries have this in assembly.
 *
 * Context: any. Writes the memory of this context only.
 * Return: the open call; NULL where that is for ptime_shadow_enter_slow() to find.
 */
static __always_inline struct ptime_frame *
ptime_shadow_enter_fast(u32 function_key, unsigned long sp)
{
	struct ptime_shadow_stack *stack = ptime_shadow_fast_stack(sp);
	struct ptime_frame *caller;
	u32 key, node;

	if (unlikely(!stack))
		return NULL;
	caller = stack->top;
	if (unlikely(READ_ONCE(caller->sp) < sp || caller == stack->last))
		return NULL;
	key = caller->node | function_key;
	node = ptime_cct_slot(key);
	if (unlikely(READ_ONCE(ptime_cct_keys[node]) != key)) {
		node = ptime_cct_next_slot(node);
		if (READ_ONCE(ptime_cct_keys[node]) != key)
			return NULL;
	}
	return ptime_shadow_push(stack, caller, sp, node);
}

/* for those who interrupt, @caller is the last call from here on */
static __always_inline void ptime_shadow_pop(struct ptime_shadow_stack *stack,
					     struct ptime_frame *caller)
{
	barrier();
	WRITE_ONCE(stack->top, caller);
}

/* nobody interrupts to look at it */
static __always_inline void ptime_shadow_clear(struct ptime_children *children)
{
	children->added_ticks = 0;
	children->ticks = 0;
	children->ns = 0;
}

/**
 * ptime_shadow_is_active() - is a call still among the open ones?
 * @frame: the call, as it was entered
 * @sp: stack pointer where it was made
 *
 * Its place may be another call's by now, or the whole stack another task's.
 *
 * Context: that of the call, with preemption off.
 */
static __always_inline bool ptime_shadow_is_active(const struct ptime_frame *frame,
						   unsigned long sp)
{
	const struct ptime_shadow_stack *stack = frame->stack;

	if ((READ_ONCE(frame->sp) & ~PTIME_SP_INTERRUPTED) != sp)
		return false;
	if (stack->frame[0].node == ptime_cct_root(PTIME_CONTEXT_TASK) &&
	    READ_ONCE(stack->task) != current)
		return false;
	return frame <= stack->top;
}

/**
 * ptime_shadow_is_last() - has all that a call has made been seen to end?
 * @frame: the call, as it was entered
 *
 * Else there are calls above whose probe has ended meanwhile; ptime_shadow_reconcile() is for
 * them. Context: that of the call.
 */
static __always_inline bool ptime_shadow_is_last(const struct ptime_frame *frame)
{
	return likely(frame->stack->top == frame);
}

/**
 * ptime_shadow_leave() - a call ends, and has its place empty
 * @frame: the call, as it was entered, and not nowhere
 * @added_ticks: what its probe and those within added to its caller
 * @ticks: its duration
 * @ns: as counted
 *
 * Context: that of the beginning, with preemption off. Writes the memory of this
 * context only.
 */
static __always_inline void ptime_shadow_leave(struct ptime_frame *frame, u64 added_ticks,
					       u64 ticks, u64 ns)
{
	struct ptime_frame *caller = frame - 1;

	caller->children.added_ticks += added_ticks;
	caller->children.ticks += ticks;
	caller->children.ns += ns;
	ptime_shadow_pop(frame->stack, caller);
}

/**
 * ptime_shadow_is_late() - did an interrupt end in a call after this was looked at?
 * @frame: where the call was; it is off its stack, so that none does any more
 *
 * Then ptime_shadow_hand_on() is due. Context: that of the call, with preemption off.
 */
static __always_inline bool ptime_shadow_is_late(const struct ptime_frame *frame)
{
	/* another CPU may forget the call, and leaves the flag */
	return unlikely(data_race(frame->sp) & PTIME_SP_INTERRUPTED);
}

/**
 * ptime_shadow_ended() - a call is off its stack that may have been made in no other one
 * @frame: where the call was
 * @kind: of its probe
 *
 * Context: that of the call, with preemption off. Writes the memory of this context and
 * this CPU only.
 */
static __always_inline void ptime_shadow_ended(struct ptime_frame *frame, enum ptime_cost_kind kind)
{
	if (frame->fast_ticks || ptime_shadow_is_late(frame))
		ptime_shadow_ended_slow(frame, frame->stack->root_cost[kind]);
}

#endif /* _PATHTIME_SHADOW_STACK_H */
