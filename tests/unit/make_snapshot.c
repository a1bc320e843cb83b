// SPDX-License-Identifier: GPL-2.0
/* make_snapshot: writes snapshots that are made up, for the tests of the tool */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "encode.h"

#define VALUES	1000
#define S	(1000ULL * 1000 * 1000)

/* durations around @middle, with a tail a thousand times as long */
static void make_values(u64 *values, u64 middle, u64 seed)
{
	u32 i;

	for (i = 0; i < VALUES; i++) {
		seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
		values[i] = middle / 2 + (seed >> 33) % middle;
		if (i % 100 == 99)
			values[i] += middle * (i / 100) * (i / 100) * 5;
	}
}

static struct ptime_snapshot_cpu *add_cpu(struct encode *encode, u32 cpu,
					  u64 middle, u64 times)
{
	u64 values[VALUES];

	make_values(values, middle, cpu + middle);
	return encode_cpu(encode, cpu, values, VALUES, times);
}

static void add_flowtable(struct encode *encode, u64 times)
{
	encode_probe(encode, 1, "flowtable",
		     "nf_flow_table:nf_flow_offload_ip_hook", 3);
	encode_outcome(encode, "miss", 2);
	add_cpu(encode, 0, 210, times);
	add_cpu(encode, 3, 190, times);
	encode_outcome(encode, "hit", 3);
	add_cpu(encode, 0, 830, 120 * times);
	add_cpu(encode, 1, 850, 100 * times);
	add_cpu(encode, 3, 810, 110 * times);
	encode_outcome(encode, "drop", 0);
	encode_probe(encode, 2, "flowtable",
		     "nf_flow_table:nf_flow_offload_ipv6_hook", 3);
	encode_outcome(encode, "miss", 0);
	encode_outcome(encode, "hit", 0);
	encode_outcome(encode, "drop", 0);
}

static void add_xfrm(struct encode *encode, u64 times)
{
	struct ptime_snapshot_probe *probe;
	u64 long_values[3] = { 70 * S, 3 * S, 90 * S };

	probe = encode_probe(encode, 3, "xfrm", "xfrm_input", 2);
	probe->missed = 17 * times;
	encode_outcome(encode, "ok", 2);
	add_cpu(encode, 0, 14000, 20 * times);
	add_cpu(encode, 5, 15000, 22 * times)->clock_backwards = 2;
	encode_outcome(encode, "error", 1);
	add_cpu(encode, 5, 900, times);
	encode_probe(encode, 4, "xfrm", "esp4:esp_output_tail", 1);
	encode_outcome(encode, "all", 1);
	encode_cpu(encode, 2, long_values, 3, times);
	probe = encode_probe(encode, 5, "xfrm", "esp6:esp6_input", 1);
	probe->state = PTIME_STATE_PENDING;
	probe->backend[0] = '\0';
	snprintf(probe->reason, sizeof(probe->reason),
		 "module esp6 is not loaded");
	encode_outcome(encode, "all", 0);
}

/* older snapshots do not have these calls */
static void set_below(const struct encode *encode,
		      struct ptime_snapshot_cpu *cpu, u64 calls)
{
	if (encode_has_below(encode))
		cpu->below_overhead = calls;
}

static void add_others(struct encode *encode, u64 times)
{
	struct ptime_snapshot_probe *probe;
	struct ptime_snapshot_cpu *cpu;

	encode_probe(encode, 6, "virtio_net", "virtio_net:virtnet_poll", 1);
	encode_outcome(encode, "all", 2);
	add_cpu(encode, 0, 6000, 9 * times)->packets = 54321 * times;
	cpu = add_cpu(encode, 1, 6100, 7 * times);
	cpu->packets = 45679 * times;
	set_below(encode, cpu, 10 * times);
	probe = encode_probe(encode, 7, "conntrack", "nf_conntrack:nf_ct_get",
			     1);
	probe->state = PTIME_STATE_FAILED;
	probe->backend[0] = '\0';
	snprintf(probe->reason, sizeof(probe->reason),
		 "the compiler inlined it: no such function in nf_conntrack, and none with a suffix either");
	encode_outcome(encode, "all", 0);
	encode_probe(encode, 8, "conntrack", "nf_conntrack:nf_conntrack_in", 2);
	encode_outcome(encode, "accept", 1);
	add_cpu(encode, 0, 400, 320 * times);
	encode_outcome(encode, "drop", 1);
	add_cpu(encode, 0, 300, times);
}

static void fill_usual(struct encode *encode, u64 times)
{
	add_flowtable(encode, times);
	add_xfrm(encode, times);
	add_others(encode, times);
}

#define USUAL_PROBES	8

static void make_usual(struct encode *encode)
{
	encode_begin(encode, USUAL_PROBES);
	fill_usual(encode, 1);
}

/* two and a half seconds after the usual one */
static void make_later(struct encode *encode)
{
	encode_begin(encode, USUAL_PROBES)->time_ns += 5 * S / 2;
	fill_usual(encode, 3);
}

static void make_latest(struct encode *encode)
{
	encode_begin(encode, USUAL_PROBES)->time_ns += 10 * S;
	fill_usual(encode, 5);
}

/* fewer than the later one, though nothing was reset */
static void make_fewer(struct encode *encode)
{
	encode_begin(encode, USUAL_PROBES)->time_ns += 10 * S;
	fill_usual(encode, 2);
}

static void make_reset(struct encode *encode)
{
	struct ptime_snapshot *head = encode_begin(encode, USUAL_PROBES);

	head->time_ns += 5 * S / 2;
	head->since_ns = head->time_ns - S;
	head->resets = 1;
	fill_usual(encode, 1);
}

static void make_stopped(struct encode *encode)
{
	encode_begin(encode, USUAL_PROBES)->flags &= ~PTIME_SNAPSHOT_RUNNING;
	fill_usual(encode, 1);
}

/* as the usual one: for each of its calls one was timed, nine were not */
static void make_sampled(struct encode *encode)
{
	encode_begin(encode, USUAL_PROBES)->sample = 10;
	fill_usual(encode, 10);
}

