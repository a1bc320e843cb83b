// SPDX-License-Identifier: GPL-2.0
/* snapshot: all counts as one binary file, in the format of <pathtime/abi.h> */
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/utsname.h>

#include <pathtime/abi.h>
#include <pathtime/version.h>

#include "debugfs/snapshot.h"
#include "packets/account.h"
#include "packets/drop.h"
#include "packets/hooks.h"
#include "packets/path.h"
#include "packets/polls.h"
#include "packets/wait_list.h"
#include "probes/budget.h"
#include "probes/overhead.h"
#include "probes/probe.h"
#include "probes/tree.h"
#include "record/clock.h"
#include "record/cost.h"
#include "record/counting_cpus.h"
#include "record/sample.h"

#define FIRST_BYTES	(64 * 1024)

static_assert(sizeof(struct ptime_snapshot) == 368);
static_assert(sizeof(struct ptime_snapshot_probe) == 392);
static_assert(sizeof(struct ptime_snapshot_outcome) == 24);
static_assert(sizeof(struct ptime_snapshot_cpu) == 88);
static_assert(sizeof(struct ptime_snapshot_bucket) == 16);
static_assert(sizeof(struct ptime_snapshot_node) == 64);
static_assert(sizeof(struct ptime_snapshot_path) == 80);
static_assert(sizeof(struct ptime_snapshot_step) == 32);
static_assert(sizeof(struct ptime_snapshot_octave) == 144);
static_assert(sizeof(struct ptime_snapshot_stage) == 24);
static_assert(sizeof(struct ptime_snapshot_slow) == 224);
static_assert(sizeof(struct ptime_snapshot_interface) == 160);
static_assert(sizeof(struct ptime_snapshot_wait) == 16);
static_assert(sizeof(struct ptime_snapshot_polls) == 32);
static_assert(PTIME_MODULE_LEN >= MODULE_NAME_LEN);

/*
 * The file while it is written. @one is a buffer for one series of one CPU, @parts for the
 * octaves and stages of one path, @slowest for its slowest packets.
 */
struct image {
	u8 *data;
	size_t bytes;
	size_t room;
	struct ptime_hist *one;
	struct ptime_path_parts *parts;
	struct ptime_slow *slowest;
};

