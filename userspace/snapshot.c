// SPDX-License-Identifier: GPL-2.0
/* snapshot: decoder of the module's binary snapshot (abi.h) */
#include <byteswap.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "types.h"
#include <pathtime/hist.h>

#include "snapshot.h"

/**
 * struct cursor - place in the bytes, and what holds for all of them
 * @at: next byte
 * @left: bytes from there to the end
 * @hist_bits: buckets per power of two, as an exponent
 * @bucket_bytes: size of a bucket
 * @sample: one call in so many was timed
 * @sum: of all series: if these fit, so do all sums of some
 * @missed: of all probes, likewise
 * @why: gets the reason of an error
 */
struct cursor {
	const unsigned char *at;
	size_t left;
	u32 hist_bits;
	u32 bucket_bytes;
	u32 sample;
	struct ptime_series sum;
	u64 missed;
	struct ptime_reason *why;
};

static bool add_fits(u64 *sum, u64 value)
{
	return !__builtin_add_overflow(*sum, value, sum);
}

/* a struct begins with its size; a tail that is not known here is skipped */
static bool take(struct cursor *cursor, void *to, size_t known,
		 const char *what)
{
	u32 bytes;

	if (cursor->left < sizeof(bytes))
		return ptime_reason_set(cursor->why,
			"corrupted: ends where a %s is due", what);
	memcpy(&bytes, cursor->at, sizeof(bytes));
	if (bytes < known || bytes > cursor->left)
		return ptime_reason_set(cursor->why,
			"corrupted: a %s of %u bytes", what, bytes);
	memcpy(to, cursor->at, known);
	cursor->at += bytes;
	cursor->left -= bytes;
	return true;
}

/* whether @count things of at least @least bytes can follow */
static bool can_follow(const struct cursor *cursor, u32 count, size_t least,
		       const char *what)
{
	if (count <= cursor->left / least)
		return true;
	return ptime_reason_set(cursor->why,
		"corrupted: %u %s announced in %zu bytes", count, what,
		cursor->left);
}

static bool is_text(const char *text, size_t size)
{
	const char *end = memchr(text, '\0', size);

	if (!end)
		return false;
	for (; text < end; text++)
		if (!isascii(*text) || !isprint(*text))
			return false;
	return true;
}

static bool take_bucket(struct cursor *cursor, struct ptime_series *series)
{
	struct ptime_snapshot_bucket raw;
	u32 n = series->buckets;

	memcpy(&raw, cursor->at, sizeof(raw));
	cursor->at += cursor->bucket_bytes;
	cursor->left -= cursor->bucket_bytes;
	if (raw.bucket > ptime_hist_overflow(cursor->hist_bits) || !raw.calls ||
	    (n && raw.bucket <= series->bucket[n - 1].bucket))
		return ptime_reason_set(cursor->why,
			"corrupted: bucket %u out of order", raw.bucket);
	if (raw.calls % cursor->sample)
		return ptime_reason_set(cursor->why,
			"corrupted: %llu calls where 1 in %u was timed",
			(unsigned long long)raw.calls, cursor->sample);
	series->bucket[n].bucket = raw.bucket;
	series->bucket[n].calls = raw.calls;
	series->buckets++;
	if (!add_fits(&cursor->sum.calls, raw.calls))
		return ptime_reason_set(cursor->why,
			"corrupted: more calls than can be counted");
	series->calls += raw.calls;
	return true;
}

static u64 draw_to(u64 value, u64 low, u64 high)
{
	if (value < low)
		return low;
	return value > high ? high : value;
}

/*
 * A CPU counts while it is read: a call may be in its bucket and not yet in
 * the bounds, or the other way round. The buckets decide, so that a percentile
 * always lies between the two.
 */
static void settle_bounds(struct ptime_series *series, u32 hist_bits)
{
	u32 first, last;

	if (!series->buckets)
		return;
	first = series->bucket[0].bucket;
	last = series->bucket[series->buckets - 1].bucket;
	series->min_ns = draw_to(series->min_ns,
				 ptime_hist_low(hist_bits, first),
				 ptime_hist_high(hist_bits, first));
	series->max_ns = draw_to(series->max_ns,
				 ptime_hist_low(hist_bits, last),
				 ptime_hist_high(hist_bits, last));
	if (series->max_ns < series->min_ns)
		series->max_ns = series->min_ns;
}

