// SPDX-License-Identifier: GPL-2.0
/* snapshot: decode the module's binary snapshot (abi.h) */
#include <byteswap.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/types.h"
#include "model/names.h"
#include <pathtime/hist.h>

#include "snapshot/cursor.h"
#include "snapshot/snapshot.h"
#include "snapshot/snapshot_paths.h"

/* a revision of version 3 with paths; its heads differ in length only */
#define WITH_PATHS(_head_bytes)							\
	{									\
		.version = 3,							\
		.head_bytes = (_head_bytes),					\
		.probe_bytes = sizeof(struct ptime_snapshot_probe),		\
		.cpu_bytes = offsetof(struct ptime_snapshot_cpu, below_overhead), \
		.node_bytes = sizeof(struct ptime_snapshot_node),		\
		.has_nesting = true,						\
		.has_raw = true,						\
		.has_paths = true,						\
	}

/* of each version, the shortest revision comes first */
static const struct ptool_revision revisions[] = {
	{
		.version = 1,
		.head_bytes = offsetof(struct ptime_snapshot, sample),
		.probe_bytes = offsetof(struct ptime_snapshot_probe, in_window_ps),
		.cpu_bytes = offsetof(struct ptime_snapshot_cpu, self_ns),
	}, {
		.version = 2,
		.head_bytes = offsetof(struct ptime_snapshot, unlinked),
		.probe_bytes = offsetof(struct ptime_snapshot_probe, in_window_ps),
		.cpu_bytes = offsetof(struct ptime_snapshot_cpu, self_ns),
	}, {
		.version = 3,
		.head_bytes = offsetof(struct ptime_snapshot, budget),
		.probe_bytes = offsetof(struct ptime_snapshot_probe, in_window_ps),
		.cpu_bytes = offsetof(struct ptime_snapshot_cpu, raw_ns),
		.node_bytes = offsetof(struct ptime_snapshot_node, raw_ns),
		.has_nesting = true,
	}, {
		.version = 3,
		.head_bytes = offsetof(struct ptime_snapshot, paths),
		.probe_bytes = sizeof(struct ptime_snapshot_probe),
		.cpu_bytes = offsetof(struct ptime_snapshot_cpu, below_overhead),
		.node_bytes = sizeof(struct ptime_snapshot_node),
		.has_nesting = true,
		.has_raw = true,
	},
	WITH_PATHS(offsetof(struct ptime_snapshot, path_in)),
	WITH_PATHS(offsetof(struct ptime_snapshot, unlinked_stack)),
	WITH_PATHS(offsetof(struct ptime_snapshot, path_interfaces)),
	WITH_PATHS(offsetof(struct ptime_snapshot, waits)),
	WITH_PATHS(offsetof(struct ptime_snapshot, path_losses_last)),
	WITH_PATHS(sizeof(struct ptime_snapshot)),
};

/* returns NULL if the version is unknown */
static const struct ptool_revision *revision_of(u32 version, u32 head_bytes)
{
	const struct ptool_revision *found = NULL;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(revisions); i++)
		if (revisions[i].version == version &&
		    (!found || revisions[i].head_bytes <= head_bytes))
			found = &revisions[i];
	return found;
}

/*
 * The snapshot does not have the shortest and longest self time: the bounds of
 * buckets are used instead.
 */
static bool take_self(struct ptool_cursor *cursor, struct ptool_counts *counts,
		      const struct ptime_snapshot_cpu *raw)
{
	struct ptool_series *series;

	if (!cursor->has_nesting && (raw->self_buckets || raw->self_ns))
		return ptool_reason_set(cursor->why,
			"corrupted: self times on CPU %u, where there are none",
			raw->cpu);
	if (!cursor->has_nesting)
		return true;
	series = &counts->cpu[counts->cpus++];
	series->cpu = raw->cpu;
	series->total_ns = raw->self_ns;
	series->max_ns = raw->max_ns;
	if (!ptool_cursor_take_buckets(cursor, series, cursor->hist_bits,
				       raw->self_buckets,
				       &cursor->self))
		return false;
	if (!ptool_cursor_add(&cursor->self.total_ns, raw->self_ns))
		return ptool_reason_set(cursor->why,
			"corrupted: self times of CPU %u overflow", raw->cpu);
	ptool_cursor_settle_bounds(series, cursor->hist_bits);
	return true;
}

static bool take_cpu(struct ptool_cursor *cursor,
		     struct ptool_outcome *outcome)
{
	struct ptime_snapshot_cpu raw;