static int image_grow(struct image *image, size_t bytes)
{
	size_t room = max(2 * image->room, image->bytes + bytes);
	u8 *data;

	data = kvmalloc(room, GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	memcpy(data, image->data, image->bytes);
	kvfree(image->data);
	image->data = data;
	image->room = room;
	return 0;
}

/*
 * Append @bytes zero bytes. Returns their offset or -ENOMEM. Pointers would not stay valid, as
 * image_grow() moves the data.
 */
static ssize_t image_reserve(struct image *image, size_t bytes)
{
	size_t at = image->bytes;
	int err;

	if (image->bytes + bytes > image->room) {
		err = image_grow(image, bytes);
		if (err)
			return err;
	}
	memset(image->data + at, 0, bytes);
	image->bytes += bytes;
	return at;
}

static int write_buckets(struct image *image, const u64 *from, u32 count, u32 *buckets)
{
	u32 bucket;

	*buckets = 0;
	for (bucket = 0; bucket < count; bucket++) {
		struct ptime_snapshot_bucket *to;
		ssize_t at;

		if (!from[bucket])
			continue;
		at = image_reserve(image, sizeof(*to));
		if (at < 0)
			return at;
		to = (void *)(image->data + at);
		to->bucket = bucket;
		to->calls = from[bucket];
		(*buckets)++;
	}
	return 0;
}

/* write image->one; returns 1 if the CPU has counted a call, 0 if not, or -ENOMEM */
static int write_one(struct image *image, int cpu, const u64 *self)
{
	struct ptime_snapshot_cpu *to;
	u32 buckets, self_buckets = 0, count = ptime_hist_buckets(ptime_hist_bits);
	ssize_t at;
	int err;

	if (!ptime_hist_calls(image->one))
		return 0;
	at = image_reserve(image, sizeof(*to));
	if (at < 0)
		return at;
	err = write_buckets(image, image->one->buckets, count, &buckets);
	if (!err && self)
		err = write_buckets(image, self, count, &self_buckets);
	if (err)
		return err;
	to = (void *)(image->data + at);
	to->bytes = sizeof(*to);
	to->cpu = cpu;
	to->buckets = buckets;
	to->total_ns = image->one->total_ns;
	to->min_ns = image->one->min_ns;
	to->max_ns = image->one->max_ns;
	to->packets = image->one->packets;
	to->clock_backwards = image->one->clock_backwards;
	to->self_ns = image->one->self_ns;
	to->self_buckets = self_buckets;
	to->raw_ns = image->one->raw_ns;
	to->below_overhead = image->one->below_overhead;
	return 1;
}

static int write_cpu(struct image *image, struct ptime_percpu_hist __percpu *hist,
		     int cpu, enum ptime_cost_kind kind)
{
	ptime_hist_clear(image->one);
	ptime_hist_add_cpu(image->one, hist, cpu, kind);
	return write_one(image, cpu, ptime_hist_self(image->one));
}

static int write_outcome(struct image *image, const struct ptime_probe *probe,
			 unsigned int outcome)
{
	struct ptime_percpu_hist __percpu *hist = probe->recorder.hist[outcome];
	struct ptime_snapshot_outcome *to;
	int cpu, counted, cpus = 0;
	ssize_t at;

	at = image_reserve(image, sizeof(*to));
	if (at < 0)
		return at;
	if (hist) {
		for_each_counting_cpu(cpu) {
			counted = write_cpu(image, hist, cpu, probe->backend->kind);
			if (counted < 0)
				return counted;
			cpus += counted;
		}
	}
	cond_resched();
	to = (void *)(image->data + at);
	to->bytes = sizeof(*to);
	to->cpus = cpus;
	strscpy(to->name, probe->outcomes->names[outcome], sizeof(to->name));
	return 0;
}

/* the overhead of step-only probes is not measured */
static void write_cost(struct ptime_snapshot_probe *to, const struct ptime_probe *probe)
{
	const struct ptime_cost *cost = &ptime_costs[probe->backend->kind];

	if (probe->origin == PTIME_FROM_STEPS)
		return;
	to->in_window_ps = cost->in_window_ps;
	to->out_of_window_ps = cost->out_of_window_ps[PTIME_CONTEXT_SOFTIRQ];
	to->overhead_ns = ptime_overhead_probe_ns(probe);
}

static int write_probe(struct image *image, const struct ptime_probe *probe)
{
	struct ptime_snapshot_probe *to;
	unsigned int i;
	ssize_t at;
	int err;

	at = image_reserve(image, sizeof(*to));
	if (at < 0)
		return at;
	to = (void *)(image->data + at);
	to->bytes = sizeof(*to);
	to->outcomes = probe->outcomes->count;
	to->state = ptime_probe_state(probe);
	to->flags = probe->origin == PTIME_FROM_STEPS ? PTIME_PROBE_STEPS_ONLY : 0;
	to->id = probe->id;
	to->missed = ptime_probe_missed(probe);
	strscpy(to->group, probe->group, sizeof(to->group));
	strscpy(to->module, probe->symbol.module, sizeof(to->module));
	strscpy(to->function, probe->symbol.function, sizeof(to->function));
	strscpy(to->backend, probe->backend->name, sizeof(to->backend));
	strscpy(to->reason, ptime_probe_reason(probe), sizeof(to->reason));
	write_cost(to, probe);
	for (i = 0; i < probe->outcomes->count; i++) {
		err = write_outcome(image, probe, i);
		if (err)
			return err;
	}
	return 0;
}

static int write_node(struct image *image, const struct ptime_tree_node *from)
{
	struct ptime_snapshot_node *to;
	ssize_t at;

	at = image_reserve(image, sizeof(*to));
	if (at < 0)
		return at;
	to = (void *)(image->data + at);
	to->bytes = sizeof(*to);
	to->context = from->context;
	to->parent = from->parent;
	to->id = from->probe->id;
	to->calls = from->counts.calls;
	to->total_ns = from->counts.total_ns;
	to->self_ns = from->counts.self_ns;
	to->interrupt_ns = from->counts.interrupt_ns;
	to->raw_ns = from->counts.raw_ns;
	return 0;
}

static int write_nodes(struct image *image, u32 *nodes)
{
	struct ptime_tree *tree;
	int err = 0;
	u32 i;

	*nodes = 0;
	if (!ptime_nesting)
		return 0;
	tree = ptime_tree_read();
	if (!tree)
		return -ENOMEM;
	for (i = 0; i < tree->nodes && !err; i++)
		err = write_node(image, &tree->node[i]);
	*nodes = tree->nodes;
	ptime_tree_free(tree);
	return err;
}

/* fill in the path and its steps at @at, which write_path() has reserved */
static void write_path_head(struct image *image, ssize_t at, const struct ptime_path_sum *sum,
			    u32 cpus, u32 octaves, u32 stages, u32 slowest)
{
	struct ptime_snapshot_path *to = (void *)(image->data + at);
	struct ptime_snapshot_step *step = (void *)(to + 1);
	const char *reason = ptime_drop_name(sum->cause);
	u32 i;

	to->bytes = sizeof(*to);
	to->steps = sum->steps;
	to->cpus = cpus;
	to->octaves = octaves;
	to->stages = stages;
	to->slowest = slowest;
	to->reason = ptime_drop_reason(sum->cause);
	to->packet_bytes = sum->bytes;
	if (reason)
		strscpy(to->reason_name, reason, sizeof(to->reason_name));
	for (i = 0; i < sum->steps; i++) {
		step[i].bytes = sizeof(*step);
		strscpy(step[i].name, ptime_step_name(sum->passed.step[i]), sizeof(step[i].name));
		step[i].total_ns = sum->stage_ns[i];
	}
}

/* returns the number of CPUs on which a packet's path ended, or -ENOMEM */
static int write_path_cpus(struct image *image, u32 number, struct ptime_path_sum *sum)
{
	int cpu, counted, cpus = 0;

	memset(image->parts->octave, 0, sizeof(image->parts->octave));
	ptime_stage_times_clear(image->parts->stage);
	for_each_counting_cpu(cpu) {
		ptime_hist_clear(image->one);
		ptime_path_add_cpu(number, cpu, image->one, sum, image->parts);
		counted = write_one(image, cpu, NULL);
		if (counted < 0)
			return counted;
		cpus += counted;
		cond_resched();
	}
	return cpus;
}

/* returns the number of octaves that have packets, or -ENOMEM */
static int write_octaves(struct image *image)
{
	struct ptime_snapshot_octave *to;
	int octaves = 0;
	ssize_t at;
	u32 i;

	for (i = 0; i < PTIME_OCTAVES; i++) {
		const struct ptime_octave_sum *octave = &image->parts->octave[i];

		if (!octave->packets)
			continue;
		at = image_reserve(image, sizeof(*to));
		if (at < 0)
			return at;
		to = (void *)(image->data + at);
		to->bytes = sizeof(*to);
		to->octave = i;
		to->packets = octave->packets;
		memcpy(to->step_ns, octave->stage_ns, sizeof(to->step_ns));
		octaves++;
	}
	return octaves;
}

static int write_stage(struct image *image, u32 stage)
{
	const struct ptime_stage_sum *sum = &image->parts->stage[stage];
	ssize_t at = image_reserve(image, sizeof(struct ptime_snapshot_stage));
	struct ptime_snapshot_stage *to;
	u32 buckets;
	int err;

	if (at < 0)
		return at;
	err = write_buckets(image, sum->buckets, PTIME_STAGE_BUCKETS, &buckets);
	if (err)
		return err;
	to = (void *)(image->data + at);
	to->bytes = sizeof(*to);
	to->buckets = buckets;
	to->min_ns = buckets ? sum->min_ns : 0;
	to->max_ns = sum->max_ns;
	return 0;
}

/* returns the number of stages written, or -ENOMEM */
static int write_stages(struct image *image, u32 steps)
{
	int err = 0;
	u32 i;

	if (!static_key_enabled(&ptime_stage_times_kept))
		return 0;
	for (i = 0; i + 1 < steps && !err; i++)
		err = write_stage(image, i);
	return err ?: i;
}

/* returns the number of packets written, or -ENOMEM */
static int write_slowest(struct image *image, u32 number)
{
	struct ptime_snapshot_slow *to;
	u32 i, count;
	ssize_t at;

	count = ptime_path_slowest(number, image->slowest);
	for (i = 0; i < count; i++) {
		const struct ptime_slow *slow = &image->slowest[i];

		at = image_reserve(image, sizeof(*to));
		if (at < 0)
			return at;
		to = (void *)(image->data + at);
		to->bytes = sizeof(*to);
		to->in = slow->in;
		to->out = slow->out;
		to->netns = slow->flow.netns;
		to->length = slow->bytes;
		to->protocol = slow->flow.protocol;
		to->source = slow->flow.source;
		to->destination = slow->flow.destination;
		to->transport = slow->flow.transport;
		to->end_ns = slow->end_ns;
		to->total_ns = slow->total_ns;
		memcpy(to->step_ns, slow->stage_ns, sizeof(to->step_ns));
		memcpy(to->step_cpu, slow->cpu, sizeof(to->step_cpu));
		to->irq_ns = slow->irq_ns;
		to->irq = slow->irq;
	}
	return count;
}

static int write_path(struct image *image, u32 number)
{
	struct ptime_path_sum sum;
	int cpus, octaves, stages, slowest;
	ssize_t at;

	ptime_path_report(number, &sum);
	at = image_reserve(image, sizeof(struct ptime_snapshot_path) +
			    sum.steps * sizeof(struct ptime_snapshot_step));
	if (at < 0)
		return at;
	cpus = write_path_cpus(image, number, &sum);
	if (cpus < 0)
		return cpus;
	octaves = write_octaves(image);
	if (octaves < 0)
		return octaves;
	stages = write_stages(image, sum.steps);
	if (stages < 0)
		return stages;
	slowest = write_slowest(image, number);
	if (slowest < 0)
		return slowest;
	write_path_head(image, at, &sum, cpus, octaves, stages, slowest);
	return 0;
}

static int write_paths(struct image *image, u32 *paths)
{
	u32 number;
	int err;

	*paths = 0;
	ptime_paths_begin();
	for (number = 0; number < ptime_paths_entries(); number++) {
		if (!ptime_path_exists(number))
			continue;
		err = write_path(image, number);
		if (err)
			return err;
		(*paths)++;
	}
	return 0;
}

static int write_interface(struct image *image, const struct ptime_account_sum *sum)
{
	ssize_t at = image_reserve(image, sizeof(struct ptime_snapshot_interface));
	struct ptime_snapshot_interface *to;

	if (at < 0)
		return at;
	to = (void *)(image->data + at);
	to->bytes = sizeof(*to);
	to->ifindex = sum->ifindex;
	to->netns = sum->netns;
	memcpy(to->packets, sum->packets, sizeof(to->packets));
	return 0;
}

static int write_interfaces(struct image *image, u32 *interfaces)
{
	struct ptime_account_sum sum;
	u32 number;
	int err;

	*interfaces = 0;
	for (number = 0; number <= PTIME_INTERFACES_MAX; number++) {
		if (!ptime_account_read(number, &sum))
			continue;
		err = write_interface(image, &sum);
		if (err)
			return err;
		(*interfaces)++;
	}
	return 0;
}

/* returns the number of CPUs, or -ENOMEM */
static int write_wait_cpus(struct image *image, enum ptime_wait wait)
{
	int cpu, counted, cpus = 0;

	for_each_counting_cpu(cpu) {
		ptime_hist_clear(image->one);
		ptime_polls_add_cpu(wait, cpu, image->one);
		counted = write_one(image, cpu, NULL);
		if (counted < 0)
			return counted;
		cpus += counted;
	}
	cond_resched();
	return cpus;
}

static int write_waits(struct image *image, u32 *waits)
{
	struct ptime_snapshot_wait *to;
	enum ptime_wait wait;
	ssize_t at;
	int cpus;

	*waits = 0;
	for (wait = 0; wait < PTIME_WAITS && ptime_polls_are_timed(); wait++) {
		at = image_reserve(image, sizeof(*to));
		if (at < 0)
			return at;
		cpus = write_wait_cpus(image, wait);
		if (cpus < 0)
			return cpus;
		to = (void *)(image->data + at);
		to->bytes = sizeof(*to);
		to->wait = wait;
		to->cpus = cpus;
		(*waits)++;
	}
	return 0;
}

static int write_polls(struct image *image, u32 *polls)
{
	struct ptime_snapshot_polls one;
	ssize_t at;
	int cpu;

	*polls = 0;
	for_each_counting_cpu(cpu) {
		if (!ptime_polls_read(cpu, &one))
			continue;
		at = image_reserve(image, sizeof(one));
		if (at < 0)
			return at;
		memcpy(image->data + at, &one, sizeof(one));
		(*polls)++;
	}
	return 0;
}

static void write_filter(struct ptime_snapshot *to)
{
	struct ptime_filter filter;

	ptime_hooks_get_filter(&filter);
	to->path_in = filter.in;
	to->path_out = filter.out;
	to->path_netns = filter.netns;
	to->path_transport = filter.transport;
}

/* number of parts of each kind that follow the head */
struct image_parts {
	u32 probes;
	u32 nodes;
	u32 paths;
	u32 interfaces;
	u32 waits;
	u32 polls;
};

static void write_head(struct image *image, const struct image_parts *parts)
{
	struct ptime_snapshot *to = (void *)image->data;
	const struct ptime_probe *probe;
	enum ptime_unlinked reason;
	enum ptime_path_loss loss;

	memcpy(to->magic, PTIME_SNAPSHOT_MAGIC, sizeof(to->magic));
	to->version = PTIME_SNAPSHOT_VERSION;
	to->bytes = sizeof(*to);
	to->total_bytes = image->bytes;
	to->time_ns = ktime_get_boottime_ns();
	to->since_ns = ptime_probes_info.since_ns;
	to->resets = ptime_probes_info.resets;
	to->hist_bits = ptime_hist_bits;
	to->probes = parts->probes;
	to->cpus = num_possible_cpus();
	to->flags = (ptime_probes_info.running ? PTIME_SNAPSHOT_RUNNING : 0) |
		    (ptime_nesting ? PTIME_SNAPSHOT_NESTING : 0) | PTIME_SNAPSHOT_BELOW |
		    ptime_wait_list_flags();
	to->bucket_bytes = sizeof(struct ptime_snapshot_bucket);
	strscpy(to->clock, ptime_clock_name(), sizeof(to->clock));
	strscpy(to->module_version, PTIME_VERSION, sizeof(to->module_version));
	strscpy(to->kernel, init_utsname()->release, sizeof(to->kernel));
	to->sample = ptime_sample;
	to->nodes = parts->nodes;
	for (reason = 0; reason < ARRAY_SIZE(to->unlinked); reason++)
		to->unlinked[reason] = ptime_shadow_unlinked_sum(reason);
	to->unlinked_stack = ptime_shadow_unlinked_sum(PTIME_UNLINKED_STACK);
	to->budget = ptime_budget();
	list_for_each_entry(probe, &ptime_probes, node)
		to->over_budget += probe->over_budget;
	to->paths = parts->paths;
	to->path_interfaces = parts->interfaces;
	to->waits = parts->waits;
	to->polls = parts->polls;
	to->paths_max = ptime_paths_max;
	for (loss = 0; loss < PTIME_PATH_LOSSES_FIRST; loss++)
		to->path_losses[loss] = ptime_path_losses(loss);
	for (; loss < PTIME_PATH_NOT_FOLLOWED; loss++)
		to->path_losses_more[loss - PTIME_PATH_LOSSES_FIRST] = ptime_path_losses(loss);
	for (; loss < PTIME_PATH_LOSSES; loss++)
		to->path_losses_last[loss - PTIME_PATH_NOT_FOLLOWED] = ptime_path_losses(loss);
	write_filter(to);
}

static int write_all(struct image *image)
{
	const struct ptime_probe *probe;
	struct image_parts parts = { 0 };
	ssize_t at;
	int err;

	at = image_reserve(image, sizeof(struct ptime_snapshot));
	if (at < 0)
		return at;
	ptime_probes_lock();
	list_for_each_entry(probe, &ptime_probes, node) {
		if (!ptime_probe_is_shown(probe))
			continue;
		err = write_probe(image, probe);
		if (err)
			goto unlock;
		parts.probes++;
	}
	err = write_nodes(image, &parts.nodes);
	if (err)
		goto unlock;
	err = write_paths(image, &parts.paths);
	if (err)
		goto unlock;
	err = write_interfaces(image, &parts.interfaces);
	if (err)
		goto unlock;
	err = write_waits(image, &parts.waits);
	if (err)
		goto unlock;
	err = write_polls(image, &parts.polls);
	if (err)
		goto unlock;
	write_head(image, &parts);
unlock:
	ptime_probes_unlock();
	return err;
}

static int snapshot_open(struct inode *inode, struct file *file)
{
	struct image *image;
	int err = -ENOMEM;

	image = kzalloc(sizeof(*image), GFP_KERNEL);
	if (!image)
		return -ENOMEM;
	image->one = ptime_hist_alloc();
	if (!image->one)
		goto err_free_image;
	image->slowest = kvcalloc(ptime_paths_slowest + 1, sizeof(*image->slowest), GFP_KERNEL);
	if (!image->slowest)
		goto err_free_one;
	image->parts = kvzalloc(sizeof(*image->parts), GFP_KERNEL);
	if (!image->parts)
		goto err_free_slowest;
	image->room = FIRST_BYTES;
	image->data = kvmalloc(image->room, GFP_KERNEL);
	if (!image->data)
		goto err_free_parts;
	err = write_all(image);
	if (err)
		goto err_free_data;
	file->private_data = image;
	return 0;

err_free_data:
	kvfree(image->data);
err_free_parts:
	kvfree(image->parts);
err_free_slowest:
	kvfree(image->slowest);
err_free_one:
	ptime_hist_free(image->one);
err_free_image:
	kfree(image);
	return err;
}

static ssize_t snapshot_read(struct file *file, char __user *to, size_t count,
			     loff_t *pos)
{
	const struct image *image = file->private_data;

	return simple_read_from_buffer(to, count, pos, image->data, image->bytes);
}

static loff_t snapshot_llseek(struct file *file, loff_t offset, int whence)
{
	const struct image *image = file->private_data;

	return fixed_size_llseek(file, offset, whence, image->bytes);
}

static int snapshot_release(struct inode *inode, struct file *file)
{
	struct image *image = file->private_data;

	kvfree(image->data);
	kvfree(image->parts);
	kvfree(image->slowest);
	ptime_hist_free(image->one);
	kfree(image);
	return 0;
}

const struct file_operations ptime_snapshot_fops = {
	.owner		= THIS_MODULE,
	.open		= snapshot_open,
	.read		= snapshot_read,
	.llseek		= snapshot_llseek,
	.release	= snapshot_release,
};
