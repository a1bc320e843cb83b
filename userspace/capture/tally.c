// SPDX-License-Identifier: GPL-2.0
/* tally: calls on their way into a model, counted one by one */
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

/* buckets are taken a power of two at a time, most of which are never used */
#define PART_BUCKETS	(1 << BITS)
#define PARTS		(PTIME_HIST_VALUE_BITS + 2 - BITS)

/* slots of a table by hash at first, a power of two */
#define SLOTS_LEAST	256

/* with this many histograms, CPUs are no longer told apart */
#define SERIES_MAX	131072

/* durations; empty parts are NULL */
struct durations {
	u64 calls;
	u64 total_ns;
	u64 min_ns;
	u64 max_ns;
	u64 *part[PARTS];
};

/* a function on a CPU: its calls, and what those in the tree took themselves */
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

/* a slot holds a number plus one, 0 is empty; at most half of them are used */
struct table {
	u32 slots;
	u32 *slot;
};

struct ptime_tally {
	u32 functions;
	u32 nodes;
	u32 series;
	struct table by_name;
	struct table by_caller;
	struct function *function;
	struct ptime_node *node;
};

/* functions that the kernel calls for an interrupt or a softirq, by no caller */
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
	table->slot = ptime_alloc(slots, sizeof(*table->slot));
}

static u32 next_slot(const struct table *table, u32 slot)
{
	return (slot + 1) & (table->slots - 1);
}

static u32 first_slot(const struct table *table, u64 hash)
{
	return (hash ^ hash >> 32) & (table->slots - 1);
}

/* @hash_of tells the hash of what has a number */
static void put(struct table *table, const struct ptime_tally *tally,
		u32 number,
		u64 (*hash_of)(const struct ptime_tally *tally, u32 number))
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

struct ptime_tally *ptime_tally_new(void)
{
	struct ptime_tally *tally = ptime_alloc(1, sizeof(*tally));

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

void ptime_tally_free(struct ptime_tally *tally)
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

/* the size doubles, so that no call waits for long */
static void *grown(void *items, u32 count, size_t size)
{
	if (count & (count - 1))
		return items;
	return ptime_realloc(items, count ? 2 * (size_t)count : 1, size);
}

static u64 hash_word(u64 hash, const struct ptime_fgraph_word *word)
{
	u32 i;

	for (i = 0; i < word->length; i++)
		hash = (hash ^ (unsigned char)word->text[i]) *
		       0x100000001b3ULL;
	return hash;
}

static bool is_word(const char *text, const struct ptime_fgraph_word *word)
{
	if (!word->length)
		return !*text;
	return !strncmp(text, word->text, word->length) && !text[word->length];
}

static char *copy_word(const struct ptime_fgraph_word *word)
{
	char *text = ptime_alloc((size_t)word->length + 1, 1);

	if (word->length)
		memcpy(text, word->text, word->length);
	return text;
}

static enum ptime_context context_of(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(entries); i++)
		if (!strcmp(entries[i].name, name))
			return entries[i].context;
	return PTIME_CONTEXT_TASK;
}

static void add_function(struct ptime_tally *tally, u64 hash,
			 const struct ptime_fgraph_word *name,
			 const struct ptime_fgraph_word *module)
{
	struct function *function;

	tally->function = grown(tally->function, tally->functions,
				sizeof(*tally->function));
	function = &tally->function[tally->functions++];
	memset(function, 0, sizeof(*function));
	function->hash = hash;
	function->name = copy_word(name);
	function->module = copy_word(module);
	function->group = ptime_group_of(function->module, function->name);
	function->enters = context_of(function->name);
}

static u64 hash_of_function(const struct ptime_tally *tally, u32 number)
{
	return tally->function[number].hash;
}

