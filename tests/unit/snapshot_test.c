// SPDX-License-Identifier: GPL-2.0
/* test of the decoder: what is whole, cut short, damaged, or newer */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "encode.h"
#include "model/stats.h"
#include "snapshot/snapshot.h"
#include "tap.h"

#define DAMAGES	4000

static const u64 values[] = { 5, 7, 7, 100, 250, 90000, 1ULL << 40 };

static bool is_nested(const struct encode *encode)
{
	return !encode->version || encode->version >= 3;
}

static void set_nesting(struct encode *encode)
{
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;

	if (!is_nested(encode))
		return;
	head->flags |= PTIME_SNAPSHOT_NESTING;
	head->unlinked[PTIME_UNLINKED_TASKS] = 3;
	head->unlinked[PTIME_UNLINKED_GIVEN_UP] = 1ULL << 40;
}

static void add_self(struct encode *encode, const u64 *self, u32 count,
		     u64 times)
{
	if (is_nested(encode))
		encode_self(encode, self, count, times);
}

static void set_budget(struct encode *encode)
{
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;

	if (!encode_has_raw(encode))
		return;
	head->budget = 3;
	head->over_budget = 2;
}

/* the last one had not returned: its callee's time is all that is known of it */
static void add_nodes(struct encode *encode)
{
	struct ptime_snapshot_node *node;

	if (!is_nested(encode))
		return;
	encode_node(encode, 12, PTIME_NO_PARENT, 2, 100, 30)->interrupt_ns = 10;
	node = encode_node(encode, 11, 0, 3, 60, 53);
	if (encode_has_raw(encode))
		node->raw_ns = 75;
	encode_node(encode, 11, 1, 1, 7, 4);
	encode_node(encode, 12, PTIME_NO_PARENT, 0, 0, 0)->context =
		PTIME_CONTEXT_TASK;
	encode_node(encode, 11, 3, 1, 40, 40)->context = PTIME_CONTEXT_TASK;
}

static const u64 path_values[] = { 5, 7, 7, 100 };
static const u64 path_ns[] = { 0, 300, 177 };
static const u64 octave_ns[] = { 0, 100, 0, 200 };
static const u64 stage_ns[] = { 7, 99, 101 };
static const u64 slow_ns[] = { 0, 60, 40 };

static void set_losses(struct encode *encode)
{
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;

	head->paths_max = 8;
	head->path_losses[PTIME_PATH_TABLE_FULL] = 3;
	head->path_losses[PTIME_PATH_GRO_MERGED] = 1ULL << 40;
	head->path_losses_more[PTIME_PATH_DROPPED - PTIME_PATH_LOSSES_FIRST] = 9;
	head->path_in = 2;
	head->path_out = 3;
	head->path_netns = 4026531840;
	head->path_transport = 17;
}

static void add_interfaces(struct encode *encode)
{
	struct ptime_snapshot_interface *interface;
	u32 i;

	if (!encode_has_interfaces(encode))
		return;
	interface = encode_interface(encode, 4026532281, 3);
	for (i = 0; i < PTIME_ACCOUNTS; i++)
		interface->packets[i] = 1 << i;
	encode_interface(encode, 0, 0)->packets[PTIME_TX_NO_RECORD] = 7;
	/* fewer packets than were lost, as counters are not read at one moment */
	interface = encode_interface(encode, 4026531840, 3);
	interface->packets[PTIME_RX_RECORD] = 9;
	interface->packets[PTIME_RX_REUSED] = 10;
}

static void add_paths(struct encode *encode)
{
	struct ptime_snapshot_slow *slow;
	struct ptime_snapshot_path *path;
	u64 overhead_ns = encode->in_window_ns;

	if (!encode_has_paths(encode))
		return;
	set_losses(encode);
	/* packets have no overhead of probes */
	encode->in_window_ns = 0;
	encode_path(encode, "rx flowtable tx", path_ns, 2, 2)->packet_bytes =
		4200;
	encode_cpu(encode, 0, path_values, 4, 3);
	encode_cpu(encode, 3, path_values + 1, 2, 8);
	slow = encode_slow(encode, slow_ns, 3);
	slow->step_cpu[0] = 7;
	slow->step_cpu[1] = 65535;
	slow->irq = PTIME_SLOW_IRQ_PART;
	slow->irq_ns = 45;
	slow->in = 2;
	slow->out = 3;
	slow->netns = 4026531840;
	slow->length = 1500;
	slow->protocol = 0x800;
	slow->transport = 17;
	slow->source = 5000;
	slow->destination = 53;
	slow->end_ns = 3999ULL * 1000 * 1000 * 1000;
	encode_slow(encode, slow_ns, 2);
	path = encode_path(encode, "rx drop", path_ns, 1, 0);
	path->reason = 3;
	path->packet_bytes = 60;
	snprintf(path->reason_name, sizeof(path->reason_name), "NO_SOCKET");
	encode_cpu(encode, 0, path_values, 1, 1);
	encode_octave(encode, 0, 1, octave_ns, 2);
	encode_octave(encode, 7, 2, octave_ns + 2, 2);
	encode_stage(encode, stage_ns, 3, 2);
	encode->in_window_ns = overhead_ns;
	add_interfaces(encode);
}

static void make(struct encode *encode)
{
	struct ptime_snapshot_probe *probe;
	struct ptime_snapshot_cpu *cpu;

	encode_begin(encode, 3)->resets = 6;
	set_nesting(encode);
	set_budget(encode);
	encode->in_window_ns = 20;
	probe = encode_probe(encode, 11, "xfrm", "xfrm_input", 2);
	probe->missed = 4;
	if (encode_has_raw(encode))
		probe->overhead_ns = 3800;
	encode_outcome(encode, "ok", 2);
	encode_cpu(encode, 1, values, 7, 10)->packets = 33;
	add_self(encode, values, 4, 5);
	cpu = encode_cpu(encode, 6, values + 2, 2, 3);
	cpu->clock_backwards = 1;
	if (encode_has_below(encode))
		cpu->below_overhead = 2;
	add_self(encode, values + 2, 2, 3);
	encode_outcome(encode, "error", 0);
	probe = encode_probe(encode, 13, "xfrm", "esp6:esp6_input", 1);
	probe->state = PTIME_STATE_PENDING;
	snprintf(probe->reason, sizeof(probe->reason),
		 "module esp6 is not loaded");
	encode_outcome(encode, "all", 0);
	probe = encode_probe(encode, 12, "virtio_net",
			     "virtio_net:virtnet_poll", 1);
	if (encode_has_raw(encode))
		probe->overhead_ns = 50;
	encode_outcome(encode, "all", 1);
	encode_cpu(encode, 0, values, 1, 1);
	add_nodes(encode);
	add_paths(encode);
	encode_end(encode);
}

/* a copy of the very size, so that the sanitizer sees any step beyond */
static struct ptool_model *decode(const void *bytes, size_t size,
				  struct ptool_reason *why)
{
	void *copy = ptool_alloc(size ? size : 1, 1);
	struct ptool_model *model;

	memcpy(copy, bytes, size);
	why->text[0] = '\0';
	model = ptool_snapshot_decode(copy, size, why);
	free(copy);
	return model;
}

static struct ptool_model *decode_encoded(struct encode *encode)
{
	struct ptool_reason why;
	struct ptool_model *model = decode(encode->data, encode->size, &why);

	if (!tap_ok(model, "is decoded"))
		tap_diag("%s", why.text);
	free(encode->data);
	if (!model)
		exit(tap_done());
	return model;
}

