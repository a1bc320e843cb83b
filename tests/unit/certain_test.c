// SPDX-License-Identifier: GPL-2.0
/*
 * test of what diff calls certain: false alarms and power, by simulation
 *
 *	certain_test [REPETITIONS]
 *
 * Two sides of the same process are compared, and each change that diff calls
 * certain is a false alarm. Calls depend on each other as the processes say, and
 * their durations have the distributions below. With a number of repetitions, it
 * prints the table of docs/testing.md.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "model/estimate.h"
#include "model/diff.h"
#include "tap.h"

#define HIST_BITS	PTIME_HIST_BITS_DEFAULT
#define BUCKETS		640
#define INTERVALS_MOST	128
#define SHAPES		8
#define ROWS		30
#define CALLS_MOST	10000

/* pairs for each process: enough for rates below 1 % at 95 % confidence */
#define PAIRS		120

/* the tests that diff is compared with have a chance of 1 % of a false alarm */
#define TEST_ERRORS	2.5758

/* durations are looked up by the number of their normal deviate */
#define DEVIATES	8192
#define DEVIATE_MOST	6.0

static u64 seed = 20241126;

static u64 next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* from 0 to 1, without both */
static double uniform(void)
{
	return ((double)(next_random() >> 12) + 0.5) / (1ULL << 52);
}

/* of two deviates of Box and Muller, the other one is kept for the next call */
static double normal(void)
{
	static double kept;
	static bool has_kept;
	double radius, angle;

	has_kept = !has_kept;
	if (!has_kept)
		return kept;
	radius = sqrt(-2 * log(uniform()));
	angle = 2 * M_PI * uniform();
	kept = radius * sin(angle);
	return radius * cos(angle);
}

/* chance of a larger deviate */
static double above(double deviate)
{
	return erfc(deviate / M_SQRT2) / 2;
}

static double even(double deviate)
{
	return 1000 * (1 + 0.01 * deviate);
}

static double flat(double deviate)
{
	return 500 + 1000 * (1 - above(deviate));
}

static double exponential(double deviate)
{
	return 20 - 1000 * log(above(deviate));
}

static double narrow(double deviate)
{
	return 1000 * exp(0.5 * deviate);
}

static double wide(double deviate)
{
	return 1000 * exp(deviate);
}

static double two_humps(double deviate)
{
	return (above(deviate) > 0.1 ? 800 : 25000) * (1 + 0.02 * deviate);
}

static double weibull(double deviate)
{
	double root = -log(above(deviate));

	return 200 + 500 * root * root;
}

static double pareto(double deviate)
{
	return 500 * pow(above(deviate), -1 / 1.5);
}

static const struct {
	const char *name;
	double (*duration)(double deviate);
} shapes[SHAPES] = {
	{ "constant, 1 % wide", even },
	{ "even", flat },
	{ "exponential", exponential },
	{ "lognormal, sigma 0.5", narrow },
	{ "lognormal, sigma 1", wide },
	{ "two humps", two_humps },
	{ "Weibull, shape 0.5", weibull },
	{ "Pareto, alpha 1.5", pareto },
};

static double durations[SHAPES][DEVIATES];

static double deviate_of(int number)
{
	return DEVIATE_MOST * (2.0 * number / (DEVIATES - 1) - 1);
}

static void fill_durations(void)
{
	int shape, i;

	for (shape = 0; shape < SHAPES; shape++)
		for (i = 0; i < DEVIATES; i++)
			durations[shape][i] =
				shapes[shape].duration(deviate_of(i));
}

static double duration_of(int shape, double deviate)
{
	double at = (deviate / DEVIATE_MOST + 1) / 2 * (DEVIATES - 1);

	return durations[shape][(int)fmin(fmax(at + 0.5, 0), DEVIATES - 1)];
}

/**
 * struct process - how calls depend on each other
 * @name: name for the table
 * @correlation: of one call with the next, of the normal deviates
 * @burst: mean number of calls in a burst; 0 for no bursts
 * @load: share of the variance that lasts for several intervals
 * @run: standard deviation of the level of a recording; if it is not 0, each part
 *	is a recording and not an interval
 */
