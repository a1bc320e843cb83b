/* SPDX-License-Identifier: GPL-2.0 */
/* hit: the only code that runs inside a probe, with percpu_hist and outcome */
#ifndef _PATHTIME_RECORD_H
#define _PATHTIME_RECORD_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "packets/hooks.h"
#include "record/clock.h"
#include "record/cost.h"
#include "record/outcome.h"
#include "record/percpu_hist.h"
#include "record/shadow_stack.h"

/**
 * struct ptime_recorder - what a probe's hits need, and nothing else
 * @rule: splits the calls; a copy, to be in one cache line with @hist
 * @function: number of the function in the calltree; 0 without nesting
 * @hist: a series for each outcome, and ptime_percpu_hist_none. Replaced under RCU by a
 *	reset: read once a call, so that the whole call counts before the reset or after it.
 */
struct ptime_recorder {
	struct ptime_rule rule;
	u16 function;
	struct ptime_percpu_hist __percpu *hist[PTIME_OUTCOMES_MAX + 1];
} __aligned(64);

static_assert(sizeof(struct ptime_recorder) == 64);

/**
 * struct ptime_timing - one call under way; the backend keeps it
 * @start: clock's reading at the entry
 * @frame: its place among the open calls, with nesting
 */
struct ptime_timing {
	u64 start;
	struct ptime_frame *frame;
};

void ptime_record_slow(const struct ptime_recorder *recorder, enum ptime_cost_kind kind,
		       struct ptime_frame *frame, unsigned long sp, unsigned long retval,
			   u64 ticks);

/* in place of a probe's that has ended */
extern const struct ptime_recorder ptime_recorder_ended;

/* of functions that only tell whether the flowtable had a packet */
extern const struct ptime_recorder ptime_recorder_flowtable;

const struct ptime_recorder *ptime_step_hook_recorder(const struct ptime_step_hook *hook);

/**
 * ptime_recorder_series() - what a call is counted in
 * @recorder: the function's series, or &ptime_recorder_ended
 * @retval: the return register
 *
 * Context: any, with preemption off until the call is counted.
 * Return: the series of its outcome; ptime_percpu_hist_none where it does not count, or only
 * ptime_record_slow() knows how.
 */
static __always_inline struct ptime_percpu_hist __percpu *
ptime_recorder_series(const struct ptime_recorder *recorder, unsigned long retval)
{
	return READ_ONCE(recorder->hist[ptime_outcome(&recorder->rule, retval)]);
}

/**
 * ptime_recorder_more() - what a call is counted in, whose return value says more
 * @recorder: the function's series, or &ptime_recorder_ended
 * @retval: the return register; its outcome is PTIME_OUTCOME_SELDOM
 *
 * Whether the flowtable had a packet is told to who keeps its record, once however often it is
 * asked.
 *
 * Context: as ptime_recorder_series(). Return: the series.
 */
static __always_inline struct ptime_percpu_hist __percpu *
ptime_recorder_more(const struct ptime_recorder *recorder, unsigned long retval)
{
	if (recorder->rule.more != PTIME_MORE_FLOWTABLE)
		return READ_ONCE(recorder->hist[0]);
	ptime_hooks_verdict(retval);
	return READ_ONCE(recorder->hist[ptime_outcome_flowtable(retval)]);
}

/**
 * ptime_record_time() - count the time of a call
 * @hist: the series
 * @kind: of the probe
 * @raw: the time as it was taken, in ticks
 *
 * Context: as ptime_record().
 */
static __always_inline void ptime_record_time(struct ptime_percpu_hist __percpu *hist,
					      enum ptime_cost_kind kind, u64 raw)
{
	u64 ns, ticks = raw - ptime_cost_in_window[kind];

	if (!ptime_percpu_hist_is_slow(hist, ticks)) {
		ns = ptime_clock_ns_fast(ticks);
		ptime_percpu_hist_count(hist, ns, ptime_hist_bucket_fast(ptime_hist_bits, ns));
	} else if (hist != &ptime_percpu_hist_none) {
		ptime_percpu_hist_record_slow(hist, raw, ticks);
	}
}

void ptime_record_verdict(struct ptime_percpu_hist __percpu *hist, enum ptime_cost_kind kind,
			  u64 raw, unsigned long verdict);

/**
 * ptime_record() - count a call
 * @recorder: the function's series; or &ptime_recorder_ended, with which it does not count
 * @kind: of the probe
 * @start: clock's reading at the entry
 * @retval: the return register
 * @now: clock's reading at the return, which comes first: what follows is not part
 *	of the function
 *
 * Context: any, with preemption off, which is an RCU read-side section for
 * the replacing of a series. Writes this CPU's memory only.
 */
static __always_inline void ptime_record(const struct ptime_recorder *recorder,
					 enum ptime_cost_kind kind, u64 start,
					     unsigned long retval, u64 now)
{
	struct ptime_percpu_hist __percpu *hist = ptime_recorder_series(recorder, retval);

	if (unlikely(recorder->rule.more)) {
		/* a call of its own, so that the usual way saves no register for it */
		if (recorder->rule.more == PTIME_MORE_FLOWTABLE) {
			ptime_record_verdict(hist, kind, now - start, retval);
			return;
		}
		if ((int)retval > 0)
			this_cpu_add(hist->packets, (int)retval);
	}
	ptime_record_time(hist, kind, now - start);
}