/* one function alone has few calls below the overhead, one has too few calls */
static void make_below(struct encode *encode)
{
	static const u64 value = 300;
	static const struct {
		const char *name;
		u64 calls[2];
		u64 below[2];
	} functions[] = {
		{ "ip_rcv", { 1000, 1000 }, { 20, 0 } },
		{ "ip_output", { 1000, 1000 }, { 0, 21 } },
		{ "nf_conntrack:nf_conntrack_in", { 3000, 1000 }, { 1000, 500 } },
		{ "udp_sendmsg", { 90, 9 }, { 90, 9 } },
	};
	u32 i, cpu;

	encode->in_window_ns = 20;
	encode_begin(encode, ARRAY_SIZE(functions));
	for (i = 0; i < ARRAY_SIZE(functions); i++) {
		encode_probe(encode, i, "ip", functions[i].name, 1)->overhead_ns = 1000;
		encode_outcome(encode, "all", 2);
		for (cpu = 0; cpu < 2; cpu++)
			set_below(encode,
				  encode_cpu(encode, cpu, &value, 1, functions[i].calls[cpu]),
				  functions[i].below[cpu]);
	}
}

static void make_without_below(struct encode *encode)
{
	encode->without_below = true;
	make_below(encode);
}

static void make_tail(struct encode *encode)
{
	encode->tail = 24;
	make_usual(encode);
}

static void make_version(struct encode *encode)
{
	encode_begin(encode, USUAL_PROBES)->version = 9;
	fill_usual(encode, 1);
}

static void make_empty(struct encode *encode)
{
	encode_begin(encode, 0);
}

/* times below 10,000 ns and counts below a million: no table rounds them */
static void make_small(struct encode *encode)
{
	static const u64 values[] = { 3, 17, 17, 100, 640, 641, 1200, 9000 };

	encode_begin(encode, 2);
	encode_probe(encode, 1, "xfrm", "xfrm_input", 2)->missed = 12;
	encode_outcome(encode, "ok", 2);
	encode_cpu(encode, 0, values, 8, 1234)->packets = 5000;
	encode_cpu(encode, 1, values + 2, 3, 77);
	encode_outcome(encode, "error", 1);
	encode_cpu(encode, 1, values, 1, 5);
	encode_probe(encode, 2, "conntrack", "nf_conntrack:nf_conntrack_in", 1);
	encode_outcome(encode, "all", 1);
	encode_cpu(encode, 7, values + 4, 3, 99);
}

static void fill_text(char *text, size_t size, char letter)
{
	memset(text, letter, size - 1);
	text[size / 2] = '_';
	text[size - 1] = '\0';
}

#define WIDE_DEPTH	60

static void add_wide_interfaces(struct encode *encode)
{
	struct ptime_snapshot_interface *interface;
	u32 i, account;

	for (i = 0; i <= PTIME_INTERFACES_MAX; i++) {
		interface = encode_interface(encode, i ? ~0U : 0, i ? ~0U - i : 0);
		for (account = 0; account < PTIME_ACCOUNTS; account++)
			interface->packets[account] = 1ULL << 53;
	}
}

static void add_wide_waits(struct encode *encode)
{
	static const u64 values[] = { 1, 5000, 68 * S, 40000 * S };
	struct ptime_snapshot_polls *polls;
	u32 i;

	for (i = 0; i < PTIME_WAITS; i++) {
		encode_wait(encode, i, 1);
		encode_cpu(encode, 4294967295U, values, 4, 1ULL << 13);
	}
	polls = encode_polls(encode, 4294967295U);
	polls->full = 1ULL << 62;
	polls->outside = 1ULL << 62;
	polls->squeezed = 1ULL << 62;
}

/* paths as long as can be, of packets with the longest names and numbers there are */
static void add_wide_paths(struct encode *encode)
{
	static const u64 values[] = { 1, 5000, 68 * S, 40000 * S };
	static const u64 reasons[] = { 0, ~0U };
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;
	struct ptime_snapshot_slow *slow;
	struct ptime_snapshot_path *path;
	char steps[PTIME_STEPS_MAX * PTIME_STEP_LEN];
	u64 step_ns[PTIME_STEPS_MAX], i;
	u32 step;

	head->paths_max = PTIME_PATHS_MAX;
	for (i = 0; i < PTIME_PATH_LOSSES_FIRST; i++)
		head->path_losses[i] = 1ULL << 60;
	memset(steps, 's', sizeof(steps));
	for (i = 0; i < PTIME_STEPS_MAX; i++) {
		step_ns[i] = 1ULL << 58;
		steps[(i + 1) * PTIME_STEP_LEN - 1] = ' ';
	}
	steps[sizeof(steps) - 1] = '\0';
	for (i = 0; i < ARRAY_SIZE(reasons); i++) {
		path = encode_path(encode, steps, step_ns, 1, 1);
		path->reason = reasons[i];
		path->packet_bytes = 1ULL << 62;
		if (reasons[i])
			fill_text(path->reason_name, sizeof(path->reason_name),
				  'R');
		encode_cpu(encode, 4294967295U, values, 4, 1ULL << 16);
		slow = encode_slow(encode, step_ns, PTIME_STEPS_MAX);
		slow->in = ~0U;
		slow->out = ~0U;
		slow->netns = ~0U;
		slow->length = ~0U;
		slow->protocol = 0xffff;
		slow->transport = 0xff;
		slow->source = 0xffff;
		slow->destination = 0xffff;
		for (step = 0; step < PTIME_STEPS_MAX; step++)
			slow->step_cpu[step] = 0xffff - step;
		slow->irq = PTIME_SLOW_IRQ_PART;
		slow->irq_ns = ~0ULL / 2;
	}
	add_wide_interfaces(encode);
	add_wide_waits(encode);
}

