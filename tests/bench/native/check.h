/* SPDX-License-Identifier: GPL-2.0 */
/* check: what a trampoline must leave as it is, and what it must count */
#ifndef _PATHTIME_BENCH_CHECK_H
#define _PATHTIME_BENCH_CHECK_H

/* Returns 0 if all is right; otherwise 1, with a message for each thing that is not. */
int check_trampolines(void);

#endif /* _PATHTIME_BENCH_CHECK_H */