static void check_first_probe(const struct ptool_probe *probe, u32 bits)
{
	const struct ptool_counts *ok = &probe->outcome[0].counts;
	struct ptool_stats stats = ptool_stats_of(&probe->counts.sum, bits);

	tap_ok(!strcmp(probe->function, "xfrm_input") && !probe->module[0] &&
	       !strcmp(probe->backend, "kretprobe"), "names");
	tap_is(probe->missed, 4, "missed");
	tap_is(probe->outcomes, 2, "outcomes");
	tap_is(ok->cpus, 2, "CPUs");
	tap_is(ok->cpu[1].cpu, 6, "number of a CPU");
	tap_is(ok->cpu[0].calls, 70, "calls on a CPU");
	tap_is(ok->sum.calls, 76, "calls on all CPUs");
	tap_is(stats.calls, 76, "calls with all outcomes");
	tap_is(stats.min_ns, 5, "shortest");
	tap_is(stats.max_ns, 1ULL << 40, "longest");
	tap_is(stats.packets, 33, "packets");
	tap_is(stats.clock_backwards, 1, "clock backwards");
	tap_is(stats.overflowed, 10, "overflowed");
	tap_is(stats.total_ns, 10 * (5 + 7 + 7 + 100 + 250 + 90000 +
				     (1ULL << 40)) + 3 * (7 + 100), "total");
	tap_is(probe->outcome[1].counts.sum.calls, 0, "an outcome never seen");
}

/* per call 20 ns within, 30 ns outside */
static void check_cost(const struct ptool_model *model)
{
	const struct ptool_probe *probe = &model->probe[0];
	const struct ptool_counts *counts = &probe->outcome[0].counts;
	const struct ptool_node *node = model->tree->node;

	tap_ok(model->has_raw, "raw times are there");
	tap_ok(model->budget == 3 && model->over_budget == 2, "budget");
	tap_is(probe->overhead_ns, 3800, "cost");
	tap_ok(probe->in_window_ps == 20000 && probe->out_of_window_ps == 30000,
	       "cost of a call");
	tap_is(counts->cpu[1].raw_ns, counts->cpu[1].total_ns + 6 * 20,
	       "raw sum on a CPU");
	tap_is(probe->counts.sum.raw_ns, probe->counts.sum.total_ns + 76 * 20,
	       "raw sum on all CPUs");
	tap_ok(node[1].raw_ns == 75 && node[1].raw_self_ns == 75 - 7 &&
	       node[0].raw_self_ns == 100 - 10 - 75,
	       "raw self time is what callees and others leave");
	tap_ok(node[3].raw_ns == 40 && !node[3].raw_self_ns,
	       "a call under way has its callee's raw time");
}

static void check_below(const struct ptool_model *model, u64 calls)
{
	const struct ptool_probe *probe = &model->probe[0];

	tap_is(probe->outcome[0].counts.cpu[1].below_overhead, calls,
	       "below the overhead on a CPU");
	tap_is(ptool_stats_of(&probe->counts.sum, 4).below_overhead, calls,
	       "on all CPUs");
	tap_is(ptool_losses_of(model).below_overhead, calls, "of all functions");
}

/* as version 3 was at first */
static void test_without_raw(void)
{
	struct encode encode = { .hist_bits = 4, .without_raw = true };
	struct ptool_model *model;

	tap_diag("version 3 without raw times");
	make(&encode);
	model = decode_encoded(&encode);
	tap_ok(!model->has_raw && !model->budget && !model->over_budget &&
	       !model->probe[0].in_window_ps && !model->probe[0].overhead_ns &&
	       !model->probe[0].counts.sum.raw_ns, "no raw times, no costs");
	tap_is(model->probes, 3, "probes");
	tap_is(model->tree->nodes, 5, "nodes");
	tap_is(model->probe[0].self.sum.calls, 26, "self times");
	ptool_model_free(model);
}

/* the bytes after the struct of an older snapshot are not this number */
static void test_without_below(u32 tail)
{
	struct encode encode = {
		.hist_bits = 4,
		.tail = tail,
		.without_below = true,
	};
	struct ptool_model *model;

	tap_diag("version 3 without calls below the overhead, tails of %u bytes",
		 tail);
	make(&encode);
	model = decode_encoded(&encode);
	tap_ok(!model->has_below && model->has_raw, "raw times only");
	check_below(model, 0);
	tap_is(model->tree->nodes, 5, "nodes");
	tap_is(model->paths->path[0].counts.sum.calls,
	       model->paths->path[0].packets, "packets");
	ptool_model_free(model);
}

/* as version 3 was before there were paths */
static void test_without_paths(void)
{
	struct encode encode = { .hist_bits = 4, .without_paths = true };
	struct ptool_model *model;

	tap_diag("version 3 without paths");
	make(&encode);
	model = decode_encoded(&encode);
	tap_ok(!model->paths, "no paths");
	tap_ok(model->has_raw && model->budget == 3, "raw times, and a budget");
	tap_is(model->tree->nodes, 5, "nodes");
	ptool_model_free(model);
}

/* as it was before snapshots had the filter */
static void test_without_filter(void)
{
	struct encode encode = { .hist_bits = 4, .without_filter = true };
	struct ptool_model *model;

	tap_diag("version 3 without a filter");
	encode_begin(&encode, 0);
	encode_path(&encode, "rx tx", path_ns, 0, 0);
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_ok(model->paths && model->paths->paths == 1, "paths");
	tap_ok(!model->paths->filter.in && !model->paths->filter.out &&
	       !model->paths->filter.netns && !model->paths->filter.transport,
	       "no filter");
	ptool_model_free(model);
}

/* calls on another stack than the task's: the reason that was added last */
static void test_unlinked_stack(bool without)
{
	struct encode encode = { .hist_bits = 4, .without_stack = without };
	struct ptime_snapshot *head;
	struct ptool_model *model;

	tap_diag("version 3 %s calls on another stack",
		 without ? "without" : "with");
	head = encode_begin(&encode, 0);
	set_nesting(&encode);
	if (!without)
		head->unlinked_stack = 9;
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_is(model->warnings, without ? 2 : 3, "reasons for calls in no node");
	tap_is(ptool_model_warning(model, "unlinked_stack"), without ? 0 : 9,
	       "on another stack");
	tap_is(ptool_model_warning(model, "unlinked_given_up"), 1ULL << 40,
	       "given up");
	ptool_model_free(model);
}

/* as it was before what had no record was counted */
static void test_without_more_losses(void)
{
	struct encode encode = { .hist_bits = 4, .without_more_losses = true };
	struct ptime_snapshot *head;
	struct ptool_model *model;

	tap_diag("version 3 with fewer reasons for packets in no path");
	head = encode_begin(&encode, 0);
	head->path_losses[PTIME_PATH_REUSED_TX] = 2;
	head->path_transport = 17;
	encode_path(&encode, "rx tx", path_ns, 0, 0);
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_ok(model->paths && model->paths->paths == 1, "paths");
	tap_is(model->paths->filter.transport, 17, "a filter");
	tap_ok(model->paths->losses[PTIME_PATH_REUSED_TX] == 2 &&
	       !model->paths->losses[PTIME_PATH_REASSEMBLED] &&
	       !model->paths->losses[PTIME_PATH_DROPPED], "losses");
	ptool_model_free(model);
}

/* as it was before interfaces were counted */
static void test_without_interfaces(void)
{
	struct encode encode = { .hist_bits = 4, .without_interfaces = true };
	struct ptool_model *model;

	tap_diag("version 3 without interfaces");
	encode_begin(&encode, 0)->path_losses_more[0] = 5;
	encode_path(&encode, "rx tx", path_ns, 0, 0);
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_ok(model->paths && model->paths->paths == 1, "paths");
	tap_is(model->paths->losses[PTIME_PATH_LOSSES_FIRST], 5, "losses");
	tap_is(model->paths->interfaces.count, 0, "no interfaces");
	ptool_model_free(model);
}

