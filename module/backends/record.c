// SPDX-License-Identifier: GPL-2.0
/* record: the slow paths of counting a call */
#include <linux/kprobes.h>

#include "backends/record.h"

const struct ptime_recorder ptime_recorder_ended = {
	.hist = { [0 ... PTIME_OUTCOMES_MAX] = &ptime_percpu_hist_none },
};

/* its calls have no node and no series: only the return value is reported */
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

/* if a call took less than all that is subtracted, its own time is 0 and the excess is counted */
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
	u64 ns, added_ticks = ptime_shadow_cost(frame, kind);
	struct ptime_children *children = &frame->children;
	u32 bucket;

	ptime_shadow_reconcile(frame);
	ticks -= children->added_ticks + children->ticks;
	if (unlikely(READ_ONCE(frame->sp) & PTIME_SP_INTERRUPTED))
		ticks = ptime_shadow_fold_interrupts(frame, counts, ticks);
	ticks = mend_short(hist, counts, raw, ticks) + children->ticks;
	ns = ptime_percpu_hist_ns(hist, ticks);
	bucket = ptime_hist_bucket(ptime_hist_bits, ns);
	ptime_percpu_hist_count(hist, ns, bucket);
	ptime_cct_count(counts, ns);
	/* interrupt time that was cut to fit may have .ticks without .added_ticks */
	if (children->added_ticks | children->ticks) {
		ptime_cct_count_children(counts, children->ns, children->added_ticks);
		ptime_percpu_hist_record_self(hist, bucket,
					      ptime_hist_bucket(ptime_hist_bits, ns - children->ns),
					      children->ns, children->added_ticks);
		added_ticks = children->added_ticks + ptime_shadow_caller_cost(frame, kind);
		ptime_shadow_clear(children);
	}
	ptime_shadow_leave(frame, added_ticks, ticks, ns);
	ptime_shadow_ended(frame, kind);
}

/* for a call whose series is ptime_percpu_hist_none although its probe has not ended */
static __always_inline struct ptime_percpu_hist __percpu *
count_more(const struct ptime_recorder *recorder, unsigned long retval)
{
	struct ptime_percpu_hist __percpu *hist = ptime_recorder_more(recorder, retval);

	if (recorder->rule.more == PTIME_MORE_PACKETS)
		ptime_percpu_hist_add_packets(hist, (int)retval);
	return hist;
}

/**
 * ptime_record_slow() - Count any call, with nesting
 * @recorder: the function's recorder; with &ptime_recorder_ended the call does not count
 * @kind: the kind of probe
 * @frame: the call's frame
 * @sp: the stack pointer that the call was entered with
 * @retval: the return register
 * @ticks: what ptime_record_ticks() returned
 *
 * Context: any, with preemption off. Writes the memory of this CPU and of this context, and what
 * ptime_hooks_verdict() writes.
 */
notrace void ptime_record_slow(const struct ptime_recorder *recorder, enum ptime_cost_kind kind,
			       struct ptime_frame *frame, unsigned long sp, unsigned long retval,
				   u64 ticks)
{
	struct ptime_percpu_hist __percpu *hist = ptime_recorder_series(recorder, retval);
	u64 raw = ticks + ptime_cost_of_call(kind);

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
 * ptime_record_verdict() - Count a call of the flowtable's hook, without nesting
 * @hist: the series
 * @kind: the kind of probe
 * @raw: measured duration in ticks, with the probe's in-window overhead
 * @verdict: what the hook returned
 *
 * Context: any, with preemption off. Writes this CPU's memory, and what ptime_hooks_verdict()
 * writes.
 */
notrace void ptime_record_verdict(struct ptime_percpu_hist __percpu *hist,
				  enum ptime_cost_kind kind, u64 raw, unsigned long verdict)
{
	ptime_hooks_verdict(verdict);
	ptime_record_time(hist, kind, raw);
}
NOKPROBE_SYMBOL(ptime_record_verdict);

/**
 * ptime_step_hook_recorder() - Find the recorder of a function that is not timed
 * @hook: the function's step hook
 *
 * Context: any.
 * Return: &ptime_recorder_flowtable, which has no series, if the return value is needed. NULL if
 * the return need not be seen.
 */
const struct ptime_recorder *ptime_step_hook_recorder(const struct ptime_step_hook *hook)
{
	return hook->step == PTIME_STEP_FLOWTABLE ? &ptime_recorder_flowtable : NULL;
}
