// SPDX-License-Identifier: GPL-2.0
/*
 * record: times histograms on this processor
 *
 * Each histogram counts the same durations, one after the other, again and again.
 * The histograms take turns, so that a disturbance of the machine affects all of
 * them. Each pass over the durations follows a pass of the loop alone, which is
 * subtracted: a moment later the processor's clock may differ. A pass is short, so
 * that most are undisturbed. The program writes lines of words with tabs between
 * them, figures per record:
 *
 *	DURATIONS HISTOGRAM KEEPS BITS BYTES MODE UNIT LEAST MEDIAN P10 P90
 *
 * LEAST is the difference of the shortest passes, which nothing disturbed. The
 * others are of all passes' differences.
 *
 * MODE is "together" if the processor may begin records before earlier ones are
 * done, and "alone" if it may not. The overhead of a record in other code lies
 * between the two.
 *
 * At the end the program checks the content of each histogram, bucket by bucket.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "counter.h"
#include "durations.h"
#include "recorders.h"

#define VALUES		4096
#define WARM_UP		50
#define PASSES		4001

enum { TOGETHER, ALONE, MODES };

/*
 * One histogram of one distribution, with the times of its passes for each record and
 * those of the loop before them. The latter are 0 for the loop itself.
 */
struct lane {
	struct lane *loop;
	const struct bench_durations *durations;
	const struct recorder *recorder;
	const u64 *values;
	const u64 *sorted;
	void *histogram;
	double took[MODES][PASSES];
	double loop_took[MODES][PASSES];
};

static const char *const mode_names[MODES] = {
	[TOGETHER] = "together",
	[ALONE] = "alone",
};

static void run_together(struct lane *lane)
{
	void (*record)(void *, u64) = lane->recorder->record;
	void *histogram = lane->histogram;
	const u64 *value;

	for (value = lane->values; value < lane->values + VALUES; value++)
		record(histogram, *value);
}

/* Wait until all earlier instructions are done. */
static inline void finish(void)
{
#if defined(__x86_64__)
	__builtin_ia32_lfence();
#elif defined(__aarch64__)
	asm volatile("dsb nsh; isb" : : : "memory");
#else
#error "no instruction is known that waits for those before"
#endif
}

static void run_alone(struct lane *lane)
{
	void (*record)(void *, u64) = lane->recorder->record;
	void *histogram = lane->histogram;
	const u64 *value;

	for (value = lane->values; value < lane->values + VALUES; value++) {
		record(histogram, *value);
		finish();
	}
}

static void (*const run[MODES])(struct lane *lane) = {
	[TOGETHER] = run_together,
	[ALONE] = run_alone,
};

static double time_pass(struct lane *lane, int mode)
{
	u64 start;

	recorder_select(lane->recorder);
	start = counter_read();
	run[mode](lane);
	return (double)(counter_read() - start) / VALUES;
}

/* A pass that does not count is written to a slot that a later pass overwrites. */
static void time_lane(struct lane *lane, u32 pass)
{
	int mode;

	for (mode = 0; mode < MODES; mode++) {
		if (lane != lane->loop)
			lane->loop_took[mode][pass % PASSES] =
				time_pass(lane->loop, mode);
		lane->took[mode][pass % PASSES] = time_pass(lane, mode);
	}
}

static void time_lanes(struct lane *lanes, u32 count)
{
	u32 pass, i;

	for (pass = 0; pass < WARM_UP + PASSES; pass++)
		for (i = 0; i < count; i++)
			time_lane(&lanes[i], pass);
}

static int compare(const void *a, const void *b)
{
	u64 left = *(const u64 *)a, right = *(const u64 *)b;

	return (left > right) - (left < right);
}

/* Count the values up to a limit, of sorted ones. */
static u64 count_up_to(const u64 *sorted, u64 limit)
{
	u64 first = 0, last = VALUES;

	while (first < last) {
		u64 middle = (first + last) / 2;

		if (sorted[middle] <= limit)
			first = middle + 1;
		else
			last = middle;
	}
	return first;
}

static int is_kept(const struct lane *lane, const char *what, u64 got,
		   u64 wanted)
{
	if (got == wanted || got == RECORDER_NOT_KEPT)
		return 0;
	return ptool_error("%s, %s: %s is %llu, and should be %llu",
			   lane->recorder->name, lane->durations->name, what,
			   got, wanted);
}

static int check_bucket(const struct lane *lane,
			const struct recorder_bucket *bucket, u64 times)
{
	u64 wanted = count_up_to(lane->sorted, bucket->high);

	if (bucket->low)
		wanted -= count_up_to(lane->sorted, bucket->low - 1);
	if (bucket->calls == wanted * times)
		return 0;
	return ptool_error("%s, %s: %llu of %llu ns to %llu ns, and it was given %llu",
			   lane->recorder->name, lane->durations->name,
			   bucket->calls, bucket->low, bucket->high,
			   wanted * times);
}