static void check_filter(const struct ptool_paths *paths)
{
	tap_ok(paths->filter.in == 2 && paths->filter.out == 3 &&
	       paths->filter.netns == 4026531840 &&
	       paths->filter.transport == 17 && !paths->filters_differ,
	       "which packets are looked at");
}

static void check_slow(const struct ptool_path *path)
{
	const struct ptool_slow *slow = path->slow;

	tap_is(path->slowest, 2, "slow packets");
	tap_ok(slow->in == 2 && slow->out == 3 && slow->netns == 4026531840 &&
	       slow->length == 1500 && slow->protocol == 0x800 &&
	       slow->transport == 17 && slow->source == 5000 &&
	       slow->destination == 53 && slow->end_ns == 3999ULL * 1000 *
	       1000 * 1000, "what one is");
	tap_ok(slow->total_ns == 100 && !slow->step_ns[0] &&
	       slow->step_ns[1] == 60 && slow->step_ns[2] == 40,
	       "its times");
	tap_ok(slow->has_cpus && slow->step_cpu[0] == 7 &&
	       slow->step_cpu[1] == 65535 && !slow->step_cpu[2],
	       "the CPUs of its steps");
	tap_ok(slow->irq == PTIME_SLOW_IRQ_PART && slow->irq_ns == 45 &&
	       slow[1].irq == PTIME_SLOW_IRQ_UNKNOWN,
	       "the time in interrupts");
	tap_is(slow[1].total_ns, 60, "the next one");
}

static void check_octaves(const struct ptool_path *path)
{
	const struct ptool_octave *octave = path->octave;
	u64 packets = 0;
	u32 i;

	for (i = 0; i < PTIME_OCTAVES; i++)
		packets += octave[i].packets;
	tap_is(packets, 3, "packets of octaves");
	tap_ok(octave[0].packets == 1 && octave[0].step_ns[1] == 100 &&
	       octave[7].packets == 2 && octave[7].step_ns[1] == 200,
	       "the octaves");
}

/* 99 to 101 are in the bucket of 96 to 111 */
static void check_stages(const struct ptool_path *path)
{
	const struct ptool_series *stage = &path->stage[1];

	tap_ok(stage->calls == 6 && stage->buckets == 2 &&
	       stage->total_ns == path->step[1].total_ns &&
	       stage->min_ns == 7 && stage->max_ns == 101 &&
	       ptool_percentile_of(stage, PTIME_STAGE_BITS, 5000) == 101,
	       "times of a stage");
	tap_ok(!path->stage[0].calls && !path->stage[2].calls,
	       "a path of two steps has one stage");
}

static void check_interfaces(const struct ptool_interfaces *interfaces)
{
	const struct ptool_interface *interface = interfaces->interface;
	const struct ptool_interface **sorted =
		ptool_interfaces_sorted(interfaces, 0);
	u32 i, wrong = 0;

	tap_is(interfaces->count, 3, "interfaces");
	for (i = 0; i < PTIME_ACCOUNTS; i++)
		wrong += interface->packets[i] != 1ULL << i;
	tap_ok(interface->ifindex == 3 && interface->netns == 4026532281 &&
	       !wrong, "the packets of one");
	tap_is(ptool_interface_received(interface).packets, 1 + 2 + 4 + 8,
	       "lost packets are not received twice");
	tap_is(ptool_interface_sent(interface).packets, 16 + 32 + 64 + 128, "sent");
	tap_ok(!interface[1].ifindex && !interface[1].netns &&
	       ptool_interface_sent(&interface[1]).packets == 7, "the others");
	tap_is(ptool_interface_received(&interface[2]).in_paths, 0,
	       "never less than no packets in paths");
	tap_ok(sorted[0] == &interface[2] && sorted[1] == interface &&
	       sorted[2] == &interface[1], "in the order of their namespaces");
	free(sorted);
	sorted = ptool_interfaces_sorted(interfaces, 4026532281);
	tap_ok(sorted[0] == interface && sorted[2] == &interface[1],
	       "our own namespace is first");
	free(sorted);
}

static void check_paths(const struct ptool_model *model)
{
	const struct ptool_paths *paths = model->paths;
	const struct ptool_path *path = paths->path;
	const struct ptool_path **order = ptool_order_paths(model,
							    PTOOL_ORDER_OWN);
	char name[PTOOL_PATH_LEN], reason[PTIME_DROP_LEN];

	tap_ok(paths->paths == 2 && paths->max == 8, "paths");
	tap_ok(paths->losses[PTIME_PATH_TABLE_FULL] == 3 &&
	       paths->losses[PTIME_PATH_GRO_MERGED] == 1ULL << 40 &&
	       paths->losses[PTIME_PATH_DROPPED] == 9, "their losses");
	check_filter(paths);
	ptool_path_name(name, path);
	tap_ok(!strcmp(name, "rx > flowtable > tx"), "the steps of one: %s",
	       name);
	tap_ok(!ptool_path_reason(reason, path), "no reason");
	tap_ok(ptool_path_reason(reason, path + 1) &&
	       !strcmp(reason, "NO_SOCKET"), "the reason of a drop: %s",
	       reason);
	tap_ok(!path->step[0].total_ns && path->step[1].total_ns == 300 &&
	       path->step[2].total_ns == 177, "times of its steps");
	tap_ok(path->packets == 28 && path->counts.sum.calls == 28 &&
	       path->packet_bytes == 4200, "packets and bytes");
	tap_is(path->counts.sum.total_ns, 3 * (5 + 7 + 7 + 100) + 8 * (7 + 7),
	       "their time");
	tap_ok(path->counts.cpus == 2 && path->counts.cpu[1].cpu == 3 &&
	       path->counts.cpu[1].calls == 16, "on a CPU");
	tap_is(ptool_paths_packets(paths), 29, "packets of all paths");
	tap_ok(order[0] == path && order[1] == path + 1, "the most come first");
	check_slow(path);
	tap_ok(!path->octave, "a path of an older module has no octaves");
	tap_ok(!path->stage, "nor times of stages");
	check_octaves(path + 1);
	check_stages(path + 1);
	check_interfaces(&paths->interfaces);
	free(order);
}

static void check_self(const struct ptool_probe *probe, u32 bits)
{
	const struct ptool_counts *self = &probe->outcome[0].self;
	struct ptool_stats stats = ptool_stats_of(&probe->self.sum, bits);

	tap_is(self->cpus, 2, "self: CPUs");
	tap_is(self->cpu[0].calls, 20, "self: calls on a CPU");
	tap_is(self->cpu[1].cpu, 6, "self: number of a CPU");
	tap_is(stats.calls, 26, "self: calls");
	tap_is(stats.total_ns, 5 * (5 + 7 + 7 + 100) + 3 * (7 + 100),
	       "self: sum");
	tap_is(stats.p50_ns, 7, "self: median");
	tap_is(stats.min_ns, 5, "self: shortest, a bucket's bound");
	tap_is(stats.max_ns, ptime_hist_high(bits, ptime_hist_bucket(bits, 100)),
	       "self: longest, a bucket's bound");
}

static void check_tree(const struct ptool_model *model)
{
	const struct ptool_tree *tree = model->tree;
	const struct ptool_node *node = tree->node;

	tap_is(tree->nodes, 5, "nodes");
	tap_ok(!strcmp(tree->function[node[0].function].name, "virtnet_poll") &&
	       !strcmp(tree->function[node[0].function].module, "virtio_net") &&
	       !strcmp(tree->function[node[1].function].group, "xfrm"),
	       "their names");
	tap_ok(node[0].parent == PTOOL_NO_NODE && node[2].parent == 1,
	       "their callers");
	tap_ok(node[2].context == PTIME_CONTEXT_SOFTIRQ &&
	       node[3].context == PTIME_CONTEXT_TASK, "their contexts");
	tap_ok(node[0].calls == 2 && node[0].total_ns == 100 &&
	       node[0].self_ns == 30 && node[0].interrupt_ns == 10 &&
	       !node[0].unfinished, "a node");
	tap_ok(node[2].self_ns == 7 && node[2].total_ns == 7,
	       "what no callee has is self time");
	tap_ok(!node[3].calls && node[3].total_ns == 40 && !node[3].self_ns &&
	       node[3].unfinished == 1, "a call under way has its callee's time");
	tap_is(model->warnings, 2, "reasons for calls in no node");
	tap_ok(!strcmp(model->warning[0].key, "unlinked_tasks") &&
	       model->warning[0].count == 3 &&
	       !strcmp(model->warning[1].key, "unlinked_given_up") &&
	       model->warning[1].count == 1ULL << 40, "each with its number");
}

