/* SPDX-License-Identifier: GPL-2.0 */
/* reaper: worker that takes probes out of the code and does the waiting */
#ifndef _PATHTIME_REAPER_H
#define _PATHTIME_REAPER_H

#include <linux/types.h>

int ptime_reaper_init(void);
void ptime_reaper_exit(void);
void ptime_reaper_drain(void);

void ptime_reaper_call(void);
void ptime_reaper_wake(void);
bool ptime_reaper_is_at_work(void);
int ptime_reaper_wait(void);
void ptime_reaper_wait_killable(void);
u64 ptime_reaper_changes(void);
void ptime_reaper_wait_change(u64 since);

#endif /* _PATHTIME_REAPER_H */
