// SPDX-License-Identifier: GPL-2.0
/* test of the model: sums, intervals, CPUs and probes left out, coarsening */
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "encode.h"
#include "model/stats.h"
#include "snapshot/snapshot.h"
#include "tap.h"

#define BITS	4

static const u64 early[] = { 10, 100, 100, 5000 };
static const u64 late[] = { 10, 100, 100, 5000, 130, 131, 700 };

static struct ptool_model *finish(struct encode *encode)
{
	struct ptool_reason why;
	struct ptool_model *model;

	encode_end(encode);
	model = ptool_snapshot_decode(encode->data, encode->size, &why);
	free(encode->data);
	if (!model) {
		tap_ok(false, "decode: %s", why.text);
		exit(tap_done());
	}
	return model;
}

/* more values of the last nodes, in the order in which they were encoded */
static void add_raw(struct encode *encode, const u64 *raw, u32 nodes)
{
	struct ptime_snapshot_node *node =
		(struct ptime_snapshot_node *)(encode->data + encode->size);
	u32 i;

	for (i = 0; i < nodes; i++)
		node[(ssize_t)i - nodes].raw_ns += raw[i];
}

static void add_nodes_before(struct encode *encode)
{
	static const u64 raw[] = { 100, 50, 20, 20, 0, 20 };

	encode_node(encode, 1, PTIME_NO_PARENT, 2, 510, 300);
	encode_node(encode, 1, 0, 2, 200, 170);
	encode_node(encode, 1, 1, 1, 30, 30);
	encode_node(encode, 2, 0, 1, 10, 10);
	encode_node(encode, 1, PTIME_NO_PARENT, 0, 0, 0)->context =
		PTIME_CONTEXT_TASK;
	encode_node(encode, 1, 4, 1, 90, 90)->context = PTIME_CONTEXT_TASK;
	add_raw(encode, raw, 6);
}

/*
 * In another order: the call under way in a task has returned, one in a softirq
 * is under way two levels deep, a probe has gone and another came.
 */
static void add_nodes_now(struct encode *encode)
{
	static const u64 raw[] = { 20, 90, 60, 100, 50, 20, 20 };

	encode_node(encode, 3, PTIME_NO_PARENT, 1, 7, 7);
	encode_node(encode, 1, PTIME_NO_PARENT, 1, 150, 40)->context =
		PTIME_CONTEXT_TASK;
	encode_node(encode, 1, 1, 2, 110, 110)->context = PTIME_CONTEXT_TASK;
	encode_node(encode, 1, PTIME_NO_PARENT, 2, 500, 300);
	encode_node(encode, 1, 3, 2, 200, 170);
	encode_node(encode, 3, 4, 1, 5, 5);
	encode_node(encode, 1, 4, 1, 30, 30);
	add_raw(encode, raw, 7);
}

static const u64 path_ns[] = { 0, 10, 30 };
static const u64 later_ns[] = { 0, 15, 90 };
static const u64 later_fast_ns[] = { 0, 12, 40 };
static const u64 later_slow_ns[] = { 0, 3, 50 };

/* each in a bucket of its own */
static const u64 stage_ns[] = { 10, 100, 1000 };

/* a slow packet that ended so long after the earlier reading */
static void add_slow(struct encode *encode, u64 ns, u64 after_ns)
{
	u64 step_ns[] = { 0, ns };

	encode_slow(encode, step_ns, 2)->end_ns = (5000ULL << 30) + after_ns;
}

static void add_interface(struct encode *encode, u32 netns, u32 ifindex,
			  u64 received, u64 lost)
{
	struct ptime_snapshot_interface *interface =
		encode_interface(encode, netns, ifindex);

	interface->packets[PTIME_RX_RECORD] = received;
	interface->packets[PTIME_RX_TIMED_OUT] = lost;
}