	return ptool_cursor_take_cpu(cursor, &outcome->counts, &cursor->sum,
				     &raw) &&
	       take_self(cursor, &outcome->self, &raw);
}

static bool is_new_outcome(const struct ptool_probe *probe, const char *name)
{
	u32 i;

	for (i = 0; i < probe->outcomes; i++)
		if (!strcmp(probe->outcome[i].name, name))
			return false;
	return true;
}

static bool take_outcome(struct ptool_cursor *cursor, struct ptool_probe *probe)
{
	struct ptool_outcome *outcome = &probe->outcome[probe->outcomes];
	struct ptime_snapshot_outcome raw = { 0 };
	u32 i;

	if (!ptool_cursor_take(cursor, &raw, sizeof(raw), "outcome") ||
	    !ptool_cursor_can_follow(cursor, raw.cpus,
				     cursor->cpu_bytes, "CPUs"))
		return false;
	if (!ptool_cursor_is_text(raw.name, sizeof(raw.name)) ||
	    !is_new_outcome(probe, raw.name))
		return ptool_reason_set(cursor->why,
			"corrupted: name of an outcome of %s",
			probe->function);
	memcpy(outcome->name, raw.name, sizeof(raw.name));
	outcome->counts.cpu = ptool_alloc(raw.cpus,
					  sizeof(*outcome->counts.cpu));
	if (cursor->has_nesting)
		outcome->self.cpu = ptool_alloc(raw.cpus,
						sizeof(*outcome->self.cpu));
	probe->outcomes++;
	for (i = 0; i < raw.cpus; i++)
		if (!take_cpu(cursor, outcome))
			return false;
	return true;
}

static bool fill_probe(struct ptool_cursor *cursor, struct ptool_probe *probe,
		       const struct ptime_snapshot_probe *raw)
{
	if (!ptool_cursor_is_text(raw->group, sizeof(raw->group)) ||
	    !ptool_cursor_is_text(raw->module, sizeof(raw->module)) ||
	    !ptool_cursor_is_text(raw->function, sizeof(raw->function)) ||
	    !ptool_cursor_is_text(raw->backend, sizeof(raw->backend)) ||
	    !ptool_cursor_is_text(raw->reason, sizeof(raw->reason)) ||
	    !raw->function[0])
		return ptool_reason_set(cursor->why,
			"corrupted: names of probe %llu",
			(unsigned long long)raw->id);
	if (raw->state > PTIME_STATE_STOPPING)
		return ptool_reason_set(cursor->why,
			"corrupted: state %u of %s", raw->state,
			raw->function);
	if (!ptool_cursor_add(&cursor->missed, raw->missed) ||
	    !ptool_cursor_add(&cursor->overhead_ns, raw->overhead_ns))
		return ptool_reason_set(cursor->why,
			"corrupted: more misses, or overhead, than can be counted");
	probe->state = raw->state;
	probe->steps_only = raw->flags & PTIME_PROBE_STEPS_ONLY;
	probe->id = raw->id;
	probe->missed = raw->missed;
	probe->overhead_ns = raw->overhead_ns;
	probe->in_window_ps = raw->in_window_ps;
	probe->out_of_window_ps = raw->out_of_window_ps;
	memcpy(probe->group, raw->group, sizeof(raw->group));
	memcpy(probe->module, raw->module, sizeof(raw->module));
	memcpy(probe->function, raw->function, sizeof(raw->function));
	memcpy(probe->backend, raw->backend, sizeof(raw->backend));
	ptool_probe_set_reason(probe, raw->reason);
	return true;
}

static bool refuse_probe(struct ptool_cursor *cursor,
			 const struct ptool_probe *probe)
{
	return ptool_reason_set(cursor->why,
		"corrupted: %s has no outcomes, or a number that another probe has",
		probe->function);
}

static bool take_probe(struct ptool_cursor *cursor, struct ptool_model *model)
{
	struct ptool_probe *probe = &model->probe[model->probes];
	struct ptime_snapshot_probe raw = { 0 };
	u32 i;

	if (!ptool_cursor_take(cursor, &raw, cursor->revision->probe_bytes,
			       "probe") ||
	    !ptool_cursor_can_follow(cursor, raw.outcomes,
				     sizeof(struct ptime_snapshot_outcome),
				     "outcomes") ||
	    !fill_probe(cursor, probe, &raw))
		return false;
	model->probes++;
	if (!raw.outcomes)
		return refuse_probe(cursor, probe);
	probe->outcome = ptool_alloc(raw.outcomes, sizeof(*probe->outcome));
	for (i = 0; i < raw.outcomes; i++)
		if (!take_outcome(cursor, probe))
			return false;
	return true;
}

