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

/* number of nodes, and of callers of a context's roots */
#define ENTRIES	(PTIME_NODES_MAX + PTIME_CONTEXTS)

/**
 * struct entry - a node while the tree is built, or the caller of a context's roots
 * @probe: the function's probe; NULL if the function is no longer timed
 * @counts: sums over all CPUs
 * @caller: number of the nearest caller that is still timed
 * @first: number plus 1 of the callee with the largest total; 0 if there is none
 * @next: number plus 1 of the next callee of the same caller; 0 if there is none
 * @index: index in the tree
 * @is_final: @caller is final
 * @is_shown: the node or a node below it has counted calls
 */
struct entry {
	const struct ptime_probe *probe;
	struct ptime_node_sum counts;
	u32 caller;
	u32 first;
	u32 next;
	u32 index;
	bool is_final;
	bool is_shown;
};

static void find_probes(struct entry *entries, const struct ptime_probe **probes)
{
	const struct ptime_probe *probe;
	u32 node;

	/* of several probes that had the function, the attached one counts */
	list_for_each_entry(probe, &ptime_probes, node)
		if (probe->handle || !probes[probe->recorder.function])
			probes[probe->recorder.function] = probe;
	probes[0] = NULL;
	for (node = 0; node < PTIME_NODES_MAX; node++)
		entries[node].probe = probes[ptime_cct_function(ptime_cct_keys[node])];
}

/* skip callers that are no longer timed: their callees belong to the next caller above */
static u32 find_caller(const struct entry *entries, u32 node)
{
	do {
		node = ptime_cct_caller(ptime_cct_keys[node]);
	} while (node < PTIME_NODES_MAX && !entries[node].probe);
	return node;
}

/* returns whether there are nodes whose caller is no longer timed */
static bool read_nodes(struct entry *entries)
{
	bool orphans = false;
	u32 node;

	for (node = 0; node < PTIME_NODES_MAX; node++) {
		if (!entries[node].probe)
			continue;
		entries[node].caller = find_caller(entries, node);
		orphans |= entries[node].caller != ptime_cct_caller(ptime_cct_keys[node]);
		ptime_cct_read(node, entries[node].probe->backend->kind, &entries[node].counts);
		/* the counts of all possible CPUs were read */
		cond_resched();
	}
	return orphans;
}

/* another node, with a final caller, of the same function and caller, or @node if there is none */
static u32 find_same(const struct entry *entries, u32 node)
{
	u32 other;

	for (other = 0; other < PTIME_NODES_MAX; other++)
		if (entries[other].is_final && entries[other].probe == entries[node].probe &&
		    entries[other].caller == entries[node].caller)
			return other;
	return node;
}

static void finish_node(struct entry *entries, u32 node)
{
	struct ptime_node_sum *counts = &entries[node].counts;
	u32 same = find_same(entries, node);
	u32 other;

	if (same == node) {
		entries[node].is_final = true;
		return;
	}
	entries[same].counts.calls += counts->calls;
	entries[same].counts.total_ns += counts->total_ns;
	entries[same].counts.self_ns += counts->self_ns;
	entries[same].counts.interrupt_ns += counts->interrupt_ns;
	entries[same].counts.raw_ns += counts->raw_ns;
	memset(counts, 0, sizeof(*counts));
	entries[node].probe = NULL;
	for (other = 0; other < PTIME_NODES_MAX; other++)
		if (entries[other].probe && entries[other].caller == node)
			entries[other].caller = same;
}

/* callers come first: two nodes can only be merged when they have the same final caller */
static void merge_orphans(struct entry *entries)
{
	bool more;
	u32 node, caller;

	do {
		more = false;
		for (node = 0; node < PTIME_NODES_MAX; node++) {
			caller = entries[node].caller;
			if (!entries[node].probe || entries[node].is_final ||
			    (caller < PTIME_NODES_MAX && !entries[caller].is_final))
				continue;
			finish_node(entries, node);
			cond_resched();
			more = true;
		}
	} while (more);
}

/* mark nodes that have counted calls, and all their callers */
static void mark_called(struct entry *entries)
{
	u32 node, caller;

	for (node = 0; node < PTIME_NODES_MAX; node++) {
		if (!entries[node].counts.calls)
			continue;
		for (caller = node; caller < PTIME_NODES_MAX && !entries[caller].is_shown;
		     caller = entries[caller].caller)
			entries[caller].is_shown = true;
	}
}

/* link callees to their callers, the largest total first; returns the number of shown nodes */
static u32 link_callees(struct entry *entries)
{
	u32 node, *link, nodes = 0;

	for (node = 0; node < PTIME_NODES_MAX; node++) {
		if (!entries[node].is_shown)
			continue;
		nodes++;
		link = &entries[entries[node].caller].first;
		while (*link && entries[*link - 1].counts.total_ns >= entries[node].counts.total_ns)
			link = &entries[*link - 1].next;
		entries[node].next = *link;
		*link = node + 1;
	}
	return nodes;
}

static void put_node(struct ptime_tree *tree, struct entry *entries, u32 node,
		     enum ptime_context context)
{
	struct ptime_tree_node *to = &tree->node[tree->nodes];
	struct entry *entry = &entries[node];
	bool is_root = entry->caller >= PTIME_NODES_MAX;

	entry->index = tree->nodes++;
	to->probe = entry->probe;
	to->context = context;
	to->parent = is_root ? PTIME_NO_PARENT : entries[entry->caller].index;
	to->depth = is_root ? 0 : tree->node[to->parent].depth + 1;
	to->counts = entry->counts;
}

/*
 * Returns the number plus 1 of the next node to be put, or 0 if all are put. It is the first
 * callee, or the next callee of the node's caller, or of the nearest caller above that has one.
 */
static u32 next_link(const struct entry *entries, u32 node)
{
	if (entries[node].first)
		return entries[node].first;
	while (node < PTIME_NODES_MAX && !entries[node].next)
		node = entries[node].caller;
	return node < PTIME_NODES_MAX ? entries[node].next : 0;
}

static void put_context(struct ptime_tree *tree, struct entry *entries,
			enum ptime_context context)
{
	u32 link;

	for (link = entries[ptime_cct_root(context)].first; link;
	     link = next_link(entries, link - 1))
		put_node(tree, entries, link - 1, context);
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
	struct entry *entries;
	u32 nodes;

	probes = kvcalloc(PTIME_FUNCTIONS_MAX, sizeof(*probes), GFP_KERNEL);
	entries = kvcalloc(ENTRIES, sizeof(*entries), GFP_KERNEL);
	if (!probes || !entries)
		goto free;
	find_probes(entries, probes);
	if (read_nodes(entries))
		merge_orphans(entries);
	mark_called(entries);
	nodes = link_callees(entries);
	tree = kvzalloc(struct_size(tree, node, nodes), GFP_KERNEL);
	if (!tree)
		goto free;
	for (context = 0; context < PTIME_CONTEXTS; context++)
		put_context(tree, entries, context);
free:
	kvfree(entries);
	kvfree(probes);
	return tree;
}

void ptime_tree_free(struct ptime_tree *tree)
{
	kvfree(tree);
}
