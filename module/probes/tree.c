// SPDX-License-Identifier: GPL-2.0
/* tree: builds the calling context tree that readers see */
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "probes/probe.h"
#include "probes/tree.h"
#include "record/cct.h"
#include "record/shadow_stack.h"

#define PLACES	(PTIME_NODES_MAX + PTIME_CONTEXTS)

/**
 * struct place - a node while the tree is built, or the caller of a context's roots
 * @probe: the function's probe; NULL if the function is no longer timed
 * @counts: sums over all CPUs
 * @caller: number of the nearest caller that is still timed
 * @first: number plus 1 of the callee with the largest total; 0 if there is none
 * @next: number plus 1 of the next callee of the same caller; 0 if there is none
 * @index: index in the tree
 * @settled: @caller is final
 * @wanted: the node or a node below it has counted calls
 */
struct place {
	const struct ptime_probe *probe;
	struct ptime_node_sum counts;
	u32 caller;
	u32 first;
	u32 next;
	u32 index;
	bool settled;
	bool wanted;
};

static void find_probes(struct place *places, const struct ptime_probe **probes)
{
	const struct ptime_probe *probe;
	u32 node;

	/* of several probes that had the function, the attached one counts */
	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->handle || !probes[probe->recorder.function])
			probes[probe->recorder.function] = probe;
	probes[0] = NULL;
	for (node = 0; node < PTIME_NODES_MAX; node++)
		places[node].probe = probes[ptime_cct_function(ptime_cct_keys[node])];
}

/* skip callers that are no longer timed: their callees belong to the next caller above */
static u32 find_caller(const struct place *places, u32 node)
{
	do {
		node = ptime_cct_caller(ptime_cct_keys[node]);
	} while (node < PTIME_NODES_MAX && !places[node].probe);
	return node;
}

/* returns whether there are nodes whose caller is no longer timed */
static bool read_counts(struct place *places)
{
	bool orphans = false;
	u32 node;

	for (node = 0; node < PTIME_NODES_MAX; node++) {
		if (!places[node].probe)
			continue;
		places[node].caller = find_caller(places, node);
		orphans |= places[node].caller != ptime_cct_caller(ptime_cct_keys[node]);
		ptime_cct_read(node, places[node].probe->backend->kind, &places[node].counts);
		/* the counts of all possible CPUs were read */
		cond_resched();
	}
	return orphans;
}

/* another settled node of the same function and caller, or @node if there is none */
static u32 find_same(const struct place *places, u32 node)
{
	u32 other;

	for (other = 0; other < PTIME_NODES_MAX; other++)
		if (places[other].settled && places[other].probe == places[node].probe &&
		    places[other].caller == places[node].caller)
			return other;
	return node;
}

static void settle(struct place *places, u32 node)
{
	struct ptime_node_sum *counts = &places[node].counts;
	u32 same = find_same(places, node);
	u32 other;

	if (same == node) {
		places[node].settled = true;
		return;
	}
	places[same].counts.calls += counts->calls;
	places[same].counts.total_ns += counts->total_ns;
	places[same].counts.self_ns += counts->self_ns;
	places[same].counts.interrupt_ns += counts->interrupt_ns;
	places[same].counts.raw_ns += counts->raw_ns;
	memset(counts, 0, sizeof(*counts));
	places[node].probe = NULL;
	for (other = 0; other < PTIME_NODES_MAX; other++)
		if (places[other].probe && places[other].caller == node)
			places[other].caller = same;
}

/* settle callers first: two nodes can only be merged when they have the same final caller */
static void merge_orphans(struct place *places)
{
	bool more;
	u32 node, caller;

	do {
		more = false;
		for (node = 0; node < PTIME_NODES_MAX; node++) {
			caller = places[node].caller;
			if (!places[node].probe || places[node].settled ||
			    (caller < PTIME_NODES_MAX && !places[caller].settled))
				continue;
			settle(places, node);
			cond_resched();
			more = true;
		}
	} while (more);
}

/* mark nodes that have counted calls, and all their callers */
static void find_wanted(struct place *places)
{
	u32 node, caller;

	for (node = 0; node < PTIME_NODES_MAX; node++) {
		if (!places[node].counts.calls)
			continue;
		for (caller = node; caller < PTIME_NODES_MAX && !places[caller].wanted;
		     caller = places[caller].caller)
			places[caller].wanted = true;
	}
}

/* link callees to their callers, the largest total first; returns the number of wanted nodes */
static u32 link_callees(struct place *places)
{
	u32 node, *link, nodes = 0;

	for (node = 0; node < PTIME_NODES_MAX; node++) {
		if (!places[node].wanted)
			continue;
		nodes++;
		link = &places[places[node].caller].first;
		while (*link && places[*link - 1].counts.total_ns >= places[node].counts.total_ns)
			link = &places[*link - 1].next;
		places[node].next = *link;
		*link = node + 1;
	}
	return nodes;
}

static void put(struct ptime_tree *tree, struct place *places, u32 node,
		enum ptime_context context)
{
	struct ptime_tree_node *to = &tree->node[tree->nodes];
	struct place *place = &places[node];
	bool is_root = place->caller >= PTIME_NODES_MAX;

	place->index = tree->nodes++;
	to->probe = place->probe;
	to->context = context;
	to->parent = is_root ? PTIME_NO_PARENT : places[place->caller].index;
	to->depth = is_root ? 0 : tree->node[to->parent].depth + 1;
	to->counts = place->counts;
}

/*
 * The number plus 1 of the next node to be put: the first callee; or the next callee of the
 * node's caller, or of the nearest caller above that has one. 0 if all are put.
 */
static u32 step(const struct place *places, u32 node)
{
	if (places[node].first)
		return places[node].first;
	while (node < PTIME_NODES_MAX && !places[node].next)
		node = places[node].caller;
	return node < PTIME_NODES_MAX ? places[node].next : 0;
}

static void put_context(struct ptime_tree *tree, struct place *places,
			enum ptime_context context)
{
	u32 link;

	for (link = places[ptime_cct_root(context)].first; link;
	     link = step(places, link - 1))
		put(tree, places, link - 1, context);
}

/**
 * ptime_tree_read() - Build the tree of all nodes that have counted calls
 *
 * Context: process, may sleep, under ptime_probes_lock(), with nesting.
 * Return: the tree, for ptime_tree_free(); NULL if there is no memory.
 */
struct ptime_tree *ptime_tree_read(void)
{
	const struct ptime_probe **probes;
	struct ptime_tree *tree = NULL;
	enum ptime_context context;
	struct place *places;
	u32 nodes;

	probes = kvcalloc(PTIME_FUNCTIONS_MAX, sizeof(*probes), GFP_KERNEL);
	places = kvcalloc(PLACES, sizeof(*places), GFP_KERNEL);
	if (!probes || !places)
		goto free;
	find_probes(places, probes);
	if (read_counts(places))
		merge_orphans(places);
	find_wanted(places);
	nodes = link_callees(places);
	tree = kvzalloc(struct_size(tree, node, nodes), GFP_KERNEL);
	if (!tree)
		goto free;
	for (context = 0; context < PTIME_CONTEXTS; context++)
		put_context(tree, places, context);
free:
	kvfree(places);
	kvfree(probes);
	return tree;
}

void ptime_tree_free(struct ptime_tree *tree)
{
	kvfree(tree);
}