/* index of a probe in the model, to be found by the probe's id */
struct place {
	u64 id;
	u32 function;
};

static int compare_places(const void *left, const void *right)
{
	const struct place *one = left, *other = right;

	return one->id < other->id ? -1 : one->id > other->id;
}

/* equal ids are in the order of the functions */
static int compare_functions(const void *left, const void *right)
{
	const struct place *one = left, *other = right;
	int order = compare_places(left, right);

	if (order)
		return order;
	return one->function < other->function ? -1 :
	       one->function > other->function;
}

static struct place *sort_places(const struct ptool_model *model)
{
	struct place *place = ptool_alloc(model->probes, sizeof(*place));
	u32 i;

	for (i = 0; i < model->probes; i++) {
		place[i].id = model->probe[i].id;
		place[i].function = i;
	}
	qsort(place, model->probes, sizeof(*place), compare_functions);
	return place;
}

/* checked once for all probes, as a search at each probe would be quadratic */
static bool check_ids(struct ptool_cursor *cursor,
		      const struct ptool_model *model)
{
	struct place *place = sort_places(model);
	bool unique;
	u32 i = 1;

	while (i < model->probes && place[i - 1].id != place[i].id)
		i++;
	unique = i >= model->probes ||
		 refuse_probe(cursor, &model->probe[place[i].function]);
	free(place);
	return unique;
}

static bool check_caller(struct ptool_cursor *cursor,
			 const struct ptool_tree *tree,
			 const struct ptime_snapshot_node *raw)
{
	if (raw->context >= PTIME_CONTEXTS)
		return ptool_reason_set(cursor->why,
			"corrupted: context %u of node %u", raw->context,
			tree->nodes);
	if (raw->parent == PTIME_NO_PARENT)
		return true;
	if (raw->parent >= tree->nodes)
		return ptool_reason_set(cursor->why,
			"corrupted: node %u before its caller %u", tree->nodes,
			raw->parent);
	if (raw->context != tree->node[raw->parent].context)
		return ptool_reason_set(cursor->why,
			"corrupted: node %u in another context than its caller",
			tree->nodes);
	return true;
}

static bool take_node(struct ptool_cursor *cursor, struct ptool_tree *tree,
		      const struct place *place)
{
	struct ptool_node *node = &tree->node[tree->nodes];
	struct ptime_snapshot_node raw = { 0 };
	struct place wanted = { 0 };
	const struct place *found;

	if (!ptool_cursor_take(cursor, &raw, cursor->revision->node_bytes,
			       "node") ||
	    !check_caller(cursor, tree, &raw))
		return false;
	wanted.id = raw.id;
	found = bsearch(&wanted, place, tree->functions, sizeof(*place),
			compare_places);
	if (!found)
		return ptool_reason_set(cursor->why,
			"corrupted: node %u of no probe", tree->nodes);
	if (!ptool_cursor_add(&cursor->node_calls, raw.calls) ||
	    !ptool_cursor_add(&cursor->node_ns, raw.total_ns) ||
	    !ptool_cursor_add(&cursor->node_ns, raw.self_ns) ||
	    !ptool_cursor_add(&cursor->node_ns, raw.interrupt_ns) ||
	    !ptool_cursor_add(&cursor->node_ns, raw.raw_ns))
		return ptool_reason_set(cursor->why,
			"corrupted: sums of the nodes overflow");
	node->function = found->function;
	node->parent = raw.parent;
	node->context = raw.context;
	node->calls = raw.calls;
	node->total_ns = raw.total_ns;
	node->self_ns = raw.self_ns;
	node->interrupt_ns = raw.interrupt_ns;
	node->raw_ns = raw.raw_ns;
	tree->nodes++;
	return true;
}

static bool take_nodes(struct ptool_cursor *cursor, struct ptool_tree *tree,
		       u32 nodes, const struct place *place)
{
	u32 i, twin;

	tree->node = ptool_alloc(nodes, sizeof(*tree->node));
	for (i = 0; i < nodes; i++)
		if (!take_node(cursor, tree, place))
			return false;
	twin = ptool_tree_twin(tree);
	if (twin != PTOOL_NO_NODE)
		return ptool_reason_set(cursor->why,
			"corrupted: node %u is there twice", twin);
	ptool_tree_settle(tree);
	return true;
}

