// SPDX-License-Identifier: GPL-2.0
/* diff: compare two models, with confidence intervals */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "model/diff.h"
#include "model/require.h"
#include "model/stats.h"

/* standard errors on each side of a 95 % confidence interval */
#define ERRORS		1.96

#define NS_PER_S	1e9

static const struct {
	const char *name;
	const char *key;
	double part;
	unsigned int uses;
} figures[] = {
	[PTOOL_FIGURE_MEAN] = { "mean", "mean_ns", 0, ~0U },
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	\
	[PTOOL_FIGURE_##_name] = { _title, #_key "_ns",			\
				   (_permyriad) / 10000.0, _uses },
#include <pathtime/percentiles.def>
};

const char *ptool_figure_name(enum ptool_figure figure)
{
	return figures[figure].name;
}

const char *ptool_figure_key(enum ptool_figure figure)
{
	return figures[figure].key;
}

bool ptool_figure_is_in(enum ptool_figure figure,
			enum ptime_percentile_use table)
{
	return figures[figure].uses & table;
}

u64 ptool_diff_span_ns(const struct ptool_model *model)
{
	return model->is_interval ? model->interval_ns :
				    model->time_ns - model->since_ns;
}

/* the bucket of the sample with this rank; each sample counts as @sample calls */
static u32 bucket_of_rank(const struct ptool_series *series, u32 sample,
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

/* number of timed calls; each counts as @sample calls */
static double samples_of(const struct ptool_series *series, u32 sample)
{
	u64 samples = series->calls / sample;

	return (double)samples;
}

static void bound_quantile(struct ptool_interval *figure,
			   const struct ptool_series *series, u32 hist_bits,
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

/* sum of the squared distances from the mean, over all calls in a bucket */
static double squares_of(const struct ptool_series *series, u32 hist_bits,
			 const struct ptool_bucket *bucket, double mean)
{
	double low = (double)ptime_hist_low(hist_bits, bucket->bucket);
	double width = (double)ptime_hist_high(hist_bits, bucket->bucket) - low;
	double away = low + width / 2 - mean;

	/*
	 * The overflow bucket has no middle. The longest call overestimates,
	 * which is safe.
	 */
	if (bucket->bucket == ptime_hist_overflow(hist_bits)) {
		away = (double)series->max_ns - mean;
		width = 0;
	}
	return (double)bucket->calls * (away * away + width * width / 12);
}

static void bound_mean(struct ptool_interval *figure,
		       const struct ptool_series *series, u32 hist_bits,
		       u32 sample)
{
	double samples = samples_of(series, sample), error, squares = 0;
	u32 i;

	figure->low = 0;
	figure->high = INFINITY;
	if (samples < PTOOL_DIFF_MEAN_LEAST)
		return;
	for (i = 0; i < series->buckets; i++)
		squares += squares_of(series, hist_bits, &series->bucket[i],
				      figure->value);
	error = ERRORS * sqrt(squares / (double)series->calls / (samples - 1));
	figure->low = fmax(figure->value - error, 0);
	figure->high = figure->value + error;
}

static void fill_figures(struct ptool_diff_side *side,
			 const struct ptool_series *series, u32 hist_bits,
			 u32 sample)
{
	struct ptool_stats stats = ptool_stats_of(series, hist_bits);
	int i;

	side->figure[PTOOL_FIGURE_MEAN].value = (double)stats.total_ns /
						(double)stats.calls;
#define PTIME_PERCENTILE(_name, _permyriad, _key, ...)			\
	side->figure[PTOOL_FIGURE_##_name].value = (double)stats._key##_ns;
#include <pathtime/percentiles.def>
	bound_mean(&side->figure[PTOOL_FIGURE_MEAN], series, hist_bits, sample);
	for (i = PTOOL_FIGURE_MEAN + 1; i < PTOOL_FIGURES; i++)
		bound_quantile(&side->figure[i], series, hist_bits, sample,
			       figures[i].part);
}

struct ptool_diff_side ptool_diff_side_of(const struct ptool_series *series,
					  const struct ptool_model *model)
{
	double seconds = (double)ptool_diff_span_ns(model) / NS_PER_S;
	struct ptool_diff_side side = {
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

struct ptool_change ptool_diff_change(const struct ptool_interval *from,
				      const struct ptool_interval *to)
{
	struct ptool_change change = { .is_known = from->value > 0 };

	if (!change.is_known)
		return change;
	change.percent.value = percent_of(from->value, to->value);
	change.percent.low = percent_of(from->high, to->low);
	change.percent.high = percent_of(from->low, to->high);
	change.is_certain = change.percent.low > 0 || change.percent.high < 0;
	return change;
}

double ptool_diff_rate_percent(const struct ptool_diff_row *row)
{
	if (!(row->a.calls_per_s > 0 && row->b.calls_per_s > 0))
		return INFINITY;
	return percent_of(row->a.calls_per_s, row->b.calls_per_s);
}

/* @a or @b may be NULL; returns true if either has calls */
static bool fill_row(const struct ptool_diff *diff, struct ptool_diff_row *row,
		     const struct ptool_counts *a, const struct ptool_counts *b)
{
	static const struct ptool_series none;
	int i;

	row->a = ptool_diff_side_of(a ? &a->sum : &none, diff->a);
	row->b = ptool_diff_side_of(b ? &b->sum : &none, diff->b);
	if (diff->has_rates)
		row->ns_per_s = row->b.ns_per_s - row->a.ns_per_s;
	for (i = 0; row->a.calls && row->b.calls && i < PTOOL_FIGURES; i++)
		row->change[i] = ptool_diff_change(&row->a.figure[i],
						   &row->b.figure[i]);
	return row->a.calls || row->b.calls;
}

static void add_row(struct ptool_diff *diff, const struct ptool_probe *a,
		    const struct ptool_probe *b)
{
	struct ptool_diff_row *row = &diff->row[diff->rows];

	row->probe = a ? a : b;
	diff->rows += fill_row(diff, row, a ? &a->counts : NULL,
			       b ? &b->counts : NULL);
}

static void add_path(struct ptool_diff *diff, const struct ptool_path *a,
		     const struct ptool_path *b)
{
	struct ptool_diff_row *row = &diff->path_row[diff->path_rows];

	row->path = a ? a : b;
	diff->path_rows += fill_row(diff, row, a ? &a->counts : NULL,
				    b ? &b->counts : NULL);
}

static double change_of_total(const struct ptool_diff_row *row)
{
	return fabs((double)row->b.total_ns - (double)row->a.total_ns);
}

static int compare_names(const struct ptool_diff_row *a,
			 const struct ptool_diff_row *b)
{
	int order;

	if (a->path)
		return ptool_path_compare(a->path, b->path);
	order = strcmp(a->probe->function, b->probe->function);
	return order ? order : strcmp(a->probe->module, b->probe->module);
}

/*
 * Ties are in the order of their names, so that the same input gives the same
 * output.
 */
static int compare(const void *left, const void *right)
{
	const struct ptool_diff_row *a = left, *b = right;
	double by = fabs(b->ns_per_s) - fabs(a->ns_per_s);

	/* without rates, ns_per_s is 0 in all rows */
	if (!(by > 0 || by < 0))
		by = change_of_total(b) - change_of_total(a);
	if (by > 0 || by < 0)
		return by > 0 ? 1 : -1;
	return compare_names(a, b);
}

static const struct ptool_probe *find_probe(const struct ptool_model *model,
					    const struct ptool_names *names,
					    const struct ptool_probe *wanted)
{
	u32 i = ptool_names_find(names, wanted->module, wanted->function);

	return i == PTOOL_NO_NAME ? NULL : &model->probe[i];
}

static void compare_functions(struct ptool_diff *diff)
{
	const struct ptool_model *a = diff->a, *b = diff->b;
	struct ptool_names a_names, b_names;
	u32 i;

	ptool_model_names(&a_names, a, a->probes);
	ptool_model_names(&b_names, b, b->probes);

	diff->rows = 0;
	diff->row = ptool_alloc((size_t)a->probes + b->probes,
				sizeof(*diff->row));
	for (i = 0; i < a->probes; i++)
		add_row(diff, &a->probe[i],
			find_probe(b, &b_names, &a->probe[i]));
	for (i = 0; i < b->probes; i++)
		if (!find_probe(a, &a_names, &b->probe[i]))
			add_row(diff, NULL, &b->probe[i]);
	ptool_names_free(&a_names);
	ptool_names_free(&b_names);
	qsort(diff->row, diff->rows, sizeof(*diff->row), compare);
}

/* the rest of a list of sorted paths */
struct way {
	const struct ptool_path **path;
	const struct ptool_path **end;
};

static struct way begin_way(const struct ptool_path **sorted,
			    const struct ptool_paths *paths)
{
	return (struct way){ .path = sorted, .end = sorted + paths->paths };
}

/*
 * Which list has the next path: less than 0 for @a, more than 0 for @b, 0 for
 * both.
 */
static int compare_next(const struct way *a, const struct way *b)
{
	if (a->path == a->end)
		return 1;
	return b->path == b->end ? -1 : ptool_path_compare(*a->path, *b->path);
}

static void compare_paths(struct ptool_diff *diff)
{
	const struct ptool_paths *a_paths = diff->a->paths;
	const struct ptool_paths *b_paths = diff->b->paths;
	const struct ptool_path **a_sorted = ptool_paths_sorted(a_paths);
	const struct ptool_path **b_sorted = ptool_paths_sorted(b_paths);
	struct way a = begin_way(a_sorted, a_paths);
	struct way b = begin_way(b_sorted, b_paths);
	int order;

	diff->path_rows = 0;
	diff->path_row = ptool_alloc((size_t)a_paths->paths + b_paths->paths,
				     sizeof(*diff->path_row));
	while (a.path < a.end || b.path < b.end) {
		order = compare_next(&a, &b);
		add_path(diff, order <= 0 ? *a.path++ : NULL,
			 order >= 0 ? *b.path++ : NULL);
	}
	qsort(diff->path_row, diff->path_rows, sizeof(*diff->path_row),
	      compare);
	free(a_sorted);
	free(b_sorted);
}

void ptool_diff_of(struct ptool_diff *diff)
{
	diff->has_rates = ptool_diff_span_ns(diff->a) &&
			  ptool_diff_span_ns(diff->b);
	diff->has_paths = !diff->only_functions &&
			  ptool_has_paths(diff->a) &&
			  ptool_has_paths(diff->b);
	compare_functions(diff);
	if (diff->has_paths)
		compare_paths(diff);
}

void ptool_diff_free(struct ptool_diff *diff)
{
	free(diff->path_row);
	free(diff->row);
}

bool ptool_diff_has_grown(const struct ptool_diff_row *row,
			  enum ptool_figure figure, double percent)
{
	const struct ptool_change *change = &row->change[figure];

	return ptool_figure_is_in(figure, PTIME_IN_LIMIT) && change->is_certain &&
	       change->percent.low > percent;
}