u32 ptime_tally_function(struct ptime_tally *tally,
			 const struct ptime_fgraph_word *name,
			 const struct ptime_fgraph_word *module)
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
	if (tally->functions == PTIME_TALLY_FUNCTIONS)
		return PTIME_NO_FUNCTION;
	add_function(tally, hash, name, module);
	put(&tally->by_name, tally, tally->functions - 1, hash_of_function);
	return tally->functions - 1;
}

bool ptime_tally_is_named(const struct ptime_tally *tally, u32 function,
			  const struct ptime_fgraph_word *name)
{
	return is_word(tally->function[function].name, name);
}

enum ptime_context ptime_tally_enters(const struct ptime_tally *tally,
				      u32 function)
{
	return tally->function[function].enters;
}

static u64 hash_node(u32 parent, enum ptime_context context, u32 function)
{
	u64 hash = ((u64)parent << 2 | context) * 0x9e3779b97f4a7c15ULL;

	return (hash ^ function) * 0x9e3779b97f4a7c15ULL;
}

static u64 hash_of_node(const struct ptime_tally *tally, u32 number)
{
	const struct ptime_node *node = &tally->node[number];

	return hash_node(node->parent, node->context, node->function);
}

u32 ptime_tally_node(struct ptime_tally *tally, u32 parent,
		     enum ptime_context context, u32 function)
{
	const struct table *table = &tally->by_caller;
	struct ptime_node *node;
	u32 slot;

	for (slot = first_slot(table, hash_node(parent, context, function));
	     table->slot[slot]; slot = next_slot(table, slot)) {
		node = &tally->node[table->slot[slot] - 1];
		if (node->function == function && node->parent == parent &&
		    node->context == context)
			return table->slot[slot] - 1;
	}
	if (tally->nodes == PTIME_TALLY_NODES)
		return PTIME_NO_NODE;
	tally->node = grown(tally->node, tally->nodes, sizeof(*tally->node));
	node = &tally->node[tally->nodes++];
	memset(node, 0, sizeof(*node));
	node->function = function;
	node->parent = parent;
	node->context = context;
	put(&tally->by_caller, tally, tally->nodes - 1, hash_of_node);
	return tally->nodes - 1;
}

static struct series *series_of(struct ptime_tally *tally,
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
	series = ptime_alloc(1, sizeof(*series));
	series->cpu = cpu;
	function->series[function->cpus++] = series;
	return series;
}

static void add_duration(struct durations *durations, u64 ns)
{
	u32 bucket = ptime_hist_bucket(BITS, ns);
	u64 **part = &durations->part[bucket / PART_BUCKETS];

	if (!*part)
		*part = ptime_alloc(PART_BUCKETS, sizeof(**part));
	(*part)[bucket % PART_BUCKETS]++;
	if (!durations->calls || ns < durations->min_ns)
		durations->min_ns = ns;
	if (ns > durations->max_ns)
		durations->max_ns = ns;
	durations->calls++;
	durations->total_ns += ns;
}

static void count_function(struct ptime_tally *tally,
			   const struct ptime_tally_call *call, u64 self_ns)
{
	struct function *function = &tally->function[call->function];

	if (!call->timed) {
		function->missed++;
		return;
	}
	if (!function->latest || function->latest->cpu != call->cpu)
		function->latest = series_of(tally, function, call->cpu);
	add_duration(&function->latest->whole, call->ns);
	if (call->node != PTIME_NO_NODE)
		add_duration(&function->latest->self, self_ns);
}

u64 ptime_tally_count(struct ptime_tally *tally,
		      const struct ptime_tally_call *call)
{
	u64 inner_ns = call->nested_ns + call->elsewhere_ns;
	u64 ns = call->timed && call->ns > inner_ns ? call->ns : inner_ns;
	struct ptime_node *node;

	count_function(tally, call, ns - inner_ns);
	if (call->node == PTIME_NO_NODE)
		return 0;
	node = &tally->node[call->node];
	node->calls++;
	node->unended += !call->timed;
	node->unended_ns += call->timed ? 0 : ns;
	node->total_ns += ns;
	node->self_ns += ns - inner_ns;
	node->elsewhere_ns += call->elsewhere_ns;
	return ns;
}

