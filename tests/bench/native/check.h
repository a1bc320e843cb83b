/* SPDX-License-Identifier: GPL-2.0 */
/* check: what a trampoline must leave as it is, and what it must count */
#ifndef _PATHTIME_BENCH_CHECK_H
#define _PATHTIME_BENCH_CHECK_H

#include "base/types.h"

/* Returns 0 if all is right; otherwise 1, with a message for each thing that is not. */
int check_trampolines(void);

/* begin: assembly, in entries.S */

/* arguments: six in registers, and four on the stack */
#define CHECK_ARGUMENTS	10
/* registers that a function leaves as they were: rbx, rbp, r12 to r15, and rsp */
#define CHECK_KEPT	7

/* Call check_function with arguments and registers of known values, and keep what comes back. */
void check_call(void);
/* The body of a function: keep its arguments, and return two words. */
void check_body(void);

extern void *check_function;
extern u64 check_arguments[CHECK_ARGUMENTS];
extern u64 check_results[2];
extern u64 check_kept_before[CHECK_KEPT];
extern u64 check_kept[CHECK_KEPT];

#endif /* _PATHTIME_BENCH_CHECK_H */
