// SPDX-License-Identifier: GPL-2.0
/* json_page: converts the data of an HTML page to JSON */
#include <json-c/json.h>

#include <pathtime/version.h>

#include "base/types.h"
#include <pathtime/hist.h>

#include "base/error.h"
#include "output/format.h"
#include "output/html.h"
#include "output/json_util.h"

static struct json_object *warnings_array(const struct ptool_model *model)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < model->warnings; i++) {
		struct json_object *object = json_object_new_object();

		ptool_json_add_text(object, "text", model->warning[i].text);
		ptool_json_add_number(object, "count", model->warning[i].count);
		json_object_array_add(array, object);
	}
	return array;
}

static bool has_paths(const struct ptool_model *model)
{
	return model->paths && model->paths->max;
}

/* Interface names are not resolved: the numbers are of another machine or time. */
static struct json_object *paths_array(const struct ptool_model *model)
{
	static const struct ptool_view view;
	u32 left_out;

	return has_paths(model) ? ptool_json_of_paths(model, &view, &left_out) :
				  NULL;
}

static struct json_object *path_filter(const struct ptool_model *model)
{
	static const struct ptool_view view;

	return has_paths(model) ?
	       ptool_json_of_path_filter(model->paths, &view) : NULL;
}

static struct json_object *path_losses_array(const struct ptool_model *model)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; has_paths(model) && i < PTIME_PATH_LOSSES; i++) {
		struct json_object *object = json_object_new_object();

		ptool_json_add_text(object, "text", ptool_path_loss_text(i));
		ptool_json_add_number(object, "count", model->paths->losses[i]);
		json_object_array_add(array, object);
	}
	return array;
}

static struct json_object *lows_array(void)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < ptime_hist_buckets(PTOOL_TIMELINE_BITS); i++) {
		u64 low = ptime_hist_low(PTOOL_TIMELINE_BITS, i);

		json_object_array_add(array, json_object_new_uint64(low));
	}
	return array;
}

static struct json_object *
column_array(const struct ptool_timeline_column *column)
{
	struct json_object *array = json_object_new_array();

	json_object_array_add(array, json_object_new_uint64(column->from_ns));
	json_object_array_add(array, json_object_new_uint64(column->to_ns));
	json_object_array_add(array,
			      json_object_new_boolean(column->restarted));
	return array;
}

static struct json_object *
columns_array(const struct ptool_timeline *timeline)
{
	struct json_object *array = json_object_new_array();
	u32 i;

	for (i = 0; i < timeline->columns; i++)
		json_object_array_add(array,
				      column_array(&timeline->column[i]));
	return array;
}

static void print_series(struct printbuf *to, const struct ptool_series *series)
{
	u32 i, bucket;

	if (!series->buckets) {
		sprintbuf(to, "0");
		return;
	}
	bucket = series->bucket[0].bucket;
	sprintbuf(to, "[%u", bucket);
	for (i = 0; i < series->buckets; i++, bucket++) {
		for (; bucket < series->bucket[i].bucket; bucket++)
			sprintbuf(to, ",0");
		sprintbuf(to, ",%llu", series->bucket[i].calls);
	}
	sprintbuf(to, "]");
}

/* argument of print_columns(): the columns of a function */
struct columns {
	const struct ptool_timeline *timeline;
	const struct ptool_timeline_function *function;
};

/*
 * Print the numbers directly: a JSON object for each would take a hundred times
 * the memory.
 */
static int print_columns(struct json_object *object, struct printbuf *to,
			 int level, int flags)
{
	const struct columns *columns = json_object_get_userdata(object);
	u32 i;

	(void)level;
	(void)flags;
	for (i = 0; i < columns->timeline->columns; i++) {
		sprintbuf(to, "%s", i ? "," : "[");
		print_series(to, &columns->function->series[i]);
	}
	return sprintbuf(to, "]");
}

static struct json_object *
function_object(const struct ptool_timeline *timeline,
		const struct ptool_timeline_function *function)
{
	struct json_object *object = json_object_new_object();
	struct json_object *array = json_object_new_array();
	struct columns *columns = ptool_alloc(1, sizeof(*columns));

	columns->timeline = timeline;
	columns->function = function;
	json_object_set_serializer(array, print_columns, columns,
				   json_object_free_userdata);
	ptool_json_add_text(object, "module", function->module);
	ptool_json_add_text(object, "function", function->function);
	json_object_object_add(object, "columns", array);
	return object;
}

static struct json_object *
timeline_object(const struct ptool_timeline *timeline)
{
	struct json_object *object = json_object_new_object();
	struct json_object *array = json_object_new_array();
	u32 i;

	ptool_json_add_text(object, "machine", timeline->machine);
	ptool_json_add_number(object, "begin_ns", timeline->begin_ns);
	json_object_object_add(object, "columns", columns_array(timeline));
	for (i = 0; i < timeline->functions; i++)
		json_object_array_add(array,
				      function_object(timeline,
						      &timeline->function[i]));
	json_object_object_add(object, "functions", array);
	return object;
}

struct json_object *ptool_html_data(const struct ptool_model *model,
				    u32 timelines,
				    const struct ptool_timeline *timeline)
{
	struct json_object *object = json_object_new_object();
	struct json_object *array = json_object_new_array();
	u32 i;

	ptool_json_add_text(object, "tool", PTIME_VERSION);
	json_object_object_add(object, "some_cpus",
			       json_object_new_boolean(model->some_cpus));
	json_object_object_add(object, "counts", ptool_json_of_counts(model));
	json_object_object_add(object, "warnings", warnings_array(model));
	json_object_object_add(object, "paths", paths_array(model));
	json_object_object_add(object, "path_filter", path_filter(model));
	json_object_object_add(object, "path_losses",
			       path_losses_array(model));
	json_object_object_add(object, "lows", lows_array());
	for (i = 0; i < timelines; i++)
		json_object_array_add(array, timeline_object(&timeline[i]));
	json_object_object_add(object, "timelines", array);
	return object;
}
