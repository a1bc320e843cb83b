// SPDX-License-Identifier: GPL-2.0
/* hit: slow paths of counting a call */
#include <linux/kprobes.h>

#include "backends/record.h"

const struct ptime_recorder ptime_recorder_ended = {
	.hist = { [0 ... PTIME_OUTCOMES_MAX] = &ptime_percpu_hist_none },
};

/* its calls are no node's, and in no series */
const struct ptime_recorder ptime_recorder_flowtable = {
	.rule = {
		.small = { [0 ... PTIME_OUTCOME_SMALL - 1] = PTIME_OUTCOME_SELDOM },
		.large = PTIME_OUTCOME_SELDOM,
		.more = PTIME_MORE_FLOWTABLE,
	},
	.function = PTIME_NO_FUNCTION,
	.hist = { [0 ... PTIME_OUTCOMES_MAX] = &ptime_percpu_hist_none },
};

static __always_inline void record_unlinked(struct ptime_percpu_hist __percpu *hist, u64 raw,
					    u64 ticks, const struct ptime_frame *frame)
{
	ptime_percpu_hist_record_no_self(hist, ptime_percpu_hist_record(hist, raw, ticks));
	if (frame != &ptime_shadow_unlinked_frame)
		ptime_shadow_lost();
}

/* with what is within, a call took less than that and its own probe's cost */
static __always_inline u64 mend_short(struct ptime_percpu_hist __percpu *hist,
				      struct ptime_node_counts *counts, u64 raw, s64 own_ticks)
{
	if (likely(own_ticks >= 0))
		return own_ticks;
	ptime_cct_count_short(counts, ptime_percpu_hist_short(hist, raw, own_ticks));
	return 0;
}

static __always_inline void record_linked(struct ptime_percpu_hist __percpu *hist,
					  enum ptime_cost_kind kind, u64 raw, u64 ticks,
					  struct ptime_frame *frame)
{
	struct ptime_node_counts *counts = ptime_cct_counts(frame->node);
	u64 ns, added_ticks = frame->stack->cost[kind];
	struct ptime_children *children = &frame->children;
	u32 bucket;

	ptime_shadow_reconcile(frame);
	ticks -= children->added_ticks + children->ticks;
	if (unlikely(READ_ONCE(frame->sp) & PTIME_SP_INTERRUPTED))
		ticks = ptime_shadow_fold_interrupts(frame, ticks);
	ticks = mend_short(hist, counts, raw, ticks) + children->ticks;
	ns = ptime_percpu_hist_ns(hist, ticks);
	bucket = ptime_hist_bucket(ptime_hist_bits, ns);
	ptime_percpu_hist_count(hist, ns, bucket);
	ptime_cct_count(counts, ns);
	/* of what others took there may be no more than they would have without probes */
	if (children->added_ticks | children->ticks) {
		ptime_cct_count_children(counts, children->ns, children->added_ticks);
		ptime_percpu_hist_record_self(hist, bucket,
					      ptime_hist_bucket(ptime_hist_bits, ns - children->ns),
					      children->ns, children->added_ticks);
		added_ticks = children->added_ticks + frame->stack->caller_cost[kind];
		ptime_shadow_clear(children);
	}
	ptime_shadow_leave(frame, added_ticks, ticks, ns);
	ptime_shadow_ended(frame, kind);
}

/* of a call that ptime_percpu_hist_none is given for, and whose probe has not ended */
static __always_inline struct ptime_percpu_hist __percpu *
count_more(const struct ptime_recorder *recorder, unsigned long retval)
{
	struct ptime_percpu_hist __percpu *hist = ptime_recorder_more(recorder, retval);

	if (recorder->rule.more == PTIME_MORE_PACKETS)
		this_cpu_add(hist->packets, (int)retval);
	return hist;
}

/**
 * ptime_record_slow() - count any call
 * @recorder: the function's series; or &ptime_recorder_ended, with which it does not count
 * @kind: of the probe
 * @frame: the call's place among the open ones
 * @sp: where it was made, as was told when it was entered
 * @retval: the return register
 * @ticks: of ptime_record_ticks()
 *
 * Context: any, with preemption off. Writes this CPU's and this context's memory only.
 */
notrace void ptime_record_slow(const struct ptime_recorder *recorder, enum ptime_cost_kind kind,
			       struct ptime_frame *frame, unsigned long sp, unsigned long retval,
				   u64 ticks)
{
	struct ptime_percpu_hist __percpu *hist = ptime_recorder_series(recorder, retval);
	u64 raw = ticks + ptime_cost_in_window[kind];

	if (unlikely(recorder == &ptime_recorder_ended)) {
		ptime_shadow_drop(frame, sp);
		return;
	}
	if (unlikely(hist == &ptime_percpu_hist_none))
		hist = count_more(recorder, retval);
	if (unlikely(recorder == &ptime_recorder_flowtable))
		return;
	if (likely(ptime_shadow_is_active(frame, sp)))
		record_linked(hist, kind, raw, ticks, frame);
	else
		record_unlinked(hist, raw, ticks, frame);
}
NOKPROBE_SYMBOL(ptime_record_slow);

/**
 * ptime_record_verdict() - count a call of the flowtable's hook, without nesting
 * @hist: its series
 * @kind: of the probe
 * @raw: the time as it was taken, in ticks
 * @verdict: what it returned
 *
 * Context: as ptime_record().
 */
notrace void ptime_record_verdict(struct ptime_percpu_hist __percpu *hist,
				  enum ptime_cost_kind kind, u64 raw, unsigned long verdict)
{
	ptime_hooks_verdict(verdict);
	ptime_record_time(hist, kind, raw);
}
NOKPROBE_SYMBOL(ptime_record_verdict);

/**
 * ptime_step_hook_recorder() - what a function's calls are counted in that is not timed
 * @hook: what it tells
 *
 * Context: any. Return: what has no series, where the return value is asked for; NULL where the
 * return is nobody's business.
 */
const struct ptime_recorder *ptime_step_hook_recorder(const struct ptime_step_hook *hook)
{
	return hook->step == PTIME_STEP_FLOWTABLE ? &ptime_recorder_flowtable : NULL;
}
