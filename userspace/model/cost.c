// SPDX-License-Identifier: GPL-2.0
/* cost: overhead of the probes, in total and per second */
#include "model/cost.h"

#define NS_PER_S	1e9

/* upper limit of a rate: a larger double may not fit into a u64 */
#define RATE_MAX	1e18

static u64 period_ns(const struct ptool_model *model)
{
	return model->is_interval ? model->interval_ns :
				    model->time_ns - model->since_ns;
}

static void set_rates(struct ptool_cost *cost, const struct ptool_model *model)
{
	double rate, period = (double)period_ns(model);

	if (period <= 0)
		return;
	rate = cost->overhead_ns * NS_PER_S / period;
	cost->ns_per_s = rate < RATE_MAX ? (u64)(rate + 0.5) : (u64)RATE_MAX;
	cost->percent = 100 * rate / NS_PER_S;
}

struct ptool_cost ptool_cost_of_probe(const struct ptool_model *model,
				      const struct ptool_probe *probe)
{
	struct ptool_cost cost = { 0 };

	if (model->sample > 1 || (!probe->in_window_ps && !probe->out_of_window_ps))
		return cost;
	cost.is_known = true;
	cost.calls = probe->counts.sum.calls;
	cost.overhead_ns = probe->overhead_ns;
	set_rates(&cost, model);
	return cost;
}

struct ptool_cost ptool_cost_of(const struct ptool_model *model)
{
	struct ptool_cost sum = { 0 };
	u32 i;

	for (i = 0; i < model->probes; i++) {
		struct ptool_cost cost =
			ptool_cost_of_probe(model, &model->probe[i]);

		sum.is_known |= cost.is_known;
		sum.calls += cost.calls;
		sum.overhead_ns += cost.overhead_ns;
	}
	set_rates(&sum, model);
	return sum;
}
