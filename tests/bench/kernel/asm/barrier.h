/* SPDX-License-Identifier: GPL-2.0 */
/* barrier: stands in for the kernel's */
#ifndef _PATHTIME_BENCH_BARRIER_H
#define _PATHTIME_BENCH_BARRIER_H

/* for the compiler only on x86, and one instruction on arm64, as the kernel's */
#define smp_wmb()	__atomic_thread_fence(__ATOMIC_RELEASE)

#endif /* _PATHTIME_BENCH_BARRIER_H */
