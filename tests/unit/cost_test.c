// SPDX-License-Identifier: GPL-2.0
/* test of costs: rates of periods that are none, or hostile */
#include "model/cost.h"
#include "tap.h"

#define S	(1000ULL * 1000 * 1000)

static struct ptool_cost cost_of(u64 overhead_ns, u64 period_ns)
{
	struct ptool_probe probes[] = {
		{ .in_window_ps = 1, .overhead_ns = overhead_ns },
		{ .overhead_ns = 7 },
	};
	struct ptool_model model = {
		.since_ns = S,
		.time_ns = S + period_ns,
		.probes = 2,
		.probe = probes,
	};

	return ptool_cost_of(&model);
}

int main(void)
{
	struct ptool_cost cost = cost_of(5 * S, 2 * S);

	tap_ok(cost.is_known && cost.ns_per_s == 5 * S / 2, "a rate");
	tap_ok(cost.percent > 249.99 && cost.percent < 250.01,
	       "more than one CPU");
	tap_is(cost.overhead_ns, 5 * S, "what was not measured does not count");
	cost = cost_of(5 * S, 0);
	tap_ok(!cost.ns_per_s && cost.percent == 0, "no time, no rate");
	cost = cost_of(~0ULL, 1);
	tap_is(cost.ns_per_s, S * S, "no rate beyond the largest");
	return tap_done();
}
