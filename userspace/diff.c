// SPDX-License-Identifier: GPL-2.0
/* diff: what has changed between two models, and how sure that is */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "types.h"
#include <pathtime/hist.h>

#include "diff.h"
#include "error.h"
#include "stats.h"

/* standard errors on each side of what 95 % are within */
#define ERRORS		1.96

#define NS_PER_S	1e9

static const struct {
	const char *name;
	const char *key;
	double part;
	bool may_fail;
} figures[] = {
	[PTIME_FIGURE_MEAN] = { "mean", "mean_ns", 0, true },
	[PTIME_FIGURE_P50]  = { "P50", "p50_ns", 0.5, true },
	[PTIME_FIGURE_P90]  = { "P90", "p90_ns", 0.9, true },
	[PTIME_FIGURE_P99]  = { "P99", "p99_ns", 0.99, true },
	[PTIME_FIGURE_P999] = { "P99.9", "p999_ns", 0.999, false },
};

const char *ptime_figure_name(enum ptime_figure figure)
{
	return figures[figure].name;
}

const char *ptime_figure_key(enum ptime_figure figure)
{
	return figures[figure].key;
}

u64 ptime_diff_span_ns(const struct ptime_model *model)
{
	return model->is_interval ? model->interval_ns :
				    model->time_ns - model->since_ns;
}

/* the bucket of the sample of a rank, where each sample stands for several calls */
static u32 bucket_of_rank(const struct ptime_series *series, u32 sample,
			  double rank)
{
	double below = 0;
	u32 i;

	for (i = 0; i + 1 < series->buckets; i++) {
		below += (double)series->bucket[i].calls;
		if (below >= rank * sample)
			break;
	}
	return series->bucket[i].bucket;
}

/* calls that were timed, each of which stands for several */
static double samples_of(const struct ptime_series *series, u32 sample)
{
	u64 samples = series->calls / sample;

	return (double)samples;
}

static void bound_quantile(struct ptime_interval *figure,
			   const struct ptime_series *series, u32 hist_bits,
			   u32 sample, double part)
{
	double samples = samples_of(series, sample);
	double spread = ERRORS * sqrt(samples * part * (1 - part));
	double first = floor(samples * part - spread);
	double last = ceil(samples * part + spread);
	u32 bucket;

	figure->low = 0;
	figure->high = INFINITY;
	if (first >= 1)
		figure->low = (double)ptime_hist_low(hist_bits,
			bucket_of_rank(series, sample, first));
	if (last > samples)
		return;
	bucket = bucket_of_rank(series, sample, last);
	if (bucket < ptime_hist_overflow(hist_bits))
		figure->high = (double)ptime_hist_high(hist_bits, bucket);
}

/* sum of the squared distances from the mean of all calls in a bucket */
static double squares_of(const struct ptime_series *series, u32 hist_bits,
			 const struct ptime_bucket *bucket, double mean)
{
	double low = (double)ptime_hist_low(hist_bits, bucket->bucket);
	double width = (double)ptime_hist_high(hist_bits, bucket->bucket) - low;
	double away = low + width / 2 - mean;

	/* the overflow has no middle: the longest call errs on the safe side */
	if (bucket->bucket == ptime_hist_overflow(hist_bits)) {
		away = (double)series->max_ns - mean;
		width = 0;
	}
	return (double)bucket->calls * (away * away + width * width / 12);
}

static void bound_mean(struct ptime_interval *figure,
		       const struct ptime_series *series, u32 hist_bits,
		       u32 sample)
{
	double samples = samples_of(series, sample), error, squares = 0;
	u32 i;

	figure->low = 0;
	figure->high = INFINITY;
	if (samples < PTIME_DIFF_MEAN_LEAST)
		return;
	for (i = 0; i < series->buckets; i++)
		squares += squares_of(series, hist_bits, &series->bucket[i],
				      figure->value);
	error = ERRORS * sqrt(squares / (double)series->calls / (samples - 1));
	figure->low = fmax(figure->value - error, 0);
	figure->high = figure->value + error;
}

static void fill_figures(struct ptime_diff_side *side,
			 const struct ptime_series *series, u32 hist_bits,
			 u32 sample)
{
	struct ptime_stats stats = ptime_stats_of(series, hist_bits);
	int i;

	side->figure[PTIME_FIGURE_MEAN].value = (double)stats.total_ns /
						(double)stats.calls;
	side->figure[PTIME_FIGURE_P50].value = (double)stats.p50_ns;
	side->figure[PTIME_FIGURE_P90].value = (double)stats.p90_ns;
	side->figure[PTIME_FIGURE_P99].value = (double)stats.p99_ns;
	side->figure[PTIME_FIGURE_P999].value = (double)stats.p999_ns;
	bound_mean(&side->figure[PTIME_FIGURE_MEAN], series, hist_bits, sample);
	for (i = PTIME_FIGURE_P50; i < PTIME_FIGURES; i++)
		bound_quantile(&side->figure[i], series, hist_bits, sample,
			       figures[i].part);
}

