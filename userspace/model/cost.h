/* SPDX-License-Identifier: GPL-2.0 */
/* cost: what probes cost, in all, per call and per second */
#ifndef _PATHTIME_COST_H
#define _PATHTIME_COST_H

#include "model/model.h"

/**
 * struct ptool_cost - what probes cost
 * @is_known: it was measured, and all calls were timed; else all else here is 0
 * @calls: calls of the functions
 * @cost_ns: in all, over the period the model covers
 * @ns_per_s: per second of it
 * @percent: likewise, in per cent of one CPU
 */
struct ptool_cost {
	bool is_known;
	u64 calls;
	u64 cost_ns;
	u64 ns_per_s;
	double percent;
};

/**
 * ptool_cost_of_probe() - what one probe costs
 * @model: the model it is in
 * @probe: the probe
 */
struct ptool_cost ptool_cost_of_probe(const struct ptool_model *model,
				      const struct ptool_probe *probe);

/**
 * ptool_cost_of() - what all probes cost
 * @model: the model
 */
struct ptool_cost ptool_cost_of(const struct ptool_model *model);

#endif /* _PATHTIME_COST_H */
