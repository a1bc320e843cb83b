/* SPDX-License-Identifier: GPL-2.0 */
/* context: which timed calls are open, in each task, softirq and hardirq */
#ifndef _PATHTIME_CONTEXT_H
#define _PATHTIME_CONTEXT_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "record/calltree.h"
#include "record/cost.h"

/* open calls of a context that are linked */
#define PTIME_DEPTH_MAX		31

struct ptime_stack;

/**
 * struct ptime_within - what of a call's time was spent within, and not in the function
 * @added_ticks: what probes added to it
 * @ticks: without
 * @ns: as counted, rounded down for each call
 */
struct ptime_within {
	u64 added_ticks;
	u64 ticks;
	u64 ns;
};

/* a flag in a place on the stack, which is aligned: another context's calls were added */
#define PTIME_SP_ELSEWHERE_BIT	0
#define PTIME_SP_ELSEWHERE	BIT(PTIME_SP_ELSEWHERE_BIT)

/**
 * struct ptime_open - a call under way
 * @sp: where it was made on its kernel stack, by which it is known; 0, but for the flag,
 *	where it will not end any more
 * @node: the call's node
 * @nested: in the calls it made; nothing in a place that is free
 * @elsewhere: in other contexts; these add to it in the last one only. Holds nothing
 *	unless @sp has PTIME_SP_ELSEWHERE.
 * @usual_ticks: what @nested.added_ticks is where the call has no callees: 0; in the
 *	place of roots, which are told by it, what it never is
 * @stack: where this is
 */
struct ptime_open {
	unsigned long sp;
	u32 node;
	struct ptime_within nested;
	struct ptime_within elsewhere;
	u64 usual_ticks;
	struct ptime_stack *stack;
};

/**
 * struct ptime_stack - the calls under way in a context
 * @top: the last one
 * @task: whose they are, where they are a task's
 * @last: the last place for one
 * @cost: what a probe adds to a caller of its function, in ticks; not 0
 * @caller_cost: likewise, of a call that has others within, without what these add
 * @root_cost: what it adds beside to whom a call interrupts that is made in no other one
 * @away: it is not at its task's home
 * @open: these; the first is none, but the caller of roots, and never ends
 */
struct ptime_stack {
	struct ptime_open *top;
	struct task_struct *task;
	struct ptime_open *last;
	u64 cost[PTIME_COSTS];
	u64 caller_cost[PTIME_COSTS];
	u32 root_cost[PTIME_COSTS];
	bool away;
	struct ptime_open open[PTIME_DEPTH_MAX + 1];
};

extern bool ptime_nesting;
DECLARE_PER_CPU(struct ptime_stack * [PTIME_CONTEXTS], ptime_context_stacks);
DECLARE_PER_CPU(u64 [PTIME_UNLINKED_REASONS], ptime_context_unlinked);

int ptime_context_init(bool nesting);
void ptime_context_exit(void);

void ptime_context_set_cost(enum ptime_context context, enum ptime_cost_kind kind,
			    u32 cost, u32 caller_cost, u32 root_cost);
void ptime_context_forget(u16 function);
void ptime_context_clear_unlinked(void);
u64 ptime_context_unlinked_sum(enum ptime_unlinked reason);

/* what calls have for their place that have none */
extern struct ptime_open ptime_context_nowhere;

struct ptime_open *ptime_context_enter_rare(u32 function_key, unsigned long sp);
void ptime_context_lost(void);
s64 ptime_context_fold_elsewhere(struct ptime_open *open, s64 own_ticks);
void ptime_context_ended_rare(struct ptime_open *open, u64 beside_ticks);
void ptime_context_hand_on(struct ptime_open *open);
void ptime_context_settle(struct ptime_open *open);
void ptime_context_drop(struct ptime_open *open, unsigned long sp);

/**
 * ptime_context_is_on_task_stack() - does the current task's own stack hold an address?
 * @sp: the address
 *
 * The preempt count says that it is the task's context as well where the kernel is about to enter
 * or to leave a softirq, on the stack for interrupts. Addresses of two stacks cannot be compared.
 *
 * Context: any.
 */
static __always_inline bool ptime_context_is_on_task_stack(unsigned long sp)
{
	return sp - (unsigned long)task_stack_page(current) < THREAD_SIZE;
}

/* where the calls of this context are, as it mostly is; else NULL */
static __always_inline struct ptime_stack *ptime_context_usual_stack(unsigned long sp)
{
	unsigned int count = preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET);
	struct ptime_stack *stack;

	if (likely(count == SOFTIRQ_OFFSET))
		return raw_cpu_read(ptime_context_stacks[PTIME_CONTEXT_SOFTIRQ]);
	if (count)
		return NULL;
	/* that of the last task here: whose it is decides, not where it is looked for */
	stack = raw_cpu_read(ptime_context_stacks[PTIME_CONTEXT_TASK]);
	return likely(READ_ONCE(stack->task) == current && ptime_context_is_on_task_stack(sp)) ?
	       stack : NULL;
}

