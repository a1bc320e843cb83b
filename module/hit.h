/* SPDX-License-Identifier: GPL-2.0 */
/* hit: the only code that runs inside a probe, with percpu_hist and outcome */
#ifndef _PATHTIME_HIT_H
#define _PATHTIME_HIT_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/timex.h>
#include <linux/types.h>

#include "clock.h"
#include "context.h"
#include "outcome.h"
#include "percpu_hist.h"

/**
 * struct ptime_hit - what a probe's hits need, and nothing else
 * @rule: splits the calls; a copy, to be in one cache line with @hist
 * @function: number of the function in the calltree; 0 without nesting
 * @hist: a series for each outcome. Replaced under RCU by a reset: read once a
 *	call, so that the whole call counts before the reset or after it.
 */
struct ptime_hit {
	struct ptime_rule rule;
	u16 function;
	struct ptime_percpu_hist __percpu *hist[PTIME_OUTCOMES_MAX];
} __aligned(64);

static_assert(sizeof(struct ptime_hit) == 64);

/**
 * struct ptime_frame - one call under way; the backend keeps it
 * @start: clock's reading at the entry
 * @open: its place among the open calls, with nesting; NULL where it has none
 */
struct ptime_frame {
	u64 start;
	struct ptime_open *open;
};

u64 ptime_hit_local_clock(void);

/* of which outcome the call is; its packets are counted */
static __always_inline struct ptime_percpu_hist __percpu *
ptime_hit_series(const struct ptime_hit *hit, unsigned long retval)
{
	struct ptime_percpu_hist __percpu *hist;

	hist = READ_ONCE(hit->hist[ptime_outcome(&hit->rule, retval)]);
	if (unlikely(hit->rule.packets) && (int)retval > 0)
		this_cpu_add(hist->packets, (int)retval);
	return hist;
}

/**
 * ptime_hit_record() - count a call
 * @hit: the function's series
 * @start: clock's reading at the entry
 * @retval: the return register
 * @now: clock's reading at the return, which comes first: what follows is not part
 *	of the function
 *
 * Context: any, with preemption off, which is an RCU read-side section for
 * the replacing of a series. Writes this CPU's memory only.
 */
static __always_inline void ptime_hit_record(const struct ptime_hit *hit, u64 start,
					     unsigned long retval, u64 now)
{
	ptime_percpu_hist_record(ptime_hit_series(hit, retval), now - start);
}

/**
 * ptime_hit_record_nested() - count a call, and what of it was its own
 * @hit: the function's series
 * @frame: the call
 * @retval: the return register
 * @now: clock's reading at the return
 *
 * Context: any, with preemption off. Writes this CPU's and this context's memory only.
 */
static __always_inline void ptime_hit_record_nested(const struct ptime_hit *hit,
						    const struct ptime_frame *frame,
						    unsigned long retval, u64 now)
{
	struct ptime_percpu_hist __percpu *hist = ptime_hit_series(hit, retval);
	u64 ns = ptime_percpu_hist_record(hist, now - frame->start);
	struct ptime_open *open = frame->open;

	if (unlikely(!open))
		return;
	if (unlikely(open->frame != frame)) {
		ptime_context_lost();
		return;
	}
	ptime_percpu_hist_record_self(hist, ptime_context_self(open, ns));
	ptime_context_leave(open, ns);
}

/**
 * ptime_hit_now() - the clock
 *
 * Context: any.
 */
static __always_inline u64 ptime_hit_now(void)
{
	return ptime_clock_is_counter() ? get_cycles() : ptime_hit_local_clock();
}

#endif /* _PATHTIME_HIT_H */
