// SPDX-License-Identifier: GPL-2.0
/* json_diff: writes a diff as one JSON document, times in nanoseconds */
#include <math.h>
#include <stdio.h>

#include <json-c/json.h>

#include <pathtime/version.h>

#include "model/require.h"
#include "output/format.h"
#include "output/json_util.h"

static struct json_object *interval_object(const struct ptool_interval *interval)
{
	struct json_object *object = json_object_new_object();

	ptool_json_add_fraction(object, "value", interval->value, 4);
	ptool_json_add_fraction(object, "low", interval->low, 4);
	ptool_json_add_fraction(object, "high", interval->high, 4);
	return object;
}

static void add_source(struct json_object *to, const char *key,
		       const char *name, const struct ptool_model *model,
		       const struct ptool_batches *batches)
{
	struct json_object *object = json_object_new_object();
	u64 span_ns = ptool_diff_span_ns(model);

	ptool_json_add_text(object, "file", name);
	ptool_json_add_text(object, "version", model->version);
	ptool_json_add_text(object, "kernel", model->kernel);
	ptool_json_add_text(object, "clock", model->clock);
	ptool_json_add_number(object, "hist_bits", model->hist_bits);
	ptool_json_add_number(object, "sample", model->sample);
	ptool_json_add_known(object, "span_ns", span_ns, span_ns);
	ptool_json_add_number(object, "batches", batches ? batches->batches : 0);
	json_object_object_add(object, "batches_are_recordings",
			       json_object_new_boolean(batches &&
						       batches->are_runs));
	json_object_object_add(object, "corrected",
			       json_object_new_boolean(model->has_raw));
	json_object_object_add(object, "restarted",
			       json_object_new_boolean(model->restarted));
	if (model->source)
		ptool_json_add_source(object, model);
	ptool_json_add_recorded(object, model);
	json_object_object_add(object, "path_losses",
			       ptool_has_paths(model) ?
			       ptool_json_of_path_losses(model->paths) : NULL);
	json_object_object_add(to, key, object);
}

/* All packets are timed, so paths have no "timed". */
static struct json_object *side_object(const struct ptool_diff_side *side,
				       bool is_path)
{
	struct json_object *object = json_object_new_object();
	bool has_rates = side->calls_per_s > 0;

	ptool_json_add_number(object, is_path ? "packets" : "calls",
			      side->calls);
	if (!is_path)
		ptool_json_add_number(object, "timed", side->timed);
	ptool_json_add_number(object, "total_ns", side->total_ns);
	ptool_json_add_fraction(object,
				is_path ? "packets_per_s" : "calls_per_s",
				has_rates ? side->calls_per_s : INFINITY, 4);
	ptool_json_add_fraction(object, "ns_per_s",
				has_rates ? side->ns_per_s : INFINITY, 4);
	json_object_object_add(object, "independent",
			       json_object_new_boolean(!side->has_spread));
	return object;
}

static void add_side(struct json_object *to, const char *key,
		     const struct ptool_diff_side *side, bool is_path)
{
	json_object_object_add(to, key, side->calls ?
			       side_object(side, is_path) : NULL);
}

static void add_figure(struct json_object *to, const struct ptool_diff_row *row,
		       enum ptool_figure figure)
{
	const struct ptool_change *change = &row->change[figure];
	struct json_object *object = json_object_new_object();

	json_object_object_add(object, "a", row->a.calls ?
			       interval_object(&row->a.figure[figure]) : NULL);
	json_object_object_add(object, "b", row->b.calls ?
			       interval_object(&row->b.figure[figure]) : NULL);
	json_object_object_add(object, "percent", change->is_known ?
			       interval_object(&change->percent) : NULL);
	json_object_object_add(object, "certain",
			       json_object_new_boolean(change->is_certain));
	json_object_object_add(object, "likely",
			       json_object_new_boolean(change->is_likely));
	json_object_object_add(to, ptool_figure_key(figure), object);
}

static void add_function(struct json_object *to,
			 const struct ptool_probe *probe)
{
	ptool_json_add_text(to, "group", probe->group);
	ptool_json_add_text(to, "module", probe->module);
	ptool_json_add_text(to, "function", probe->function);
}

static void add_path(struct json_object *to, const struct ptool_path *path)
{
	char name[PTOOL_PATH_LEN], reason[PTIME_DROP_LEN];

	ptool_path_name(name, path);
	ptool_json_add_text(to, "path", name);
	json_object_object_add(to, "reason", ptool_path_reason(reason, path) ?
			       json_object_new_string(reason) : NULL);
}

static struct json_object *row_object(const struct ptool_diff *diff,
				      const struct ptool_diff_row *row)
{
	struct json_object *object = json_object_new_object();
	enum ptool_figure figure;

	if (row->path)
		add_path(object, row->path);
	else
		add_function(object, row->probe);
	add_side(object, "a", &row->a, row->path);
	add_side(object, "b", &row->b, row->path);
	ptool_json_add_fraction(object, "ns_per_s",
				diff->has_rates ? row->ns_per_s : INFINITY, 4);
	if (row->path)
		ptool_json_add_fraction(object, "packets_percent",
					ptool_diff_rate_percent(row), 4);
	for (figure = 0; figure < PTOOL_FIGURES; figure++)
		add_figure(object, row, figure);
	return object;
}

static struct json_object *rows_array(const struct ptool_diff *diff,
				      const struct ptool_diff_row *row,
				      u32 rows)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < rows; i++)
		json_object_array_add(array, row_object(diff, &row[i]));
	return array;
}

/* If paths are not compared, they are null, not an empty array. */
static void add_rows(struct json_object *to, const struct ptool_diff *diff)
{
	json_object_object_add(to, "functions",
			       rows_array(diff, diff->row, diff->rows));
	json_object_object_add(to, "paths", diff->has_paths ?
			       rows_array(diff, diff->path_row,
					  diff->path_rows) : NULL);
}

void ptool_json_diff(const struct ptool_out *out, const struct ptool_diff *diff,
		     const struct ptool_view *view)
{
	struct json_object *object = json_object_new_object();

	(void)view;
	ptool_json_add_number(object, "format", PTOOL_JSON_FORMAT);
	ptool_json_add_text(object, "version", PTIME_VERSION);
	add_source(object, "a", diff->a_name, diff->a, diff->a_batches);
	add_source(object, "b", diff->b_name, diff->b, diff->b_batches);
	ptool_json_add_number(object, "changes", diff->figures);
	ptool_json_add_fraction(object, "false_alarm_percent",
				diff->has_spread ? 100 * PTOOL_DIFF_CHANCE :
						   INFINITY, 1);
	add_rows(object, diff);
	ptool_json_print_document(out, object);
}
