// SPDX-License-Identifier: GPL-2.0
/* direct: the arm64 part in C, with what the trampolines call */
#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/preempt.h>

#include "backends/direct.h"
#include "compat/ftrace.h"
#include "kernel/resolve.h"
#include "packets/hooks.h"
#include "packets/path.h"
#include "record/sample.h"

bool ptime_direct_calls_counted(void)
{
	return false;
}

/* kprobes work without ftrace here; ftrace takes a filter only for a function it can call from */
bool ptime_direct_traced(const struct ptime_symbol *symbol)
{
	struct ftrace_ops ops = { };
	int err;

	err = ftrace_set_filter_ip(&ops, (unsigned long)symbol->address, 0, 0);
	ftrace_free_filter(&ops);
	return !err;
}

/* nesting and step hooks are handled by what all trampolines call */
unsigned long ptime_direct_trampoline(unsigned int slot, enum ptime_direct_task task)
{
	return task == PTIME_DIRECT_STEP || ptime_sample_is_on() ?
	       ptime_direct_sampled_trampolines[slot] : ptime_direct_trampolines[slot];
}

/* ftrace's call gives the trampoline the body's address: it is where the call would return */
void ptime_direct_set_body(unsigned int slot, const struct ptime_symbol *symbol)
{
}

static __always_inline struct ptime_frame *enter(u32 function_key, unsigned long sp)
{
	return ptime_shadow_enter_fast(function_key, sp) ?:
	       ptime_shadow_enter_slow(function_key, sp);
}

/* the trampoline has saved the first two where the function's results will be */
static __always_inline unsigned long argument(const struct ptime_direct_call *call,
					      const unsigned long *saved, u8 number)
{
	return number < 2 ? (&call->retval)[number] : saved[number];
}

static __always_inline void take_hook(const struct ptime_direct_call *call, unsigned int slot,
				      const unsigned long *saved)
{
	const struct ptime_step_hook *hook = READ_ONCE(ptime_direct_hooks[slot]);

	if (!hook)
		return;
	preempt_disable_notrace();
	ptime_hooks_step(hook, argument(call, saved, hook->skb),
			 hook->test == PTIME_HOOK_NO_TEST ? 0 :
			   argument(call, saved, hook->test));
	preempt_enable_notrace();
}

/**
 * ptime_direct_takes() - Check whether to time a call
 * @call: the call
 * @slot: the trampoline's slot
 * @saved: the trampoline's stack frame, as for ptime_direct_begin()
 *
 * Context: any, called by the sampled trampolines. A function that only has a step hook, and is
 * not timed, uses these, too. Writes this CPU's memory, and what ptime_hooks_step() writes.
 * Return: true if the call is to be timed.
 */
__visible notrace bool ptime_direct_takes(const struct ptime_direct_call *call, unsigned int slot,
					  const unsigned long *saved)
{
	bool takes;

	/* paths= and sample= exclude each other */
	if (ptime_paths_max) {
		take_hook(call, slot, saved);
		return false;
	}
	preempt_disable_notrace();
	takes = ptime_sample_takes(&ptime_direct_turns[slot]);
	preempt_enable_notrace();
	return takes;
}
NOKPROBE_SYMBOL(ptime_direct_takes);

/**
 * ptime_direct_begin() - Record that a trampoline is about to call its function
 * @call: the call
 * @slot: the trampoline's slot
 * @saved: the trampoline's stack frame; the function's arguments from the third on are in its
 *	words from the third on
 *
 * Context: any, called by the trampolines. Writes @call, the memory of this CPU and of this
 * context, and what ptime_hooks_step() writes.
 */
__visible notrace void ptime_direct_begin(struct ptime_direct_call *call, unsigned int slot,
					  const unsigned long *saved)
{
	this_cpu_inc(ptime_direct_calls[slot]);
	if (ptime_paths_max)
		take_hook(call, slot, saved);
	if (ptime_nesting)
		call->timing.frame = enter(READ_ONCE(ptime_direct_keys[slot]),
					   (unsigned long)(call + 1));
	call->timing.start = ptime_clock_ticks();
}
NOKPROBE_SYMBOL(ptime_direct_begin);

/**
 * ptime_direct_end() - Record that a function has returned to its trampoline
 * @call: the call
 * @slot: the trampoline's slot
 *
 * Context: any, called by the trampolines. Writes what ptime_record_slow() writes.
 */
__visible notrace void ptime_direct_end(const struct ptime_direct_call *call, unsigned int slot)
{
	u64 now = ptime_clock_ticks();

	if (ptime_nesting)
		ptime_direct_leave_nested(READ_ONCE(ptime_direct_recorders[slot]), now, call);
	else
		ptime_direct_leave(READ_ONCE(ptime_direct_recorders[slot]), now, call);
	this_cpu_dec(ptime_direct_calls[slot]);
}
NOKPROBE_SYMBOL(ptime_direct_end);