static void test_round_trip(u32 bits, u32 tail)
{
	struct encode encode = { .hist_bits = bits, .tail = tail };
	struct ptool_model *model;

	tap_diag("%u bits, %u unknown bytes behind each struct", bits, tail);
	make(&encode);
	model = decode_encoded(&encode);
	tap_is(model->probes, 3, "probes");
	tap_is(model->resets, 6, "resets");
	tap_is(model->hist_bits, bits, "bits");
	tap_is(model->sample, 1, "sample");
	tap_ok(model->running && !strcmp(model->clock, "tsc"), "head");
	check_first_probe(&model->probe[0], bits);
	check_self(&model->probe[0], bits);
	check_tree(model);
	check_cost(model);
	tap_ok(model->has_below, "calls below the overhead are there");
	check_below(model, 2);
	check_paths(model);
	tap_is(model->probe[1].state, PTIME_STATE_PENDING, "state");
	tap_ok(!strcmp(model->probe[2].module, "virtio_net"), "module");
	ptool_model_free(model);
}

static void test_truncations(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptool_reason why;
	size_t size;
	u32 taken = 0, silent = 0;

	make(&encode);
	for (size = 0; size < encode.size; size++) {
		struct ptool_model *model = decode(encode.data, size, &why);

		taken += !!model;
		silent += !why.text[0];
		ptool_model_free(model);
	}
	free(encode.data);
	tap_is(taken, 0, "cut short at any length it is refused");
	tap_is(silent, 0, "and the reason is reported");
}

/* the same, with a head that agrees to each length */
static void test_shrunk(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptool_reason why;
	u32 taken = 0;

	make(&encode);
	while (encode.size-- > sizeof(struct ptime_snapshot)) {
		struct ptool_model *model;

		encode_end(&encode);
		model = decode(encode.data, encode.size, &why);
		taken += !!model;
		ptool_model_free(model);
	}
	free(encode.data);
	tap_is(taken, 0, "shrunk, head included, it is refused");
}

static void damage(unsigned char *bytes, size_t size)
{
	static const u32 words[] = { 0, 1, 8, 0x7fffffff, 0xffffffff };
	u32 times = 1 + rand() % 4;
	size_t at;

	while (times--) {
		/* past magic and version, which would end it at once */
		at = 12 + rand() % (size - 16);
		if (rand() % 2)
			bytes[at] ^= 1 << rand() % 8;
		else
			memcpy(bytes + at / 4 * 4, &words[rand() % 5], 4);
	}
}

static bool is_ordered(const struct ptool_series *sum, u32 hist_bits)
{
	struct ptool_stats stats = ptool_stats_of(sum, hist_bits);

	return !stats.calls || (stats.p50_ns >= stats.min_ns &&
				stats.p999_ns <= stats.max_ns);
}

static bool probe_holds_together(const struct ptool_probe *probe, u32 hist_bits)
{
	u64 calls = 0, self_calls = 0;
	u32 i;

	for (i = 0; i < probe->outcomes; i++) {
		const struct ptool_outcome *outcome = &probe->outcome[i];

		calls += outcome->counts.sum.calls;
		self_calls += outcome->self.sum.calls;
		if (!is_ordered(&outcome->counts.sum, hist_bits) ||
		    !is_ordered(&outcome->self.sum, hist_bits))
			return false;
	}
	return calls == probe->counts.sum.calls &&
	       self_calls == probe->self.sum.calls;
}

/* callees after callers, in their context, and taking no more than they do */
static bool tree_holds_together(const struct ptool_tree *tree)
{
	struct ptool_tree_row *row;
	u32 i, rows;

	for (i = 0; i < tree->nodes; i++) {
		const struct ptool_node *node = &tree->node[i];
		const struct ptool_node *caller = &tree->node[node->parent];

		if (node->function >= tree->functions ||
		    node->self_ns + node->interrupt_ns > node->total_ns)
			return false;
		if (node->parent != PTOOL_NO_NODE &&
		    (node->parent >= i || node->context != caller->context ||
		     node->total_ns > caller->total_ns))
			return false;
	}
	row = ptool_tree_rows(tree, PTOOL_ORDER_OWN, &rows);
	free(row);
	return rows == tree->nodes;
}

static bool path_holds_together(const struct ptool_path *path, u32 hist_bits)
{
	u64 sum;
	u32 i, j;

	if (path->steps < 2 || path->steps > PTIME_STEPS_MAX ||
	    path->packets != path->counts.sum.calls ||
	    !is_ordered(&path->counts.sum, hist_bits))
		return false;
	for (i = 0; i < path->slowest; i++) {
		for (sum = 0, j = 0; j < path->steps; j++)
			sum += path->slow[i].step_ns[j];
		if (sum != path->slow[i].total_ns ||
		    (i && sum > path->slow[i - 1].total_ns))
			return false;
	}
	for (i = 0; i < path->steps && path->octave; i++) {
		for (sum = 0, j = 0; j < PTIME_OCTAVES; j++)
			sum += path->octave[j].step_ns[i];
		if (sum != path->step[i].total_ns)
			return false;
	}
	for (i = 1; i < path->steps && path->stage; i++)
		if (!is_ordered(&path->stage[i], PTIME_STAGE_BITS) ||
		    path->stage[i].total_ns != path->step[i].total_ns)
			return false;
	return true;
}

static bool paths_hold_together(const struct ptool_paths *paths, u32 hist_bits)
{
	u32 i;

	for (i = 0; i < paths->paths; i++)
		if (!path_holds_together(&paths->path[i], hist_bits))
			return false;
	return paths->paths <= paths->max;
}

/* a model that is taken must hold together: every way through it is walked */
static bool holds_together(const struct ptool_model *model)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (!probe_holds_together(&model->probe[i], model->hist_bits))
			return false;
	if (model->tree && !tree_holds_together(model->tree))
		return false;
	return !model->paths ||
	       paths_hold_together(model->paths, model->hist_bits);
}

static void test_damages(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptool_reason why;
	const char *given = getenv("SEED");
	u32 seed = given ? strtoul(given, NULL, 0) : (u32)time(NULL);
	u32 i, refused = 0, wrong = 0;
	unsigned char *copy;

	tap_diag("SEED=%u", seed);
	srand(seed);
	make(&encode);
	copy = malloc(encode.size);
	for (i = 0; i < DAMAGES; i++) {
		struct ptool_model *model;

		memcpy(copy, encode.data, encode.size);
		damage(copy, encode.size);
		model = decode(copy, encode.size, &why);
		if (!model)
			refused++;
		wrong += model ? !holds_together(model) : !why.text[0];
		ptool_model_free(model);
	}
	free(copy);
	free(encode.data);
	tap_is(wrong, 0, "damaged, it is refused with a reason, or holds");
	tap_ok(refused > DAMAGES / 4, "%u of %u refused", refused, DAMAGES);
}

