// SPDX-License-Identifier: GPL-2.0
/* encode: snapshots for tests, built from durations */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "encode.h"

#define BUCKETS_MAX	4096

/* double the room: the sanitizers' realloc() copies each time */
static void grow(struct encode *encode, size_t wanted)
{
	if (wanted <= encode->room)
		return;
	encode->room = 2 * wanted;
	encode->data = ptool_realloc(encode->data, 1, encode->room);
}

static void *append(struct encode *encode, const void *bytes, size_t size,
		    size_t tail)
{
	unsigned char *at;

	grow(encode, encode->size + size + tail);
	at = encode->data + encode->size;
	if (size)
		memcpy(at, bytes, size);
	/* not zero: a reader that takes a tail for something is to trip */
	memset(at + size, 0xa5, tail);
	encode->size += size + tail;
	return at;
}

bool encode_has_raw(const struct encode *encode)
{
	return !encode->without_raw && (!encode->version || encode->version >= 3);
}

bool encode_has_below(const struct encode *encode)
{
	return encode_has_raw(encode) && !encode->without_below;
}

bool encode_has_paths(const struct encode *encode)
{
	return encode_has_raw(encode) && !encode->without_paths;
}

bool encode_has_interfaces(const struct encode *encode)
{
	return encode_has_paths(encode) && !encode->without_filter &&
	       !encode->without_stack && !encode->without_more_losses &&
	       !encode->without_interfaces;
}

static size_t head_bytes(const struct encode *encode)
{
	switch (encode->version) {
	case 1:
		return offsetof(struct ptime_snapshot, sample);
	case 2:
		return offsetof(struct ptime_snapshot, unlinked);
	default:
		if (!encode_has_raw(encode))
			return offsetof(struct ptime_snapshot, budget);
		if (!encode_has_paths(encode))
			return offsetof(struct ptime_snapshot, paths);
		if (encode->without_filter)
			return offsetof(struct ptime_snapshot, path_in);
		if (encode->without_stack || encode->without_more_losses)
			return offsetof(struct ptime_snapshot, unlinked_stack);
		if (encode->without_interfaces)
			return offsetof(struct ptime_snapshot, path_interfaces);
		if (encode->without_waits)
			return offsetof(struct ptime_snapshot, waits);
		return encode->without_last_losses ?
		       offsetof(struct ptime_snapshot, path_losses_last) :
		       sizeof(struct ptime_snapshot);
	}
}

/* before version 3 the struct ended before the self times */
static size_t cpu_bytes(const struct encode *encode)
{
	if (encode->version && encode->version < 3)
		return offsetof(struct ptime_snapshot_cpu, self_ns);
	if (!encode_has_raw(encode))
		return offsetof(struct ptime_snapshot_cpu, raw_ns);
	return encode_has_below(encode) ? sizeof(struct ptime_snapshot_cpu) :
	       offsetof(struct ptime_snapshot_cpu, below_overhead);
}

static size_t path_bytes(const struct encode *encode)
{
	return encode->without_stages ?
	       offsetof(struct ptime_snapshot_path, stages) :
	       sizeof(struct ptime_snapshot_path);
}

static size_t slow_bytes(const struct encode *encode)
{
	return encode->without_step_cpus ?
	       offsetof(struct ptime_snapshot_slow, step_cpu) :
	       sizeof(struct ptime_snapshot_slow);
}

static size_t probe_bytes(const struct encode *encode)
{
	return encode_has_raw(encode) ? sizeof(struct ptime_snapshot_probe) :
	       offsetof(struct ptime_snapshot_probe, in_window_ps);
}

static size_t node_bytes(const struct encode *encode)
{
	return encode_has_raw(encode) ? sizeof(struct ptime_snapshot_node) :
	       offsetof(struct ptime_snapshot_node, raw_ns);
}

/* takes out the parts that an older snapshot did not have; returns their place */
static size_t append_part(struct encode *encode, const void *bytes, size_t size,
			  size_t part)
{
	size_t at = encode->size;

	append(encode, bytes, size, 0);
	encode->size = at + part;
	append(encode, NULL, 0, encode->tail);
	return at;
}

struct ptime_snapshot *encode_begin(struct encode *encode, u32 probes)
{
	struct ptime_snapshot head = {
		.magic = { 'P', 'A', 'T', 'H', 'T', 'I', 'M', 'E' },
		.version = encode->version ? encode->version :
					     PTIME_SNAPSHOT_VERSION,
		.bytes = head_bytes(encode) + encode->tail,
		.time_ns = 4000ULL * 1000 * 1000 * 1000,
		.since_ns = 278ULL * 1000 * 1000 * 1000,
		.hist_bits = encode->hist_bits,
		.probes = probes,
		.cpus = 8,
		.flags = PTIME_SNAPSHOT_RUNNING |
			 (encode_has_below(encode) ? PTIME_SNAPSHOT_BELOW : 0),
		.bucket_bytes = sizeof(struct ptime_snapshot_bucket) +
				encode->tail,
		.clock = "tsc",
		.module_version = "0.1.0",
		.kernel = "6.1.0-18-amd64",
		.sample = 1,
	};

