/* SPDX-License-Identifier: GPL-2.0 */
/*
 * percpu: stands in for the kernel's, in plain memory
 *
 * The kernel's are the same instructions with a segment in front, on x86: one
 * that adds to memory, without a lock.
 */
#ifndef _PATHTIME_BENCH_PERCPU_H
#define _PATHTIME_BENCH_PERCPU_H

#define __percpu

#define DECLARE_PER_CPU(type, name)	extern type name

#define this_cpu_read(variable)		(variable)
#define this_cpu_add(variable, value)	((variable) += (value))
#define this_cpu_inc(variable)		((variable)++)
#define this_cpu_dec(variable)		((variable)--)

#endif /* _PATHTIME_BENCH_PERCPU_H */
