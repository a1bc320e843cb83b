// SPDX-License-Identifier: GPL-2.0
/* exposition_protobuf: writes metrics as protobuf messages, each after its length */
#include <math.h>
#include <stdio.h>

#include "output/exposition.h"
#include "output/native.h"

#define MS_PER_S	1000
#define NS_PER_MS	1000000

#define TYPE	\
	"application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited"

/* the fields, by message: https://github.com/prometheus/client_model */
enum {
	FAMILY_NAME		= 1,
	FAMILY_HELP		= 2,
	FAMILY_TYPE		= 3,
	FAMILY_METRIC		= 4,
	FAMILY_UNIT		= 5,

	METRIC_LABEL		= 1,
	METRIC_GAUGE		= 2,
	METRIC_COUNTER		= 3,
	METRIC_HISTOGRAM	= 7,

	LABEL_NAME		= 1,
	LABEL_VALUE		= 2,

	/* a counter and a gauge have the same field */
	VALUE			= 1,

	HISTOGRAM_COUNT		= 1,
	HISTOGRAM_SUM		= 2,
	HISTOGRAM_BUCKET	= 3,
	HISTOGRAM_SCHEMA	= 5,
	HISTOGRAM_ZERO		= 6,
	HISTOGRAM_ZERO_COUNT	= 7,
	HISTOGRAM_SPAN		= 12,
	HISTOGRAM_DELTA		= 13,

	BUCKET_COUNT		= 1,
	BUCKET_BOUND		= 2,
	BUCKET_EXEMPLAR		= 3,

	EXEMPLAR_LABEL		= 1,
	EXEMPLAR_VALUE		= 2,
	EXEMPLAR_TIME		= 3,

	TIME_SECONDS		= 1,
	TIME_NANOSECONDS	= 2,

	SPAN_OFFSET		= 1,
	SPAN_LENGTH		= 2,
};

/* values of FAMILY_TYPE, and which field of a metric has its value */
static const struct {
	u32 type;
	u32 field;
} types[] = {
	[PTOOL_COUNTER] = { 0, METRIC_COUNTER },
	[PTOOL_GAUGE] = { 1, METRIC_GAUGE },
	[PTOOL_INFO] = { 1, METRIC_GAUGE },
	[PTOOL_HISTOGRAM] = { 4, METRIC_HISTOGRAM },
};

static double double_of(struct ptool_number number)
{
	return number.value / pow(10, number.decimals);
}

static void begin(struct ptool_sink *to, const struct ptool_metric *metric)
{
	ptool_wire_text(&to->wire, FAMILY_NAME, metric->name);
	ptool_wire_text(&to->wire, FAMILY_HELP, metric->help);
	ptool_wire_uint(&to->wire, FAMILY_TYPE, types[metric->type].type);
	if (metric->unit)
		ptool_wire_text(&to->wire, FAMILY_UNIT, metric->unit);
}

static void put_labels(struct ptool_wire *wire, u32 field,
		       const struct ptool_labels *labels)
{
	u32 i;

	for (i = 0; i < labels->count; i++) {
		size_t label = ptool_wire_begin(wire, field);

		ptool_wire_text(wire, LABEL_NAME, labels->label[i].name);
		ptool_wire_text(wire, LABEL_VALUE, labels->label[i].text);
		ptool_wire_end(wire, label);
	}
}

static void put_number(struct ptool_sink *to, const struct ptool_metric *metric,
		       const struct ptool_labels *labels,
		       struct ptool_number number)
{
	struct ptool_wire *wire = &to->wire;
	size_t all = ptool_wire_begin(wire, FAMILY_METRIC), value;

	put_labels(wire, METRIC_LABEL, labels);
	value = ptool_wire_begin(wire, types[metric->type].field);
	ptool_wire_double(wire, VALUE, double_of(number));
	ptool_wire_end(wire, value);
	ptool_wire_end(wire, all);
}

static void put_time(struct ptool_wire *wire, u32 field, u64 time_ms)
{
	size_t time = ptool_wire_begin(wire, field);

	ptool_wire_uint(wire, TIME_SECONDS, time_ms / MS_PER_S);
	ptool_wire_uint(wire, TIME_NANOSECONDS,
			time_ms % MS_PER_S * NS_PER_MS);
	ptool_wire_end(wire, time);
}

static void put_exemplar(struct ptool_wire *wire,
			 const struct ptool_exemplar *exemplar)
{
	size_t all = ptool_wire_begin(wire, BUCKET_EXEMPLAR);

	put_labels(wire, EXEMPLAR_LABEL, &exemplar->labels);
	ptool_wire_double(wire, EXEMPLAR_VALUE,
			  double_of(PTOOL_NUMBER_OF_NS(exemplar->value_ns)));
	put_time(wire, EXEMPLAR_TIME, exemplar->time_ms);
	ptool_wire_end(wire, all);
}

