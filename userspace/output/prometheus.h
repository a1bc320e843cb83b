/* SPDX-License-Identifier: GPL-2.0 */
/* prometheus: prints a model in a format of Prometheus */
#ifndef _PATHTIME_PROMETHEUS_H
#define _PATHTIME_PROMETHEUS_H

#include "base/out.h"
#include "model/model.h"
#include "output/exposition.h"

/**
 * struct ptool_prometheus_style - how to print a model
 * @bucket_bits: exponent of the buckets per power of two, 0 for one bucket;
 *	limited to that of the model
 * @start_ns: when the counts began, CLOCK_REALTIME; 0 if unknown
 * @netns: number of the network namespace of this process; 0 if names of
 *	interfaces cannot be looked up
 * @other_paths: number of paths that the model adds up (model/path_limit.h)
 */
struct ptool_prometheus_style {
	u32 bucket_bits;
	u64 start_ns;
	u32 netns;
	u32 other_paths;
};

/**
 * ptool_prometheus_print() - print a model in a format of Prometheus
 * @out: where to print
 * @format: the format
 * @model: the model; counters since the start, not an interval
 * @style: how to print it
 *
 * Durations are histograms in seconds. The bounds of classic ones are the powers
 * of two from 2^8 to 2^36 ns, or more of them from 2^5 ns on. Each of these
 * buckets is a union of the model's buckets, so all counts are exact. A function
 * that is not armed and has no calls has no histogram. Paths are printed if
 * packets are traced. If @style has a start, the slowest packet of a path is an
 * exemplar.
 */
void ptool_prometheus_print(const struct ptool_out *out,
			    const struct ptool_exposition *format,
			    const struct ptool_model *model,
			    const struct ptool_prometheus_style *style);

/**
 * ptool_prometheus_print_down() - print that the counts could not be read, as text
 * @out: where to print
 */
void ptool_prometheus_print_down(const struct ptool_out *out);

#endif /* _PATHTIME_PROMETHEUS_H */
