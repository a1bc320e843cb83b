// SPDX-License-Identifier: GPL-2.0
/* exposition_text: writes metrics in Prometheus's text format 0.0.4 */
#include <stdio.h>

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

static void print_bucket(FILE *to, const struct ptool_metric *metric,
			 const struct ptool_labels *labels,
			 const struct ptool_bounds *at)
{
	fprintf(to, "%s_bucket{", metric->name);
	print_labels(to, labels);
	fputc(',', to);
	print_bound(to, at->bound_ns);
	fprintf(to, "} %llu\n", at->below);
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
 * Without calls there is no bucket, not even the last one. It would be the only
 * one with an increase when the first calls come, and histogram_quantile() would
 * then report the longest bound. The number of calls begins at 0 for rate().
 */
static void print_histogram(struct ptool_sink *to,
			    const struct ptool_metric *metric,
			    const struct ptool_labels *labels,
			    const struct ptool_histogram *histogram)
{
	if (histogram->series->calls)
		print_buckets(to->file, metric, labels, histogram);
	print_sums(to->file, metric, labels, histogram->series);
}

const struct ptool_exposition ptool_exposition_text = {
	.type = "text/plain; version=0.0.4; charset=utf-8",
	.begin = begin,
	.number = print_value,
	.histogram = print_histogram,
};
