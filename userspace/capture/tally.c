// SPDX-License-Identifier: GPL-2.0
/* tally: counts calls one by one, and turns the counts into a model */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>
#include <pathtime/version.h>

#include "base/error.h"
#include "capture/tally.h"
#include "model/groups.h"

#define BITS		PTIME_HIST_BITS_DEFAULT

/* allocate the buckets of one power of two at a time, because most are never used */
#define PART_BUCKETS	(1 << BITS)
#define PARTS		(PTIME_HIST_VALUE_BITS + 2 - BITS)

/* initial number of slots of a hash table, a power of two */
#define SLOTS_LEAST	256

/* beyond this many histograms, a function counts further CPUs in its first one */
#define SERIES_MAX	131072

/* durations; a part without calls is NULL */
struct durations {
	u64 calls;
	u64 total_ns;
	u64 min_ns;
	u64 max_ns;
	u64 *part[PARTS];
};

/* a function on one CPU: durations of its calls, and self times of those in the tree */
struct series {
	u32 cpu;
	struct durations whole;
	struct durations self;
};

struct function {
	u64 hash;
	char *name;
	char *module;
	const char *group;
	enum ptime_context enters;
	u64 missed;
	u32 cpus;
	struct series **series;
	struct series *latest;
};

/* a slot holds an index plus one, or 0 if it is empty; at most half of the slots are used */
struct table {
	u32 slots;
	u32 *slot;
};

struct ptool_tally {
	u32 functions;
	u32 nodes;
	u32 series;
	struct table by_name;
	struct table by_caller;
	struct function *function;
	struct ptool_node *node;
};

/* functions that the kernel enters for an interrupt or softirq; they have no caller */
static const struct {
	const char *name;
	enum ptime_context context;
} entries[] = {
	{ "__do_softirq",		PTIME_CONTEXT_SOFTIRQ },
	{ "handle_softirqs",		PTIME_CONTEXT_SOFTIRQ },
	{ "net_rx_action",		PTIME_CONTEXT_SOFTIRQ },
	{ "net_tx_action",		PTIME_CONTEXT_SOFTIRQ },
	{ "do_IRQ",			PTIME_CONTEXT_HARDIRQ },
	{ "common_interrupt",		PTIME_CONTEXT_HARDIRQ },
	{ "__common_interrupt",		PTIME_CONTEXT_HARDIRQ },
	{ "smp_apic_timer_interrupt",	PTIME_CONTEXT_HARDIRQ },
	{ "smp_reschedule_interrupt",	PTIME_CONTEXT_HARDIRQ },
	{ "smp_call_function_single_interrupt", PTIME_CONTEXT_HARDIRQ },
	{ "sysvec_reschedule_ipi",	PTIME_CONTEXT_HARDIRQ },
	{ "sysvec_call_function_single", PTIME_CONTEXT_HARDIRQ },
	{ "sysvec_apic_timer_interrupt", PTIME_CONTEXT_HARDIRQ },
};

static void init_table(struct table *table, u32 slots)
{
	table->slots = slots;
	table->slot = ptool_alloc(slots, sizeof(*table->slot));
}

static u32 next_slot(const struct table *table, u32 slot)
{
	return (slot + 1) & (table->slots - 1);
}

static u32 first_slot(const struct table *table, u64 hash)
{
	return (hash ^ hash >> 32) & (table->slots - 1);
}

/* @hash_of returns the hash of the item with a number */
static void put(struct table *table, const struct ptool_tally *tally,
		u32 number,
		u64 (*hash_of)(const struct ptool_tally *tally, u32 number))
{
	struct table larger;
	u32 slot, i;

	if (number >= table->slots / 2) {
		init_table(&larger, 2 * table->slots);
		free(table->slot);
		*table = larger;
		for (i = 0; i < number; i++)
			put(table, tally, i, hash_of);
	}
	slot = first_slot(table, hash_of(tally, number));
	while (table->slot[slot])
		slot = next_slot(table, slot);
	table->slot[slot] = number + 1;
}

struct ptool_tally *ptool_tally_new(void)
{
	struct ptool_tally *tally = ptool_alloc(1, sizeof(*tally));

	init_table(&tally->by_name, SLOTS_LEAST);
	init_table(&tally->by_caller, SLOTS_LEAST);
	return tally;
}

