// SPDX-License-Identifier: GPL-2.0
/* json_polls: converts waits of the receive softirq, and NAPI's polls, to JSON */
#include <json-c/json.h>

#include "model/stats.h"
#include "output/format.h"
#include "output/json_util.h"

/* the middle of a bucket stands for the times in it, and its lower bound for numbers */
static u64 value_of(enum ptime_wait wait, u64 ns, u32 hist_bits)
{
	return ptool_wait_is_number(wait) ? ptool_wait_number(ns, hist_bits) : ns;
}

static void add_values(struct json_object *to, const struct ptool_series *series,
		       u32 hist_bits, enum ptime_wait wait)
{
	static const struct {
		const char *key;
		u32 permyriad;
	} percentiles[] = {
#define PTIME_PERCENTILE(_name, _permyriad, _key, _title, _uses)	{ #_key, _permyriad },
#include <pathtime/percentiles.def>
	};
	u64 value;
	size_t i;

	ptool_json_add_number(to, "count", series->calls);
	ptool_json_add_number(to, "total", series->total_ns);
	ptool_json_add_known(to, "min", series->calls,
			     value_of(wait, series->min_ns, hist_bits));
	for (i = 0; i < ARRAY_SIZE(percentiles); i++) {
		value = ptool_percentile_of(series, hist_bits,
					    percentiles[i].permyriad);
		ptool_json_add_known(to, percentiles[i].key, series->calls,
				     value_of(wait, value, hist_bits));
	}
	ptool_json_add_known(to, "max", series->calls,
			     value_of(wait, series->max_ns, hist_bits));
}

static struct json_object *wait_cpus(const struct ptool_counts *counts,
				     u32 hist_bits, enum ptime_wait wait)
{
	struct json_object *array = json_object_new_array();
	struct json_object *object;
	u32 i;

	for (i = 0; i < counts->cpus; i++) {
		object = json_object_new_object();
		ptool_json_add_number(object, "cpu", counts->cpu[i].cpu);
		add_values(object, &counts->cpu[i], hist_bits, wait);
		json_object_array_add(array, object);
	}
	return array;
}

static struct json_object *wait_object(const struct ptool_model *model,
				       enum ptime_wait wait)
{
	const struct ptool_counts *counts = &model->paths->waits.wait[wait];
	struct json_object *object = json_object_new_object();

	ptool_json_add_text(object, "wait", ptool_wait_name(wait));
	ptool_json_add_text(object, "unit",
			    ptool_wait_is_number(wait) ? "packets" : "ns");
	add_values(object, &counts->sum, model->hist_bits, wait);
	json_object_object_add(object, "cpus",
			       wait_cpus(counts, model->hist_bits, wait));
	return object;
}

struct json_object *ptool_json_of_waits(const struct ptool_model *model)
{
	struct json_object *array;
	u32 i;

	if (!model->paths->waits.are_known)
		return NULL;
	array = json_object_new_array();
	for (i = 0; i < PTIME_WAITS; i++)
		json_object_array_add(array, wait_object(model, i));
	return array;
}

struct json_object *ptool_json_of_polls(const struct ptool_model *model)
{
	const struct ptool_waits *waits = &model->paths->waits;
	struct json_object *array, *object;
	u32 i;

	if (!waits->are_known)
		return NULL;
	array = json_object_new_array();
	for (i = 0; i < waits->cpus; i++) {
		object = json_object_new_object();
		ptool_json_add_number(object, "cpu", waits->cpu[i].cpu);
		ptool_json_add_number(object, "full", waits->cpu[i].full);
		ptool_json_add_number(object, "outside", waits->cpu[i].outside);
		ptool_json_add_number(object, "squeezed", waits->cpu[i].squeezed);
		json_object_array_add(array, object);
	}
	return array;
}
