/* SPDX-License-Identifier: GPL-2.0 */
/* counts: the module's counts of each kind of call, compared with plain C on the same times */
#ifndef _PATHTIME_BENCH_COUNTS_H
#define _PATHTIME_BENCH_COUNTS_H

/*
 * The calling thread is a CPU on a task's stack. Returns 0, or 1 with a message for each
 * difference.
 */
int counts_check(void);

#endif /* _PATHTIME_BENCH_COUNTS_H */
