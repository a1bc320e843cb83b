/* SPDX-License-Identifier: GPL-2.0 */
/* cost: what a probe adds to a call */
#ifndef _PATHTIME_COST_H
#define _PATHTIME_COST_H

#include <linux/compiler.h>
#include <linux/types.h>

#include <pathtime/abi.h>

#define PTIME_PS_PER_NS	1000

/**
 * enum ptime_cost_kind - kinds of probes whose calls have the same overhead
 * @PTIME_COST_DIRECT: probes of the backend direct
 * @PTIME_COST_KRETPROBE: probes of the backend kretprobe
 * @PTIME_COSTS: number of kinds
 * @PTIME_COST_NONE: no probe: the time is not that of a call
 */
enum ptime_cost_kind {
	PTIME_COST_DIRECT	= 0,
	PTIME_COST_KRETPROBE	= 1,
	PTIME_COSTS		= 2,
	PTIME_COST_NONE		= PTIME_COSTS,
};

/**
 * struct ptime_cost - overhead that a probe of one kind adds to a call, in picoseconds
 * @in_window_ps: in-window overhead; 0 if it is unknown
 * @out_of_window_ps: out-of-window overhead, by context
 * @root_out_of_window_ps: out-of-window overhead of root calls, by context
 */
struct ptime_cost {
	u32 in_window_ps;
	u32 out_of_window_ps[PTIME_CONTEXTS];
	u32 root_out_of_window_ps[PTIME_CONTEXTS];
};

extern struct ptime_cost ptime_costs[PTIME_COSTS];
extern u64 ptime_cost_in_window[PTIME_COSTS + 1];

bool ptime_cost_known(void);
u64 ptime_cost_raw_ns(u64 total_ns, u64 taken_ticks);

/* in-window overhead of the call that is being recorded, in ticks */
static __always_inline u64 ptime_cost_of_call(enum ptime_cost_kind kind)
{
	/* a reset may replace it: each call takes the old figure or the new one */
	return data_race(ptime_cost_in_window[kind]);
}

#endif /* _PATHTIME_COST_H */
