/* SPDX-License-Identifier: GPL-2.0 */
/* steps: each instruction of one call, with the registers before it */
#ifndef _PATHTIME_BENCH_STEPS_H
#define _PATHTIME_BENCH_STEPS_H

/* Write the steps of a call of each row, and of known code, for "lines". Returns 0, or 1. */
int steps_write(void);

/* begin: assembly, in entries.S: code whose lines are known, and their numbers */
void steps_known(void *packet);

#endif /* _PATHTIME_BENCH_STEPS_H */