struct process {
	const char *name;
	double correlation;
	double burst;
	double load;
	double run;
};

static const struct process processes[] = {
	{ "correlation 0", 0, 0, 0, 0 },
	{ "correlation 0.5", 0.5, 0, 0, 0 },
	{ "correlation 0.9", 0.9, 0, 0, 0 },
	{ "correlation 0.99", 0.99, 0, 0, 0 },
	{ "bursts", 0, 16, 0, 0 },
	{ "bursts and load", 0, 16, 0.1, 0 },
};

static const struct process recordings = {
	"recordings that differ", 0.5, 0, 0, 0.2,
};

/**
 * struct state - a process that runs
 * @process: the process
 * @deviate: the last deviate
 * @level: deviate that all calls of the burst share
 * @load: deviate that changes slowly
 * @load_keeps: correlation of @load from one call to the next
 * @in_burst: calls of the burst so far
 * @left: calls of the burst that are left
 * @time: when the last call was
 */
struct state {
	const struct process *process;
	double deviate;
	double level;
	double load;
	double load_keeps;
	u32 in_burst;
	u32 left;
	double time;
};

/* Lengths have a heavy tail. The longest are a few polls of NAPI, of 64 packets. */
static void begin_burst(struct state *state)
{
	double mean = state->process->burst;
	double length = mean / 3 * pow(uniform(), -1 / 1.5);

	state->left = (u32)fmin(length, 16 * mean) + 1;
	state->in_burst = 0;
	state->level = normal();
	state->time += -log(uniform()) * mean;
}

/* the first calls of a burst find cold caches */
static double next_of_burst(struct state *state)
{
	if (!state->left)
		begin_burst(state);
	state->left--;
	state->time += 0.1;
	return sqrt(0.5) * (state->level + normal()) +
	       (state->in_burst++ < 2 ? 1.5 : 0);
}

static double next_correlated(struct state *state)
{
	double keeps = state->process->correlation;

	state->time++;
	state->deviate = keeps * state->deviate +
			 sqrt(1 - keeps * keeps) * normal();
	return state->deviate;
}

static double next_deviate(struct state *state)
{
	double load = state->process->load;
	double deviate = state->process->burst > 0 ? next_of_burst(state) :
						     next_correlated(state);

	if (!(load > 0))
		return deviate;
	state->load = state->load_keeps * state->load +
		      sqrt(1 - state->load_keeps * state->load_keeps) * normal();
	return sqrt(1 - load) * deviate + sqrt(load) * state->load;
}

static struct state begin_process(const struct process *process, u32 calls,
				  u32 intervals)
{
	return (struct state){
		.process = process,
		.deviate = normal(),
		.load = normal(),
		/* it is forgotten after two intervals */
		.load_keeps = exp(-(double)intervals / 2 / calls),
	};
}

/* histograms of all shapes in all intervals, and their series */
struct simulated_side {
	u32 counts[SHAPES][INTERVALS_MOST][BUCKETS];
	struct ptool_bucket bucket[SHAPES][INTERVALS_MOST + 1][BUCKETS];
	struct ptool_series series[SHAPES][INTERVALS_MOST];
	struct ptool_series sum[SHAPES];
	struct ptool_measured measured[SHAPES];
	struct ptool_estimate estimate[SHAPES][PTOOL_FIGURES];
	double ns[SHAPES][CALLS_MOST];
};

static void count(struct simulated_side *side, int shape, u32 interval, double ns)
{
	u64 whole = (u64)llround(ns);

	side->counts[shape][interval][ptime_hist_bucket(HIST_BITS, whole)]++;
	side->series[shape][interval].total_ns += whole;
}

static void fill_series(struct ptool_series *series,
			struct ptool_bucket *bucket, const u32 *counts)
{
	u32 i;

	series->bucket = bucket;
	for (i = 0; i < BUCKETS; i++) {
		if (!counts[i])
			continue;
		bucket[series->buckets++] = (struct ptool_bucket){ i, counts[i] };
		series->calls += counts[i];
	}
	if (!series->buckets)
		return;
	series->min_ns = ptime_hist_low(HIST_BITS, bucket[0].bucket);
	series->max_ns = ptime_hist_high(HIST_BITS,
					 bucket[series->buckets - 1].bucket);
}