	encode->data = NULL;
	encode->size = 0;
	encode->room = 0;
	return append(encode, &head, head_bytes(encode), encode->tail);
}

struct ptime_snapshot_probe *encode_probe(struct encode *encode, u64 id,
					  const char *group, const char *name,
					  u32 outcomes)
{
	const char *colon = strchr(name, ':');
	struct ptime_snapshot_probe probe = {
		.bytes = probe_bytes(encode) + encode->tail,
		.outcomes = outcomes,
		.state = PTIME_STATE_ARMED,
		.id = id,
		.backend = "kretprobe",
		.in_window_ps = encode->in_window_ns * 1000,
		.out_of_window_ps = encode->in_window_ns * 1500,
	};

	snprintf(probe.group, sizeof(probe.group), "%s", group);
	if (colon)
		snprintf(probe.module, sizeof(probe.module), "%.*s",
			 (int)(colon - name), name);
	snprintf(probe.function, sizeof(probe.function), "%s",
		 colon ? colon + 1 : name);
	return append(encode, &probe, probe_bytes(encode), encode->tail);
}

void encode_outcome(struct encode *encode, const char *name, u32 cpus)
{
	struct ptime_snapshot_outcome outcome = {
		.bytes = sizeof(outcome) + encode->tail,
		.cpus = cpus,
	};

	snprintf(outcome.name, sizeof(outcome.name), "%s", name);
	append(encode, &outcome, sizeof(outcome), encode->tail);
}

static void count_value(struct ptime_snapshot_cpu *cpu, u64 value, u64 times)
{
	cpu->total_ns += value * times;
	if (value < cpu->min_ns)
		cpu->min_ns = value;
	if (value > cpu->max_ns)
		cpu->max_ns = value;
}

static struct ptime_snapshot_cpu *last_cpu(struct encode *encode)
{
	return (struct ptime_snapshot_cpu *)(encode->data + encode->cpu);
}

static u32 append_buckets(struct encode *encode, u32 hist_bits,
			  const u64 *values, u32 count, u64 times)
{
	u64 *calls = ptool_alloc(BUCKETS_MAX, sizeof(*calls));
	u32 i, buckets = 0;

	for (i = 0; i < count; i++)
		calls[ptime_hist_bucket(hist_bits, values[i])] += times;
	for (i = 0; i < BUCKETS_MAX; i++) {
		struct ptime_snapshot_bucket bucket = {
			.bucket = i,
			.calls = calls[i],
		};

		if (!calls[i])
			continue;
		append(encode, &bucket, sizeof(bucket), encode->tail);
		buckets++;
	}
	free(calls);
	return buckets;
}

struct ptime_snapshot_cpu *encode_cpu(struct encode *encode, u32 number,
				      const u64 *values, u32 count, u64 times)
{
	struct ptime_snapshot_cpu cpu = {
		.bytes = cpu_bytes(encode) + encode->tail,
		.cpu = number,
		.min_ns = count ? ~0ULL : 0,
	};
	u32 i;

	for (i = 0; i < count; i++)
		count_value(&cpu, values[i], times);
	cpu.raw_ns = cpu.total_ns + encode->in_window_ns * count * times;
	encode->cpu = append_part(encode, &cpu, sizeof(cpu), cpu_bytes(encode));
	i = append_buckets(encode, encode->hist_bits, values, count, times);
	last_cpu(encode)->buckets = i;
	return last_cpu(encode);
}

void encode_self(struct encode *encode, const u64 *values, u32 count,
		 u64 times)
{
	u32 i, buckets = append_buckets(encode, encode->hist_bits, values, count,
					times);
	struct ptime_snapshot_cpu *cpu = last_cpu(encode);

	cpu->self_buckets = buckets;
	for (i = 0; i < count; i++)
		cpu->self_ns += values[i] * times;
}

struct ptime_snapshot_node *encode_node(struct encode *encode, u64 id,
					u32 parent, u64 calls, u64 total_ns,
					u64 self_ns)
{
	struct ptime_snapshot_node node = {
		.bytes = node_bytes(encode) + encode->tail,
		.parent = parent,
		.context = PTIME_CONTEXT_SOFTIRQ,
		.id = id,
		.calls = calls,
		.total_ns = total_ns,
		.self_ns = self_ns,
		.raw_ns = total_ns,
	};
	size_t at;

	((struct ptime_snapshot *)encode->data)->nodes++;
	at = append_part(encode, &node, sizeof(node), node_bytes(encode));
	return (struct ptime_snapshot_node *)(encode->data + at);
}

