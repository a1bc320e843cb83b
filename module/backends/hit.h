/* SPDX-License-Identifier: GPL-2.0 */
/* hit: the only code that runs inside a probe, with percpu_hist and outcome */
#ifndef _PATHTIME_HIT_H
#define _PATHTIME_HIT_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "packets/skbpath.h"
#include "record/clock.h"
#include "record/context.h"
#include "record/cost.h"
#include "record/outcome.h"
#include "record/percpu_hist.h"

/**
 * struct ptime_hit - what a probe's hits need, and nothing else
 * @rule: splits the calls; a copy, to be in one cache line with @hist
 * @function: number of the function in the calltree; 0 without nesting
 * @hist: a series for each outcome, and ptime_percpu_hist_none. Replaced under RCU by a
 *	reset: read once a call, so that the whole call counts before the reset or after it.
 */
struct ptime_hit {
	struct ptime_rule rule;
	u16 function;
	struct ptime_percpu_hist __percpu *hist[PTIME_OUTCOMES_MAX + 1];
} __aligned(64);

static_assert(sizeof(struct ptime_hit) == 64);

/**
 * struct ptime_frame - one call under way; the backend keeps it
 * @start: clock's reading at the entry
 * @open: its place among the open calls, with nesting
 */
struct ptime_frame {
	u64 start;
	struct ptime_open *open;
};

void ptime_hit_record_rare(const struct ptime_hit *hit, enum ptime_cost_kind kind,
			   struct ptime_open *open, unsigned long sp, unsigned long retval,
			   u64 ticks);

/* in place of a probe's that has ended */
extern const struct ptime_hit ptime_hit_ended;

/* of functions that only tell whether the flowtable had a packet */
extern const struct ptime_hit ptime_hit_flowtable;

const struct ptime_hit *ptime_note_hit(const struct ptime_note *note);

/**
 * ptime_hit_series() - what a call is counted in
 * @hit: the function's series, or &ptime_hit_ended
 * @retval: the return register
 *
 * Context: any, with preemption off until the call is counted.
 * Return: the series of its outcome; ptime_percpu_hist_none where it does not count, or only
 * ptime_hit_record_rare() knows how.
 */
static __always_inline struct ptime_percpu_hist __percpu *
ptime_hit_series(const struct ptime_hit *hit, unsigned long retval)
{
	return READ_ONCE(hit->hist[ptime_outcome(&hit->rule, retval)]);
}

/**
 * ptime_hit_more() - what a call is counted in, whose return value says more
 * @hit: the function's series, or &ptime_hit_ended
 * @retval: the return register; its outcome is PTIME_OUTCOME_SELDOM
 *
 * Whether the flowtable had a packet is told to who keeps its record, once however often it is
 * asked.
 *
 * Context: as ptime_hit_series(). Return: the series.
 */
static __always_inline struct ptime_percpu_hist __percpu *
ptime_hit_more(const struct ptime_hit *hit, unsigned long retval)
{
	if (hit->rule.more != PTIME_MORE_FLOWTABLE)
		return READ_ONCE(hit->hist[0]);
	ptime_skbpath_answer(retval);
	return READ_ONCE(hit->hist[ptime_outcome_flowtable(retval)]);
}

/**
 * ptime_hit_count() - count the time of a call
 * @hist: the series
 * @kind: of the probe
 * @raw: the time as it was taken, in ticks
 *
 * Context: as ptime_hit_record().
 */
static __always_inline void ptime_hit_count(struct ptime_percpu_hist __percpu *hist,
					    enum ptime_cost_kind kind, u64 raw)
{
	u64 ns, ticks = raw - ptime_cost_inside[kind];

	if (!ptime_percpu_hist_is_rare(hist, ticks)) {
		ns = ptime_clock_ns_usual(ticks);
		ptime_percpu_hist_count(hist, ns, ptime_hist_bucket_usual(ptime_hist_bits, ns));
	} else if (hist != &ptime_percpu_hist_none) {
		ptime_percpu_hist_record_rare(hist, raw, ticks);
	}
}

void ptime_hit_record_verdict(struct ptime_percpu_hist __percpu *hist, enum ptime_cost_kind kind,
			      u64 raw, unsigned long verdict);

/**
 * ptime_hit_record() - count a call
 * @hit: the function's series; or &ptime_hit_ended, with which it does not count
 * @kind: of the probe
 * @start: clock's reading at the entry
 * @retval: the return register
 * @now: clock's reading at the return, which comes first: what follows is not part
 *	of the function
 *
 * Context: any, with preemption off, which is an RCU read-side section for
 * the replacing of a series. Writes this CPU's memory only.
 */
static __always_inline void ptime_hit_record(const struct ptime_hit *hit,
					     enum ptime_cost_kind kind, u64 start,
					     unsigned long retval, u64 now)
{
	struct ptime_percpu_hist __percpu *hist = ptime_hit_series(hit, retval);

	if (unlikely(hit->rule.more)) {
		/* a call of its own, so that the usual way saves no register for it */
		if (hit->rule.more == PTIME_MORE_FLOWTABLE) {
			ptime_hit_record_verdict(hist, kind, now - start, retval);
			return;
		}
		if ((int)retval > 0)
			this_cpu_add(hist->packets, (int)retval);
	}
	ptime_hit_count(hist, kind, now - start);
}

