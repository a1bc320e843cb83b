// SPDX-License-Identifier: GPL-2.0
/* cost: what the probes added to the calls they counted */
#include <linux/cache.h>

#include "cost.h"

/* for readers */
struct ptime_cost ptime_costs[PTIME_COSTS];

/* for the hits: inside of the time taken, in ticks */
u64 ptime_cost_inside[PTIME_COSTS] __ro_after_init;
