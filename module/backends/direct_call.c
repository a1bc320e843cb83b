// SPDX-License-Identifier: GPL-2.0
/* direct_call: what the trampolines call when a function is called and when it has returned */
#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/preempt.h>

#include "backends/direct.h"
#include "backends/record.h"
#include "packets/hooks.h"
#include "packets/path.h"
#include "record/clock.h"
#include "record/sample.h"
#include "record/shadow_stack.h"

struct ptime_direct_slot ptime_direct_slots[PTIME_DIRECT_SLOTS];
struct ptime_turn __percpu *ptime_direct_turns;

/* the stack pointer that identifies the call: just above @call */
static __always_inline unsigned long call_sp(const struct ptime_direct_call *call)
{
	return (unsigned long)(call + 1);
}

static __always_inline struct ptime_frame *enter(u32 function_key, unsigned long sp)
{
	return ptime_shadow_enter_fast(function_key, sp) ?:
	       ptime_shadow_enter_slow(function_key, sp);
}

static __always_inline void run_hook(const struct ptime_direct_slot *slot,
				     const unsigned long *arguments)
{
	const struct ptime_step_hook *hook = READ_ONCE(slot->hook);

	if (!hook)
		return;
	preempt_disable_notrace();
	ptime_hooks_step(hook, arguments[hook->skb],
			 hook->test == PTIME_HOOK_NO_TEST ? 0 : arguments[hook->test]);
	preempt_enable_notrace();
}

/**
 * ptime_direct_takes() - Check whether to time a call
 * @number: the trampoline's slot
 * @arguments: the function's arguments that are in registers
 *
 * Context: any, called by the sampled trampolines. A function that only has a step hook, and is
 * not timed, uses these, too. Writes this CPU's memory, and what ptime_hooks_step() writes.
 * Return: true if the call is to be timed.
 */
__visible notrace bool ptime_direct_takes(unsigned int number, const unsigned long *arguments)
{
	bool takes;

	/* paths= and sample= exclude each other */
	if (ptime_paths_max) {
		run_hook(&ptime_direct_slots[number], arguments);
		return false;
	}
	preempt_disable_notrace();
	takes = ptime_sample_takes(&ptime_direct_turns[number]);
	preempt_enable_notrace();
	return takes;
}
NOKPROBE_SYMBOL(ptime_direct_takes);

/**
 * ptime_direct_begin() - Record that a trampoline is about to call its function
 * @call: the call
 * @number: the trampoline's slot
 * @arguments: the function's arguments that are in registers
 *
 * Context: any, called by the trampolines. Writes @call, the memory of this CPU and of this
 * context, and what ptime_hooks_step() writes.
 */
__visible notrace void ptime_direct_begin(struct ptime_direct_call *call, unsigned int number,
					  const unsigned long *arguments)
{
	const struct ptime_direct_slot *slot = &ptime_direct_slots[number];

	this_cpu_inc(*slot->calls);
	if (ptime_paths_max)
		run_hook(slot, arguments);
	if (ptime_nesting)
		call->timing.frame = enter(READ_ONCE(slot->key), call_sp(call));
	call->timing.start = ptime_clock_ticks();
}
NOKPROBE_SYMBOL(ptime_direct_begin);

/* a call that is a root, has timed callees, or is an extreme; or one that is not linked */
static noinline notrace void leave_slow(const struct ptime_recorder *recorder, u64 ticks,
					const struct ptime_direct_call *call,
					struct ptime_percpu_hist __percpu *hist)
{
	struct ptime_frame *frame = call->timing.frame;

	if (likely(hist != &ptime_percpu_hist_none) ?
	    ptime_record_caller(hist, PTIME_COST_DIRECT, frame, call_sp(call), ticks) :
	    ptime_record_poll(recorder, PTIME_COST_DIRECT, frame, call_sp(call), call->retval,
			      ticks))
		return;
	ptime_record_slow(recorder, PTIME_COST_DIRECT, frame, call_sp(call), call->retval, ticks);
}
NOKPROBE_SYMBOL(leave_slow);

static __always_inline void leave_nested(const struct ptime_recorder *recorder, u64 now,
					 const struct ptime_direct_call *call)
{
	struct ptime_percpu_hist __percpu *hist = ptime_recorder_series(recorder, call->retval);
	u64 ticks = ptime_record_ticks(PTIME_COST_DIRECT, &call->timing, now);
	struct ptime_frame *frame = call->timing.frame;

	if (unlikely(!ptime_record_fast(hist, PTIME_COST_DIRECT, frame, call_sp(call), ticks)))
		leave_slow(recorder, ticks, call, hist);
	else if (ptime_shadow_is_late(frame))
		ptime_shadow_hand_on(frame);
}

/**
 * ptime_direct_end() - Record that a function has returned to its trampoline
 * @call: the call
 * @number: the trampoline's slot
 *
 * Context: any, called by the trampolines. Writes what ptime_record_slow() writes.
 */
__visible notrace void ptime_direct_end(const struct ptime_direct_call *call, unsigned int number)
{
	u64 now = ptime_clock_ticks();
	const struct ptime_direct_slot *slot = &ptime_direct_slots[number];
	const struct ptime_recorder *recorder = READ_ONCE(slot->recorder);

	preempt_disable_notrace();
	if (ptime_nesting)
		leave_nested(recorder, now, call);
	else
		ptime_record(recorder, PTIME_COST_DIRECT, call->timing.start, call->retval, now);
	preempt_enable_notrace();
	this_cpu_dec(*slot->calls);
}
NOKPROBE_SYMBOL(ptime_direct_end);