/* the places of the structs of make() */
#define PROBE	sizeof(struct ptime_snapshot)
#define FUNCTION (PROBE + offsetof(struct ptime_snapshot_probe, function))
#define COST	(PROBE + offsetof(struct ptime_snapshot_probe, overhead_ns))
#define OUTCOME	(PROBE + sizeof(struct ptime_snapshot_probe))
#define CPU	(OUTCOME + sizeof(struct ptime_snapshot_outcome))
#define BUCKET	(CPU + sizeof(struct ptime_snapshot_cpu))
#define SELF	(BUCKET + 6 * sizeof(struct ptime_snapshot_bucket))

/* nodes and paths are counted from the end */
#define NODE(n)	(PATH - (5 - (n)) * (ssize_t)sizeof(struct ptime_snapshot_node))

/* interfaces are counted from the end, too, as they are behind the paths */
#define INTERFACE(n)	(-(3 - (n)) * (ssize_t)sizeof(struct ptime_snapshot_interface))
#define INTERFACE_INDEX	offsetof(struct ptime_snapshot_interface, ifindex)
#define INTERFACE_NETNS	offsetof(struct ptime_snapshot_interface, netns)
#define INTERFACE_PACKETS	offsetof(struct ptime_snapshot_interface, packets)
#define INTERFACES	offsetof(struct ptime_snapshot, path_interfaces)

/* two paths; in their CPUs there are 3, 1 and 1 buckets */
#define PATH	(INTERFACE(0) - (ssize_t)(2 * sizeof(struct ptime_snapshot_path) +	\
			    5 * sizeof(struct ptime_snapshot_step) +	\
			    3 * sizeof(struct ptime_snapshot_cpu) +	\
			    5 * sizeof(struct ptime_snapshot_bucket) +	\
			    2 * sizeof(struct ptime_snapshot_octave) +	\
			    sizeof(struct ptime_snapshot_stage) +	\
			    2 * sizeof(struct ptime_snapshot_bucket) +	\
			    2 * sizeof(struct ptime_snapshot_slow)))
#define PATH_STEP	(PATH + (ssize_t)sizeof(struct ptime_snapshot_path))
#define PATH_CPU	(PATH_STEP + 3 * (ssize_t)sizeof(struct ptime_snapshot_step))
#define PATH_BUCKET	(PATH_CPU + (ssize_t)sizeof(struct ptime_snapshot_cpu))
#define PATH_CPU_2	(PATH_BUCKET + 3 * (ssize_t)sizeof(struct ptime_snapshot_bucket))
#define SLOW	(PATH_CPU_2 + (ssize_t)(sizeof(struct ptime_snapshot_cpu) +	\
					sizeof(struct ptime_snapshot_bucket)))
#define SLOW_2	(SLOW + (ssize_t)sizeof(struct ptime_snapshot_slow))
#define DROP	(SLOW_2 + (ssize_t)sizeof(struct ptime_snapshot_slow))
#define DROP_STEP	(DROP + (ssize_t)sizeof(struct ptime_snapshot_path))

#define OCTAVE	(DROP_STEP + (ssize_t)(2 * sizeof(struct ptime_snapshot_step) +	\
				       sizeof(struct ptime_snapshot_cpu) +	\
				       sizeof(struct ptime_snapshot_bucket)))
#define OCTAVE_2	(OCTAVE + (ssize_t)sizeof(struct ptime_snapshot_octave))
#define STAGE	(OCTAVE_2 + (ssize_t)sizeof(struct ptime_snapshot_octave))
#define STAGE_BUCKET	(STAGE + (ssize_t)sizeof(struct ptime_snapshot_stage))

#define PATH_STAGES	offsetof(struct ptime_snapshot_path, stages)
#define PATH_OCTAVES	offsetof(struct ptime_snapshot_path, octaves)
#define PATH_REASON	offsetof(struct ptime_snapshot_path, reason_name)
#define PATH_BYTES	offsetof(struct ptime_snapshot_path, packet_bytes)
#define STEP_NAME	offsetof(struct ptime_snapshot_step, name)
#define STEP_NS		offsetof(struct ptime_snapshot_step, total_ns)
#define SLOW_TOTAL	offsetof(struct ptime_snapshot_slow, total_ns)
#define SLOW_NS		offsetof(struct ptime_snapshot_slow, step_ns)
#define SLOW_IRQ	offsetof(struct ptime_snapshot_slow, irq)

#define OCTAVE_NUMBER	offsetof(struct ptime_snapshot_octave, octave)
#define OCTAVE_PACKETS	offsetof(struct ptime_snapshot_octave, packets)
#define OCTAVE_NS	offsetof(struct ptime_snapshot_octave, step_ns)

#define NODE_PARENT	offsetof(struct ptime_snapshot_node, parent)
#define NODE_CONTEXT	offsetof(struct ptime_snapshot_node, context)
#define NODE_ID		offsetof(struct ptime_snapshot_node, id)
#define NODE_CALLS	offsetof(struct ptime_snapshot_node, calls)
#define NODE_TOTAL	offsetof(struct ptime_snapshot_node, total_ns)
#define NODE_SELF	offsetof(struct ptime_snapshot_node, self_ns)
#define NODE_INTERRUPT	offsetof(struct ptime_snapshot_node, interrupt_ns)
#define NODE_RAW	offsetof(struct ptime_snapshot_node, raw_ns)

