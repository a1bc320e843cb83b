// SPDX-License-Identifier: GPL-2.0
/*
 * contended: times the work for each call, on one CPU and on several at once
 *
 * On each CPU a thread counts the same durations, by one of the methods below. All
 * threads begin a pass at the same moment. A pass is short, so that most passes are
 * undisturbed and all threads run from its beginning to its end. The program writes
 * lines of words with tabs between them, in ns per call. A figure is the mean of a
 * pass's threads:
 *
 *	WAY CPUS MEDIAN P10 P90
 *
 * There is no LEAST: the shortest passes are those in which a thread was late.
 *
 * At the end the program checks that each duration was counted once.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "counter.h"
#include "recorders.h"

#define VALUES		4096
#define WARM_UP		50
#define PASSES		2001
#define LINE		64
#define RECORDER	"pathtime, 4 bits"
#define POWERS		36

/* at least as many as a kretprobe has on few CPUs */
#define INSTANCES	64

/* an instance of a call, as a kretprobe has it; each one has a cache line of its own */
struct instance {
	u32 next;
	u64 uses;
	char rest[LINE - 2 * sizeof(u64)];
};

/* data that all threads write to, each on a cache line of its own */
static struct {
	u64 powers[POWERS];
	char before_head[LINE];
	u64 head;
	char before_instances[LINE];
	struct instance instances[INSTANCES];
	u32 arrived;
	char before_meetings[LINE];
	u32 meetings;
} shared;

static const struct recorder *recorder;
static u64 values[VALUES];

struct contended_way;

struct caller {
	pthread_t thread;
	int cpu;
	u32 cpus;
	const struct contended_way *way;
	void *histogram;
	double took[PASSES];
};

/**
 * struct contended_way - a method to count a call
 * @name: its name
 * @call: count one call
 * @counted: get the number of durations that it has counted
 */
struct contended_way {
	const char *name;
	void (*call)(struct caller *caller, u64 ns);
	u64 (*counted)(const struct caller *callers, u32 cpus);
};

static void call_nothing(struct caller *caller, u64 ns)
{
	(void)caller;
	(void)ns;
}

static void call_own(struct caller *caller, u64 ns)
{
	recorder->record(caller->histogram, ns);
}

static u64 counted_own(const struct caller *callers, u32 cpus)
{
	static struct recorder_contents contents;
	u64 calls = 0;
	u32 i;

	for (i = 0; i < cpus; i++) {
		memset(&contents, 0, sizeof(contents));
		recorder->read(recorder, callers[i].histogram, &contents);
		calls += contents.calls;
	}
	return calls;
}

/* a counter for each power of two, and nothing besides */
static void call_shared(struct caller *caller, u64 ns)
{
	(void)caller;
	__atomic_fetch_add(&shared.powers[63 ^ __builtin_clzll(ns | 1)], 1,
			   __ATOMIC_RELAXED);
}

static u64 counted_shared(const struct caller *callers, u32 cpus)
{
	u64 calls = 0;
	u32 i;

	(void)callers;
	(void)cpus;
	for (i = 0; i < POWERS; i++)
		calls += shared.powers[i];
	return calls;
}

/*
 * The low half of the head is the first instance's number, from 1; the high half is
 * the number of changes. So a thread with an outdated head cannot change the list.
 */
static u64 head_of(u64 before, u32 first)
{
	return ((before >> 32) + 1) << 32 | first;
}

