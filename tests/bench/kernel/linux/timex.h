/* SPDX-License-Identifier: GPL-2.0 */
/* timex: stands in for the kernel's */
#ifndef _PATHTIME_BENCH_TIMEX_H
#define _PATHTIME_BENCH_TIMEX_H

/* nobody here reads the clock by what the module has */
unsigned long get_cycles(void);

#endif /* _PATHTIME_BENCH_TIMEX_H */