/* everything as long and as large as it can be */
static void make_wide(struct encode *encode)
{
	static const u64 values[] = { 1, 5000, 68 * S, 40000 * S };
	struct ptime_snapshot *head = encode_begin(encode, 4);
	struct ptime_snapshot_probe *probe;
	u64 i;

	head->flags |= PTIME_SNAPSHOT_NESTING;
	head->budget = PTIME_BUDGET_MAX;
	head->over_budget = ~0U;
	for (i = 0; i < ARRAY_SIZE(head->unlinked); i++)
		head->unlinked[i] = 1ULL << 60;
	head->unlinked_stack = 1ULL << 60;
	memset(head->kernel, 'k', sizeof(head->kernel) - 1);
	fill_text(head->clock, sizeof(head->clock), 'c');
	for (i = 0; i < 4; i++) {
		probe = encode_probe(encode, i, "group", "function", 2);
		fill_text(probe->group, sizeof(probe->group), 'g');
		fill_text(probe->module, sizeof(probe->module), 'm' + i % 2);
		fill_text(probe->function, sizeof(probe->function), 'a' + i / 2);
		fill_text(probe->backend, sizeof(probe->backend), 'b');
		fill_text(probe->reason, sizeof(probe->reason), 'r');
		memcpy(probe->reason + 20, " a reason that is long ", 23);
		probe->missed = 1ULL << 60;
		probe->overhead_ns = 1ULL << 61;
		probe->in_window_ps = ~0U;
		probe->out_of_window_ps = ~0U;
		probe->state = i;
		encode_outcome(encode, "longest_outcome", 2);
		encode_cpu(encode, 1, values, 3, 1000 * 1000)->packets =
			1ULL << 58;
		encode_self(encode, values, 3, 1000 * 1000);
		encode_cpu(encode, 4294967295U, values, 4, 10000);
		encode_outcome(encode, "other", 1);
		encode_cpu(encode, 0, values, 1, 1ULL << 59);
		encode_self(encode, values, 1, 1ULL << 59);
	}
	for (i = 0; i < WIDE_DEPTH; i++)
		encode_node(encode, i % 4, i ? i - 1 : PTIME_NO_PARENT,
			    1ULL << 55, 0, 1000 * 1000 * S);
	add_wide_paths(encode);
}

/* the callees' probes add to a call: 5 for each 2 that is in their own times */
static u64 cost_within(const struct encode *encode, u64 callees)
{
	return callees * encode->in_window_ns * 5 / 2;
}

static void add_cost_within(const struct encode *encode,
			    struct ptime_snapshot_cpu *cpu, u64 callees)
{
	if (encode_has_raw(encode))
		cpu->raw_ns += cost_within(encode, callees);
}

static void add_series(struct encode *encode, u32 cpu, u64 value, u64 self,
		       u64 calls, u64 callees)
{
	add_cost_within(encode, encode_cpu(encode, cpu, &value, 1, calls),
			callees);
	encode_self(encode, &self, 1, calls);
}

static void add_nested_probes(struct encode *encode, u64 times, bool returned)
{
	static const u64 polls[] = { 4000, 6000 }, poll_selves[] = { 900, 1500 };
	static const u64 hook = 1000;
	struct ptime_snapshot_cpu *cpu;

	encode_probe(encode, 1, "virtio_net", "virtio_net:virtnet_poll", 1);
	encode_outcome(encode, "work", 1);
	cpu = encode_cpu(encode, 0, polls, 2, 50 * times);
	cpu->packets = 250 * times;
	add_cost_within(encode, cpu, 400 * times);
	encode_self(encode, poll_selves, 2, 50 * times);
	encode_probe(encode, 2, "flowtable",
		     "nf_flow_table:nf_flow_offload_ip_hook", 1);
	encode_outcome(encode, "hit", 1);
	encode_cpu(encode, 0, &hook, 1, 203 * times);
	encode_self(encode, &hook, 1, 200 * times);
	encode_probe(encode, 3, "xfrm", "xfrm_input", 1);
	encode_outcome(encode, "ok", 2);
	add_series(encode, 0, 1500, 600, 100 * times, 100 * times);
	add_series(encode, 1, 1500, 600, 20 * times, 20 * times);
	encode_probe(encode, 4, "xfrm", "esp4:esp_input", 1);
	encode_outcome(encode, "ok", 2);
	add_series(encode, 0, 900, 900, 100 * times, 0);
	add_series(encode, 1, 900, 900, 20 * times, 0);
	encode_probe(encode, 5, "send", "udp_sendmsg", 1);
	encode_outcome(encode, "all", returned);
	if (returned)
		add_series(encode, 1, 30000 * times + 10000, 10000, 1,
			   40 * times);
	encode_probe(encode, 6, "virtio_net", "virtio_net:skb_recv_done", 1);
	encode_outcome(encode, "all", 1);
	add_series(encode, 0, 500, 500, 60 * times, 0);
	encode_probe(encode, 7, "conntrack", "nf_conntrack:nf_conntrack_in", 1);
	encode_outcome(encode, "accept", 0);
}

static void add_nested_nodes(struct encode *encode, u64 times, bool returned)
{
	encode_node(encode, 1, PTIME_NO_PARENT, 100 * times, 500000 * times,
		    120000 * times)->interrupt_ns = 30000 * times;
	encode_node(encode, 2, 0, 200 * times, 200000 * times, 200000 * times);
	encode_node(encode, 3, 0, 100 * times, 150000 * times, 60000 * times);
	encode_node(encode, 4, 2, 100 * times, 90000 * times, 90000 * times);
	encode_node(encode, 5, PTIME_NO_PARENT, returned,
		    returned * (30000 * times + 10000),
		    returned * 10000)->context = PTIME_CONTEXT_TASK;
	encode_node(encode, 3, 4, 20 * times, 30000 * times,
		    12000 * times)->context = PTIME_CONTEXT_TASK;
	encode_node(encode, 4, 5, 20 * times, 18000 * times,
		    18000 * times)->context = PTIME_CONTEXT_TASK;
	encode_node(encode, 6, PTIME_NO_PARENT, 60 * times, 30000 * times,
		    30000 * times)->context = PTIME_CONTEXT_HARDIRQ;
}

static void fill_nested(struct encode *encode, u64 times, bool returned)
{
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;

	head->flags |= PTIME_SNAPSHOT_NESTING;
	head->unlinked[PTIME_UNLINKED_TASKS] = 3 * times;
	head->unlinked[PTIME_UNLINKED_DEPTH] = 1;
	add_nested_probes(encode, times, returned);
	add_nested_nodes(encode, times, returned);
}