static void add_paths_before(struct encode *encode)
{
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;

	head->paths_max = 4;
	head->path_losses[PTIME_PATH_TIMED_OUT] = 4;
	head->path_losses[PTIME_PATH_PATH_TABLE_FULL] = 1;
	encode_path(encode, "rx forward tx", path_ns, 2, 2)->packet_bytes = 100;
	encode_cpu(encode, 0, early, 4, 1);
	encode_cpu(encode, 2, early, 2, 5);
	encode_octave(encode, 1, 14, path_ns, 3);
	encode_stage(encode, stage_ns, 2, 7);
	encode_stage(encode, stage_ns, 1, 14);
	add_slow(encode, 900, -100);
	add_slow(encode, 800, 0);
	encode_path(encode, "rx drop", path_ns, 1, 0)->reason = 2;
	encode_cpu(encode, 0, early, 1, 1);
	add_interface(encode, 1, 2, 100, 10);
	add_interface(encode, 1, 3, 50, 5);
	add_interface(encode, 1, 4, 20, 2);
}

/* in another order: one has gone on, one has not, one is new */
static void add_paths_now(struct encode *encode)
{
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;

	head->paths_max = 4;
	head->path_losses[PTIME_PATH_TIMED_OUT] = 9;
	head->path_losses[PTIME_PATH_PATH_TABLE_FULL] = 1;
	encode_path(encode, "rx drop", path_ns, 1, 0)->reason = 3;
	encode_cpu(encode, 1, early, 1, 2);
	encode_path(encode, "rx drop", path_ns, 1, 0)->reason = 2;
	encode_cpu(encode, 0, early, 1, 1);
	encode_path(encode, "rx forward tx", later_ns, 3, 3)->packet_bytes =
		175;
	encode_cpu(encode, 0, late, 7, 1);
	encode_cpu(encode, 1, late + 6, 1, 2);
	encode_cpu(encode, 2, early, 2, 5);
	encode_octave(encode, 1, 15, later_fast_ns, 3);
	encode_octave(encode, 4, 4, later_slow_ns, 3);
	encode_stage(encode, stage_ns, 3, 7);
	encode_stage(encode, stage_ns, 1, 19);
	add_slow(encode, 950, 1);
	add_slow(encode, 900, -100);
	add_slow(encode, 700, 1400);
	add_interface(encode, 2, 2, 8, 1);
	add_interface(encode, 1, 3, 50, 5);
	add_interface(encode, 1, 2, 130, 9);
}

static struct ptime_snapshot *begin(struct encode *encode, u64 lost)
{
	struct ptime_snapshot *head = encode_begin(encode, 2);

	head->flags |= PTIME_SNAPSHOT_NESTING;
	head->unlinked[PTIME_UNLINKED_DEPTH] = 4;
	head->unlinked[PTIME_UNLINKED_GIVEN_UP] = lost;
	return head;
}

static struct ptool_model *make_before(void)
{
	struct encode encode = { .hist_bits = BITS };

	struct ptime_snapshot_probe *probe;
	struct ptime_snapshot_cpu *cpu;

	encode.in_window_ns = 20;
	begin(&encode, 1)->time_ns = 5000ULL << 30;
	probe = encode_probe(&encode, 1, "xfrm", "xfrm_input", 1);
	probe->missed = 2;
	probe->overhead_ns = 450;
	encode_outcome(&encode, "all", 2);
	cpu = encode_cpu(&encode, 0, early, 4, 1);
	cpu->packets = 8;
	cpu->below_overhead = 1;
	encode_self(&encode, early, 3, 1);
	encode_cpu(&encode, 2, early, 2, 5);
	encode_self(&encode, early, 1, 5);
	encode_probe(&encode, 2, "xfrm", "gone", 1);
	encode_outcome(&encode, "all", 0);
	add_nodes_before(&encode);
	add_paths_before(&encode);
	return finish(&encode);
}

static struct ptool_model *make_now(u32 resets, u64 since_later)
{
	struct encode encode = { .hist_bits = BITS };
	struct ptime_snapshot *head = begin(&encode, 6);
	struct ptime_snapshot_probe *probe;
	struct ptime_snapshot_cpu *cpu;