/* @caller is followed by room for one more */
static __always_inline struct ptime_open *
ptime_context_push(struct ptime_stack *stack, struct ptime_open *caller, unsigned long sp, u32 node)
{
	struct ptime_open *open = caller + 1;

	WRITE_ONCE(open->sp, sp);
	WRITE_ONCE(open->node, node);
	/* an interrupt finds it whole, or not at all */
	barrier();
	WRITE_ONCE(stack->top, open);
	return open;
}

/**
 * ptime_context_enter_usual() - a call begins, as most do
 * @function_key: the function's, of ptime_calltree_function_key(); that of
 *	PTIME_NO_FUNCTION where the call is not to be linked
 * @sp: the kernel's stack pointer there
 *
 * x86's nested entries have this in assembly.
 *
 * Context: any. Writes the memory of this context only.
 * Return: the open call; NULL where that is for ptime_context_enter_rare() to find.
 */
static __always_inline struct ptime_open *
ptime_context_enter_usual(u32 function_key, unsigned long sp)
{
	struct ptime_stack *stack = ptime_context_usual_stack(sp);
	struct ptime_open *caller;
	u32 key, node;

	if (unlikely(!stack))
		return NULL;
	caller = stack->top;
	if (unlikely(READ_ONCE(caller->sp) < sp || caller == stack->last))
		return NULL;
	key = caller->node | function_key;
	node = ptime_calltree_place(key);
	if (unlikely(READ_ONCE(ptime_calltree_keys[node]) != key)) {
		node = ptime_calltree_next_place(node);
		if (READ_ONCE(ptime_calltree_keys[node]) != key)
			return NULL;
	}
	return ptime_context_push(stack, caller, sp, node);
}

/* for those who interrupt, @caller is the last call from here on */
static __always_inline void ptime_context_pop(struct ptime_stack *stack, struct ptime_open *caller)
{
	barrier();
	WRITE_ONCE(stack->top, caller);
}

/* nobody interrupts to look at it */
static __always_inline void ptime_context_clear(struct ptime_within *within)
{
	within->added_ticks = 0;
	within->ticks = 0;
	within->ns = 0;
}

/**
 * ptime_context_is_open() - is a call still among the open ones?
 * @open: the call, as it was entered
 * @sp: stack pointer where it was made
 *
 * Its place may be another call's by now, or the whole stack another task's.
 *
 * Context: that of the call, with preemption off.
 */
static __always_inline bool ptime_context_is_open(const struct ptime_open *open, unsigned long sp)
{
	const struct ptime_stack *stack = open->stack;

	if ((READ_ONCE(open->sp) & ~PTIME_SP_ELSEWHERE) != sp)
		return false;
	if (stack->open[0].node == ptime_calltree_root(PTIME_CONTEXT_TASK) &&
	    READ_ONCE(stack->task) != current)
		return false;
	return open <= stack->top;
}

/**
 * ptime_context_is_last() - has all that a call has made been seen to end?
 * @open: the call, as it was entered
 *
 * Else there are calls above whose probe has ended meanwhile; ptime_context_settle() is for
 * them. Context: that of the call.
 */
static __always_inline bool ptime_context_is_last(const struct ptime_open *open)
{
	return likely(open->stack->top == open);
}

/**
 * ptime_context_leave() - a call ends, and has its place empty
 * @open: the call, as it was entered, and not nowhere
 * @added_ticks: what its probe and those within added to its caller
 * @ticks: its duration
 * @ns: as counted
 *
 * Context: that of the beginning, with preemption off. Writes the memory of this
 * context only.
 */
static __always_inline void ptime_context_leave(struct ptime_open *open, u64 added_ticks,
						u64 ticks, u64 ns)
{
	struct ptime_open *caller = open - 1;

	caller->nested.added_ticks += added_ticks;
	caller->nested.ticks += ticks;
	caller->nested.ns += ns;
	ptime_context_pop(open->stack, caller);
}

/**
 * ptime_context_is_late() - did an interrupt end in a call after this was looked at?
 * @open: where the call was; it is off its stack, so that none does any more
 *
 * Then ptime_context_hand_on() is due. Context: that of the call, with preemption off.
 */
static __always_inline bool ptime_context_is_late(const struct ptime_open *open)
{
	/* another CPU may forget the call, and leaves the flag */
	return unlikely(data_race(open->sp) & PTIME_SP_ELSEWHERE);
}

/**
 * ptime_context_ended() - a call is off its stack that may have been made in no other one
 * @open: where the call was
 * @kind: of its probe
 *
 * Context: that of the call, with preemption off. Writes the memory of this context and
 * this CPU only.
 */
static __always_inline void ptime_context_ended(struct ptime_open *open, enum ptime_cost_kind kind)
{
	if (open->usual_ticks || ptime_context_is_late(open))
		ptime_context_ended_rare(open, open->stack->root_cost[kind]);
}

#endif /* _PATHTIME_CONTEXT_H */