static bool take_cpu(struct cursor *cursor, struct ptime_counts *counts)
{
	struct ptime_series *series = &counts->cpu[counts->cpus];
	struct ptime_snapshot_cpu raw = { 0 };
	u32 i;

	if (!take(cursor, &raw, sizeof(raw), "CPU") ||
	    !can_follow(cursor, raw.buckets, cursor->bucket_bytes, "buckets"))
		return false;
	if (counts->cpus && raw.cpu <= series[-1].cpu)
		return ptime_reason_set(cursor->why,
			"corrupted: CPU %u out of order", raw.cpu);
	series->cpu = raw.cpu;
	series->total_ns = raw.total_ns;
	series->min_ns = raw.min_ns;
	series->max_ns = raw.max_ns;
	series->packets = raw.packets;
	series->clock_backwards = raw.clock_backwards;
	series->bucket = ptime_alloc(raw.buckets, sizeof(*series->bucket));
	counts->cpus++;
	for (i = 0; i < raw.buckets; i++)
		if (!take_bucket(cursor, series))
			return false;
	if (!add_fits(&cursor->sum.total_ns, raw.total_ns) ||
	    !add_fits(&cursor->sum.packets, raw.packets) ||
	    !add_fits(&cursor->sum.clock_backwards, raw.clock_backwards))
		return ptime_reason_set(cursor->why,
			"corrupted: sums of CPU %u overflow", raw.cpu);
	settle_bounds(series, cursor->hist_bits);
	return true;
}

static bool is_new_outcome(const struct ptime_probe *probe, const char *name)
{
	u32 i;

	for (i = 0; i < probe->outcomes; i++)
		if (!strcmp(probe->outcome[i].name, name))
			return false;
	return true;
}

static bool take_outcome(struct cursor *cursor, struct ptime_probe *probe)
{
	struct ptime_outcome *outcome = &probe->outcome[probe->outcomes];
	struct ptime_snapshot_outcome raw = { 0 };
	u32 i;

	if (!take(cursor, &raw, sizeof(raw), "outcome") ||
	    !can_follow(cursor, raw.cpus, sizeof(struct ptime_snapshot_cpu),
			"CPUs"))
		return false;
	if (!is_text(raw.name, sizeof(raw.name)) ||
	    !is_new_outcome(probe, raw.name))
		return ptime_reason_set(cursor->why,
			"corrupted: name of an outcome of %s",
			probe->function);
	memcpy(outcome->name, raw.name, sizeof(raw.name));
	outcome->counts.cpu = ptime_alloc(raw.cpus,
					  sizeof(*outcome->counts.cpu));
	probe->outcomes++;
	for (i = 0; i < raw.cpus; i++)
		if (!take_cpu(cursor, &outcome->counts))
			return false;
	return true;
}

static bool fill_probe(struct cursor *cursor, struct ptime_probe *probe,
		       const struct ptime_snapshot_probe *raw)
{
	if (!is_text(raw->group, sizeof(raw->group)) ||
	    !is_text(raw->module, sizeof(raw->module)) ||
	    !is_text(raw->function, sizeof(raw->function)) ||
	    !is_text(raw->backend, sizeof(raw->backend)) ||
	    !is_text(raw->reason, sizeof(raw->reason)) || !raw->function[0])
		return ptime_reason_set(cursor->why,
			"corrupted: names of probe %llu",
			(unsigned long long)raw->id);
	if (raw->state > PTIME_STATE_SILENT)
		return ptime_reason_set(cursor->why,
			"corrupted: state %u of %s", raw->state,
			raw->function);
	if (!add_fits(&cursor->missed, raw->missed))
		return ptime_reason_set(cursor->why,
			"corrupted: more misses than can be counted");
	probe->state = raw->state;
	probe->id = raw->id;
	probe->missed = raw->missed;
	memcpy(probe->group, raw->group, sizeof(raw->group));
	memcpy(probe->module, raw->module, sizeof(raw->module));
	memcpy(probe->function, raw->function, sizeof(raw->function));
	memcpy(probe->backend, raw->backend, sizeof(raw->backend));
	memcpy(probe->reason, raw->reason, sizeof(raw->reason));
	return true;
}

static bool is_new_probe(const struct ptime_model *model, u64 id)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (model->probe[i].id == id)
			return false;
	return true;
}

static bool take_probe(struct cursor *cursor, struct ptime_model *model)
{
	struct ptime_probe *probe = &model->probe[model->probes];
	struct ptime_snapshot_probe raw = { 0 };
	u32 i;

	if (!take(cursor, &raw, sizeof(raw), "probe") ||
	    !can_follow(cursor, raw.outcomes,
			sizeof(struct ptime_snapshot_outcome), "outcomes") ||
	    !fill_probe(cursor, probe, &raw))
		return false;
	if (!raw.outcomes || !is_new_probe(model, raw.id))
		return ptime_reason_set(cursor->why,
			"corrupted: %s has no outcomes, or a number taken",
			probe->function);
	probe->outcome = ptime_alloc(raw.outcomes, sizeof(*probe->outcome));
	model->probes++;
	for (i = 0; i < raw.outcomes; i++)
		if (!take_outcome(cursor, probe))
			return false;
	return true;
}

/* where the head of a version ends */
static const size_t head_bytes[] = {
	[1] = offsetof(struct ptime_snapshot, sample),
	[2] = sizeof(struct ptime_snapshot),
};

