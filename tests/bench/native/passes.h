/* SPDX-License-Identifier: GPL-2.0 */
/* passes: the time of calls, in passes over a function with a trampoline and without */
#ifndef _PATHTIME_BENCH_PASSES_H
#define _PATHTIME_BENCH_PASSES_H

#include "functions.h"

/**
 * enum state - the processor's work between two calls of a pass
 * @WARM: nothing
 * @AFTER_OTHERS: 31 other timed functions, and 4 KiB of other memory, as on a packet's way
 * @EMPTIED: the module's code and data leave all caches
 */
enum state { WARM, AFTER_OTHERS, EMPTIED, STATES };

/**
 * struct bench_way - a call that is timed, and what its packet does before and after
 * @call: the call
 * @before: what comes before it; NULL for nothing
 * @after: what comes after it; NULL for nothing
 */
struct bench_way {
	function_t call;
	function_t before;
	function_t after;
};

/**
 * struct comparison - two ways whose difference is a row of the table
 * @with: the way with a trampoline or a hook
 * @without: the same way without
 * @per: how many times it is in @with: the result is divided by it
 * @one: the function that is called once in a call that counts for the row
 */
struct comparison {
	struct bench_way with;
	struct bench_way without;
	unsigned int per;
	const void *one;
};

/**
 * struct figures - the time that a call takes more, in ns
 * @least: the shortest passes compared, which nothing disturbed
 * @median: of all passes' differences; of single calls, whose clock is coarse, the mean without a
 *	tenth at each end
 * @p90: of all passes' differences
 */
struct figures {
	double least;
	double median;
	double p90;
};

void passes_begin(void);
void passes_run(enum state state, const struct comparison *comparison, unsigned int cpu,
		struct figures *figures);

#endif /* _PATHTIME_BENCH_PASSES_H */