	head->time_ns = (5000ULL << 30) + 1500;
	head->since_ns += since_later;
	head->resets = resets;
	encode.in_window_ns = 20;
	probe = encode_probe(&encode, 3, "flowtable", "new", 1);
	probe->overhead_ns = 50;
	encode_outcome(&encode, "all", 1);
	encode_cpu(&encode, 0, early, 1, 1);
	probe = encode_probe(&encode, 1, "xfrm", "xfrm_input", 1);
	probe->missed = 7;
	probe->overhead_ns = 950;
	encode_outcome(&encode, "all", 3);
	cpu = encode_cpu(&encode, 0, late, 7, 1);
	cpu->packets = 11;
	cpu->below_overhead = 3;
	encode_self(&encode, late, 6, 1);
	cpu = encode_cpu(&encode, 1, late + 6, 1, 2);
	cpu->clock_backwards = 9;
	cpu->below_overhead = 2;
	encode_self(&encode, late + 4, 1, 2);
	encode_cpu(&encode, 2, early, 2, 5);
	encode_self(&encode, early, 1, 5);
	add_nodes_now(&encode);
	add_paths_now(&encode);
	return finish(&encode);
}

static void test_interval(void)
{
	struct ptool_model *before = make_before(), *now = make_now(0, 0);
	struct ptool_model *model = ptool_model_difference(now, before);
	const struct ptool_probe *probe = &model->probe[1];
	const struct ptool_series *cpu = probe->outcome[0].counts.cpu;

	tap_ok(model->is_interval && !model->restarted, "an interval");
	tap_is(model->interval_ns, 1500, "its length");
	tap_is(model->probes, 2, "the probes there are now");
	tap_is(model->probe[0].counts.sum.calls, 1, "a new probe's calls");
	tap_is(probe->missed, 5, "missed");
	tap_is(probe->overhead_ns, 500, "cost");
	tap_is(model->probe[0].overhead_ns, 50, "cost of a new probe");
	tap_is(probe->counts.cpus, 2, "a CPU without calls is left out");
	tap_is(cpu[0].calls, 3, "calls on a CPU");
	tap_is(cpu[0].packets, 3, "packets");
	tap_is(cpu[0].below_overhead, 2, "below the overhead");
	tap_is(probe->counts.sum.below_overhead, 2 + 2, "on all CPUs");
	tap_is(cpu[0].total_ns, 130 + 131 + 700, "total");
	tap_is(cpu[0].raw_ns, 130 + 131 + 700 + 3 * 20, "raw total");
	tap_is(probe->counts.sum.raw_ns, probe->counts.sum.total_ns + 5 * 20,
	       "raw total on all CPUs");
	tap_is(cpu[0].min_ns, 128, "shortest: low bound of a bucket");
	tap_is(cpu[0].max_ns, 703, "longest: high bound of a bucket");
	tap_is(cpu[0].buckets, 2, "buckets");
	tap_is(cpu[1].min_ns, 700, "a new CPU's shortest is exact");
	tap_is(cpu[1].max_ns, 700, "a new CPU's longest is exact");
	tap_is(probe->counts.sum.calls, 5, "calls on all CPUs");
	tap_is(probe->outcome[0].self.cpu[0].calls, 3, "self: calls on a CPU");
	tap_is(probe->outcome[0].self.cpu[0].total_ns, 5000 + 130 + 131,
	       "self: their sum");
	tap_is(probe->outcome[0].self.cpu[0].min_ns, 128, "self: shortest");
	tap_is(probe->self.sum.calls, 5, "self: calls on all CPUs");
	tap_ok(model->warnings == 1 && model->warning[0].count == 5 &&
	       !strcmp(model->warning[0].key, "unlinked_given_up"), "warnings");
	ptool_model_free(model);
	ptool_model_free(before);
	ptool_model_free(now);
}

static void is_node(const struct ptool_tree *tree, u32 node, u64 calls,
		    u64 total_ns, u64 self_ns, const char *name)
{
	const struct ptool_node *got = &tree->node[node];

	if (!tap_ok(got->calls == calls && got->total_ns == total_ns &&
		    got->self_ns == self_ns, "tree: %s", name))
		tap_diag("got %llu calls, total %llu, self %llu", got->calls,
			 got->total_ns, got->self_ns);
}

static void is_raw(const struct ptool_tree *tree, u32 node, u64 raw_ns,
		   u64 raw_self_ns)
{
	const struct ptool_node *got = &tree->node[node];

	if (!tap_ok(got->raw_ns == raw_ns && got->raw_self_ns == raw_self_ns,
		    "tree: raw times of node %u", node))
		tap_diag("got %llu, self %llu", got->raw_ns, got->raw_self_ns);
}

