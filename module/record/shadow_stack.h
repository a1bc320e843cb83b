/* SPDX-License-Identifier: GPL-2.0 */
/* shadow_stack: the active timed calls of each task, softirq and hardirq */
#ifndef _PATHTIME_SHADOW_STACK_H
#define _PATHTIME_SHADOW_STACK_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "record/cct.h"
#include "record/cost.h"

/* maximum number of active frames on one shadow stack */
#define PTIME_DEPTH_MAX		31

struct ptime_shadow_stack;

/**
 * struct ptime_children - time of other timed calls inside of a call
 * @added_ticks: overhead of their probes
 * @ticks: their time without that overhead
 * @ns: their time as counted, rounded down for each call
 */
struct ptime_children {
	u64 added_ticks;
	u64 ticks;
	u64 ns;
};

/* flag in .sp, whose lowest bit is otherwise 0: the call's interrupt time has been added to */
#define PTIME_SP_INTERRUPTED_BIT	0
#define PTIME_SP_INTERRUPTED	BIT(PTIME_SP_INTERRUPTED_BIT)

/**
 * struct ptime_frame - one active call, in one cache line
 * @sp: stack pointer at the entry, which identifies the call; 0, but for the flag, if the call
 *	will not be seen to end
 * @node: the call's node
 * @children: time of its callees; all 0 in a free frame
 * @fast_ticks: value of @children.added_ticks that lets the call take the fast path: 0, which
 *	means that it has no callees. In the frame of roots it is a value that never occurs, so
 *	roots take the slow path.
 * @stack: the stack that the frame is on
 */
struct ptime_frame {
	unsigned long sp;
	u32 node;
	struct ptime_children children;
	u64 fast_ticks;
	struct ptime_shadow_stack *stack;
} __aligned(64);

static_assert(sizeof(struct ptime_frame) == 64);

/**
 * struct ptime_shadow_stack - active timed calls of one context
 * @top: the innermost call
 * @task: the owner, if it is a task's stack
 * @last: the last frame that can be used
 * @cost: overhead that a probe adds to the caller of its function, in ticks; not 0
 * @caller_cost: overhead that it adds to the caller if its own call has children, in ticks,
 *	without the overhead of their probes
 * @root_cost: extra overhead, in ticks, that a root call adds to the call it interrupts
 * @frame: the frames; the first one is a sentinel, the caller of roots, which never ends
 * @interrupts: for each frame, time of calls in contexts that interrupted its call. Only the last
 *	frame's is added to. Invalid unless the frame's .sp has PTIME_SP_INTERRUPTED.
 * @displaced: the stack is not in its task's home slot
 */
struct ptime_shadow_stack {
	struct ptime_frame *top;
	struct task_struct *task;
	struct ptime_frame *last;
	u64 cost[PTIME_COSTS];
	u64 caller_cost[PTIME_COSTS];
	u32 root_cost[PTIME_COSTS];
	struct ptime_frame frame[PTIME_DEPTH_MAX + 1];
	struct ptime_children interrupts[PTIME_DEPTH_MAX + 1];
	bool displaced;
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

/* sentinels: the frame of a call that is not linked, and of one that is not to be linked */
extern struct ptime_frame ptime_shadow_unlinked_frame;
extern struct ptime_frame ptime_shadow_unkeyed_frame;

struct ptime_frame *ptime_shadow_enter_slow(u32 function_key, unsigned long sp);
void ptime_shadow_lost(void);
s64 ptime_shadow_fold_interrupts(struct ptime_frame *frame, struct ptime_node_counts *counts,
				 s64 own_ticks);
void ptime_shadow_ended_slow(struct ptime_frame *frame, u64 extra_ticks);
void ptime_shadow_hand_on(struct ptime_frame *frame);
void ptime_shadow_reconcile(struct ptime_frame *frame);
void ptime_shadow_drop(struct ptime_frame *frame, unsigned long sp);

/*
 * Overhead that a call's probe adds to other calls, in ticks. While a reset replaces it, each call
 * takes the old figure or the new one.
 */
static __always_inline u64 ptime_shadow_cost(const struct ptime_frame *frame,
					     enum ptime_cost_kind kind)
{
	/* a reset may replace it */
	return data_race(frame->stack->cost[kind]);
}

static __always_inline u64 ptime_shadow_caller_cost(const struct ptime_frame *frame,
						    enum ptime_cost_kind kind)
{
	/* a reset may replace it */
	return data_race(frame->stack->caller_cost[kind]);
}

static __always_inline u32 ptime_shadow_root_cost(const struct ptime_frame *frame,
						  enum ptime_cost_kind kind)
{
	/* a reset may replace it */
	return data_race(frame->stack->root_cost[kind]);
}

/**
 * ptime_shadow_is_on_task_stack() - Check whether an address is on the task's own stack
 * @sp: the address
 *
 * The preempt count also indicates a task while the kernel is about to enter or leave a
 * softirq on the interrupt stack. Addresses on two stacks cannot be compared.
 *
 * Context: any.
 * Return: true if it is.
 */
static __always_inline bool ptime_shadow_is_on_task_stack(unsigned long sp)
{
	return sp - (unsigned long)task_stack_page(current) < THREAD_SIZE;
}

/* returns the stack of this context in the two most frequent cases, otherwise NULL */
static __always_inline struct ptime_shadow_stack *ptime_shadow_fast_stack(unsigned long sp)
{
	unsigned int count = preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET);
	struct ptime_shadow_stack *stack;

