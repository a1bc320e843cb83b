// SPDX-License-Identifier: GPL-2.0
/* snapshot_paths: decode the paths in the module's binary snapshot (abi.h) */
#include <stddef.h>
#include <string.h>

#include "snapshot/snapshot_interfaces.h"
#include "snapshot/snapshot_paths.h"
#include "snapshot/snapshot_waits.h"

/* the protocol is one byte of the IP header */
#define TRANSPORT_MAX	255

/* a path ended before .stages, and a slow packet before the CPUs of its steps and its interrupts */
#define PATH_BYTES_LEAST	offsetof(struct ptime_snapshot_path, stages)
#define SLOW_BYTES_LEAST	offsetof(struct ptime_snapshot_slow, step_cpu)

static bool take_step(struct ptool_cursor *cursor, struct ptool_path *path)
{
	struct ptool_path_step *step = &path->step[path->steps];
	struct ptime_snapshot_step raw;

	if (!ptool_cursor_take(cursor, &raw, sizeof(raw), "step"))
		return false;
	if (!ptool_cursor_is_text(raw.name, sizeof(raw.name)) || !raw.name[0])
		return ptool_reason_set(cursor->why,
			"corrupted: name of step %u of a path", path->steps);
	if (!ptool_cursor_add(&cursor->step_ns, raw.total_ns))
		return ptool_reason_set(cursor->why,
			"corrupted: times of steps overflow");
	memcpy(step->name, raw.name, sizeof(raw.name));
	step->total_ns = raw.total_ns;
	path->steps++;
	return true;
}

static bool take_steps(struct ptool_cursor *cursor, struct ptool_path *path,
		       u32 steps)
{
	u32 i;

	if (steps < 2 || steps > PTIME_STEPS_MAX)
		return ptool_reason_set(cursor->why,
			"corrupted: a path of %u steps", steps);
	for (i = 0; i < steps; i++)
		if (!take_step(cursor, path))
			return false;
	return true;
}

/* packets have no self times */
static bool take_cpu(struct ptool_cursor *cursor, struct ptool_path *path)
{
	struct ptime_snapshot_cpu raw;

	if (!ptool_cursor_take_cpu(cursor, &path->counts, &cursor->packets,
				   &raw))
		return false;
	if (raw.self_buckets || raw.self_ns)
		return ptool_reason_set(cursor->why,
			"corrupted: self times of packets on CPU %u", raw.cpu);
	/* cannot overflow either: the calls were added to cursor->packets */
	path->packets += path->counts.cpu[path->counts.cpus - 1].calls;
	return true;
}

static bool take_cpus(struct ptool_cursor *cursor, struct ptool_path *path,
		      u32 cpus)
{
	u32 i;

	if (!ptool_cursor_can_follow(cursor, cpus, cursor->cpu_bytes, "CPUs"))
		return false;
	path->counts.cpu = ptool_alloc(cpus, sizeof(*path->counts.cpu));
	for (i = 0; i < cpus; i++)
		if (!take_cpu(cursor, path))
			return false;
	return true;
}

/* @packets, @sum: packets, and for each step the times, of the octaves before */
static bool take_octave(struct ptool_cursor *cursor, struct ptool_path *path,
			u32 *next, u64 *packets, u64 *sum)
{
	struct ptime_snapshot_octave raw;
	struct ptool_octave *octave;
	u32 i;

	if (!ptool_cursor_take(cursor, &raw, sizeof(raw), "octave"))
		return false;
	if (raw.octave < *next || raw.octave >= PTIME_OCTAVES || !raw.packets)
		return ptool_reason_set(cursor->why,
			"corrupted: octave %u of a path", raw.octave);
	*next = raw.octave + 1;
	octave = &path->octave[raw.octave];
	octave->packets = raw.packets;
	if (!ptool_cursor_add(packets, raw.packets))
		return ptool_reason_set(cursor->why,
			"corrupted: packets of octaves overflow");
	for (i = 0; i < path->steps; i++) {
		octave->step_ns[i] = raw.step_ns[i];
		if (!ptool_cursor_add(&sum[i], raw.step_ns[i]))
			return ptool_reason_set(cursor->why,
				"corrupted: times of octaves overflow");
	}
	return true;
}

