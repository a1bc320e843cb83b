// SPDX-License-Identifier: GPL-2.0
/* prometheus: prints a model in the text format of Prometheus */
#include <stdio.h>

#include "base/types.h"
#include "model/cost.h"
#include "output/prometheus.h"
#include <pathtime/hist.h>

#define NS_PER_S	1000000000ULL

#define NS_PER_MS	1000000ULL

/*
 * The lowest bound of the histograms; the highest is 2^PTIME_HIST_VALUE_BITS, 68.7 s.
 * With one bucket per power of two it is 256 ns, as a probe adds about as much. Finer
 * buckets are for percentiles, and functions of 100 ns have these, too.
 */
#define BOUND_MIN	256
#define FINE_BOUND_MIN	32

/* the bound of the last bucket */
#define NO_BOUND	(~0ULL)

#define DURATION	"pathtime_call_duration_seconds"
#define PATH_DURATION	"pathtime_path_duration_seconds"
#define PATH_BYTES	"pathtime_path_bytes_total"
#define PATH_STEPS	"pathtime_path_step_seconds_total"
#define PATH_LOSSES	"pathtime_packets_without_path_total"

static void print_head(FILE *to, const char *name, const char *type,
		       const char *help)
{
	fprintf(to, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void print_label(FILE *to, const char *name, const char *text)
{
	fprintf(to, "%s=\"", name);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', to);
		if (*text == '\n')
			fputs("\\n", to);
		else
			fputc(*text, to);
	}
	fputc('"', to);
}

static void print_labels(FILE *to, const struct ptool_probe *probe)
{
	print_label(to, "group", probe->group);
	print_label(to, ",module", probe->module);
	print_label(to, ",function", probe->function);
}

/* integer arithmetic, because a double would round */
static void print_seconds(FILE *to, u64 ns)
{
	fprintf(to, "%llu.%09llu", ns / NS_PER_S, ns % NS_PER_S);
}

static void print_bound(FILE *to, u64 bound)
{
	fputs(",le=\"", to);
	if (bound == NO_BOUND)
		fputs("+Inf", to);
	else
		print_seconds(to, bound);
	fputc('"', to);
}

/**
 * struct histogram - a histogram to print
 * @name: name of the metric
 * @print_labels: prints the labels
 * @of: argument of @print_labels
 * @series: the counts
 * @hist_bits: exponent of the buckets per power of two
 * @bucket_bits: the same of the buckets that are printed, not more
 */
struct histogram {
	const char *name;
	void (*print_labels)(FILE *to, const void *of);
	const void *of;
	const struct ptool_series *series;
	u32 hist_bits;
	u32 bucket_bits;
};

static void print_name(FILE *to, const struct histogram *histogram,
		       const char *suffix)
{
	fprintf(to, "%s%s{", histogram->name, suffix);
	histogram->print_labels(to, histogram->of);
}

/* the bounds of printed buckets are the lower bounds of a histogram with fewer bits */
static u64 bound_of(u32 bits, u32 bucket)
{
	return bucket > ptime_hist_overflow(bits) ? NO_BOUND :
						    ptime_hist_low(bits, bucket);
}

/*
 * Times are whole nanoseconds, rounded down: a call of less than 256 ns is
 * counted as 255 ns or less. The buckets up to 255 ns therefore hold exactly
 * the calls below the bound of 256 ns.
 */
static void print_buckets(FILE *to, const struct histogram *histogram)
{
	const struct ptool_series *sum = histogram->series;
	u32 bits = histogram->bucket_bits;
	u32 bucket = ptime_hist_bucket(bits, bits ? FINE_BOUND_MIN : BOUND_MIN);
	u64 below = 0;
	u32 i = 0;

	for (; bucket <= ptime_hist_overflow(bits) + 1; bucket++) {
		u64 bound = bound_of(bits, bucket);

		while (i < sum->buckets &&
		       ptime_hist_low(histogram->hist_bits,
				      sum->bucket[i].bucket) < bound)
			below += sum->bucket[i++].calls;
		print_name(to, histogram, "_bucket");
		print_bound(to, bound);
		fprintf(to, "} %llu\n", below);
	}
}

/*
 * Without calls there is no bucket, not even the last one. It would be the only
 * one with an increase when the first calls come, and histogram_quantile() would
 * then report the longest bound. The number of calls begins at 0 for rate().
 */
static void print_histogram(FILE *to, const struct histogram *histogram)
{
	if (histogram->series->calls)
		print_buckets(to, histogram);
	print_name(to, histogram, "_sum");
	fputs("} ", to);
	print_seconds(to, histogram->series->total_ns);
	fputc('\n', to);
	print_name(to, histogram, "_count");
	fprintf(to, "} %llu\n", histogram->series->calls);
}

/* an outcome with its probe, as an outcome has no pointer to it */
struct ending {
	const struct ptool_probe *probe;
	const struct ptool_outcome *outcome;
};

static void print_ending_labels(FILE *to, const void *of)
{
	const struct ending *ending = of;

	print_labels(to, ending->probe);
	print_label(to, ",outcome", ending->outcome->name);
}

static void print_outcome(FILE *to, const struct ptool_model *model,
			  const struct ptool_probe *probe,
			  const struct ptool_outcome *outcome, u32 bucket_bits)
{
	const struct ending ending = { .probe = probe, .outcome = outcome };
	const struct histogram histogram = {
		.name = DURATION,
		.print_labels = print_ending_labels,
		.of = &ending,
		.series = &outcome->counts.sum,
		.hist_bits = model->hist_bits,
		.bucket_bits = bucket_bits,
	};

	print_histogram(to, &histogram);
}

/*
 * A rate needs a counter that starts at 0, so armed functions are printed even
 * without calls. Other functions without calls are not.
 */
static bool is_told(const struct ptool_probe *probe)
{
	return probe->state == PTIME_STATE_ARMED || probe->counts.sum.calls;
}

static void print_durations(FILE *to, const struct ptool_model *model,
			    u32 bucket_bits)
{
	const struct ptool_probe *probe = model->probe;
	u32 i;

	print_head(to, DURATION, "histogram",
		   "Time of calls of a kernel function, by outcome.");
	for (; probe < model->probe + model->probes; probe++)
		for (i = 0; is_told(probe) && i < probe->outcomes; i++)
			print_outcome(to, model, probe, &probe->outcome[i],
				      bucket_bits);
}

/* get a number of a function, a count or a time in ns; returns false if unknown */
typedef bool family_value(u64 *value, const struct ptool_model *model,
			  const struct ptool_probe *probe);

static bool value_missed(u64 *value, const struct ptool_model *model,
			 const struct ptool_probe *probe)
{
	(void)model;
	*value = probe->missed;
	return is_told(probe);
}

static bool value_packets(u64 *value, const struct ptool_model *model,
			  const struct ptool_probe *probe)
{
	(void)model;
	*value = probe->counts.sum.packets;
	return *value;
}

static bool value_backwards(u64 *value, const struct ptool_model *model,
			    const struct ptool_probe *probe)
{
	(void)model;
	*value = probe->counts.sum.clock_backwards;
	return is_told(probe);
}

static bool value_cost(u64 *value, const struct ptool_model *model,
		       const struct ptool_probe *probe)
{
	struct ptool_cost cost = ptool_cost_of_probe(model, probe);

	*value = cost.overhead_ns;
	return cost.is_known;
}

static bool value_armed(u64 *value, const struct ptool_model *model,
			const struct ptool_probe *probe)
{
	(void)model;
	*value = probe->state == PTIME_STATE_ARMED;
	return true;
}

static const struct family {
	const char *name;
	const char *type;
	const char *help;
	family_value *value;
	bool is_time;
} families[] = {
	{ "pathtime_missed_calls_total", "counter",
	  "Calls that were missed, on all CPUs.",
	  value_missed, false },
	{ "pathtime_packets_total", "counter",
	  "Packets that calls handled, where that is known.",
	  value_packets, false },
	{ "pathtime_clock_backwards_calls_total", "counter",
	  "Calls during which the clock ran backwards.",
	  value_backwards, false },
	{ "pathtime_probe_overhead_seconds_total", "counter",
	  "CPU time that the probe took, on all CPUs.", value_cost, true },
	{ "pathtime_probe_armed", "gauge",
	  "Whether the function is timed.", value_armed, false },
};

static void print_value(FILE *to, const struct ptool_probe *probe,
			const struct family *family, u64 value)
{
	fprintf(to, "%s{", family->name);
	print_labels(to, probe);
	fputs("} ", to);
	if (family->is_time)
		print_seconds(to, value);
	else
		fprintf(to, "%llu", value);
	fputc('\n', to);
}

static void print_family(FILE *to, const struct ptool_model *model,
			 const struct family *family)
{
	u64 value;
	u32 i;

	print_head(to, family->name, family->type, family->help);
	for (i = 0; i < model->probes; i++)
		if (family->value(&value, model, &model->probe[i]))
			print_value(to, &model->probe[i], family, value);
}

static void print_path_labels(FILE *to, const void *of)
{
	const struct ptool_path *path = of;
	char name[PTOOL_PATH_LEN], reason[PTIME_DROP_LEN];
	bool is_drop = ptool_path_reason(reason, path);

	ptool_path_name(name, path);
	print_label(to, "path", name);
	print_label(to, ",reason", is_drop ? reason : "");
}

static void print_path_durations(FILE *to, const struct ptool_model *model,
				 u32 bucket_bits)
{
	const struct ptool_paths *paths = model->paths;
	struct histogram histogram = {
		.name = PATH_DURATION,
		.print_labels = print_path_labels,
		.hist_bits = model->hist_bits,
		.bucket_bits = bucket_bits,
	};
	u32 i;

	print_head(to, PATH_DURATION, "histogram",
		   "Time of packets from the first step of their path to the last.");
	for (i = 0; i < paths->paths; i++) {
		histogram.of = &paths->path[i];
		histogram.series = &paths->path[i].counts.sum;
		print_histogram(to, &histogram);
	}
}

static void print_path_bytes(FILE *to, const struct ptool_paths *paths)
{
	u32 i;

	print_head(to, PATH_BYTES, "counter",
		   "Lengths of the packets of a path, on all CPUs.");
	for (i = 0; i < paths->paths; i++) {
		fputs(PATH_BYTES "{", to);
		print_path_labels(to, &paths->path[i]);
		fprintf(to, "} %llu\n", paths->path[i].packet_bytes);
	}
}

/* A path can have a step twice, so the position is a label, too. */
static void print_steps(FILE *to, const struct ptool_path *path)
{
	u32 i;

	for (i = 1; i < path->steps; i++) {
		fputs(PATH_STEPS "{", to);
		print_path_labels(to, path);
		fprintf(to, ",position=\"%u\"", i + 1);
		print_label(to, ",step", path->step[i].name);
		fputs("} ", to);
		print_seconds(to, path->step[i].total_ns);
		fputc('\n', to);
	}
}

static void print_path_steps(FILE *to, const struct ptool_paths *paths)
{
	u32 i;

	print_head(to, PATH_STEPS, "counter",
		   "Time that packets of a path took since the step before, on all CPUs.");
	for (i = 0; i < paths->paths; i++)
		print_steps(to, &paths->path[i]);
}

static void print_path_losses(FILE *to, const struct ptool_paths *paths)
{
	u32 i;

	print_head(to, PATH_LOSSES, "counter",
		   "Packets that are in no path, on all CPUs, by reason.");
	for (i = 0; i < PTIME_PATH_LOSSES; i++)
		fprintf(to, PATH_LOSSES "{reason=\"%s\"} %llu\n",
			ptool_path_loss_key(i), paths->losses[i]);
}

static void print_other_paths(FILE *to, u32 other_paths)
{
	print_head(to, "pathtime_other_paths", "gauge",
		   "Paths that are added up as the path other.");
	fprintf(to, "pathtime_other_paths %u\n", other_paths);
}

/*
 * Without packet tracing nothing is printed: zeros would mean that there were
 * no packets.
 */
static void print_paths(FILE *to, const struct ptool_model *model,
			u32 bucket_bits, u32 other_paths)
{
	if (!model->paths || !model->paths->max)
		return;
	print_path_bytes(to, model->paths);
	print_path_steps(to, model->paths);
	print_path_losses(to, model->paths);
	print_other_paths(to, other_paths);
	print_path_durations(to, model, bucket_bits);
}

static void print_up(FILE *to, bool is_up)
{
	print_head(to, "pathtime_up", "gauge",
		   "Whether the module's counts could be read.");
	fprintf(to, "pathtime_up %d\n", is_up);
}

static void print_info(FILE *to, const struct ptool_model *model)
{
	print_head(to, "pathtime_info", "gauge",
		   "Version of the module, its kernel and its clock.");
	fputs("pathtime_info{", to);
	print_label(to, "version", model->version);
	print_label(to, ",kernel", model->kernel);
	print_label(to, ",clock", model->clock);
	fputs("} 1\n", to);
	print_head(to, "pathtime_sample", "gauge",
		   "One call in so many is timed; counts are estimates if more than 1.");
	fprintf(to, "pathtime_sample %u\n", model->sample);
}

/* milliseconds, because two readings of the clocks differ in the digits below */
static void print_start(FILE *to, u64 start_ns)
{
	print_head(to, "pathtime_counts_start_seconds", "gauge",
		   "When the counts began, since 1970: load of the module, or reset.");
	fprintf(to, "pathtime_counts_start_seconds %llu.%03llu\n",
		start_ns / NS_PER_S, start_ns % NS_PER_S / NS_PER_MS);
}

void ptool_prometheus_print(const struct ptool_out *out,
			    const struct ptool_model *model,
			    const struct ptool_prometheus_style *style)
{
	u32 bucket_bits = style->bucket_bits < model->hist_bits ?
			  style->bucket_bits : model->hist_bits;
	size_t i;

	print_up(out->file, true);
	print_info(out->file, model);
	if (style->start_ns)
		print_start(out->file, style->start_ns);
	for (i = 0; i < ARRAY_SIZE(families); i++)
		print_family(out->file, model, &families[i]);
	print_durations(out->file, model, bucket_bits);
	print_paths(out->file, model, bucket_bits, style->other_paths);
}

void ptool_prometheus_print_down(const struct ptool_out *out)
{
	print_up(out->file, false);
}