/* the functions are the probes, whose CPUs are added up by now */
static void fill_packets(struct ptool_tree *tree,
			 const struct ptool_model *model)
{
	u32 i;

	for (i = 0; i < tree->functions; i++) {
		tree->function[i].calls = model->probe[i].counts.sum.calls;
		tree->function[i].packets = model->probe[i].counts.sum.packets;
	}
}

static bool take_tree(struct ptool_cursor *cursor, struct ptool_model *model,
		      u32 nodes)
{
	struct place *place;
	bool taken;

	if (!cursor->has_nesting && nodes)
		return ptool_reason_set(cursor->why,
			"corrupted: %u nodes, where there are none", nodes);
	if (!cursor->has_nesting)
		return true;
	if (!ptool_cursor_can_follow(cursor, nodes,
				     cursor->revision->node_bytes, "nodes"))
		return false;
	model->tree = ptool_model_tree(model);
	place = sort_places(model);
	taken = take_nodes(cursor, model->tree, nodes, place);
	free(place);
	return taken;
}

static const struct ptool_revision *
check_version(const struct ptime_snapshot *raw, struct ptool_reason *why)
{
	const struct ptool_revision *revision = revision_of(raw->version,
							    raw->bytes);

	if (revision)
		return revision;
	if (revision_of(bswap_32(raw->version), raw->bytes))
		ptool_reason_set(why,
				 "taken on a machine with the other byte order: read it there");
	else
		ptool_reason_set(why,
				 "version %u, and this tool reads versions up to %u: use the tool that came with the module",
				 raw->version, PTIME_SNAPSHOT_VERSION);
	return NULL;
}

static bool check_head(const struct ptime_snapshot *raw,
		       const struct ptool_revision *revision, size_t size,
		       struct ptool_reason *why)
{
	if (size < raw->total_bytes)
		return ptool_reason_set(why,
			"truncated: %zu of %llu bytes", size,
			(unsigned long long)raw->total_bytes);
	if (size > raw->total_bytes)
		return ptool_reason_set(why,
			"corrupted: %zu bytes where it says %llu", size,
			(unsigned long long)raw->total_bytes);
	if (raw->bytes < revision->head_bytes || raw->bytes > size ||
	    raw->bucket_bytes < sizeof(struct ptime_snapshot_bucket))
		return ptool_reason_set(why, "corrupted: sizes in the head");
	if (raw->hist_bits < PTIME_HIST_BITS_MIN ||
	    raw->hist_bits > PTIME_HIST_BITS_MAX)
		return ptool_reason_set(why,
			"corrupted: %u bits of histogram", raw->hist_bits);
	if (!raw->sample || raw->sample > PTIME_SAMPLE_MAX)
		return ptool_reason_set(why,
			"corrupted: 1 call in %u timed", raw->sample);
	if (raw->sample > 1 && raw->flags & PTIME_SNAPSHOT_NESTING)
		return ptool_reason_set(why,
			"corrupted: callers, where 1 call in %u was timed",
			raw->sample);
	if (raw->budget > PTIME_BUDGET_MAX)
		return ptool_reason_set(why,
			"corrupted: a budget of %u %%", raw->budget);
	if (raw->since_ns > raw->time_ns)
		return ptool_reason_set(why,
			"corrupted: counts begin after they end");
	if (!ptool_cursor_is_text(raw->clock, sizeof(raw->clock)) ||
	    !ptool_cursor_is_text(raw->module_version,
				  sizeof(raw->module_version)) ||
	    !ptool_cursor_is_text(raw->kernel, sizeof(raw->kernel)))
		return ptool_reason_set(why, "corrupted: names in the head");
	return true;
}

static void fill_model(struct ptool_model *model,
		       const struct ptime_snapshot *raw)
{
	model->time_ns = raw->time_ns;
	model->since_ns = raw->since_ns;
	model->resets = raw->resets;
	model->hist_bits = raw->hist_bits;
	model->sample = raw->sample;
	model->budget = raw->budget;
	model->over_budget = raw->over_budget;
	model->running = raw->flags & PTIME_SNAPSHOT_RUNNING;
	memcpy(model->clock, raw->clock, sizeof(raw->clock));
	memcpy(model->version, raw->module_version,
	       sizeof(raw->module_version));
	memcpy(model->kernel, raw->kernel, sizeof(raw->kernel));
}