/* the octaves have the same times as the steps */
static bool take_octaves(struct ptool_cursor *cursor, struct ptool_path *path,
			 u32 octaves)
{
	u64 packets = 0, sum[PTIME_STEPS_MAX] = { 0 };
	u32 i, next = 0;

	if (!octaves)
		return true;
	path->octave = ptool_alloc(PTIME_OCTAVES, sizeof(*path->octave));
	for (i = 0; i < octaves; i++)
		if (!take_octave(cursor, path, &next, &packets, sum))
			return false;
	for (i = 0; i < path->steps; i++)
		if (sum[i] != path->step[i].total_ns)
			return ptool_reason_set(cursor->why,
				"corrupted: octaves and step %u of a path do not agree",
				i);
	return true;
}

static bool take_stage(struct ptool_cursor *cursor, struct ptool_series *times)
{
	struct ptime_snapshot_stage raw;

	if (!ptool_cursor_take(cursor, &raw, sizeof(raw), "stage") ||
	    !ptool_cursor_take_buckets(cursor, times, PTIME_STAGE_BITS,
				       raw.buckets, &cursor->stages))
		return false;
	times->min_ns = raw.min_ns;
	times->max_ns = raw.max_ns;
	ptool_cursor_settle_bounds(times, PTIME_STAGE_BITS);
	return true;
}

/* the sums of the times are in the steps */
static bool take_stages(struct ptool_cursor *cursor, struct ptool_path *path,
			u32 stages)
{
	u32 i;

	if (!stages)
		return true;
	if (stages != path->steps - 1)
		return ptool_reason_set(cursor->why,
			"corrupted: %u stages of a path of %u steps", stages,
			path->steps);
	path->stage = ptool_alloc(PTIME_STEPS_MAX, sizeof(*path->stage));
	for (i = 1; i < path->steps; i++) {
		if (!take_stage(cursor, &path->stage[i]))
			return false;
		path->stage[i].total_ns = path->step[i].total_ns;
	}
	return true;
}

/* a packet's time must be exactly the sum of its steps */
static bool fill_slow(struct ptool_slow *slow, u32 steps,
		      const struct ptime_snapshot_slow *raw)
{
	u64 sum = 0;
	u32 i;

	slow->in = raw->in;
	slow->out = raw->out;
	slow->netns = raw->netns;
	slow->length = raw->length;
	slow->protocol = raw->protocol;
	slow->transport = raw->transport;
	slow->source = raw->source;
	slow->destination = raw->destination;
	slow->end_ns = raw->end_ns;
	slow->total_ns = raw->total_ns;
	slow->has_cpus = raw->bytes >= sizeof(*raw);
	slow->irq = raw->irq;
	slow->irq_ns = raw->irq_ns;
	for (i = 0; i < steps; i++) {
		slow->step_ns[i] = raw->step_ns[i];
		slow->step_cpu[i] = raw->step_cpu[i];
		if (!ptool_cursor_add(&sum, raw->step_ns[i]))
			return false;
	}
	return sum == raw->total_ns;
}

static bool take_slow(struct ptool_cursor *cursor, struct ptool_path *path)
{
	struct ptool_slow *slow = &path->slow[path->slowest];
	struct ptime_snapshot_slow raw;

	if (!ptool_cursor_take_grown(cursor, &raw, SLOW_BYTES_LEAST,
				     sizeof(raw), "slow packet"))
		return false;
	if (path->slowest && raw.total_ns > slow[-1].total_ns)
		return ptool_reason_set(cursor->why,
			"corrupted: slow packet %u out of order",
			path->slowest);
	if (raw.irq > PTIME_SLOW_IRQ_PART)
		return ptool_reason_set(cursor->why,
			"corrupted: interrupts of slow packet %u have the kind %u",
			path->slowest, raw.irq);
	if (!fill_slow(slow, path->steps, &raw))
		return ptool_reason_set(cursor->why,
			"corrupted: steps of slow packet %u do not add up",
			path->slowest);
	path->slowest++;
	return true;
}

static bool take_slowest(struct ptool_cursor *cursor, struct ptool_path *path,
			 u32 slowest)
{
	u32 i;

	if (slowest > PTIME_SLOWEST_MAX)
		return ptool_reason_set(cursor->why,
			"corrupted: %u slow packets of a path", slowest);
	path->slow = ptool_alloc(slowest, sizeof(*path->slow));
	for (i = 0; i < slowest; i++)
		if (!take_slow(cursor, path))
			return false;
	return true;
}

