// SPDX-License-Identifier: GPL-2.0
/* diff: compare two models, with confidence intervals */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/diff.h"
#include "model/require.h"

#define NS_PER_S	1e9

u64 ptool_diff_span_ns(const struct ptool_model *model)
{
	return model->is_interval ? model->interval_ns :
				    model->time_ns - model->since_ns;
}

static double percent_of(double from, double to)
{
	return 100 * (to / from - 1);
}

double ptool_diff_rate_percent(const struct ptool_diff_row *row)
{
	if (!(row->a.calls_per_s > 0 && row->b.calls_per_s > 0))
		return INFINITY;
	return percent_of(row->a.calls_per_s, row->b.calls_per_s);
}

static void fill_side(struct ptool_diff_side *side,
		      const struct ptool_series *series,
		      const struct ptool_model *model)
{
	double seconds = (double)ptool_diff_span_ns(model) / NS_PER_S;

	side->calls = series->calls;
	side->timed = series->calls / model->sample;
	side->total_ns = series->total_ns;
	if (!(seconds > 0))
		return;
	side->calls_per_s = (double)side->calls / seconds;
	side->ns_per_s = (double)side->total_ns / seconds;
}

/**
 * struct counted - a function or a path in one of two models
 * @model: the model
 * @counts: its calls; NULL if the model does not have it
 * @series: its calls in each batch; NULL if there are none
 * @batches: the batches of the model; NULL if there are none
 */
struct counted {
	const struct ptool_model *model;
	const struct ptool_counts *counts;
	const struct ptool_series *series;
	const struct ptool_batches *batches;
};

static void measure(struct ptool_measured *measured,
		    const struct counted *counted)
{
	measured->sum = &counted->counts->sum;
	measured->hist_bits = counted->model->hist_bits;
	measured->sample = counted->model->sample;
	if (!counted->series)
		return;
	measured->batch = counted->series;
	measured->batches = counted->batches->batches;
	measured->are_runs = counted->batches->are_runs;
}

/* returns true if either side has calls */
static bool fill_row(const struct ptool_diff *diff, struct ptool_diff_row *row,
		     const struct counted *a, const struct counted *b)
{
	if (a->counts)
		fill_side(&row->a, &a->counts->sum, a->model);
	if (b->counts)
		fill_side(&row->b, &b->counts->sum, b->model);
	if (diff->has_rates)
		row->ns_per_s = row->b.ns_per_s - row->a.ns_per_s;
	if (row->a.calls)
		measure(&row->a_measured, a);
	if (row->b.calls)
		measure(&row->b_measured, b);
	return row->a.calls || row->b.calls;
}

static struct counted counted_probe(const struct ptool_model *model,
				    const struct ptool_batches *batches,
				    const struct ptool_probe *probe)
{
	return (struct counted){
		.model = model,
		.counts = probe ? &probe->counts : NULL,
		.series = batches && probe ?
			  batches->probe[probe - model->probe] : NULL,
		.batches = batches,
	};
}

static void add_row(struct ptool_diff *diff, const struct ptool_probe *a_probe,
		    const struct ptool_probe *b_probe)
{
	struct counted a = counted_probe(diff->a, diff->a_batches, a_probe);
	struct counted b = counted_probe(diff->b, diff->b_batches, b_probe);
	struct ptool_diff_row *row = &diff->row[diff->rows];

	row->probe = a_probe ? a_probe : b_probe;
	diff->rows += fill_row(diff, row, &a, &b);
}

static struct counted counted_path(const struct ptool_model *model,
				   const struct ptool_batches *batches,
				   const struct ptool_path *path)
{
	return (struct counted){
		.model = model,
		.counts = path ? &path->counts : NULL,
		.series = batches && path ?
			  batches->path[path - model->paths->path] : NULL,
		.batches = batches,
	};
}