bool ptime_tally_is_empty(const struct ptime_tally *tally)
{
	return !tally->functions;
}

static void fill_buckets(struct ptime_series *to, const struct durations *from)
{
	u32 i, part;

	to->bucket = ptime_alloc(from->calls < ptime_hist_buckets(BITS) ?
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

static void fill_cpu(struct ptime_counts *counts, u32 cpu,
		     const struct durations *from)
{
	struct ptime_series *to = &counts->cpu[counts->cpus++];

	to->cpu = cpu;
	to->calls = from->calls;
	to->total_ns = from->total_ns;
	to->min_ns = from->min_ns;
	to->max_ns = from->max_ns;
	fill_buckets(to, from);
}

static void fill_cpus(struct ptime_outcome *outcome,
		      const struct function *function)
{
	struct ptime_counts *counts = &outcome->counts;
	struct ptime_counts *self = &outcome->self;
	u32 i;

	if (!function->cpus)
		return;
	qsort(function->series, function->cpus, sizeof(struct series *),
	      compare_cpus);
	counts->cpu = ptime_alloc(function->cpus, sizeof(*counts->cpu));
	self->cpu = ptime_alloc(function->cpus, sizeof(*self->cpu));
	for (i = 0; i < function->cpus; i++) {
		const struct series *from = function->series[i];

		fill_cpu(counts, from->cpu, &from->whole);
		fill_cpu(self, from->cpu, &from->self);
	}
}

static void fill_probe(struct ptime_probe *probe,
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
	probe->outcome = ptime_alloc(1, sizeof(*probe->outcome));
	snprintf(probe->outcome->name, sizeof(probe->outcome->name), "all");
	fill_cpus(probe->outcome, function);
}

static int compare_probes(const void *left, const void *right)
{
	const struct ptime_probe *one = left, *other = right;
	u32 one_rank = ptime_group_rank(one->group);
	u32 other_rank = ptime_group_rank(other->group);
	u64 one_ns = one->counts.sum.total_ns;
	u64 other_ns = other->counts.sum.total_ns;

	if (one_rank != other_rank)
		return one_rank < other_rank ? -1 : 1;
	if (one_ns != other_ns)
		return one_ns > other_ns ? -1 : 1;
	return one->id < other->id ? -1 : 1;
}

static struct ptime_tree *make_tree(const struct ptime_tally *tally,
				    const struct ptime_model *model)
{
	struct ptime_tree *tree = ptime_model_tree(model);
	u32 *place = ptime_alloc(model->probes, sizeof(*place));
	u32 i;

	for (i = 0; i < model->probes; i++)
		place[model->probe[i].id - 1] = i;
	tree->nodes = tally->nodes;
	tree->node = ptime_alloc(tally->nodes, sizeof(*tree->node));
	for (i = 0; i < tally->nodes; i++) {
		tree->node[i] = tally->node[i];
		tree->node[i].function = place[tally->node[i].function];
	}
	free(place);
	return tree;
}

struct ptime_model *ptime_tally_model(const struct ptime_tally *tally)
{
	struct ptime_model *model = ptime_alloc(1, sizeof(*model));
	u32 i;

	model->hist_bits = BITS;
	model->sample = 1;
	model->running = true;
	model->has_self_bounds = true;
	snprintf(model->clock, sizeof(model->clock), "trace");
	snprintf(model->version, sizeof(model->version), "%s", PTIME_VERSION);
	model->probes = tally->functions;
	model->probe = ptime_alloc(model->probes, sizeof(*model->probe));
	for (i = 0; i < model->probes; i++)
		fill_probe(&model->probe[i], &tally->function[i], i + 1);
	ptime_model_fold(model);
	qsort(model->probe, model->probes, sizeof(*model->probe),
	      compare_probes);
	model->tree = make_tree(tally, model);
	return model;
}
