/* SPDX-License-Identifier: GPL-2.0 */
/* rows: the kinds of calls and steps that the benchmark times */
#ifndef _PATHTIME_BENCH_ROWS_H
#define _PATHTIME_BENCH_ROWS_H

#include "passes.h"

/**
 * struct row - a kind of call
 * @name: what is timed
 * @nesting: with nesting
 * @tracing: with packet tracing
 * @displaced: as if another packet's record were displaced
 * @road: the call is on the way of a packet that arrives and leaves
 * @make: make the functions
 */
struct row {
	const char *name;
	int nesting;
	int tracing;
	int displaced;
	int road;
	void (*make)(struct comparison *comparison);
};

extern const struct row rows[];
extern const unsigned int rows_count;

/* set the module's parameters for a row */
void row_select(const struct row *row);

#endif /* _PATHTIME_BENCH_ROWS_H */