#define NESTED_PROBES	7
#define NESTED_NODES	8

/* an udp_sendmsg() is under way: what it called has returned, it has not */
static void make_nested(struct encode *encode)
{
	encode_begin(encode, NESTED_PROBES);
	fill_nested(encode, 1, false);
}

static void make_nested_later(struct encode *encode)
{
	encode_begin(encode, NESTED_PROBES)->time_ns += 5 * S / 2;
	fill_nested(encode, 3, true);
}

/* five seconds after the first one, and one second after a reset */
static void make_nested_reset(struct encode *encode)
{
	struct ptime_snapshot *head = encode_begin(encode, NESTED_PROBES);

	head->time_ns += 5 * S;
	head->since_ns = head->time_ns - S;
	head->resets = 1;
	fill_nested(encode, 3, true);
}

/* each node with what its own probe and those of its callees added */
static void add_cost_of_nodes(struct encode *encode, u32 nodes)
{
	struct ptime_snapshot_node *node =
		(struct ptime_snapshot_node *)(encode->data + encode->size) -
		nodes;
	u64 *within = ptool_alloc(nodes, sizeof(*within));
	u32 i;

	for (i = nodes; i--;) {
		node[i].raw_ns += node[i].calls * encode->in_window_ns + within[i];
		if (node[i].parent != PTIME_NO_PARENT)
			within[node[i].parent] += within[i] +
				cost_within(encode, node[i].calls);
	}
	free(within);
}

/* as the nested one; each probe takes 20 ns within a call's time and 30 outside */
static struct ptime_snapshot *begin_costly(struct encode *encode)
{
	encode->in_window_ns = 20;
	return encode_begin(encode, NESTED_PROBES);
}

static void make_costly(struct encode *encode)
{
	struct ptime_snapshot *head = begin_costly(encode);

	head->budget = 3;
	head->over_budget = 2;
	fill_nested(encode, 1, false);
	add_cost_of_nodes(encode, NESTED_NODES);
}

static void make_costly_later(struct encode *encode)
{
	begin_costly(encode)->time_ns += 5 * S / 2;
	fill_nested(encode, 3, true);
	add_cost_of_nodes(encode, NESTED_NODES);
}

/* calls of 50 ns each by a kretprobe, and of 10 ns by a direct call */
static void fill_busy(struct encode *encode, u64 times)
{
	static const u64 value = 500;
	struct ptime_snapshot_probe *probe;

	encode->in_window_ns = 20;
	probe = encode_probe(encode, 1, "xfrm", "xfrm_input", 1);
	probe->overhead_ns = 50 * 600 * times;
	encode_outcome(encode, "all", 2);
	encode_cpu(encode, 0, &value, 1, 500 * times);
	encode_cpu(encode, 1, &value, 1, 100 * times);
	encode->in_window_ns = 4;
	probe = encode_probe(encode, 2, "ip", "ip_rcv", 1);
	probe->overhead_ns = 10 * 400 * times;
	snprintf(probe->backend, sizeof(probe->backend), "direct");
	encode_outcome(encode, "all", 1);
	encode_cpu(encode, 0, &value, 1, 400 * times);
	encode->in_window_ns = 0;
	probe = encode_probe(encode, 3, "ip", "ip_output", 1);
	probe->state = PTIME_STATE_PENDING;
	probe->backend[0] = '\0';
	encode_outcome(encode, "all", 0);
}

static void make_busy(struct encode *encode)
{
	encode_begin(encode, 3);
	fill_busy(encode, 100 * 1000);
}

static void make_busy_later(struct encode *encode)
{
	struct ptime_snapshot *head = encode_begin(encode, 3);

	head->time_ns += 5 * S / 2;
	head->over_budget = 1;
	fill_busy(encode, 101 * 1000);
}

static void make_without_raw(struct encode *encode)
{
	encode->without_raw = true;
	make_nested(encode);
}

static struct ptime_snapshot_slow *add_slow(struct encode *encode, u64 out,
					    u64 end_ns, u64 first_ns,
					    u64 second_ns)
{
	const u64 step_ns[] = { 0, first_ns, second_ns };
	struct ptime_snapshot_slow *slow = encode_slow(encode, step_ns, 3);

	slow->in = 1;
	slow->out = out;
	slow->netns = 4026532281;
	slow->length = 1500;
	slow->protocol = 0x800;
	slow->transport = 17;
	slow->source = 5000;
	slow->destination = 53;
	slow->end_ns = end_ns;
	return slow;
}

static void add_fast_path(struct encode *encode, u64 times)
{
	static const u64 values[] = { 2000, 2000, 2000, 4000 };
	const u64 step_ns[] = { 0, 8000 * times, 24000 * times };
	const u64 fast_ns[] = { 0, 7200 * times, 16800 * times };
	const u64 slow_ns[] = { 0, 800 * times, 7200 * times };
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;
	struct ptime_snapshot_slow *slow;
	u64 time_ns = head->time_ns;

	encode_path(encode, "rx flowtable tx", step_ns, 2, 2)->packet_bytes =
		14000 * times;
	encode_cpu(encode, 0, values, 4, 2 * times);
	encode_cpu(encode, 1, values, 2, 3 * times);
	encode_octave(encode, ptime_octave(2000), 12 * times, fast_ns, 3);
	encode_octave(encode, ptime_octave(4000), 2 * times, slow_ns, 3);
	slow = add_slow(encode, 2, time_ns - S, 1000, 3000);
	if (!encode->without_step_cpus) {
		slow->step_cpu[0] = 1;
		slow->step_cpu[1] = 1;
		slow->irq = PTIME_SLOW_IRQ_WHOLE;
		slow->irq_ns = 250;
	}
	slow = add_slow(encode, 0, time_ns - 20 * S, 900, 2100);
	if (!encode->without_step_cpus) {
		slow->irq = PTIME_SLOW_IRQ_PART;
		slow->irq_ns = 1200;
	}
}

