/* SPDX-License-Identifier: GPL-2.0 */
/* cost: what a probe adds to a call */
#ifndef _PATHTIME_COST_H
#define _PATHTIME_COST_H

#include <linux/types.h>

#include <pathtime/abi.h>

/**
 * enum ptime_cost_kind - probes whose calls cost the same
 * @PTIME_COST_DIRECT: of the backend direct
 * @PTIME_COST_KRETPROBE: of the backend kretprobe
 * @PTIME_COSTS: number of kinds
 */
enum ptime_cost_kind {
	PTIME_COST_DIRECT	= 0,
	PTIME_COST_KRETPROBE	= 1,
	PTIME_COSTS		= 2,
};

extern u64 ptime_cost_inside[PTIME_COSTS];

#endif /* _PATHTIME_COST_H */
