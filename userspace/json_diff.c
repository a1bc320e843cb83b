// SPDX-License-Identifier: GPL-2.0
/* JSON of a diff: one document, times in nanoseconds */
#include <math.h>
#include <stdio.h>

#include <json-c/json.h>

#include <pathtime/version.h>

#include "format.h"
#include "roads.h"

static void add_text(struct json_object *to, const char *key, const char *text)
{
	json_object_object_add(to, key, json_object_new_string(text));
}

static void add_number(struct json_object *to, const char *key, u64 number)
{
	json_object_object_add(to, key, json_object_new_uint64(number));
}

/* what is not known is not zero, it is null */
static void add_known(struct json_object *to, const char *key, u64 number)
{
	json_object_object_add(to, key, number ?
			       json_object_new_uint64(number) : NULL);
}

/* a bound that is none is null, as JSON knows no infinity */
static void add_fraction(struct json_object *to, const char *key, double number)
{
	char text[64];

	snprintf(text, sizeof(text), "%.4f", number);
	json_object_object_add(to, key, isfinite(number) ?
			       json_object_new_double_s(number, text) : NULL);
}

static struct json_object *interval_object(const struct ptime_interval *interval)
{
	struct json_object *object = json_object_new_object();

	add_fraction(object, "value", interval->value);
	add_fraction(object, "low", interval->low);
	add_fraction(object, "high", interval->high);
	return object;
}

static void add_source(struct json_object *to, const char *key,
		       const char *name, const struct ptime_model *model)
{
	struct json_object *object = json_object_new_object();

	add_text(object, "file", name);
	add_text(object, "version", model->version);
	add_text(object, "kernel", model->kernel);
	add_text(object, "clock", model->clock);
	add_number(object, "hist_bits", model->hist_bits);
	add_number(object, "sample", model->sample);
	add_known(object, "span_ns", ptime_diff_span_ns(model));
	json_object_object_add(object, "corrected",
			       json_object_new_boolean(model->has_raw));
	json_object_object_add(object, "restarted",
			       json_object_new_boolean(model->restarted));
	if (model->source)
		ptime_json_add_source(object, model);
	ptime_json_add_recorded(object, model);
	json_object_object_add(object, "path_losses",
			       ptime_roads_known(model) ?
			       ptime_json_of_path_losses(model->paths) : NULL);
	json_object_object_add(to, key, object);
}

/* of packets each is timed */
static struct json_object *side_object(const struct ptime_diff_side *side,
				       bool is_path)
{
	struct json_object *object = json_object_new_object();
	bool has_rates = side->calls_per_s > 0;

	add_number(object, is_path ? "packets" : "calls", side->calls);
	if (!is_path)
		add_number(object, "timed", side->timed);
	add_number(object, "total_ns", side->total_ns);
	add_fraction(object, is_path ? "packets_per_s" : "calls_per_s",
		     has_rates ? side->calls_per_s : INFINITY);
	add_fraction(object, "ns_per_s", has_rates ? side->ns_per_s : INFINITY);
	return object;
}

static void add_side(struct json_object *to, const char *key,
		     const struct ptime_diff_side *side, bool is_path)
{
	json_object_object_add(to, key, side->calls ?
			       side_object(side, is_path) : NULL);
}

static void add_figure(struct json_object *to, const struct ptime_diff_row *row,
		       enum ptime_figure figure)
{
	const struct ptime_change *change = &row->change[figure];
	struct json_object *object = json_object_new_object();

	json_object_object_add(object, "a", row->a.calls ?
			       interval_object(&row->a.figure[figure]) : NULL);
	json_object_object_add(object, "b", row->b.calls ?
			       interval_object(&row->b.figure[figure]) : NULL);
	json_object_object_add(object, "percent", change->is_known ?
			       interval_object(&change->percent) : NULL);
	json_object_object_add(object, "certain",
			       json_object_new_boolean(change->is_certain));
	json_object_object_add(to, ptime_figure_key(figure), object);
}

static void add_function(struct json_object *to,
			 const struct ptime_probe *probe)
{
	add_text(to, "group", probe->group);
	add_text(to, "module", probe->module);
	add_text(to, "function", probe->function);
}

static void add_path(struct json_object *to, const struct ptime_path *path)
{
	char name[PTIME_PATH_LEN], reason[PTIME_DROP_LEN];

	ptime_path_name(name, path);
	add_text(to, "path", name);
	json_object_object_add(to, "reason", ptime_path_reason(reason, path) ?
			       json_object_new_string(reason) : NULL);
}

static struct json_object *row_object(const struct ptime_diff *diff,
				      const struct ptime_diff_row *row)
{
	struct json_object *object = json_object_new_object();
	enum ptime_figure figure;

	if (row->path)
		add_path(object, row->path);
	else
		add_function(object, row->probe);
	add_side(object, "a", &row->a, row->path);
	add_side(object, "b", &row->b, row->path);
	add_fraction(object, "ns_per_s", diff->has_rates ? row->ns_per_s :
							   INFINITY);
	if (row->path)
		add_fraction(object, "packets_percent",
			     ptime_diff_rate_percent(row));
	for (figure = 0; figure < PTIME_FIGURES; figure++)
		add_figure(object, row, figure);
	return object;
}

static struct json_object *rows_array(const struct ptime_diff *diff,
				      const struct ptime_diff_row *row,
				      u32 rows)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < rows; i++)
		json_object_array_add(array, row_object(diff, &row[i]));
	return array;
}

/* paths that are not compared are not none, they are null */
static void add_rows(struct json_object *to, const struct ptime_diff *diff)
{
	json_object_object_add(to, "functions",
			       rows_array(diff, diff->row, diff->rows));
	json_object_object_add(to, "paths", diff->has_paths ?
			       rows_array(diff, diff->path_row,
					  diff->path_rows) : NULL);
}

void ptime_json_diff(const struct ptime_diff *diff,
		     const struct ptime_view *view)
{
	struct json_object *object = json_object_new_object();

	(void)view;
	add_text(object, "version", PTIME_VERSION);
	add_source(object, "a", diff->a_name, diff->a);
	add_source(object, "b", diff->b_name, diff->b);
	add_rows(object, diff);
	puts(json_object_to_json_string_ext(object,
					    JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(object);
}