static void measure(struct simulated_side *side, int shape, u32 intervals, bool are_runs)
{
	u32 sum[BUCKETS] = { 0 };
	u32 i, j;

	for (i = 0; i < intervals; i++) {
		for (j = 0; j < BUCKETS; j++)
			sum[j] += side->counts[shape][i][j];
		fill_series(&side->series[shape][i], side->bucket[shape][i],
			    side->counts[shape][i]);
		side->sum[shape].total_ns += side->series[shape][i].total_ns;
	}
	fill_series(&side->sum[shape], side->bucket[shape][INTERVALS_MOST], sum);
	side->measured[shape] = (struct ptool_measured){
		.sum = &side->sum[shape],
		.batch = side->series[shape],
		.batches = intervals,
		.are_runs = are_runs,
		.hist_bits = HIST_BITS,
		.sample = 1,
	};
	ptool_estimate_of(side->estimate[shape], &side->measured[shape]);
}

static void clear(struct simulated_side *side, u32 intervals)
{
	int shape;

	memset(side->series, 0, sizeof(side->series));
	memset(side->sum, 0, sizeof(side->sum));
	for (shape = 0; shape < SHAPES; shape++)
		memset(side->counts[shape], 0,
		       intervals * sizeof(side->counts[shape][0]));
}

static double deviates[CALLS_MOST];
static u32 parts[CALLS_MOST];

static void draw_interval_deviates(const struct process *process, u32 calls,
				   u32 intervals)
{
	struct state state = begin_process(process, calls, intervals);
	static double times[CALLS_MOST];
	u32 i;

	for (i = 0; i < calls; i++) {
		deviates[i] = next_deviate(&state);
		times[i] = state.time;
	}
	for (i = 0; i < calls; i++)
		parts[i] = (u32)(times[i] / (state.time * (1 + 1.0 / (1 << 30))) *
				 intervals);
}

static void draw_run_deviates(const struct process *process, u32 calls, u32 runs)
{
	struct state state = begin_process(process, calls, runs);
	double level = 0;
	u32 i;

	for (i = 0; i < calls; i++) {
		parts[i] = (u32)((u64)i * runs / calls);
		if (!i || parts[i] != parts[i - 1])
			level = process->run * normal();
		deviates[i] = level + next_deviate(&state);
	}
}

/* all shapes have the same deviates */
static void simulate(struct simulated_side *side, const struct process *process,
		     u32 calls, u32 intervals, double factor)
{
	int shape;
	u32 i;

	clear(side, intervals);
	if (process->run > 0)
		draw_run_deviates(process, calls, intervals);
	else
		draw_interval_deviates(process, calls, intervals);
	for (i = 0; i < calls; i++) {
		for (shape = 0; shape < SHAPES; shape++) {
			double ns = factor * duration_of(shape, deviates[i]);

			count(side, shape, parts[i], ns);
			side->ns[shape][i] = ns;
		}
	}
	for (shape = 0; shape < SHAPES; shape++)
		measure(side, shape, intervals, process->run > 0);
}

/**
 * struct rates - how often two sides were said to differ
 * @pairs: pairs of sides; each has SHAPES rows
 * @certain: rows with a certain change, in reports of one row
 * @grown: rows that have certainly grown by more than 10 %, in such reports
 * @in_report: rows with a certain change, in reports of ROWS rows
 * @of_shape: .certain by shape
 * @best: rows for which the best test finds a change, by shape
 */
struct rates {
	u32 pairs;
	u32 certain;
	u32 grown;
	u32 in_report;
	u32 of_shape[SHAPES];
	u32 best[SHAPES];
};

static struct ptool_quantile alone = {
	.chance = PTOOL_DIFF_CHANCE_USED / PTOOL_FIGURES,
};

static struct ptool_quantile of_many = {
	.chance = PTOOL_DIFF_CHANCE_USED / PTOOL_FIGURES / ROWS,
};

static struct simulated_side *a_side, *b_side;