/* as with anonymize=1 */
static void add_dropped_path(struct encode *encode, u64 times)
{
	static const u64 dropped_ns = 700;
	const u64 sum_ns[] = { 0, 1400 * times }, step_ns[] = { 0, dropped_ns };
	struct ptime_snapshot_path *path = encode_path(encode, "rx drop", sum_ns,
						       1, 1);
	struct ptime_snapshot_slow *slow;

	path->reason = 3;
	path->packet_bytes = 80 * times;
	snprintf(path->reason_name, sizeof(path->reason_name), "NO_SOCKET");
	encode_cpu(encode, 1, &dropped_ns, 1, 2 * times);
	slow = encode_slow(encode, step_ns, 2);
	slow->in = 1;
	slow->length = 40;
	slow->end_ns = ((struct ptime_snapshot *)encode->data)->time_ns;
}

/* the last one in the order of the tool comes first; one counts nothing */
static void add_interfaces(struct encode *encode, u64 times)
{
	u64 *packets;

	packets = encode_interface(encode, 0, 0)->packets;
	packets[PTIME_RX_RECORD] = 3 * times;
	packets[PTIME_RX_REUSED] = 4 * times;
	packets = encode_interface(encode, 4026532281, 2)->packets;
	packets[PTIME_TX_RECORD] = 1234567 * times;
	packets[PTIME_TX_PROTOCOL] = 21 * times;
	packets[PTIME_TX_NO_RECORD] = 6 * times;
	packets = encode_interface(encode, 4026532281, 1)->packets;
	packets[PTIME_RX_RECORD] = 1234012 * times;
	packets[PTIME_RX_GRO_MERGED] = 5 * times;
	packets[PTIME_RX_REASSEMBLED] = 2 * times;
	packets[PTIME_RX_TIMED_OUT] = 1 * times;
	packets[PTIME_RX_PROTOCOL_LATER] = 1 * times;
	packets[PTIME_RX_FILTERED_LATER] = 3 * times;
	packets[PTIME_RX_PROTOCOL] = 555 * times;
	packets[PTIME_RX_FILTERED] = 30 * times;
	packets[PTIME_RX_NO_RECORD] = 5 * times;
	packets[PTIME_TX_FILTERED] = 9 * times;
	encode_interface(encode, 4026531840, 7);
}

/* 64 packets are a whole budget */
static void add_waits(struct encode *encode, u64 times)
{
	static const u64 waits[] = { 3000, 5000, 5000, 60000000 };
	static const u64 packets[] = { 0, 1, 1, 64 };
	struct ptime_snapshot_polls *polls;

	encode_wait(encode, PTIME_WAIT_SOFTIRQ, 2);
	encode_cpu(encode, 0, waits, 4, times);
	encode_cpu(encode, 2, waits, 2, times);
	encode_wait(encode, PTIME_WAIT_KSOFTIRQD, 1);
	encode_cpu(encode, 0, waits + 3, 1, times);
	encode_wait(encode, PTIME_WAIT_RUN, 2);
	encode_cpu(encode, 0, waits, 3, 2 * times);
	encode_cpu(encode, 2, waits, 1, 2 * times);
	encode_wait(encode, PTIME_WAIT_POLL, 2);
	encode_cpu(encode, 0, waits, 3, 2 * times);
	encode_cpu(encode, 2, waits, 1, 2 * times);
	encode_wait(encode, PTIME_WAIT_BETWEEN, 0);
	encode_wait(encode, PTIME_WAIT_PACKETS, 2);
	encode_cpu(encode, 0, packets, 4, times);
	encode_cpu(encode, 2, packets + 1, 3, times);
	polls = encode_polls(encode, 0);
	polls->full = times;
	polls->squeezed = 3 * times;
	encode_polls(encode, 2)->outside = 4 * times;
}

/* nobody took the last one */
static void fill_paths(struct encode *encode, u64 times)
{
	static const u64 slow_ns = 30000;
	const u64 step_ns[PTIME_STEPS_MAX] = {
		0, 1000 * times, 2000 * times, 3000 * times, 4000 * times,
		20000 * times
	};
	const u64 none_ns[] = { 0, 0 };
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;

	head->paths_max = 64;
	head->path_losses[PTIME_PATH_TABLE_FULL] = 5 * times;
	head->path_losses[PTIME_PATH_GRO_MERGED] = 1000 * times;
	head->path_losses_more[PTIME_PATH_SENT_RECEIVED -
			       PTIME_PATH_LOSSES_FIRST] = 6 * times;
	encode_path(encode, "rx flowtable-miss conntrack confirm forward tx",
		    step_ns, 1, 0)->packet_bytes = 60 * times;
	encode_cpu(encode, 0, &slow_ns, 1, times);
	add_fast_path(encode, times);
	add_dropped_path(encode, times);
	encode_path(encode, "local-out tx", none_ns, 0, 0);
	add_interfaces(encode, times);
	add_waits(encode, times);
}

static void make_paths(struct encode *encode)
{
	encode_begin(encode, 0);
	fill_paths(encode, 1);
}

/* a module that kept neither stages nor the CPUs of steps */
static void make_paths_older(struct encode *encode)
{
	encode->without_stages = true;
	encode->without_step_cpus = true;
	make_paths(encode);
}

static void make_paths_later(struct encode *encode)
{
	encode_begin(encode, 0)->time_ns += 5 * S / 2;
	fill_paths(encode, 3);
}

/* after paths_later */
static void make_paths_reset(struct encode *encode)
{
	struct ptime_snapshot *head = encode_begin(encode, 0);

	head->time_ns += 5 * S;
	head->since_ns = head->time_ns - S;
	head->resets = 1;
	fill_paths(encode, 1);
}

static void add_path_behind(struct encode *encode, const char *steps,
			    const char *holder, u64 wait_ns, u64 packets)
{
	const u64 step_ns[] = { 0, wait_ns * packets };
	struct ptime_snapshot_path *path = encode_path(encode, steps, step_ns,
						       1, 0);

	path->packet_bytes = 100 * packets;
	snprintf(path->reason_name, sizeof(path->reason_name), "%s", holder);
	encode_cpu(encode, 0, &wait_ns, 1, packets);
}