struct ptime_diff_side ptime_diff_side_of(const struct ptime_series *series,
					  const struct ptime_model *model)
{
	double seconds = (double)ptime_diff_span_ns(model) / NS_PER_S;
	struct ptime_diff_side side = {
		.calls = series->calls,
		.timed = series->calls / model->sample,
		.total_ns = series->total_ns,
	};

	if (!side.calls)
		return side;
	if (seconds > 0) {
		side.calls_per_s = (double)side.calls / seconds;
		side.ns_per_s = (double)side.total_ns / seconds;
	}
	fill_figures(&side, series, model->hist_bits, model->sample);
	return side;
}

static double percent_of(double from, double to)
{
	return from > 0 ? 100 * (to / from - 1) : INFINITY;
}

struct ptime_change ptime_diff_change(const struct ptime_interval *from,
				      const struct ptime_interval *to)
{
	struct ptime_change change = { .is_known = from->value > 0 };

	if (!change.is_known)
		return change;
	change.percent.value = percent_of(from->value, to->value);
	change.percent.low = percent_of(from->high, to->low);
	change.percent.high = percent_of(from->low, to->high);
	change.is_certain = change.percent.low > 0 || change.percent.high < 0;
	return change;
}

static const struct ptime_probe *find_probe(const struct ptime_model *model,
					    const struct ptime_probe *wanted)
{
	u32 i;

	for (i = 0; i < model->probes; i++)
		if (!strcmp(model->probe[i].function, wanted->function) &&
		    !strcmp(model->probe[i].module, wanted->module))
			return &model->probe[i];
	return NULL;
}

static void add_row(struct ptime_diff *diff, const struct ptime_probe *a,
		    const struct ptime_probe *b)
{
	static const struct ptime_series none;
	struct ptime_diff_row *row = &diff->row[diff->rows];
	int i;

	row->probe = a ? a : b;
	row->a = ptime_diff_side_of(a ? &a->counts.sum : &none, diff->a);
	row->b = ptime_diff_side_of(b ? &b->counts.sum : &none, diff->b);
	if (diff->has_rates)
		row->ns_per_s = row->b.ns_per_s - row->a.ns_per_s;
	diff->rows += row->a.calls || row->b.calls;
	for (i = 0; row->a.calls && row->b.calls && i < PTIME_FIGURES; i++)
		row->change[i] = ptime_diff_change(&row->a.figure[i],
						   &row->b.figure[i]);
}

static double change_of_total(const struct ptime_diff_row *row)
{
	return fabs((double)row->b.total_ns - (double)row->a.total_ns);
}

/* ties are in the order of their names, so that the same input gives the same output */
static int compare(const void *left, const void *right)
{
	const struct ptime_diff_row *a = left, *b = right;
	double by = fabs(b->ns_per_s) - fabs(a->ns_per_s);
	int order = strcmp(a->probe->function, b->probe->function);

	/* where no time per second is known all have the same */
	if (!(by > 0 || by < 0))
		by = change_of_total(b) - change_of_total(a);
	if (by > 0 || by < 0)
		return by > 0 ? 1 : -1;
	return order ? order : strcmp(a->probe->module, b->probe->module);
}

void ptime_diff_of(struct ptime_diff *diff)
{
	const struct ptime_model *a = diff->a, *b = diff->b;
	u32 i;

	diff->has_rates = ptime_diff_span_ns(a) && ptime_diff_span_ns(b);
	diff->rows = 0;
	diff->row = ptime_alloc((size_t)a->probes + b->probes,
				sizeof(*diff->row));
	for (i = 0; i < a->probes; i++)
		add_row(diff, &a->probe[i], find_probe(b, &a->probe[i]));
	for (i = 0; i < b->probes; i++)
		if (!find_probe(a, &b->probe[i]))
			add_row(diff, NULL, &b->probe[i]);
	qsort(diff->row, diff->rows, sizeof(*diff->row), compare);
}

void ptime_diff_free(struct ptime_diff *diff)
{
	free(diff->row);
}

bool ptime_diff_has_grown(const struct ptime_diff_row *row,
			  enum ptime_figure figure, double percent)
{
	const struct ptime_change *change = &row->change[figure];

	return figures[figure].may_fail && change->is_certain &&
	       change->percent.low > percent;
}