static void test_tree(void)
{
	struct ptool_model *before = make_before(), *now = make_now(0, 0);
	struct ptool_model *model = ptool_model_difference(now, before);
	const struct ptool_tree *tree = model->tree;

	tap_is(tree->nodes, 6, "tree: what counted nothing is left out");
	is_node(tree, 0, 1, 7, 7, "a new node is as it is");
	is_node(tree, 1, 1, 60, 40, "of a call the part in the interval");
	is_node(tree, 2, 1, 20, 20, "its callee");
	is_node(tree, 3, 0, 5, 0, "nothing but a callee's callee");
	is_node(tree, 4, 0, 5, 0, "which leads to it");
	is_node(tree, 5, 1, 5, 5, "the callee's callee");
	is_raw(tree, 0, 27, 27);
	is_raw(tree, 1, 130, 70);
	is_raw(tree, 2, 60, 60);
	is_raw(tree, 4, 25, 0);
	is_raw(tree, 5, 25, 25);
	tap_ok(tree->node[4].parent == 3 && tree->node[5].parent == 4 &&
	       tree->node[2].parent == 1, "tree: callers");
	tap_ok(tree->node[4].unfinished == 1 && !tree->node[1].unfinished,
	       "tree: a call under way");
	ptool_model_free(model);
	ptool_model_free(before);
	ptool_model_free(now);
}

static void test_paths(void)
{
	struct ptool_model *before = make_before(), *now = make_now(0, 0);
	struct ptool_model *model = ptool_model_difference(now, before);
	const struct ptool_paths *paths = model->paths;
	const struct ptool_path *path = paths->path;

	tap_is(paths->paths, 2, "paths: what no packet took is left out");
	tap_ok(path->reason == 3 && path->packets == 2 &&
	       path->step[1].total_ns == 10, "paths: a new one is as it is");
	path++;
	tap_ok(path->packets == 5 && path->counts.sum.calls == 5,
	       "paths: packets");
	tap_is(path->packet_bytes, 75, "paths: bytes");
	tap_ok(path->step[1].total_ns == 5 && path->step[2].total_ns == 60 &&
	       ptool_path_ns(path) == 65, "paths: times of steps");
	tap_ok(path->octave[1].packets == 1 && path->octave[1].step_ns[1] == 2 &&
	       path->octave[1].step_ns[2] == 10 && path->octave[4].packets == 4 &&
	       path->octave[4].step_ns[2] == 50, "paths: octaves");
	tap_ok(path->stage[1].calls == 7 && path->stage[1].buckets == 1 &&
	       path->stage[1].min_ns == 896 && path->stage[1].max_ns == 1000 &&
	       path->stage[1].total_ns == 5, "paths: times of a stage");
	tap_ok(path->stage[2].calls == 5 && path->stage[2].total_ns == 60,
	       "paths: and of another one");
	tap_is(path->counts.cpus, 2, "paths: CPUs");
	tap_is(path->counts.sum.total_ns, 130 + 131 + 3 * 700, "paths: time");
	tap_ok(path->slowest == 2 && path->slow[0].total_ns == 950 &&
	       path->slow[1].total_ns == 700,
	       "paths: the slowest that ended since");
	tap_ok(paths->losses[PTIME_PATH_TIMED_OUT] == 5 &&
	       !paths->losses[PTIME_PATH_PATH_TABLE_FULL], "paths: losses");
	ptool_model_free(model);
	ptool_model_free(before);
	ptool_model_free(now);
}

/* paths of another machine, or of a later part of a recording */
static void test_parts_of_sums(void)
{
	struct ptool_model *one = make_before(), *other = make_now(0, 0);
	const struct ptool_path *path;

	ptool_paths_add(one->paths, other->paths);
	path = one->paths->path;
	tap_ok(path->octave[1].packets == 29 &&
	       path->octave[1].step_ns[2] == 70 &&
	       path->octave[4].step_ns[2] == 50, "paths: octaves add up");
	tap_ok(path->stage[1].calls == 35 && path->stage[1].buckets == 3 &&
	       path->stage[1].max_ns == 1000 && path->stage[2].calls == 33,
	       "paths: times of stages add up");
	ptool_model_free(other);
	other = make_now(0, 0);
	free(other->paths->path[2].octave);
	other->paths->path[2].octave = NULL;
	ptool_stage_times_free(other->paths->path[2].stage);
	other->paths->path[2].stage = NULL;
	ptool_paths_add(one->paths, other->paths);
	tap_ok(!one->paths->path[0].octave && !one->paths->path[0].stage,
	       "paths: unknown if those of a machine are");
	ptool_model_free(other);
	ptool_model_free(one);
}