/* with waits=ring,socket: more packets are behind the paths than on them */
static void make_paths_behind(struct encode *encode)
{
	encode_begin(encode, 0)->paths_max = 64;
	add_path_behind(encode, "tx freed", "eth1 queue 0", 9000, 20);
	add_fast_path(encode, 1);
	add_path_behind(encode, "local-in drop", "udp port 53", 7000, 1);
	add_dropped_path(encode, 1);
	add_path_behind(encode, "local-in read", "udp port 53", 5000, 2);
	add_path_behind(encode, "local-in read", "udp port 53@4026532281", 3000, 4);
	add_path_behind(encode, "tx freed", "a@5 queue 0", 2000, 3);
	add_path_behind(encode, "tx freed", "a@5@4026532281 queue 1", 1000, 5);
}

/* after paths_behind: data of TCP, which have no bytes, wait for the first time */
static void make_paths_behind_later(struct encode *encode)
{
	struct ptime_snapshot *head = encode_begin(encode, 0);

	head->paths_max = 64;
	head->time_ns += 5 * S / 2;
	add_path_behind(encode, "local-in read", "tcp port 443", 6000, 3);
	((struct ptime_snapshot_path *)(encode->data + encode->path_at))->packet_bytes = 0;
	add_path_behind(encode, "tx freed", "eth1 queue 0", 9000, 60);
	add_fast_path(encode, 3);
	add_path_behind(encode, "local-in drop", "udp port 53", 7000, 3);
	add_dropped_path(encode, 3);
	add_path_behind(encode, "local-in read", "udp port 53", 5000, 6);
}

/* with stages=1 */
static void make_paths_stages(struct encode *encode)
{
	static const u64 values[] = { 1000, 1000, 3000, 41000 };
	static const u64 first_ns[] = { 600, 600, 600, 600 };
	static const u64 second_ns[] = { 400, 400, 2400, 40400 };
	static const u64 step_ns[] = { 0, 24000, 436000 };
	static const u64 drop_ns = 700, drop_step_ns[] = { 0, 1400 };
	struct ptime_snapshot *head = encode_begin(encode, 0);

	head->paths_max = 64;
	head->resets = 2;
	encode_path(encode, "rx flowtable tx", step_ns, 1, 0)->packet_bytes =
		40 * 1000;
	encode_cpu(encode, 0, values, 4, 10);
	encode_stage(encode, first_ns, 4, 10);
	encode_stage(encode, second_ns, 4, 10);
	encode_path(encode, "rx drop", drop_step_ns, 1, 0)->packet_bytes = 80;
	encode_cpu(encode, 1, &drop_ns, 1, 2);
	encode_stage(encode, &drop_ns, 1, 2);
}

/* the last stage but one is the longest by far, as the wait for a cipher or in a queue */
static void add_gateway_path(struct encode *encode, const char *steps,
			     const char *reason, u64 packets)
{
	u64 step_ns[PTIME_STEPS_MAX] = { 0 }, whole_ns = 0;
	struct ptime_snapshot_path *path;
	const char *at;
	u32 i, count = 1;

	for (at = steps; *at; at++)
		count += *at == ' ';
	for (i = 1; i < count; i++) {
		step_ns[i] = i + 2 == count ? 9000 : 300;
		whole_ns += step_ns[i];
		step_ns[i] *= packets;
	}
	path = encode_path(encode, steps, step_ns, 1, 0);
	path->packet_bytes = 900 * packets;
	snprintf(path->reason_name, sizeof(path->reason_name), "%s", reason);
	encode_cpu(encode, 0, &whole_ns, 1, packets);
}

static void add_gateway_interface(struct encode *encode, u32 ifindex, u64 packets)
{
	u64 *counts = encode_interface(encode, 4026531840, ifindex)->packets;

	counts[PTIME_RX_RECORD] = packets;
	counts[PTIME_RX_PROTOCOL] = ifindex;
	counts[PTIME_RX_GRO_MERGED] = packets / 2;
	counts[PTIME_TX_RECORD] = packets;
}

#define DECRYPTED_STEPS \
	"rx flowtable-miss conntrack xfrm-in reinject gro-cells backlog flowtable queue tx"

/* IPsec in both directions, NAT and containers; one of eight interfaces has lost packets */
static void make_paths_gateway(struct encode *encode)
{
	struct ptime_snapshot *head = encode_begin(encode, 0);
	u64 *counts;
	u32 i;

	head->paths_max = 64;
	head->flags |= PTIME_SNAPSHOT_HAS_WAITS | PTIME_SNAPSHOT_WAIT(PTIME_TIMED_RING);
	head->path_losses[PTIME_PATH_GRO_MERGED] = 345678;
	head->path_losses[PTIME_PATH_TIMED_OUT] = 3;
	add_gateway_path(encode, "rx flowtable queue tx", "", 812345);
	add_gateway_path(encode, DECRYPTED_STEPS, "", 312345);
	add_gateway_path(encode, "rx flowtable xfrm-out crypto conntrack queue tx", "", 212345);
	add_gateway_path(encode, "rx flowtable-miss conntrack forward queue tx", "", 12345);
	add_gateway_path(encode, "rx flowtable-miss conntrack local-in", "", 2345);
	add_gateway_path(encode, "local-out conntrack queue tx", "", 1234);
	add_gateway_path(encode, "rx flowtable-miss conntrack confirm forward queue tx", "", 345);
	add_gateway_path(encode, "rx flowtable-miss conntrack drop", "NETFILTER_DROP", 45);
	add_gateway_path(encode, "tx freed", "eth0 queue 0", 712345);
	add_gateway_path(encode, "tx freed", "eth1 queue 0", 612345);
	for (i = 1; i <= 7; i++)
		add_gateway_interface(encode, i, 1234567 / i);
	add_gateway_interface(encode, 8, 5);
	counts = encode_interface(encode, 4026531840, 9)->packets;
	counts[PTIME_RX_RECORD] = 10;
	counts[PTIME_RX_TIMED_OUT] = 3;
	add_waits(encode, 1);
}

