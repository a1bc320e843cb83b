/* SPDX-License-Identifier: GPL-2.0 */
/* clock: reads ticks in a probe, turns differences into nanoseconds */
#ifndef _PATHTIME_CLOCK_H
#define _PATHTIME_CLOCK_H

#include <linux/jump_label.h>
#include <linux/math64.h>
#include <linux/timex.h>
#include <linux/types.h>

DECLARE_STATIC_KEY_FALSE(ptime_clock_counter);

/* the fraction of ptime_clock_mult: a constant shift is two instructions less */
#define PTIME_CLOCK_SHIFT	32

extern u64 ptime_clock_mult;
extern u64 ptime_clock_fast_max;

int ptime_clock_init(const char *name);
const char *ptime_clock_name(void);

/**
 * ptime_clock_is_counter() - is the clock the CPU's counter?
 *
 * Context: any, NMI included. Costs a no-op where it is. Then the time is
 * ptime_clock_ticks(), else local_clock().
 */
static __always_inline bool ptime_clock_is_counter(void)
{
	return static_branch_likely(&ptime_clock_counter);
}

/**
 * ptime_clock_ticks() - the CPU's counter
 *
 * Read without a fence: fences cost more than the few instructions by which the
 * CPU may move the reading. On x86 not by get_cycles(), which asks on 7.x each
 * time whether there is a counter.
 *
 * Context: any, NMI included, where ptime_clock_is_counter().
 */
static __always_inline u64 ptime_clock_ticks(void)
{
#ifdef CONFIG_X86
	return rdtsc();
#else
	return get_cycles();
#endif
}

u64 ptime_clock_local(void);

/**
 * ptime_clock_now() - the clock in use
 *
 * Context: any. Return: its reading, in ticks.
 */
static __always_inline u64 ptime_clock_now(void)
{
	return ptime_clock_is_counter() ? ptime_clock_ticks() : ptime_clock_local();
}

/**
 * ptime_clock_ns() - a difference of two readings, in nanoseconds
 * @ticks: later reading minus earlier one
 *
 * Context: any. Return: nanoseconds, rounded down; at 3 GHz 60 s are right to
 * 20 ns.
 */
static __always_inline u64 ptime_clock_ns(u64 ticks)
{
	return mul_u64_u64_shr(ticks, ptime_clock_mult, PTIME_CLOCK_SHIFT);
}

/**
 * ptime_clock_ns_fast() - likewise, of at most ptime_clock_fast_max ticks
 * @ticks: later reading minus earlier one
 *
 * That is 4.3 s at any rate: 2^32 ns. The product fits 64 bits. One of 128 bits
 * would want 16-byte alignment from GCC, and a stack frame for it in every hit.
 *
 * Context: any. Return: nanoseconds, rounded down.
 */
static __always_inline u64 ptime_clock_ns_fast(u64 ticks)
{
	return ticks * ptime_clock_mult >> PTIME_CLOCK_SHIFT;
}

#endif /* _PATHTIME_CLOCK_H */