static void fill_warnings(struct ptool_model *model,
			  const struct ptime_snapshot *raw)
{
	const struct {
		const char *key;
		const char *text;
	} reasons[PTIME_UNLINKED_REASONS] = {
		[PTIME_UNLINKED_CONTEXT] = { "unlinked_context",
			"calls in no tree: made in an NMI, or timed by a breakpoint" },
		[PTIME_UNLINKED_TASKS] = { "unlinked_tasks",
			"calls in no tree: made while too many tasks were in timed functions" },
		[PTIME_UNLINKED_DEPTH] = { "unlinked_depth",
			"calls in no tree: nested too deeply" },
		[PTIME_UNLINKED_NODES] = { "unlinked_nodes",
			"calls in no tree: found the table of callers full, time fewer functions" },
		[PTIME_UNLINKED_GIVEN_UP] = { "unlinked_given_up",
			"calls in no tree: given up before they returned" },
		[PTIME_UNLINKED_STACK] = { "unlinked_stack",
			"calls in no tree: made in a task's context, but not on the task's stack" },
	};
	size_t i;

	model->warning = ptool_alloc(PTIME_UNLINKED_REASONS,
				     sizeof(*model->warning));
	for (i = 0; i < PTIME_UNLINKED_REASONS; i++) {
		struct ptool_warning *warning = &model->warning[model->warnings];
		u64 calls = i == PTIME_UNLINKED_STACK ? raw->unlinked_stack :
							raw->unlinked[i];

		if (!calls)
			continue;
		warning->key = reasons[i].key;
		warning->text = reasons[i].text;
		warning->count = calls;
		model->warnings++;
	}
}

/* a multiple of the size of pages, also of huge ones on x86 */
#define PIECE_BYTES	(2UL << 20)

/*
 * Give the memory of the bytes that were read back to the system, so that bytes
 * and model are not there as a whole at the same time. free() needs only what
 * precedes the first whole piece.
 */
static void give_back(struct ptool_cursor *cursor)
{
	unsigned char *end = (unsigned char *)cursor->at -
			     (uintptr_t)cursor->at % PIECE_BYTES;

	if (!cursor->kept || end <= cursor->kept)
		return;
	madvise(cursor->kept, (size_t)(end - cursor->kept), MADV_DONTNEED);
	cursor->kept = end;
}

static bool take_probes(struct ptool_cursor *cursor, struct ptool_model *model,
			u32 probes)
{
	u32 i;

	if (!ptool_cursor_can_follow(cursor, probes,
				     cursor->revision->probe_bytes, "probes"))
		return false;
	model->probe = ptool_alloc(probes, sizeof(*model->probe));
	for (i = 0; i < probes; i++) {
		if (!take_probe(cursor, model))
			return false;
		give_back(cursor);
	}
	return true;
}

static void probe_key(const void *table, u32 index, const char **module,
		      const char **function)
{
	const struct ptool_model *model = table;

	*module = model->probe[index].module;
	*function = model->probe[index].function;
}

/*
 * The module has one armed probe of a function; a second one could not be named. A
 * failed probe may have the name of an armed one of another group.
 */
static bool check_names(const struct ptool_cursor *cursor,
			const struct ptool_model *model)
{
	struct ptool_names names;
	bool is_unique = true;
	u32 i;

	ptool_names_begin(&names, probe_key, model);
	for (i = 0; i < model->probes && is_unique; i++) {
		const struct ptool_probe *probe = &model->probe[i];

		if (probe->state != PTIME_STATE_ARMED)
			continue;
		is_unique = ptool_names_find(&names, probe->module,
					     probe->function) == PTOOL_NO_NAME;
		ptool_names_add(&names, i);
	}
	ptool_names_free(&names);
	return is_unique ||
	       ptool_reason_set(cursor->why, "corrupted: two probes of %s",
				model->probe[i - 1].function);
}

static bool take_paths(struct ptool_cursor *cursor, struct ptool_model *model,
		       const struct ptime_snapshot *raw)
{
	if (!cursor->revision->has_paths)
		return true;
	model->paths = ptool_alloc(1, sizeof(*model->paths));
	return ptool_snapshot_take_paths(cursor, raw, model->paths);
}

