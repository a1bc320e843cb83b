/* SPDX-License-Identifier: GPL-2.0 */
/* wait: for all who may be in code that the kernel was told to call no more */
#ifndef _PATHTIME_WAIT_H
#define _PATHTIME_WAIT_H

void ptime_wait_for_tasks(void);
void ptime_wait_for_trampolines(void);

#endif /* _PATHTIME_WAIT_H */
