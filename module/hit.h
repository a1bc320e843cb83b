/* SPDX-License-Identifier: GPL-2.0 */
/* hit: the only code that runs inside a probe, with percpu_hist and outcome */
#ifndef _PATHTIME_HIT_H
#define _PATHTIME_HIT_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/timex.h>
#include <linux/types.h>

#include "clock.h"
#include "outcome.h"
#include "percpu_hist.h"

/**
 * struct ptime_hit - what a probe's hits need, and nothing else
 * @rule: splits the calls; a copy, to be in one cache line with @hist
 * @hist: a series for each outcome. Replaced under RCU by a reset: read once a
 *	call, so that the whole call counts before the reset or after it.
 */
struct ptime_hit {
	struct ptime_rule rule;
	struct ptime_percpu_hist __percpu *hist[PTIME_OUTCOMES_MAX];
} __aligned(64);

static_assert(sizeof(struct ptime_hit) == 64);

/**
 * struct ptime_frame - one call under way; the backend keeps it
 * @start: clock's reading at the entry
 */
struct ptime_frame {
	u64 start;
};

void ptime_hit_enter_local_clock(struct ptime_frame *frame);
void ptime_hit_leave_local_clock(const struct ptime_hit *hit,
				 const struct ptime_frame *frame,
				 unsigned long retval);

/* the time is read first: what follows is not part of the function */
static __always_inline void ptime_hit_record(const struct ptime_hit *hit,
					     const struct ptime_frame *frame,
					     unsigned long retval, u64 now)
{
	struct ptime_percpu_hist __percpu *hist;

	hist = READ_ONCE(hit->hist[ptime_outcome(&hit->rule, retval)]);
	if (unlikely(hit->rule.packets) && (int)retval > 0)
		this_cpu_add(hist->packets, (int)retval);
	ptime_percpu_hist_record(hist, now - frame->start);
}

/**
 * ptime_hit_enter() - a probed function is entered
 * @frame: the call
 *
 * Context: any. Writes nothing but @frame.
 */
static __always_inline void ptime_hit_enter(struct ptime_frame *frame)
{
	if (ptime_clock_is_counter())
		frame->start = get_cycles();
	else
		ptime_hit_enter_local_clock(frame);
}

/**
 * ptime_hit_leave() - a probed function returns
 * @hit: the function's series
 * @frame: the call, as ptime_hit_enter() left it; maybe on another CPU
 * @retval: the return register
 *
 * What is rare is a tail call to another function, so that the usual way saves
 * no register.
 *
 * Context: any, with preemption off, which is an RCU read-side section for
 * the replacing of a series. Writes this CPU's memory only.
 */
static __always_inline void ptime_hit_leave(const struct ptime_hit *hit,
					    const struct ptime_frame *frame,
					    unsigned long retval)
{
	if (ptime_clock_is_counter())
		ptime_hit_record(hit, frame, retval, get_cycles());
	else
		ptime_hit_leave_local_clock(hit, frame, retval);
}

#endif /* _PATHTIME_HIT_H */