static void add_path(struct ptool_diff *diff, const struct ptool_path *a_path,
		     const struct ptool_path *b_path)
{
	struct counted a = counted_path(diff->a, diff->a_batches, a_path);
	struct counted b = counted_path(diff->b, diff->b_batches, b_path);
	struct ptool_diff_row *row = &diff->path_row[diff->path_rows];

	row->path = a_path ? a_path : b_path;
	diff->path_rows += fill_row(diff, row, &a, &b);
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

/* a failed probe whose function another one times; it mostly counted nothing */
static bool is_unseen(const struct ptool_probe *probe, bool is_shadowed)
{
	return is_shadowed && !probe->counts.sum.calls && !probe->missed;
}

static void compare_functions(struct ptool_diff *diff)
{
	const struct ptool_model *a = diff->a, *b = diff->b;
	bool *a_shadowed = ptool_model_shadowed(a);
	bool *b_shadowed = ptool_model_shadowed(b);
	struct ptool_names a_names, b_names;
	u32 i;

	ptool_model_names(&a_names, a, a->probes);
	ptool_model_names(&b_names, b, b->probes);

	diff->rows = 0;
	diff->row = ptool_alloc((size_t)a->probes + b->probes,
				sizeof(*diff->row));
	for (i = 0; i < a->probes; i++)
		if (!is_unseen(&a->probe[i], a_shadowed[i]))
			add_row(diff, &a->probe[i], a_shadowed[i] ? NULL :
				find_probe(b, &b_names, &a->probe[i]));
	for (i = 0; i < b->probes; i++)
		if (!is_unseen(&b->probe[i], b_shadowed[i]) &&
		    (b_shadowed[i] || !find_probe(a, &a_names, &b->probe[i])))
			add_row(diff, NULL, &b->probe[i]);
	free(a_shadowed);
	free(b_shadowed);
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

static bool is_in_both(const struct ptool_diff_row *row)
{
	return row->a.calls && row->b.calls;
}

/* a side without calls has no series */
static bool is_fine(const struct ptool_measured *measured, u32 hist_bits)
{
	return measured->sum && measured->hist_bits != hist_bits;
}

/* the series themselves if they have so few buckets already */
static struct ptool_measured coarsened(const struct ptool_measured *from,
				       u32 hist_bits)
{
	struct ptool_measured to = *from;
	struct ptool_series *series;
	u32 i;

	if (!is_fine(from, hist_bits))
		return to;
	series = ptool_alloc((size_t)from->batches + 1, sizeof(*series));
	for (i = 0; i < from->batches; i++)
		ptool_series_coarsen(&series[i], &from->batch[i],
				     from->hist_bits, hist_bits);
	ptool_series_coarsen(&series[i], from->sum, from->hist_bits, hist_bits);
	to.batch = series;
	to.sum = &series[i];
	to.hist_bits = hist_bits;
	return to;
}

static void free_coarsened(const struct ptool_measured *coarse,
			   const struct ptool_measured *from)
{
	struct ptool_series *series = (struct ptool_series *)coarse->batch;
	u32 i;

	if (!is_fine(from, coarse->hist_bits))
		return;
	for (i = 0; i <= coarse->batches; i++)
		ptool_series_release(&series[i]);
	free(series);
}

/* chances of the intervals of one figure of one side, and of one change */
struct chances {
	struct ptool_quantile side;
	struct ptool_quantile change;
};

static void judge_side(struct ptool_diff_side *side,
		       struct ptool_estimate estimate[PTOOL_FIGURES],
		       const struct ptool_measured *measured,
		       struct chances *chances)
{
	enum ptool_figure figure;

	if (!side->calls)
		return;
	ptool_estimate_of(estimate, measured);
	side->has_spread = estimate->has_spread;
	for (figure = 0; figure < PTOOL_FIGURES; figure++)
		ptool_estimate_bound(&side->figure[figure], measured,
				     &estimate[figure], &chances->side);
}

static void judge_changes(struct ptool_diff_row *row, u32 hist_bits,
			  struct chances *chances)
{
	struct ptool_estimate from[PTOOL_FIGURES], to[PTOOL_FIGURES];
	struct ptool_measured a = coarsened(&row->a_measured, hist_bits);
	struct ptool_measured b = coarsened(&row->b_measured, hist_bits);
	enum ptool_figure figure;

	judge_side(&row->a, from, &a, chances);
	judge_side(&row->b, to, &b, chances);
	for (figure = 0; is_in_both(row) && figure < PTOOL_FIGURES; figure++)
		ptool_change_of(&row->change[figure], &a, &from[figure], &b,
				&to[figure], &chances->change);
	free_coarsened(&a, &row->a_measured);
	free_coarsened(&b, &row->b_measured);
}

static void judge(struct ptool_diff *diff, struct ptool_diff_row *row, u32 rows,
		  struct chances *chances)
{
	u32 i;

	for (i = 0; i < rows; i++) {
		judge_changes(&row[i], diff->hist_bits, chances);
		diff->has_spread |= row[i].a.has_spread && row[i].b.has_spread;
	}
}

static u32 count_compared(const struct ptool_diff_row *row, u32 rows)
{
	u32 i, compared = 0;

	for (i = 0; i < rows; i++)
		compared += is_in_both(&row[i]);
	return compared;
}

static void judge_all(struct ptool_diff *diff)
{
	struct chances chances = { .side.chance = PTOOL_DIFF_SIDE_CHANCE };

	diff->figures = PTOOL_FIGURES *
			(count_compared(diff->row, diff->rows) +
			 count_compared(diff->path_row, diff->path_rows));
	chances.change.chance = PTOOL_DIFF_CHANCE_USED / fmax(diff->figures, 1);
	judge(diff, diff->row, diff->rows, &chances);
	judge(diff, diff->path_row, diff->path_rows, &chances);
}

void ptool_diff_of(struct ptool_diff *diff)
{
	diff->has_rates = ptool_diff_span_ns(diff->a) &&
			  ptool_diff_span_ns(diff->b);
	diff->has_paths = !diff->only_functions &&
			  ptool_has_paths(diff->a) &&
			  ptool_has_paths(diff->b);
	diff->hist_bits = diff->a->hist_bits < diff->b->hist_bits ?
			  diff->a->hist_bits : diff->b->hist_bits;
	compare_functions(diff);
	if (diff->has_paths)
		compare_paths(diff);
	judge_all(diff);
}

void ptool_diff_free(struct ptool_diff *diff)
{
	free(diff->path_row);
	free(diff->row);
}

static bool is_too_short(const struct ptool_batches *batches)
{
	return !batches ||
	       batches->batches < ptool_estimate_batches_least(batches->are_runs);
}

/* each side may have enough batches, but not the same function in them */
void ptool_diff_why(char why[PTOOL_DIFF_WHY_LEN], const struct ptool_diff *diff)
{
	bool is_a = is_too_short(diff->a_batches);
	const struct ptool_batches *batches = is_a ? diff->a_batches :
						     diff->b_batches;
	bool are_runs = batches && batches->are_runs;

	if (!is_too_short(batches))
		snprintf(why, PTOOL_DIFF_WHY_LEN,
			 "no function or path has calls in enough intervals of both");
	else if (!batches || !batches->batches)
		snprintf(why, PTOOL_DIFF_WHY_LEN,
			 "%c has no intervals, and %u are needed",
			 is_a ? 'A' : 'B', ptool_estimate_batches_least(false));
	else
		snprintf(why, PTOOL_DIFF_WHY_LEN, "%c has %u %s, and %u are needed",
			 is_a ? 'A' : 'B', batches->batches,
			 are_runs ? "recordings" : "intervals",
			 ptool_estimate_batches_least(are_runs));
}

bool ptool_diff_has_grown(const struct ptool_diff_row *row,
			  enum ptool_figure figure, double percent)
{
	const struct ptool_change *change = &row->change[figure];

	return ptool_figure_is_in(figure, PTIME_IN_LIMIT) && change->is_likely &&
	       change->percent.low > percent;
}