static void put_bound(struct ptool_wire *wire, const struct ptool_bounds *at)
{
	const struct ptool_exemplar *exemplar = ptool_bounds_exemplar(at);
	size_t bucket = ptool_wire_begin(wire, HISTOGRAM_BUCKET);

	ptool_wire_uint(wire, BUCKET_COUNT, at->below);
	ptool_wire_double(wire, BUCKET_BOUND, at->bound_ns == PTOOL_NO_BOUND ?
			  INFINITY : double_of(PTOOL_NUMBER_OF_NS(at->bound_ns)));
	if (exemplar)
		put_exemplar(wire, exemplar);
	ptool_wire_end(wire, bucket);
}

/* the classic buckets, for scrapers without native histograms; none without calls, as in text */
static void put_classic(struct ptool_wire *wire,
			const struct ptool_histogram *histogram)
{
	struct ptool_bounds at = ptool_bounds_begin(histogram);

	while (histogram->series->calls && ptool_bounds_next(&at))
		put_bound(wire, &at);
}

/* number of buckets without a gap, from the first one on */
static u32 run_of(const struct ptool_native_bucket *bucket, u32 buckets)
{
	u32 run = 1;

	while (run < buckets && bucket[run].index == bucket[run - 1].index + 1)
		run++;
	return run;
}

/* the offset of a span is the gap after the one before; that of the first one is its index */
static void put_spans(struct ptool_wire *wire, const struct ptool_native *native)
{
	s32 next = 0;
	u32 i, run;

	for (i = 0; i < native->buckets; i += run) {
		size_t span = ptool_wire_begin(wire, HISTOGRAM_SPAN);

		run = run_of(&native->bucket[i], native->buckets - i);
		ptool_wire_sint(wire, SPAN_OFFSET,
				native->bucket[i].index - next);
		ptool_wire_uint(wire, SPAN_LENGTH, run);
		ptool_wire_end(wire, span);
		next = native->bucket[i].index + (s32)run;
	}
}

static void put_deltas(struct ptool_wire *wire,
		       const struct ptool_native *native)
{
	size_t deltas = ptool_wire_begin(wire, HISTOGRAM_DELTA);
	u64 before = 0;
	u32 i;

	for (i = 0; i < native->buckets; i++) {
		ptool_wire_zigzag(wire, (s64)(native->bucket[i].calls - before));
		before = native->bucket[i].calls;
	}
	ptool_wire_end(wire, deltas);
}

/* the threshold of the zero bucket tells an empty native histogram from a classic one */
static void put_native(struct ptool_wire *wire,
		       const struct ptool_histogram *histogram)
{
	struct ptool_native native;

	ptool_native_of(&native, histogram->series, histogram->hist_bits);
	ptool_wire_sint(wire, HISTOGRAM_SCHEMA, native.schema);
	ptool_wire_double(wire, HISTOGRAM_ZERO, PTOOL_NATIVE_ZERO);
	ptool_wire_uint(wire, HISTOGRAM_ZERO_COUNT, native.zeros);
	put_spans(wire, &native);
	if (native.buckets)
		put_deltas(wire, &native);
	ptool_native_release(&native);
}

static void put_histogram(struct ptool_sink *to,
			  const struct ptool_metric *metric,
			  const struct ptool_labels *labels,
			  const struct ptool_histogram *histogram)
{
	const struct ptool_series *series = histogram->series;
	struct ptool_wire *wire = &to->wire;
	size_t all = ptool_wire_begin(wire, FAMILY_METRIC), value;

	put_labels(wire, METRIC_LABEL, labels);
	value = ptool_wire_begin(wire, types[metric->type].field);
	ptool_wire_uint(wire, HISTOGRAM_COUNT, series->calls);
	ptool_wire_double(wire, HISTOGRAM_SUM,
			  double_of(PTOOL_NUMBER_OF_NS(series->total_ns)));
	put_classic(wire, histogram);
	put_native(wire, histogram);
	ptool_wire_end(wire, value);
	ptool_wire_end(wire, all);
}

static void end(struct ptool_sink *to)
{
	struct ptool_wire length = { 0 };

	ptool_wire_varint(&length, to->wire.size);
	fwrite(length.data, 1, length.size, to->file);
	fwrite(to->wire.data, 1, to->wire.size, to->file);
	ptool_wire_release(&length);
	to->wire.size = 0;
}

const struct ptool_exposition ptool_exposition_protobuf = {
	.type = TYPE,
	.begin = begin,
	.number = put_number,
	.histogram = put_histogram,
	.end = end,
};