static void make_paths_filtered(struct encode *encode)
{
	struct ptime_snapshot *head;

	make_paths(encode);
	head = (struct ptime_snapshot *)encode->data;
	head->path_in = 2;
	head->path_netns = 4026532281;
	head->path_transport = 6;
	head->flags |= PTIME_SNAPSHOT_HAS_WAITS | PTIME_SNAPSHOT_WAIT(PTIME_TIMED_GRO) |
		       PTIME_SNAPSHOT_WAIT(PTIME_TIMED_POLL);
}

static void make_without_paths(struct encode *encode)
{
	encode->without_paths = true;
	make_usual(encode);
}

static void make_inactive(struct encode *encode)
{
	struct ptime_snapshot_probe *probe;
	u64 i;

	encode_begin(encode, 3);
	for (i = 0; i < 3; i++) {
		probe = encode_probe(encode, i, i > 1 ? "ip6" : "ip",
				     i > 1 ? "ipv6_rcv" : i ? "ip_rcv" : "ip_output", 1);
		probe->state = i ? PTIME_STATE_INACTIVE : PTIME_STATE_ARMED;
		if (i)
			snprintf(probe->reason, sizeof(probe->reason),
				 "the kernel calls no probes: kernel.ftrace_enabled is 0");
		encode_outcome(encode, "all", 1);
		add_cpu(encode, 0, 100, 1);
	}
}

/* one of two functions that report packets is timed, too */
static void make_untimed(struct encode *encode)
{
	struct ptime_snapshot_probe *probe;
	u64 i;

	encode_begin(encode, 3);
	for (i = 0; i < 3; i++) {
		probe = encode_probe(encode, i, i ? "paths" : "ip",
				     i ? i > 1 ? "ip6_forward" : "ip_forward" :
					 "ip_output", 1);
		probe->flags = i ? PTIME_PROBE_STEPS_ONLY : 0;
		encode_outcome(encode, "all", !i);
		if (!i)
			add_cpu(encode, 0, 100, 1);
	}
}

/* calls of so many ns, of two kinds, in 10 s before and in 20 s after a change */
static const struct compared {
	const char *group;
	const char *name;
	struct {
		u64 ns;
		u64 calls;
	} before[2], after[2];
} compared[] = {
	{ "xfrm", "xfrm_input", { { 1000, 10000 } }, { { 1500, 20000 } } },
	{ "xfrm", "xfrm_output", { { 2000, 4000 } }, { { 1000, 8000 } } },
	{ "xfrm", "esp4:esp_output", { { 200, 100 } }, { { 0 } } },
	{ "xfrm", "esp4:esp_input", { { 0 } }, { { 200, 400 } } },
	{ "ip", "ip_rcv", { { 500, 1000 } }, { { 500, 2000 } } },
	/* a longer tail */
	{ "virtio_net", "virtio_net:virtnet_poll",
	  { { 1000, 970 }, { 5000, 30 } }, { { 1000, 1940 }, { 10000, 60 } } },
	/* 16 % more on average, by chance perhaps */
	{ "send", "udp_sendmsg",
	  { { 1000, 25 }, { 9000, 25 } }, { { 1000, 20 }, { 9000, 30 } } },
	/* too few to tell */
	{ "conntrack", "nf_conntrack:nf_conntrack_in",
	  { { 300, 3 } }, { { 450, 3 } } },
};

/* the number after the colon of "before:5": it has counted for so many times as long */
static u64 longer = 1;

static void fill_compared(struct encode *encode, bool is_after, u64 times)
{
	size_t i, kind;

	times *= longer;

	for (i = 0; i < ARRAY_SIZE(compared); i++) {
		encode_probe(encode, i + 1, compared[i].group, compared[i].name,
			     1);
		encode_outcome(encode, "all", 2);
		for (kind = 0; kind < 2; kind++)
			encode_cpu(encode, kind, is_after ?
				   &compared[i].after[kind].ns :
				   &compared[i].before[kind].ns, 1, times *
				   (is_after ? compared[i].after[kind].calls :
					       compared[i].before[kind].calls));
	}
}

static struct ptime_snapshot *begin_compared(struct encode *encode, u64 seconds)
{
	struct ptime_snapshot *head = encode_begin(encode,
						   ARRAY_SIZE(compared));

	head->since_ns = head->time_ns - seconds * S;
	head->time_ns += (longer - 1) * seconds * S;
	return head;
}

static void make_before(struct encode *encode)
{
	begin_compared(encode, 10);
	fill_compared(encode, false, 1);
}

/* another 10 s with what there was in the first ones */
static void make_before_later(struct encode *encode)
{
	begin_compared(encode, 10)->time_ns += 10 * S;
	fill_compared(encode, false, 2);
}

static void make_after(struct encode *encode)
{
	begin_compared(encode, 20);
	fill_compared(encode, true, 1);
}

static void make_after_fine(struct encode *encode)
{
	encode->hist_bits = 7;
	make_after(encode);
}

/* for each of its calls one was timed, 4,999 were not */
static void make_after_sampled(struct encode *encode)
{
	begin_compared(encode, 20)->sample = 5000;
	fill_compared(encode, true, 5000);
}

/* an older module, which took nothing off */
static void make_after_raw(struct encode *encode)
{
	encode->without_raw = true;
	make_after(encode);
}

/* the same of paths; 0 packets leave a path out, which has its kind of drops else */
static const struct compared_path {
	const char *steps;
	const char *reason;
	struct {
		u64 ns;
		u64 packets;
	} before, after;
} compared_paths[] = {
	{ "rx flowtable tx", "", { 2000, 10000 }, { 3000, 20000 } },
	/* as fast as before, and more of them */
	{ "rx flowtable-miss conntrack confirm forward tx", "",
	  { 30000, 1000 }, { 30000, 3000 } },
	{ "rx local-in", "", { 8000, 1000 }, { 5000, 2000 } },
	{ "rx drop", "NO_SOCKET", { 700, 400 }, { 1400, 800 } },
	{ "rx drop", "SOCKET_FILTER", { 900, 400 }, { 900, 800 } },
	/* too few to tell */
	{ "local-out tx", "", { 5000, 3 }, { 9000, 3 } },
	{ "rx xfrm-in tx", "", { 4000, 100 }, { 0 } },
	{ "rx xfrm-out tx", "", { 0 }, { 6000, 100 } },
};