/**
 * ptime_record_ticks() - how long a call took
 * @kind: of the probe
 * @timing: the call
 * @now: clock's reading at the return
 *
 * Context: any. Return: duration in ticks, less what its probe added; negative where that
 * was more, or the clock ran backwards.
 */
static __always_inline u64 ptime_record_ticks(enum ptime_cost_kind kind,
					      const struct ptime_timing *timing, u64 now)
{
	return now - ptime_cost_in_window[kind] - timing->start;
}

/**
 * ptime_record_fast() - count a call that made none that were timed, and is no root
 * @hist: of ptime_recorder_series(), which is asked once a call
 * @kind: of the probe
 * @frame: the call's place among the open ones
 * @sp: where it was made, as was told when it was entered
 * @ticks: of ptime_record_ticks()
 *
 * Who calls this tail-calls for the next of ptime_record_caller() and
 * ptime_record_slow() where it was not counted, and for ptime_shadow_hand_on() where it was
 * and ptime_shadow_is_late(): so what most calls need saves no register.
 *
 * Context: any, with preemption off. Writes this CPU's and this context's memory only.
 * Return: whether it was counted; else it is not such a call, and nothing was written.
 */
static __always_inline bool
ptime_record_fast(struct ptime_percpu_hist __percpu *hist, enum ptime_cost_kind kind,
		  struct ptime_frame *frame, unsigned long sp, u64 ticks)
{
	u64 ns;

	/* another CPU may forget the call at any moment: it is linked, or lost */
	if (unlikely(data_race(frame->sp) != sp) ||
	    frame->children.added_ticks != frame->fast_ticks ||
	    !ptime_shadow_is_last(frame))
		return false;
	if (ptime_percpu_hist_is_slow(hist, ticks))
		return false;
	ns = ptime_clock_ns_fast(ticks);
	ptime_percpu_hist_count(hist, ns, ptime_hist_bucket_fast(ptime_hist_bits, ns));
	ptime_cct_count(ptime_cct_counts(frame->node), ns);
	ptime_shadow_leave(frame, frame->stack->cost[kind], ticks, ns);
	return true;
}

/**
 * ptime_record_caller() - likewise, count one that did, or is one
 * @hist: as above
 * @kind: of the probe
 * @frame: the call's place among the open ones
 * @sp: where it was made, as was told when it was entered
 * @ticks: of ptime_record_ticks()
 *
 * Context: any, with preemption off. Writes this CPU's and this context's memory only.
 * Return: whether it was counted; else nothing was written.
 */
static __always_inline bool
ptime_record_caller(struct ptime_percpu_hist __percpu *hist, enum ptime_cost_kind kind,
		    struct ptime_frame *frame, unsigned long sp, u64 ticks)
{
	struct ptime_children children = frame->children;
	struct ptime_node_counts *counts;
	u64 ns, bucket, added_ticks;
	u32 bits = ptime_hist_bits;

	ticks -= children.added_ticks;
	/* as above */
	if (unlikely(data_race(frame->sp) != sp || ptime_percpu_hist_is_slow(hist, ticks) ||
		     ticks < children.ticks || !ptime_shadow_is_last(frame)))
		return false;
	ns = ptime_clock_ns_fast(ticks);
	bucket = ptime_hist_bucket_fast(bits, ns);
	ptime_percpu_hist_count(hist, ns, bucket);
	counts = ptime_cct_counts(frame->node);
	ptime_cct_count(counts, ns);
	added_ticks = frame->stack->cost[kind];
	if (children.added_ticks) {
		ptime_cct_count_children(counts, children.ns, children.added_ticks);
		ptime_percpu_hist_record_self(hist, bucket,
					      ptime_hist_bucket_fast(bits, ns - children.ns),
					      children.ns, children.added_ticks);
		ptime_shadow_clear(&frame->children);
		added_ticks = children.added_ticks + frame->stack->caller_cost[kind];
	}
	ptime_shadow_leave(frame, added_ticks, ticks, ns);
	ptime_shadow_ended(frame, kind);
	return true;
}

/**
 * ptime_record_poll() - likewise, count one whose return value says more
 * @recorder: the function's series, or &ptime_recorder_ended
 * @kind: of the probe
 * @frame: the call's place among the open ones
 * @sp: where it was made, as was told when it was entered
 * @retval: the return register; its outcome is PTIME_OUTCOME_SELDOM
 * @ticks: of ptime_record_ticks()
 *
 * A poll of a card has callees, or is a root, whenever it has packets.
 *
 * Context: any, with preemption off. Writes this CPU's and this context's memory only.
 * Return: whether it was counted; else no counter was written.
 */
static __always_inline bool
ptime_record_poll(const struct ptime_recorder *recorder, enum ptime_cost_kind kind,
		  struct ptime_frame *frame, unsigned long sp, unsigned long retval, u64 ticks)
{
	struct ptime_percpu_hist __percpu *hist = ptime_recorder_more(recorder, retval);

	if (!ptime_record_caller(hist, kind, frame, sp, ticks))
		return false;
	if (recorder->rule.more == PTIME_MORE_PACKETS)
		this_cpu_add(hist->packets, (int)retval);
	return true;
}

#endif /* _PATHTIME_RECORD_H */
