/* SPDX-License-Identifier: GPL-2.0 */
/* cost: what probes cost, in all, per call and per second */
#ifndef _PATHTIME_COST_H
#define _PATHTIME_COST_H

#include "model/model.h"

/**
 * struct ptime_cost - what probes cost
 * @is_known: it was measured, and all calls were timed; else all else here is 0
 * @calls: calls of the functions
 * @cost_ns: in all, over the period the model covers
 * @ns_per_s: per second of it
 * @percent: likewise, in per cent of one CPU
 */
struct ptime_cost {
	bool is_known;
	u64 calls;
	u64 cost_ns;
	u64 ns_per_s;
	double percent;
};

/**
 * ptime_cost_of_probe() - what one probe costs
 * @model: the model it is in
 * @probe: the probe
 */
struct ptime_cost ptime_cost_of_probe(const struct ptime_model *model,
				      const struct ptime_probe *probe);

/**
 * ptime_cost_of() - what all probes cost
 * @model: the model
 */
struct ptime_cost ptime_cost_of(const struct ptime_model *model);

#endif /* _PATHTIME_COST_H */