static void free_series(struct series *series)
{
	u32 i;

	for (i = 0; i < PARTS; i++) {
		free(series->whole.part[i]);
		free(series->self.part[i]);
	}
	free(series);
}

void ptool_tally_free(struct ptool_tally *tally)
{
	u32 i, j;

	for (i = 0; i < tally->functions; i++) {
		struct function *function = &tally->function[i];

		for (j = 0; j < function->cpus; j++)
			free_series(function->series[j]);
		free(function->series);
		free(function->name);
		free(function->module);
	}
	free(tally->by_name.slot);
	free(tally->by_caller.slot);
	free(tally->function);
	free(tally->node);
	free(tally);
}

/* the size doubles, so that few calls have to wait for a reallocation */
static void *grown(void *items, u32 count, size_t size)
{
	if (count & (count - 1))
		return items;
	return ptool_realloc(items, count ? 2 * (size_t)count : 1, size);
}

static u64 hash_word(u64 hash, const struct ptool_fgraph_word *word)
{
	u32 i;

	for (i = 0; i < word->length; i++)
		hash = (hash ^ (unsigned char)word->text[i]) *
		       0x100000001b3ULL;
	return hash;
}

static bool is_word(const char *text, const struct ptool_fgraph_word *word)
{
	if (!word->length)
		return !*text;
	return !strncmp(text, word->text, word->length) && !text[word->length];
}

static char *copy_word(const struct ptool_fgraph_word *word)
{
	char *text = ptool_alloc((size_t)word->length + 1, 1);

	if (word->length)
		memcpy(text, word->text, word->length);
	return text;
}

/* a scan: the list is short, and read once per function */
static enum ptime_context context_of(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(entries); i++)
		if (!strcmp(entries[i].name, name))
			return entries[i].context;
	return PTIME_CONTEXT_TASK;
}

static void add_function(struct ptool_tally *tally, u64 hash,
			 const struct ptool_fgraph_word *name,
			 const struct ptool_fgraph_word *module)
{
	struct function *function;

	tally->function = grown(tally->function, tally->functions,
				sizeof(*tally->function));
	function = &tally->function[tally->functions++];
	memset(function, 0, sizeof(*function));
	function->hash = hash;
	function->name = copy_word(name);
	function->module = copy_word(module);
	function->group = ptool_group_of(function->module, function->name);
	function->enters = context_of(function->name);
}

static u64 hash_of_function(const struct ptool_tally *tally, u32 number)
{
	return tally->function[number].hash;
}

u32 ptool_tally_function(struct ptool_tally *tally,
			 const struct ptool_fgraph_word *name,
			 const struct ptool_fgraph_word *module)
{
	u64 hash = hash_word(0xcbf29ce484222325ULL, name);
	const struct table *table = &tally->by_name;
	u32 slot;

	if (module->length)
		hash = hash_word(hash * 31, module);
	for (slot = first_slot(table, hash); table->slot[slot];
	     slot = next_slot(table, slot)) {
		u32 number = table->slot[slot] - 1;
		const struct function *function = &tally->function[number];

		if (function->hash == hash && is_word(function->name, name) &&
		    is_word(function->module, module))
			return number;
	}
	if (tally->functions == PTOOL_TALLY_FUNCTIONS)
		return PTOOL_NO_FUNCTION;
	add_function(tally, hash, name, module);
	put(&tally->by_name, tally, tally->functions - 1, hash_of_function);
	return tally->functions - 1;
}

bool ptool_tally_is_named(const struct ptool_tally *tally, u32 function,
			  const struct ptool_fgraph_word *name)
{
	return is_word(tally->function[function].name, name);
}

enum ptime_context ptool_tally_enters(const struct ptool_tally *tally,
				      u32 function)
{
	return tally->function[function].enters;
}

static u64 hash_node(u32 parent, enum ptime_context context, u32 function)
{
	u64 hash = ((u64)parent << 2 | context) * 0x9e3779b97f4a7c15ULL;

	return (hash ^ function) * 0x9e3779b97f4a7c15ULL;
}

static u64 hash_of_node(const struct ptool_tally *tally, u32 number)
{
	const struct ptool_node *node = &tally->node[number];

	return hash_node(node->parent, node->context, node->function);
}

