/* SPDX-License-Identifier: GPL-2.0 */
/* record: counts one call; runs inside a probe when the function returns */
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
 * struct ptime_recorder - the counts of a probe's calls
 * @rule: sorts calls by return value; a copy, to share a cache line with @hist
 * @function: the function's number in the calling context tree; 0 without nesting
 * @hist: one series for each outcome, then ptime_percpu_hist_none. A reset replaces the series
 *	under RCU: read this once per call, so that the whole call counts either before the
 *	reset or after it.
 */
struct ptime_recorder {
	struct ptime_rule rule;
	u16 function;
	struct ptime_percpu_hist __percpu *hist[PTIME_OUTCOMES_MAX + 1];
} __aligned(64);

static_assert(sizeof(struct ptime_recorder) == 64);

/**
 * struct ptime_timing - one active call, kept by the backend
 * @start: clock reading at the entry
 * @frame: the call's frame on the shadow stack, with nesting
 */
struct ptime_timing {
	u64 start;
	struct ptime_frame *frame;
};

void ptime_record_slow(const struct ptime_recorder *recorder, enum ptime_cost_kind kind,
		       struct ptime_frame *frame, unsigned long sp, unsigned long retval,
			   u64 ticks);

/* replaces a probe's recorder once the probe has ended */
extern const struct ptime_recorder ptime_recorder_ended;

/* for functions that are not timed, and only report whether the flowtable had a packet */
extern const struct ptime_recorder ptime_recorder_flowtable;

const struct ptime_recorder *ptime_step_hook_recorder(const struct ptime_step_hook *hook);

/**
 * ptime_recorder_series() - Find the series that a call is counted in
 * @recorder: the function's recorder, or &ptime_recorder_ended
 * @retval: the return register
 *
 * Context: any, with preemption off until the call is counted.
 * Return: the series of the call's outcome. &ptime_percpu_hist_none if the call does not count,
 * or if its outcome is PTIME_OUTCOME_SELDOM and ptime_recorder_more() knows the series.
 */
static __always_inline struct ptime_percpu_hist __percpu *
ptime_recorder_series(const struct ptime_recorder *recorder, unsigned long retval)
{
	return READ_ONCE(recorder->hist[ptime_outcome(&recorder->rule, retval)]);
}

/**
 * ptime_recorder_more() - Find the series of a call whose return value says more
 * @recorder: the function's recorder, or &ptime_recorder_ended
 * @retval: the return register; its outcome is PTIME_OUTCOME_SELDOM
 *
 * For the flowtable's hook this also reports the verdict to ptime_hooks_verdict(). A second
 * report of one call does nothing, so a slow path may call this again.
 *
 * Context: any, with preemption off until the call is counted.
 * Return: the series.
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
 * ptime_record_time() - Count the duration of a call
 * @hist: the series
 * @kind: the kind of probe
 * @raw: measured duration in ticks, with the probe's in-window overhead
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 */
static __always_inline void ptime_record_time(struct ptime_percpu_hist __percpu *hist,
					      enum ptime_cost_kind kind, u64 raw)
{
	u64 ns, ticks = raw - ptime_cost_of_call(kind);

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
 * ptime_record() - Count a call, without nesting
 * @recorder: the function's recorder; with &ptime_recorder_ended the call does not count
 * @kind: the kind of probe
 * @start: clock reading at the entry
 * @retval: the return register
 * @now: clock reading at the return; take it first, as all that follows is not part of the
 *	function
 *
 * Context: any, with preemption off. That is also the RCU read-side section for a reset, which
 * replaces the series. Writes this CPU's memory, and what ptime_hooks_verdict() writes.
 */
static __always_inline void ptime_record(const struct ptime_recorder *recorder,
					 enum ptime_cost_kind kind, u64 start,
					     unsigned long retval, u64 now)
{
	struct ptime_percpu_hist __percpu *hist = ptime_recorder_series(recorder, retval);

	if (unlikely(recorder->rule.more)) {
		/* a separate function, so that the fast path saves no register for it */
		if (recorder->rule.more == PTIME_MORE_FLOWTABLE) {
			ptime_record_verdict(hist, kind, now - start, retval);
			return;
		}
		if ((int)retval > 0)
			ptime_percpu_hist_add_packets(hist, (int)retval);
	}
	ptime_record_time(hist, kind, now - start);
}

/**
 * ptime_record_ticks() - Compute how long a call took
 * @kind: the kind of probe
 * @timing: the call
 * @now: clock reading at the return
 *
 * Context: any.
 * Return: duration in ticks, without the probe's in-window overhead. Negative if the overhead
 * was more than the measured time, or if the clock ran backwards.
 */
static __always_inline u64 ptime_record_ticks(enum ptime_cost_kind kind,
					      const struct ptime_timing *timing, u64 now)
{
	return now - ptime_cost_of_call(kind) - timing->start;
}

/**
 * ptime_record_fast() - Count a call that has no timed callees and is no root
 * @hist: what ptime_recorder_series() returned, which is called once per call
 * @kind: the kind of probe
 * @frame: the call's frame
 * @sp: the stack pointer that the call was entered with
 * @ticks: what ptime_record_ticks() returned
 *
 * If this returns false, the caller goes on to ptime_record_caller(), and from there to
 * ptime_record_slow(). If it returns true and ptime_shadow_is_late(), the caller goes on to
 * ptime_shadow_hand_on(). These are in functions of their own, so that the fast path saves few
 * registers.
 *
 * Context: any, with preemption off. Writes the memory of this CPU and of this context only.
 * Return: true if the call was counted. Otherwise nothing was written, and a slower path has to
 * count it.
 */
static __always_inline bool
ptime_record_fast(struct ptime_percpu_hist __percpu *hist, enum ptime_cost_kind kind,
		  struct ptime_frame *frame, unsigned long sp, u64 ticks)
{
	u64 ns;