	if (likely(count == SOFTIRQ_OFFSET))
		return raw_cpu_read(ptime_shadow_stacks[PTIME_CONTEXT_SOFTIRQ]);
	if (count)
		return NULL;
	/* this may be another task's stack, so its owner decides */
	stack = raw_cpu_read(ptime_shadow_stacks[PTIME_CONTEXT_TASK]);
	return likely(READ_ONCE(stack->task) == current && ptime_shadow_is_on_task_stack(sp)) ?
	       stack : NULL;
}

/* @caller is not the last frame */
static __always_inline struct ptime_frame *
ptime_shadow_push(struct ptime_shadow_stack *stack, struct ptime_frame *caller, unsigned long sp,
		  u32 node)
{
	struct ptime_frame *frame = caller + 1;

	WRITE_ONCE(frame->sp, sp);
	WRITE_ONCE(frame->node, node);
	/* an interrupt must see the frame complete or not at all */
	barrier();
	WRITE_ONCE(stack->top, frame);
	return frame;
}

/**
 * ptime_shadow_enter_fast() - Push a frame for a call in the most frequent cases
 * @function_key: the function's part of a key, from ptime_cct_function_key(); that of
 *	PTIME_NO_FUNCTION if the call is not to be linked
 * @sp: the kernel's stack pointer at the entry
 *
 * Context: any. Writes the memory of this context only.
 * Return: the frame; NULL if the caller has to use ptime_shadow_enter_slow().
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

/* for interrupts, @caller is the innermost call from here on */
static __always_inline void ptime_shadow_pop(struct ptime_shadow_stack *stack,
					     struct ptime_frame *caller)
{
	barrier();
	WRITE_ONCE(stack->top, caller);
}

/* not atomic: no interrupt accesses @children at the same time */
static __always_inline void ptime_shadow_clear(struct ptime_children *children)
{
	children->added_ticks = 0;
	children->ticks = 0;
	children->ns = 0;
}

/**
 * ptime_shadow_is_active() - Check whether a call still has its frame
 * @frame: the frame that the call was given
 * @sp: stack pointer at the entry
 *
 * Another call may have the frame by now, or another task the whole stack.
 *
 * Context: the call's context, with preemption off.
 * Return: true if it has.
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
 * ptime_shadow_is_last() - Check whether a call is the innermost one
 * @frame: the call's frame
 *
 * Context: the call's context.
 * Return: true if it is. If not, the probes of calls above it have ended since, and
 * ptime_shadow_reconcile() has to pop their frames.
 */
static __always_inline bool ptime_shadow_is_last(const struct ptime_frame *frame)
{
	return likely(frame->stack->top == frame);
}

/**
 * ptime_shadow_leave() - Pop the frame of a call that ends, and add its time to its caller
 * @frame: the call's frame, not ptime_shadow_unlinked_frame; its .children are 0
 * @added_ticks: overhead that its probe and those of its children added to the caller
 * @ticks: its duration
 * @ns: its duration as counted
 *
 * Context: the call's context, with preemption off. Writes the memory of this context only.
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
 * ptime_shadow_is_late() - Check for an interrupt that ended after interrupt time was read
 * @frame: the call's frame; it has been popped, so no further interrupt adds to it
 *
 * Context: the call's context, with preemption off.
 * Return: true if there was one. Then ptime_shadow_hand_on() has to be called.
 */
static __always_inline bool ptime_shadow_is_late(const struct ptime_frame *frame)
{
	/* another CPU may forget the call at the same time, but leaves the flag */
	return unlikely(data_race(frame->sp) & PTIME_SP_INTERRUPTED);
}

/**
 * ptime_shadow_ended() - Finish a call that may be a root or may have been interrupted late
 * @frame: the call's frame, which has been popped
 * @kind: kind of its probe
 *
 * Context: the call's context, with preemption off. Writes the memory of this context and this
 * CPU only.
 */
static __always_inline void ptime_shadow_ended(struct ptime_frame *frame, enum ptime_cost_kind kind)
{
	if (frame->fast_ticks || ptime_shadow_is_late(frame))
		ptime_shadow_ended_slow(frame, ptime_shadow_root_cost(frame, kind));
}

#endif /* _PATHTIME_SHADOW_STACK_H */
