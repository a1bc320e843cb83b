// SPDX-License-Identifier: GPL-2.0
/* check: what a trampoline must leave as it is, and what it must count */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "counts.h"
#include "functions.h"
#include "kernel.h"
#include "recording_path.h"

#define CALLS		1000
#define CALLEES		8

static int failed;

static void equal(const char *what, const char *way, u64 got, u64 expected)
{
	if (got == expected)
		return;
	fprintf(stderr, "native: %s, %s: got %#llx, expected %#llx\n", way, what, got, expected);
	failed = 1;
}

static void check_registers(const char *way)
{
	char what[64];
	unsigned int i;

	memset(check_arguments, 0, sizeof(check_arguments));
	memset(check_results, 0, sizeof(check_results));
	memset(check_kept, 0, sizeof(check_kept));
	check_call();
	for (i = 0; i < CHECK_ARGUMENTS; i++) {
		snprintf(what, sizeof(what), "argument %u", i + 1);
		equal(what, way, check_arguments[i], 0x1111111111111111ULL * (i + 1));
	}
	equal("rax", way, check_results[0], 0xfedcba9876543210ULL);
	equal("rdx", way, check_results[1], 0x0123456789abcdefULL);
	for (i = 0; i < CHECK_KEPT; i++) {
		snprintf(what, sizeof(what), "kept register %u", i);
		equal(what, way, check_kept[i], check_kept_before[i]);
	}
}

static const struct {
	const char *name;
	int nesting;
	int tracing;
	int softirq;
} ways[] = {
	{ "flat", 0, 0, 0 },
	{ "nested in a task", 1, 0, 0 },
	{ "nested in a softirq", 1, 0, 1 },
	{ "nested and traced", 1, 1, 0 },
};

/* sum of the counts of a function, over its calls in each way */
static void check_counts(unsigned int slot, unsigned long long calls, const char *name)
{
	struct path_counts counts;

	path_counts(slot, &counts);
	equal("calls", name, counts.calls, calls);
	equal("active calls", name, counts.active, 0);
	equal("there is a total time", name, counts.total_ns > 0, 1);
	equal("self time is at most the total", name, counts.self_ns <= counts.total_ns, 1);
}

static unsigned long long calls_of(unsigned int slot)
{
	struct path_counts counts;

	path_counts(slot, &counts);
	return counts.calls;
}

static void select_way(unsigned int way)
{
	path_set_nesting(ways[way].nesting);
	path_set_tracing(ways[way].tracing);
	path_set_softirq(ways[way].softirq);
}

/* paths that are alike have entries of their own: with the same one, they would be adjacent */
static void check_spread(void *packet)
{
	unsigned long long before = path_ended();
	unsigned int run, ended = path_end_alike(packet);

	equal("packets", "paths that are alike", path_ended() - before, ended);
	run = path_longest_run();
	if (run > 2)
		equal("paths in adjacent entries", "paths that are alike", run, 2);
}

static void check_on_stack(void *packet)
{
	unsigned int checked, sampled, due, callee, caller, way, i;
	unsigned int count = sizeof(ways) / sizeof(*ways);
	function_t timed = function_make_timed(0, NULL, 0, &checked);
	function_t untimed = function_make_timed(1, NULL, 0, &sampled);
	function_t timed_when_due = function_make_timed(1, NULL, 0, &due);
	function_t leaf = function_make_timed(0, NULL, 0, &callee);
	function_t called = function_make_timed(0, leaf, CALLEES, &caller);

	path_never_due(sampled);
	path_add_step(checked);
	path_add_step(sampled);
	/* these functions jump to the body that looks at its arguments */
	put_jump(function_body(timed), check_body);
	put_jump(function_body(untimed), check_body);
	put_jump(function_body(timed_when_due), check_body);
	for (way = 0; way < count; way++) {
		select_way(way);
		for (i = 0; i < CALLS; i++) {
			if (ways[way].tracing)
				path_packet_arrives(packet);
			check_function = timed;
			check_registers(ways[way].name);
			check_function = untimed;
			check_registers("not timed");
			check_function = timed_when_due;
			check_registers("sampled and due");
			called(packet);
			if (ways[way].tracing)
				path_packet_leaves(packet);
		}
	}
	check_counts(checked, CALLS * count, "function");
	check_counts(callee, CALLS * count * CALLEES, "callee");
	check_counts(caller, CALLS * count, "caller");
	/* with packet tracing, a sampled trampoline only runs the step hook */
	check_counts(due, CALLS * (count - 1), "sampled and due");
	equal("calls", "not timed", calls_of(sampled), 0);
	equal("calls in no tree", "all", path_unlinked(), 0);
	equal("packets lost", "all", path_lost(), 0);
	equal("packets on paths", "all", path_ended(), CALLS);
	check_spread(packet);
	path_set_tracing(0);
	failed |= counts_check();
}

int check_trampolines(void)
{
	void *stack = kernel_alloc_stack();

	kernel_enter_cpu(0, path_task(0, stack));
	kernel_run_on(stack, check_on_stack, path_packet(0, 0));
	return failed;
}
