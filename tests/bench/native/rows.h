/* SPDX-License-Identifier: GPL-2.0 */
/* rows: the kinds of calls, steps and hooks that the benchmark times */
#ifndef _PATHTIME_BENCH_ROWS_H
#define _PATHTIME_BENCH_ROWS_H

#include "passes.h"

/* begin: assembly, in entries.S, with the instruction that calls the body */
void entry_clock(void);
void entry_floor(void);
extern char entry_clock_call[];
extern char entry_floor_call[];

/**
 * struct bench_row - a kind of call
 * @name: what is timed
 * @nesting: with nesting
 * @tracing: with packet tracing
 * @displaced: while another packet's record is displaced
 * @make: make the functions
 */
struct bench_row {
	const char *name;
	int nesting;
	int tracing;
	int displaced;
	void (*make)(struct comparison *comparison);
};

/* the contexts that each row is timed in */
struct bench_context {
	const char *name;
	int softirq;
};

extern const struct bench_context contexts[];
extern const unsigned int contexts_count;

extern const struct bench_row rows[];
extern const unsigned int rows_count;

/* Set the module's parameters for a row */
void row_select(const struct bench_row *row);

#endif /* _PATHTIME_BENCH_ROWS_H */
