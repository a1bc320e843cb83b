// SPDX-License-Identifier: GPL-2.0
/* hit: what runs inside a probe where the clock is not the CPU's counter */
#include <linux/kprobes.h>
#include <linux/sched/clock.h>

#include "hit.h"

/**
 * ptime_hit_local_clock() - the scheduler's clock
 *
 * Context: any. Return: its reading.
 */
notrace u64 ptime_hit_local_clock(void)
{
	return local_clock();
}
NOKPROBE_SYMBOL(ptime_hit_local_clock);
