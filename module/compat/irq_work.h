/* SPDX-License-Identifier: GPL-2.0 */
/* compat: <linux/irq_work.h> as the newest kernel has it; for tests/targets */
#ifndef _PATHTIME_COMPAT_IRQ_WORK_H
#define _PATHTIME_COMPAT_IRQ_WORK_H

#include <linux/irq_work.h>

/* 5.10 has the flag, but no initializer that sets it */
#ifndef IRQ_WORK_INIT_HARD
#define IRQ_WORK_INIT_HARD(_func)					\
	((struct irq_work){						\
		.flags = ATOMIC_INIT(IRQ_WORK_HARD_IRQ),		\
		.func = (_func),					\
	})
#endif

#endif /* _PATHTIME_COMPAT_IRQ_WORK_H */
