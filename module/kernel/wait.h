/* SPDX-License-Identifier: GPL-2.0 */
/* wait: waits until no task is in code that the kernel has stopped calling */
#ifndef _PATHTIME_WAIT_H
#define _PATHTIME_WAIT_H

void ptime_wait_for_tasks(void);
void ptime_wait_for_trampolines(void);
void ptime_wait_for_callers(void);

#endif /* _PATHTIME_WAIT_H */