static int check_buckets(const struct lane *lane,
			 const struct recorder_contents *contents, u64 times)
{
	u64 calls = 0;
	u32 i;

	for (i = 0; i < contents->buckets; i++) {
		if (check_bucket(lane, &contents->bucket[i], times))
			return PTOOL_EXIT_FAILURE;
		calls += contents->bucket[i].calls;
	}
	return is_kept(lane, "the buckets' sum", calls, VALUES * times);
}

static int check_lane(const struct lane *lane)
{
	static struct recorder_contents contents;
	u64 times = MODES * (WARM_UP + PASSES), total_ns = 0;
	u32 i;

	if (!lane->recorder->read)
		return 0;
	contents.calls = 0;
	contents.buckets = 0;
	lane->recorder->read(lane->recorder, lane->histogram, &contents);
	for (i = 0; i < VALUES; i++)
		total_ns += lane->values[i];
	return is_kept(lane, "the number", contents.calls, VALUES * times) ||
	       is_kept(lane, "the sum", contents.total_ns, total_ns * times) ||
	       is_kept(lane, "the shortest", contents.min_ns,
		       lane->sorted[0]) ||
	       is_kept(lane, "the longest", contents.max_ns,
		       lane->sorted[VALUES - 1]) ||
	       check_buckets(lane, &contents, times);
}

static int compare_figures(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static double least(const double *figures)
{
	double found = figures[0];
	u32 i;

	for (i = 1; i < PASSES; i++)
		if (figures[i] < found)
			found = figures[i];
	return found;
}

static void write_mode(const struct lane *lane, int mode)
{
	const double *took = lane->took[mode], *loop = lane->loop_took[mode];
	double added[PASSES];
	u32 i;

	for (i = 0; i < PASSES; i++)
		added[i] = took[i] - loop[i];
	qsort(added, PASSES, sizeof(*added), compare_figures);
	printf("%.3f\t%.3f\t%.3f\t%.3f\n", least(took) - least(loop),
	       added[PASSES / 2], added[PASSES / 10], added[PASSES * 9 / 10]);
}

static void write_lane(const struct lane *lane, const char *unit)
{
	const struct recorder *recorder = lane->recorder;
	int mode;

	for (mode = 0; mode < MODES; mode++) {
		printf("%s\t%s\t%s\t%u\t%zu\t%s\t%s\t", lane->durations->name,
		       recorder->name, recorder->keeps, recorder->bits,
		       recorder->bytes(recorder), mode_names[mode], unit);
		write_mode(lane, mode);
	}
}

static void add_lanes(struct lane *lane, const struct bench_durations *drawn)
{
	struct lane *loop = lane;
	u64 *values = ptool_alloc(VALUES, sizeof(*values));
	u64 *sorted = ptool_alloc(VALUES, sizeof(*sorted));
	u32 i;

	for (i = 0; i < VALUES; i++)
		values[i] = drawn->draw();
	memcpy(sorted, values, VALUES * sizeof(*values));
	qsort(sorted, VALUES, sizeof(*sorted), compare);
	for (i = 0; i < recorders_count; i++, lane++) {
		lane->loop = loop;
		lane->durations = drawn;
		lane->recorder = &recorders[i];
		lane->values = values;
		lane->sorted = sorted;
		lane->histogram = recorders[i].create(&recorders[i]);
	}
}

/* Stay on the present CPU: the scheduler has just chosen it. */
static int stay_on_cpu(void)
{
	int cpu = sched_getcpu();
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (cpu < 0 || sched_setaffinity(0, sizeof(set), &set))
		return ptool_error("cannot stay on CPU %d", cpu);
	return 0;
}

int main(int argc, char **argv)
{
	u32 count = durations_count * recorders_count, i;
	struct lane *lanes = ptool_alloc(count, sizeof(*lanes));
	const char *unit;
	int status;

	if (argc != 2)
		return ptool_usage_error("usage: record SNAPSHOT");
	status = stay_on_cpu();
	if (!status)
		status = durations_prepare(argv[1]);
	if (status)
		return status;
	for (i = 0; i < durations_count; i++)
		add_lanes(&lanes[i * recorders_count], &durations[i]);
	durations_release();
	unit = counter_open();
	time_lanes(lanes, count);
	for (i = 0; i < count; i++)
		status |= check_lane(&lanes[i]);
	for (i = 0; !status && i < count; i++)
		write_lane(&lanes[i], unit);
	return status;
}
