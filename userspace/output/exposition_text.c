// SPDX-License-Identifier: GPL-2.0
/* exposition_text: writes metrics in Prometheus's text format 0.0.4, and in OpenMetrics */
#include <stdio.h>
#include <string.h>

#include "output/exposition.h"

static const char *const types[] = {
	[PTOOL_COUNTER] = "counter",
	[PTOOL_GAUGE] = "gauge",
	[PTOOL_INFO] = "gauge",
	[PTOOL_HISTOGRAM] = "histogram",
};

static void begin(struct ptool_sink *to, const struct ptool_metric *metric)
{
	fprintf(to->file, "# HELP %s %s\n# TYPE %s %s\n", metric->name, metric->help,
		metric->name, types[metric->type]);
}

/* an OpenMetrics family has a name without this, and its samples one with it */
static const char *const suffixes[] = {
	[PTOOL_COUNTER] = "_total",
	[PTOOL_GAUGE] = "",
	[PTOOL_INFO] = "_info",
	[PTOOL_HISTOGRAM] = "",
};

static void begin_openmetrics(struct ptool_sink *to,
			      const struct ptool_metric *metric)
{
	int length = strlen(metric->name) - strlen(suffixes[metric->type]);
	const char *type = metric->type == PTOOL_INFO ? "info" :
							types[metric->type];

	fprintf(to->file, "# HELP %.*s %s\n# TYPE %.*s %s\n", length,
		metric->name, metric->help, length, metric->name, type);
	if (metric->unit)
		fprintf(to->file, "# UNIT %.*s %s\n", length, metric->name,
			metric->unit);
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

static void print_labels(FILE *to, const struct ptool_labels *labels)
{
	u32 i;

	for (i = 0; i < labels->count; i++) {
		if (i)
			fputc(',', to);
		print_label(to, labels->label[i].name, labels->label[i].text);
	}
}

static void print_number(FILE *to, struct ptool_number number)
{
	u64 one = 1;
	u32 i;

	for (i = 0; i < number.decimals; i++)
		one *= 10;
	fprintf(to, "%llu", number.value / one);
	if (number.decimals)
		fprintf(to, ".%0*llu", (int)number.decimals,
			number.value % one);
}

/* a line without buckets */
static void print_line(FILE *to, const struct ptool_metric *metric,
		       const char *suffix, const struct ptool_labels *labels,
		       struct ptool_number number)
{
	fprintf(to, "%s%s", metric->name, suffix);
	if (labels->count) {
		fputc('{', to);
		print_labels(to, labels);
		fputc('}', to);
	}
	fputc(' ', to);
	print_number(to, number);
	fputc('\n', to);
}

static void print_value(struct ptool_sink *to,
			const struct ptool_metric *metric,
			const struct ptool_labels *labels,
			struct ptool_number number)
{
	print_line(to->file, metric, "", labels, number);
}

static void print_bound(FILE *to, u64 bound_ns)
{
	fputs("le=\"", to);
	if (bound_ns == PTOOL_NO_BOUND)
		fputs("+Inf", to);
	else
		print_number(to, PTOOL_NUMBER_OF_NS(bound_ns));
	fputc('"', to);
}

static void print_exemplar(FILE *to, const struct ptool_exemplar *exemplar)
{
	fputs(" # {", to);
	print_labels(to, &exemplar->labels);
	fputs("} ", to);
	print_number(to, PTOOL_NUMBER_OF_NS(exemplar->value_ns));
	fputc(' ', to);
	print_number(to, (struct ptool_number){ exemplar->time_ms, 3 });
}

static void print_bucket(FILE *to, const struct ptool_metric *metric,
			 const struct ptool_labels *labels,
			 const struct ptool_bounds *at)
{
	const struct ptool_exemplar *exemplar = ptool_bounds_exemplar(at);

	fprintf(to, "%s_bucket{", metric->name);
	print_labels(to, labels);
	fputc(',', to);
	print_bound(to, at->bound_ns);
	fprintf(to, "} %llu", at->below);
	if (exemplar)
		print_exemplar(to, exemplar);
	fputc('\n', to);
}

static void print_buckets(FILE *to, const struct ptool_metric *metric,
			  const struct ptool_labels *labels,
			  const struct ptool_histogram *histogram)
{
	struct ptool_bounds at = ptool_bounds_begin(histogram);

	while (ptool_bounds_next(&at))
		print_bucket(to, metric, labels, &at);
}

static void print_sums(FILE *to, const struct ptool_metric *metric,
		       const struct ptool_labels *labels,
		       const struct ptool_series *series)
{
	print_line(to, metric, "_sum", labels,
		   PTOOL_NUMBER_OF_NS(series->total_ns));
	print_line(to, metric, "_count", labels,
		   (struct ptool_number){ series->calls, 0 });
}

/*
 * OpenMetrics demands the last bucket of each histogram, so print_histogram()'s
 * way is not allowed. Without calls, the powers of two are there from the start.
 * In the window of the first calls, a quantile then is right to a power of two.
 */
static void print_openmetrics(struct ptool_sink *to,
			      const struct ptool_metric *metric,
			      const struct ptool_labels *labels,
			      const struct ptool_histogram *histogram)
{
	struct ptool_histogram coarse = *histogram;

	if (!histogram->series->calls)
		coarse.bucket_bits = 0;
	print_buckets(to->file, metric, labels, &coarse);
	print_sums(to->file, metric, labels, histogram->series);
}

/*
 * Without calls there is no bucket, not even the last one. It would be the only
 * one with an increase when the first calls come, and histogram_quantile() would
 * then report the longest bound. The number of calls begins at 0 for rate().
 */
static void print_histogram(struct ptool_sink *to,
			    const struct ptool_metric *metric,
			    const struct ptool_labels *labels,
			    const struct ptool_histogram *histogram)
{
	struct ptool_histogram plain = *histogram;

	plain.exemplar = NULL;
	if (histogram->series->calls)
		print_buckets(to->file, metric, labels, &plain);
	print_sums(to->file, metric, labels, histogram->series);
}

static void finish_openmetrics(struct ptool_sink *to)
{
	fputs("# EOF\n", to->file);
}

const struct ptool_exposition ptool_exposition_text = {
	.type = "text/plain; version=0.0.4; charset=utf-8",
	.begin = begin,
	.number = print_value,
	.histogram = print_histogram,
};

const struct ptool_exposition ptool_exposition_openmetrics = {
	.type = "application/openmetrics-text; version=1.0.0; charset=utf-8",
	.begin = begin_openmetrics,
	.number = print_value,
	.histogram = print_openmetrics,
	.finish = finish_openmetrics,
};
