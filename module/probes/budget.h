/* SPDX-License-Identifier: GPL-2.0 */
/* budget: stops the most expensive probe while all together exceed the limit */
#ifndef _PATHTIME_BUDGET_H
#define _PATHTIME_BUDGET_H

#include <linux/types.h>

int ptime_budget_set(u32 percent);
u32 ptime_budget(void);
void ptime_budget_exit(void);

#endif /* _PATHTIME_BUDGET_H */