static int change_head(u64 *before, u64 after)
{
	return __atomic_compare_exchange_n(&shared.head, before, after, 0,
					   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static void give_back(u32 number)
{
	u64 before = __atomic_load_n(&shared.head, __ATOMIC_ACQUIRE);

	do {
		__atomic_store_n(&shared.instances[number - 1].next, (u32)before,
				 __ATOMIC_RELAXED);
	} while (!change_head(&before, head_of(before, number)));
}

/* The list is never empty: there are more instances than threads. */
static u32 take(void)
{
	u64 before = __atomic_load_n(&shared.head, __ATOMIC_ACQUIRE);
	u32 next;

	do {
		next = __atomic_load_n(&shared.instances[(u32)before - 1].next,
				       __ATOMIC_RELAXED);
	} while (!change_head(&before, head_of(before, next)));
	return (u32)before;
}

static void call_list(struct caller *caller, u64 ns)
{
	u32 number = take();

	shared.instances[number - 1].uses++;
	recorder->record(caller->histogram, ns);
	give_back(number);
}

/* If two threads had the same instance at once, it has lost a use. */
static u64 counted_list(const struct caller *callers, u32 cpus)
{
	u64 uses = 0;
	u32 i;

	for (i = 0; i < INSTANCES; i++)
		uses += shared.instances[i].uses;
	return uses == counted_own(callers, cpus) ? uses : 0;
}

static const struct contended_way ways[] = {
	{ "loop", call_nothing, NULL },
	{ "own", call_own, counted_own },
	{ "list", call_list, counted_list },
	{ "shared", call_shared, counted_shared },
};

/* All threads begin when the last of them has arrived. */
static void meet(u32 cpus)
{
	u32 meeting = __atomic_load_n(&shared.meetings, __ATOMIC_ACQUIRE);

	if (__atomic_add_fetch(&shared.arrived, 1, __ATOMIC_ACQ_REL) == cpus) {
		shared.arrived = 0;
		__atomic_store_n(&shared.meetings, meeting + 1, __ATOMIC_RELEASE);
	}
	while (__atomic_load_n(&shared.meetings, __ATOMIC_ACQUIRE) == meeting)
		;
}

static double time_pass(struct caller *caller)
{
	void (*call)(struct caller *caller, u64 ns) = caller->way->call;
	u64 start;
	u32 i;

	meet(caller->cpus);
	start = counter_read();
	for (i = 0; i < VALUES; i++)
		call(caller, values[i]);
	return (double)(counter_read() - start) / VALUES;
}

static void *run_caller(void *data)
{
	struct caller *caller = data;
	cpu_set_t set;
	u32 pass;

	CPU_ZERO(&set);
	CPU_SET(caller->cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		exit(ptool_error("cannot stay on CPU %d", caller->cpu));
	for (pass = 0; pass < WARM_UP + PASSES; pass++)
		caller->took[pass % PASSES] = time_pass(caller);
	return NULL;
}

/* Put all instances in the list, with nothing counted. */
static void prepare_shared(void)
{
	u32 number;

	memset(&shared, 0, sizeof(shared));
	for (number = 1; number <= INSTANCES; number++)
		give_back(number);
}

static void run_callers(struct caller *callers, u32 cpus)
{
	u32 i;

	for (i = 0; i < cpus; i++)
		if (pthread_create(&callers[i].thread, NULL, run_caller, &callers[i]))
			exit(ptool_error("cannot make thread %u", i + 1));
	for (i = 0; i < cpus; i++)
		pthread_join(callers[i].thread, NULL);
}

static int compare(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static void write_way(const struct caller *callers, u32 cpus)
{
	static double took[PASSES];
	u32 pass, i;

	for (pass = 0; pass < PASSES; pass++) {
		took[pass] = 0;
		for (i = 0; i < cpus; i++)
			took[pass] += callers[i].took[pass] / cpus;
	}
	qsort(took, PASSES, sizeof(*took), compare);
	printf("%s\t%u\t%.3f\t%.3f\t%.3f\n", callers->way->name, cpus,
	       took[PASSES / 2], took[PASSES / 10], took[PASSES * 9 / 10]);
}

static int check_way(const struct caller *callers, u32 cpus)
{
	u64 wanted = (u64)cpus * VALUES * (WARM_UP + PASSES), counted;

	if (!callers->way->counted)
		return 0;
	counted = callers->way->counted(callers, cpus);
	if (counted == wanted)
		return 0;
	return ptool_error("%s on %u CPUs: %llu of %llu durations were counted",
			   callers->way->name, cpus, counted, wanted);
}

/* Run on the first CPUs that this process may use. */
static int time_way(const struct contended_way *way, const cpu_set_t *allowed, u32 cpus)
{
	struct caller *callers = ptool_alloc(cpus, sizeof(*callers));
	int cpu = 0, status;
	u32 i;

	for (i = 0; i < cpus; i++, cpu++) {
		while (!CPU_ISSET(cpu, allowed))
			cpu++;
		callers[i].cpu = cpu;
		callers[i].cpus = cpus;
		callers[i].way = way;
		callers[i].histogram = recorder->create(recorder);
	}
	prepare_shared();
	run_callers(callers, cpus);
	write_way(callers, cpus);
	status = check_way(callers, cpus);
	for (i = 0; i < cpus; i++)
		free(callers[i].histogram);
	free(callers);
	return status;
}

static const struct recorder *find_recorder(void)
{
	u32 i;

	for (i = 0; i < recorders_count; i++)
		if (!strcmp(recorders[i].name, RECORDER))
			return &recorders[i];
	return NULL;
}

/* Each magnitude is equally likely, as far as the tools keep them apart. */
static void draw_values(void)
{
	u32 i;

	for (i = 0; i < VALUES; i++)
		values[i] = 1ULL << (random() % POWERS);
}

int main(void)
{
	cpu_set_t allowed;
	int status = 0;
	u32 cpus, i;

	recorder = find_recorder();
	if (!recorder)
		return ptool_error("no recorder '" RECORDER "'");
	recorder_select(recorder);
	draw_values();
	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return ptool_error("cannot tell which CPUs there are");
	for (cpus = 1; cpus <= (u32)CPU_COUNT(&allowed) && cpus <= INSTANCES / 4; cpus *= 2)
		for (i = 0; i < ARRAY_SIZE(ways); i++)
			status |= time_way(&ways[i], &allowed, cpus);
	return status;
}