/**
 * ptime_hit_ticks() - how long a call took
 * @kind: of the probe
 * @frame: the call
 * @now: clock's reading at the return
 *
 * Context: any. Return: duration in ticks, less what its probe added; negative where that
 * was more, or the clock ran backwards.
 */
static __always_inline u64 ptime_hit_ticks(enum ptime_cost_kind kind,
					   const struct ptime_frame *frame, u64 now)
{
	return now - ptime_cost_inside[kind] - frame->start;
}

/**
 * ptime_hit_record_usual() - count a call that made none that were timed, and is no root
 * @hist: of ptime_hit_series(), which is asked once a call
 * @kind: of the probe
 * @open: the call's place among the open ones
 * @sp: where it was made, as was told when it was entered
 * @ticks: of ptime_hit_ticks()
 *
 * Who calls this tail-calls for the next of ptime_hit_record_caller() and
 * ptime_hit_record_rare() where it was not counted, and for ptime_context_hand_on() where it was
 * and ptime_context_is_late(): so what most calls need saves no register.
 *
 * Context: any, with preemption off. Writes this CPU's and this context's memory only.
 * Return: whether it was counted; else it is not such a call, and nothing was written.
 */
static __always_inline bool
ptime_hit_record_usual(struct ptime_percpu_hist __percpu *hist, enum ptime_cost_kind kind,
		       struct ptime_open *open, unsigned long sp, u64 ticks)
{
	u64 ns;

	/* another CPU may forget the call at any moment: it is linked, or lost */
	if (unlikely(data_race(open->sp) != sp) || open->nested.added_ticks != open->usual_ticks ||
	    !ptime_context_is_last(open))
		return false;
	if (ptime_percpu_hist_is_rare(hist, ticks))
		return false;
	ns = ptime_clock_ns_usual(ticks);
	ptime_percpu_hist_count(hist, ns, ptime_hist_bucket_usual(ptime_hist_bits, ns));
	ptime_calltree_count(ptime_calltree_counts(open->node), ns);
	ptime_context_leave(open, open->stack->cost[kind], ticks, ns);
	return true;
}

/**
 * ptime_hit_record_caller() - likewise, count one that did, or is one
 * @hist: as above
 * @kind: of the probe
 * @open: the call's place among the open ones
 * @sp: where it was made, as was told when it was entered
 * @ticks: of ptime_hit_ticks()
 *
 * Context: any, with preemption off. Writes this CPU's and this context's memory only.
 * Return: whether it was counted; else nothing was written.
 */
static __always_inline bool
ptime_hit_record_caller(struct ptime_percpu_hist __percpu *hist, enum ptime_cost_kind kind,
			struct ptime_open *open, unsigned long sp, u64 ticks)
{
	struct ptime_within nested = open->nested;
	struct ptime_node_counts *counts;
	u64 ns, bucket, added_ticks;
	u32 bits = ptime_hist_bits;

	ticks -= nested.added_ticks;
	/* as above */
	if (unlikely(data_race(open->sp) != sp || ptime_percpu_hist_is_rare(hist, ticks) ||
		     ticks < nested.ticks || !ptime_context_is_last(open)))
		return false;
	ns = ptime_clock_ns_usual(ticks);
	bucket = ptime_hist_bucket_usual(bits, ns);
	ptime_percpu_hist_count(hist, ns, bucket);
	counts = ptime_calltree_counts(open->node);
	ptime_calltree_count(counts, ns);
	added_ticks = open->stack->cost[kind];
	if (nested.added_ticks) {
		ptime_calltree_count_within(counts, nested.ns, nested.added_ticks);
		ptime_percpu_hist_record_self(hist, bucket,
					      ptime_hist_bucket_usual(bits, ns - nested.ns),
					      nested.ns, nested.added_ticks);
		ptime_context_clear(&open->nested);
		added_ticks = nested.added_ticks + open->stack->caller_cost[kind];
	}
	ptime_context_leave(open, added_ticks, ticks, ns);
	ptime_context_ended(open, kind);
	return true;
}

/**
 * ptime_hit_record_poll() - likewise, count one whose return value says more
 * @hit: the function's series, or &ptime_hit_ended
 * @kind: of the probe
 * @open: the call's place among the open ones
 * @sp: where it was made, as was told when it was entered
 * @retval: the return register; its outcome is PTIME_OUTCOME_SELDOM
 * @ticks: of ptime_hit_ticks()
 *
 * A poll of a card has callees, or is a root, whenever it has packets.
 *
 * Context: any, with preemption off. Writes this CPU's and this context's memory only.
 * Return: whether it was counted; else no counter was written.
 */
static __always_inline bool
ptime_hit_record_poll(const struct ptime_hit *hit, enum ptime_cost_kind kind,
		      struct ptime_open *open, unsigned long sp, unsigned long retval, u64 ticks)
{
	struct ptime_percpu_hist __percpu *hist = ptime_hit_more(hit, retval);

	if (!ptime_hit_record_caller(hist, kind, open, sp, ticks))
		return false;
	if (hit->rule.more == PTIME_MORE_PACKETS)
		this_cpu_add(hist->packets, (int)retval);
	return true;
}

#endif /* _PATHTIME_HIT_H */
