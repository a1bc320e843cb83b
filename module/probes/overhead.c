// SPDX-License-Identifier: GPL-2.0
/* overhead: computes the CPU time that each probe has taken */
#include <linux/list.h>
#include <linux/math64.h>
#include <linux/sched.h>

#include "probes/overhead.h"
#include "probes/probe.h"
#include "record/cct.h"
#include "record/cost.h"
#include "record/percpu_hist.h"
#include "record/sample.h"
#include "record/shadow_stack.h"

static u64 probe_calls(const struct ptime_probe *probe)
{
	u64 calls = 0;
	unsigned int i;

	for (i = 0; i < probe->outcomes->count; i++)
		calls += ptime_percpu_hist_calls(probe->recorder.hist[i]);
	return calls;
}

static bool all_are_linked(void)
{
	enum ptime_unlinked reason;

	for (reason = 0; reason < PTIME_UNLINKED_REASONS; reason++)
		if (ptime_shadow_unlinked_sum(reason))
			return false;
	return true;
}

/* out-of-window overhead of a call in a node, in ps */
static u32 node_ps(const struct ptime_cost *cost, u32 node)
{
	u32 caller = ptime_cct_caller(ptime_cct_keys[node]);

	if (caller >= PTIME_NODES_MAX)
		return cost->root_out_of_window_ps[caller - PTIME_NODES_MAX];
	while (caller < PTIME_NODES_MAX)
		caller = ptime_cct_caller(ptime_cct_keys[caller]);
	return cost->out_of_window_ps[caller - PTIME_NODES_MAX];
}

static u64 ns_of(u64 calls, u32 ps)
{
	return mul_u64_u32_div(calls, ps, PTIME_PS_PER_NS);
}

/* overhead of the probe's calls that are in a node, in ns; @calls takes their number */
static u64 linked_ns(const struct ptime_probe *probe, const struct ptime_cost *cost, u64 *calls)
{
	struct ptime_node_sum sum;
	u64 ns = 0;
	u32 node;

	*calls = 0;
	for (node = 0; node < PTIME_NODES_MAX; node++) {
		if (ptime_cct_function(ptime_cct_keys[node]) != probe->recorder.function)
			continue;
		ptime_cct_read(node, probe->backend->kind, &sum);
		*calls += sum.calls;
		ns += ns_of(sum.calls, cost->in_window_ps + node_ps(cost, node));
	}
	return ns;
}

/*
 * Calls in no node count as roots in softirq context. Their number takes a read of all
 * buckets, which is skipped if all calls are linked.
 */
static u64 probe_overhead_ns(const struct ptime_probe *probe, const struct ptime_cost *cost)
{
	u64 calls, linked = 0, ns = 0;

	if (ptime_nesting) {
		ns = linked_ns(probe, cost, &linked);
		if (all_are_linked())
			return ns;
	}
	calls = probe_calls(probe);
	if (calls > linked)
		ns += ns_of(calls - linked,
			    cost->in_window_ps +
			    cost->root_out_of_window_ps[PTIME_CONTEXT_SOFTIRQ]);
	return ns;
}

/**
 * ptime_overhead_probe_ns() - Compute the CPU time of a probe since load or reset
 * @probe: the probe
 *
 * The overhead of a call was measured at load with a warm cache, so the result is a lower
 * bound. The overhead of a call that is not timed, as most are with sample=, is not known.
 *
 * Context: process, may sleep, under ptime_probes_lock().
 * Return: nanoseconds; 0 if the overhead of a call is not known or the probe has no series.
 */
u64 ptime_overhead_probe_ns(const struct ptime_probe *probe)
{
	const struct ptime_cost *cost = &ptime_costs[probe->backend->kind];

	if (!cost->in_window_ps || ptime_sample_is_on() || !probe->recorder.hist[0])
		return 0;
	/* probe_overhead_ns() reads all nodes, and perhaps all buckets, of all possible CPUs */
	cond_resched();
	return probe_overhead_ns(probe, cost);
}

/**
 * ptime_overhead_all_ns() - Compute the CPU time of all probes since load or reset
 *
 * Context: process, may sleep, under ptime_probes_lock().
 * Return: nanoseconds.
 */
u64 ptime_overhead_all_ns(void)
{
	const struct ptime_probe *probe;
	u64 ns = 0;

	list_for_each_entry(probe, &ptime_probes, node)
		ns += ptime_overhead_probe_ns(probe);
	return ns;
}
