// SPDX-License-Identifier: GPL-2.0
/* prometheus: a model in the text format that Prometheus reads */
#include <stdio.h>

#include "cost.h"
#include "prometheus.h"
#include "types.h"
#include <pathtime/hist.h>

#define NS_PER_S	1000000000ULL

/* bounds of the histograms, as exponents of two: 256 ns to 68.7 s */
#define BOUND_MIN	8
#define BOUND_MAX	PTIME_HIST_VALUE_BITS

#define DURATION	"pathtime_call_duration_seconds"

static void print_head(const char *name, const char *type, const char *help)
{
	printf("# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void print_label(const char *name, const char *text)
{
	printf("%s=\"", name);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putchar('\\');
		if (*text == '\n')
			fputs("\\n", stdout);
		else
			putchar(*text);
	}
	putchar('"');
}

static void print_labels(const struct ptime_probe *probe)
{
	print_label("group", probe->group);
	print_label(",module", probe->module);
	print_label(",function", probe->function);
}

/* exact, as a double is not */
static void print_seconds(u64 ns)
{
	printf("%llu.%09llu", ns / NS_PER_S, ns % NS_PER_S);
}

static void print_bound(u32 bound)
{
	fputs(",le=\"", stdout);
	if (bound > BOUND_MAX)
		fputs("+Inf", stdout);
	else
		print_seconds(1ULL << bound);
	putchar('"');
}

static void print_name(const char *suffix, const struct ptime_probe *probe,
		       const struct ptime_outcome *outcome)
{
	printf(DURATION "%s{", suffix);
	print_labels(probe);
	print_label(",outcome", outcome->name);
}

/*
 * Times are whole nanoseconds, rounded down: what took less than 256 ns is told
 * as 255 ns or less. So a bucket up to 255 is all that is below the bound 256.
 */
static void print_buckets(const struct ptime_probe *probe,
			  const struct ptime_outcome *outcome, u32 hist_bits)
{
	const struct ptime_series *sum = &outcome->counts.sum;
	u64 below = 0;
	u32 bound, i = 0;

	for (bound = BOUND_MIN; bound <= BOUND_MAX + 1; bound++) {
		for (; i < sum->buckets; i++) {
			u64 low = ptime_hist_low(hist_bits,
						 sum->bucket[i].bucket);

			/* none begins above BOUND_MAX */
			if (low >> bound)
				break;
			below += sum->bucket[i].calls;
		}
		print_name("_bucket", probe, outcome);
		print_bound(bound);
		printf("} %llu\n", below);
	}
}

static void print_outcome(const struct ptime_probe *probe,
			  const struct ptime_outcome *outcome, u32 hist_bits)
{
	const struct ptime_series *sum = &outcome->counts.sum;

	print_buckets(probe, outcome, hist_bits);
	print_name("_sum", probe, outcome);
	fputs("} ", stdout);
	print_seconds(sum->total_ns);
	putchar('\n');
	print_name("_count", probe, outcome);
	printf("} %llu\n", sum->calls);
}

/* a rate needs the zero it begins at, but of what may be called at all */
static bool is_told(const struct ptime_probe *probe)
{
	return probe->state == PTIME_STATE_ARMED || probe->counts.sum.calls;
}

static void print_durations(const struct ptime_model *model)
{
	const struct ptime_probe *probe = model->probe;
	u32 i;

	print_head(DURATION, "histogram",
		   "Time of calls of a kernel function, by how they ended.");
	for (; probe < model->probe + model->probes; probe++)
		for (i = 0; is_told(probe) && i < probe->outcomes; i++)
			print_outcome(probe, &probe->outcome[i],
				      model->hist_bits);
}

/* a number of a function: a count, or a time in ns; false where it is not known */
typedef bool family_value(u64 *value, const struct ptime_model *model,
			  const struct ptime_probe *probe);

static bool value_missed(u64 *value, const struct ptime_model *model,
			 const struct ptime_probe *probe)
{
	(void)model;
	*value = probe->missed;
	return is_told(probe);
}

static bool value_packets(u64 *value, const struct ptime_model *model,
			  const struct ptime_probe *probe)
{
	(void)model;
	*value = probe->counts.sum.packets;
	return *value;
}

static bool value_backwards(u64 *value, const struct ptime_model *model,
			    const struct ptime_probe *probe)
{
	(void)model;
	*value = probe->counts.sum.clock_backwards;
	return is_told(probe);
}

static bool value_cost(u64 *value, const struct ptime_model *model,
		       const struct ptime_probe *probe)
{
	struct ptime_cost cost = ptime_cost_of_probe(model, probe);

	*value = cost.cost_ns;
	return cost.is_known;
}

static bool value_armed(u64 *value, const struct ptime_model *model,
			const struct ptime_probe *probe)
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
	  "Calls that passed unmeasured, on all CPUs.",
	  value_missed, false },
	{ "pathtime_packets_total", "counter",
	  "Packets that calls handled, where that is known.",
	  value_packets, false },
	{ "pathtime_clock_backwards_calls_total", "counter",
	  "Calls during which the clock ran backwards.",
	  value_backwards, false },
	{ "pathtime_probe_cost_seconds_total", "counter",
	  "CPU time that the probe took, on all CPUs.", value_cost, true },
	{ "pathtime_probe_armed", "gauge",
	  "Whether the function is timed.", value_armed, false },
};

static void print_value(const struct ptime_probe *probe,
			const struct family *family, u64 value)
{
	printf("%s{", family->name);
	print_labels(probe);
	fputs("} ", stdout);
	if (family->is_time)
		print_seconds(value);
	else
		printf("%llu", value);
	putchar('\n');
}

static void print_family(const struct ptime_model *model,
			 const struct family *family)
{
	u64 value;
	u32 i;

	print_head(family->name, family->type, family->help);
	for (i = 0; i < model->probes; i++)
		if (family->value(&value, model, &model->probe[i]))
			print_value(&model->probe[i], family, value);
}

static void print_info(const struct ptime_model *model)
{
	print_head("pathtime_info", "gauge",
		   "Version of the module, its kernel and its clock.");
	fputs("pathtime_info{", stdout);
	print_label("version", model->version);
	print_label(",kernel", model->kernel);
	print_label(",clock", model->clock);
	puts("} 1");
	print_head("pathtime_sample", "gauge",
		   "One call in so many is timed; counts are estimates if more than 1.");
	printf("pathtime_sample %u\n", model->sample);
}

void ptime_prometheus_print(const struct ptime_model *model)
{
	size_t i;

	print_info(model);
	for (i = 0; i < ARRAY_SIZE(families); i++)
		print_family(model, &families[i]);
	print_durations(model);
}
