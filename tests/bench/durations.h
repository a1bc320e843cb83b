/* SPDX-License-Identifier: GPL-2.0 */
/* durations: the durations to record, drawn in advance */
#ifndef _PATHTIME_DURATIONS_H
#define _PATHTIME_DURATIONS_H

#include "base/types.h"

/**
 * struct bench_durations - a distribution
 * @name: its name
 * @draw: draw the next duration, from 1 ns to 2^36 - 1 ns
 */
struct bench_durations {
	const char *name;
	u64 (*draw)(void);
};

extern const struct bench_durations durations[];
extern const u32 durations_count;

/**
 * durations_prepare() - read the distribution measured on a gateway
 * @path: a snapshot of the module
 *
 * Return: 0, or an exit status after an error was printed.
 */
int durations_prepare(const char *path);

/**
 * durations_release() - free the memory of the distribution
 */
void durations_release(void);

#endif /* _PATHTIME_DURATIONS_H */
