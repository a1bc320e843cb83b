// SPDX-License-Identifier: GPL-2.0
/*
 * counts: the module's counts of each kind of call, compared with plain C on the same times
 *
 * The processor refuses readings of its clock (PR_SET_TSC). The handler of the signal does each
 * one, and keeps it. So the durations of all calls are known, and span many magnitudes.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <ucontext.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "counts.h"
#include "functions.h"
#include "recording_path.h"
#include "rows.h"

#define CALLS		500
#define CALLEES		8
#define STEPS		4
#define READINGS_MAX	64
#define CLOCK_BYTES	2

/* no time between two readings is as short as what is subtracted */
#define SHORTEST	100
#define MAGNITUDES	20

static const struct path_costs costs = { .in_window = 5, .callee = 7, .caller = 11 };

static u64 clock_now = 1000000;
static u64 readings[READINGS_MAX];
static unsigned int readings_count;
static u64 state = 1;
static struct path_counts expected;
static int failed;

static u64 draw(void)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return state >> 33;
}

static void do_reading(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	const unsigned char *code = (const unsigned char *)registers[REG_RIP];

	(void)info;
	if (code[0] != 0x0f || code[1] != 0x31 || readings_count == READINGS_MAX) {
		signal(number, SIG_DFL);
		return;
	}
	clock_now += SHORTEST + draw() % (1ULL << (1 + draw() % MAGNITUDES));
	readings[readings_count++] = clock_now;
	registers[REG_RAX] = clock_now & 0xffffffff;
	registers[REG_RDX] = clock_now >> 32;
	registers[REG_RIP] += CLOCK_BYTES;
}

