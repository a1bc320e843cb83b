// SPDX-License-Identifier: GPL-2.0
/* busy_timer: a timer on one CPU, whose interrupt takes long */
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/smp.h>
#include <linux/time64.h>

#include "hard_timer.h"

static unsigned int period_us = 10000;
module_param(period_us, uint, 0444);
MODULE_PARM_DESC(period_us, "from one interrupt to the next");

static unsigned int busy_us = 2000;
module_param(busy_us, uint, 0444);
MODULE_PARM_DESC(busy_us, "how long each takes");

static int cpu;
module_param(cpu, int, 0444);
MODULE_PARM_DESC(cpu, "number of the CPU");

static struct hrtimer timer;

static enum hrtimer_restart fire(struct hrtimer *unused)
{
	u64 end = ktime_get_ns() + busy_us * NSEC_PER_USEC;

	while (ktime_get_ns() < end)
		cpu_relax();
	hrtimer_forward_now(&timer, ns_to_ktime(period_us * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

/* on the timer's CPU */
static void start(void *unused)
{
	hrtimer_start(&timer, ns_to_ktime(period_us * NSEC_PER_USEC), HRTIMER_MODE_REL_PINNED_HARD);
}

static int __init busy_timer_init(void)
{
	hard_timer_setup(&timer, fire);
	return smp_call_function_single(cpu, start, NULL, 1);
}

static void __exit busy_timer_exit(void)
{
	hrtimer_cancel(&timer);
}

module_init(busy_timer_init);
module_exit(busy_timer_exit);
MODULE_DESCRIPTION("a timer on one CPU, whose interrupt takes long");
MODULE_LICENSE("GPL");
