/* SPDX-License-Identifier: GPL-2.0 */
/* view: what a writer shows of a model, and how */
#ifndef _PATHTIME_VIEW_H
#define _PATHTIME_VIEW_H

#include "base/units.h"
#include "model/order.h"

/**
 * struct ptool_view - the parts of a model to print, and how
 * @unit: unit of times
 * @order: order of the rows of a table
 * @columns: columns of numbers to print instead of the table's own
 * @percentiles: percentiles to print instead of the table's own, in ascending
 *	order; formats for programs have them besides their own
 * @limit: number of rows to print; 0 for all. Of a tree, the number of callees of
 *	the same caller.
 * @pattern: print only functions or paths that match this name or shell pattern;
 *	NULL for all
 * @filter: print only functions whose names contain this text; NULL for all
 * @only: number of the only function to print a histogram of; 0 for all
 * @all: omit nothing
 * @full: merge no buckets
 * @per_cpu: print each CPU separately
 * @per_machine: print each machine separately
 * @verbose: print more
 * @anatomy: print where fast and slow packets of a path spent their time
 * @stages: print the times of each stage of a path
 * @slowest: print the slowest packets of each path
 * @netns: number of the network namespace of this process; 0 if interfaces have
 *	no names, because their numbers are of another machine or another time
 */
struct ptool_view {
	enum ptool_unit unit;
	struct ptool_order order;
	struct ptool_columns columns;
	struct ptool_columns percentiles;
	u32 limit;
	const char *pattern;
	const char *filter;
	u64 only;
	bool all;
	bool full;
	bool per_cpu;
	bool per_machine;
	bool verbose;
	bool anatomy;
	bool stages;
	bool slowest;
	u32 netns;
};

#endif /* _PATHTIME_VIEW_H */
