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
 * @ON_ITS_WAY: the packet arrives before the call, and leaves after it
 */
enum state { WARM, AFTER_OTHERS, EMPTIED, ON_ITS_WAY, STATES };

/**
 * struct comparison - two functions whose difference is a row of the table
 * @with: the function with a trampoline
 * @without: the same function without
 * @per: how many times it is in a call of @with: the result is divided by it
 */
struct comparison {
	function_t with;
	function_t without;
	unsigned int per;
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
void passes_run(enum state state, const struct comparison *comparison, void *packet,
		unsigned int cpu, struct figures *figures);

#endif /* _PATHTIME_BENCH_PASSES_H */
