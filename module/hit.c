// SPDX-License-Identifier: GPL-2.0
/* hit: what runs inside a probe where the clock is not the CPU's counter */
#include <linux/kprobes.h>
#include <linux/sched/clock.h>

#include "hit.h"

/**
 * ptime_hit_enter_local_clock() - ptime_hit_enter() by the scheduler's clock
 * @frame: the call
 *
 * Context: any. Writes nothing but @frame.
 */
notrace void ptime_hit_enter_local_clock(struct ptime_frame *frame)
{
	frame->start = local_clock();
}
NOKPROBE_SYMBOL(ptime_hit_enter_local_clock);

/**
 * ptime_hit_leave_local_clock() - ptime_hit_leave() by the scheduler's clock
 * @hit: the function's series
 * @frame: the call
 * @retval: the return register
 *
 * Context: any, with preemption off. Writes this CPU's memory only.
 */
notrace void ptime_hit_leave_local_clock(const struct ptime_hit *hit,
					 const struct ptime_frame *frame,
					 unsigned long retval)
{
	ptime_hit_record(hit, frame, retval, local_clock());
}
NOKPROBE_SYMBOL(ptime_hit_leave_local_clock);