static void keep_clock(int kept)
{
	static char stack[65536];
	const stack_t other = { .ss_sp = stack, .ss_size = sizeof(stack) };
	const struct sigaction action = {
		.sa_sigaction = do_reading, .sa_flags = SA_SIGINFO | SA_ONSTACK,
	};

	sigaltstack(&other, NULL);
	sigaction(SIGSEGV, kept ? &action : &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
	if (prctl(PR_SET_TSC, kept ? PR_TSC_SIGSEGV : PR_TSC_ENABLE)) {
		perror("native: the clock cannot be kept from the module");
		exit(1);
	}
}

static void equal(const char *name, const char *context, const char *what, u64 got, u64 wanted)
{
	if (got == wanted)
		return;
	fprintf(stderr, "native: %s in a %s, %s: got %llu, expected %llu\n", name, context, what,
		(unsigned long long)got, (unsigned long long)wanted);
	failed = 1;
}

/* the bucket whose bounds have the value between them */
static unsigned int find_bucket(u64 ns)
{
	unsigned int bucket = 0;

	while (ptime_hist_high(PTIME_HIST_BITS_DEFAULT, bucket) < ns)
		bucket++;
	return bucket;
}

static void expect_call(u64 ns, u64 children_ns)
{
	expected.total_ns += ns;
	expected.self_ns += ns - children_ns;
	if (!expected.calls++ || ns < expected.min_ns)
		expected.min_ns = ns;
	if (ns > expected.max_ns)
		expected.max_ns = ns;
	expected.buckets[find_bucket(ns)]++;
	expected.self_buckets[find_bucket(ns - children_ns)]++;
}

static void compare(const char *name, const char *context, unsigned int slot)
{
	struct path_counts got;

	if (!expected.calls)
		expected.min_ns = ~0ULL;
	path_counts(slot, &got);
	equal(name, context, "calls", got.calls, expected.calls);
	equal(name, context, "ns in all", got.total_ns, expected.total_ns);
	equal(name, context, "ns of its own", got.self_ns, expected.self_ns);
	equal(name, context, "shortest", got.min_ns, expected.min_ns);
	equal(name, context, "longest", got.max_ns, expected.max_ns);
	equal(name, context, "packets", got.packets, expected.packets);
	equal(name, context, "active calls", got.active, 0);
	equal(name, context, "buckets differ",
	      memcmp(got.buckets, expected.buckets, sizeof(got.buckets)) != 0, 0);
	equal(name, context, "buckets of self times differ",
	      memcmp(got.self_buckets, expected.self_buckets, sizeof(got.self_buckets)) != 0, 0);
	memset(&expected, 0, sizeof(expected));
}

static u64 between(unsigned int first, unsigned int last)
{
	return readings[last] - readings[first] - costs.in_window;
}

static void call(function_t function)
{
	readings_count = 0;
	function(path_packet(0, 0));
}

/* a function that calls no timed one; its readings are the first two */
static void check_leaf(const char *name, const char *context, function_t function,
		       unsigned int slot, unsigned int packets)
{
	int i;

	for (i = 0; i < CALLS; i++) {
		call(function);
		expect_call(between(0, 1), 0);
		expected.packets += packets;
	}
	compare(name, context, slot);
}

static void check_leaves(const char *context, int nesting)
{
	unsigned int slot;
	function_t function = function_make_timed(0, NULL, 0, &slot);

	path_set_nesting(nesting);
	check_leaf(nesting ? "root" : "flat", context, function, slot, 0);
	function = function_make_timed(1, NULL, 0, &slot);
	check_leaf("sampled and due", context, function, slot, 0);
	function = function_make_timed(1, NULL, 0, &slot);
	path_never_due(slot);
	for (int i = 0; i < CALLS; i++)
		call(function);
	compare("sampled, not timed", context, slot);
	function = function_make_poll(nesting, 3, &slot);
	check_leaf("poll of 3 packets", context, function, slot, 3);
	function = function_make_poll(nesting, 64, &slot);
	check_leaf("poll of 64 packets", context, function, slot, 64);
}

/* the time of all leaves of a middle function; the first of their readings is at @first */
static u64 children_ns(unsigned int first)
{
	u64 sum = 0;
	int i;

	for (i = 0; i < CALLEES; i++)
		sum += between(first + 2 * i, first + 2 * i + 1);
	return sum;
}

/* a root calls a middle function, which calls leaves; the model takes level after level */
static void check_levels(const char *context, int polls)
{
	static u64 all[CALLS][READINGS_MAX];
	const unsigned int last = 2 * CALLEES + 3;
	const u64 added = CALLEES * costs.callee;
	unsigned int leaf, middle, root;
	function_t function = polls ? function_make_poll(1, 3, &leaf) :
				      function_make_timed(0, NULL, 0, &leaf);
	int i, k;

	function = function_make_timed(0, function, CALLEES, &middle);
	function = function_make_timed(0, function, 1, &root);
	path_set_nesting(1);
	for (i = 0; i < CALLS; i++) {
		call(function);
		memcpy(all[i], readings, sizeof(readings));
		for (k = 0; k < CALLEES; k++)
			expect_call(between(2 + 2 * k, 3 + 2 * k), 0);
		expected.packets += polls ? 3 * CALLEES : 0;
	}
	compare(polls ? "callee that polls" : "callee", context, leaf);
	for (i = 0; i < CALLS; i++) {
		memcpy(readings, all[i], sizeof(readings));
		expect_call(between(1, last - 1) - added, children_ns(2));
	}
	compare("callee with callees", context, middle);
	for (i = 0; i < CALLS; i++) {
		memcpy(readings, all[i], sizeof(readings));
		expect_call(between(0, last) - added - costs.caller, between(1, last - 1) - added);
	}
	compare("root with callees", context, root);
}

static struct path_sum difference(const struct path_sum *before)
{
	struct path_sum sum;

	path_sums(0, &sum);
	sum.packets -= before->packets;
	sum.total_ns -= before->total_ns;
	sum.stages_ns -= before->stages_ns;
	sum.bytes -= before->bytes;
	return sum;
}

/* packets that arrive, take steps and are sent, and others that are consumed after the steps */
static void check_paths(const char *context, int timed, int displaced)
{
	const char *name = displaced ? "path, displaced" : "path";
	unsigned int slot, number;
	function_t step = function_make_timed(!timed, NULL, 0, &slot);
	function_t steps = function_make(NULL, step, STEPS);
	struct path_sum before, sum = { };
	u64 lost, ns;
	int i, k;

	path_add_step(slot);
	path_set_nesting(1);
	path_set_displaced(displaced);
	path_set_tracing(1);
	path_sums(0, &before);
	lost = path_lost();
	for (i = 0; i < CALLS; i++) {
		number = i % PATH_PACKETS;
		readings_count = 0;
		path_packet_arrives(path_packet(0, number));
		steps(path_packet(0, number));
		for (k = 0; timed && k < STEPS; k++)
			expect_call(between(3 * k + 2, 3 * k + 3), 0);
		ns = readings_count;
		equal(name, context, "readings", ns, 1 + STEPS * (timed ? 3 : 1));
		if (i % 2) {
			path_packet_is_consumed(path_packet(0, number));
			equal(name, context, "readings at the end", readings_count - ns, 0);
			continue;
		}
		path_packet_leaves(path_packet(0, number));
		sum.packets++;
		sum.total_ns += readings[readings_count - 1] - readings[0];
		sum.bytes += PATH_PACKET_BYTES;
	}
	before = difference(&before);
	equal(name, context, "packets", before.packets, sum.packets);
	equal(name, context, "ns in all", before.total_ns, sum.total_ns);
	equal(name, context, "ns of all stages", before.stages_ns, sum.total_ns);
	equal(name, context, "bytes", before.bytes, sum.bytes);
	equal(name, context, "packets lost", path_lost() - lost, CALLS / 2);
	equal(name, context, "records displaced", path_displaced(), displaced);
	path_set_displaced(0);
	path_set_tracing(0);
	compare(timed ? "step and timed" : "step", context, slot);
}

static void check_context(const char *context)
{
	check_leaves(context, 0);
	check_leaves(context, 1);
	check_levels(context, 0);
	check_levels(context, 1);
	check_paths(context, 0, 0);
	check_paths(context, 0, 1);
	check_paths(context, 1, 0);
	check_paths(context, 1, 1);
}

int counts_check(void)
{
	unsigned int i;

	path_set_costs(&costs);
	keep_clock(1);
	for (i = 0; i < contexts_count; i++) {
		path_set_softirq(contexts[i].softirq);
		check_context(contexts[i].name);
	}
	keep_clock(0);
	equal("all", "task or softirq", "calls in no tree", path_unlinked(), 0);
	return failed;
}
