// SPDX-License-Identifier: GPL-2.0
/* waits: waits of the receive softirq and NAPI's polls, on each CPU */
#include <stdlib.h>

#include "base/error.h"
#include "model/waits.h"
#include <pathtime/hist.h>

static const char *const names[] = {
	[PTIME_WAIT_SOFTIRQ]	= "softirq",
	[PTIME_WAIT_KSOFTIRQD]	= "ksoftirqd",
	[PTIME_WAIT_RUN]	= "run",
	[PTIME_WAIT_POLL]	= "poll",
	[PTIME_WAIT_BETWEEN]	= "between",
	[PTIME_WAIT_PACKETS]	= "packets",
};

const char *ptool_wait_name(enum ptime_wait wait)
{
	return names[wait];
}

bool ptool_wait_is_number(enum ptime_wait wait)
{
	return wait == PTIME_WAIT_PACKETS;
}

u64 ptool_wait_number(u64 value, u32 hist_bits)
{
	return ptime_hist_low(hist_bits, ptime_hist_bucket(hist_bits, value));
}

void ptool_waits_free(struct ptool_waits *waits)
{
	u32 i;

	for (i = 0; i < PTIME_WAITS; i++)
		ptool_counts_release(&waits->wait[i]);
	free(waits->cpu);
}

void ptool_waits_fold(struct ptool_waits *waits)
{
	u32 i;

	for (i = 0; i < PTIME_WAITS; i++) {
		ptool_series_release(&waits->wait[i].sum);
		ptool_counts_fold(&waits->wait[i]);
	}
}

void ptool_waits_keep_cpus(struct ptool_waits *waits,
			   const struct ptool_cpu_list *list)
{
	u32 i, kept = 0;

	for (i = 0; i < PTIME_WAITS; i++)
		ptool_counts_keep_cpus(&waits->wait[i], list);
	for (i = 0; i < waits->cpus; i++)
		if (ptool_cpu_list_has(list, waits->cpu[i].cpu))
			waits->cpu[kept++] = waits->cpu[i];
	waits->cpus = kept;
}

void ptool_waits_coarsen(struct ptool_waits *waits, u32 from_bits, u32 to_bits)
{
	u32 i;

	for (i = 0; i < PTIME_WAITS; i++)
		ptool_counts_coarsen(&waits->wait[i], from_bits, to_bits);
}

struct ptool_polls ptool_waits_polls_of(const struct ptool_waits *waits, u32 cpu)
{
	u32 i;

	for (i = 0; i < waits->cpus; i++)
		if (waits->cpu[i].cpu == cpu)
			return waits->cpu[i];
	return (struct ptool_polls){ .cpu = cpu };
}

static struct ptool_polls subtract(const struct ptool_polls *now,
				   const struct ptool_polls *before)
{
	return (struct ptool_polls){
		.cpu = now->cpu,
		.full = ptool_grown(now->full, before->full),
		.outside = ptool_grown(now->outside, before->outside),
		.squeezed = ptool_grown(now->squeezed, before->squeezed),
	};
}

struct ptool_waits ptool_waits_difference(const struct ptool_waits *now,
					  const struct ptool_waits *before,
					  u32 hist_bits)
{
	struct ptool_waits to = {
		.are_known = now->are_known,
		.cpus = now->cpus,
		.cpu = ptool_alloc(now->cpus, sizeof(*to.cpu)),
	};
	struct ptool_polls earlier;
	u32 i;

	for (i = 0; i < PTIME_WAITS; i++)
		ptool_counts_subtract(&to.wait[i], hist_bits, &now->wait[i],
				      &before->wait[i]);
	for (i = 0; i < now->cpus; i++) {
		earlier = ptool_waits_polls_of(before, now->cpu[i].cpu);
		to.cpu[i] = subtract(&now->cpu[i], &earlier);
	}
	return to;
}

static void add_polls(struct ptool_polls *to, const struct ptool_polls *add)
{
	to->full += add->full;
	to->outside += add->outside;
	to->squeezed += add->squeezed;
}

/* insert a CPU that is not there */
static struct ptool_polls *insert(struct ptool_waits *waits, u32 cpu)
{
	u32 i = waits->cpus++;

	for (; i && waits->cpu[i - 1].cpu > cpu; i--)
		waits->cpu[i] = waits->cpu[i - 1];
	waits->cpu[i] = (struct ptool_polls){ .cpu = cpu };
	return &waits->cpu[i];
}

static struct ptool_polls *place_of(struct ptool_waits *waits, u32 cpu)
{
	u32 i;

	for (i = 0; i < waits->cpus; i++)
		if (waits->cpu[i].cpu == cpu)
			return &waits->cpu[i];
	return insert(waits, cpu);
}

void ptool_waits_add(struct ptool_waits *sum, const struct ptool_waits *add)
{
	u32 i;

	sum->are_known &= add->are_known;
	for (i = 0; i < PTIME_WAITS; i++)
		ptool_counts_add(&sum->wait[i], &add->wait[i]);
	sum->cpu = ptool_realloc(sum->cpu, (size_t)sum->cpus + add->cpus + 1,
				 sizeof(*sum->cpu));
	for (i = 0; i < add->cpus; i++)
		add_polls(place_of(sum, add->cpu[i].cpu), &add->cpu[i]);
}

struct ptool_polls ptool_waits_polls(const struct ptool_waits *waits)
{
	struct ptool_polls sum = { 0 };
	u32 i;

	for (i = 0; i < waits->cpus; i++)
		add_polls(&sum, &waits->cpu[i]);
	return sum;
}
