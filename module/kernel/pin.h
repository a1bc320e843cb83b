/* SPDX-License-Identifier: GPL-2.0 */
/* pin: keeps the module loaded while the kernel may run its code */
#ifndef _PATHTIME_PIN_H
#define _PATHTIME_PIN_H

#include <linux/types.h>

void ptime_pin_init(void (*look)(void));
int ptime_pin(void);
int ptime_pin_hold(void);
void ptime_pin_release(void);
u64 ptime_pin_count(void);
bool ptime_unpin(u64 count);
bool ptime_is_pinned(void);

#endif /* _PATHTIME_PIN_H */
