/* SPDX-License-Identifier: GPL-2.0 */
/* counter: what a stretch of code takes, in cycles or in ns */
#ifndef _PATHTIME_COUNTER_H
#define _PATHTIME_COUNTER_H

#include "base/types.h"

/**
 * counter_open() - choose what is counted
 *
 * This thread's cycles outside of the kernel where the processor counts them
 * for us; they do not change with its clock, nor while others have the CPU.
 * A virtual machine rarely has such a counter: then the time that passes.
 *
 * Return: the unit: "cycles" or "ns".
 */
const char *counter_open(void);

/**
 * counter_read() - the counter's value
 *
 * Return: units since some point in the past.
 */
u64 counter_read(void);

#endif /* _PATHTIME_COUNTER_H */
