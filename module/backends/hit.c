// SPDX-License-Identifier: GPL-2.0
/* hit: slow paths of counting a call */
#include <linux/kprobes.h>

#include "backends/hit.h"

const struct ptime_hit ptime_hit_ended = {
	.hist = { [0 ... PTIME_OUTCOMES_MAX] = &ptime_percpu_hist_none },
};

/* its calls are no node's, and in no series */
const struct ptime_hit ptime_hit_flowtable = {
	.rule = {
		.small = { [0 ... PTIME_OUTCOME_SMALL - 1] = PTIME_OUTCOME_SELDOM },
		.large = PTIME_OUTCOME_SELDOM,
		.more = PTIME_MORE_FLOWTABLE,
	},
	.function = PTIME_NO_FUNCTION,
	.hist = { [0 ... PTIME_OUTCOMES_MAX] = &ptime_percpu_hist_none },
};

static __always_inline void record_unlinked(struct ptime_percpu_hist __percpu *hist, u64 raw,
					    u64 ticks, const struct ptime_open *open)
{
	ptime_percpu_hist_record_no_self(hist, ptime_percpu_hist_record(hist, raw, ticks));
	if (open != &ptime_context_nowhere)
		ptime_context_lost();
}

/* with what is within, a call took less than that and its own probe's cost */
static __always_inline u64 mend_short(struct ptime_percpu_hist __percpu *hist,
				      struct ptime_node_counts *counts, u64 raw, s64 own_ticks)
{
	if (likely(own_ticks >= 0))
		return own_ticks;
	ptime_calltree_count_short(counts, ptime_percpu_hist_short(hist, raw, own_ticks));
	return 0;
}

static __always_inline void record_linked(struct ptime_percpu_hist __percpu *hist,
					  enum ptime_cost_kind kind, u64 raw, u64 ticks,
					  struct ptime_open *open)
{
	struct ptime_node_counts *counts = ptime_calltree_counts(open->node);
	u64 ns, added_ticks = open->stack->cost[kind];
	struct ptime_within *nested = &open->nested;
	u32 bucket;

	ptime_context_settle(open);
	ticks -= nested->added_ticks + nested->ticks;
	if (unlikely(READ_ONCE(open->sp) & PTIME_SP_ELSEWHERE))
		ticks = ptime_context_fold_elsewhere(open, ticks);
	ticks = mend_short(hist, counts, raw, ticks) + nested->ticks;
	ns = ptime_percpu_hist_ns(hist, ticks);
	bucket = ptime_hist_bucket(ptime_hist_bits, ns);
	ptime_percpu_hist_count(hist, ns, bucket);
	ptime_calltree_count(counts, ns);
	/* of what others took there may be no more than they would have without probes */
	if (nested->added_ticks | nested->ticks) {
		ptime_calltree_count_within(counts, nested->ns, nested->added_ticks);
		ptime_percpu_hist_record_self(hist, bucket,
					      ptime_hist_bucket(ptime_hist_bits, ns - nested->ns),
					      nested->ns, nested->added_ticks);
		added_ticks = nested->added_ticks + open->stack->caller_cost[kind];
		ptime_context_clear(nested);
	}
	ptime_context_leave(open, added_ticks, ticks, ns);
	ptime_context_ended(open, kind);
}

/* of a call that ptime_percpu_hist_none is given for, and whose probe has not ended */
static __always_inline struct ptime_percpu_hist __percpu *
count_more(const struct ptime_hit *hit, unsigned long retval)
{
	struct ptime_percpu_hist __percpu *hist = ptime_hit_more(hit, retval);

	if (hit->rule.more == PTIME_MORE_PACKETS)
		this_cpu_add(hist->packets, (int)retval);
	return hist;
}

/**
 * ptime_hit_record_rare() - count any call
 * @hit: the function's series; or &ptime_hit_ended, with which it does not count
 * @kind: of the probe
 * @open: the call's place among the open ones
 * @sp: where it was made, as was told when it was entered
 * @retval: the return register
 * @ticks: of ptime_hit_ticks()
 *
 * Context: any, with preemption off. Writes this CPU's and this context's memory only.
 */
notrace void ptime_hit_record_rare(const struct ptime_hit *hit, enum ptime_cost_kind kind,
				   struct ptime_open *open, unsigned long sp, unsigned long retval,
				   u64 ticks)
{
	struct ptime_percpu_hist __percpu *hist = ptime_hit_series(hit, retval);
	u64 raw = ticks + ptime_cost_inside[kind];

	if (unlikely(hit == &ptime_hit_ended)) {
		ptime_context_drop(open, sp);
		return;
	}
	if (unlikely(hist == &ptime_percpu_hist_none))
		hist = count_more(hit, retval);
	if (unlikely(hit == &ptime_hit_flowtable))
		return;
	if (likely(ptime_context_is_open(open, sp)))
		record_linked(hist, kind, raw, ticks, open);
	else
		record_unlinked(hist, raw, ticks, open);
}
NOKPROBE_SYMBOL(ptime_hit_record_rare);

/**
 * ptime_hit_record_verdict() - count a call of the flowtable's hook, without nesting
 * @hist: its series
 * @kind: of the probe
 * @raw: the time as it was taken, in ticks
 * @verdict: what it returned
 *
 * Context: as ptime_hit_record().
 */
notrace void ptime_hit_record_verdict(struct ptime_percpu_hist __percpu *hist,
				      enum ptime_cost_kind kind, u64 raw, unsigned long verdict)
{
	ptime_skbpath_answer(verdict);
	ptime_hit_count(hist, kind, raw);
}
NOKPROBE_SYMBOL(ptime_hit_record_verdict);

/**
 * ptime_note_hit() - what a function's calls are counted in that is not timed
 * @note: what it tells
 *
 * Context: any. Return: what has no series, where the return value is asked for; NULL where the
 * return is nobody's business.
 */
const struct ptime_hit *ptime_note_hit(const struct ptime_note *note)
{
	return note->step == PTIME_STEP_FLOWTABLE ? &ptime_hit_flowtable : NULL;
}