/* one field after the other is given a value that cannot be */
static const struct {
	const char *name;
	ssize_t at;
	u32 value;
	const char *why;
} faults[] = {
	{ "another version", 8, 4, "version 4" },
	{ "version 0", 8, 0, "version 0" },
	{ "another byte order", 8, 1 << 24, "byte order" },
	{ "a small head", 12, 8, "head" },
	{ "a head beyond the end", 12, 1 << 20, "head" },
	{ "counts from the future", 36, 0x7fffffff, "begin after" },
	{ "no bits", 44, 0, "bits" },
	{ "too many bits", 44, 8, "bits" },
	{ "4294967295 probes", 48, ~0U, "probes announced" },
	{ "one probe less", 48, 2, "node 0 before" },
	{ "one probe more", 48, 4, "probe of 64" },
	{ "small buckets", 60, 8, "head" },
	{ "a control character", 64, 0x1b, "names in the head" },
	{ "no call timed", 160, 0, "1 call in 0" },
	{ "one call in too many", 160, 65537, "1 call in 65537" },
	{ "callers of calls that nobody timed", 160, 4, "callers, where 1 call" },
	{ "4294967295 nodes", 164, ~0U, "nodes announced" },
	{ "one node less", 164, 4, "a path of 64" },
	{ "one node more", 164, 6, "context 3 of node 5" },
	{ "a budget of too much", 208, 101, "budget of 101 %" },
	{ "a head of no raw times before others", 12, 208, "a probe of" },
	{ "a head of no paths before others", 12, 216, "a probe of" },
	{ "4294967295 paths", 216, ~0U, "4294967295 paths, where" },
	{ "more paths than there is room for", 220, 1, "2 paths, where there is room for 1" },
	{ "room for too many paths", 220, 1025, "room for 1025 paths" },
	{ "one path less", 216, 1, "interface of 80" },
	{ "one path more", 216, 3, "path 2" },
	{ "no nesting", 56, PTIME_SNAPSHOT_RUNNING, "self times on CPU 1" },
	{ "a small probe", PROBE, 40, "probe of 40" },
	{ "a probe without its cost", PROBE, 376, "probe of 376" },
	{ "a CPU without its raw time", CPU, 72, "CPU of 72" },
	{ "4294967295 outcomes", PROBE + 4, ~0U, "outcomes announced" },
	{ "no outcomes", PROBE + 4, 0, "no outcomes" },
	{ "an unknown state", PROBE + 8, 6, "state 6" },
	{ "a number taken", PROBE + 16, 12, "number that another probe has" },
	{ "no function", FUNCTION, 0, "names of probe" },
	{ "an endless name", FUNCTION + 124, 0x41414141, "" },
	{ "4294967295 CPUs", OUTCOME + 4, ~0U, "CPUs announced" },
	{ "4294967295 buckets", CPU + 8, ~0U, "buckets announced" },
	{ "a bucket beyond the last", BUCKET, 5000, "bucket 5000" },
	{ "an empty bucket", BUCKET + 8, 0, "bucket 5" },
	{ "a bucket twice", BUCKET + 16, 5, "bucket 5" },
	{ "4294967295 self buckets", CPU + 64, ~0U, "buckets announced" },
	{ "a self bucket beyond the last", SELF, 5000, "bucket 5000" },
	{ "an empty self bucket", SELF + 8, 0, "bucket 5" },
	{ "a self bucket twice", SELF + 16, 5, "bucket 5" },
	{ "a small node", NODE(0), 40, "node of 40" },
	{ "a node without its raw time", NODE(0), 56, "node of 56" },
	{ "a node before its caller", NODE(1) + NODE_PARENT, 1,
	  "node 1 before its caller 1" },
	{ "a caller that is not there", NODE(4) + NODE_PARENT, 5,
	  "node 4 before its caller 5" },
	{ "no such context", NODE(0) + NODE_CONTEXT, 3, "context 3 of node 0" },
	{ "another context than the caller's", NODE(2) + NODE_CONTEXT,
	  PTIME_CONTEXT_TASK, "node 2 in another context" },
	{ "a node of no probe", NODE(2) + NODE_ID, 14, "node 2 of no probe" },
	{ "a node twice", NODE(2) + NODE_PARENT, 0, "node 2 is there twice" },
	{ "a small path", PATH, 71, "path of 71" },
	{ "a path that ends within a number", PATH, 74, "path of 74" },
	{ "a path of one step", PATH + 4, 1, "path of 1 steps" },
	{ "a path of no steps", PATH + 4, 0, "path of 0 steps" },
	{ "a path of too many steps", PATH + 4, 17, "path of 17 steps" },
	{ "one step less", PATH + 4, 2, "CPU of 32" },
	{ "one step more", PATH + 4, 4, "name of step 3" },
	{ "4294967295 CPUs of a path", PATH + 8, ~0U, "CPUs announced" },
	{ "one CPU of a path less", PATH + 8, 1, "slow packet of 88" },
	{ "too many slow packets", PATH + 12, 33, "33 slow packets" },
	{ "one slow packet less", PATH + 12, 1, "path of 0 steps" },
	{ "one slow packet more", PATH + 12, 3, "slow packet of 80" },
	{ "a control character in a reason", PATH + PATH_REASON, 0x1b,
	  "name of the reason of path 0" },
	{ "a small step", PATH_STEP, 31, "step of 31" },
	{ "a step without a name", PATH_STEP + STEP_NAME, 0, "name of step 0" },
	{ "a step with another name", DROP_STEP + STEP_NAME, 0x7f, "name of step 0" },
	{ "a small CPU of a path", PATH_CPU, 72, "CPU of 72" },
	{ "CPUs of a path out of order", PATH_CPU_2 + 4, 0, "CPU 0 out of order" },
	{ "buckets of a path out of order", PATH_BUCKET + 16, 5, "bucket 5" },
	{ "an empty bucket of a path", PATH_BUCKET + 8, 0, "bucket 5" },
	{ "self times of a path", PATH_CPU + 56, 1, "self times of packets on CPU 0" },
	{ "self buckets of a path", PATH_CPU + 64, 1, "self times of packets on CPU 0" },
	{ "a small slow packet", SLOW, 168, "slow packet of 168" },
	{ "slow packets out of order", SLOW_2 + SLOW_TOTAL, 101, "slow packet 1 out of order" },
	{ "a slow packet with other interrupts", SLOW + SLOW_IRQ, 3,
	  "interrupts of slow packet 0 have the kind 3" },
	{ "a slow packet of another time", SLOW + SLOW_TOTAL, 101, "steps of slow packet 0" },
	{ "a slow packet with another step", SLOW_2 + SLOW_NS, 1, "steps of slow packet 1" },
	{ "a slow packet of too long a step", SLOW + SLOW_NS + 12, ~0U, "steps of slow packet 0" },
	{ "4294967295 octaves", DROP + PATH_OCTAVES, ~0U, "octave of 24" },
	{ "one octave less", DROP + PATH_OCTAVES, 1, "octaves and step 1" },
	{ "a small octave", OCTAVE, 136, "octave of 136" },
	{ "octaves out of order", OCTAVE_2 + OCTAVE_NUMBER, 0, "octave 0" },
	{ "an octave that there cannot be", OCTAVE_2 + OCTAVE_NUMBER, PTIME_OCTAVES, "octave 29" },
	{ "an empty octave", OCTAVE + OCTAVE_PACKETS, 0, "octave 0" },
	{ "an octave of another time", OCTAVE + OCTAVE_NS + 8, 101, "octaves and step 1" },
	{ "octaves of too long a step", OCTAVE + OCTAVE_NS + 12, ~0U, "octaves and step 1" },
	{ "stages of another path", DROP + PATH_STAGES, 2, "2 stages of a path of 2 steps" },
	{ "no stages", DROP + PATH_STAGES, 0, "interface of 24" },
	{ "stages announced where there are none", PATH + PATH_STAGES, 2, "bucket 224" },
	{ "a small stage", STAGE, 8, "stage of 8" },
	{ "4294967295 buckets of a stage", STAGE + 4, ~0U, "buckets announced" },
	{ "a stage's bucket beyond the last", STAGE_BUCKET + 16, PTIME_STAGE_BUCKETS,
	  "bucket 141" },
	{ "an empty bucket of a stage", STAGE_BUCKET + 8, 0, "bucket 7" },
	{ "a head of no interfaces before others", 12, INTERFACES, "a probe of" },
	{ "4294967295 interfaces", INTERFACES, ~0U, "4294967295 interfaces" },
	{ "too many interfaces", INTERFACES, PTIME_INTERFACES_MAX + 2, "66 interfaces" },
	{ "more interfaces than there can be", INTERFACES, PTIME_INTERFACES_MAX + 1,
	  "65 interfaces announced" },
	{ "one interface less", INTERFACES, 2, "after the last" },
	{ "one interface more", INTERFACES, 4, "interfaces announced" },
	{ "a small interface", INTERFACE(0), 80, "interface of 80" },
	{ "an interface twice", INTERFACE(2) + INTERFACE_NETNS, 4026532281U,
	  "an interface is there twice" },
	{ "other interfaces in a namespace", INTERFACE(0) + INTERFACE_INDEX, 0,
	  "interface 0 without a number" },
};

/* a place in a snapshot; below 0 it is counted from the end */
static unsigned char *place_in(const struct encode *encode, ssize_t at)
{
	return encode->data + (at < 0 ? (ssize_t)encode->size : 0) + at;
}

static void is_refused(const struct encode *encode, const char *reason,
		       const char *name)
{
	struct ptool_reason why;
	struct ptool_model *model = decode(encode->data, encode->size, &why);

	if (!tap_ok(!model && strstr(why.text, reason), "%s", name))
		tap_diag("reason: '%s'", why.text);
	ptool_model_free(model);
}

static void test_faults(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		struct encode encode = { .hist_bits = 4 };
		bool endless = !faults[i].why[0];

		make(&encode);
		if (endless)
			memset(encode.data + FUNCTION, 'A', PTIME_FUNCTION_LEN);
		memcpy(place_in(&encode, faults[i].at), &faults[i].value, 4);
		is_refused(&encode, faults[i].why, faults[i].name);
		free(encode.data);
	}
}

