/* SPDX-License-Identifier: GPL-2.0 */
/* context: which timed calls are open, in each task, softirq and hardirq */
#ifndef _PATHTIME_CONTEXT_H
#define _PATHTIME_CONTEXT_H

#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#include "calltree.h"

/* open calls of a context that are linked */
#define PTIME_DEPTH_MAX		31

struct ptime_frame;
struct ptime_stack;

/**
 * struct ptime_open - a call under way
 * @frame: whose call it is; compared, never followed
 * @sp: where it was made on its kernel stack; 0 where it will not end any more
 * @nested_ns: what of it was spent in the calls it made
 * @elsewhere_ns: what of it other contexts took; these add to it in the last one only
 * @stack: where this is
 * @node: the call's node
 */
struct ptime_open {
	const struct ptime_frame *frame;
	unsigned long sp;
	u64 nested_ns;
	u64 elsewhere_ns;
	struct ptime_stack *stack;
	u32 node;
};

/**
 * struct ptime_stack - the calls under way in a context
 * @top: the last one
 * @task: whose they are, where they are a task's
 * @pid: its number, as a task may end in a timed function and another one have its
 *	address
 * @open: these; the first is none, but the caller of roots, and never ends
 */
struct ptime_stack {
	struct ptime_open *top;
	struct task_struct *task;
	pid_t pid;
	struct ptime_open open[PTIME_DEPTH_MAX + 1];
};

/* tasks that are in timed functions at once, in a table by their address */
#define PTIME_TASKS_MAX		512
#define PTIME_TASKS_BITS	ilog2(PTIME_TASKS_MAX)

extern bool ptime_nesting;
extern struct ptime_stack *ptime_context_tasks;
extern struct ptime_stack __percpu *ptime_context_stacks[PTIME_CONTEXTS];
DECLARE_PER_CPU(u64 [PTIME_UNLINKED_REASONS], ptime_context_unlinked);

int ptime_context_init(bool nesting);
void ptime_context_exit(void);

void ptime_context_forget(u16 function);
void ptime_context_reap(void);
void ptime_context_clear_unlinked(void);
u64 ptime_context_unlinked_sum(enum ptime_unlinked reason);

struct ptime_open *ptime_context_enter_rare(const struct ptime_frame *frame,
					    u16 function, unsigned long sp);
void ptime_context_lost(void);
void ptime_context_root_ended(struct ptime_stack *stack, u64 ns);

/* where a task's calls are, unless another task's are there */
static __always_inline struct ptime_stack *ptime_context_home(const struct task_struct *task)
{
	return &ptime_context_tasks[hash_ptr((void *)task, PTIME_TASKS_BITS)];
}

static __always_inline bool ptime_context_is_of(const struct ptime_stack *stack,
						const struct task_struct *task)
{
	return READ_ONCE(stack->task) == task && READ_ONCE(stack->pid) == task->pid;
}

/* where the calls of this context are, as it mostly is; else NULL */
static __always_inline struct ptime_stack *ptime_context_usual_stack(void)
{
	unsigned int count = preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET);
	struct ptime_stack *home;

	if (likely(count == SOFTIRQ_OFFSET))
		return raw_cpu_ptr(ptime_context_stacks[PTIME_CONTEXT_SOFTIRQ]);
	if (count)
		return NULL;
	home = ptime_context_home(current);
	return likely(ptime_context_is_of(home, current)) ? home : NULL;
}

/* @caller is followed by room for one more */
static __always_inline struct ptime_open *
ptime_context_push(struct ptime_stack *stack, struct ptime_open *caller,
		   const struct ptime_frame *frame, unsigned long sp, u32 node)
{
	struct ptime_open *open = caller + 1;

	open->frame = frame;
	open->sp = sp;
	open->nested_ns = 0;
	open->elsewhere_ns = 0;
	open->node = node;
	/* an interrupt finds it whole, or not at all */
	barrier();
	WRITE_ONCE(stack->top, open);
	return open;
}

/**
 * ptime_context_enter() - a call begins
 * @frame: the call
 * @function: number of the function
 * @sp: the kernel's stack pointer there
 *
 * What is rare is a tail call to another function, so that the usual way saves
 * no register.
 *
 * Context: any. Writes the memory of this context only.
 * Return: the open call; NULL where it cannot be linked, which is counted.
 */
static __always_inline struct ptime_open *
ptime_context_enter(const struct ptime_frame *frame, u16 function, unsigned long sp)
{
	struct ptime_stack *stack = ptime_context_usual_stack();
	struct ptime_open *caller;
	u32 key, node;

	if (unlikely(!stack))
		goto rare;
	caller = stack->top;
	if (unlikely(READ_ONCE(caller->sp) < sp || caller == &stack->open[PTIME_DEPTH_MAX]))
		goto rare;
	key = ptime_calltree_key(caller->node, function);
	node = ptime_calltree_place(key);
	if (unlikely(READ_ONCE(ptime_calltree_keys[node]) != key))
		goto rare;
	return ptime_context_push(stack, caller, frame, sp, node);
rare:
	return ptime_context_enter_rare(frame, function, sp);
}

/**
 * ptime_context_self() - what of a call was spent in the function itself
 * @open: the call, as ptime_context_enter() returned it, and not NULL
 * @ns: its duration
 *
 * The call is counted in its node. An interrupt between the reading of the clock and
 * this counts as within the call. Where the call then has more in it than it took,
 * the rest is its caller's.
 *
 * Context: that of the beginning, with preemption off. Writes the memory of this
 * context and this CPU only. Return: that time, in ns.
 */
static __always_inline u64 ptime_context_self(struct ptime_open *open, u64 ns)
{
	struct ptime_open *caller = open - 1;
	u64 beyond, elsewhere = READ_ONCE(open->elsewhere_ns);
	s64 self = ns - open->nested_ns - elsewhere;

	if (unlikely(self < 0)) {
		beyond = min_t(u64, -self, elsewhere);
		elsewhere -= beyond;
		caller->elsewhere_ns += beyond;
		self = 0;
	}
	caller->nested_ns += ns;
	ptime_calltree_count(open->node, ns, self, elsewhere);
	return self;
}

/**
 * ptime_context_leave() - a call ends
 * @open: the call, as ptime_context_enter() returned it, and not NULL
 * @ns: its duration
 *
 * For those who interrupt, its caller is the last call from here on.
 *
 * Context: that of the beginning, with preemption off. Writes the memory of this
 * context only.
 */
static __always_inline void ptime_context_leave(struct ptime_open *open, u64 ns)
{
	struct ptime_stack *stack = open->stack;
	struct ptime_open *caller = open - 1;

	barrier();
	WRITE_ONCE(stack->top, caller);
	if (unlikely(caller == stack->open))
		ptime_context_root_ended(stack, ns);
}

/**
 * ptime_context_drop() - a call ends that does not count, as its probe has ended
 * @frame: the call
 * @open: as ptime_context_enter() returned it, or NULL
 *
 * What was inside is its caller's.
 *
 * Context: that of the beginning, with preemption off. Writes the memory of this
 * context only.
 */
static inline void ptime_context_drop(const struct ptime_frame *frame, struct ptime_open *open)
{
	if (!open || open->frame != frame)
		return;
	open[-1].nested_ns += open->nested_ns;
	open[-1].elsewhere_ns += READ_ONCE(open->elsewhere_ns);
	ptime_context_leave(open, open->nested_ns);
}

#endif /* _PATHTIME_CONTEXT_H */