static bool take_all(struct ptool_cursor *cursor, struct ptool_model *model,
		     const struct ptime_snapshot *raw)
{
	if (!take_probes(cursor, model, raw->probes) ||
	    !check_ids(cursor, model) ||
	    !check_names(cursor, model) ||
	    !take_tree(cursor, model, raw->nodes) ||
	    !take_paths(cursor, model, raw))
		return false;
	if (cursor->left)
		return ptool_reason_set(cursor->why,
			"corrupted: %zu bytes after the last probe, node, path, interface and wait",
			cursor->left);
	return true;
}

/* @raw is zero beyond the revision or the bytes; returns NULL on error */
static const struct ptool_revision *take_head(struct ptime_snapshot *raw,
					      const void *bytes, size_t size,
					      struct ptool_reason *why)
{
	size_t known = offsetof(struct ptime_snapshot, total_bytes);
	const struct ptool_revision *revision;

	memcpy(raw, bytes, known);
	revision = check_version(raw, why);
	if (!revision)
		return NULL;
	known = revision->head_bytes;
	memcpy(raw, bytes, size < known ? size : known);
	if (raw->version == 1)
		raw->sample = 1;
	if (!revision->has_nesting) {
		raw->flags &= ~PTIME_SNAPSHOT_NESTING;
		raw->nodes = 0;
	}
	return check_head(raw, revision, size, why) ? revision : NULL;
}

bool ptool_snapshot_is(const void *bytes, size_t size)
{
	size_t magic = sizeof(((struct ptime_snapshot *)0)->magic);

	return !memcmp(bytes, PTIME_SNAPSHOT_MAGIC,
		       size < magic ? size : magic);
}

static const struct ptool_revision *begin(const void *bytes, size_t size,
					  struct ptime_snapshot *raw,
					  struct ptool_reason *why)
{
	memset(raw, 0, sizeof(*raw));
	if (!size)
		ptool_reason_set(why, "empty");
	else if (!ptool_snapshot_is(bytes, size))
		ptool_reason_set(why, "not a snapshot of pathtime");
	else if (size < revisions[0].head_bytes)
		ptool_reason_set(why, "truncated: %zu bytes", size);
	else
		return take_head(raw, bytes, size, why);
	return NULL;
}

bool ptool_snapshot_head(const void *bytes, size_t size,
			 struct ptime_snapshot *head,
			 struct ptool_reason *why)
{
	return begin(bytes, size, head, why);
}

/* returns NULL with a reason on error; sums are not computed yet; see .kept for @kept */
static struct ptool_model *read_all(const void *bytes, size_t size,
				    unsigned char *kept,
				    struct ptool_reason *why)
{
	struct ptool_cursor cursor = { .kept = kept, .why = why };
	struct ptime_snapshot raw;
	struct ptool_model *model;
	bool has_below;

	cursor.revision = begin(bytes, size, &raw, why);
	if (!cursor.revision)
		return NULL;
	cursor.at = (const unsigned char *)bytes + raw.bytes;
	cursor.left = size - raw.bytes;
	cursor.hist_bits = raw.hist_bits;
	cursor.bucket_bytes = raw.bucket_bytes;
	cursor.sample = raw.sample;
	cursor.has_nesting = raw.flags & PTIME_SNAPSHOT_NESTING;
	has_below = cursor.revision->has_raw && raw.flags & PTIME_SNAPSHOT_BELOW;
	cursor.cpu_bytes = has_below ? sizeof(struct ptime_snapshot_cpu) :
				       cursor.revision->cpu_bytes;
	model = ptool_alloc(1, sizeof(*model));
	fill_model(model, &raw);
	model->has_raw = cursor.revision->has_raw;
	model->has_below = has_below;
	fill_warnings(model, &raw);
	if (!take_all(&cursor, model, &raw)) {
		ptool_model_free(model);
		return NULL;
	}
	return model;
}

static struct ptool_model *add_up(struct ptool_model *model)
{
	if (!model)
		return NULL;
	ptool_model_fold(model);
	if (model->tree)
		fill_packets(model->tree, model);
	return model;
}

struct ptool_model *ptool_snapshot_decode(const void *bytes, size_t size,
					  struct ptool_reason *why)
{
	return add_up(read_all(bytes, size, NULL, why));
}

struct ptool_model *ptool_snapshot_take(void *bytes, size_t size,
					struct ptool_reason *why)
{
	uintptr_t rest = (uintptr_t)bytes % PIECE_BYTES;
	unsigned char *kept = (unsigned char *)bytes +
			      (rest ? PIECE_BYTES - rest : 0);
	struct ptool_model *model = read_all(bytes, size, kept, why);

	free(bytes);
	return add_up(model);
}