/* whether a figure of a shape is certain to have grown by more, or to have changed */
static bool has_changed(int shape, struct ptool_quantile *quantile,
			double percent)
{
	struct ptool_change change;
	int i;

	for (i = 0; i < PTOOL_FIGURES; i++) {
		memset(&change, 0, sizeof(change));
		ptool_change_of(&change, &a_side->measured[shape],
				&a_side->estimate[shape][i],
				&b_side->measured[shape],
				&b_side->estimate[shape][i], quantile);
		if (change.is_certain && !(change.percent.low < percent &&
					   percent > 0))
			return true;
	}
	return false;
}

static void judge(struct rates *result)
{
	int shape;

	result->pairs++;
	for (shape = 0; shape < SHAPES; shape++) {
		bool certain = has_changed(shape, &alone, 0);

		result->certain += certain;
		result->of_shape[shape] += certain;
		result->grown += has_changed(shape, &alone, 10);
		result->in_report += has_changed(shape, &of_many, 0);
	}
}

/* two sides of @calls each, the second slower by @factor */
static void compare_sides(struct rates *result, const struct process *process,
			  u32 calls, u32 intervals, double factor)
{
	simulate(a_side, process, calls, intervals, 1);
	simulate(b_side, process, calls, intervals, factor);
	judge(result);
}

static double share(u32 count, u32 rows)
{
	return 100.0 * count / rows;
}

/*
 * The highest rate, in percent, that gives so few alarms in 5 % of cases. The rows
 * of a pair have the same deviates, so a pair counts as one observation.
 */
static double highest(u32 alarms, u32 pairs)
{
	double observed = (double)alarms / SHAPES;

	return 100 * (observed + 1.5 + 1.645 * sqrt(observed + 1)) / pairs;
}

static void print_result(const char *name, u32 calls, u32 intervals,
			 const struct rates *result)
{
	u32 rows = result->pairs * SHAPES;

	tap_diag("| %s | %u | %u | %.2f %% | %.2f %% | %.3f %% |", name, calls,
		 intervals, share(result->certain, rows),
		 share(result->grown, rows), share(result->in_report, rows));
}

static void add(struct rates *to, const struct rates *from)
{
	to->pairs += from->pairs;
	to->certain += from->certain;
	to->grown += from->grown;
	to->in_report += from->in_report;
}

/* each rate is 1 % at most, unless chance has made it larger */
static void check_process(const struct process *process, u32 calls,
			  u32 intervals, u32 pairs, struct rates *sum)
{
	struct rates result = { 0 };

	while (result.pairs < pairs)
		compare_sides(&result, process, calls, intervals, 1);
	print_result(process->name, calls, intervals, &result);
	tap_ok((double)result.certain / SHAPES <=
	       pairs / 100.0 + 2 * sqrt(pairs / 100.0),
	       "%s, %u calls in %u parts: at most 1 %% of rows",
	       process->name, calls, intervals);
	add(sum, &result);
}

static void test_false_alarms(u32 pairs, bool all)
{
	static const u32 sizes[] = { 1000, 10000 }, lengths[] = { 30, 20, 120 };
	struct rates sum = { 0 };
	size_t i, j, k;

	tap_diag("| calls | number | parts | certain | grown by 10 %% | certain, of %d rows |",
		 ROWS);
	for (i = 0; i < ARRAY_SIZE(processes); i++)
		for (j = 0; j < ARRAY_SIZE(sizes); j++)
			for (k = 0; k < (all ? ARRAY_SIZE(lengths) : 1); k++)
				check_process(&processes[i], sizes[j],
					      lengths[k], pairs, &sum);
	check_process(&recordings, 10000, 5, pairs, &sum);
	print_result("all", 0, 0, &sum);
	tap_diag("highest rates at 95 %% confidence: certain %.2f %%, grown %.2f %%",
		 highest(sum.certain, sum.pairs), highest(sum.grown, sum.pairs));
	tap_diag("a report of %d rows: %.2f %%", ROWS,
		 ROWS * share(sum.in_report, sum.pairs * SHAPES));
	tap_ok(highest(sum.certain, sum.pairs) <= 1,
	       "false changes: at most 1 %% of rows");
	tap_ok(highest(sum.grown, sum.pairs) <= 1,
	       "--fail-above 10: at most 1 %% of equal pairs");
	/* the sum of the rows' rates is at least the rate of the report */
	tap_ok(ROWS * share(sum.in_report, sum.pairs * SHAPES) <= 1,
	       "a report of %d rows: at most 1 %%", ROWS);
}