static bool is_interface(const struct ptool_interface *interface, u32 netns,
			 u32 ifindex, u64 received, u64 lost)
{
	return interface->netns == netns && interface->ifindex == ifindex &&
	       interface->packets[PTIME_RX_RECORD] == received &&
	       interface->packets[PTIME_RX_TIMED_OUT] == lost;
}

/* one is new, one has no packets since, one has gone, and one was read while it counted */
static void test_interfaces(void)
{
	struct ptool_model *before = make_before(), *now = make_now(0, 0);
	struct ptool_model *model = ptool_model_difference(now, before);
	struct ptool_interfaces *interfaces = &model->paths->interfaces;

	tap_is(interfaces->count, 2, "interfaces: those that counted");
	tap_ok(is_interface(interfaces->interface, 2, 2, 8, 1),
	       "interfaces: a new one is as it is");
	tap_ok(is_interface(interfaces->interface + 1, 1, 2, 30, 0),
	       "interfaces: packets, never less than none");
	ptool_interfaces_add(interfaces, &before->paths->interfaces);
	tap_ok(interfaces->count == 4 &&
	       is_interface(interfaces->interface, 2, 2, 8, 1) &&
	       is_interface(interfaces->interface + 1, 1, 2, 130, 10) &&
	       is_interface(interfaces->interface + 2, 1, 3, 50, 5),
	       "interfaces: added by number and namespace");
	tap_is(ptool_interfaces_total(interfaces), 8 + 1 + 130 + 10 + 50 + 5 +
	       20 + 2, "interfaces: their total");
	ptool_paths_add(before->paths, now->paths);
	tap_is(before->paths->interfaces.count, 0,
	       "interfaces: several machines have none");
	ptool_model_free(model);
	ptool_model_free(before);
	ptool_model_free(now);
}

