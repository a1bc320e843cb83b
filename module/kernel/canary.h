/* SPDX-License-Identifier: GPL-2.0 */
/* canary: checks whether the kernel calls probes at all */
#ifndef _PATHTIME_CANARY_H
#define _PATHTIME_CANARY_H

#include <linux/types.h>

void ptime_canary_init(void);
void ptime_canary_exit(void);
bool ptime_canary_is_in_ftrace(void);
const char *ptime_canary_reason(bool kprobe, bool ftrace);

#endif /* _PATHTIME_CANARY_H */
