// SPDX-License-Identifier: GPL-2.0
/* snapshot_waits: decode waits and polls in the module's binary snapshot (abi.h) */
#include "snapshot/snapshot_waits.h"

/* waits have no self times */
static bool take_cpu(struct ptool_cursor *cursor, struct ptool_counts *counts,
		     struct ptool_series *sum)
{
	struct ptime_snapshot_cpu raw;

	if (!ptool_cursor_take_cpu(cursor, counts, sum, &raw))
		return false;
	if (raw.self_buckets || raw.self_ns)
		return ptool_reason_set(cursor->why,
			"corrupted: self times of a wait on CPU %u", raw.cpu);
	return true;
}

static bool take_wait_cpus(struct ptool_cursor *cursor,
			   struct ptool_counts *counts, u32 cpus,
			   struct ptool_series *sum)
{
	u32 i;

	if (!ptool_cursor_can_follow(cursor, cpus, cursor->cpu_bytes, "CPUs"))
		return false;
	counts->cpu = ptool_alloc(cpus, sizeof(*counts->cpu));
	for (i = 0; i < cpus; i++)
		if (!take_cpu(cursor, counts, sum))
			return false;
	return true;
}

static bool take_wait(struct ptool_cursor *cursor, struct ptool_waits *waits,
		      u32 *next, struct ptool_series *sum)
{
	struct ptool_counts unknown = { 0 };
	struct ptime_snapshot_wait raw;
	bool is_taken;

	if (!ptool_cursor_take(cursor, &raw, sizeof(raw), "wait"))
		return false;
	if (raw.wait < *next)
		return ptool_reason_set(cursor->why,
			"corrupted: wait %u out of order", raw.wait);
	*next = raw.wait + 1;
	if (raw.wait < PTIME_WAITS)
		return take_wait_cpus(cursor, &waits->wait[raw.wait], raw.cpus,
				      sum);
	/* a later module has it */
	is_taken = take_wait_cpus(cursor, &unknown, raw.cpus, sum);
	ptool_counts_release(&unknown);
	return is_taken;
}

static bool take_polls(struct ptool_cursor *cursor, struct ptool_waits *waits,
		       struct ptool_polls *sum)
{
	struct ptool_polls *polls = &waits->cpu[waits->cpus];
	struct ptime_snapshot_polls raw;

	if (!ptool_cursor_take(cursor, &raw, sizeof(raw), "CPU's polls"))
		return false;
	if (waits->cpus && raw.cpu <= polls[-1].cpu)
		return ptool_reason_set(cursor->why,
			"corrupted: polls of CPU %u out of order", raw.cpu);
	if (!ptool_cursor_add(&sum->full, raw.full) ||
	    !ptool_cursor_add(&sum->outside, raw.outside) ||
	    !ptool_cursor_add(&sum->squeezed, raw.squeezed))
		return ptool_reason_set(cursor->why,
			"corrupted: more polls than can be counted");
	polls->cpu = raw.cpu;
	polls->full = raw.full;
	polls->outside = raw.outside;
	polls->squeezed = raw.squeezed;
	waits->cpus++;
	return true;
}

static bool take_cpus(struct ptool_cursor *cursor, struct ptool_waits *waits,
		      u32 polls)
{
	struct ptool_polls sum = { 0 };
	u32 i;

	if (!ptool_cursor_can_follow(cursor, polls,
				     sizeof(struct ptime_snapshot_polls),
				     "CPUs' polls"))
		return false;
	waits->cpu = ptool_alloc(polls, sizeof(*waits->cpu));
	for (i = 0; i < polls; i++)
		if (!take_polls(cursor, waits, &sum))
			return false;
	return true;
}

bool ptool_snapshot_take_waits(struct ptool_cursor *cursor,
			       const struct ptime_snapshot *head,
			       struct ptool_waits *waits)
{
	/* of all waits, as those of several machines are added up */
	struct ptool_series sum = { 0 };
	u32 i, next = 0;

	if ((head->waits || head->polls) && !head->paths_max)
		return ptool_reason_set(cursor->why,
			"corrupted: %u waits, where no packets are traced",
			head->waits);
	waits->are_known = head->waits;
	for (i = 0; i < head->waits; i++)
		if (!take_wait(cursor, waits, &next, &sum))
			return false;
	return take_cpus(cursor, waits, head->polls);
}