u32 ptool_tally_node(struct ptool_tally *tally, u32 parent,
		     enum ptime_context context, u32 function)
{
	const struct table *table = &tally->by_caller;
	struct ptool_node *node;
	u32 slot;

	for (slot = first_slot(table, hash_node(parent, context, function));
	     table->slot[slot]; slot = next_slot(table, slot)) {
		node = &tally->node[table->slot[slot] - 1];
		if (node->function == function && node->parent == parent &&
		    node->context == context)
			return table->slot[slot] - 1;
	}
	if (tally->nodes == PTOOL_TALLY_NODES)
		return PTOOL_NO_NODE;
	tally->node = grown(tally->node, tally->nodes, sizeof(*tally->node));
	node = &tally->node[tally->nodes++];
	memset(node, 0, sizeof(*node));
	node->function = function;
	node->parent = parent;
	node->context = context;
	put(&tally->by_caller, tally, tally->nodes - 1, hash_of_node);
	return tally->nodes - 1;
}

static struct series *series_of(struct ptool_tally *tally,
				struct function *function, u32 cpu)
{
	struct series *series;
	u32 i;

	for (i = 0; i < function->cpus; i++)
		if (function->series[i]->cpu == cpu)
			return function->series[i];
	if (function->cpus && tally->series >= SERIES_MAX)
		return function->series[0];
	tally->series++;
	function->series = grown(function->series, function->cpus,
				 sizeof(struct series *));
	series = ptool_alloc(1, sizeof(*series));
	series->cpu = cpu;
	function->series[function->cpus++] = series;
	return series;
}

static void add_duration(struct durations *durations, u64 ns)
{
	u32 bucket = ptime_hist_bucket(BITS, ns);
	u64 **part = &durations->part[bucket / PART_BUCKETS];

	if (!*part)
		*part = ptool_alloc(PART_BUCKETS, sizeof(**part));
	(*part)[bucket % PART_BUCKETS]++;
	if (!durations->calls || ns < durations->min_ns)
		durations->min_ns = ns;
	if (ns > durations->max_ns)
		durations->max_ns = ns;
	durations->calls++;
	durations->total_ns += ns;
}

static void count_function(struct ptool_tally *tally,
			   const struct ptool_tally_call *call, u64 self_ns)
{
	struct function *function = &tally->function[call->function];

	if (!call->timed) {
		function->missed++;
		return;
	}
	if (!function->latest || function->latest->cpu != call->cpu)
		function->latest = series_of(tally, function, call->cpu);
	add_duration(&function->latest->whole, call->ns);
	if (call->node != PTOOL_NO_NODE)
		add_duration(&function->latest->self, self_ns);
}

u64 ptool_tally_count(struct ptool_tally *tally,
		      const struct ptool_tally_call *call)
{
	u64 inner_ns = call->nested_ns + call->interrupt_ns;
	u64 ns = call->timed && call->ns > inner_ns ? call->ns : inner_ns;
	struct ptool_node *node;

	count_function(tally, call, ns - inner_ns);
	if (call->node == PTOOL_NO_NODE)
		return 0;
	node = &tally->node[call->node];
	node->calls++;
	node->unfinished += !call->timed;
	node->unfinished_ns += call->timed ? 0 : ns;
	node->total_ns += ns;
	node->self_ns += ns - inner_ns;
	node->interrupt_ns += call->interrupt_ns;
	return ns;
}

bool ptool_tally_is_empty(const struct ptool_tally *tally)
{
	return !tally->functions;
}

static void fill_buckets(struct ptool_series *to, const struct durations *from)
{
	u32 i, part;

	to->bucket = ptool_alloc(from->calls < ptime_hist_buckets(BITS) ?
				 from->calls : ptime_hist_buckets(BITS),
				 sizeof(*to->bucket));
	for (i = 0; i < ptime_hist_buckets(BITS); i++) {
		part = i / PART_BUCKETS;
		if (!from->part[part] ||
		    !from->part[part][i % PART_BUCKETS])
			continue;
		to->bucket[to->buckets].bucket = i;
		to->bucket[to->buckets++].calls =
			from->part[part][i % PART_BUCKETS];
	}
}