static bool differ(double from, double from_square, double to, double to_square)
{
	double error = sqrt((from_square - from * from + to_square - to * to) /
			    (CALLS_MOST - 1));

	return fabs(to - from) > TEST_ERRORS * error;
}

/* Welch's test of the durations or of their logarithms */
static bool means_differ(const double *a, const double *b, double (*of)(double))
{
	double sum[4] = { 0 };
	u32 i;

	for (i = 0; i < CALLS_MOST; i++) {
		sum[0] += of(a[i]);
		sum[1] += of(a[i]) * of(a[i]);
		sum[2] += of(b[i]);
		sum[3] += of(b[i]) * of(b[i]);
	}
	for (i = 0; i < 4; i++)
		sum[i] /= CALLS_MOST;
	return differ(sum[0], sum[1], sum[2], sum[3]);
}

static double same(double ns)
{
	return ns;
}

static int compare_doubles(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

/* the test of Mann and Whitney; sorts both */
static bool ranks_differ(double *a, double *b)
{
	double pairs = 0, n = CALLS_MOST;
	u32 i, j = 0;

	qsort(a, CALLS_MOST, sizeof(*a), compare_doubles);
	qsort(b, CALLS_MOST, sizeof(*b), compare_doubles);
	for (i = 0; i < CALLS_MOST; i++) {
		while (j < CALLS_MOST && b[j] < a[i])
			j++;
		pairs += j;
	}
	return fabs(pairs - n * n / 2) >
	       TEST_ERRORS * sqrt(n * n * (2 * n + 1) / 12);
}

static void test_best(struct rates *welch, struct rates *logs,
		      struct rates *ranks)
{
	int shape;

	for (shape = 0; shape < SHAPES; shape++) {
		double *a = a_side->ns[shape], *b = b_side->ns[shape];

		welch->best[shape] += means_differ(a, b, same);
		logs->best[shape] += means_differ(a, b, log);
		ranks->best[shape] += ranks_differ(a, b);
	}
}

static u32 larger(u32 a, u32 b)
{
	return a > b ? a : b;
}

/* +10 % in 10,000 independent calls, against tests that know that they are */
static void test_power(u32 pairs)
{
	struct rates result = { 0 }, welch = { 0 }, logs = { 0 }, ranks = { 0 };
	u32 best;
	int shape;

	while (result.pairs < pairs) {
		compare_sides(&result, &processes[0], CALLS_MOST, 30, 1.1);
		test_best(&welch, &logs, &ranks);
	}
	tap_diag("| durations | diff | best test | Welch | Welch, logarithms | Mann and Whitney |");
	for (shape = 0; shape < SHAPES; shape++) {
		best = larger(welch.best[shape],
			      larger(logs.best[shape], ranks.best[shape]));
		tap_diag("| %s | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.0f %% |",
			 shapes[shape].name,
			 share(result.of_shape[shape], pairs),
			 share(best, pairs), share(welch.best[shape], pairs),
			 share(logs.best[shape], pairs),
			 share(ranks.best[shape], pairs));
		tap_ok(2 * result.of_shape[shape] >= best,
		       "%s: half as often as the best test, at least",
		       shapes[shape].name);
	}
}

int main(int argc, char **argv)
{
	u32 pairs = argc > 1 ? (u32)strtoul(argv[1], NULL, 10) : PAIRS;

	a_side = calloc(1, sizeof(*a_side));
	b_side = calloc(1, sizeof(*b_side));
	if (!a_side || !b_side)
		return 1;
	fill_durations();
	test_false_alarms(pairs, argc > 1);
	test_power(pairs < 100 ? pairs : 100);
	free(a_side);
	free(b_side);
	return tap_done();
}