/* fields of which there are several: one as large as can be is too much */
static const struct {
	const char *name;
	ssize_t at;
	const char *why;
} overflows[] = {
	{ "calls", BUCKET + 8, "more calls" },
	{ "time", CPU + 16, "sums of CPU" },
	{ "raw time", CPU + 72, "sums of CPU" },
	{ "calls below the overhead", CPU + 80, "sums of CPU" },
	{ "cost", COST, "misses, or overhead," },
	{ "self calls", SELF + 8, "more calls" },
	{ "self time", CPU + 56, "self times of CPU 6 overflow" },
	{ "calls of nodes", NODE(1) + NODE_CALLS, "sums of the nodes" },
	{ "time of nodes", NODE(1) + NODE_TOTAL, "sums of the nodes" },
	{ "self time of nodes", NODE(1) + NODE_SELF, "sums of the nodes" },
	{ "raw time of nodes", NODE(1) + NODE_RAW, "sums of the nodes" },
	{ "time elsewhere", NODE(1) + NODE_INTERRUPT, "sums of the nodes" },
	{ "packets in no path", 224, "more packets in no path" },
	{ "bytes of packets", DROP + PATH_BYTES, "more bytes" },
	{ "time of steps", DROP_STEP + STEP_NS, "times of steps overflow" },
	{ "packets", PATH_BUCKET + 8, "more calls" },
	{ "time of packets", PATH_CPU_2 + 16, "sums of CPU 3" },
	{ "packets of stages", STAGE_BUCKET + 8, "more calls" },
	{ "packets of octaves", OCTAVE + OCTAVE_PACKETS, "packets of octaves overflow" },
	{ "packets of an interface", INTERFACE(0) + INTERFACE_PACKETS,
	  "more packets of interfaces" },
	{ "packets of the last interface", INTERFACE(2) + INTERFACE_PACKETS + 8,
	  "more packets of interfaces" },
};

static void test_overflows(void)
{
	const u64 most = ~0ULL;
	char name[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(overflows); i++) {
		struct encode encode = { .hist_bits = 4 };

		make(&encode);
		memcpy(place_in(&encode, overflows[i].at), &most, sizeof(most));
		snprintf(name, sizeof(name), "too much: %s", overflows[i].name);
		is_refused(&encode, overflows[i].why, name);
		free(encode.data);
	}
}

/* version 1 ends before the sample: all calls were timed; 2 before nesting */
static void test_version(u32 version)
{
	struct encode encode = { .hist_bits = 4, .version = version };
	struct ptool_model *model;

	tap_diag("version %u", version);
	make(&encode);
	model = decode_encoded(&encode);
	tap_is(model->sample, 1, "all calls were timed");
	tap_is(model->probes, 3, "probes");
	check_first_probe(&model->probe[0], 4);
	tap_ok(!model->tree && !model->warnings, "no tree, and nothing said of it");
	tap_ok(!model->has_raw && !model->probe[0].counts.sum.raw_ns,
	       "no raw times");
	tap_is(model->probe[0].self.sum.calls, 0, "no self times");
	ptool_model_free(model);
}

static void test_empty(u32 version)
{
	struct encode encode = { .hist_bits = 4, .version = version };
	struct ptool_model *model;

	encode_begin(&encode, 0);
	set_nesting(&encode);
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_ok(model->sample == 1 && !model->probes &&
	       !model->tree == !is_nested(&encode),
	       "version %u without probes", version);
	ptool_model_free(model);
}

/* in version 2 these places, which later versions use, had no meaning */
static void test_version_2_reserved(void)
{
	struct encode encode = { .hist_bits = 4, .version = 2 };
	struct ptime_snapshot *head;
	struct ptool_model *model;

	make(&encode);
	head = (struct ptime_snapshot *)encode.data;
	head->flags |= PTIME_SNAPSHOT_NESTING;
	head->nodes = 7;
	model = decode_encoded(&encode);
	tap_ok(!model->tree, "version 2 has no nodes, whatever is in their place");
	ptool_model_free(model);
}

/* a call that was timed stands for the sample; nothing is multiplied here */
static void test_sample(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptool_model *model;
	struct ptool_stats stats;

	encode_begin(&encode, 1)->sample = 10;
	encode_probe(&encode, 1, "xfrm", "xfrm_input", 1)->missed = 4;
	encode_outcome(&encode, "all", 1);
	encode_cpu(&encode, 0, values, 3, 10)->packets = 70;
	encode_end(&encode);
	model = decode_encoded(&encode);
	stats = ptool_stats_of(&model->probe[0].counts.sum, 4);
	tap_is(model->sample, 10, "sample");
	tap_is(stats.calls, 30, "estimated calls");
	tap_is(stats.packets, 70, "estimated packets");
	tap_is(stats.total_ns, 190, "estimated total");
	tap_is(stats.mean_ns, 6, "the mean is that of the timed");
	tap_is(model->probe[0].missed, 4, "missed calls are counted");
	tap_ok(!model->tree, "no callers");
	ptool_model_free(model);
}

static void test_untimed(void)
{
	struct encode encode = { .hist_bits = 4, .version = 2 };

	make(&encode);
	((struct ptime_snapshot *)encode.data)->sample = 4;
	is_refused(&encode, "10 calls where 1 in 4",
		   "calls that nobody timed");
	free(encode.data);
}

/* nodes without nesting, even where no self time gives it away */
static void test_nodes_alone(void)
{
	struct encode encode = { .hist_bits = 4 };

	encode_begin(&encode, 1);
	encode_probe(&encode, 1, "xfrm", "xfrm_input", 1);
	encode_outcome(&encode, "all", 0);
	encode_node(&encode, 1, PTIME_NO_PARENT, 1, 1, 1);
	encode_end(&encode);
	is_refused(&encode, "1 nodes, where there are none", "nodes alone");
	free(encode.data);
}

/* a module that does not look at packets, and says so */
static void test_no_paths(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptool_model *model;

	encode_begin(&encode, 0);
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_ok(model->paths && !model->paths->max && !model->paths->paths,
	       "no room for paths");
	ptool_model_free(model);
}

static void test_paths_of_sample(void)
{
	struct encode encode = { .hist_bits = 4 };

	encode_begin(&encode, 0)->sample = 4;
	((struct ptime_snapshot *)encode.data)->paths_max = 8;
	encode_end(&encode);
	is_refused(&encode, "paths, where 1 call in 4",
		   "paths of packets that nobody looked at");
	free(encode.data);
}

static void test_filter(void)
{
	struct encode encode = { .hist_bits = 4 };

	encode_begin(&encode, 0)->path_transport = 256;
	encode_end(&encode);
	is_refused(&encode, "a filter by protocol 256",
		   "a protocol that there cannot be");
	free(encode.data);
}

static void test_interfaces_without_paths(void)
{
	struct encode encode = { .hist_bits = 4 };

	encode_begin(&encode, 0);
	encode_interface(&encode, 4026531840, 3);
	encode_end(&encode);
	is_refused(&encode, "1 interfaces, where no packets are traced",
		   "interfaces without packet tracing");
	free(encode.data);
}

static struct ptime_snapshot *begin_waits(struct encode *encode)
{
	static const u64 packets[] = { 0, 1, 64 };
	struct ptime_snapshot_polls *polls;

	encode_begin(encode, 0)->paths_max = 8;
	encode_wait(encode, PTIME_WAIT_SOFTIRQ, 2);
	encode_cpu(encode, 1, path_values, 4, 3);
	encode_cpu(encode, 3, path_values + 1, 2, 8);
	encode_wait(encode, PTIME_WAIT_PACKETS, 1);
	encode_cpu(encode, 1, packets, 3, 2);
	polls = encode_polls(encode, 1);
	polls->full = 5;
	polls->outside = 6;
	polls->squeezed = 7;
	encode_polls(encode, 3)->squeezed = 1;
	return (struct ptime_snapshot *)encode->data;
}

