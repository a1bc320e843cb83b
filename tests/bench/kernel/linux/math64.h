/* SPDX-License-Identifier: GPL-2.0 */
/* math64: stands in for the kernel's */
#ifndef _PATHTIME_BENCH_MATH64_H
#define _PATHTIME_BENCH_MATH64_H

#include <linux/types.h>

static inline u64 mul_u64_u64_shr(u64 a, u64 b, unsigned int shift)
{
	return (__uint128_t)a * b >> shift;
}

#endif /* _PATHTIME_BENCH_MATH64_H */
