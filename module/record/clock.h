/* SPDX-License-Identifier: GPL-2.0 */
/* clock: reads ticks in a probe and converts differences to nanoseconds */
#ifndef _PATHTIME_CLOCK_H
#define _PATHTIME_CLOCK_H

#include <linux/jump_label.h>
#include <linux/math64.h>
#include <linux/timex.h>
#include <linux/types.h>

DECLARE_STATIC_KEY_FALSE(ptime_clock_counter);

/* fraction bits of ptime_clock_mult: as a constant, the shift is two instructions less */
#define PTIME_CLOCK_SHIFT	32

extern u64 ptime_clock_mult;
extern u64 ptime_clock_fast_max;

int ptime_clock_init(const char *name);
const char *ptime_clock_name(void);

/**
 * ptime_clock_is_counter() - Check whether the clock is the CPU's counter
 *
 * If it is, the check is a no-op.
 *
 * Context: any, NMI included.
 * Return: true if the time is ptime_clock_ticks(), false if it is local_clock().
 */
static __always_inline bool ptime_clock_is_counter(void)
{
	return static_branch_likely(&ptime_clock_counter);
}

/**
 * ptime_clock_ticks() - Read the CPU's counter
 *
 * The read has no fence: a fence costs more than the few instructions by which the CPU may
 * move the read. On x86 this avoids get_cycles(), which on 7.x checks each time whether there
 * is a counter.
 *
 * Context: any, NMI included, if ptime_clock_is_counter().
 * Return: ticks since a time that depends on the machine.
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

static __always_inline u64 ptime_clock_now(void)
{
	return ptime_clock_is_counter() ? ptime_clock_ticks() : ptime_clock_local();
}

/**
 * ptime_clock_ns() - Convert a difference of two readings to nanoseconds
 * @ticks: later reading minus earlier one
 *
 * Context: any.
 * Return: nanoseconds, rounded down; at 3 GHz, 60 s are accurate to 20 ns.
 */
static __always_inline u64 ptime_clock_ns(u64 ticks)
{
	return mul_u64_u64_shr(ticks, ptime_clock_mult, PTIME_CLOCK_SHIFT);
}

/**
 * ptime_clock_ns_fast() - Convert at most ptime_clock_fast_max ticks to nanoseconds
 * @ticks: later reading minus earlier one
 *
 * The limit is 2^32 ns (4.3 s) at any rate, so the product fits 64 bits. For a product of 128
 * bits GCC would align the stack to 16 bytes and need a stack frame in every recorded call.
 *
 * Context: any.
 * Return: nanoseconds, rounded down.
 */
static __always_inline u64 ptime_clock_ns_fast(u64 ticks)
{
	return ticks * ptime_clock_mult >> PTIME_CLOCK_SHIFT;
}

#endif /* _PATHTIME_CLOCK_H */
