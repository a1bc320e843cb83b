// SPDX-License-Identifier: GPL-2.0
/* json_page: prints the data of an HTML page as JSON */
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

/* the waits that the module can time, whether it does or not */
static struct json_object *wait_names_array(void)
{
	struct json_object *array = json_object_new_array();
	int wait;

	for (wait = 0; wait < PTIME_TIMED_WAITS; wait++) {
		const char *name = ptool_path_wait_name(wait);

		json_object_array_add(array, json_object_new_string(name));
	}
	return array;
}

static void print_accounts(const struct ptool_out *out,
			   const struct ptool_model *model)
{
	static const struct ptool_view view;
	bool known = has_paths(model);

	ptool_json_print(out, "wait_names", wait_names_array());
	ptool_json_print(out, "timed_waits", known ?
			 ptool_json_of_timed_waits(model->paths) : NULL);
	ptool_json_print(out, "interfaces", known ?
			 ptool_json_of_interfaces(model->paths, &view) : NULL);
	ptool_json_print(out, "waits",
			 known ? ptool_json_of_waits(model) : NULL);
	ptool_json_print(out, "polls",
			 known ? ptool_json_of_polls(model) : NULL);
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

static void print_series(FILE *to, const struct ptool_series *series)
{
	u32 i, bucket;

	if (!series->buckets) {
		fputc('0', to);
		return;
	}
	bucket = series->bucket[0].bucket;
	fprintf(to, "[%u", bucket);
	for (i = 0; i < series->buckets; i++, bucket++) {
		for (; bucket < series->bucket[i].bucket; bucket++)
			fputs(",0", to);
		fprintf(to, ",%llu", series->bucket[i].calls);
	}
	fputc(']', to);
}

/* the numbers are printed directly: a JSON object for each would take a hundred times the memory */
static void print_function(const struct ptool_out *out, const struct ptool_timeline *timeline,
			   const struct ptool_timeline_function *function)
{
	struct json_object *object = json_object_new_object();
	u32 i;

	ptool_json_add_text(object, "module", function->module);
	ptool_json_add_text(object, "function", function->function);
	ptool_json_open(out, object);
	fputs(",\"columns\":", out->file);
	for (i = 0; i < timeline->columns; i++) {
		fputc(i ? ',' : '[', out->file);
		print_series(out->file, &function->series[i]);
	}
	fputs("]}", out->file);
}

static void print_timeline(const struct ptool_out *out, const struct ptool_timeline *timeline)
{
	struct json_object *object = json_object_new_object();
	u32 i;

	ptool_json_add_text(object, "machine", timeline->machine);
	ptool_json_add_number(object, "begin_ns", timeline->begin_ns);
	json_object_object_add(object, "columns", columns_array(timeline));
	ptool_json_open(out, object);
	fputs(",\"functions\":[", out->file);
	for (i = 0; i < timeline->functions; i++) {
		if (i)
			fputc(',', out->file);
		print_function(out, timeline, &timeline->function[i]);
	}
	fputs("]}", out->file);
}

static void print_timelines(const struct ptool_out *out, u32 timelines,
			    const struct ptool_timeline *timeline)
{
	u32 i;

	fputs(",\"timelines\":[", out->file);
	for (i = 0; i < timelines; i++) {
		if (i)
			fputc(',', out->file);
		print_timeline(out, &timeline[i]);
	}
	fputc(']', out->file);
}

static struct json_object *page_head(const struct ptool_model *model)
{
	struct json_object *object = json_object_new_object();

	ptool_json_add_text(object, "tool", PTIME_VERSION);
	json_object_object_add(object, "some_cpus",
			       json_object_new_boolean(model->some_cpus));
	return object;
}

void ptool_html_print_data(FILE *to, const struct ptool_page *page)
{
	const struct ptool_out page_out = { .file = to }, *out = &page_out;
	const struct ptool_model *model = page->model;

	ptool_json_open(out, page_head(model));
	fputs(",\"counts\":", out->file);
	ptool_json_print_counts(out, model);
	ptool_json_print(out, "warnings", warnings_array(model));
	ptool_json_print(out, "paths", paths_array(model));
	ptool_json_print(out, "path_filter", path_filter(model));
	ptool_json_print(out, "path_losses", path_losses_array(model));
	print_accounts(out, model);
	ptool_json_print(out, "lows", lows_array());
	print_timelines(out, page->timelines, page->timeline);
	fputc('}', out->file);
}