static void test_fates(void)
{
	struct ptool_interface interface = { .ifindex = 1 };
	struct ptool_fates fates;
	u32 i;

	for (i = 0; i < PTIME_ACCOUNTS; i++)
		interface.packets[i] = 1 << i;
	interface.packets[PTIME_RX_RECORD] = 1 << 30;
	fates = ptool_interface_received(&interface);
	tap_is(fates.packets, fates.in_paths + fates.merged + fates.lost +
	       fates.protocol + fates.filtered + fates.no_record,
	       "interfaces: what became of received packets adds up");
	tap_is(fates.merged, (1 << PTIME_RX_GRO_MERGED) +
	       (1 << PTIME_RX_REASSEMBLED), "interfaces: merged is no loss");
	fates = ptool_interface_sent(&interface);
	tap_is(fates.packets, fates.in_paths + fates.protocol + fates.filtered +
	       fates.no_record, "interfaces: so do sent packets");
#define PTIME_ACCOUNT_LOSS(_loss, _fate)				\
	tap_ok(!strcmp(ptool_account_fate(PTIME_RX_##_loss),		\
		       ptool_path_loss_key(PTIME_PATH_##_loss)),	\
	       "interfaces: one name for " #_fate);
#include <pathtime/accounts.def>
}

static void test_paths_of_cpus(void)
{
	struct ptool_cpu_range range = { 0, 1 };
	struct ptool_cpu_list list = { .ranges = 1, .range = &range };
	struct ptool_model *model = make_now(0, 0);
	const struct ptool_path *path = &model->paths->path[2];

	tap_is(path->packets, 19, "paths: packets on all CPUs");
	ptool_model_keep_cpus(model, &list);
	tap_is(path->counts.sum.calls, 9, "paths: packets on some CPUs");
	tap_ok(path->packets == 19 && path->packet_bytes == 175 &&
	       path->slowest == 3 && ptool_path_ns(path) == 105,
	       "paths: what is of all CPUs stays");
	ptool_model_free(model);
}

/* they have what probes cost in them as they are */
static void test_paths_raw(void)
{
	struct ptool_model *model = make_now(0, 0);
	const struct ptool_series *sum = &model->paths->path[2].counts.sum;
	u64 total_ns = sum->total_ns;

	ptool_model_keep_raw(model);
	tap_ok(sum->total_ns == total_ns && !sum->moved_ns,
	       "paths: nothing is moved for raw times");
	ptool_model_free(model);
}

static void test_self(void)
{
	struct ptool_model *model = make_now(0, 0);
	const struct ptool_probe *probe = &model->probe[1];

	ptool_model_keep_self(model);
	tap_ok(model->only_self, "self times only");
	tap_is(probe->counts.sum.calls, 6 + 2 + 5, "their calls");
	tap_is(probe->counts.sum.total_ns,
	       10 + 100 + 100 + 5000 + 130 + 131 + 2 * 130 + 5 * 10,
	       "their sum");
	tap_is(probe->outcome[0].counts.cpu[1].calls, 2, "on a CPU");
	tap_is(probe->missed, 7, "missed calls stay");
	tap_is(probe->counts.sum.clock_backwards, 9, "and other losses");
	tap_is(probe->counts.sum.below_overhead, 3 + 2, "and calls below the overhead");
	ptool_model_free(model);
}

static void test_raw(void)
{
	struct ptool_model *model = make_now(0, 0);
	const struct ptool_probe *probe = &model->probe[1];
	const struct ptool_node *node = &model->tree->node[1];
	struct ptool_stats before = ptool_stats_of(&probe->counts.sum, BITS);
	struct ptool_stats stats;

	ptool_model_keep_raw(model);
	stats = ptool_stats_of(&probe->counts.sum, BITS);
	tap_ok(model->only_raw, "raw times only");
	tap_is(stats.total_ns, before.total_ns + 19 * 20, "their sum");
	tap_is(stats.mean_ns, before.mean_ns + 20, "their mean");
	tap_is(stats.min_ns, before.min_ns + 20, "the shortest is moved");
	tap_is(stats.p50_ns, before.p50_ns + 20, "and the median");
	tap_is(stats.p999_ns, before.p999_ns + 20, "and a percentile");
	tap_is(stats.max_ns, before.max_ns + 20, "and the longest");
	tap_is(probe->outcome[0].counts.cpu[1].total_ns, 2 * 720,
	       "their sum on a CPU");
	tap_is(probe->outcome[0].counts.cpu[1].moved_ns, 20,
	       "and what it is moved by");
	tap_ok(node->total_ns == 240 && node->self_ns == 70, "their tree");
	ptool_model_free(model);
}

/* a CPU that counts while it is read, and a liar */
static void test_raw_torn(void)
{
	struct ptool_model *model = make_now(0, 0);
	struct ptool_series *lags = &model->probe[1].outcome[0].counts.sum;
	struct ptool_series *lies = &model->probe[0].outcome[0].counts.sum;
	struct ptool_stats stats;

	lags->raw_ns = lags->total_ns - 1;
	lies->total_ns = 0;
	lies->raw_ns = ~0ULL;
	ptool_model_keep_raw(model);
	tap_is(model->probe[1].counts.sum.moved_ns, 0,
	       "a raw sum that lags moves nothing");
	stats = ptool_stats_of(&model->probe[0].counts.sum, BITS);
	tap_is(stats.max_ns, ~0ULL, "nothing is moved beyond the end");
	ptool_model_free(model);
}

static void test_restart(u32 resets, u64 since_later, const char *name)
{
	struct ptool_model *before = make_before();
	struct ptool_model *now = make_now(resets, since_later);
	struct ptool_model *model = ptool_model_difference(now, before);

	tap_ok(model->restarted, "%s: is reported", name);
	tap_is(model->probe[1].counts.sum.calls,
	       now->probe[1].counts.sum.calls, "nothing is subtracted");
	tap_is(model->probe[1].missed, 7, "nor from missed");
	tap_is(model->tree->nodes, now->tree->nodes, "nor from the tree");
	tap_is(model->warning[1].count, 6, "nor from warnings");
	tap_ok(model->paths->paths == 3 && model->paths->path[2].slowest == 3 &&
	       model->paths->losses[PTIME_PATH_TIMED_OUT] == 9, "nor from paths");
	tap_ok(model->paths->interfaces.count == 3 &&
	       is_interface(model->paths->interfaces.interface + 2, 1, 2, 130, 9),
	       "nor from interfaces");
	tap_is(model->interval_ns, now->time_ns - now->since_ns,
	       "the interval begins where the counts do");
	ptool_model_free(model);
	ptool_model_free(before);
	ptool_model_free(now);
}

static void test_no_time(void)
{
	struct ptool_model *before = make_before(), *model;

	model = ptool_model_difference(before, before);
	tap_is(model->probe[0].counts.sum.calls, 0, "nothing in no time");
	tap_is(model->probe[0].counts.cpus, 0, "on no CPU");
	tap_is(ptool_stats_of(&model->probe[0].counts.sum, BITS).p50_ns, 0,
	       "no percentile");
	ptool_model_free(model);
	ptool_model_free(before);
}

static void test_cpus(void)
{
	struct ptool_cpu_range ranges[] = { { 1, 1 }, { 2, 9 } };
	struct ptool_cpu_list list = { .ranges = 2, .range = ranges };
	struct ptool_model *model = make_now(0, 0);
	const struct ptool_counts *counts = &model->probe[1].counts;

	tap_is(counts->sum.calls, 19, "calls on all CPUs");
	ptool_model_keep_cpus(model, &list);
	tap_ok(model->some_cpus, "some CPUs");
	tap_is(counts->cpus, 2, "CPUs kept");
	tap_is(counts->sum.calls, 12, "calls on these");
	tap_is(counts->sum.packets, 0, "packets on these");
	tap_is(counts->sum.max_ns, 700, "longest on these");
	tap_is(model->probe[1].self.sum.calls, 7, "self times on these");
	tap_is(model->probe[0].counts.sum.calls, 0, "another probe had none");
	ptool_model_free(model);
}

static bool is_xfrm(const struct ptool_probe *probe, const void *argument)
{
	return !strcmp(probe->group, argument);
}

static void test_probes(void)
{
	struct ptool_model *model = make_now(0, 0);

	ptool_model_keep_probes(model, is_xfrm, "xfrm");
	tap_is(model->probes, 1, "probes kept");
	tap_is(model->probe[0].id, 1, "the right one");
	ptool_model_free(model);
}

static bool keeps_all(const struct ptool_series *series, u32 to_bits)
{
	struct ptool_series coarse;
	bool ascends = true;
	u64 calls = 0;
	u32 i;

	ptool_series_coarsen(&coarse, series, BITS, to_bits);
	for (i = 0; i < coarse.buckets; i++) {
		calls += coarse.bucket[i].calls;
		if (i && coarse.bucket[i].bucket <= coarse.bucket[i - 1].bucket)
			ascends = false;
	}
	ptool_series_release(&coarse);
	return ascends && calls == series->calls;
}

/* whether bucket @i of the finer histogram lies in two of the coarser one */
static bool is_split(u32 bits, u32 i)
{
	u32 first = ptime_hist_bucket(bits, ptime_hist_low(bits + 1, i));
	u32 last = ptime_hist_bucket(bits, ptime_hist_high(bits + 1, i));

	return first != last;
}

/* a wider bucket is a union of narrower ones: no edge lies within one */
static void test_coarsen(void)
{
	struct ptool_model *model = make_now(0, 0);
	u32 bits, i, split = 0;

	for (bits = 0; bits <= BITS; bits++)
		tap_ok(keeps_all(&model->probe[1].counts.sum, bits),
		       "%u bits: all calls, ascending", bits);
	for (bits = 0; bits < PTIME_HIST_BITS_MAX; bits++)
		for (i = 0; i < ptime_hist_overflow(bits + 1); i++)
			split += is_split(bits, i);
	tap_is(split, 0, "no bucket is split by coarser ones");
	ptool_model_free(model);
}

int main(void)
{
	test_interval();
	test_tree();
	test_paths();
	test_parts_of_sums();
	test_interfaces();
	test_fates();
	test_paths_of_cpus();
	test_paths_raw();
	test_self();
	test_raw();
	test_raw_torn();
	test_restart(1, 0, "a reset");
	test_restart(0, 5, "a module loaded again");
	test_no_time();
	test_cpus();
	test_probes();
	test_coarsen();
	return tap_done();
}
