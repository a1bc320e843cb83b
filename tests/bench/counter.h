/* SPDX-License-Identifier: GPL-2.0 */
/* counter: the time of a stretch of code, in cycles or in ns */
#ifndef _PATHTIME_COUNTER_H
#define _PATHTIME_COUNTER_H

#include "base/types.h"

/**
 * counter_open() - choose the unit of the counter
 *
 * The counter has this thread's cycles outside of the kernel if the processor
 * counts them. They do not change with its clock, or while others have the CPU.
 * A virtual machine rarely has such a counter. Then the counter has the time.
 *
 * Return: the unit: "cycles" or "ns".
 */
const char *counter_open(void);

/**
 * counter_read() - read the counter
 *
 * Return: units since some point in the past.
 */
u64 counter_read(void);

#endif /* _PATHTIME_COUNTER_H */