	/* ptime_shadow_forget() on another CPU may clear .sp: the call is linked, or lost */
	if (unlikely(data_race(frame->sp) != sp) ||
	    frame->children.added_ticks != frame->fast_ticks ||
	    !ptime_shadow_is_last(frame))
		return false;
	if (ptime_percpu_hist_is_slow(hist, ticks))
		return false;
	ns = ptime_clock_ns_fast(ticks);
	ptime_percpu_hist_count(hist, ns, ptime_hist_bucket_fast(ptime_hist_bits, ns));
	ptime_cct_count(ptime_cct_counts(frame->node), ns);
	ptime_shadow_leave(frame, ptime_shadow_cost(frame, kind), ticks, ns);
	return true;
}

/**
 * ptime_record_caller() - Count a call that may have timed callees or be a root
 * @hist: what ptime_recorder_series() or ptime_recorder_more() returned
 * @kind: the kind of probe
 * @frame: the call's frame
 * @sp: the stack pointer that the call was entered with
 * @ticks: what ptime_record_ticks() returned
 *
 * Context: any, with preemption off. Writes the memory of this CPU and of this context only.
 * Return: true if the call was counted. Otherwise nothing was written.
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
	/* ptime_shadow_forget() on another CPU may clear .sp: the call is linked, or lost */
	if (unlikely(data_race(frame->sp) != sp || ptime_percpu_hist_is_slow(hist, ticks) ||
		     ticks < children.ticks || !ptime_shadow_is_last(frame)))
		return false;
	ns = ptime_clock_ns_fast(ticks);
	bucket = ptime_hist_bucket_fast(bits, ns);
	ptime_percpu_hist_count(hist, ns, bucket);
	counts = ptime_cct_counts(frame->node);
	ptime_cct_count(counts, ns);
	added_ticks = ptime_shadow_cost(frame, kind);
	if (children.added_ticks) {
		ptime_cct_count_children(counts, children.ns, children.added_ticks);
		ptime_percpu_hist_record_self(hist, bucket,
					      ptime_hist_bucket_fast(bits, ns - children.ns),
					      children.ns, children.added_ticks);
		ptime_shadow_clear(&frame->children);
		added_ticks = children.added_ticks + ptime_shadow_caller_cost(frame, kind);
	}
	ptime_shadow_leave(frame, added_ticks, ticks, ns);
	ptime_shadow_ended(frame, kind);
	return true;
}

/**
 * ptime_record_poll() - Count a call whose return value says more
 * @recorder: the function's recorder, or &ptime_recorder_ended
 * @kind: the kind of probe
 * @frame: the call's frame
 * @sp: the stack pointer that the call was entered with
 * @retval: the return register; its outcome is PTIME_OUTCOME_SELDOM
 * @ticks: what ptime_record_ticks() returned
 *
 * This does not try ptime_record_fast(): a NIC's poll that has packets has callees or is a root.
 *
 * Context: any, with preemption off. Writes the memory of this CPU and of this context, and what
 * ptime_hooks_verdict() writes.
 * Return: true if the call was counted. Otherwise no counter was written.
 */
static __always_inline bool
ptime_record_poll(const struct ptime_recorder *recorder, enum ptime_cost_kind kind,
		  struct ptime_frame *frame, unsigned long sp, unsigned long retval, u64 ticks)
{
	struct ptime_percpu_hist __percpu *hist = ptime_recorder_more(recorder, retval);

	if (!ptime_record_caller(hist, kind, frame, sp, ticks))
		return false;
	if (recorder->rule.more == PTIME_MORE_PACKETS)
		ptime_percpu_hist_add_packets(hist, (int)retval);
	return true;
}

#endif /* _PATHTIME_RECORD_H */
