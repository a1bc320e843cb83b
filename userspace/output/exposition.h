/* SPDX-License-Identifier: GPL-2.0 */
/*
 * exposition: metrics for Prometheus, in one of its formats
 *
 * output/prometheus.c decides which metrics there are. A format writes them:
 * each metric begins, has numbers or histograms, and ends.
 */
#ifndef _PATHTIME_EXPOSITION_H
#define _PATHTIME_EXPOSITION_H

#include <stdio.h>

#include "base/types.h"
#include "model/counts.h"
#include "output/wire.h"

/* labels of a metric or of an exemplar */
#define PTOOL_LABELS_MAX	10

/* a histogram bucket without an upper bound */
#define PTOOL_NO_BOUND		(~0ULL)

struct ptool_label {
	const char *name;
	const char *text;
};

/* the strings must live as long as the labels */
struct ptool_labels {
	u32 count;
	struct ptool_label label[PTOOL_LABELS_MAX];
};

enum ptool_metric_type {
	PTOOL_COUNTER,
	PTOOL_GAUGE,
	PTOOL_INFO,		/* a gauge that is always 1, for its labels */
	PTOOL_HISTOGRAM,
};

/**
 * struct ptool_metric - a metric, called a metric family by Prometheus
 * @name: its name; that of a counter ends in _total, that of an info in _info
 * @type: its type
 * @unit: its unit, which is in the name, too; NULL for none
 * @help: what it is, in a sentence
 */
struct ptool_metric {
	const char *name;
	enum ptool_metric_type type;
	const char *unit;
	const char *help;
};

/* the number @value / 10^@decimals */
struct ptool_number {
	u64 value;
	u32 decimals;
};

/**
 * struct ptool_exemplar - one of the values of a histogram, and what it is of
 * @labels: what it is of; all names and texts together have up to 128 characters
 * @value_ns: the value
 * @time_ms: when it was measured, since 1970
 */
struct ptool_exemplar {
	struct ptool_labels labels;
	u64 value_ns;
	u64 time_ms;
};

/* times in seconds: integers are exact, a double would round */
#define PTOOL_NUMBER_OF_NS(_ns)	((struct ptool_number){ (_ns), 9 })

/**
 * struct ptool_histogram - a histogram of times
 * @series: the counts
 * @hist_bits: exponent of their buckets per power of two
 * @bucket_bits: exponent of the buckets per power of two that classic histograms
 *	have, not more than @hist_bits
 * @exemplar: one of the values; NULL for none
 */
struct ptool_histogram {
	const struct ptool_series *series;
	u32 hist_bits;
	u32 bucket_bits;
	const struct ptool_exemplar *exemplar;
};

/**
 * struct ptool_sink - the destination of metrics
 * @file: the stream
 * @wire: the metric so far, in a format that needs its length first
 */
struct ptool_sink {
	FILE *file;
	struct ptool_wire wire;
};

/**
 * struct ptool_exposition - a format of Prometheus
 * @type: the value of Content-Type
 * @begin: begin a metric
 * @number: write a value of the metric
 * @histogram: write a histogram of the metric
 * @end: end the metric; NULL if there is nothing to write
 * @finish: end the exposition; NULL if there is nothing to write
 */
struct ptool_exposition {
	const char *type;
	void (*begin)(struct ptool_sink *to, const struct ptool_metric *metric);
	void (*number)(struct ptool_sink *to, const struct ptool_metric *metric,
		       const struct ptool_labels *labels,
		       struct ptool_number number);
	void (*histogram)(struct ptool_sink *to, const struct ptool_metric *metric,
			  const struct ptool_labels *labels,
			  const struct ptool_histogram *histogram);
	void (*end)(struct ptool_sink *to);
	void (*finish)(struct ptool_sink *to);
};

/* text format 0.0.4 */
extern const struct ptool_exposition ptool_exposition_text;

/* OpenMetrics 1.0.0, a text format with exemplars */
extern const struct ptool_exposition ptool_exposition_openmetrics;

/* protobuf, with native histograms; only the exporter has it */
extern const struct ptool_exposition ptool_exposition_protobuf;

/**
 * struct ptool_bounds - a position in the buckets of a classic histogram
 * @histogram: the histogram
 * @bucket: number of the next bound
 * @next: the next of the series' buckets
 * @low_ns: the upper bound of the bucket before; 0 for the first bucket
 * @bound_ns: the upper bound; PTOOL_NO_BOUND for the last bucket
 * @below: number of times below the bound
 */
struct ptool_bounds {
	const struct ptool_histogram *histogram;
	u32 bucket;
	u32 next;
	u64 low_ns;
	u64 bound_ns;
	u64 below;
};

/**
 * ptool_bounds_begin() - Go to before the first bucket of a classic histogram
 * @histogram: the histogram
 *
 * Return: the position, for ptool_bounds_next().
 */
struct ptool_bounds
ptool_bounds_begin(const struct ptool_histogram *histogram);

/**
 * ptool_bounds_next() - Go to the next bucket of a classic histogram
 * @at: the position; .bound_ns and .below are set
 *
 * Return: false if there is no further bucket.
 */
bool ptool_bounds_next(struct ptool_bounds *at);

/**
 * ptool_bounds_exemplar() - Get the exemplar of a bucket
 * @at: the position
 *
 * For Prometheus, upper bounds are included. A whole number of nanoseconds that
 * is one therefore is an exemplar of the bucket below the one that counts it.
 *
 * Return: the exemplar; NULL if it is in another bucket.
 */
const struct ptool_exemplar *
ptool_bounds_exemplar(const struct ptool_bounds *at);

#endif /* _PATHTIME_EXPOSITION_H */