static int compare_cpus(const void *left, const void *right)
{
	const struct series *one = *(struct series *const *)left;
	const struct series *other = *(struct series *const *)right;

	return one->cpu < other->cpu ? -1 : one->cpu > other->cpu;
}

static void fill_cpu(struct ptool_counts *counts, u32 cpu,
		     const struct durations *from)
{
	struct ptool_series *to = &counts->cpu[counts->cpus++];

	to->cpu = cpu;
	to->calls = from->calls;
	to->total_ns = from->total_ns;
	to->min_ns = from->min_ns;
	to->max_ns = from->max_ns;
	fill_buckets(to, from);
}

static void fill_cpus(struct ptool_outcome *outcome,
		      const struct function *function)
{
	struct ptool_counts *counts = &outcome->counts;
	struct ptool_counts *self = &outcome->self;
	u32 i;

	if (!function->cpus)
		return;
	qsort(function->series, function->cpus, sizeof(struct series *),
	      compare_cpus);
	counts->cpu = ptool_alloc(function->cpus, sizeof(*counts->cpu));
	self->cpu = ptool_alloc(function->cpus, sizeof(*self->cpu));
	for (i = 0; i < function->cpus; i++) {
		const struct series *from = function->series[i];

		fill_cpu(counts, from->cpu, &from->whole);
		fill_cpu(self, from->cpu, &from->self);
	}
}

static void fill_probe(struct ptool_probe *probe,
		       const struct function *function, u32 id)
{
	probe->state = PTIME_STATE_ARMED;
	probe->id = id;
	probe->missed = function->missed;
	snprintf(probe->group, sizeof(probe->group), "%s", function->group);
	snprintf(probe->module, sizeof(probe->module), "%s", function->module);
	snprintf(probe->function, sizeof(probe->function), "%s",
		 function->name);
	snprintf(probe->backend, sizeof(probe->backend), "function_graph");
	probe->outcomes = 1;
	probe->outcome = ptool_alloc(1, sizeof(*probe->outcome));
	snprintf(probe->outcome->name, sizeof(probe->outcome->name), "all");
	fill_cpus(probe->outcome, function);
}

static int compare_probes(const void *left, const void *right)
{
	const struct ptool_probe *one = left, *other = right;
	u32 one_rank = ptool_group_rank(one->group);
	u32 other_rank = ptool_group_rank(other->group);
	u64 one_ns = one->counts.sum.total_ns;
	u64 other_ns = other->counts.sum.total_ns;

	if (one_rank != other_rank)
		return one_rank < other_rank ? -1 : 1;
	if (one_ns != other_ns)
		return one_ns > other_ns ? -1 : 1;
	return one->id < other->id ? -1 : 1;
}

static struct ptool_tree *make_tree(const struct ptool_tally *tally,
				    const struct ptool_model *model)
{
	struct ptool_tree *tree = ptool_model_tree(model);
	u32 *place = ptool_alloc(model->probes, sizeof(*place));
	u32 i;

	for (i = 0; i < model->probes; i++)
		place[model->probe[i].id - 1] = i;
	tree->nodes = tally->nodes;
	tree->node = ptool_alloc(tally->nodes, sizeof(*tree->node));
	for (i = 0; i < tally->nodes; i++) {
		tree->node[i] = tally->node[i];
		tree->node[i].function = place[tally->node[i].function];
	}
	free(place);
	return tree;
}

struct ptool_model *ptool_tally_model(const struct ptool_tally *tally)
{
	struct ptool_model *model = ptool_alloc(1, sizeof(*model));
	u32 i;

	model->hist_bits = BITS;
	model->sample = 1;
	model->running = true;
	model->has_self_bounds = true;
	snprintf(model->clock, sizeof(model->clock), "trace");
	snprintf(model->version, sizeof(model->version), "%s", PTIME_VERSION);
	model->probes = tally->functions;
	model->probe = ptool_alloc(model->probes, sizeof(*model->probe));
	for (i = 0; i < model->probes; i++)
		fill_probe(&model->probe[i], &tally->function[i], i + 1);
	ptool_model_fold(model);
	qsort(model->probe, model->probes, sizeof(*model->probe),
	      compare_probes);
	model->tree = make_tree(tally, model);
	return model;
}