static void check_waits(const struct ptool_waits *waits)
{
	const struct ptool_counts *counts = &waits->wait[PTIME_WAIT_SOFTIRQ];
	struct ptool_polls polls = ptool_waits_polls(waits);

	tap_ok(waits->are_known, "waits are known");
	tap_ok(counts->sum.calls == 28 && counts->cpus == 2 &&
	       counts->cpu[1].cpu == 3 && counts->cpu[1].calls == 16,
	       "a wait on its CPUs");
	tap_is(waits->wait[PTIME_WAIT_RUN].sum.calls, 0, "one that is not there");
	tap_is(waits->wait[PTIME_WAIT_PACKETS].sum.total_ns, 130, "packets");
	tap_is(ptool_wait_number(65, 4), 64, "a number is its bucket's lower bound");
	tap_ok(polls.full == 5 && polls.outside == 6 && polls.squeezed == 8,
	       "polls");
	tap_is(ptool_waits_polls_of(waits, 3).squeezed, 1, "of a CPU");
}

static void test_waits(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptool_model *model;

	begin_waits(&encode);
	encode_end(&encode);
	model = decode_encoded(&encode);
	check_waits(&model->paths->waits);
	ptool_model_free(model);

	begin_waits(&encode)->paths_max = 0;
	encode_end(&encode);
	is_refused(&encode, "2 waits, where no packets are traced",
		   "waits without packet tracing");
	free(encode.data);

	begin_waits(&encode);
	encode_wait(&encode, PTIME_WAIT_POLL, 0);
	encode_end(&encode);
	is_refused(&encode, "", "waits behind polls");
	free(encode.data);

	encode_begin(&encode, 0)->paths_max = 8;
	encode_wait(&encode, PTIME_WAIT_POLL, 0);
	encode_wait(&encode, PTIME_WAIT_RUN, 0);
	encode_end(&encode);
	is_refused(&encode, "wait 2 out of order", "waits out of order");
	free(encode.data);

	encode_begin(&encode, 0)->paths_max = 8;
	encode_wait(&encode, PTIME_WAITS, 1);
	encode_cpu(&encode, 1, path_values, 4, 3);
	encode_polls(&encode, 3)->full = 4;
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_is(ptool_waits_polls(&model->paths->waits).full, 4,
	       "a later module's wait is skipped");
	ptool_model_free(model);

	encode_begin(&encode, 0)->paths_max = 8;
	encode_polls(&encode, 3);
	encode_polls(&encode, 3);
	encode_end(&encode);
	is_refused(&encode, "polls of CPU 3 out of order", "a CPU twice");
	free(encode.data);

	begin_waits(&encode);
	encode_polls(&encode, 4)->squeezed = ~0ULL;
	encode_end(&encode);
	is_refused(&encode, "more polls than can be counted",
		   "polls that overflow");
	free(encode.data);
}

/* as it was before waits were counted */
static void test_without_waits(void)
{
	struct encode encode = { .hist_bits = 4, .without_waits = true };
	struct ptool_model *model;

	encode_begin(&encode, 0)->paths_max = 8;
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_ok(!model->paths->waits.are_known, "an older module knows no waits");
	ptool_model_free(model);
}

/* as it was before times of stages and the CPUs of steps were kept */
static void test_older_paths(void)
{
	struct encode encode = {
		.hist_bits = 4, .without_stages = true, .without_step_cpus = true
	};
	const struct ptool_path *path;
	struct ptool_model *model;

	encode_begin(&encode, 0)->paths_max = 8;
	encode_path(&encode, "rx flowtable tx", path_ns, 0, 2);
	encode_slow(&encode, slow_ns, 3);
	encode_slow(&encode, slow_ns, 2);
	encode_end(&encode);
	model = decode_encoded(&encode);
	path = model->paths->path;
	tap_ok(path->steps == 3 && path->step[1].total_ns == 300 &&
	       !path->stage, "a path of an older module");
	tap_ok(path->slowest == 2 && path->slow[0].total_ns == 100 &&
	       path->slow[1].total_ns == 60 && !path->slow[0].has_cpus &&
	       !path->slow[1].has_cpus &&
	       path->slow[0].irq == PTIME_SLOW_IRQ_UNKNOWN, "its slow packets");
	ptool_model_free(model);
}

static void test_last_losses(bool is_older)
{
	struct encode encode = {
		.hist_bits = 4, .without_last_losses = is_older
	};
	struct ptime_snapshot *head = encode_begin(&encode, 0);
	struct ptool_model *model;

	head->paths_max = 8;
	if (!is_older)
		head->path_losses_last[0] = 1ULL << 40;
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_is(model->paths->losses[PTIME_PATH_NOT_FOLLOWED],
	       is_older ? 0 : 1ULL << 40, "packets not followed");
	ptool_model_free(model);
}

/* A reason has one number in a kernel. Reasons without a name are known by it. */
static void test_path_twice(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptime_snapshot_path *path;
	struct ptool_model *model;
	u32 i;

	encode_begin(&encode, 0);
	for (i = 0; i < 3; i++)
		encode_path(&encode, "rx drop", path_ns, 0, 0)->reason = i;
	encode_end(&encode);
	model = decode_encoded(&encode);
	tap_is(model->paths->paths, 3, "paths that differ in the reason only");
	ptool_model_free(model);
	encode_begin(&encode, 0);
	for (i = 0; i < 3; i++) {
		path = encode_path(&encode, i ? "rx rx tx" : "rx tx", path_ns,
				   0, 0);
		path->reason = 1 + (i == 2);
		snprintf(path->reason_name, sizeof(path->reason_name), "WHY");
	}
	encode_end(&encode);
	is_refused(&encode, "is there twice", "a path twice");
	free(encode.data);
}

/* a CPU counts while it is read: the bounds lag behind the bucket */
static void test_torn(void)
{
	struct encode encode = { .hist_bits = 4 };
	struct ptime_snapshot_cpu *cpu;
	struct ptool_model *model;
	struct ptool_stats stats;
	u64 value = 1000;

	encode_begin(&encode, 1);
	encode_probe(&encode, 1, "xfrm", "xfrm_input", 1);
	encode_outcome(&encode, "all", 1);
	cpu = encode_cpu(&encode, 0, &value, 1, 1);
	cpu->min_ns = ~0ULL;
	cpu->max_ns = 0;
	encode_end(&encode);
	model = decode_encoded(&encode);
	stats = ptool_stats_of(&model->probe[0].counts.sum, 4);
	tap_ok(stats.min_ns <= stats.p50_ns && stats.p50_ns <= stats.max_ns &&
	       stats.min_ns >= 992 && stats.max_ns < 1024,
	       "bounds that lag are drawn to the bucket");
	ptool_model_free(model);
}

int main(void)
{
	test_round_trip(2, 0);
	test_round_trip(4, 0);
	test_round_trip(7, 0);
	test_round_trip(4, 8);
	test_round_trip(4, 48);
	test_waits();
	test_without_waits();
	test_older_paths();
	test_last_losses(false);
	test_last_losses(true);
	test_truncations();
	test_shrunk();
	test_damages();
	test_faults();
	test_overflows();
	test_version(1);
	test_version(2);
	test_empty(1);
	test_empty(2);
	test_empty(3);
	test_without_raw();
	test_without_below(0);
	test_without_below(8);
	test_without_paths();
	test_without_filter();
	test_unlinked_stack(false);
	test_unlinked_stack(true);
	test_without_more_losses();
	test_without_interfaces();
	test_interfaces_without_paths();
	test_no_paths();
	test_paths_of_sample();
	test_filter();
	test_path_twice();
	test_version_2_reserved();
	test_sample();
	test_untimed();
	test_nodes_alone();
	test_torn();
	return tap_done();
}