static u32 append_steps(struct encode *encode, const char *steps,
			const u64 *step_ns)
{
	u32 count;

	for (count = 0; *steps; count++) {
		struct ptime_snapshot_step step = {
			.bytes = sizeof(step) + encode->tail,
			.total_ns = step_ns[count],
		};
		size_t length = strcspn(steps, " ");

		snprintf(step.name, sizeof(step.name), "%.*s", (int)length,
			 steps);
		append(encode, &step, sizeof(step), encode->tail);
		steps += length + (steps[length] == ' ');
	}
	return count;
}

struct ptime_snapshot_path *encode_path(struct encode *encode,
					const char *steps, const u64 *step_ns,
					u32 cpus, u32 slowest)
{
	struct ptime_snapshot *head = (struct ptime_snapshot *)encode->data;
	struct ptime_snapshot_path path = {
		.bytes = path_bytes(encode) + encode->tail,
		.cpus = cpus,
		.slowest = slowest,
	};
	struct ptime_snapshot_path *to;
	size_t at = encode->size;
	u32 count;

	if (++head->paths > head->paths_max)
		head->paths_max = head->paths;
	encode->path_at = at;
	append_part(encode, &path, sizeof(path), path_bytes(encode));
	count = append_steps(encode, steps, step_ns);
	to = (struct ptime_snapshot_path *)(encode->data + at);
	to->steps = count;
	return to;
}

struct ptime_snapshot_octave *encode_octave(struct encode *encode, u32 number,
					    u64 packets, const u64 *step_ns,
					    u32 steps)
{
	struct ptime_snapshot_octave octave = {
		.bytes = sizeof(octave) + encode->tail,
		.octave = number,
		.packets = packets,
	};

	((struct ptime_snapshot_path *)(encode->data + encode->path_at))->octaves++;
	memcpy(octave.step_ns, step_ns, steps * sizeof(*step_ns));
	return append(encode, &octave, sizeof(octave), encode->tail);
}

void encode_stage(struct encode *encode, const u64 *values, u32 count, u64 times)
{
	struct ptime_snapshot_stage stage = {
		.bytes = sizeof(stage) + encode->tail,
	}, *to;
	size_t at = encode->size;
	u32 i;

	((struct ptime_snapshot_path *)(encode->data + encode->path_at))->stages++;
	stage.min_ns = count ? values[0] : 0;
	for (i = 0; i < count; i++) {
		if (values[i] < stage.min_ns)
			stage.min_ns = values[i];
		if (values[i] > stage.max_ns)
			stage.max_ns = values[i];
	}
	append(encode, &stage, sizeof(stage), encode->tail);
	i = append_buckets(encode, PTIME_STAGE_BITS, values, count, times);
	to = (struct ptime_snapshot_stage *)(encode->data + at);
	to->buckets = i;
}

struct ptime_snapshot_slow *encode_slow(struct encode *encode,
					const u64 *step_ns, u32 steps)
{
	struct ptime_snapshot_slow slow = {
		.bytes = slow_bytes(encode) + encode->tail,
	};
	size_t at;
	u32 i;

	for (i = 0; i < steps; i++) {
		slow.step_ns[i] = step_ns[i];
		slow.total_ns += step_ns[i];
	}
	at = append_part(encode, &slow, sizeof(slow), slow_bytes(encode));
	return (struct ptime_snapshot_slow *)(encode->data + at);
}

struct ptime_snapshot_interface *encode_interface(struct encode *encode,
						  u32 netns, u32 ifindex)
{
	struct ptime_snapshot_interface interface = {
		.bytes = sizeof(interface) + encode->tail,
		.ifindex = ifindex,
		.netns = netns,
	};

	((struct ptime_snapshot *)encode->data)->path_interfaces++;
	return append(encode, &interface, sizeof(interface), encode->tail);
}

struct ptime_snapshot_wait *encode_wait(struct encode *encode,
					enum ptime_wait wait, u32 cpus)
{
	struct ptime_snapshot_wait raw = {
		.bytes = sizeof(raw) + encode->tail,
		.wait = wait,
		.cpus = cpus,
	};

	((struct ptime_snapshot *)encode->data)->waits++;
	return append(encode, &raw, sizeof(raw), encode->tail);
}

struct ptime_snapshot_polls *encode_polls(struct encode *encode, u32 cpu)
{
	struct ptime_snapshot_polls polls = {
		.bytes = sizeof(polls) + encode->tail,
		.cpu = cpu,
	};

	((struct ptime_snapshot *)encode->data)->polls++;
	return append(encode, &polls, sizeof(polls), encode->tail);
}

void encode_end(struct encode *encode)
{
	u64 size = encode->size;

	/* without room to spare, so that the sanitizers see a read behind the end */
	encode->room = size;
	encode->data = ptool_realloc(encode->data, 1, size);
	memcpy(encode->data + offsetof(struct ptime_snapshot, total_bytes),
	       &size, sizeof(size));
}
