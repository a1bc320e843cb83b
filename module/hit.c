// SPDX-License-Identifier: GPL-2.0
/* hit: what runs inside a probe where the clock is not the CPU's counter */
#include <linux/kprobes.h>
#include <linux/sched/clock.h>

#include "hit.h"

notrace void ptime_hit_enter_local_clock(struct ptime_frame *frame)
{
	frame->start = local_clock();
}
NOKPROBE_SYMBOL(ptime_hit_enter_local_clock);

notrace void ptime_hit_leave_local_clock(const struct ptime_hit *hit,
					 const struct ptime_frame *frame,
					 unsigned long retval)
{
	ptime_hit_record(hit, frame, retval, local_clock());
}
NOKPROBE_SYMBOL(ptime_hit_leave_local_clock);