static bool take_path(struct ptool_cursor *cursor, struct ptool_paths *paths)
{
	struct ptool_path *path = &paths->path[paths->paths];
	struct ptime_snapshot_path raw;

	if (!ptool_cursor_take_grown(cursor, &raw, PATH_BYTES_LEAST,
				     sizeof(raw), "path"))
		return false;
	if (!ptool_cursor_is_text(raw.reason_name, sizeof(raw.reason_name)))
		return ptool_reason_set(cursor->why,
			"corrupted: name of the reason of path %u",
			paths->paths);
	if (!ptool_cursor_add(&cursor->packet_bytes, raw.packet_bytes))
		return ptool_reason_set(cursor->why,
			"corrupted: more bytes than can be counted");
	path->reason = raw.reason;
	memcpy(path->reason_name, raw.reason_name, sizeof(raw.reason_name));
	path->packet_bytes = raw.packet_bytes;
	/* from here on, the owner of @paths releases the path */
	paths->paths++;
	return take_steps(cursor, path, raw.steps) &&
	       take_cpus(cursor, path, raw.cpus) &&
	       take_octaves(cursor, path, raw.octaves) &&
	       take_stages(cursor, path, raw.stages) &&
	       take_slowest(cursor, path, raw.slowest);
}

static bool check_head(const struct ptool_cursor *cursor,
		       const struct ptime_snapshot *head)
{
	if (head->paths_max > PTIME_PATHS_MAX)
		return ptool_reason_set(cursor->why,
			"corrupted: room for %u paths", head->paths_max);
	if (head->paths > head->paths_max)
		return ptool_reason_set(cursor->why,
			"corrupted: %u paths, where there is room for %u",
			head->paths, head->paths_max);
	if (head->sample > 1 && head->paths_max)
		return ptool_reason_set(cursor->why,
			"corrupted: paths, where 1 call in %u was timed",
			head->sample);
	return ptool_cursor_can_follow(cursor, head->paths,
				       PATH_BYTES_LEAST, "paths");
}

/* if the snapshot ends before path_losses_more or path_losses_last, it is 0 */
static u64 loss_of(const struct ptime_snapshot *head, u32 loss)
{
	if (loss >= PTIME_PATH_NOT_FOLLOWED)
		return head->path_losses_last[loss - PTIME_PATH_NOT_FOLLOWED];
	return loss < PTIME_PATH_LOSSES_FIRST ? head->path_losses[loss] :
	       head->path_losses_more[loss - PTIME_PATH_LOSSES_FIRST];
}

static bool take_losses(struct ptool_cursor *cursor, struct ptool_paths *paths,
			const struct ptime_snapshot *head)
{
	u64 sum = 0;
	u32 i;

	for (i = 0; i < PTIME_PATH_LOSSES; i++) {
		paths->losses[i] = loss_of(head, i);
		if (!ptool_cursor_add(&sum, paths->losses[i]))
			return ptool_reason_set(cursor->why,
				"corrupted: more packets in no path than can be counted");
	}
	return true;
}

static bool take_filter(struct ptool_cursor *cursor, struct ptool_paths *paths,
			const struct ptime_snapshot *head)
{
	if (head->path_transport > TRANSPORT_MAX)
		return ptool_reason_set(cursor->why,
			"corrupted: a filter by protocol %u",
			head->path_transport);
	paths->filter.in = head->path_in;
	paths->filter.out = head->path_out;
	paths->filter.netns = head->path_netns;
	paths->filter.transport = head->path_transport;
	return true;
}

static void take_timed(struct ptool_paths *paths, u32 flags)
{
	u32 wait;

	paths->knows_waits = flags & PTIME_SNAPSHOT_HAS_WAITS;
	for (wait = 0; wait < PTIME_TIMED_WAITS; wait++)
		paths->timed[wait] = flags & PTIME_SNAPSHOT_WAIT(wait);
}

bool ptool_snapshot_take_paths(struct ptool_cursor *cursor,
			       const struct ptime_snapshot *head,
			       struct ptool_paths *paths)
{
	u32 i, twin;

	if (!check_head(cursor, head) || !take_losses(cursor, paths, head) ||
	    !take_filter(cursor, paths, head))
		return false;
	take_timed(paths, head->flags);
	paths->max = head->paths_max;
	paths->path = ptool_alloc(head->paths, sizeof(*paths->path));
	for (i = 0; i < head->paths; i++)
		if (!take_path(cursor, paths))
			return false;
	twin = ptool_paths_twin(paths);
	if (twin != PTOOL_NO_PATH)
		return ptool_reason_set(cursor->why,
			"corrupted: path %u is there twice", twin);
	return ptool_snapshot_take_interfaces(cursor, head, &paths->interfaces) &&
	       ptool_snapshot_take_waits(cursor, head, &paths->waits);
}
