/* SPDX-License-Identifier: GPL-2.0 */
/* compiler: stands in for the kernel's */
#ifndef _PATHTIME_BENCH_COMPILER_H
#define _PATHTIME_BENCH_COMPILER_H

#define unlikely(condition)	__builtin_expect(!!(condition), 0)

#endif /* _PATHTIME_BENCH_COMPILER_H */
