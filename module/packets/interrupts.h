/* SPDX-License-Identifier: GPL-2.0 */
/* interrupts: the last interrupts of each CPU, with their times (waits=irq) */
#ifndef _PATHTIME_INTERRUPTS_H
#define _PATHTIME_INTERRUPTS_H

#include <linux/types.h>

#include "packets/inflight.h"

struct irqaction;

int ptime_interrupts_init(void);
void ptime_interrupts_exit(void);
void ptime_interrupts_start(void);
bool ptime_interrupts_are_timed(void);

void ptime_interrupts_enter(void *data, int irq, struct irqaction *action);
void ptime_interrupts_leave(void *data, int irq, struct irqaction *action, int result);
void ptime_interrupts_enter_vector(void *data, int vector);
void ptime_interrupts_leave_vector(void *data, int vector);
void ptime_interrupts_enter_ipi(void *data, const char *reason);
void ptime_interrupts_leave_ipi(void *data, const char *reason);

u32 ptime_interrupts_during(const struct ptime_inflight *record, u64 *irq_ns);

#endif /* _PATHTIME_INTERRUPTS_H */