static bool is_version(u32 version)
{
	return version < ARRAY_SIZE(head_bytes) && head_bytes[version];
}

static bool check_version(const struct ptime_snapshot *raw,
			  struct ptime_reason *why)
{
	if (is_version(raw->version))
		return true;
	if (is_version(bswap_32(raw->version)))
		return ptime_reason_set(why,
			"of a machine with the other byte order: read it there");
	return ptime_reason_set(why,
		"of version %u, this tool reads those up to %u: use the tool that came with the module",
		raw->version, PTIME_SNAPSHOT_VERSION);
}

static bool check_head(const struct ptime_snapshot *raw, size_t size,
		       struct ptime_reason *why)
{
	if (size < raw->total_bytes)
		return ptime_reason_set(why,
			"truncated: %zu of %llu bytes", size,
			(unsigned long long)raw->total_bytes);
	if (size > raw->total_bytes)
		return ptime_reason_set(why,
			"corrupted: %zu bytes where it says %llu", size,
			(unsigned long long)raw->total_bytes);
	if (raw->bytes < head_bytes[raw->version] || raw->bytes > size ||
	    raw->bucket_bytes < sizeof(struct ptime_snapshot_bucket))
		return ptime_reason_set(why, "corrupted: sizes in the head");
	if (raw->hist_bits < PTIME_HIST_BITS_MIN ||
	    raw->hist_bits > PTIME_HIST_BITS_MAX)
		return ptime_reason_set(why,
			"corrupted: %u bits of histogram", raw->hist_bits);
	if (!raw->sample || raw->sample > PTIME_SAMPLE_MAX)
		return ptime_reason_set(why,
			"corrupted: 1 call in %u timed", raw->sample);
	if (raw->since_ns > raw->time_ns)
		return ptime_reason_set(why,
			"corrupted: counts begin after they end");
	if (!is_text(raw->clock, sizeof(raw->clock)) ||
	    !is_text(raw->module_version, sizeof(raw->module_version)) ||
	    !is_text(raw->kernel, sizeof(raw->kernel)))
		return ptime_reason_set(why, "corrupted: names in the head");
	return true;
}

static void fill_model(struct ptime_model *model,
		       const struct ptime_snapshot *raw)
{
	model->time_ns = raw->time_ns;
	model->since_ns = raw->since_ns;
	model->resets = raw->resets;
	model->hist_bits = raw->hist_bits;
	model->sample = raw->sample;
	model->running = raw->flags & PTIME_SNAPSHOT_RUNNING;
	memcpy(model->clock, raw->clock, sizeof(raw->clock));
	memcpy(model->version, raw->module_version,
	       sizeof(raw->module_version));
	memcpy(model->kernel, raw->kernel, sizeof(raw->kernel));
}

static bool take_probes(struct cursor *cursor, struct ptime_model *model,
			u32 probes)
{
	u32 i;

	if (!can_follow(cursor, probes, sizeof(struct ptime_snapshot_probe),
			"probes"))
		return false;
	model->probe = ptime_alloc(probes, sizeof(*model->probe));
	for (i = 0; i < probes; i++)
		if (!take_probe(cursor, model))
			return false;
	if (cursor->left)
		return ptime_reason_set(cursor->why,
			"corrupted: %zu bytes after the last probe",
			cursor->left);
	return true;
}

bool ptime_snapshot_is(const void *bytes, size_t size)
{
	size_t magic = sizeof(((struct ptime_snapshot *)0)->magic);

	return !memcmp(bytes, PTIME_SNAPSHOT_MAGIC,
		       size < magic ? size : magic);
}

struct ptime_model *ptime_snapshot_decode(const void *bytes, size_t size,
					  struct ptime_reason *why)
{
	struct cursor cursor = { .why = why };
	struct ptime_snapshot raw = { 0 };
	struct ptime_model *model;

	if (!size) {
		ptime_reason_set(why, "empty");
		return NULL;
	}
	if (!ptime_snapshot_is(bytes, size)) {
		ptime_reason_set(why, "not a snapshot of pathtime");
		return NULL;
	}
	if (size < head_bytes[1]) {
		ptime_reason_set(why, "truncated: %zu bytes", size);
		return NULL;
	}
	memcpy(&raw, bytes, size < sizeof(raw) ? size : sizeof(raw));
	if (raw.version == 1)
		raw.sample = 1;
	if (!check_version(&raw, why) || !check_head(&raw, size, why))
		return NULL;
	cursor.at = (const unsigned char *)bytes + raw.bytes;
	cursor.left = size - raw.bytes;
	cursor.hist_bits = raw.hist_bits;
	cursor.bucket_bytes = raw.bucket_bytes;
	cursor.sample = raw.sample;
	model = ptime_alloc(1, sizeof(*model));
	fill_model(model, &raw);
	if (!take_probes(&cursor, model, raw.probes)) {
		ptime_model_free(model);
		return NULL;
	}
	ptime_model_fold(model);
	return model;
}
