// SPDX-License-Identifier: GPL-2.0
/* encoder: encode a capture's model as a binary snapshot, in the module's format (abi.h) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot/snapshot.h"

/* the structs end before raw times and overhead, which captures do not have */
#define HEAD_BYTES	offsetof(struct ptime_snapshot, budget)
#define PROBE_BYTES	offsetof(struct ptime_snapshot_probe, in_window_ps)
#define CPU_BYTES	offsetof(struct ptime_snapshot_cpu, raw_ns)
#define NODE_BYTES	offsetof(struct ptime_snapshot_node, raw_ns)

static void put_head(FILE *to, const struct ptool_model *model)
{
	struct ptime_snapshot head = {
		.version = PTIME_SNAPSHOT_VERSION,
		.bytes = HEAD_BYTES,
		.time_ns = model->time_ns,
		.since_ns = model->since_ns,
		.resets = model->resets,
		.hist_bits = model->hist_bits,
		.probes = model->probes,
		.flags = PTIME_SNAPSHOT_NESTING |
			 (model->running ? PTIME_SNAPSHOT_RUNNING : 0),
		.bucket_bytes = sizeof(struct ptime_snapshot_bucket),
		.sample = model->sample,
		.nodes = model->tree->nodes,
	};

	memcpy(head.magic, PTIME_SNAPSHOT_MAGIC, sizeof(head.magic));
	memcpy(head.clock, model->clock, sizeof(head.clock));
	memcpy(head.module_version, model->version,
	       sizeof(head.module_version));
	memcpy(head.kernel, model->kernel, sizeof(head.kernel));
	fwrite(&head, HEAD_BYTES, 1, to);
}

static void put_buckets(FILE *to, const struct ptool_series *series)
{
	u32 i;

	for (i = 0; i < series->buckets; i++) {
		struct ptime_snapshot_bucket bucket = {
			.bucket = series->bucket[i].bucket,
			.calls = series->bucket[i].calls,
		};

		fwrite(&bucket, sizeof(bucket), 1, to);
	}
}

static void put_cpu(FILE *to, const struct ptool_series *series,
		    const struct ptool_series *self)
{
	struct ptime_snapshot_cpu cpu = {
		.bytes = CPU_BYTES,
		.cpu = series->cpu,
		.buckets = series->buckets,
		.total_ns = series->total_ns,
		.min_ns = series->min_ns,
		.max_ns = series->max_ns,
		.packets = series->packets,
		.clock_backwards = series->clock_backwards,
		.self_ns = self->total_ns,
		.self_buckets = self->buckets,
	};

	fwrite(&cpu, CPU_BYTES, 1, to);
	put_buckets(to, series);
	put_buckets(to, self);
}

static void put_outcome(FILE *to, const struct ptool_outcome *outcome)
{
	const struct ptool_counts *counts = &outcome->counts;
	struct ptime_snapshot_outcome head = {
		.bytes = sizeof(head),
		.cpus = counts->cpus,
	};
	u32 i;

	memcpy(head.name, outcome->name, sizeof(head.name));
	fwrite(&head, sizeof(head), 1, to);
	for (i = 0; i < counts->cpus; i++)
		put_cpu(to, &counts->cpu[i],
			ptool_counts_of_cpu(&outcome->self,
					    counts->cpu[i].cpu));
}

static void put_probe(FILE *to, const struct ptool_probe *probe)
{
	struct ptime_snapshot_probe head = {
		.bytes = PROBE_BYTES,
		.outcomes = probe->outcomes,
		.state = probe->state,
		.flags = probe->steps_only ? PTIME_PROBE_STEPS_ONLY : 0,
		.id = probe->id,
		.missed = probe->missed,
	};
	u32 i;

	memcpy(head.group, probe->group, sizeof(head.group));
	memcpy(head.module, probe->module, sizeof(head.module));
	memcpy(head.function, probe->function, sizeof(head.function));
	memcpy(head.backend, probe->backend, sizeof(head.backend));
	snprintf(head.reason, sizeof(head.reason), "%s",
		 ptool_probe_reason(probe));
	fwrite(&head, PROBE_BYTES, 1, to);
	for (i = 0; i < probe->outcomes; i++)
		put_outcome(to, &probe->outcome[i]);
}

/* as in the module's snapshots, a node does not count calls without an end */
static void put_node(FILE *to, const struct ptool_tree *tree,
		     const struct ptool_node *node)
{
	struct ptime_snapshot_node bytes = {
		.bytes = NODE_BYTES,
		.context = node->context,
		.parent = node->parent,
		.id = tree->function[node->function].id,
		.calls = node->calls - node->unfinished,
		.total_ns = node->total_ns - node->unfinished_ns,
		.self_ns = node->self_ns,
		.interrupt_ns = node->interrupt_ns,
	};

	fwrite(&bytes, NODE_BYTES, 1, to);
}

static void set_size(const struct ptool_bytes *bytes)
{
	u64 size = bytes->size;

	memcpy(bytes->data + offsetof(struct ptime_snapshot, total_bytes),
	       &size, sizeof(size));
}

void ptool_snapshot_encode(const struct ptool_model *model,
			   struct ptool_bytes *bytes)
{
	FILE *to = open_memstream(&bytes->data, &bytes->size);
	u32 i;

	if (!to)
		ptool_end_without_memory();
	put_head(to, model);
	for (i = 0; i < model->probes; i++)
		put_probe(to, &model->probe[i]);
	for (i = 0; i < model->tree->nodes; i++)
		put_node(to, model->tree, &model->tree->node[i]);
	if (fclose(to))
		ptool_end_without_memory();
	set_size(bytes);
}