static void add_compared_path(struct encode *encode, u32 i, bool is_after)
{
	const struct compared_path *compared = &compared_paths[i];
	u64 ns = is_after ? compared->after.ns : compared->before.ns;
	u64 packets = longer * (is_after ? compared->after.packets :
					   compared->before.packets);
	u64 step_ns[PTIME_STEPS_MAX] = { 0, ns * packets };
	struct ptime_snapshot_path *path;

	if (!packets)
		return;
	path = encode_path(encode, compared->steps, step_ns, 1, 0);
	/* another kernel has other numbers of the same reasons */
	path->reason = *compared->reason ? (is_after ? 100 - i : 1 + i) : 0;
	snprintf(path->reason_name, sizeof(path->reason_name), "%s",
		 compared->reason);
	encode_cpu(encode, i % 2, &ns, 1, packets);
}

static void make_paths_before(struct encode *encode)
{
	u32 i;

	begin_compared(encode, 10)->paths_max = 64;
	fill_compared(encode, false, 1);
	for (i = 0; i < ARRAY_SIZE(compared_paths); i++)
		add_compared_path(encode, i, false);
}

/* the other way round: no path is in the place that it had */
static void make_paths_after(struct encode *encode)
{
	struct ptime_snapshot *head = begin_compared(encode, 20);
	u32 i;

	head->paths_max = 64;
	head->path_losses[PTIME_PATH_PATH_TABLE_FULL] = 7;
	fill_compared(encode, true, 1);
	for (i = ARRAY_SIZE(compared_paths); i--;)
		add_compared_path(encode, i, true);
}

/* so many calls that a double cannot hold the share of the slowest one */
static void make_countless(struct encode *encode)
{
	static const u64 fast = 100, slow = 200;

	encode_begin(encode, 1);
	encode_probe(encode, 1, "group", "countless", 1);
	encode_outcome(encode, "all", 2);
	encode_cpu(encode, 0, &fast, 1, 1ULL << 56);
	encode_cpu(encode, 1, &slow, 1, 1);
}

/* far more functions and groups than the module times, each name in two modules or in one */
#define MANY	60000

static void fill_many(struct encode *encode, u64 times)
{
	u64 ns = 1000;
	char name[64], group[16];
	u32 i;

	for (i = 0; i < MANY; i++) {
		snprintf(group, sizeof(group), "group_%u", i % (MANY / 3));
		snprintf(name, sizeof(name), "%s:function_%u",
			 i % 3 ? "one" : "other", i % 3 ? i : i + 1);
		encode_probe(encode, i + 1, group, name, 1);
		encode_outcome(encode, "all", 1);
		encode_cpu(encode, 0, &ns, 1, times * (i + 1));
	}
}

static void make_many(struct encode *encode)
{
	encode_begin(encode, MANY);
	fill_many(encode, 1);
}

static void make_many_later(struct encode *encode)
{
	encode_begin(encode, MANY)->time_ns += 10 * S;
	fill_many(encode, 2);
}

/* after a reset of the snapshot before */
static void make_many_reset(struct encode *encode)
{
	struct ptime_snapshot *head = encode_begin(encode, MANY);

	head->time_ns += 20 * S;
	head->since_ns = head->time_ns - S;
	head->resets = 1;
	fill_many(encode, 1);
}

static const struct {
	const char *name;
	void (*make)(struct encode *encode);
} table[] = {
	{ "usual", make_usual },
	{ "later", make_later },
	{ "latest", make_latest },
	{ "fewer", make_fewer },
	{ "reset", make_reset },
	{ "stopped", make_stopped },
	{ "sampled", make_sampled },
	{ "below", make_below },
	{ "without_below", make_without_below },
	{ "tail", make_tail },
	{ "version", make_version },
	{ "empty", make_empty },
	{ "small", make_small },
	{ "wide", make_wide },
	{ "inactive", make_inactive },
	{ "untimed", make_untimed },
	{ "nested", make_nested },
	{ "nested_later", make_nested_later },
	{ "nested_reset", make_nested_reset },
	{ "costly", make_costly },
	{ "costly_later", make_costly_later },
	{ "busy", make_busy },
	{ "busy_later", make_busy_later },
	{ "without_raw", make_without_raw },
	{ "paths", make_paths },
	{ "paths_later", make_paths_later },
	{ "paths_older", make_paths_older },
	{ "paths_reset", make_paths_reset },
	{ "paths_gateway", make_paths_gateway },
	{ "paths_filtered", make_paths_filtered },
	{ "paths_behind", make_paths_behind },
	{ "paths_behind_later", make_paths_behind_later },
	{ "paths_stages", make_paths_stages },
	{ "without_paths", make_without_paths },
	{ "before", make_before },
	{ "before_later", make_before_later },
	{ "after", make_after },
	{ "after_fine", make_after_fine },
	{ "after_sampled", make_after_sampled },
	{ "after_raw", make_after_raw },
	{ "paths_before", make_paths_before },
	{ "paths_after", make_paths_after },
	{ "countless", make_countless },
	{ "many", make_many },
	{ "many_later", make_many_later },
	{ "many_reset", make_many_reset },
};

int main(int argc, char **argv)
{
	struct encode encode = { .hist_bits = PTIME_HIST_BITS_DEFAULT };
	char *colon = argc == 2 ? strchr(argv[1], ':') : NULL;
	size_t i;

	if (colon) {
		longer = strtoull(colon + 1, NULL, 10);
		*colon = '\0';
	}
	for (i = 0; argc == 2 && i < ARRAY_SIZE(table); i++) {
		if (strcmp(argv[1], table[i].name))
			continue;
		table[i].make(&encode);
		encode_end(&encode);
		i = fwrite(encode.data, 1, encode.size, stdout);
		free(encode.data);
		return i != encode.size || fclose(stdout);
	}
	fputs("usage: make_snapshot NAME[:TIMES]\n", stderr);
	return 2;
}
