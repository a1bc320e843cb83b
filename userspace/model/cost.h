/* SPDX-License-Identifier: GPL-2.0 */
/* cost: overhead of the probes, in total and per second */
#ifndef _PATHTIME_COST_H
#define _PATHTIME_COST_H

#include "model/model.h"

/**
 * struct ptool_cost - overhead of probes
 * @is_known: it was measured, and all calls were timed; in a sum, for at least
 *	one probe. Otherwise all other members are 0.
 * @calls: calls of the functions
 * @overhead_ns: overhead over the period that the model covers
 * @ns_per_s: overhead per second of that period
 * @percent: the same in per cent of one CPU
 */
struct ptool_cost {
	bool is_known;
	u64 calls;
	u64 overhead_ns;
	u64 ns_per_s;
	double percent;
};

/**
 * ptool_cost_of_probe() - Compute the overhead of a probe
 * @model: the model that has the probe
 * @probe: the probe
 *
 * Return: the overhead.
 */
struct ptool_cost ptool_cost_of_probe(const struct ptool_model *model,
				      const struct ptool_probe *probe);

/**
 * ptool_cost_of() - Compute the overhead of all probes
 * @model: the model
 *
 * Return: the overhead.
 */
struct ptool_cost ptool_cost_of(const struct ptool_model *model);

#endif /* _PATHTIME_COST_H */
