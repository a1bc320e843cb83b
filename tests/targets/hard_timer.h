/* SPDX-License-Identifier: GPL-2.0 */
/* hard_timer: a timer whose function runs in a hardirq, on the CPU that starts it */
#ifndef _HARD_TIMER_H
#define _HARD_TIMER_H

#include <linux/hrtimer.h>
#include <linux/time.h>

static inline void hard_timer_setup(struct hrtimer *timer,
				    enum hrtimer_restart (*function)(struct hrtimer *timer))
{
#ifdef PTIME_HAS_hrtimer_setup
	hrtimer_setup(timer, function, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer->function = function;
#endif
}

#endif /* _HARD_TIMER_H */
